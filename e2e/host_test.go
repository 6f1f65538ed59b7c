//go:build e2e

package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"conclaude/e2e/mockapi"
	"conclaude/e2e/oracle"
)

// What the host makes of an answer.
const (
	taken   = "taken"   // does what it says
	refused = "refused" // nothing of it counts, the user sees an error
	ignored = "ignored" // no error, but what it says is lost
)

type answerCase struct{ answer, host string }

func output(event, fields string) string {
	return `{"hookSpecificOutput":{"hookEventName":"` + event + `"` + fields + `}}`
}

// answerCases are given one after the other, each at the event's next turn.
// The first task must come to be, and no answer may end the session.
var answerCases = map[string][]answerCase{
	"SessionStart": {{output("SessionStart", `,"additionalContext":"x","watchPaths":["/tmp"]`), taken}},
	"UserPromptSubmit": {
		{output("UserPromptSubmit", `,"additionalContext":"x"`), taken},
		{output("Stop", ""), refused},
		{`{"systemMessage":1}`, refused},
		{`{"decision":"block","reason":"x"`, ignored},
	},
	"PreToolUse": {
		{output("PreToolUse", `,"permissionDecision":"allow","updatedInput":{"command":"true"}`), taken},
		{output("PreToolUse", `,"permissionDecision":"block"`), refused},
		{output("PostToolUse", ""), refused},
		{`{"continue":"no"}`, refused},
		{`{"decision":"approve"}`, taken},
		{`{"hookSpecificOutput":{"permissionDecision":"deny"}}`, refused},
	},
	"PostToolUse": {
		{output("PostToolUse", `,"additionalContext":"x"`), taken},
		{`{"decision":"block","reason":"x"}`, taken},
		{`{"decision":"deny","reason":"x"}`, refused},
		{`{"decision":"block","reason":"x"} text`, ignored},
		{`{"decision":"block"}{"reason":"x"}`, refused},
		{`{"systemMesage":"x"}`, ignored},
	},
	"PostToolBatch": {
		{output("PostToolBatch", `,"additionalContext":"x"`), taken},
		{`[]`, ignored},
	},
	"MessageDisplay": {{output("MessageDisplay", `,"displayContent":"x"`), taken}},
	"SubagentStart":  {{output("SubagentStart", `,"additionalContext":"x"`), taken}},
	"SubagentStop":   {{`{"systemMessage":"x"}`, taken}},
	"TaskCreated": {
		{`{"systemMessage":"x"}`, taken},
		{`{"systemMessage":"x"}`, taken},
		{`{"decision":"block","reason":"x"}`, taken},
		{`{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"TaskCreated"}}`, refused},
	},
	"TaskCompleted": {
		{`{"decision":"block","reason":"x"}`, taken},
		{`{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"TaskCompleted"}}`, refused},
	},
	"Stop": {
		{`{"systemMessage":"x"}`, taken},
		{output("SubagentStop", ""), refused},
		{`{"suppressOutput":true}`, taken},
		{`{"stopReason":false}`, refused},
	},
}

// TestHostAgrees gives the host's hooks answers of all kinds and compares what
// it makes of them with what the oracle says.
func TestHostAgrees(t *testing.T) {
	t.Parallel()
	s := newSession(t, answerScenario())
	s.bin = standIn(t, s)
	s.print(t)
	t.Cleanup(func() { s.report(t) })
	for event, cases := range answerCases {
		fates := s.fates(event)
		if len(fates) < len(cases) {
			t.Errorf("%s fired %d times, want %d", event, len(fates), len(cases))
			continue
		}
		for i, c := range cases {
			if fates[i] != (c.host != refused) {
				t.Errorf("%s: %s: the host accepts it: %t, want %s", event, c.answer, fates[i], c.host)
			}
			err := oracle.Check(event, 0, []byte(c.answer), nil)
			if (err == nil) != (c.host == taken) {
				t.Errorf("%s: %s: the oracle says %v, the host: %s", event, c.answer, err, c.host)
			}
		}
	}
}

// fates tells for each time that the event fired whether the host accepted
// the answer. There is no report of one whose fields it did not understand.
func (s *session) fates(name string) []bool {
	accepted := map[string]bool{}
	for _, answer := range s.answers() {
		accepted[answer.text("hook_id")] = answer.text("outcome") == "success"
	}
	var fates []bool
	for _, e := range s.events {
		if e.text("subtype") == "hook_started" && e.text("hook_event") == name {
			fates = append(fates, accepted[e.text("hook_id")])
		}
	}
	return fates
}

// standIn is a conclaude that prints the n-th answer at the n-th call.
func standIn(t *testing.T, s *session) string {
	t.Helper()
	write(t, s.path("bin", "conclaude"), []byte(`#!/bin/sh
cat > /dev/null
cd "$CLAUDE_PROJECT_DIR/answers/$1" 2> /dev/null || exit 0
n=$(ls | grep -c done)
touch "done.$n"
cat "$n" 2> /dev/null
exit 0
`))
	for event, cases := range answerCases {
		for i, c := range cases {
			write(t, s.path("project", "answers", event, fmt.Sprint(i)), []byte(c.answer))
		}
	}
	return s.path("bin")
}

// answerScenario fires every event of answerCases often enough.
func answerScenario() *scenario {
	call := func(tool string, input map[string]any) mockapi.Turn {
		return mockapi.Turn{Tools: []map[string]any{{tool: input}}}
	}
	var turns []mockapi.Turn
	for range answerCases["PostToolUse"] {
		turns = append(turns, call("Bash", map[string]any{"command": "true", "description": "work"}))
	}
	for range answerCases["TaskCreated"] {
		turns = append(turns, call("TaskCreate", map[string]any{"subject": "x", "description": "x"}))
	}
	for i := range answerCases["TaskCompleted"] {
		turns = append(turns, call("TaskUpdate", map[string]any{"taskId": fmt.Sprint(i + 1), "status": "completed"}))
	}
	turns = append(turns, call("Agent", map[string]any{
		"description": "x", "prompt": "[helper] help", "subagent_type": "general-purpose", "run_in_background": false,
	}))
	prompts := strings.Split(strings.Repeat("go on\n", len(answerCases["Stop"])-1)+"go on", "\n")
	for range prompts {
		turns = append(turns, mockapi.Turn{Text: "done"})
	}
	return &scenario{
		archive: &txtar.Archive{},
		Client: client{
			Prompts: prompts,
			Env:     map[string]string{"CLAUDE_CODE_ENABLE_TODO_TOOLS": "1"},
		},
		Model: mockapi.Script{mockapi.Main: turns, "helper": {{Text: "helped"}}},
	}
}
