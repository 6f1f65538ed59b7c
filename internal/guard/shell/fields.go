package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// separators returns what the script splits fields at besides blanks.
func (st *state) separators() string {
	var b strings.Builder
	for _, v := range st.vars["IFS"] {
		b.WriteString(strings.Trim(v.Text, " \t\n"))
	}
	return b.String()
}

// resplit adds to the values of an unquoted expansion what they are when IFS
// splits them.
func (st *state) resplit(vals []Word, quoted bool) []Word {
	marks := st.separators()
	if quoted || marks == "" {
		return vals
	}
	out := slices.Clip(vals)
	for _, v := range vals {
		if t := blanked(v.Text, marks); t != v.Text {
			out = append(out, lit(t))
		}
	}
	return out
}

// blanked has blanks in place of the marks.
func blanked(text, marks string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(marks, c) {
			return ' '
		}
		return c
	}, text)
}

// lend sets, for one command, the variables that its reading depends on. The
// result takes them back.
func (r *reader) lend(st *state, as []*syntax.Assign) (back func()) {
	ifs, dirs := st.vars["IFS"], st.vars["CDPATH"]
	for _, a := range as {
		if a.Name != nil && (a.Name.Value == "IFS" || a.Name.Value == "CDPATH") {
			r.assign(st, a)
		}
	}
	return func() { st.vars["IFS"], st.vars["CDPATH"] = ifs, dirs }
}
