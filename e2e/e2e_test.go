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

// report says what happened, when it went wrong or with CONCLAUDE_E2E_TRACE.
func (s *session) report(t *testing.T) {
	t.Helper()
	if !t.Failed() && os.Getenv("CONCLAUDE_E2E_TRACE") == "" {
		return
	}
	for _, e := range s.events {
		line, _ := json.Marshal(e)
		t.Logf("client: %.1000s", line)
	}
	for _, r := range s.api.Requests() {
		t.Logf("%s was told %.2000q", r, r.Told)
	}
	lines, _ := s.journal()
	for _, line := range lines {
		t.Logf("journal: %v", line)
	}
	t.Logf("client's stderr: %s\nscreen: %s", s.stderr, s.screen)
}
