package shell

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// param returns the values that a parameter expansion can have.
func (r *reader) param(st *state, p *syntax.ParamExp) []Word {
	if p.Param == nil || p.Excl || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 {
		r.inside(st, p)
		return r.elements(st, p)
	}
	if p.Length {
		return []Word{digits()}
	}
	vals, set := r.value(st, p.Param.Value)
	if p.Exp == nil {
		return vals
	}
	return r.expanded(st, p, vals, set)
}

// elements returns what "${x[@]}" gives: each value of the array.
func (r *reader) elements(st *state, p *syntax.ParamExp) []Word {
	if w, ok := p.Index.(*syntax.Word); ok && !p.Excl && p.Repl == nil && p.Slice == nil && p.Param != nil {
		if l := w.Lit(); l == "@" || l == "*" {
			if vals, ok := st.vars[p.Param.Value]; ok {
				return vals
			}
		}
	}
	return []Word{unknownWord()}
}

// value returns what a plain $name can be, and whether the script or the
// environment sets it.
func (r *reader) value(st *state, name string) ([]Word, bool) {
	switch name {
	case "?", "#", "$", "!", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "BASHPID":
		return []Word{digits()}, true
	case "PWD":
		return words(st.dirs), true
	case "@", "*":
		if st.args == nil {
			return []Word{unknownWord()}, false
		}
		return []Word{lit(strings.ReplaceAll(joinText(st.args), " ", split))}, true
	}
	if n, err := strconv.Atoi(name); err == nil {
		if st.args == nil || n == 0 {
			return []Word{unknownWord()}, false
		}
		if n <= len(st.args) {
			return []Word{st.args[n-1]}, true
		}
		return []Word{lit("")}, true
	}
	if vals, ok := st.vars[name]; ok {
		return vals, true
	}
	v := r.env(name)
	return []Word{lit(v)}, v != Unknown
}

// expanded applies ${x:-y} and the like.
func (r *reader) expanded(st *state, p *syntax.ParamExp, vals []Word, set bool) []Word {
	arg := r.single(st, p.Exp.Word)
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		out := vals
		if !set && p.Param.Value == "TMPDIR" {
			out = nil
		}
		if !set || !allKnown(vals) || vals[0].Text == "" {
			out = append(slices.Clip(out), arg...)
		}
		return out
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return append(slices.Clip(arg), lit(""))
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return vals
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return trimmed(p.Exp.Op, vals, one(arg))
	}
	return []Word{unknownWord()}
}

// trimmed knows the patterns that scripts trim names with.
func trimmed(op syntax.ParExpOperator, vals []Word, pattern string) []Word {
	var out []Word
	for _, v := range vals {
		t, ok := trim(op, v.Text, pattern)
		if !ok || !v.known() {
			return []Word{unknownWord()}
		}
		out = append(out, lit(t))
	}
	return out
}

func trim(op syntax.ParExpOperator, s, pattern string) (string, bool) {
	suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
	switch {
	case pattern == "##*/" || !suffix && op == syntax.RemLargePrefix && pattern == "*/":
		return path.Base(s), s != ""
	case op == syntax.RemSmallSuffix && pattern == "/*":
		i := strings.LastIndexByte(s, '/')
		return s[:max(i, 0)], i >= 0
	case strings.ContainsAny(pattern, `*?[\`+Unknown):
		return "", false
	case suffix:
		return strings.TrimSuffix(s, pattern), true
	}
	return strings.TrimPrefix(s, pattern), true
}

func allKnown(ws []Word) bool {
	for _, w := range ws {
		if !w.known() {
			return false
		}
	}
	return len(ws) > 0
}

func words(texts []string) []Word {
	out := make([]Word, len(texts))
	for i, t := range texts {
		out[i] = lit(t)
	}
	return out
}

// joinText returns the texts of words with single spaces between them.
func joinText(ws []Word) string {
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// substitute reads the script in $(…) and returns its output as far as it is
// known.
func (r *reader) substitute(st *state, c *syntax.CmdSubst) []Word {
	sub := st.clone()
	r.stmts(sub, c.Stmts)
	if len(c.Stmts) != 1 {
		return []Word{unknownWord()}
	}
	if out := r.output(st, c.Stmts[0]); out != nil {
		return out.values()
	}
	return []Word{unknownWord()}
}

// values is the input as values of a word, without the last newlines.
func (in *input) values() []Word {
	if in.words != nil {
		return in.words
	}
	return []Word{lit(strings.TrimRight(in.text, "\n"))}
}
