package shell

import (
	"slices"
	"strings"
)

// nested reads a word as a script.
func (r *reader) nested(st *state, text Word, args []Word) {
	if !text.known() {
		r.unresolved("a script that is computed", text.Text, r.line)
	}
	st.args = args
	if args == nil {
		st.args = []Word{}
	}
	line := r.line
	r.script(st, text.Text, line)
	r.line = line
}

// interpreter reads a call of a shell: its -c script, a file that the script
// wrote, or its standard input.
func (r *reader) interpreter(st *state, argv []Word, cmd *Command) {
	i := 1
	for i < len(argv) && (argv[i].flag() || strings.HasPrefix(argv[i].Text, "+")) {
		f := argv[i].Text
		i++
		if f == "-o" || f == "-O" || f == "+o" || f == "--rcfile" || f == "--init-file" {
			i++
		}
		if !strings.HasPrefix(f, "--") && strings.Contains(f, "c") && i < len(argv) {
			for i+1 < len(argv) && argv[i].flag() { // bash -c -e 'script'
				i++
			}
			cmd.Needs = ""
			r.outer = append(r.outer, joinText(argv[:i]))
			r.nested(st.clone(), argv[i], shellArgs(argv[i+1:]))
			r.outer = r.outer[:len(r.outer)-1]
			return
		}
		if f == "-s" || f == "--" {
			break
		}
	}
	if i < len(argv) && argv[i].Text == "-" {
		i++
	}
	if i < len(argv) && argv[i-1].Text != "-s" {
		r.scriptFile(st.clone(), argv[i], argv[i+1:])
		return
	}
	r.fromStdin(st, cmd)
}

// shellArgs are the positional parameters of -c; the first word is $0.
func shellArgs(ws []Word) []Word {
	if len(ws) == 0 {
		return []Word{}
	}
	return slices.Clone(ws[1:])
}

func (r *reader) fromStdin(st *state, cmd *Command) {
	if st.stdin == nil || st.stdin.words != nil {
		r.unresolved("a shell that reads its script from a pipe or a file", cmd.Text, r.line)
		return
	}
	cmd.Needs = ""
	in := st.clone()
	in.stdin = nil
	r.nested(in, lit(st.stdin.text), []Word{})
}

// scriptFile reads a script file if this script wrote it; what others wrote is
// out of sight, as every program is.
func (r *reader) scriptFile(st *state, file Word, args []Word) {
	r.effect(st, Read, file, "script "+file.Text, Effect{})
	if text, ok := st.text(file); ok {
		r.nested(st, lit(text), args)
		return
	}
	switch {
	case file.Text == "/dev/stdin" && st.stdin != nil && st.stdin.words == nil:
		r.nested(st, lit(st.stdin.text), args)
	case !file.known(), file.Text == "/dev/stdin", strings.HasPrefix(file.Text, "/dev/fd/"):
		r.unresolved("a script file that is computed", file.Text, r.line)
	}
}

// code reads a call of another interpreter. Its inline programs are not
// understood: those that could touch files are unresolved.
func (r *reader) code(st *state, argv []Word, text string) {
	for i := 1; i < len(argv); i++ {
		f := argv[i].Text
		if inline := inlineFlag(argv[0].Text, f); inline && i+1 < len(argv) {
			if !harmlessCode(argv[i+1].Text) {
				r.unresolved("a program in "+argv[0].Text+" "+f, text, r.line)
			}
			return
		}
		if !argv[i].flag() && f != "-" {
			r.codeFile(st, argv[i], text)
			return
		}
	}
	if st.stdin != nil && st.stdin.words == nil && !harmlessCode(st.stdin.text) {
		r.unresolved("a program on the standard input of "+argv[0].Text, text, r.line)
	}
}

func (r *reader) codeFile(st *state, file Word, text string) {
	t, ok := st.text(file)
	if ok && !harmlessCode(t) {
		r.unresolved("a program that the script wrote", text, r.line)
	}
}

func inlineFlag(name, f string) bool {
	switch {
	case strings.HasPrefix(name, "python"), name == "pypy", name == "php":
		return f == "-c" || f == "-r" || len(f) > 2 && f[0] == '-' && f[1] != '-' && strings.HasSuffix(f, "c")
	case name == "perl", name == "ruby":
		return f != "" && f[0] == '-' && !strings.HasPrefix(f, "--") && strings.ContainsAny(f, "eE")
	}
	return f == "-e" || f == "-p" || f == "-pe" || f == "--eval" || f == "--print" || f == "eval"
}

// harmlessCode reports whether a program in Python, Perl, JavaScript or Ruby
// uses no name but those that can't change or start anything.
func harmlessCode(code string) bool {
	code = withoutData(code)
	if strings.ContainsAny(code, "`"+Unknown) || joinsText(code) {
		return false
	}
	start := -1
	for i := 0; i <= len(code); i++ {
		word := i < len(code) && (code[i] == '_' || code[i] >= '0' && code[i] <= '9' || code[i]|32 >= 'a' && code[i]|32 <= 'z' || code[i] >= 0x80)
		switch {
		case word && start < 0:
			start = i
		case !word && start >= 0:
			if !safeName(code[start:i]) {
				return false
			}
			start = -1
		}
	}
	return true
}

// withoutData takes the loading of JSON files from a program:
// require("./package.json").
func withoutData(code string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(code, "require(")
		name, rest, closed := strings.Cut(after, ")")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if q := strings.Trim(name, `"'`); !closed || len(q)+2 != len(name) || !strings.HasSuffix(q, ".json") || strings.ContainsAny(q, `"'\`+"`+$") {
			return b.String() + "require(" + after
		}
		code = rest
	}
}

// joinsText reports whether a program adds to a text in quotes: it may make a
// name of pieces.
func joinsText(code string) bool {
	code = strings.ReplaceAll(code, " ", "")
	for _, s := range []string{`"+`, `'+`, `+"`, `+'`} {
		if strings.Contains(code, s) {
			return true
		}
	}
	return false
}

const safeNames = " print printf say puts import json sys math re time datetime loads dumps load stdin stdout argv len range for in if else elif " +
	"not and or is None True False str int float list dict set tuple sorted sum min max abs map filter zip any all round lambda get keys values items split strip " +
	"version version_info indent console log JSON parse stringify process Math const let var function return length null true false undefined new Date now " +
	"platform my foreach while next last unless lc uc sort append isinstance os path exists getcwd environ basename dirname isfile isdir cwd env type enumerate pow sqrt floor ceil random toString toFixed slice "

func safeName(n string) bool {
	if len(n) <= 1 || n[0] >= '0' && n[0] <= '9' {
		return true
	}
	return strings.Contains(safeNames, " "+n+" ")
}
