package transcript_test

import (
	"path/filepath"
	"strings"
	"testing"

	"conclaude/transcript"
)

// FuzzIdentify: whatever the files and the payload say, there is a name with a source, and every warning is one line.
func FuzzIdentify(f *testing.F) {
	both := task("t1", "coder") + result("t1", "a1", "") + task("t2", "tester")
	f.Add([]byte(both), []byte(`{"agentType":"coder"}`), "a1", "coder", true)
	f.Add([]byte(both), []byte(`{"toolUseId":"t1"}`), "a1", "", true)
	f.Add([]byte(both), []byte(`{`), "a2", "", false)
	f.Add([]byte("\x00\n{\"subagent_type\"}\n{"), []byte{}, "../x", " ", false)
	f.Fuzz(func(t *testing.T, session, meta []byte, id, kind string, typed bool) {
		dir := t.TempDir()
		q := transcript.Query{Stopped: true, AgentID: id, AgentType: kind, HasAgentType: typed}
		q.TranscriptPath = write(t, filepath.Join(dir, "s.jsonl"), string(session))
		q.AgentTranscriptPath = write(t, filepath.Join(dir, "s", "subagents", "agent-x.jsonl"), "")
		write(t, filepath.Join(dir, "s", "subagents", "agent-x.meta.json"), string(meta))
		a := transcript.Identify(q)
		if a.Name == "" || a.Name != strings.TrimSpace(a.Name) || a.Source == "" || a.Inner || a.Main {
			t.Errorf("Identify = %+v", a)
		}
		if (a.Source == transcript.SourceUnknown) && a.Name != transcript.Unknown {
			t.Errorf("Identify = %s from %s", a.Name, a.Source)
		}
		if strings.Contains(strings.Join(a.Warnings, ""), "\n") {
			t.Errorf("warnings = %q", a.Warnings)
		}
	})
}
