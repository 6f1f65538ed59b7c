package main

import (
	"github.com/spf13/cobra"

	"conclaude/internal/schema"
)

func newSchema(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of .conclaude.yaml",
		Long: `Print the JSON schema of .conclaude.yaml, for completion and checks in editors.
With the YAML language server, the first line of the configuration names it:

  # yaml-language-server: $schema=schema.json`,
		Example: example("conclaude schema > schema.json"),
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.out.Write(schema.JSON())
			return err
		},
	}
}
