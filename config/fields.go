package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conclaude/internal/event"
)

// Field is one key of a mapping, as the struct tags describe it.
type Field struct {
	Key      string
	Type     reflect.Type
	Index    []int // for reflect.Value.FieldByIndex
	Required bool
	Enum     []string
	Min, Max int    // of a number or of seconds; both 0 means no range
	Format   string // what the text must be: name-glob, regex …
	Only     string // events that have the key; "" for all
	Patterns bool   // commands must be a mapping from patterns
	Scalar   string // "true": a bare value stands for this key; "only": nothing else does
	Doc      string
}

// On reports whether the key exists in the section of e. A nil event stands
// for a place outside of sections.
func (f *Field) On(e *event.Event) bool {
	switch {
	case f.Only == "":
		return true
	case e == nil:
		return false
	case f.Only == "blockable":
		return e.CanBlock()
	}
	return f.Only == e.Name
}

// Fields lists the keys of a struct type, those of inlined structs included.
func Fields(t reflect.Type) []Field {
	var fields []Field
	for sf := range t.Fields() {
		key, option, _ := strings.Cut(sf.Tag.Get("yaml"), ",")
		switch {
		case key == "-" || option == "events":
		case option == "inline":
			fields = append(fields, inlined(sf)...)
		default:
			fields = append(fields, newField(key, sf))
		}
	}
	return fields
}

func inlined(sf reflect.StructField) []Field {
	fields := Fields(sf.Type)
	for i := range fields {
		fields[i].Index = append(slices.Clone(sf.Index), fields[i].Index...)
		if only := sf.Tag.Get("only"); only != "" {
			fields[i].Only = only
		}
	}
	return fields
}

func newField(key string, sf reflect.StructField) Field {
	f := Field{
		Key:      key,
		Type:     sf.Type,
		Index:    sf.Index,
		Format:   sf.Tag.Get("format"),
		Only:     sf.Tag.Get("only"),
		Patterns: sf.Tag.Get("patterns") == "true",
		Scalar:   sf.Tag.Get("scalar"),
		Doc:      sf.Tag.Get("doc"),
	}
	for option := range strings.SplitSeq(sf.Tag.Get("jsonschema"), ",") {
		f.set(option)
	}
	return f
}

func (f *Field) set(option string) {
	name, value, _ := strings.Cut(option, "=")
	switch name {
	case "required":
		f.Required = true
	case "enum":
		f.Enum = append(f.Enum, value)
	case "minimum":
		f.Min, _ = strconv.Atoi(value)
	case "maximum":
		f.Max, _ = strconv.Atoi(value)
	}
}
