//go:build linux

package fault

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestTranscriptGrows appends to a transcript, in pieces of lines, while calls
// look into it for an agent that only the transcript names.
func TestTranscriptGrows(t *testing.T) {
	t.Parallel()
	p := newProject(t, "subagentStop:\n  maxBlocks: 0\n  maxSameFailures: 0\n  commands:\n    coder: [{run: exit 3, onFailure: block}]\n")
	payload := p.payload(t, "SubagentStop", map[string]any{"agent_type": nil, "agent_id": nil})
	file := filepath.Join(p.dir, "session.jsonl")
	write(t, file, launch("coder"))
	ended := make(chan struct{})
	var group sync.WaitGroup
	var grown int64
	group.Go(func() { grown = grow(t, file, ended) })
	rounds, longest := count(20, 200), time.Duration(0)
	for i := range rounds {
		r := p.call(t, payload, "SubagentStop")
		if longest = max(longest, r.took); r.exit != 2 {
			t.Errorf("round %d: exit code %d, stdout %q: the agent was not found", i, r.exit, r.stdout)
		}
	}
	close(ended)
	group.Wait()
	figure(t, "%d calls while it grew to %d MiB: %d found the agent, longest %v", rounds, grown>>20, rounds, longest.Round(time.Millisecond))
}

// launch is the line of a transcript that starts an agent.
func launch(agent string) string {
	return fmt.Sprintf(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Task","input":{"subagent_type":%q,"prompt":"x"}}]}}`+"\n", agent)
}

// grow appends lines in two pieces each, and returns the size of the file. Now
// and then it starts the agent again, so that it is not further and further away.
func grow(t *testing.T, file string, ended <-chan struct{}) (size int64) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer f.Close()
	text := `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("é", 20_000) + `"}}` + "\n"
	for i := 0; ; i++ {
		line := text
		if i%50 == 0 {
			line = launch("coder")
		}
		for _, piece := range []string{line[:len(line)/2], line[len(line)/2:]} {
			n, err := f.WriteString(piece)
			if size += int64(n); err != nil {
				t.Error(err)
			}
			select {
			case <-ended:
				return size
			case <-time.After(500 * time.Microsecond):
			}
		}
	}
}
