package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	if runsValue(name) && len(vals) > 0 {
		r.runBy(st, vals[0].Text)
	}
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
		value := r.single(st, a.Value)[0].Text
		b.WriteString(a.Name.Value + "=" + value + " ")
		if runsValue(a.Name.Value) {
			r.runBy(st, value)
		}
	}
	return b.String()
}

func (r *reader) declare(st *state, c *syntax.DeclClause) {
	r.assigns(st, c.Args)
	if c.Variant.Value == "nameref" || slices.ContainsFunc(c.Args, func(a *syntax.Assign) bool { return a.Name == nil && a.Value.Lit() == "-n" }) {
		st.refer(c.Args)
	}
	text := c.Variant.Value
	r.report(Command{Text: text, Line: r.line})
}

// refer makes not known what a variable is that stands for another one.
func (st *state) refer(as []*syntax.Assign) {
	for _, a := range as {
		if a.Name != nil {
			st.vars[a.Name.Value] = []Word{unknownWord()}
		}
	}
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
