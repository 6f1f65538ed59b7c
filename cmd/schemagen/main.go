// Command schemagen writes the JSON schema of the configuration file from the
// struct tags of package config: schema.json for editors, and the copy that
// conclaude carries. Run it with go generate ./...
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

// write writes both copies; go generate runs it in internal/schema.
func write() error {
	data, err := Schema()
	if err != nil {
		return err
	}
	for _, file := range []string{filepath.Join("..", "..", "schema.json"), "schema.json"} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
