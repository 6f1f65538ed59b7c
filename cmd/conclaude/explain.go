package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/internal/guard"
	"conclaude/internal/hook"
	"conclaude/internal/journal"
)

func newExplain(std stdio) *cobra.Command {
	var q question
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "Say which rules apply to a tool call, and which one decides",
		Long: `Say which rules of preToolUse and permissionRequest apply to a tool call, in
which order they are looked at, and which one decides, each with its place in
the configuration. Nothing is run.`,
		Example: example(
			"conclaude explain --tool Write --file src/x.go",
			"conclaude explain --command 'git push -f' --agent coder",
			`conclaude explain --tool mcp__fs__move --input '{"source":"a","destination":"b"}'`,
		),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return q.explain(cmd.Context(), std) },
	}
	cmd.Flags().StringVar(&q.tool, "tool", "", "name of the tool (default: Bash with --command, else Write)")
	cmd.Flags().StringVar(&q.file, "file", "", "file that the call is about")
	cmd.Flags().StringVar(&q.command, "command", "", "script that the shell tool is to run")
	cmd.Flags().StringVar(&q.input, "input", "", "the whole input of the tool as JSON")
	cmd.Flags().StringVar(&q.agent, "agent", "main", "name of the agent that calls")
	cmd.MarkFlagsMutuallyExclusive("file", "command", "input")
	return cmd
}

// question is a tool call that may never happen.
type question struct{ tool, file, command, input, agent string }

func (q *question) explain(ctx context.Context, std stdio) error {
	if q.file == "" && q.command == "" && q.input == "" {
		return errors.New("explain wants --file, --command or --input, see conclaude explain --help")
	}
	req, err := q.request()
	if err != nil {
		return err
	}
	c, err := loadConfig(".", std.err)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s by the agent %s, %s\n", req.Tool, q.agent, c.File)
	if s := sectionOf(c, "PreToolUse"); s != nil {
		rules := hook.GuardRules(c, s, journal.Open())
		rules.Explain = true
		printDecision(std.out, "preToolUse", rules.Check(ctx, req))
	} else {
		fmt.Fprintln(std.out, "preToolUse: no section, so no rule")
	}
	if s := sectionOf(c, "PermissionRequest"); s != nil {
		printDecision(std.out, "permissionRequest", guard.Permission(s.Permissions, req))
	}
	return nil
}

func (q *question) request() (guard.Request, error) {
	dir, err := os.Getwd()
	if err != nil {
		return guard.Request{}, err
	}
	req := guard.Request{Tool: q.tool, Cwd: dir, Agent: []string{q.agent}}
	switch {
	case q.input != "":
		req.Input = json.RawMessage(q.input)
		if !json.Valid(req.Input) {
			return req, errors.New("--input: not JSON")
		}
	case q.command != "":
		req.Input, err = json.Marshal(map[string]string{"command": q.command})
		req.Tool = or(q.tool, "Bash")
	default:
		req.Input, err = json.Marshal(map[string]string{"file_path": q.file})
		req.Tool = or(q.tool, "Write")
	}
	return req, err
}

// loadConfig finds and reads the configuration of a directory.
func loadConfig(path string, errs io.Writer) (*config.Config, error) {
	file, err := configFile(path, errs)
	if err != nil {
		return nil, err
	}
	c, _, err := config.Load(file)
	return c, err
}

func sectionOf(c *config.Config, name string) *config.Section {
	e, _ := event.Lookup(name)
	return c.Section(e)
}

// printDecision lists the rules that were looked at and what came of it.
func printDecision(out io.Writer, section string, d guard.Decision) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, step := range d.Trace {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", step.Pos, step.Rule, step.Subject, step.Result)
	}
	_ = w.Flush() // as with every print here, a closed pipe ends the reading
	switch {
	case d.Action == guard.None && section == "permissionRequest":
		fmt.Fprintf(out, "%s: nothing said, the host asks the user\n", section)
	case d.Action == guard.None:
		fmt.Fprintf(out, "%s: nothing said, the call goes on\n", section)
	default:
		fmt.Fprintf(out, "%s: %s, decided by %s\n", section, d.Action, strings.TrimSpace(d.Rule+" "+d.Pos.String()))
	}
	if d.Reason != "" {
		printRead(out, "it says", d.Reason)
	}
}
