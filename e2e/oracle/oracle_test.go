package oracle_test

import (
	"encoding/json"
	"strings"
	"testing"

	"conclaude/e2e/oracle"
	"conclaude/testdata/host"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		event          string
		exit           int
		stdout, stderr string
		want           string // part of the error, "" for none
	}{
		"pass":                     {event: "Stop"},
		"pass, unknown event":      {event: "Tomorrow"},
		"block":                    {event: "Stop", exit: 2, stderr: "tests failed\n"},
		"block WorktreeCreate":     {event: "WorktreeCreate", exit: 2, stderr: "no"},
		"unreadable":               {event: "Stop", exit: 1, stderr: "stdin: empty\n"},
		"unreadable, unknown":      {event: "Tomorrow", exit: 1, stderr: "stdin: empty\n"},
		"message":                  {event: "SessionEnd", stdout: `{"systemMessage":"off"}` + "\n"},
		"context":                  {event: "SessionStart", stdout: `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"}}`},
		"json block":               {event: "TaskCompleted", stdout: `{"decision":"block","reason":"no"}`},
		"stop the turn":            {event: "PostToolUse", stdout: `{"continue":false,"stopReason":"enough"}`},
		"ask":                      {event: "PreToolUse", stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"?","updatedInput":{"command":"ls"}}}`},
		"allow":                    {event: "PermissionRequest", stdout: `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`},
		"worktree, plain":          {event: "WorktreeCreate", stdout: "/tmp/w\n"},
		"worktree, json":           {event: "WorktreeCreate", stdout: `{"hookSpecificOutput":{"hookEventName":"WorktreeCreate","worktreePath":"/tmp/w"}}`},
		"context at the limit":     {event: "Stop", stdout: context("Stop", 10_000)},
		"context over the limit":   {event: "Stop", stdout: context("Stop", 10_001), want: "maxLength"},
		"exit 3":                   {event: "Stop", exit: 3, want: "exit code 3"},
		"killed":                   {event: "Stop", exit: -1, want: "exit code -1"},
		"exit 0, stderr":           {event: "Stop", stderr: "warning", want: "stderr"},
		"exit 1, silent":           {event: "Stop", exit: 1, want: "one line"},
		"exit 1, two lines":        {event: "Stop", exit: 1, stderr: "a\nb\n", want: "one line"},
		"exit 1, stdout":           {event: "Stop", exit: 1, stdout: "{}", stderr: "x", want: "stdout"},
		"exit 2, stdout":           {event: "Stop", exit: 2, stdout: "{}", stderr: "x", want: "stdout"},
		"exit 2, silent":           {event: "Stop", exit: 2, stderr: " \n", want: "without a reason"},
		"exit 2, cannot block":     {event: "SessionEnd", exit: 2, stderr: "x", want: "does not let"},
		"exit 2, needs a decision": {event: "PermissionRequest", exit: 2, stderr: "x", want: "does not let"},
		"exit 2, unknown event":    {event: "Tomorrow", exit: 2, stderr: "x", want: "does not let"},
		"plain text":               {event: "UserPromptSubmit", stdout: "hello", want: "first byte"},
		"text before":              {event: "Stop", stdout: " {}", want: "first byte"},
		"text after":               {event: "Stop", stdout: "{}\nok", want: "one JSON value"},
		"two objects":              {event: "Stop", stdout: "{}{}", want: "one JSON value"},
		"cut off":                  {event: "Stop", stdout: `{"reason":`, want: "one JSON value"},
		"an array":                 {event: "Stop", stdout: "[]", want: "first byte"},
		"output for unknown event": {event: "Tomorrow", stdout: "{}", want: "additional properties"},
		"a part is no event":       {event: "context", stdout: "{}", want: "additional properties"},
		"misspelt key":             {event: "Stop", stdout: `{"systemMesage":"x"}`, want: "systemMesage"},
		"wrong type":               {event: "Stop", stdout: `{"continue":"no"}`, want: "continue"},
		"decision deny":            {event: "Stop", stdout: `{"decision":"deny","reason":"x"}`, want: "decision"},
		"block without reason":     {event: "Stop", stdout: `{"decision":"block"}`, want: "reason"},
		"block, cannot":            {event: "SessionStart", stdout: `{"decision":"block","reason":"x"}`, want: "decision"},
		"no variant":               {event: "TaskCompleted", stdout: `{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"TaskCompleted"}}`, want: "hookSpecificOutput"},
		"variant of another event": {event: "Stop", stdout: context("SubagentStop", 1), want: "hookEventName"},
		"variant without its name": {event: "Stop", stdout: `{"hookSpecificOutput":{"additionalContext":"x"}}`, want: "hookEventName"},
		"key of another variant":   {event: "Stop", stdout: `{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}`, want: "permissionDecision"},
		"later":                    {event: "Stop", stdout: `{"async":true}`, want: "async"},
		"compact instructions":     {event: "PreCompact", stdout: "keep the names of the tests\n"},
		"compact block":            {event: "PreCompact", stdout: `{"decision":"block","reason":"x"}`},
		"compact message":          {event: "PreCompact", stdout: `{"systemMessage":"x"}`, want: "decision"},
		"compacted":                {event: "PostCompact", stdout: "compacted\n"},
		"compacted, json":          {event: "PostCompact", stdout: `{"systemMessage":"x"}`, want: "not"},
		"relative worktree":        {event: "WorktreeCreate", stdout: "w", want: "first byte"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := oracle.Check(test.event, test.exit, []byte(test.stdout), []byte(test.stderr))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("Check = %v, want %q", err, test.want)
			}
		})
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		event  string
		exit   int
		stdout string
		want   bool
	}{
		"exit 2":               {event: "Stop", exit: 2, want: true},
		"exit 2, cannot":       {event: "PermissionRequest", exit: 2},
		"exit 1":               {event: "Stop", exit: 1, stdout: `{"decision":"block","reason":"x"}`},
		"silent":               {event: "Stop"},
		"plain":                {event: "PreCompact", stdout: "block\n"},
		"decision":             {event: "Stop", stdout: `{"decision":"block","reason":"x"}`, want: true},
		"approve":              {event: "Stop", stdout: `{"decision":"approve"}`},
		"deny the call":        {event: "PreToolUse", stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, want: true},
		"ask about the call":   {event: "PreToolUse", stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`},
		"deny the request":     {event: "PermissionRequest", stdout: `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny"}}}`, want: true},
		"allow the request":    {event: "PermissionRequest", stdout: `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`},
		"decline the question": {event: "Elicitation", stdout: `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}`, want: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := oracle.Blocks(test.event, test.exit, []byte(test.stdout)); got != test.want {
				t.Errorf("Blocks = %t, want %t", got, test.want)
			}
		})
	}
}

func context(event string, characters int) string {
	text := strings.Repeat("ä", characters)
	return `{"hookSpecificOutput":{"hookEventName":"` + event + `","additionalContext":"` + text + `"}}`
}

// The list is what the client prints for an event name that it does not know.
const events = `PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit
	UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact
	PostCompact PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation
	ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged
	DirectoryAdded MessageDisplay PreModelSwitch PostModelSwitch`

func TestEveryEventHasASchema(t *testing.T) {
	t.Parallel()
	var schema struct {
		Properties map[string]any
	}
	if err := json.Unmarshal(host.Answers, &schema); err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(events)
	if got := len(schema.Properties); got != len(names) {
		t.Errorf("%d events in the schema, want %d", got, len(names))
	}
	for _, event := range names {
		if strings.HasSuffix(event, "Compact") {
			continue // no answer is read
		}
		answer := []byte(`{"systemMessage":"x"}`)
		if err := oracle.Check(event, 0, answer, nil); err != nil {
			t.Error(err)
		}
	}
}
