//go:build e2e

package e2e_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"conclaude/e2e/mockapi"
	"os"
)

// fromHook finds the client's labels of what a hook said.
var fromHook = regexp.MustCompile(`(?m)^\w+(:\w+)? hook (feedback|additional context|success|error|blocking error)`)

// ownWords is where the client goes on with words of its own in the same text.
const ownWords = "\n\n# Environment\n"

// toldByHooks lists, word for word, what hooks had the client tell the model:
// per conversation, and under the number of the request that brought it.
func (s *session) toldByHooks() string {
	requests := s.api.Requests()
	slices.SortStableFunc(requests, func(a, b mockapi.Request) int {
		return strings.Compare(a.Conversation, b.Conversation)
	})
	var out strings.Builder
	for _, r := range requests {
		for _, text := range r.Told {
			if fromHook.MatchString(text) {
				text, _, _ = strings.Cut(text, ownWords)
				fmt.Fprintf(&out, "%s >\n%s\n", r, s.steady(strings.TrimSuffix(text, "\n")))
			}
		}
	}
	return out.String()
}

var unsteady = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`), "UUID"},
	{regexp.MustCompile(`\b\d+(\.\d+)?(µs|ms|s)\b`), "TIME"},
}

// steady replaces what differs from run to run.
func (s *session) steady(text string) string {
	text = strings.ReplaceAll(text, s.root, "ROOT")
	for _, u := range unsteady {
		text = u.pattern.ReplaceAllString(text, u.with)
	}
	return text
}

// checkTold compares with the scenario's told section, or writes it.
func (s *session) checkTold(t *testing.T) {
	t.Helper()
	got := s.toldByHooks()
	if *update && !t.Failed() {
		s.scenario.set(toldSection, []byte(got))
		if err := os.WriteFile(s.scenario.path, txtar.Format(s.scenario.archive), 0o644); err != nil {
			t.Error(err)
		}
		return
	}
	if diff := cmp.Diff(string(s.scenario.section(toldSection)), got); diff != "" {
		t.Errorf("what the model was told by hooks (-want +got):\n%s", diff)
	}
}
