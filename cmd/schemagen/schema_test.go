package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"conclaude/config"
	"conclaude/internal/schema"
)

func TestFilesAreGenerated(t *testing.T) {
	t.Parallel()
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what go generate ./... makes (-want +got):\n%s", name, diff)
		}
	}
	if !bytes.Equal(files["schema.json"], schema.JSON()) {
		t.Error("the embedded schema differs from schema.json")
	}
}

// TestSchemaAgreesWithValidator: what conclaude validate accepts the schema
// accepts, and what it rejects the schema rejects. Files named yaml_* are wrong
// in ways of the text itself (two documents, a key twice), which a schema
// does not see.
func TestSchemaAgreesWithValidator(t *testing.T) {
	t.Parallel()
	s := compileSchema(t)
	files, err := filepath.Glob("../../testdata/config/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "yaml_") {
			continue
		}
		document := readYAML(t, file)
		_, _, invalid := config.Load(file)
		if err := s.Validate(document); (err == nil) != (invalid == nil) {
			t.Errorf("%s: validator says %v, schema says %v", file, invalid, err)
		}
	}
}

// TestSchemaFindsEachMistake takes the mistakes of the fixtures one by one:
// each alone makes a file invalid for both.
func TestSchemaFindsEachMistake(t *testing.T) {
	t.Parallel()
	s := compileSchema(t)
	for _, text := range []string{
		"stop: {infinit: true}",
		"stop: {infinite: 'true'}",
		"stop: {commands: [{run: a, timeout: 0}]}",
		"stop: {commands: [{run: a, timeout: 2h}]}",
		"stop: {commands: [{run: a, timeout: 3601s}]}",
		"stop: {commands: [{run: a, maxOutputLines: 10001}]}",
		"stop: {commands: [{message: a}]}",
		"stop: {commands: [{run: null}]}",
		"stop: {commands: [null]}",
		"stop: {commands: [a]}",
		"stop: {commands: {coder: [{run: a}]}}",
		"stop: {commands: [{run: a, onFailure: no}]}",
		"stop: {commands: [{run: a, pattern: x}]}",
		"subagentStop: {commands: {'': [{run: a}]}}",
		"subagentStop: {commands: {'[a': [{run: a}]}}",
		"subagentStop: {infinite: true}",
		"sessionEnd: {commands: [{run: a, onFailure: block}]}",
		"notification: {maxBlocks: 1}",
		"permissionRequest: {default: maybe}",
		"preToolUse: {uneditableFiles: [{agent: a}]}",
		"preToolUse: {toolUsageValidation: [{tool: a, action: deny}]}",
		"userPromptSubmit: {slashCommands: {commands: [{run: a}]}}",
		"notifications: {hooks: [Stopp]}",
		"nothing: 1",
		"[]",
	} {
		var document any
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		if _, err := config.Parse("x.yaml", []byte(text)); err == nil {
			t.Errorf("validator accepts %s", text)
		}
		if s.Validate(plain(document)) == nil {
			t.Errorf("schema accepts %s", text)
		}
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	for _, format := range []string{"name-glob", "path-glob", "text-glob", "permission", "event", "regex"} {
		compiler.RegisterFormat(&jsonschema.Format{Name: format, Validate: func(v any) error {
			if s, ok := v.(string); ok && !config.Valid(format, s) {
				return fmt.Errorf("not a %s", format)
			}
			return nil
		}})
	}
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func readYAML(t *testing.T, file string) any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := yaml.Unmarshal(data, &document); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return plain(document)
}

// plain turns what the YAML package makes into what a JSON file could say.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = plain(value)
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return v
}
