package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call reads a simple command: its assignments, then every argument list that
// its words can become.
func (r *reader) call(st *state, c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		st.cd = nil
		r.assigns(st, c.Assigns)
		return
	}
	prefix := ""
	if len(c.Assigns) > 0 {
		prefix = r.prefixAssigns(st, c.Assigns)
		defer r.lend(st, c.Assigns)()
	}
	for _, argv := range r.args(st, c.Args) {
		if len(argv) > 0 && r.step() {
			r.run(st, argv, prefix)
		}
	}
}

// args returns the argument lists that the words can become.
func (r *reader) args(st *state, ws []*syntax.Word) [][]Word {
	out := [][]Word{make([]Word, 0, len(ws))}
	for _, w := range ws {
		if text, ok := plain(w); ok && len(out) == 1 {
			out[0] = append(out[0], lit(text))
			continue
		}
		alts := r.fields(st, w)
		if len(out) == 1 && len(alts) == 1 {
			out[0] = append(out[0], alts[0]...)
			continue
		}
		out = product(out, alts)
	}
	return out
}

// run reads one command with known word borders.
func (r *reader) run(st *state, argv []Word, prefix string) {
	st.cd = nil
	name := argv[0].Text
	if text, ok := st.alias[name]; ok {
		quiet := st.alias
		st.alias = nil
		r.script(st, text+" "+quoteAll(argv[1:]), r.line)
		st.alias = quiet
		return
	}
	if body := st.funcs[name]; body != nil {
		r.function(st, body, argv[1:])
		return
	}
	r.program(st, argv, prefix)
}

// program reads a command that is no function: what wrappers run never is.
func (r *reader) program(st *state, argv []Word, prefix string) {
	name := argv[0].Text
	if name == "[" || argv[0].glob == "" && !strings.Contains(baseName(name), Unknown) {
		r.named(st, argv, prefix)
		return
	}
	text := joinText(argv)
	r.unresolved("a command whose name is computed", text, r.line)
	r.report(Command{Text: text, Forms: r.forms(text, prefix), Needs: text, Dynamic: true, Line: r.line})
}

func (r *reader) function(st *state, body *syntax.Stmt, args []Word) {
	if st.inFunc > 8 {
		r.unresolved("a function that calls itself", "", r.line)
		return
	}
	saved := st.args
	st.args = append([]Word{}, expanded(args)...)
	st.inFunc++
	r.stmt(st, body)
	st.inFunc--
	st.args = saved
}

// named reads a command by what is known about its name.
func (r *reader) named(st *state, argv []Word, prefix string) {
	if _, ok := st.text(argv[0]); ok && strings.Contains(argv[0].Text, "/") {
		r.scriptFile(st.clone(), argv[0], argv[1:])
	}
	argv = slices.Clone(argv)
	argv[0].Text = baseName(argv[0].Text)
	text := joinText(argv)
	cmd := Command{Text: text, Forms: r.forms(text, prefix), Needs: text, Line: r.line}
	if dangerous(prefix) {
		cmd.Needs = prefix + text
	}
	if w, ok := wrappers()[argv[0].Text]; ok && r.wrapped(st, w, argv, prefix, cmd) {
		return
	}
	if argv[0].Text == "git" {
		if short := gitPlain(argv); short != text {
			cmd.Forms = append(cmd.Forms, short)
			cmd.Needs = gitNeeds(argv, cmd.Needs, short)
		}
	}
	if neutral(argv[0].Text) {
		cmd.Needs = ""
	}
	if r.builtin(st, argv, &cmd) {
		r.report(cmd)
		return
	}
	r.report(cmd)
	if inner := runs(argv); len(inner) > 0 {
		r.runner(st, inner)
		return
	}
	r.files(st, argv, text)
}

// baseName takes the directory from a command's name: /bin/rm is rm.
func baseName(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 && i+1 < len(name) {
		return name[i+1:]
	}
	return name
}

func (r *reader) report(c Command) {
	if r.mute == 0 {
		r.out.Commands = append(r.out.Commands, c)
	}
}

// forms returns the texts of a command with its assignments and wrappers.
func (r *reader) forms(text, prefix string) []string {
	var out []string
	if prefix != "" {
		out = append(out, prefix+text)
	}
	for _, v := range slices.Backward(r.outer) {
		out = append(out, v+" "+prefix+text)
	}
	return out
}

// neutral reports whether a command changes nothing outside the script.
func neutral(name string) bool {
	switch name {
	case "cd", "pushd", "popd", "true", "false", ":", "exit", "return", "break", "continue", "shift", "wait", "read":
		return true
	}
	return false
}
