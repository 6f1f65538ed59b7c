package config

import (
	"fmt"
	"strings"
)

// trail is the way from the top of a file to a place in it. It becomes text
// only when there is a problem to report, which most files have none of. Nil is
// the top.
type trail struct {
	up    *trail
	name  string // of a key or a pattern
	index int    // of an item, when kind is itemTrail
	kind  trailKind
}

type trailKind int

const (
	keyTrail trailKind = iota
	patternTrail
	itemTrail
)

func (t *trail) key(name string) *trail     { return &trail{up: t, name: name} }
func (t *trail) pattern(name string) *trail { return &trail{up: t, name: name, kind: patternTrail} }
func (t *trail) item(i int) *trail          { return &trail{up: t, index: i, kind: itemTrail} }

// String returns the path as messages have it:
// subagentStop.commands["coder"][0].timeout.
func (t *trail) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *trail) write(b *strings.Builder) {
	if t == nil {
		return
	}
	t.up.write(b)
	switch {
	case t.kind == itemTrail:
		fmt.Fprintf(b, "[%d]", t.index)
	case t.kind == patternTrail || !validVariable(t.name):
		fmt.Fprintf(b, "[%q]", t.name)
	case b.Len() == 0:
		b.WriteString(t.name)
	default:
		b.WriteString("." + t.name)
	}
}
