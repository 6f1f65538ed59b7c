package oracle_test

import (
	"strings"
	"testing"

	"conclaude/e2e/oracle"
	"conclaude/internal/event"
	"conclaude/internal/hook"
)

// TestEncode has the program say all that it can say on each event of the
// host, and asks whether the host would do it.
func TestEncode(t *testing.T) {
	t.Parallel()
	verdicts := map[string]hook.Verdict{
		"nothing":             {},
		"block":               {Block: "no"},
		"block and notice":    {Block: "no", Notices: []string{"off"}},
		"context":             {Context: []string{"x"}},
		"notice":              {Notices: []string{"off"}},
		"context and notices": {Context: []string{"x", "y"}, Notices: []string{"off", "on"}},
		"long":                {Context: []string{strings.Repeat(strings.Repeat("ä", 99)+"\n", 110)}, Notices: []string{strings.Repeat("ä", 20_000)}},
	}
	for name := range strings.FieldsSeq(events) {
		e, ok := event.Lookup(name)
		if !ok {
			t.Errorf("the table lacks %s", name)
			continue
		}
		for what, verdict := range verdicts {
			if verdict.Block != "" && !e.CanBlock() {
				continue
			}
			a := hook.Encode(e, verdict)
			if err := oracle.Check(name, a.Exit, a.Stdout, a.Stderr); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if got := oracle.Blocks(name, a.Exit, a.Stdout); got != (verdict.Block != "") {
				t.Errorf("%s: %s: the host is blocked: %t", name, what, got)
			}
		}
	}
}
