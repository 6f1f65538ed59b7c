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
	prefix := r.prefixAssigns(st, c.Assigns)
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

// plain returns the text of a word that nothing in it changes.
func plain(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	switch x := w.Parts[0].(type) {
	case *syntax.Lit:
		return x.Value, !strings.ContainsAny(x.Value, "\\*?[{~")
	case *syntax.SglQuoted:
		return x.Value, !x.Dollar
	}
	return "", false
}

func (r *reader) assigns(st *state, as []*syntax.Assign) {
	for _, a := range as {
		if a.Name == nil {
			r.single(st, a.Value)
			continue
		}
		r.assign(st, a)
	}
}

func (r *reader) assign(st *state, a *syntax.Assign) {
	name := a.Name.Value
	var vals []Word
	switch {
	case a.Array != nil:
		vals = r.array(st, a.Array)
	case a.Value != nil:
		vals = r.single(st, a.Value)
	case a.Naked:
		return
	default:
		vals = []Word{lit("")}
	}
	switch {
	case a.Index != nil, a.Append && a.Array != nil:
		vals = mergeWords(st.vars[name], vals)
	case a.Append:
		vals = appended(st.vars[name], vals)
	}
	st.vars[name] = vals
}

func (r *reader) array(st *state, a *syntax.ArrayExpr) []Word {
	vals := []Word{}
	for _, e := range a.Elems {
		if e.Value == nil {
			continue
		}
		for _, fs := range r.fields(st, e.Value) {
			vals = append(vals, expanded(fs)...)
		}
	}
	if len(vals) == 0 || len(vals) > maxAlts {
		return []Word{unknownWord()}
	}
	return vals
}

func appended(old, vals []Word) []Word {
	if len(old) == 0 || len(old)*len(vals) > maxAlts {
		return []Word{unknownWord()}
	}
	var out []Word
	for _, o := range old {
		for _, v := range vals {
			out = append(out, lit(o.Text+v.Text))
		}
	}
	return out
}

// prefixAssigns reads the assignments in front of a command. They last only
// for the command, but some of them change what it runs.
func (r *reader) prefixAssigns(st *state, as []*syntax.Assign) string {
	var b strings.Builder
	for _, a := range as {
		if a.Name == nil {
			continue
		}
		b.WriteString(a.Name.Value + "=" + r.single(st, a.Value)[0].Text + " ")
	}
	return b.String()
}

func (r *reader) declare(st *state, c *syntax.DeclClause) {
	r.assigns(st, c.Args)
	text := c.Variant.Value
	r.report(Command{Text: text, Line: r.line})
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
	if w, ok := wrappers[argv[0].Text]; ok && r.wrapped(st, w, argv, prefix, cmd) {
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

// dangerous reports whether assignments change what a command runs, so that
// an allow rule for the command alone must not admit them.
func dangerous(prefix string) bool {
	for f := range strings.FieldsSeq(prefix) {
		name, _, ok := strings.Cut(f, "=")
		if !ok {
			continue
		}
		for _, p := range []string{"LD_", "DYLD_", "GIT_", "BASH_", "PERL5", "PYTHON", "NODE_", "RUBY"} {
			if strings.HasPrefix(name, p) {
				return true
			}
		}
		switch name {
		case "PATH", "ENV", "PAGER", "EDITOR", "VISUAL", "SHELL", "IFS", "BROWSER", "SHELLOPTS", "PS4":
			return true
		}
	}
	return false
}

// neutral reports whether a command changes nothing outside the script.
func neutral(name string) bool {
	switch name {
	case "cd", "pushd", "popd", "true", "false", ":", "exit", "return", "break", "continue", "shift", "wait", "read":
		return true
	}
	return false
}
