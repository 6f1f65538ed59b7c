package transcript_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"conclaude/transcript"

	"github.com/google/go-cmp/cmp"
)

// capturedDir is where the captured payloads say that the transcripts are.
const capturedDir = "/home/user/.claude/projects/-home-user-project"

// readPayload makes a query of a payload file. Unless dir is empty it takes the place of capturedDir.
func readPayload(t *testing.T, path, dir string) transcript.Query {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if dir != "" {
		data = bytes.ReplaceAll(data, []byte(capturedDir), []byte(filepath.ToSlash(dir)))
	}
	var p map[string]any
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	field := func(key string) string { s, _ := p[key].(string); return s }
	_, typed := p["agent_type"]
	return transcript.Query{
		Stopped:             field("hook_event_name") == "SubagentStop",
		Started:             field("hook_event_name") == "SubagentStart",
		SessionID:           field("session_id"),
		TranscriptPath:      field("transcript_path"),
		AgentID:             field("agent_id"),
		AgentType:           field("agent_type"),
		HasAgentType:        typed,
		AgentTranscriptPath: field("agent_transcript_path"),
	}
}

// captured is the query of an event in testdata/transcripts.
func captured(t *testing.T, event string) transcript.Query {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("../testdata/transcripts", event))
	if err != nil {
		t.Fatal(err)
	}
	return readPayload(t, filepath.Join(dir, "payload.json"), dir)
}

func TestIdentifyCaptures(t *testing.T) {
	t.Parallel()
	type want struct{ name, kind, source string }
	for event, w := range map[string]want{
		"c-subagent/SubagentStart-1": {"coder", "coder", "payload"},
		"c-subagent/SubagentStop-1":  {"coder", "coder", "meta"},
		"c-subagent/Stop-1":          {"main", "", "payload"},
		"d-parallel/SubagentStart-1": {"tester", "tester", "payload"},
		"d-parallel/SubagentStart-2": {"coder", "coder", "payload"},
		"d-parallel/SubagentStop-1":  {"tester", "tester", "meta"},
		"d-parallel/SubagentStop-2":  {"coder", "coder", "meta"},
		"d-parallel/Stop-1":          {"main", "", "payload"},
		"e1-nested/SubagentStop-1":   {"tester", "tester", "meta"},
		"e1-nested/SubagentStop-2":   {"coder", "coder", "meta"},
		"e1-nested/SubagentStop-3":   {"tester", "tester", "meta"},
		"h2-teams/SubagentStart-1":   {"cody", "cody", "payload"},
		"h2-teams/SubagentStop-1":    {"coder", "cody", "meta"},
		"h2-teams/SubagentStop-2":    {"coder", "cody", "meta"},
		"h2-teams/Stop-1":            {"main", "", "payload"},
		"h2-teams/Stop-2":            {"main", "", "payload"},
	} {
		t.Run(event, func(t *testing.T) {
			t.Parallel()
			a := transcript.Identify(captured(t, event))
			if got := (want{a.Name, a.Type, string(a.Source)}); got != w {
				t.Errorf("Identify = %v, want %v", got, w)
			}
			if a.Main != (w.name == "main") || a.Inner || a.Warnings != nil {
				t.Errorf("Main = %v, Inner = %v, Warnings = %q", a.Main, a.Inner, a.Warnings)
			}
		})
	}
}

// The captures as hosts would have sent them that know no agent_type and write no meta files: the name comes from the transcript.
func TestIdentifyCapturesAsOlderHosts(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{
		"c-subagent/SubagentStop-1": "coder",
		"d-parallel/SubagentStop-1": "tester",
		"d-parallel/SubagentStop-2": "coder", // the later call, of the tester, has its result
		"e1-nested/SubagentStop-2":  "coder",
		"e1-nested/SubagentStop-3":  "tester",
		"h2-teams/SubagentStop-1":   "coder",
	} {
		t.Run(event, func(t *testing.T) {
			t.Parallel()
			q := captured(t, event)
			q.AgentType, q.HasAgentType, q.AgentTranscriptPath, q.SessionID = "", false, "", ""
			q.TranscriptPath = alone(t, q.TranscriptPath)
			a := transcript.Identify(q)
			if a.Name != want || a.Source != transcript.SourceTranscript {
				t.Errorf("Identify = %s from %s, want %s from transcript", a.Name, a.Source, want)
			}
		})
	}
}

