//go:build e2e

package e2e_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// want is what must be so when the client has ended. README.md describes it.
type want struct {
	Exit   int               `yaml:"exit"`
	Result string            `yaml:"result"`
	User   []string          `yaml:"user"`
	Model  []told            `yaml:"model"`
	Files  map[string]string `yaml:"files"`
	Absent []string          `yaml:"absent"`
	Dead   []string          `yaml:"dead"`
	Fired  map[string]int    `yaml:"fired"`
	// Cancelled are the events whose hook the host did not wait for.
	Cancelled []string            `yaml:"cancelled"`
	Journal   []map[string]string `yaml:"journal"`
}

// told is one text that the model was sent, or was not. Without a request it
// is about all of them.
type told struct {
	Request string `yaml:"request"`
	Has     string `yaml:"has"`
	Not     string `yaml:"not"`
}

func (w want) check(t *testing.T, s *session) {
	t.Helper()
	if s.exit != w.Exit {
		t.Errorf("the client's exit code is %d, want %d; stderr: %s", s.exit, w.Exit, s.stderr)
	}
	if got := s.result(); !strings.Contains(got, w.Result) {
		t.Errorf("the client's result is %q, want %q in it", got, w.Result)
	}
	for _, text := range w.User {
		if shown := s.shown(); !strings.Contains(strings.Join(shown, "\n"), text) {
			t.Errorf("the user was shown %q, want %q in it", shown, text)
		}
	}
	for _, m := range w.Model {
		m.check(t, s)
	}
	w.checkFired(t, s)
	w.checkFiles(t, s)
	w.checkJournal(t, s)
}

func (w want) checkFired(t *testing.T, s *session) {
	t.Helper()
	fired := map[string]int{}
	for _, answer := range s.answers() {
		fired[answer.text("hook_event")]++
	}
	for _, name := range slices.Sorted(maps.Keys(w.Fired)) {
		if fired[name] != w.Fired[name] {
			t.Errorf("the host fired %s %d times, want %d", name, fired[name], w.Fired[name])
		}
	}
}

func (w want) checkFiles(t *testing.T, s *session) {
	t.Helper()
	for name, text := range w.Files {
		data, err := os.ReadFile(s.path("project", name))
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(text, string(data)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, name := range w.Absent {
		if _, err := os.Stat(s.path("project", name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s exists (%v), want it absent", name, err)
		}
	}
	for _, name := range w.Dead {
		if err := dead(s.path("project", name)); err != nil {
			t.Error(err)
		}
	}
}

// dead reports an error if the process whose id is in the file lives.
func dead(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		return err
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil
	}
	return fmt.Errorf("%s: process %d is still there", path, pid)
}

func (w want) checkJournal(t *testing.T, s *session) {
	t.Helper()
	lines, err := s.journal()
	if err != nil {
		t.Error(err)
	}
	if w.Journal == nil {
		return
	}
	if len(lines) != len(w.Journal) {
		t.Errorf("the journal has %d lines, want %d:\n%v", len(lines), len(w.Journal), lines)
		return
	}
	for i, line := range w.Journal {
		for key, value := range line {
			if got := journalField(lines[i], key); got != value {
				t.Errorf("line %d of the journal: %s is %q, want %q", i+1, key, got, value)
			}
		}
	}
}

// journalField looks a dotted key up, as agent.name.
func journalField(line map[string]any, key string) string {
	first, rest, deeper := strings.Cut(key, ".")
	if !deeper {
		return fmt.Sprint(line[first])
	}
	below, _ := line[first].(map[string]any)
	return journalField(below, rest)
}

// journal reads the lines about calls that ran commands, in order.
func (s *session) journal() ([]map[string]any, error) {
	data, err := os.ReadFile(s.path("state", "conclaude", "journal.jsonl"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var lines []map[string]any
	for text := range bytes.Lines(data) {
		var line map[string]any
		if err := json.Unmarshal(text, &line); err != nil {
			return lines, fmt.Errorf("journal: %w: %q", err, text)
		}
		if ran, _ := line["commands"].([]any); len(ran) > 0 {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

func (m told) check(t *testing.T, s *session) {
	t.Helper()
	var found bool
	for _, r := range s.api.Requests() {
		if m.Request != "" && r.String() != m.Request {
			continue
		}
		found = found || m.Has != "" && r.Says(m.Has)
		if m.Not != "" && strings.Contains(strings.Join(r.All, "\n"), m.Not) {
			t.Errorf("%s has %q, want it absent", r, m.Not)
		}
	}
	if m.Has != "" && !found {
		t.Errorf("the model was not told %q (request %q)", m.Has, m.Request)
	}
}
