package config

import (
	"fmt"
	"reflect"

	"gopkg.in/yaml.v3"

	"conclaude/internal/event"
)

// legacy is a key of an older version of conclaude.
type legacy struct {
	instead string // what replaces it, for the message
	key     string // the key of today that has the same meaning; "" when none has
}

// legacyKeys are the keys that older versions had, by their path.
func legacyKeys() map[string]legacy {
	return map[string]legacy{
		"rules":                {"preToolUse", "preToolUse"},
		"stop.rounds":          {"infinite: true with maxRounds", "maxRounds"},
		"grepRules":            {`a stop command like run: "! grep -rn PATTERN src"`, ""},
		"stop.grepRules":       {`a stop command like run: "! grep -rn PATTERN src"`, ""},
		"preToolUse.grepRules": {`a stop command like run: "! grep -rn PATTERN src"`, ""},
		"gitWorktree":          {"worktreeCreate and the host's own --worktree", ""},
		"git":                  {"worktreeCreate and the host's own --worktree", ""},
		"stop.gitWorktree":     {"worktreeCreate and the host's own --worktree", ""},
		"preToolUse.rules":     {"the keys of preToolUse themselves", ""},
		"stop.commands.rounds": {"maxRounds", ""},
		"rules.rounds":         {"stop.maxRounds", ""},
	}
}

// unknown deals with a key that the place does not have: one of an older
// version, one of another event, or a typo.
func (d *decoder) unknown(v reflect.Value, fields []Field, key string, kn, vn *yaml.Node, at *trail) {
	place, at := at, at.key(key)
	if old, ok := legacyKeys()[at.String()]; ok {
		d.legacy(v, fields, old, kn, vn, at)
		return
	}
	if key == "<<" {
		d.problem(kn, at, "merge keys are not supported; use defaults, or an alias for the whole value")
		return
	}
	for i := range fields {
		if fields[i].Key == key {
			d.problem(kn, at, fmt.Sprintf("not a key of %s, only of %s", d.place(place), owner(&fields[i])))
			return
		}
	}
	known := d.known(v, fields)
	if s := suggestion(key, known); s != "" {
		d.problem(kn, at, fmt.Sprintf("unknown key (%s)", s))
		return
	}
	d.problem(kn, at, fmt.Sprintf("unknown key; known here: %s", keyList(known)))
}

// legacy reads a key of an older version as the one that replaced it.
func (d *decoder) legacy(v reflect.Value, fields []Field, old legacy, kn, vn *yaml.Node, at *trail) {
	if old.key == "" {
		d.problem(kn, at, fmt.Sprintf("this key of an older version is gone; use %s", old.instead))
		return
	}
	d.warn(kn, at, fmt.Sprintf("this key of an older version still works; write %s", old.instead))
	d.entry(v, fields, old.key, kn, vn, at.up)
	if s, ok := reflect.TypeAssert[*Section](v.Addr()); ok && old.key == "maxRounds" {
		s.Infinite = true
	}
}

// known lists the keys of the place.
func (d *decoder) known(v reflect.Value, fields []Field) []string {
	var keys []string
	for i := range fields {
		if fields[i].On(d.event) {
			keys = append(keys, fields[i].Key)
		}
	}
	if _, ok := reflect.TypeAssert[*Config](v.Addr()); ok {
		for _, e := range event.All() {
			keys = append(keys, e.Key())
		}
	}
	return keys
}

func (d *decoder) place(at *trail) string {
	if d.event == nil {
		return at.String()
	}
	return d.event.Key()
}

// owner names the events that have the key.
func owner(f *Field) string {
	if e, ok := event.Lookup(f.Only); ok {
		return e.Key()
	}
	return "events that can be blocked"
}
