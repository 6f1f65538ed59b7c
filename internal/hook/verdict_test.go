package hook_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conclaude/internal/event"
	"conclaude/internal/hook"

	"github.com/google/go-cmp/cmp"
)

// heard is where the text of a command came out.
type heard struct {
	exit int
	by   string // "", agent, model, user, plain, refused or path
}

// steps are what a command can do, and what the table's row says comes of it.
var steps = map[string]struct {
	run  string
	want func(e *event.Event) heard
}{
	"pass": {"true", func(e *event.Event) heard {
		if e.Context == event.PathOutput {
			return heard{0, "path"}
		}
		return heard{}
	}},
	"show":   {"echo words", shown},
	"fail":   {"echo words >&2; exit 3", func(e *event.Event) heard { return failed(e, event.Block) }},
	"exit 2": {"echo words >&2; exit 2", func(e *event.Event) heard { return failed(e, event.Block, event.Exit2) }},
}

// shown is who reads what a passing command shows.
func shown(e *event.Event) heard {
	switch e.Context {
	case event.ToModel:
		return heard{0, "model"}
	case event.PlainText:
		return heard{0, "plain"}
	case event.PathOutput:
		return heard{0, "path"}
	}
	return heard{0, "user"}
}

// failed is what comes of a failure that blocks under the given policies.
func failed(e *event.Event, blocks ...event.Policy) heard {
	switch {
	case e.CanBlock() && slices.Contains(blocks, e.Policy) && e.Refusal == event.ByDecision:
		return heard{0, "refused"}
	case e.CanBlock() && slices.Contains(blocks, e.Policy):
		return heard{2, "agent"}
	case e.Context == event.PlainText:
		return heard{0, "plain"}
	}
	return heard{0, "user"}
}

// TestEveryEvent runs every event of the table through the same steps. A new
// row is tested without any change here.
func TestEveryEvent(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		for name, step := range steps {
			t.Run(e.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				dir := project(t, sectionWith(&e, step.run))
				report := call(t, e.Name, dir, nil)
				if got := hear(t, report.Answer); got != step.want(&e) {
					t.Errorf("heard %+v, want %+v: stdout %q, stderr %q", got, step.want(&e), report.Stdout, report.Stderr)
				}
			})
		}
	}
}

// sectionWith is a configuration with one command for the event, whose
// patterns match everything.
func sectionWith(e *event.Event, run string) string {
	command := fmt.Sprintf("[{run: %q, showStdout: true, showCommand: false}]", run)
	if e.Context == event.PathOutput {
		return fmt.Sprintf("%s: {command: pwd, commands: %s}", e.Key(), command)
	}
	return fmt.Sprintf("%s: {commands: %s}", e.Key(), command)
}

// hear tells where the word "words" is in an answer.
func hear(t *testing.T, a hook.Answer) heard {
	t.Helper()
	var answer struct {
		SystemMessage string
		Specific      struct {
			AdditionalContext string
			Decision          struct{ Message string }
		} `json:"hookSpecificOutput"`
	}
	isJSON := json.Unmarshal(a.Stdout, &answer) == nil
	said := map[string]bool{
		"agent":   strings.Contains(string(a.Stderr), "words"),
		"model":   strings.Contains(answer.Specific.AdditionalContext, "words"),
		"user":    strings.Contains(answer.SystemMessage, "words"),
		"refused": strings.Contains(answer.Specific.Decision.Message, "words"),
		"plain":   !isJSON && strings.Contains(string(a.Stdout), "words"),
		"path":    !isJSON && strings.HasPrefix(string(a.Stdout), "/"),
	}
	h := heard{exit: a.Exit}
	for by, is := range said {
		if is && h.by != "" {
			t.Errorf("said to %s and to %s", h.by, by)
		}
		if is {
			h.by = by
		}
	}
	if h.by == "" && len(a.Stdout)+len(a.Stderr) > 0 {
		t.Errorf("says %q and %q", a.Stdout, a.Stderr)
	}
	return h
}

// TestLifecyclePage wants every test to exist that docs/lifecycle.md names, and
// each event to have a script.
func TestLifecyclePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/lifecycle.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	for _, match := range regexp.MustCompile("`(Test\\w+|[\\w/-]+\\.txtar)`").FindAllSubmatch(page, -1) {
		if name := string(match[1]); !slices.Contains(tests, name) && !isFile(scriptPath(name)) {
			t.Errorf("docs/lifecycle.md names %s, which does not exist", name)
		}
	}
	for _, e := range event.All() {
		if name := "event_" + e.Alias() + ".txtar"; !isFile(scriptPath(name)) {
			t.Errorf("%s has no script %s", e.Name, name)
		}
	}
}

func scriptPath(name string) string {
	if scenario, ok := strings.CutPrefix(name, "e2e/"); ok {
		return filepath.Join("../../e2e/testdata", scenario)
	}
	return filepath.Join("../../cmd/conclaude/testdata/script", name)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// testNames lists the tests of the repository.
func testNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*_test.go", "../../cmd/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(source, -1) {
				names = append(names, string(match[1]))
			}
		}
	}
	return names
}

// TestOwnCode, also W32, holds how many events need more than their row: only those whose
// names are in the code.
func TestOwnCode(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"PreToolUse":        "guard rules",
		"PermissionRequest": "guard rules",
		"UserPromptSubmit":  "patterns on prompts, slash commands",
		"MessageDisplay":    "onlyFinal",
		"Stop":              "infinite mode",
		"SubagentStart":     "where the agent's name is",
		"SubagentStop":      "where the agent's name is",
		"WorktreeCreate":    "git, when there is no command",
	}
	got := namedInCode(t)
	for name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("%s has no code of its own any more", name)
		}
	}
	for _, name := range got {
		if want[name] == "" {
			t.Errorf("%s has code of its own", name)
		}
	}
	t.Logf("%d of %d events are handled by their row alone", len(event.All())-len(got), len(event.All()))
	if diff := cmp.Diff(33-8, len(event.All())-len(got)); diff != "" {
		t.Errorf("events without code of their own (-want +got):\n%s", diff)
	}
}

// namedInCode lists the events whose names are in texts of the package's code,
// and that which it knows by its way of answering, which no other event has.
func namedInCode(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				words = append(words, strings.FieldsFunc(text, func(c rune) bool { return c < 'A' })...)
			}
			return true
		})
	}
	var named []string
	for _, e := range event.All() {
		if slices.Contains(words, e.Name) || e.Context == event.PathOutput {
			named = append(named, e.Name)
		}
	}
	return named
}
