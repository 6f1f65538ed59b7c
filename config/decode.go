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
	types    map[reflect.Type][]Field
	problems []Problem
	warnings []Problem
	visits   int
}

// value decodes n into v, whose field is f.
func (d *decoder) value(n *yaml.Node, v reflect.Value, f *Field, path string) {
	n = d.resolve(n, path)
	if n == nil || isNull(n) {
		return
	}
	switch v.Interface().(type) {
	case Commands:
		d.commands(n, v, f, path)
		return
	case *Duration:
		d.duration(n, v, f, path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		d.value(n, p.Elem(), f, path)
		v.Set(p)
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Slice:
		d.list(n, v, f, path)
	case reflect.Map:
		d.stringMap(n, v, path)
	default:
		d.scalar(n, v, f, path)
	}
}

// resolve follows an alias; nil when there is nothing to go on with.
func (d *decoder) resolve(n *yaml.Node, path string) *yaml.Node {
	d.visits++
	if d.visits == maxVisits {
		d.problem(n, path, "the aliases of this file stand for too much; write it out or use defaults")
	}
	if d.visits >= maxVisits {
		return nil
	}
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// structure decodes a mapping, or the bare value that stands for one.
func (d *decoder) structure(n *yaml.Node, v reflect.Value, path string) {
	fields := d.fields(v.Type())
	if pos := v.FieldByName("Pos"); pos.IsValid() {
		pos.Set(reflect.ValueOf(d.position(n)))
	}
	bare := slices.IndexFunc(fields, func(f Field) bool { return f.Scalar != "" })
	if bare >= 0 && (n.Kind == yaml.ScalarNode || fields[bare].Scalar == "only") {
		d.value(n, v.FieldByIndex(fields[bare].Index), &fields[bare], path)
		return
	}
	if n.Kind == yaml.ScalarNode && v.Type() == reflect.TypeFor[Command]() {
		d.problem(n, path, fmt.Sprintf("wanted a command like {run: %s}, found %s", shorten(n.Value), describe(n)))
		return
	}
	seen := d.mapping(n, path, func(key string, kn, vn *yaml.Node) bool {
		return d.entry(v, fields, key, kn, vn, path)
	})
	if seen == nil {
		return
	}
	for i := range fields {
		if fields[i].Required && fields[i].On(d.event) && !seen[fields[i].Key] {
			d.problem(n, join(path, fields[i].Key), "missing, but required")
		}
	}
}

// entry decodes one key of a structure; it reports whether the key has a value.
func (d *decoder) entry(v reflect.Value, fields []Field, key string, kn, vn *yaml.Node, path string) bool {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key })
	if i >= 0 && fields[i].On(d.event) {
		d.value(vn, v.FieldByIndex(fields[i].Index), &fields[i], join(path, key))
		return !isNull(vn)
	}
	if c, ok := reflect.TypeAssert[*Config](v.Addr()); ok {
		if e, ok := event.Section(key); ok {
			d.section(c, e, key, kn, vn)
			return true
		}
	}
	d.unknown(v, fields, key, kn, vn, path)
	return false
}

// section decodes the section of one event.
func (d *decoder) section(c *Config, e *event.Event, key string, kn, vn *yaml.Node) {
	if c.Events == nil {
		c.Events = Sections{}
	}
	if first := c.Events[e.Name]; first != nil {
		d.problem(kn, key, fmt.Sprintf("the event has a section already, in line %d", first.Pos.Line))
		return
	}
	c.Events[e.Name] = &Section{}
	d.event = e
	d.value(vn, reflect.ValueOf(c.Events[e.Name]).Elem(), &Field{}, key)
	c.Events[e.Name].Pos = d.position(kn)
	d.event = nil
}

// mapping calls visit for each key of a mapping, and returns those for which
// it reported a value; nil when n is no mapping.
func (d *decoder) mapping(n *yaml.Node, path string, visit func(key string, kn, vn *yaml.Node) bool) map[string]bool {
	if n.Kind != yaml.MappingNode {
		d.problem(n, path, fmt.Sprintf("wanted a mapping (key: value), found %s", describe(n)))
		return nil
	}
	seen := map[string]bool{}
	first := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		kn, vn := n.Content[i], n.Content[i+1]
		switch line, again := first[kn.Value]; {
		case kn.Kind != yaml.ScalarNode:
			d.problem(kn, path, fmt.Sprintf("wanted a key, found %s", describe(kn)))
		case again:
			d.problem(kn, join(path, kn.Value), fmt.Sprintf("the key is there twice, first in line %d", line))
		default:
			first[kn.Value] = kn.Line
			seen[kn.Value] = visit(kn.Value, kn, vn)
		}
	}
	return seen
}

func (d *decoder) list(n *yaml.Node, v reflect.Value, f *Field, path string) {
	if n.Kind != yaml.SequenceNode {
		d.problem(n, path, fmt.Sprintf("wanted a list, found %s", describe(n)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		at := fmt.Sprintf("%s[%d]", path, i)
		if isNull(item) {
			d.problem(item, at, "the item is empty")
			continue
		}
		d.value(item, v.Index(i), f, at)
	}
}

func (d *decoder) stringMap(n *yaml.Node, v reflect.Value, path string) {
	m := map[string]string{}
	d.mapping(n, path, func(key string, kn, vn *yaml.Node) bool {
		var s string
		at := join(path, key)
		if !validVariable(key) {
			d.problem(kn, at, "not the name of an environment variable (letters, digits and _)")
		}
		d.value(vn, reflect.ValueOf(&s).Elem(), &Field{}, at)
		m[key] = s
		return true
	})
	v.Set(reflect.ValueOf(m))
}

// fields caches Fields for one file: a file has many commands.
func (d *decoder) fields(t reflect.Type) []Field {
	fields, ok := d.types[t]
	if !ok {
		fields = Fields(t)
		d.types[t] = fields
	}
	return fields
}

func (d *decoder) position(n *yaml.Node) Position {
	return Position{File: d.file, Line: n.Line, Col: n.Column}
}

func (d *decoder) problem(n *yaml.Node, path, message string) {
	d.problems = append(d.problems, Problem{d.position(n), path, message})
}

func (d *decoder) warn(n *yaml.Node, path, message string) {
	d.warnings = append(d.warnings, Problem{d.position(n), path, message})
}
