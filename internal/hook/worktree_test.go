package hook_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"conclaude/internal/hook"
	"conclaude/internal/journal"
)

// The command that makes a worktree is stopped at the deadline of the call,
// with what it started.
func TestWorktreeDeadline(t *testing.T) {
	t.Parallel()
	dir := project(t, "worktreeCreate: {command: 'sleep 60 & echo $! > pid; wait; touch late'}")
	start := time.Now()
	report := hook.Handle(t.Context(), hook.Call{
		Event: "WorktreeCreate", Environ: os.Environ(), Dir: dir, Store: journal.Open(), Start: start, Deadline: 300 * time.Millisecond,
		Stdin: bytes.NewReader(payloadOf(t, "WorktreeCreate", map[string]any{"cwd": dir})),
	})
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
	if report.Exit != hook.ExitError || !strings.Contains(string(report.Stderr), "the hook's deadline was reached") {
		t.Errorf("exit %d, %q", report.Exit, report.Stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "late")); err == nil {
		t.Error("it went on")
	}
}

func TestWorktreeNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"w2": true, "feature-1.2_x": true, "Übung": true,
		"": false, "-x": false, ".x": false, "..": false, "a/b": false, `a\b`: false, "a b": false, "a\nb": false, "a;b": false, "$x": false, "a~": false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, "worktreeCreate: {command: pwd}")
			got := call(t, "WorktreeCreate", dir, map[string]any{"name": name}).Exit == hook.ExitOK
			if got != want {
				t.Errorf("%q is taken: %t", name, got)
			}
		})
	}
}

// The command gets the variables that every command gets.
func TestWorktreeVariables(t *testing.T) {
	t.Parallel()
	dir := project(t, "worktreeCreate: {command: 'echo \"$CONCLAUDE_SUBAGENT_NAME,$CONCLAUDE_PERMISSION_MODE,${NO_COLOR+set},${CONCLAUDE_SESSION_ID-none}\" > said; test -s \"$CONCLAUDE_SESSION_ID_FILE\" && printenv CONCLAUDE_PAYLOAD_JSON > /dev/null && pwd'}")
	got := call(t, "WorktreeCreate", dir, map[string]any{"agent_id": "a1", "agent_type": "coder", "permission_mode": "auto", "session_id": "a\x00b"})
	if got.Exit != hook.ExitOK {
		t.Errorf("exit %d, %q", got.Exit, got.Stderr)
	}
	said, err := os.ReadFile(filepath.Join(dir, "said"))
	if want := "coder,auto,set,none\n"; err != nil || string(said) != want {
		t.Errorf("said %q (%v), want %q", said, err, want)
	}
}
