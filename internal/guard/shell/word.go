package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Word is one argument after expansion.
type Word struct {
	Text  string // literal text, Unknown for the parts that are not known
	glob  string // Text as a pattern with backslash escapes, empty when it is none
	under *tree  // the names of files below a directory
	done  bool   // glob is already expanded: it counts in quotes too
}

// tree names files by where they are.
type tree struct {
	roots string // words with newlines between, each its text and its pattern with a NUL between
	name  string // base name pattern, empty for all
	some  bool   // not all of these files, but some of them
}

func lit(s string) Word    { return Word{Text: s} }
func unknownWord() Word    { return Word{Text: Unknown} }
func (w Word) known() bool { return !strings.Contains(w.Text, Unknown) && w.under == nil }
func (w Word) flag() bool  { return strings.HasPrefix(w.Text, "-") && w.Text != "-" }

// split is the mark between the fields of an unquoted expansion.
const split = "\uE001"

// part is a word under construction.
type part struct {
	text, glob string
	isGlob     bool
	under      *tree
}

func (p part) add(text, glob string, isGlob bool) part {
	p.text += text
	p.glob += glob
	p.isGlob = p.isGlob || isGlob
	return p
}

// fields expands a word to the lists of fields that it can become; at least one.
func (r *reader) fields(st *state, w *syntax.Word) [][]Word {
	var out [][]Word
	for _, bw := range braces(w) {
		alts := r.parts(st, bw.Parts, false, []part{{}})
		out = product(out, fieldsOf(alts))
	}
	return out
}

// single expands a word that is neither split nor matched with files: the
// value of an assignment, a here-string.
func (r *reader) single(st *state, w *syntax.Word) []Word {
	return r.unsplit(st, w, true)
}

// target expands the target of a redirection: wildcards count, also those of
// a variable.
func (r *reader) target(st *state, w *syntax.Word) []Word {
	return r.unsplit(st, w, false)
}

func (r *reader) unsplit(st *state, w *syntax.Word, quoted bool) []Word {
	if w == nil {
		return []Word{lit("")}
	}
	var out []Word
	for _, p := range r.parts(st, w.Parts, quoted, []part{{}}) {
		out = append(out, p.word())
	}
	return out
}

func (p part) word() Word {
	w := Word{Text: strings.ReplaceAll(p.text, split, " "), under: p.under}
	if p.isGlob {
		w.glob = strings.ReplaceAll(p.glob, split, " ")
	}
	return w
}

// fieldsOf turns each alternative into its fields. A word that expands to
// nothing unquoted is no field at all.
func fieldsOf(alts []part) [][]Word {
	var out [][]Word
	for _, p := range alts {
		if !strings.Contains(p.text, split) {
			out = append(out, []Word{p.word()})
			continue
		}
		var fs []Word
		globs := strings.Split(p.glob, split)
		for i, t := range strings.Split(p.text, split) {
			if t != "" {
				fs = append(fs, part{text: t, glob: globs[i], isGlob: p.isGlob}.word())
			}
		}
		out = append(out, fs)
	}
	return out
}

// product returns every list of a followed by every list of b.
func product(a, b [][]Word) [][]Word {
	if len(a) == 0 {
		return b
	}
	if len(a)*len(b) > maxAlts {
		b = [][]Word{{unknownWord()}}
		if len(a) > maxAlts {
			a = a[:maxAlts]
		}
	}
	out := make([][]Word, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, append(slices.Clip(x), y...))
		}
	}
	return out
}

// parts appends the expansion of the parts to each alternative.
func (r *reader) parts(st *state, ps []syntax.WordPart, quoted bool, alts []part) []part {
	for i, wp := range ps {
		if l, ok := wp.(*syntax.Lit); ok {
			text := l.Value
			if i == 0 && !quoted || i == 0 && len(alts) == 1 && alts[0].text == "" && strings.HasPrefix(text, "~") {
				text = r.tilde(st, text)
			}
			alts = addAll(alts, literal(text))
			continue
		}
		alts = r.expansion(st, wp, quoted, alts)
		if len(alts) > maxAlts {
			alts = []part{{text: Unknown, glob: Unknown}}
		}
	}
	return alts
}

func (r *reader) expansion(st *state, wp syntax.WordPart, quoted bool, alts []part) []part {
	switch x := wp.(type) {
	case *syntax.SglQuoted:
		text := x.Value
		if x.Dollar {
			text = ansiC(text)
		}
		return addAll(alts, part{text: text, glob: escapeGlob(text)})
	case *syntax.DblQuoted:
		return r.doubleQuoted(st, x, alts)
	case *syntax.ParamExp:
		return addWords(alts, st.resplit(r.param(st, x), quoted), quoted)
	case *syntax.CmdSubst:
		return addWords(alts, st.resplit(r.substitute(st, x), quoted), quoted)
	case *syntax.ArithmExp:
		r.inside(st, x)
		return addWords(alts, []Word{digits()}, true)
	case *syntax.ProcSubst:
		r.stmts(st.clone(), x.Stmts)
		return addAll(alts, part{text: "/dev/fd/63", glob: "/dev/fd/63"})
	default:
		return addAll(alts, part{text: Unknown, glob: Unknown})
	}
}

// doubleQuoted appends what stands between double quotes: no splitting, no
// globs, and only five escapes.
func (r *reader) doubleQuoted(st *state, d *syntax.DblQuoted, alts []part) []part {
	for _, wp := range d.Parts {
		if l, ok := wp.(*syntax.Lit); ok {
			text := unescapeQuoted(l.Value)
			alts = addAll(alts, part{text: text, glob: escapeGlob(text)})
			continue
		}
		alts = r.expansion(st, wp, true, alts)
	}
	return alts
}

// expanded marks words whose wildcards the shell has replaced by names.
func expanded(ws []Word) []Word {
	out := slices.Clone(ws)
	for i := range out {
		out[i].done = out[i].glob != ""
	}
	return out
}

// digits is a number that the script computes.
func digits() Word { return Word{Text: "0", glob: `[\-0-9]*`, done: true} }

func addAll(alts []part, p part) []part {
	out := make([]part, len(alts))
	for i, a := range alts {
		out[i] = a.add(p.text, p.glob, p.isGlob)
		if p.under != nil {
			out[i].under = p.under
		}
	}
	return out
}

// addWords appends the possible values of an expansion.
func addWords(alts []part, vals []Word, quoted bool) []part {
	if len(alts)*len(vals) > maxAlts {
		vals = []Word{unknownWord()}
	}
	var out []part
	for _, a := range alts {
		for _, v := range vals {
			p := valuePart(v, quoted)
			n := a.add(p.text, p.glob, p.isGlob)
			if v.under != nil {
				n.under = v.under
			}
			out = append(out, n)
		}
	}
	return out
}

// valuePart is a value as a part of a word: unquoted it is split at blanks and
// its wildcards count.
func valuePart(v Word, quoted bool) part {
	switch {
	case v.done, v.glob != "" && !quoted:
		return part{text: v.Text, glob: v.glob, isGlob: true}
	case quoted:
		return part{text: v.Text, glob: escapeGlob(v.Text)}
	}
	text := splitBlanks(v.Text)
	return part{text: text, glob: text, isGlob: strings.ContainsAny(text, "*?[")}
}

// splitBlanks marks the field breaks of an unquoted value. An empty value is a
// break too: alone it gives no field.
func splitBlanks(s string) string {
	if s == "" {
		return split
	}
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '\t' || c == '\n' {
			return []rune(split)[0]
		}
		return c
	}, s)
}
