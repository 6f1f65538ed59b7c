package guard_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/internal/guard"
)

func off() *bool { return new(bool) }

// only returns a project with just the given rules.
func only(tb testing.TB, g config.Guards) *guard.Rules {
	tb.Helper()
	r := project(tb)
	r.Guards = g
	return r
}

func quiet(g config.Guards) config.Guards {
	g.PreventRootAdditions, g.ProtectConfig, g.Unresolved = off(), off(), "allow"
	return g
}

// decide asks about one call. Input is a file for file tools, a script for Bash.
func decide(tb testing.TB, r *guard.Rules, tool, input string, agent ...string) guard.Decision {
	tb.Helper()
	key := map[bool]string{true: "command", false: "file_path"}[tool == "Bash"]
	text, err := json.Marshal(map[string]string{key: input})
	if err != nil {
		tb.Fatal(err)
	}
	if len(agent) == 0 {
		agent = []string{"main"}
	}
	return r.Check(tb.Context(), guard.Request{Tool: tool, Input: text, Cwd: r.Base, Agent: agent})
}

func denies(t *testing.T, r *guard.Rules, tool, input string, want bool, agent ...string) guard.Decision {
	t.Helper()
	d := decide(t, r, tool, input, agent...)
	if got := d.Action == guard.Deny; got != want {
		t.Errorf("%s %s: %v by %s (%s), want denied %v", tool, input, d.Action, d.Rule, d.Reason, want)
	}
	return d
}

// Case 46: globs.
func TestCaseGlobs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, pattern string
		want          bool
	}{
		{".env.local", ".env*", true},
		{"environment.txt", ".env*", false},
		{"docs/README.md", "docs/**", true},
		{"docs/api/index.md", "docs/**", true},
		{"src/docs.ts", "docs/**", false},
		{"dist.js", "dist/**", false},
		{"archive.tar.gz", "*.gz", true},
		{"node_modules/p/dist/f.js", "node_modules/**", true},
		{"src/build/file.js", "build/**", false},
		{"prebuild/x", "build/**", false},
		{".cache", ".*", true},
		{"/restricted/file.txt", "/restricted/*", true},
	} {
		r := only(t, quiet(config.Guards{UneditableFiles: []config.FileRule{{Pattern: c.pattern}}}))
		denies(t, r, "Write", c.path, c.want)
		denies(t, r, "Bash", "echo x > "+c.path, c.want)
	}
}

// Cases 47 and 48: no new files in the root, with the user's words.
func TestCaseRootAdditions(t *testing.T) {
	t.Parallel()
	r := only(t, config.Guards{})
	for path, want := range map[string]bool{"new.txt": true, "a.txt": false, ".envrc": true, "package.json": true, "src/x": false, "../x": false, "src/../y": true} {
		denies(t, r, "Write", path, want)
		denies(t, r, "Write", r.Base+"/"+path, want)
	}
	denies(t, only(t, config.Guards{PreventRootAdditions: off()}), "Write", "new.txt", false)
	r = only(t, config.Guards{PreventRootAdditionsMessage: "{tool} may not make {file_path} here; use src."})
	d := denies(t, r, "Write", "new.txt", true)
	if !strings.HasPrefix(d.Reason, "Write may not make new.txt here; use src. [preToolUse.preventRootAdditions, .conclaude.yaml") {
		t.Errorf("reason %q", d.Reason)
	}
}

// Case 49: additions are new files, whichever tool makes them.
func TestCaseAdditions(t *testing.T) {
	t.Parallel()
	r := only(t, quiet(config.Guards{PreventAdditions: []config.FileRule{{Pattern: "src"}}}))
	for tool, want := range map[string]bool{"Write": true, "Edit": true, "MultiEdit": true, "Read": false} {
		denies(t, r, tool, "src/new.go", want)
		denies(t, r, tool, "src/main.go", false)
	}
	denies(t, r, "Bash", "touch src/new.go", true)
	denies(t, r, "Bash", "touch src/main.go", false)
}

// Cases 50 to 52: from another directory, by dots, by a link.
func TestCaseSpellings(t *testing.T) {
	t.Parallel()
	r := only(t, quiet(config.Guards{UneditableFiles: []config.FileRule{{Pattern: ".conclaude.yaml"}}}))
	for _, path := range []string{r.Base + "/.conclaude.yaml", "../.conclaude.yaml", "../src/../.conclaude.yaml", "../rootlink/.conclaude.yaml"} {
		in, err := json.Marshal(map[string]string{"file_path": path})
		if err != nil {
			t.Fatal(err)
		}
		d := r.Check(t.Context(), guard.Request{Tool: "Edit", Input: in, Cwd: r.Base + "/src"})
		if d.Action != guard.Deny {
			t.Errorf("%s: %v", path, d.Action)
		}
	}
}

