// Command schemagen writes what the struct tags of package config and the event
// table say: the JSON schema (schema.json for editors, and the copy that
// conclaude carries) and the reference pages in docs. Run it with
// go generate ./...
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintf(os.Stderr, "schemagen: %v\n", err)
		os.Exit(1)
	}
}

// write writes the generated files; go generate runs it in internal/schema.
func write() error {
	files, err := Files()
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join("..", "..", name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Files are the generated files by their path in the repository.
func Files() (map[string][]byte, error) {
	schema, err := Schema()
	return map[string][]byte{
		"schema.json":                 schema,
		"internal/schema/schema.json": schema,
		"docs/configuration.md":       []byte(configurationPage()),
		"docs/events.md":              []byte(eventsPage()),
	}, err
}
