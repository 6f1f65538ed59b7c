package guard_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/glob"
	"conclaude/internal/guard"
)

// project makes a directory with something to protect and returns its rules.
func project(tb testing.TB) *guard.Rules {
	tb.Helper()
	base, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	state := filepath.Join(base, "..", "state-"+filepath.Base(base))
	for name, text := range map[string]string{
		".env": "SECRET", ".env.example": "", ".conclaude.yaml": "{}", ".claude/settings.json": "{}", "a.txt": "a", "README.md": "x",
		"conf/prod.yaml": "a", "src/main.go": "package main", "src/gen/api.go": "package gen", "sub/deep/y.lock": "1",
		"secrets/key": "k", "other/gen/api.go": "", "node_modules/p/x.lock": "", "x.diff": "",
	} {
		write(tb, filepath.Join(base, name), text)
	}
	write(tb, filepath.Join(state, "last"), "")
	tb.Cleanup(func() { os.RemoveAll(state) })
	for link, to := range map[string]string{"linkenv": ".env", "rootlink": ".", "conflink": "conf", "src/uplink": "../conf", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(base, link)); err != nil {
			tb.Fatal(err)
		}
	}
	return &guard.Rules{Base: base, ConfigFile: base + "/.conclaude.yaml", StateDir: filepath.Clean(state), Guards: rules(), Env: func(name string) (string, bool) {
		return "/home/u", name == "HOME"
	}}
}

func rules() config.Guards {
	return config.Guards{
		UneditableFiles:  []config.FileRule{{Pattern: ".env"}, {Pattern: "conf/prod.yaml"}, {Pattern: "src/gen/**"}, {Pattern: "*.lock"}},
		UnreadableFiles:  []config.FileRule{{Pattern: "secrets/**"}},
		PreventAdditions: []config.FileRule{{Pattern: "dist"}},
		ToolUsageValidation: []config.ToolRule{
			{Tool: "Bash", CommandPattern: "git push --force*", Action: "block"},
			{Tool: "Bash", CommandPattern: "npm publish", MatchMode: "prefix", Action: "block"},
			{Tool: "Bash", CommandPattern: "docker * --privileged", MatchMode: "prefix", Action: "block"},
		},
	}
}

func write(tb testing.TB, name, text string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
}

// request makes a request of a line of testdata/guard.
func request(r *guard.Rules, line string) guard.Request {
	line = strings.NewReplacer("{BASE}", r.Base, "{STATE}", r.StateDir, "⏎", "\n").Replace(line)
	req := guard.Request{Tool: "Bash", Cwd: r.Base, Agent: []string{"main"}}
	if rest, ok := strings.CutPrefix(line, "@sub "); ok {
		req.Cwd, line = r.Base+"/src", rest
	}
	tool, input, ok := strings.Cut(line, " ")
	if ok && toolLine(tool, input) {
		req.Tool, req.Input = tool, json.RawMessage(input)
		return req
	}
	text, err := json.Marshal(map[string]string{"command": line, "description": "x"})
	if err != nil {
		return req
	}
	req.Input = text
	return req
}

func toolLine(tool, input string) bool {
	return strings.Trim(tool, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" && strings.ContainsAny(tool, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") &&
		strings.ContainsAny(input[:1], `{["n`) && !strings.Contains(tool, "=")
}

func lines(tb testing.TB, name string) []string {
	tb.Helper()
	text, err := os.ReadFile("../../testdata/guard/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for l := range strings.Lines(string(text)) {
		if l = strings.TrimSuffix(l, "\n"); l != "" && !strings.HasPrefix(l, "#") {
			out = append(out, l)
		}
	}
	return out
}

func TestBypass(t *testing.T) {
	t.Parallel()
	r := project(t)
	rows := lines(t, "bypass.txt")
	if len(rows) < 150 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		want, attempt, _ := strings.Cut(row, "\t")
		d := r.Check(t.Context(), request(r, attempt))
		action := guard.Deny
		if want == "unresolved" {
			action = guard.Ask
		}
		if got := strings.TrimPrefix(d.Rule, "preToolUse."); got != want || d.Action != action {
			t.Errorf("%s\n\tgot %v by %q: %s\n\twant %v by %q", attempt, d.Action, got, d.Reason, action, want)
		}
		if len(d.Reason) > 450 || strings.Count(d.Reason, "\n") > 1 {
			t.Errorf("%s: long reason: %s", attempt, d.Reason)
		}
	}
}

func TestHarmless(t *testing.T) {
	t.Parallel()
	r := project(t)
	rows := lines(t, "harmless.txt")
	if len(rows) < 150 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		if d := r.Check(t.Context(), request(r, row)); d.Action != guard.None {
			t.Errorf("%s\n\tgot %v by %s: %s", row, d.Action, d.Rule, d.Reason)
		}
	}
}

// textGuard is a guard of the kind that the table is about: rules compare the
// text of the command and of the path.
func textGuard(r *guard.Rules, req guard.Request) bool {
	var in struct {
		Command  string `json:"command"`
		FilePath string `json:"file_path"`
	}
	if json.Unmarshal(req.Input, &in) != nil {
		return false
	}
	for _, rule := range r.Guards.ToolUsageValidation {
		name, err := glob.CompileName(rule.CommandPattern)
		if err == nil && req.Tool == "Bash" && name.Match(in.Command) {
			return true
		}
	}
	for _, rule := range r.Guards.UneditableFiles {
		name, err := glob.CompileName(rule.Pattern)
		rel := strings.TrimPrefix(in.FilePath, req.Cwd+"/")
		if err == nil && (req.Tool == "Write" || req.Tool == "Edit") && (name.Match(in.FilePath) || name.Match(rel)) {
			return true
		}
	}
	return false
}

// TestBypassIsHard shows that the table is about more than text.
func TestBypassIsHard(t *testing.T) {
	t.Parallel()
	r := project(t)
	for _, row := range lines(t, "bypass.txt") {
		_, attempt, _ := strings.Cut(row, "\t")
		if textGuard(r, request(r, attempt)) {
			t.Errorf("a guard of text refuses it too: %s", attempt)
		}
	}
}
