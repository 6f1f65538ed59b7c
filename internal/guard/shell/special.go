package shell

import (
	"strings"
)

func dd(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		if f, ok := strings.CutPrefix(w.Text, "of="); ok {
			r.effect(st, Write, lit(f), a.text, Effect{})
		}
		if f, ok := strings.CutPrefix(w.Text, "if="); ok {
			r.effect(st, Read, lit(f), a.text, Effect{})
		}
	}
}

// lastWrites is split: its names begin with the last operand.
func lastWrites(r *reader, st *state, a *args) {
	if len(a.rest) > 1 {
		p := a.rest[len(a.rest)-1]
		r.effect(st, Write, Word{Text: p.Text + "aa", glob: escapeGlob(p.Text) + "*"}, a.text, Effect{})
	}
}

// csplit makes files whose names begin with a prefix.
func csplit(r *reader, st *state, a *args) {
	for _, p := range a.values("f", "prefix") {
		r.effect(st, Write, Word{Text: p.Text + "00", glob: escapeGlob(p.Text) + "*"}, a.text, Effect{})
	}
}

// secondWrites is uniq: its second operand is written.
func secondWrites(r *reader, st *state, a *args) {
	if len(a.rest) > 1 {
		r.effect(st, Write, a.rest[1], a.text, Effect{})
	}
	r.reads(st, append([]Word{lit(a.name)}, a.rest...), a.text)
}

func openssl(r *reader, st *state, a *args) {
	// openssl's flags are one dash and a word; its operands follow them.
	for i, w := range a.rest {
		if i >= 0 && a.has("o", "u", "t") && len(w.Text) > 0 {
			r.effect(st, Write, w, a.text, Effect{Maybe: true})
		}
	}
}

// mount --bind gives a directory a second name.
func mount(r *reader, st *state, a *args) {
	if len(a.rest) == 2 {
		st.link(a.rest[1], a.rest[0])
	}
}
