//go:build e2e

package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestScenarios(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d scenarios: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			s, err := loadScenario(path)
			if err != nil {
				t.Fatal(err)
			}
			run := newSession(t, s)
			if s.Client.Interactive {
				run.interact(t)
			} else {
				run.print(t)
			}
			s.Want.check(t, run)
			run.checkAlways(t)
			run.checkTold(t)
			run.report(t)
		})
	}
}

// report says what happened, when it went wrong: what hooks answered, what the
// model was told, the journal; with CONCLAUDE_E2E_TRACE all that the client
// said and sent, whatever came of it.
func (s *session) report(t *testing.T) {
	t.Helper()
	trace := os.Getenv("CONCLAUDE_E2E_TRACE") != ""
	if !t.Failed() && !trace {
		return
	}
	for _, e := range s.events {
		line, _ := json.Marshal(e)
		if trace {
			t.Logf("client: %s", line)
		} else if e.text("output") != "" {
			t.Logf("%s: exit %v: %.1000s", e.text("hook_name"), e["exit_code"], e.text("output"))
		}
	}
	for _, r := range s.api.Requests() {
		if trace {
			t.Logf("%s was told %q", r, r.Told)
		}
	}
	journal, _ := os.ReadFile(s.path("state", "conclaude", "journal.jsonl"))
	t.Logf("told by hooks:\n%.4000s\njournal:\n%.4000s\nclient's stderr: %s\nscreen: %s",
		s.toldByHooks(), journal, s.stderr, strings.TrimSpace(s.screen))
}
