//go:build e2e

package e2e_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// interact runs the client in a terminal of tmux, with the first prompt on
// its command line, until the script is used up and the files of Until exist.
func (s *session) interact(t *testing.T) {
	t.Helper()
	s.onboard(t)
	args := append([]string{"new-session", "-d", "-x", "160", "-y", "50", "-c", s.path("project"), "--", claude},
		s.scenario.Client.args()...)
	s.tmux(t, append(args, s.scenario.Client.Prompts[0])...)
	defer s.tmux(t, "kill-server")
	deadline := time.Now().Add(limit)
	for !s.finished() && time.Now().Before(deadline) {
		time.Sleep(100 * time.Millisecond)
	}
	s.screen = s.tmux(t, "capture-pane", "-p", "-S", "-200")
	if !s.finished() {
		t.Error("the script was not used up in time")
	}
}

// finished reports whether everything that the scenario waits for is there.
func (s *session) finished() bool {
	for _, name := range s.scenario.Client.Until {
		if _, err := os.Stat(s.path("project", name)); errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return s.api.Left() <= 0
}

// tmux talks to a server of the session's own.
func (s *session) tmux(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "tmux", append([]string{"-S", s.path("tmp", "tmux"), "-f", "/dev/null"}, args...)...)
	cmd.Env = s.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("tmux %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}

// onboard answers beforehand what the client asks at its first start.
func (s *session) onboard(t *testing.T) {
	t.Helper()
	const key = 20 // the client remembers a key by its last characters
	data, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding":        true,
		"theme":                         "dark",
		"bypassPermissionsModeAccepted": true,
		"customApiKeyResponses":         map[string]any{"approved": []string{dummyKey[len(dummyKey)-key:]}},
		"projects":                      map[string]any{s.path("project"): map[string]any{"hasTrustDialogAccepted": true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.path("home"), ".claude.json"), data)
}
