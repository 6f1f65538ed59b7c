package hook_test

import (
	"encoding/json"
	"testing"

	"conclaude/internal/hook"

	"github.com/google/go-cmp/cmp"
)

func TestSlashCommands(t *testing.T) {
	t.Parallel()
	const file = `userPromptSubmit: {slashCommands: {commands: {"*": [{run: x}]}}}`
	tests := map[string]struct{ prompt, name, args string }{
		"name":                {"/deploy", "deploy", ""},
		"arguments":           {"/deploy  now  please ", "deploy", "now  please"},
		"tab":                 {"/deploy\tnow", "deploy", "now"},
		"around it":           {"\n /deploy \n", "deploy", ""},
		"first line only":     {"/deploy now\nand then", "deploy", "now"},
		"plugin":              {"/plugin:deploy x", "plugin:deploy", "x"},
		"dashes":              {"/do-it_2", "do-it_2", ""},
		"path":                {"/usr/bin/x is missing", "", ""},
		"file":                {"/x.txt", "", ""},
		"slash":               {"/", "", ""},
		"slash and space":     {"/ deploy", "", ""},
		"two slashes":         {"//deploy", "", ""},
		"in the middle":       {"run /deploy", "", ""},
		"none":                {"", "", ""},
		"letters of the rest": {"/dëploy", "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			payload, err := json.Marshal(map[string]string{"prompt": test.prompt})
			if err != nil {
				t.Fatal(err)
			}
			steps := plan(t, "UserPromptSubmit", file, string(payload), mainAgent)
			var got []hook.Value
			if len(steps) > 0 {
				got = steps[0].Vars
			}
			var want []hook.Value
			if test.name != "" {
				want = []hook.Value{{Name: "SLASH_COMMAND", Value: test.name}, {Name: "SLASH_COMMAND_ARGS", Value: test.args}}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Commands for all prompts come before those of slash commands; both want a
// prompt.
func TestPromptOrder(t *testing.T) {
	t.Parallel()
	const file = `
userPromptSubmit:
  slashCommands: {commands: {/a: [{run: a}], "*": [{run: any}], b: [{run: b}]}}
  commands: [{run: always}, {run: fits, pattern: "^/A", caseInsensitive: true}, {run: not, pattern: "^/A"}]
`
	for payload, want := range map[string][]string{
		`{"prompt":"/a"}`:  {"always", "fits", "any", "a"},
		`{"prompt":"x"}`:   {"always"},
		`{"prompt":""}`:    nil,
		`{"prompt":null}`:  nil,
		`{}`:               nil,
		`{"prompt":17}`:    {"always"},
		`{"Prompt":"/a"}`:  {"always", "fits", "any", "a"}, // another host's spelling
		`{"prompt":["x"]}`: {"always"},
	} {
		if diff := cmp.Diff(want, runs(plan(t, "UserPromptSubmit", file, payload, mainAgent))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", payload, diff)
		}
	}
}
