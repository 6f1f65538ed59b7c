package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces expands {a,b} and {1..3} to words.
func braces(w *syntax.Word) []*syntax.Word {
	if !hasBraces(w) {
		return []*syntax.Word{w}
	}
	c := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	syntax.SplitBraces(c)
	var out []*syntax.Word
	for _, parts := range braceParts(c.Parts) {
		out = append(out, &syntax.Word{Parts: parts})
	}
	return out
}

func hasBraces(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.Contains(l.Value, "{") {
			return true
		}
	}
	return false
}

// braceParts returns the alternatives of a list of parts.
func braceParts(ps []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range ps {
		alts := [][]syntax.WordPart{{p}}
		if b, ok := p.(*syntax.BraceExp); ok {
			alts = braceAlts(b)
		}
		if len(out)*len(alts) > maxAlts {
			alts = [][]syntax.WordPart{{&syntax.Lit{Value: Unknown}}}
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(alts))
		for _, o := range out {
			for _, a := range alts {
				next = append(next, append(slices.Clip(o), a...))
			}
		}
		out = next
	}
	return out
}

func braceAlts(b *syntax.BraceExp) [][]syntax.WordPart {
	var out [][]syntax.WordPart
	if !b.Sequence {
		for _, e := range b.Elems {
			out = append(out, braceParts(e.Parts)...)
		}
		return out
	}
	for _, s := range sequence(b) {
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: s}})
	}
	return out
}

// sequence expands {a..b}; a long one or one with a step is not known.
func sequence(b *syntax.BraceExp) []string {
	from, to := b.Elems[0].Lit(), b.Elems[1].Lit()
	m, errM := strconv.Atoi(from)
	n, errN := strconv.Atoi(to)
	chars := errM != nil || errN != nil
	if chars && (len(from) != 1 || len(to) != 1) || len(b.Elems) > 2 {
		return []string{Unknown}
	}
	if chars {
		m, n = int(from[0]), int(to[0])
	}
	m, n = min(m, n), max(m, n)
	if n-m >= maxAlts {
		return []string{Unknown}
	}
	var out []string
	for ; m <= n; m++ {
		if chars {
			out = append(out, string(rune(m)))
		} else {
			out = append(out, strconv.Itoa(m))
		}
	}
	return out
}
