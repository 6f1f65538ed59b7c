package hook_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"conclaude/e2e/oracle"
	"conclaude/internal/event"
)

// script is a project whose only command for the event is a script of the host
// that prints the answer.
func script(t *testing.T, e *event.Event, answer string, exit int) string {
	t.Helper()
	run := fmt.Sprintf("printf %%s %s; exit %d", "'"+answer+"'", exit)
	command, err := json.Marshal([]map[string]any{{"run": run, "output": "hook", "name": "script", "showCommand": false}})
	if err != nil {
		t.Fatal(err)
	}
	if e.Context == event.PathOutput {
		return project(t, fmt.Sprintf("%s: {command: pwd, commands: %s}", e.Key(), command))
	}
	return project(t, fmt.Sprintf("%s: {commands: %s}", e.Key(), command))
}

// TestScriptsOnEveryEvent has a script of the host say everything on each
// event; call checks that the host takes what becomes of it.
func TestScriptsOnEveryEvent(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			blocked := call(t, e.Name, script(t, &e, `{"decision":"block","reason":"words"}`, 1), nil)
			if got := oracle.Blocks(e.Name, blocked.Exit, blocked.Stdout); got != e.CanBlock() {
				t.Errorf("decision: block blocks: %t", got)
			}
			if said := string(blocked.Stdout) + string(blocked.Stderr); !strings.Contains(said, "words") && e.Context != event.PathOutput {
				t.Errorf("the reason is lost: %q", said)
			}
			message := call(t, e.Name, script(t, &e, `{"systemMessage":"words"}`, 0), nil)
			if e.Context != event.PathOutput && !strings.Contains(string(message.Stdout), "words") {
				t.Errorf("the message is lost: %q", message.Stdout)
			}
			context := call(t, e.Name, script(t, &e, `{"hookSpecificOutput":{"hookEventName":"`+e.Name+`","additionalContext":"words"}}`, 0), nil)
			if takes := e.Scripts || e.Context == event.ToModel; takes != (context.Said().Model == "words") {
				t.Errorf("takes context: %t, said %+v", takes, context.Said())
			}
			plain := call(t, e.Name, script(t, &e, "words", 0), nil)
			if got := strings.Contains(string(plain.Stdout), "words"); got != e.PlainContext {
				t.Errorf("plain text is context: %t", got)
			}
		})
	}
}

// Whatever a script prints, the host takes what becomes of it, and a block is
// not lost in it.
func TestOddAnswers(t *testing.T) {
	t.Parallel()
	answers := map[string]bool{ // whether it blocks
		`{"decision":"block","reason":7}`:                              true,
		`{"decision":"block","reason":null}`:                           true,
		`{"decision":"block","hookSpecificOutput":7}`:                  true,
		`{"decision":"block","hookSpecificOutput":null}`:               true,
		`{"decision":"block","hookSpecificOutput":{}}`:                 true,
		`{"decision":"block","continue":"no"}`:                         true,
		`{"decision":"block","reason":"\ud800"}`:                       true,
		`{"decision":["block"]}`:                                       false,
		`{"Decision":"block"}`:                                         false,
		`{"hookSpecificOutput":{"hookEventName":7}}`:                   false,
		`{"hookSpecificOutput":{"hookEventName":"NAME"}}`:              false,
		`{"systemMessage":["x"],"suppressOutput":1}`:                   false,
		`{"decision":"block","reason":"` + strings.Repeat("x", 20_000): false,
		`[{"decision":"block"}]`:                                       false,
		`{}}`:                                                          false,
		`"}`:                                                           false,
		"\xff\x00{}":                                                   false,
	}
	for name := range strings.FieldsSeq("UserPromptSubmit PreToolUse Stop TaskCompleted PreCompact Elicitation PermissionRequest") {
		e := lookup(t, name)
		for answer, blocks := range answers {
			answer = strings.ReplaceAll(strings.ReplaceAll(answer, "NAME", name), "\x00", "")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				r := call(t, name, script(t, e, answer, 0), nil)
				if got := oracle.Blocks(name, r.Exit, r.Stdout); got != blocks {
					t.Errorf("%.80q blocks: %t, want %t: %q, %q", answer, got, blocks, r.Stdout, r.Stderr)
				}
			})
		}
	}
}
