package guard_test

import (
	"encoding/json"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/internal/guard"
)

// FuzzCheck: whatever the request, there is a decision, the same each time,
// and every decision has a reason.
func FuzzCheck(f *testing.F) {
	for _, row := range [][2]string{
		{"Bash", `{"command":"rm .env"}`}, {"Write", `{"file_path":"a"}`}, {"mcp__x", `{"a":[{"path":["b",{"uri":"file:///c"}]}]}`}, {"PowerShell", `{"command":"a > b"}`}, {"Edit", `{`}, {"Grep", `{"path":"src","glob":".env"}`},
	} {
		f.Add(row[0], row[1])
	}
	r := project(f)
	r.Guards.PreventGeneratedFileEdits = true
	perms := config.Permissions{Allow: entries("Bash(git*)", "Edit(src/**)"), Deny: entries("Bash(rm*)")}
	f.Fuzz(func(t *testing.T, tool, input string) {
		req := guard.Request{Tool: tool, Input: json.RawMessage(input), Cwd: r.Base, Agent: []string{"main"}}
		d := r.Check(t.Context(), req)
		if (d.Action == guard.None) != (d.Reason == "") || (d.Action == guard.None) != (d.Rule == "") {
			t.Errorf("%+v", d)
		}
		if strings.Contains(d.Reason, "defect of conclaude") {
			t.Error(d.Reason)
		}
		if again := r.Check(t.Context(), req); again.Action != d.Action || again.Reason != d.Reason {
			t.Errorf("%v, then %v", d, again)
		}
		guard.Permission(perms, req)
	})
}
