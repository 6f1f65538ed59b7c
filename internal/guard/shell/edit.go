package shell

import "strings"

// sed writes its files with -i, and others by the w command.
func sed(r *reader, st *state, a *args) {
	scripts, files := a.values("e", "expression"), a.rest
	if len(scripts) == 0 && !a.has("f", "file") && len(files) > 0 {
		scripts, files = files[:1], files[1:]
	}
	if a.has("i", "in-place", "I") {
		if len(files) > 0 && files[0].Text == "" {
			files = files[1:]
		}
		for _, w := range files {
			r.effect(st, Write, w, a.text, Effect{})
		}
	} else {
		r.reads(st, append([]Word{lit("cat")}, files...), a.text)
	}
	for _, s := range scripts {
		r.sedScript(st, s.Text, a.text)
	}
}

// sedScript finds the files that a sed script may write: what follows a "w".
func (r *reader) sedScript(st *state, script, text string) {
	for line := range strings.SplitSeq(script, "\n") {
		if strings.HasSuffix(line, "/e") || strings.HasPrefix(line, "e ") || strings.HasPrefix(line, "1e ") {
			r.unresolved("a sed script that runs commands", text, r.line)
		}
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, "w ")
			if !ok {
				break
			}
			r.effect(st, Write, lit(strings.TrimSpace(after)), text, Effect{Maybe: true})
			rest = after
		}
		r.sedTight(st, line, text)
	}
}

// sedTight finds names of files right behind a "w": 1wname. Most such letters
// are part of a word, so only files that are there count.
func (r *reader) sedTight(st *state, line, text string) {
	for i := range line {
		name := strings.TrimSpace(line[i+1:])
		if line[i] != 'w' || name == "" {
			continue
		}
		if r.stat(st.abs(name)[0]) != None {
			r.effect(st, Write, lit(name), text, Effect{})
		}
	}
}

// scriptedInPlace is perl and ruby: -i changes the operands.
func scriptedInPlace(r *reader, st *state, a *args) {
	files := a.rest
	if !a.has("e", "E") && len(files) > 0 {
		files = files[1:]
	}
	for name := range a.flags {
		if name == "i" {
			for _, w := range files {
				r.effect(st, Write, w, a.text, Effect{})
			}
			return
		}
	}
	r.reads(st, append([]Word{lit("cat")}, files...), a.text)
}

// awk writes its files with -i inplace, and others by print > "file".
func awk(r *reader, st *state, a *args) {
	files := a.rest
	program := ""
	if !a.has("f", "file") && len(files) > 0 {
		program, files = files[0].Text, files[1:]
	}
	for _, w := range a.values("i", "include") {
		if strings.HasPrefix(w.Text, "inplace") {
			for _, f := range files {
				r.effect(st, Write, f, a.text, Effect{})
			}
		}
	}
	r.awkProgram(st, program, a.text)
	r.reads(st, append([]Word{lit("cat")}, files...), a.text)
}

func (r *reader) awkProgram(st *state, program, text string) {
	for _, runs := range []string{"system(", "system (", `| "`, `|"`, `" |`, `"|`} {
		if strings.Contains(program, runs) {
			r.unresolved("an awk program that runs commands", text, r.line)
			return
		}
	}
	_, after, printed := strings.Cut(program, "print")
	for printed {
		_, target, ok := strings.Cut(after, ">")
		if !ok {
			return
		}
		target = strings.TrimLeft(target, "> ")
		name, quoted := strings.CutPrefix(target, `"`)
		name, _, closed := strings.Cut(name, `"`)
		if quoted && closed {
			r.effect(st, Write, lit(name), text, Effect{})
		} else {
			r.effect(st, Write, unknownWord(), text, Effect{Maybe: true})
		}
		after = target
	}
}

// editor is a text editor run by a script: its files may be written, its
// commands may write others.
func editor(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		if strings.HasPrefix(w.Text, "+") {
			r.unresolved("editor commands", a.text, r.line)
			continue
		}
		r.effect(st, Write, w, a.text, Effect{})
	}
	if a.has("c", "S", "cmd", "eval", "l", "load") || len(a.rest) == 0 || st.stdin != nil {
		r.unresolved("editor commands", a.text, r.line)
	}
}
