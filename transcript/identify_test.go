package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conclaude/transcript"
)

// call is the transcript line in which an assistant calls a tool with the given input.
func call(tool, id, input string) string {
	return fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"text","text":"x"},`+
		`{"type":"tool_use","id":%q,"name":%q,"input":%s}]}}`+"\n", id, tool, input)
}

func task(id, name string) string { return call("Task", id, fmt.Sprintf(`{"subagent_type":%q}`, name)) }

// result is the transcript line that ties a call to an agent.
func result(callID, agentID, more string) string {
	return fmt.Sprintf(`{"type":"user","message":{"content":[{"tool_use_id":%q,"type":"tool_result","content":"x"}]},`+
		`"toolUseResult":{"agentId":%q%s}}`+"\n", callID, agentID, more)
}

// Hosts that send no agent_type: the session's transcript names the agent.
func TestIdentifyByTranscript(t *testing.T) {
	t.Parallel()
	none := call("Task", "t9", `{"prompt":"no type"}`)
	for name, c := range map[string]struct{ id, data, want string }{
		"Task":                        {"", task("t1", "coder"), "coder"},
		"Agent":                       {"", call("Agent", "t1", `{"subagent_type":"coder"}`), "coder"},
		"padded":                      {"", task("t1", " coder "), "coder"},
		"most recent":                 {"", task("t1", "coder") + task("t2", "tester"), "tester"},
		"most recent with a type":     {"", task("t1", "coder") + none, "coder"},
		"most recent, not id":         {"a3", task("t1", "coder") + task("t2", "tester"), "tester"},
		"last of one line":            {"", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Task","input":{"subagent_type":"a"}},{"type":"tool_use","name":"Task","input":{"subagent_type":"b"}}]}}`, "b"},
		"by id":                       {"a1", task("t1", "coder") + result("t1", "a1", "") + task("t2", "tester"), "coder"},
		"by id, parallel":             {"a1", task("t1", "coder") + task("t2", "tester") + result("t1", "a1", "") + result("t2", "a2", ""), "coder"},
		"not another's":               {"a1", task("t1", "coder") + task("t2", "tester") + result("t2", "a2", ""), "coder"},
		"all are others'":             {"a1", task("t2", "tester") + result("t2", "a2", ""), "unknown"},
		"by id, type omitted":         {"a9", task("t1", "coder") + none + result("t9", "a9", ""), "unknown"},
		"by id, type in the result":   {"a9", none + result("t9", "a9", `,"agentType":"general-purpose"`), "general-purpose"},
		"by id, call not there":       {"a9", task("t1", "coder") + result("t9", "a9", ""), "unknown"},
		"id in another tool's result": {"a1", task("t1", "coder") + result("t1", "a1", "") + call("SendMessage", "t2", `{"to":"a1"}`) + result("t2", "a1", "") + task("t3", "tester"), "coder"},
		"another tool":                {"", call("Bash", "t1", `{"subagent_type":"coder"}`), "unknown"},
		"a user's words":              {"", `{"type":"user","message":{"content":[{"type":"tool_use","name":"Task","input":{"subagent_type":"coder"}}]}}`, "unknown"},
		"quoted":                      {"", `{"type":"assistant","message":{"content":"{\"subagent_type\":\"coder\"}"}}` + "\n", "unknown"},
		"key in another case":         {"", call("Task", "t1", `{"subagent_type":"coder","Subagent_Type":"x"}`), "coder"},
		"type is a number":            {"", task("t1", "coder") + call("Task", "t1", `{"subagent_type":7}`), "coder"},
		"input is a string":           {"", task("t1", "coder") + call("Task", "t1", `"\"subagent_type\""`), "coder"},
		"sidechain":                   {"", `{"isSidechain":true,` + task("t1", "coder")[1:], "coder"},
		"CRLF":                        {"", strings.ReplaceAll(task("t1", "coder"), "\n", "\r\n"), "coder"},
		"malformed lines around":      {"", "garbage\n" + task("t1", "coder") + "{\"subagent_type\":\n[]\n\n", "coder"},
		"truncated":                   {"", task("t1", "coder") + strings.TrimRight(task("t2", "tester"), "}\n"), "coder"},
		"last line without its end":   {"", task("t1", "coder") + strings.TrimSpace(task("t2", "tester")), "tester"},
		"binary":                      {"", "\x00\xff\x7fELF\n\x00" + task("t1", "coder") + "\x00\n", "unknown"},
		"empty":                       {"", "", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := transcript.Query{Stopped: true, AgentID: c.id}
			q.TranscriptPath = write(t, filepath.Join(t.TempDir(), "s.jsonl"), c.data)
			a := transcript.Identify(q)
			source := transcript.SourceTranscript
			if c.want == transcript.Unknown {
				source = transcript.SourceUnknown
			}
			if a.Name != c.want || a.Source != source {
				t.Errorf("Identify = %s from %s, want %s (%q)", a.Name, a.Source, c.want, a.Warnings)
			}
			if a.Name == transcript.Unknown && len(a.Warnings) == 0 {
				t.Error("unknown without a warning")
			}
		})
	}
}

// A newer host that sends an empty agent_type means a nameless agent: the most recent call is somebody else's.
func TestIdentifyNameless(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), task("t1", "coder")+result("t1", "a1", "")+task("t2", "tester"))
	for id, want := range map[string]string{"": "unknown", "a1": "coder", "a2": "unknown"} {
		q := transcript.Query{Stopped: true, AgentID: id, HasAgentType: true, TranscriptPath: path}
		if a := transcript.Identify(q); a.Name != want {
			t.Errorf("agent %q: Identify = %s, want %s", id, a.Name, want)
		}
	}
}

