//go:build e2e

package e2e_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"conclaude/e2e/mockapi"
)

// fromHook finds the client's labels of what a hook said.
var fromHook = regexp.MustCompile(`(?m)^\w+(:\w+)? hook (feedback|additional context|success|error|blocking error)`)

// ownWords is where the client goes on with words of its own in the same text.
var ownWords = regexp.MustCompile(`\n\n(# Environment\n|Today's date is |The following deferred tools are )`)

// hookTexts cuts out what came from hooks, labels included.
func hookTexts(told []string) []string {
	var found []string
	for _, text := range told {
		found = append(found, fromHooks(text)...)
	}
	return found
}

func fromHooks(text string) []string {
	var found []string
	starts := fromHook.FindAllStringIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		said := text[at[0]:end]
		if own := ownWords.FindStringIndex(said); own != nil {
			said = said[:own[0]]
		}
		found = append(found, strings.TrimRight(said, "\n"))
	}
	return found
}

// toldByHooks lists, word for word, what hooks had the client tell the model:
// per conversation, and under the number of the request that brought it.
func (s *session) toldByHooks() string {
	requests := s.api.Requests()
	slices.SortStableFunc(requests, func(a, b mockapi.Request) int {
		return strings.Compare(a.Conversation, b.Conversation)
	})
	var out strings.Builder
	for _, r := range requests {
		for _, text := range hookTexts(r.Told) {
			fmt.Fprintf(&out, "%s >\n%s\n", r, s.steady(text))
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
	{regexp.MustCompile(`\b\d{8}-\d{6}-(\w+)-\d+-\d+\.log\b`), "TIME-$1.log"},
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