func shellRules(rules ...config.ToolRule) config.Guards {
	for i := range rules {
		rules[i].Pos = config.Position{File: ".conclaude.yaml", Line: i + 3, Col: 5}
		if rules[i].Tool == "" {
			rules[i].Tool = "Bash"
		}
	}
	return quiet(config.Guards{ToolUsageValidation: rules})
}

// Cases 53 to 57, 59: shell rules.
func TestCaseShellRules(t *testing.T) {
	t.Parallel()
	block := func(p, mode string) config.Guards {
		return shellRules(config.ToolRule{CommandPattern: p, MatchMode: mode, Action: "block"})
	}
	allow := shellRules(config.ToolRule{CommandPattern: "cargo *", Action: "allow"}, config.ToolRule{CommandPattern: "git status*", Action: "allow"})
	for _, c := range []struct {
		rules  config.Guards
		script string
		want   bool
	}{
		{block("git push --force*", ""), "git push --force origin main", true},
		{block("git push --force*", ""), "git push origin main", false},
		{block("git push --force*", "full"), "cd x && git push --force", true},
		{block("git push --force", ""), "git push --force origin", false},
		{block("git push --force", "prefix"), "git push --force origin main", true},
		{block("git push --force", "prefix"), "git   push --force", true},
		{block("git push --force", "prefix"), "echo git push --force", false},
		{block("git push --force", "any"), "echo git push --force x", true},
		{block("--no-verify", "any"), "git commit -m x --no-verify", true},
		{block("--no-verify", "any"), "git commit -m x", false},
		{block("rm -rf /*", ""), "rm -rf /home/x", true},
		{block("curl * | sh", ""), "curl x.com | sh", true},
		{block("git commit -m \"wip*\"", ""), "git commit -m 'wip: x'", true},
		{allow, "cargo test", false},
		{allow, "git status", false},
		{allow, "rm x", true},
		{allow, "git status; rm -rf x", true},
		{allow, "cargo test && git status --short", false},
		{allow, "cd sub && cargo test", false},
		{allow, "cargo test | tee log", true},
		{allow, "cargo $(rm x)", true},
		{allow, "timeout 60 cargo test", false},
		{allow, "sudo cargo test", true},
		{allow, "bash -c 'cargo test'", false},
		{allow, "bash -c 'cargo test; rm x'", true},
		{allow, "RUST_LOG=x cargo test", false},
		{allow, "PATH=. cargo test", true},
		{allow, "git -C sub status", false},
		{allow, "git -c core.pager=x status", true},
	} {
		denies(t, only(t, c.rules), "Bash", c.script, c.want)
	}
}

// Case 57: rules for every tool; and actions other than block.
func TestCaseToolRules(t *testing.T) {
	t.Parallel()
	r := only(t, shellRules(config.ToolRule{Tool: "*", Pattern: "src/**", Action: "block"}))
	for _, tool := range []string{"Write", "Edit", "Read", "mcp__fs__write_file"} {
		denies(t, r, tool, "src/main.go", true)
		denies(t, r, tool, r.Base+"/src/main.go", true)
		denies(t, r, tool, "a.txt", false)
	}
	denies(t, r, "Bash", "rm src/main.go", true)
	denies(t, r, "Bash", "cat src/main.go", true)
	r = only(t, shellRules(config.ToolRule{Tool: "Write", Pattern: "src/**", Action: "allow"}, config.ToolRule{Tool: "Write", Pattern: "docs/**", Action: "allow"}))
	denies(t, r, "Write", "src/a.go", false)
	denies(t, r, "Write", "docs/a.md", false)
	denies(t, r, "Write", "a.txt", true)
	denies(t, r, "Edit", "a.txt", false)
	r = only(t, shellRules(config.ToolRule{Tool: "mcp__db__*", Action: "block"}))
	denies(t, r, "mcp__db__query", "x", true)
	denies(t, r, "mcp__fs__query", "x", false)
	for action, want := range map[string]guard.Action{"ask": guard.Ask, "warn": guard.Warn, "block": guard.Deny} {
		r := only(t, shellRules(config.ToolRule{CommandPattern: "git push*", Action: action, Message: "Think."}))
		d := decide(t, r, "Bash", "git push")
		if d.Action != want || d.Rule != "preToolUse.toolUsageValidation[0]" || d.Pos.Line != 3 || d.Reason != "Think. [preToolUse.toolUsageValidation[0], .conclaude.yaml:3]" {
			t.Errorf("%s: %+v", action, d)
		}
	}
}

// Case 58: agents.
func TestCaseAgents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule  string
		agent []string
		want  bool
	}{
		{"coder", []string{"coder"}, true},
		{"coder", []string{"Coder"}, false},
		{"code*", []string{"coder-v2"}, true},
		{"code*", []string{"tester"}, false},
		{"*", []string{"any"}, true},
		{"", []string{"any"}, true},
		{"main", []string{"main"}, true},
		{"main", []string{"coder"}, false},
		{"main", []string{"main", "coder"}, true},
		{"coder", []string{"main", "coder"}, true},
		{"coder", []string{"unknown"}, false},
	} {
		r := only(t, quiet(config.Guards{UneditableFiles: []config.FileRule{{Pattern: "a.txt", Agent: c.rule}}}))
		denies(t, r, "Write", "a.txt", c.want, c.agent...)
		r = only(t, shellRules(config.ToolRule{CommandPattern: "make*", Action: "block", Agent: c.rule}))
		denies(t, r, "Bash", "make", c.want, c.agent...)
	}
}