// When a transcript has the results of both agents, each one gets its own name, whichever call came last.
func TestIdentifyParallelByID(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"af2cfc09b2bfa14bc": "coder", "a9447f1d0d56871b6": "tester"} {
		q := captured(t, "d-parallel/Stop-1")
		q = transcript.Query{Stopped: true, AgentID: id, TranscriptPath: alone(t, q.TranscriptPath)}
		if a := transcript.Identify(q); a.Name != want || a.Source != transcript.SourceTranscript {
			t.Errorf("agent %s: Identify = %s from %s, want %s from transcript", id, a.Name, a.Source, want)
		}
	}
}

// alone copies a transcript to where no other file is beside it.
func alone(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, filepath.Join(t.TempDir(), "session.jsonl"), string(data))
}

func TestIdentifyPayloads(t *testing.T) {
	t.Parallel()
	type want struct {
		name, source string
		inner        bool
	}
	for file, w := range map[string]want{
		"SubagentStop.compaction.json":            {"unknown", "unknown", true},
		"SubagentStop.compaction-main-agent.json": {"coder", "payload", true},
		"SubagentStart.json":                      {"coder", "payload", false},
		"SubagentStart.teammate.json":             {"cody", "payload", false},
		"PreToolUse.in-subagent.json":             {"coder", "payload", false},
		"StopFailure.in-subagent.json":            {"failer", "payload", false},
		"TeammateIdle.json":                       {"cody", "payload", false},
		"PreToolUse.main-agent.json":              {"main", "payload", false},
		"Stop.main-agent.json":                    {"main", "payload", false},
		"Stop.json":                               {"main", "payload", false},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			a := transcript.Identify(readPayload(t, filepath.Join("../testdata/payloads", file), t.TempDir()))
			if got := (want{a.Name, string(a.Source), a.Inner}); got != w {
				t.Errorf("Identify = %v, want %v", got, w)
			}
		})
	}
}

// With the files that the host had written, these are agents like any other.
func TestIdentifyPayloadsWithFiles(t *testing.T) {
	t.Parallel()
	for file, m := range map[string]string{
		"SubagentStop.worktree.json":   `{"agentType":"coder"}`,
		"SubagentStop.background.json": `{"agentType":"coder","requestShape":"background"}`,
		"SubagentStop.active.json":     `{"agentType":"coder"}`,
		"SubagentStop.teammate.json":   `{"agentType":"cody","customAgentType":"coder"}`,
		"TeammateIdle.json":            `{"agentType":"cody","spawnedAgentType":"coder"}`,
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			q := readPayload(t, filepath.Join("../testdata/payloads", file), "")
			dir := filepath.Join(t.TempDir(), q.SessionID)
			q.TranscriptPath = dir + ".jsonl"
			own := write(t, filepath.Join(dir, "subagents", "agent-"+q.AgentID+".jsonl"), "")
			if q.AgentTranscriptPath != "" {
				q.AgentTranscriptPath = own
			}
			write(t, filepath.Join(dir, "subagents", "agent-"+q.AgentID+".meta.json"), m)
			want := transcript.Agent{
				ID: q.AgentID, Name: "coder", Type: q.AgentType,
				Source: transcript.SourceMeta, TranscriptPath: own,
			}
			if diff := cmp.Diff(want, transcript.Identify(q)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// write makes a file and the directories above it.
func write(tb testing.TB, path, content string) string {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}