// A transcript is opened only when an agent stopped that nothing else names.
func TestIdentifyLeavesTranscriptAlone(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), task("t1", "tester"))
	for name, c := range map[string]struct {
		q    transcript.Query
		want string
	}{
		"named":               {transcript.Query{Stopped: true, AgentID: "a", AgentType: "coder", HasAgentType: true}, "coder"},
		"not a stop":          {transcript.Query{AgentID: "hook-agent-1"}, "unknown"},
		"start without an id": {transcript.Query{Started: true, AgentType: "coder", HasAgentType: true}, "coder"},
		"main":                {transcript.Query{AgentType: "coder", HasAgentType: true}, "main"},
	} {
		c.q.TranscriptPath = path
		if a := transcript.Identify(c.q); a.Name != c.want || a.Main != (name == "main") || a.Warnings != nil {
			t.Errorf("%s: Identify = %+v, want %s", name, a, c.want)
		}
	}
}

func TestIdentifyMeta(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ meta, want, source, warning string }{
		"agentType":        {`{"agentType":"coder"}`, "coder", "meta", ""},
		"spawned":          {`{"agentType":"cody","spawnedAgentType":"coder"}`, "coder", "meta", ""},
		"custom first":     {`{"agentType":"cody","spawnedAgentType":"x","customAgentType":"coder"}`, "coder", "meta", ""},
		"blank custom":     {`{"agentType":"coder","customAgentType":" "}`, "coder", "meta", ""},
		"no type":          {`{}`, "cody", "payload", ""},
		"type of no type":  {`{"agentType":["coder"]}`, "cody", "payload", ""},
		"malformed":        {`{"agentType":"coder"`, "cody", "payload", "unexpected end of JSON input"},
		"empty":            {``, "cody", "payload", "unexpected end of JSON input"},
		"not an object":    {`["coder"]`, "cody", "payload", "cannot unmarshal array"},
		"over the maximum": {`{"agentType":"coder"}` + strings.Repeat(" ", 1<<20), "cody", "payload", "more than a meta file has"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "s", "subagents", "agent-a1.meta.json"), c.meta)
			for _, q := range []transcript.Query{
				{TranscriptPath: filepath.Join(dir, "s.jsonl")},
				{TranscriptPath: filepath.Join(dir, "other.jsonl"), SessionID: "s"},
				{AgentTranscriptPath: filepath.Join(dir, "s", "subagents", "agent-a1.jsonl")},
			} {
				q.Stopped, q.AgentID, q.AgentType, q.HasAgentType = true, "a1", "cody", true
				a := transcript.Identify(q)
				if a.Name != c.want || string(a.Source) != c.source || a.Inner {
					t.Errorf("Identify = %+v, want %s from %s", a, c.want, c.source)
				}
				if got := strings.Join(a.Warnings, "\n"); !strings.Contains(got, c.warning) || (got == "") != (c.warning == "") {
					t.Errorf("warnings = %q, want %q", got, c.warning)
				}
			}
		})
	}
}

// A meta file that knows the call but not the type leads to that call.
func TestIdentifyMetaToolUseID(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), task("t1", "coder")+task("t2", "tester"))
	write(t, filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents", "agent-a1.meta.json"), `{"toolUseId":"t1"}`)
	a := transcript.Identify(transcript.Query{Stopped: true, AgentID: "a1", HasAgentType: true, TranscriptPath: path})
	if a.Name != "coder" || a.Source != transcript.SourceTranscript {
		t.Errorf("Identify = %s from %s, want coder from transcript", a.Name, a.Source)
	}
}

// An agent id can't lead out of the directory of the transcripts.
func TestIdentifyHostileID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "evil.meta.json"), `{"agentType":"evil"}`)
	if err := os.MkdirAll(filepath.Join(dir, "s", "subagents", "agent-x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"x/../../../evil", `x\..\evil`, "..", "a\x00b", "/etc/passwd", "c:x"} {
		q := transcript.Query{AgentID: id, AgentType: "coder", HasAgentType: true, TranscriptPath: filepath.Join(dir, "s.jsonl")}
		if a := transcript.Identify(q); a.Name != "coder" || len(a.Warnings) != 1 {
			t.Errorf("id %q: Identify = %+v, want coder with a warning", id, a)
		}
	}
}

// Only a transcript that was named, is not there, and has no meta file makes a stop an inner one.
func TestIdentifyInner(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	gone := filepath.Join(dir, "agent-gone.jsonl")
	write(t, filepath.Join(dir, "agent-meta.meta.json"), `{}`)
	for name, c := range map[string]struct {
		q    transcript.Query
		want bool
	}{
		"nothing there":     {transcript.Query{Stopped: true, AgentID: "gone", AgentTranscriptPath: gone}, true},
		"under a file":      {transcript.Query{Stopped: true, AgentTranscriptPath: filepath.Join(dir, "agent-meta.meta.json", "x.jsonl")}, true},
		"with a meta file":  {transcript.Query{Stopped: true, AgentTranscriptPath: filepath.Join(dir, "agent-meta.jsonl")}, false},
		"a transcript only": {transcript.Query{Stopped: true, AgentTranscriptPath: write(t, filepath.Join(dir, "agent-t.jsonl"), "")}, false},
		"not named":         {transcript.Query{Stopped: true, AgentID: "gone"}, false},
		"not a stop":        {transcript.Query{AgentID: "gone", AgentTranscriptPath: gone}, false},
		"an odd path":       {transcript.Query{Stopped: true, AgentTranscriptPath: "a\x00b"}, false},
	} {
		c.q.AgentType, c.q.HasAgentType = "coder", true
		if a := transcript.Identify(c.q); a.Inner != c.want || a.Name != "coder" {
			t.Errorf("%s: Identify = %+v, want Inner %v", name, a, c.want)
		}
	}
}
