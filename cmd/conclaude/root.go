package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newRoot is the command line for people.
func newRoot(std stdio) *cobra.Command {
	root := &cobra.Command{
		Use:   "conclaude",
		Short: "Run your own checks when a coding agent says it is done",
		Long: `conclaude runs a project's commands on the lifecycle events of a coding agent
(Claude Code) and gives the agent their verdict.

The host calls it with an event's name and the event's JSON on stdin:

  conclaude SubagentStop
  conclaude hook subagent-stop --agent coder --deadline 90s

Exit code 0 lets the event pass, 2 blocks it with the reason on stderr,
1 says that the call could not be read.`,
		Example: example(
			"conclaude validate                        check the configuration",
			"conclaude test SubagentStop --agent coder try a hook without the host",
			"conclaude events                          what hooks can run on",
			"conclaude explain --command 'git push -f'  which rule decides a tool call",
			"conclaude schema > schema.json            the JSON schema for editors",
		),
		Args:          knownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2, // else only names that begin alike
	}
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.AddCommand(newValidate(std), newSchema(std), newTest(std), newEvents(std), newExplain(std), newVisualize(std), newVersion(std))
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Example = example("conclaude completion bash > /etc/bash_completion.d/conclaude")
	}
	return root
}

// knownCommand refuses what is left when no command was found.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if names := root.SuggestionsFor(args[0]); len(names) > 0 {
		return fmt.Errorf("unknown command %q (did you mean %q?)", args[0], names[0])
	}
	return fmt.Errorf("unknown command %q; conclaude --help lists them", args[0])
}

// example indents the lines of an example as cobra shows them.
func example(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }
