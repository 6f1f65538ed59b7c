package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"github.com/invopop/jsonschema"

	"conclaude/config"
	"conclaude/internal/event"
)

// Schema is the JSON schema of the configuration file, indented.
func Schema() ([]byte, error) {
	g := &generator{defs: jsonschema.Definitions{}}
	top := g.structure(reflect.TypeFor[config.Config](), nil)
	for _, e := range event.All() {
		section := g.section(&e)
		top.Properties.Set(e.Key(), section)
		for _, old := range e.Keys {
			deprecated := *section
			deprecated.Deprecated = true
			top.Properties.Set(old, &deprecated)
		}
	}
	top.Properties.Set("rules", &jsonschema.Schema{Ref: "#/$defs/preToolUse", Deprecated: true, Description: "Older name of preToolUse."})
	top.Version = jsonschema.Version
	top.Title = "Configuration of conclaude (.conclaude.yaml)"
	top.Definitions = g.defs
	return indented(top)
}

func indented(s *jsonschema.Schema) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(s)
	return b.Bytes(), err
}

// generator builds schemas from config.Field; types that several places have
// are definitions.
type generator struct {
	defs jsonschema.Definitions
}

// section defines the section of an event.
func (g *generator) section(e *event.Event) *jsonschema.Schema {
	s := g.structure(reflect.TypeFor[config.Section](), e)
	s.Description = "Runs on the event " + e.Name + "."
	if e.CanBlock() {
		s.Description += " A block means: " + e.Effect + "."
	}
	if e.Name == "Stop" {
		s.Properties.Set("rounds", &jsonschema.Schema{
			Extras: types("integer", "null"), Minimum: "0", Maximum: "100000", Deprecated: true,
			Description: "Older name of maxRounds together with infinite: true.",
		})
	}
	g.defs[e.Key()] = s
	return &jsonschema.Schema{Ref: "#/$defs/" + e.Key()}
}

// structure is the schema of a mapping. A nil event stands for a place outside
// of sections.
func (g *generator) structure(t reflect.Type, e *event.Event) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Extras:               types("object", "null"),
		Properties:           jsonschema.NewProperties(),
		AdditionalProperties: jsonschema.FalseSchema,
	}
	for _, f := range config.Fields(t) {
		if !f.On(e) {
			continue
		}
		property := g.field(&f, e)
		property.Description = f.Doc
		s.Properties.Set(f.Key, property)
		if f.Required {
			s.Required = append(s.Required, f.Key)
			s.Extras = types("object")
		}
	}
	return s
}

func (g *generator) field(f *config.Field, e *event.Event) *jsonschema.Schema {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[config.Commands]():
		return g.commands(f, e)
	case t == reflect.TypeFor[config.Duration]():
		s := numeric(f, "integer", "string", "null")
		s.Pattern = config.DurationPattern
		return s
	case t.Kind() == reflect.Bool:
		return &jsonschema.Schema{Extras: types("boolean", "null")}
	case t.Kind() == reflect.Int:
		return numeric(f, "integer", "null")
	case t.Kind() == reflect.Struct:
		return g.structure(t, e)
	case t.Kind() == reflect.Slice:
		return &jsonschema.Schema{Extras: types("array", "null"), Items: g.item(f, t.Elem(), e)}
	case t.Kind() == reflect.Map:
		return &jsonschema.Schema{
			Extras:               types("object", "null"),
			PropertyNames:        &jsonschema.Schema{Pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},
			AdditionalProperties: &jsonschema.Schema{Extras: types("string", "number", "boolean", "null")},
		}
	}
	return text(f)
}

// item is the schema of one item of a list.
func (g *generator) item(f *config.Field, t reflect.Type, e *event.Event) *jsonschema.Schema {
	if t.Kind() == reflect.String {
		item := *f
		item.Required = true
		return text(&item)
	}
	for _, field := range config.Fields(t) {
		switch field.Scalar {
		case "only":
			return text(&field)
		case "true":
			return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{text(&field), g.structure(t, e)}}
		}
	}
	return g.structure(t, e)
}

// text is the schema of a text: plain values of other types count as text.
func text(f *config.Field) *jsonschema.Schema {
	s := &jsonschema.Schema{Format: f.Format}
	if len(f.Enum) > 0 {
		for _, value := range f.Enum {
			s.Enum = append(s.Enum, value)
		}
		if !f.Required {
			s.Enum = append(s.Enum, nil)
		}
		return s
	}
	s.Extras = types("string", "number", "boolean", "null")
	if f.Required {
		s.Extras = types("string", "number", "boolean")
		if f.Key != "run" {
			s.Pattern = `\S`
		}
	}
	return s
}

func numeric(f *config.Field, names ...string) *jsonschema.Schema {
	return &jsonschema.Schema{
		Extras:  types(names...),
		Minimum: json.Number(strconv.Itoa(f.Min)),
		Maximum: json.Number(strconv.Itoa(f.Max)),
	}
}

// types is the list form of "type", which the library has no field for.
func types(names ...string) map[string]any {
	if len(names) == 1 {
		return map[string]any{"type": names[0]}
	}
	return map[string]any{"type": names}
}

// commands is a list of commands, a mapping from patterns to lists, or either.
func (g *generator) commands(f *config.Field, e *event.Event) *jsonschema.Schema {
	list := &jsonschema.Schema{Extras: types("array", "null"), Items: g.command(e)}
	patterns := &jsonschema.Schema{
		Type:                 "object",
		PropertyNames:        &jsonschema.Schema{Pattern: `\S`, Format: "name-glob"},
		AdditionalProperties: list,
	}
	switch {
	case f.Patterns:
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{patterns, {Type: "null"}}}
	case e.Subject == "":
		return list
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{list, patterns}}
}

// command defines the commands of events that are alike.
func (g *generator) command(e *event.Event) *jsonschema.Schema {
	name := "advisoryCommand"
	switch {
	case e.Name == "UserPromptSubmit":
		name = "promptCommand"
	case e.CanBlock():
		name = "command"
	}
	if _, ok := g.defs[name]; !ok {
		s := g.structure(reflect.TypeFor[config.Command](), e)
		s.Description = fmt.Sprintf("A command. %s", policyNote(e))
		if !e.CanBlock() {
			onFailure, _ := s.Properties.Get("onFailure")
			onFailure.Enum = []any{string(event.Warn), nil}
		}
		g.defs[name] = s
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

func policyNote(e *event.Event) string {
	if e.CanBlock() {
		return "The host lets the event be blocked."
	}
	return "The host does not let the event be blocked, so onFailure can only be warn."
}
