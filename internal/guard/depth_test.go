package guard_test

import (
	"encoding/json"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/internal/guard"
)

// TestDeepInput: lists 9,000 deep, and a list of more paths than are looked at,
// are refused, at once, where a rule could apply.
func TestDeepInput(t *testing.T) {
	t.Parallel()
	many, err := json.Marshal(map[string]any{"paths": append(strings.Split(strings.Repeat("a ", 5000), " "), "secret")})
	if err != nil {
		t.Fatal(err)
	}
	rules := guard.Rules{Base: t.TempDir(), Guards: config.Guards{UneditableFiles: []config.FileRule{{Pattern: "secret"}}}}
	for name, input := range map[string]string{
		"lists":   `{"paths":` + strings.Repeat("[", 9000) + `"secret"` + strings.Repeat("]", 9000) + `}`,
		"objects": strings.Repeat(`{"a":`, 9000) + `{"path":"secret"}` + strings.Repeat("}", 9000),
		"mixed":   `{"x":` + strings.Repeat(`[{"a":`, 4000) + `"secret"` + strings.Repeat("}]", 4000) + `}`,
		"many":    string(many),
	} {
		d := rules.Check(t.Context(), guard.Request{Tool: "mcp__fs__write", Input: json.RawMessage(input)})
		// The reason tells that the bound refused it: the path itself was found once, after 36 s.
		if d.Action != guard.Deny || !strings.Contains(d.Reason, "too many or too deep values") {
			t.Errorf("%s: %v %q", name, d.Action, d.Reason)
		}
	}
}
