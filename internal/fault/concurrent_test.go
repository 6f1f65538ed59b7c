//go:build linux

package fault

import (
	"sync"
	"testing"
	"time"
)

// TestConcurrent lets many calls of one session fail at once: each is counted,
// and the journal has a whole line of each.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	const calls = 200
	p := newProject(t, "stop:\n  maxBlocks: 1000\n  maxSameFailures: 1000\n  commands:\n    - run: seq 3000; exit 1\n")
	payload := p.payload(t, "Stop", nil)
	results := make([]result, calls)
	start := time.Now()
	var group sync.WaitGroup
	for i := range calls {
		group.Go(func() { results[i] = p.call(t, payload, "Stop") })
	}
	group.Wait()
	took, blocked := time.Since(start), 0
	for _, r := range results {
		if r.exit == 2 {
			blocked++
		}
	}
	is := p.remembered(t)
	if blocked != calls || is.lines != calls || len(is.counters) != 1 || is.counters[0].Blocks != calls || is.counters[0].Same != calls {
		t.Errorf("%d of %d calls blocked; %d lines in the journal, counters %+v", blocked, calls, is.lines, is.counters)
	}
	figure(t, "%d calls at once in %v: %d blocked, %d counted, %d whole lines in the journal", calls, took.Round(time.Millisecond), blocked, is.counters[0].Blocks, is.lines)
}
