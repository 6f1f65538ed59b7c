package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"conclaude/exec"
	"conclaude/internal/guard"
	"conclaude/internal/hook"
	"conclaude/internal/journal"
)

func newVisualize(std stdio) *cobra.Command {
	var v view
	cmd := &cobra.Command{
		Use:   "visualize",
		Short: "Show which files the rules cover",
		Long: `Show which files of the project each file rule covers. The files are those that
git tracks below the configuration's directory; without git, or with --all,
those that are there.`,
		Example: example(
			"conclaude visualize",
			"conclaude visualize --rule uneditableFiles --show-matches",
		),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return v.show(cmd.Context(), std) },
	}
	cmd.Flags().StringVarP(&v.rule, "rule", "r", "", "only rules of this kind, for example uneditableFiles")
	cmd.Flags().BoolVar(&v.matches, "show-matches", false, "list the files")
	cmd.Flags().BoolVar(&v.all, "all", false, "look at all files, not only at those that git tracks")
	return cmd
}

// view is one conclaude visualize.
type view struct {
	rule    string
	matches bool
	all     bool
}

// ruleKinds are the rules that --rule takes.
func ruleKinds() []string {
	return []string{"uneditableFiles", "unreadableFiles", "preventAdditions", "preventRootAdditions", "preventUpdateGitIgnored", "preventGeneratedFileEdits", "toolUsageValidation", "protectConfig"}
}

func (v *view) show(ctx context.Context, std stdio) error {
	if v.rule != "" && !slices.Contains(ruleKinds(), v.rule) {
		return fmt.Errorf("no rule is called %q; wanted one of %s", v.rule, strings.Join(ruleKinds(), ", "))
	}
	c, err := loadConfig(".", std.err)
	if err != nil {
		return err
	}
	s := sectionOf(c, "PreToolUse")
	if s == nil {
		fmt.Fprintf(std.out, "%s has no section preToolUse, so no rule covers a file\n", c.File)
		return nil
	}
	files, err := v.files(ctx, c.Dir)
	if err != nil {
		return err
	}
	covered, order := v.cover(hook.GuardRules(c, s, journal.Open()), files)
	fmt.Fprintf(std.out, "%s: %s looked at\n", c.File, count(len(files), "file"))
	for _, m := range order {
		fmt.Fprintf(std.out, "  %s  %s  %s: %s\n", m.Pos, m.Rule, or(m.Pattern, "-"), count(len(covered[m]), "file"))
		for i := 0; v.matches && i < len(covered[m]); i++ {
			fmt.Fprintf(std.out, "      %s\n", covered[m][i])
		}
	}
	switch {
	case len(files) == 0 && !v.all:
		fmt.Fprintln(std.out, "  git tracks none here; --all looks at those that are there")
	case len(order) == 0:
		fmt.Fprintln(std.out, "  no rule covers any of them")
	}
	return nil
}

// cover sorts the files by the rules that cover them.
func (v *view) cover(rules *guard.Rules, files []string) (covered map[guard.Match][]string, order []guard.Match) {
	covered = map[guard.Match][]string{}
	for _, file := range files {
		for _, m := range rules.Covers(file) {
			if v.rule != "" && !strings.HasPrefix(m.Rule, "preToolUse."+v.rule) {
				continue
			}
			if covered[m] == nil {
				order = append(order, m)
			}
			covered[m] = append(covered[m], file)
		}
	}
	slices.SortFunc(order, func(a, b guard.Match) int { return strings.Compare(a.Rule, b.Rule) })
	return covered, order
}

// files are those to look at, relative to dir.
func (v *view) files(ctx context.Context, dir string) ([]string, error) {
	if !v.all {
		result, err := exec.Run(ctx, exec.Command{
			Script: "git ls-files -z", Dir: dir, Env: os.Environ(),
			Capture: exec.Capture{Stdout: true, Keep: 32 << 20},
		})
		if err == nil && result.Status == exec.Passed {
			names, _ := result.Output.Bytes()
			return strings.FieldsFunc(string(names), func(c rune) bool { return c == 0 }), nil
		}
	}
	return walk(dir)
}

func walk(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrPermission) || d != nil && d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case err != nil || d.IsDir():
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, rel)
		return err
	})
	return files, err
}
