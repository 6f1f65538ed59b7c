package config

import (
	"fmt"
	"reflect"
	"slices"

	"gopkg.in/yaml.v3"

	"conclaude/internal/event"
)

// maxVisits bounds how many nodes a file may have with its aliases written
// out: a few anchors can stand for billions.
const maxVisits = 500_000

// decoder walks the nodes of a file against the types and notes every problem
// instead of stopping at the first.
type decoder struct {
	file     string
	event    *event.Event // whose section is being read; nil outside
	types    map[reflect.Type]*structure
	problems []Problem
	warnings []Problem
	visits   int
}

// value decodes n into v, whose field is f.
func (d *decoder) value(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	n = d.resolve(n, at)
	if n == nil || isNull(n) {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[Commands]():
		d.commands(n, v, f, at)
		return
	case reflect.TypeFor[*Duration]():
		d.duration(n, v, f, at)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		d.value(n, p.Elem(), f, at)
		v.Set(p)
	case reflect.Struct:
		d.structure(n, v, at)
	case reflect.Slice:
		d.list(n, v, f, at)
	case reflect.Map:
		d.stringMap(n, v, at)
	default:
		d.scalar(n, v, f, at)
	}
}

// resolve follows an alias; nil when there is nothing to go on with.
func (d *decoder) resolve(n *yaml.Node, at *trail) *yaml.Node {
	d.visits++
	if d.visits == maxVisits {
		d.problem(n, at, "the aliases of this file stand for too much; write it out or use defaults")
	}
	if d.visits >= maxVisits {
		return nil
	}
	return target(n)
}

// structure is what the decoder knows of a struct type.
type structure struct {
	fields []Field
	bare   int   // index of the field that a bare value stands for; -1 for none
	pos    []int // index of the field for the position; nil for none
}

// structure decodes a mapping, or the bare value that stands for one.
func (d *decoder) structure(n *yaml.Node, v reflect.Value, at *trail) {
	t := d.typeOf(v.Type())
	if t.pos != nil {
		*v.FieldByIndex(t.pos).Addr().Interface().(*Position) = d.position(n)
	}
	if t.bare >= 0 && (n.Kind == yaml.ScalarNode || t.fields[t.bare].Scalar == "only") {
		f := &t.fields[t.bare]
		d.value(n, v.FieldByIndex(f.Index), f, at)
		return
	}
	if n.Kind == yaml.ScalarNode && v.Type() == reflect.TypeFor[Command]() {
		d.problem(n, at, fmt.Sprintf("wanted a command like {run: %s}, found %s", shorten(n.Value), describe(n)))
		return
	}
	var seen [maxFields]bool // of the fields, which have a value
	if !d.mapping(n, at, func(key string, kn, vn *yaml.Node) {
		if i := d.entry(v, t.fields, key, kn, vn, at); i >= 0 {
			seen[i] = true
		}
	}) {
		return
	}
	for i := range t.fields {
		if t.fields[i].Required && t.fields[i].On(d.event) && !seen[i] {
			d.problem(n, at.key(t.fields[i].Key), "missing, but required")
		}
	}
}

// maxFields bounds the keys of one mapping. No struct here has half as many.
const maxFields = 64

// entry decodes one key of a structure; it returns the index of its field if
// that has a value, else -1.
func (d *decoder) entry(v reflect.Value, fields []Field, key string, kn, vn *yaml.Node, at *trail) int {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key })
	if i >= 0 && fields[i].On(d.event) {
		d.value(vn, v.FieldByIndex(fields[i].Index), &fields[i], at.key(key))
		if isNull(vn) {
			return -1
		}
		return i
	}
	if c, ok := reflect.TypeAssert[*Config](v.Addr()); ok {
		if e, ok := event.Section(key); ok {
			d.section(c, e, key, kn, vn)
			return -1
		}
	}
	d.unknown(v, fields, key, kn, vn, at)
	return -1
}

