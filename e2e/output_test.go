//go:build e2e

package e2e_test

import (
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"conclaude/e2e/oracle"
)

// answers are the client's reports of finished hooks.
func (s *session) answers() []event {
	var found []event
	for _, e := range s.events {
		if e.text("subtype") == "hook_response" {
			found = append(found, e)
		}
	}
	return found
}

// result is the last thing that the client says at its end.
func (s *session) result() string {
	var text string
	for _, e := range s.events {
		if e.text("type") == "result" {
			text = e.text("result")
		}
	}
	return text
}

// shown are the words that the user sees beside the model's own.
func (s *session) shown() []string {
	texts := []string{s.screen}
	for _, e := range s.events {
		switch e.text("subtype") {
		case "informational", "notification":
			texts = append(texts, e.text("content")+e.text("text"))
		}
	}
	return texts
}

// hostLimit is how many characters of a text reach the model whole.
const hostLimit = 10_000

// checkAlways holds in every scenario: the script was followed to its end,
// the client reached for nothing else, took every answer, and had nothing
// left to run.
func (s *session) checkAlways(t *testing.T) {
	t.Helper()
	for _, problem := range s.api.Problems() {
		t.Error(problem)
	}
	if left := s.api.Left(); left != 0 {
		t.Errorf("%d turns of the script were not asked for", left)
	}
	for _, answer := range s.answers() {
		s.checkAnswer(t, answer)
	}
	s.checkFates(t)
	for _, r := range s.api.Requests() {
		for _, text := range hookTexts(r.Told) {
			if n := utf8.RuneCountInString(text); n > hostLimit {
				t.Errorf("%s was told %d characters by a hook, want at most %d", r, n, hostLimit)
			}
		}
	}
	s.checkLeft(t)
}

func (s *session) checkAnswer(t *testing.T, answer event) {
	t.Helper()
	name := answer.text("hook_event")
	cancelled := answer.text("outcome") == "cancelled"
	if cancelled != slices.Contains(s.scenario.Want.Cancelled, name) {
		t.Errorf("%s: the host did not wait for the hook: %t", name, cancelled)
	}
	if cancelled {
		return
	}
	exit, _ := answer["exit_code"].(float64)
	stdout, stderr := answer.text("stdout"), answer.text("stderr")
	if err := oracle.Check(name, int(exit), []byte(stdout), []byte(stderr)); err != nil {
		t.Error(err)
	}
	if outcome := answer.text("outcome"); exit == 0 && outcome != "success" {
		t.Errorf("%s: the host made %q of the answer %q: %s", name, outcome, stdout, answer.text("output"))
	}
}

// checkFates finds the hooks that the client began and never reported: it
// could not make sense of the answer.
func (s *session) checkFates(t *testing.T) {
	t.Helper()
	reported := map[string]bool{}
	for _, answer := range s.answers() {
		reported[answer.text("hook_id")] = true
	}
	for _, e := range s.events {
		if e.text("subtype") == "hook_started" && !reported[e.text("hook_id")] {
			t.Errorf("%s: the host did not take the answer", e.text("hook_event"))
		}
	}
}

// checkLeft gives a client that was killed the time to run its last hooks.
func (s *session) checkLeft(t *testing.T) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	left := s.left()
	for len(left) > 0 && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond)
		left = s.left()
	}
	if len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
}
