package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"conclaude/config"
	"conclaude/internal/event"
)

// errReported ends a command whose output says everything already.
var errReported = errors.New("")

func newValidate(std stdio) *cobra.Command {
	var asJSON bool
	var path string
	cmd := &cobra.Command{
		Use:   "validate [PATH]",
		Short: "Check a configuration and list all of its problems",
		Long: `Check a configuration and list all of its problems, each with its position,
what is wrong and what is allowed. PATH is a file, or a directory from which
.conclaude.yaml (or .conclaude.yml) is searched upward; the default is the
current directory. The exit code is 0 for a valid file and 1 otherwise.`,
		Example: example(
			"conclaude validate",
			"conclaude validate sub/dir",
			"conclaude validate --json ci/conclaude.yaml",
		),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("validate wants one file or directory, found %d", len(args))
			}
			if len(args) > 0 {
				path = args[0]
			}
			return validate(std.out, std.err, path, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	cmd.Flags().StringVar(&path, "config-path", ".", "the same as PATH")
	return cmd
}

// validation is the result of a check, as --json prints it.
type validation struct {
	File     string             `json:"file"`
	Valid    bool               `json:"valid"`
	Problems []problem          `json:"problems"`
	Warnings []problem          `json:"warnings"`
	Sections map[string]section `json:"sections"`
}

type problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Path    string `json:"path"`
	Message string `json:"message"`
}

type section struct {
	Commands int `json:"commands"`
	Patterns int `json:"patterns"`
}

func validate(out, errs io.Writer, path string, asJSON bool) error {
	file, err := configFile(path, errs)
	if err != nil {
		return err
	}
	c, _, err := config.Load(file)
	broken, isConfig := errors.AsType[*config.Error](err)
	if err != nil && !isConfig {
		return err
	}
	if asJSON {
		err = printJSON(out, file, c, broken)
	} else {
		err = nil // each problem is printed once
		printReport(out, errs, c, broken)
	}
	if err == nil && broken != nil {
		err = errReported
	}
	return err
}

// configFile is the file that PATH means.
func configFile(path string, errs io.Writer) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	found := config.Find(path)
	for _, skipped := range found.Skipped {
		fmt.Fprintf(errs, "conclaude: passed over %s\n", skipped)
	}
	if found.File == "" {
		dir, _ := filepath.Abs(path)
		return "", fmt.Errorf("no configuration found: wanted %s in %s or one of the %d directories above it",
			strings.Join(config.FileNames(), " or "), dir, config.MaxLevels-1)
	}
	return found.File, nil
}

func printReport(out, errs io.Writer, c *config.Config, broken *config.Error) {
	if broken != nil {
		for _, p := range broken.Problems {
			fmt.Fprintln(errs, p)
		}
		return
	}
	for _, p := range c.Warnings {
		fmt.Fprintf(errs, "warning: %s\n", p)
	}
	fmt.Fprintf(out, "%s is valid\n", c.File)
	for _, name := range c.Events.Names() {
		e, _ := event.Lookup(name)
		fmt.Fprintf(out, "  %-20s %s\n", e.Key(), summary(c.Events[name]))
	}
	if len(c.Events) == 0 {
		fmt.Fprintln(out, "  no event has a section, so nothing runs")
	}
}

// summary says what a section configures, in one line.
func summary(s *config.Section) string {
	var parts []string
	if n := s.Commands.Count(); n > 0 {
		parts = append(parts, count(n, "command"))
	}
	if n := len(s.Commands); n > 1 || n == 1 && s.Commands[0].Pattern != "*" {
		parts = []string{count(s.Commands.Count(), "command") + " under " + count(n, "pattern")}
	}
	if s.Command != "" {
		parts = append(parts, "its own command")
	}
	for _, part := range []struct {
		n    int
		what string
	}{
		{len(s.ContextRules), "context rule"},
		{len(s.UneditableFiles) + len(s.UnreadableFiles) + len(s.PreventAdditions), "file rule"},
		{len(s.ToolUsageValidation), "tool rule"},
		{len(s.Allow) + len(s.Deny), "permission"},
	} {
		if part.n > 0 {
			parts = append(parts, count(part.n, part.what))
		}
	}
	if s.SlashCommands != nil {
		parts = append(parts, count(s.SlashCommands.Commands.Count(), "slash command"))
	}
	if s.Infinite {
		parts = append(parts, "infinite")
	}
	if len(parts) == 0 && !reflect.ValueOf(s.Guards).IsZero() {
		parts = append(parts, "rules")
	}
	return or(strings.Join(parts, ", "), "0 commands")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func printJSON(out io.Writer, file string, c *config.Config, broken *config.Error) error {
	v := validation{File: file, Valid: broken == nil, Problems: []problem{}, Warnings: []problem{}, Sections: map[string]section{}}
	if broken != nil {
		v.Problems = problemList(broken.Problems)
	} else {
		v.Warnings = problemList(c.Warnings)
		for _, name := range c.Events.Names() {
			e, _ := event.Lookup(name)
			s := c.Events[name]
			v.Sections[e.Key()] = section{s.Commands.Count(), len(s.Commands)}
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

func problemList(problems []config.Problem) []problem {
	list := []problem{}
	for _, p := range problems {
		list = append(list, problem{p.Line, p.Col, p.Path, p.Message})
	}
	return list
}