// section decodes the section of one event.
func (d *decoder) section(c *Config, e *event.Event, key string, kn, vn *yaml.Node) {
	if c.Events == nil {
		c.Events = Sections{}
	}
	if isNull(vn) {
		return
	}
	if first := c.Events[e.Name]; first != nil {
		d.problem(kn, (*trail)(nil).key(key), fmt.Sprintf("the event has a section already, in line %d", first.Pos.Line))
		return
	}
	c.Events[e.Name] = &Section{}
	d.event = e
	d.value(vn, reflect.ValueOf(c.Events[e.Name]).Elem(), &Field{}, (*trail)(nil).key(key))
	c.Events[e.Name].Pos = d.position(kn)
	d.event = nil
}

// mapping calls visit for each key of a mapping; it reports whether n is one.
func (d *decoder) mapping(n *yaml.Node, at *trail, visit func(key string, kn, vn *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		d.problem(n, at, fmt.Sprintf("wanted a mapping (key: value), found %s", describe(n)))
		return false
	}
	twice := repeated(n.Content)
	for i := 0; i+1 < len(n.Content); i += 2 {
		kn, vn := n.Content[i], n.Content[i+1]
		switch first := twice[i]; {
		case kn.Kind != yaml.ScalarNode:
			d.problem(kn, at, fmt.Sprintf("wanted a key, found %s", describe(kn)))
		case first > 0:
			d.problem(kn, at.key(kn.Value), fmt.Sprintf("the key is there twice, first in line %d", first))
		default:
			visit(kn.Value, kn, vn)
		}
	}
	return true
}

// repeated finds the keys that were there before: index to line of the first.
// Nil when there is none.
func repeated(content []*yaml.Node) map[int]int {
	var twice map[int]int
	note := func(i, line int) {
		if twice == nil {
			twice = map[int]int{}
		}
		twice[i] = line
	}
	if len(content) > 2*maxFields { // then comparing each with each takes too long
		first := make(map[string]int, len(content)/2)
		for i := 0; i < len(content); i += 2 {
			if line, again := first[content[i].Value]; again {
				note(i, line)
				continue
			}
			first[content[i].Value] = content[i].Line
		}
		return twice
	}
	for i := 2; i < len(content); i += 2 {
		for j := 0; j < i; j += 2 {
			if content[j].Value == content[i].Value {
				note(i, content[j].Line)
				break
			}
		}
	}
	return twice
}

func (d *decoder) list(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	if n.Kind != yaml.SequenceNode {
		d.problem(n, at, fmt.Sprintf("wanted a list, found %s", describe(n)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		if isNull(item) {
			d.problem(item, at.item(i), "the item is empty")
			continue
		}
		d.value(item, v.Index(i), f, at.item(i))
	}
}

func (d *decoder) stringMap(n *yaml.Node, v reflect.Value, at *trail) {
	m := map[string]string{}
	d.mapping(n, at, func(key string, kn, vn *yaml.Node) {
		var s string
		if !validVariable(key) {
			d.problem(kn, at.key(key), "not the name of an environment variable (letters, digits and _)")
		}
		d.value(vn, reflect.ValueOf(&s).Elem(), &Field{}, at.key(key))
		m[key] = s
	})
	v.Set(reflect.ValueOf(m))
}

// typeOf caches what is known of a type for one file: it has many commands.
func (d *decoder) typeOf(t reflect.Type) *structure {
	if s, ok := d.types[t]; ok {
		return s
	}
	s := &structure{fields: Fields(t)}
	s.bare = slices.IndexFunc(s.fields, func(f Field) bool { return f.Scalar != "" })
	if f, ok := t.FieldByName("Pos"); ok {
		s.pos = f.Index
	}
	d.types[t] = s
	return s
}

func (d *decoder) position(n *yaml.Node) Position {
	return Position{File: d.file, Line: n.Line, Col: n.Column}
}

func (d *decoder) problem(n *yaml.Node, at *trail, message string) {
	d.problems = append(d.problems, Problem{d.position(n), at.String(), message})
}

func (d *decoder) warn(n *yaml.Node, at *trail, message string) {
	d.warnings = append(d.warnings, Problem{d.position(n), at.String(), message})
}
