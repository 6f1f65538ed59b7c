package hook_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"conclaude/e2e/oracle"
	"conclaude/internal/event"
	"conclaude/internal/hook"
	"conclaude/internal/journal"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "conclaude-hook-test-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", dir)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// payloadOf is the captured payload of an event with the given fields, in a
// session of its own.
func payloadOf(t *testing.T, name string, fields map[string]any) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../testdata/payloads", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	payload := map[string]any{}
	if err := json.Unmarshal(data, &payload); err != nil {
		t.Fatal(err)
	}
	delete(payload, "agent_transcript_path") // else it would have to be there
	session := t.TempDir()
	payload["transcript_path"] = filepath.Join(session, "session.jsonl")
	payload["session_id"] = session
	maps.Copy(payload, fields)
	if data, err = json.Marshal(payload); err != nil {
		t.Fatal(err)
	}
	return data
}

// project is a directory with a configuration.
func project(t *testing.T, config string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".conclaude.yaml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// call makes one hook call in dir; the answer is such that the host takes it.
func call(t *testing.T, name, dir string, fields map[string]any) hook.Report {
	t.Helper()
	given := map[string]any{"cwd": dir}
	maps.Copy(given, fields)
	report := hook.Handle(t.Context(), hook.Call{
		Event: name, Stdin: bytes.NewReader(payloadOf(t, name, given)), Environ: os.Environ(), Dir: dir,
		Store: journal.Open(), Start: time.Now(),
	})
	if err := oracle.Check(name, report.Exit, report.Stdout, report.Stderr); err != nil {
		t.Error(err)
	}
	return report
}

func lookup(t *testing.T, name string) *event.Event {
	t.Helper()
	e, ok := event.Lookup(name)
	if !ok {
		t.Fatalf("the table lacks %s", name)
	}
	return e
}

func TestEncode(t *testing.T) {
	t.Parallel()
	reason := "why"
	tests := map[string]struct {
		event   string
		verdict hook.Verdict
		want    hook.Answer
	}{
		"nothing":              {"Stop", hook.Verdict{}, hook.Answer{}},
		"block":                {"Stop", hook.Verdict{Block: "no"}, hook.Answer{Exit: 2, Stderr: []byte("no\n")}},
		"block, and off":       {"Stop", hook.Verdict{Block: "no", Notices: []string{"off"}}, hook.Answer{Exit: 2, Stderr: []byte("no\noff\n")}},
		"refuse":               {"PermissionRequest", hook.Verdict{Block: "no", Notices: []string{"off"}}, answered(`{"systemMessage":"off","hookSpecificOutput":{"decision":{"behavior":"deny","message":"no"},"hookEventName":"PermissionRequest"}}`)},
		"to the model":         {"SessionStart", hook.Verdict{Context: []string{"a", "b <&>"}}, answered(`{"hookSpecificOutput":{"additionalContext":"a\nb <&>","hookEventName":"SessionStart"}}`)},
		"to the user":          {"Stop", hook.Verdict{Context: []string{"a"}, Notices: []string{"off"}}, answered(`{"systemMessage":"a\noff"}`)},
		"a script's, on Stop":  {"Stop", hook.Verdict{Additional: []string{"a"}}, answered(`{"hookSpecificOutput":{"additionalContext":"a","hookEventName":"Stop"}}`)},
		"plain":                {"PreCompact", hook.Verdict{Context: []string{"keep it"}, Notices: []string{"off"}}, answered("keep it\noff")},
		"plain, like JSON":     {"PostCompact", hook.Verdict{Context: []string{`{"a":1}`}}, answered("Output:\n{\"a\":1}")},
		"plain, nothing":       {"PreCompact", hook.Verdict{}, hook.Answer{}},
		"path":                 {"WorktreeCreate", hook.Verdict{Path: "/w", Notices: []string{"off"}}, answered("/w")},
		"stop":                 {"Stop", hook.Verdict{Stop: &reason}, answered(`{"continue":false,"stopReason":"why"}`)},
		"suppress":             {"Stop", hook.Verdict{Suppress: true, Notices: []string{"off"}}, answered(`{"suppressOutput":true,"systemMessage":"off"}`)},
		"no output of its own": {"TaskCompleted", hook.Verdict{Context: []string{"a"}, Specific: map[string]json.RawMessage{"x": []byte("1")}}, answered(`{"systemMessage":"a"}`)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := hook.Encode(lookup(t, test.event), test.verdict)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if err := oracle.Check(test.event, got.Exit, got.Stdout, got.Stderr); err != nil {
				t.Error(err)
			}
		})
	}
}

func answered(text string) hook.Answer { return hook.Answer{Stdout: []byte(text + "\n")} }

// TestTableKnowsTheHost compares the rows with what was observed of the host:
// which events can be blocked, and which have an output of their own.
func TestTableKnowsTheHost(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if e.Refusal == "" && e.CanBlock() != oracle.CanBlock(e.Name) {
				t.Errorf("a block can be said: %t, by the host: %t", e.CanBlock(), oracle.CanBlock(e.Name))
			}
			probe := []byte(`{"hookSpecificOutput":{"hookEventName":"` + e.Name + `"` + required(e.Name) + `}}`)
			err := oracle.Check(e.Name, 0, probe, nil)
			if has := err == nil; has != e.Output && e.Context != event.PathOutput {
				t.Errorf("has an output: %t, by the host: %v", e.Output, err)
			}
			probe = []byte(`{"hookSpecificOutput":{"hookEventName":"` + e.Name + `","additionalContext":"x"}}`)
			err = oracle.Check(e.Name, 0, probe, nil)
			if has := err == nil; has != (e.Scripts || e.Context == event.ToModel) {
				t.Errorf("takes context: %t, by the host: %v", !has, err)
			}
		})
	}
}

// required is the key that an output of the event must have.
func required(name string) string {
	if name == "PermissionRequest" {
		return `,"decision":{"behavior":"deny"}`
	}
	return ""
}

// Said takes an answer apart as a person wants to read it.
func TestSaid(t *testing.T) {
	t.Parallel()
	said := func(name string, v hook.Verdict) hook.Said { return hook.Encode(lookup(t, name), v).Said() }
	both := hook.Verdict{Context: []string{"context"}, Notices: []string{"notice"}}
	if diff := cmp.Diff(hook.Said{Model: "context", User: "notice"}, said("SessionStart", both)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(hook.Said{User: "context\nnotice"}, said("Stop", both)); diff != "" {
		t.Error(diff)
	}
	if got := said("PreCompact", both); strings.TrimSpace(got.Model) != "context\nnotice" {
		t.Errorf("Said = %+v", got)
	}
}