// Cases 71 to 80: what git ignores, asked of git.
func TestCaseGitIgnored(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files   map[string]string
		ignored string
		free    string
	}{
		"71 patterns":     {map[string]string{".gitignore": "node_modules/\n*.log\ntarget/\n"}, "node_modules/foo.js debug.log target/release/app", "src/main.rs README.md"},
		"72 exception":    {map[string]string{".gitignore": "*.log\n!important.log\n"}, "debug.log", "important.log"},
		"73 nested":       {map[string]string{".gitignore": "", "src/nested/.gitignore": "*.tmp\n!important.log\n"}, "src/nested/cache.tmp", "cache.tmp src/nested/important.log"},
		"74 deep":         {map[string]string{"a/b/.gitignore": "*.tmp\n"}, "a/b/c/d/deep.tmp", "a/test.tmp"},
		"75 exclude":      {map[string]string{".git/info/exclude": "*.secret\n"}, "x.secret", "x"},
		"76 directory":    {map[string]string{".gitignore": "build/\n"}, "build/x", "src/build.rs"},
		"77 no root file": {map[string]string{"sub/.gitignore": "x\n"}, "sub/x", "x"},
		"79 allow list":   {map[string]string{".gitignore": "/*\n!/src\n"}, "other/a", "src/a.go"},
		"80 anchored":     {map[string]string{"docs/.gitignore": "/tmp\n"}, "docs/tmp/x", "tmp/x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := only(t, quiet(config.Guards{PreventUpdateGitIgnored: true}))
			gitInit(t, r.Base)
			for f, text := range c.files {
				write(t, filepath.Join(r.Base, f), text)
			}
			for f := range strings.FieldsSeq(c.ignored) {
				denies(t, r, "Write", f, true)
				denies(t, r, "Bash", "echo > "+f, true)
			}
			for f := range strings.FieldsSeq(c.free) {
				denies(t, r, "Write", f, false)
			}
		})
	}
	r := only(t, quiet(config.Guards{PreventUpdateGitIgnored: true})) // 78
	write(t, r.Base+"/.gitignore", "*.log\n")
	denies(t, r, "Write", "x.log", false)
}

// A tracked file is not ignored, whatever the patterns say.
func TestGitTracked(t *testing.T) {
	t.Parallel()
	r := only(t, quiet(config.Guards{PreventUpdateGitIgnored: true}))
	gitInit(t, r.Base)
	write(t, r.Base+"/.gitignore", "*.txt\n")
	git(t, r.Base, "add", "-f", "a.txt")
	denies(t, r, "Write", "a.txt", false)
	denies(t, r, "Write", "b.txt", true)
}

func gitInit(tb testing.TB, dir string) {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		tb.Skip("no git")
	}
	git(tb, dir, "init", "-q")
}

func git(tb testing.TB, dir string, args ...string) {
	tb.Helper()
	cmd := exec.CommandContext(tb.Context(), "git", append([]string{"-c", "core.excludesFile=", "-C", dir}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("git %v: %v: %s", args, err, out)
	}
}

func TestGenerated(t *testing.T) {
	t.Parallel()
	r := only(t, quiet(config.Guards{PreventGeneratedFileEdits: true, GeneratedFileMessage: "{file_path} says {marker}."}))
	for text, want := range map[string]bool{
		"// Code generated by x. DO NOT EDIT.\npackage x":            true,
		"#!/bin/sh\n# This file is generated\n":                      true,
		"/*\n * @generated\n */\nx":                                  true,
		"<!-- auto-generated -->\n":                                  true,
		"\"\"\"This file was automatically generated.\"\"\"\n":       true,
		"-- Autogenerated\nselect 1":                                 true,
		"package x\n\n// Code generated by x. DO NOT EDIT.\n":        false,
		"package x\n\nconst marker = \"Code generated by\"\n":        false,
		"# How to\n\nDo not edit the database by hand.\n":            false,
		"x := \"@generated\"\n":                                      false,
		"// Package lint finds files.\npackage lint\n// DO NOT EDIT": false,
		"\x00\x01\x02": false,
	} {
		write(t, r.Base+"/src/f", text)
		d := denies(t, r, "Edit", "src/f", want)
		if want && !strings.HasPrefix(d.Reason, "src/f says ") {
			t.Errorf("%q: %s", text, d.Reason)
		}
	}
	denies(t, r, "Write", "src/new", false)
	denies(t, only(t, quiet(config.Guards{})), "Edit", "src/f", false)
}
