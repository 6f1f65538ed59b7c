//go:build linux

package fault

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"conclaude/e2e/oracle"
	"conclaude/internal/event"
	"conclaude/internal/hook"
	"conclaude/internal/journal"
)

// allowance is the deadline of a call with a mutated payload.
const allowance = 10 * time.Second

// configurations are what mutated payloads meet, and whether that can block
// an event.
func configurations(tb testing.TB) map[string]string {
	tb.Helper()
	section := func(b *strings.Builder, e *event.Event, run string) {
		policy := ""
		if e.CanBlock() {
			policy = ", onFailure: block"
		}
		if e.Name != "WorktreeCreate" && e.Name != "PreToolUse" { // those have rules of their own
			fmt.Fprintf(b, "%s: {commands: [{run: %q%s}]}\n", e.Key(), run, policy)
		}
	}
	var passing, blocking strings.Builder
	for _, e := range event.All() {
		section(&passing, &e, "true")
		section(&blocking, &e, `echo "$CONCLAUDE_SESSION_ID"; exit 3`)
	}
	return map[string]string{
		"none": "", "passing": passing.String(), "blocking": blocking.String(),
		"guards": string(read(tb, "../../testdata/config/ok/guards.yaml")),
	}
}

// mayBlock reports whether a rule of the configuration could block the event.
func mayBlock(config, event string) bool {
	switch config {
	case "blocking":
		return oracle.CanBlock(event) && event != "PreToolUse"
	case "guards":
		return event == "PreToolUse"
	}
	return false
}

// captures are the real payloads, in a project.
func captures(tb testing.TB, p *project) (events []string, payloads [][]byte) {
	tb.Helper()
	for _, file := range glob(tb, "../../testdata/payloads", "*.json") {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		events = append(events, name)
		payloads = append(payloads, bytes.ReplaceAll(read(tb, file), []byte("/home/user/project"), []byte(p.dir)))
	}
	return events, payloads
}

// TestMutations hands mutated payloads to the code of a hook call.
func TestMutations(t *testing.T) {
	t.Parallel()
	for name, config := range configurations(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, config)
			if config == "" {
				_ = os.Remove(filepath.Join(p.dir, ".conclaude.yaml"))
			}
			events, payloads := captures(t, p)
			tally := &tally{}
			for i := range count(500/4, 10_000) {
				rng := rand.New(rand.NewPCG(uint64(i), 1))
				n := rng.IntN(len(payloads))
				payload := mutate(rng, payloads[n])
				tally.add(t, name, answered(events[n], payload), payload, handled(t, p, events[n], payload))
			}
			tally.report(t)
		})
	}
}

// handled answers a call in this process.
func handled(t *testing.T, p *project, event string, payload []byte) (r result) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s: panic %v\n%s\npayload %.2000q", event, v, debug.Stack(), payload)
		}
	}()
	start := time.Now()
	report := hook.Handle(t.Context(), hook.Call{
		Event: event, Deadline: allowance, Stdin: bytes.NewReader(payload),
		Environ: p.env, Dir: p.dir, Store: journal.Open(), Start: start,
	})
	name := answered(event, payload)
	if err := oracle.Check(name, report.Exit, report.Stdout, report.Stderr); err != nil {
		t.Errorf("%v\npayload %.2000q", err, payload)
	}
	return result{report.Exit, report.Stdout, report.Stderr, time.Since(start)}
}

// answered is the event that an answer is for: that of the payload counts, if
// it has one.
func answered(called string, payload []byte) string {
	p, err := hook.Read(bytes.NewReader(payload), time.Second)
	if err != nil {
		return called
	}
	name := p.String("hook_event_name")
	if name == "" {
		return called
	}
	if e, known := event.Lookup(name); known {
		return e.Name
	}
	return name
}

// tally counts answers.
type tally struct {
	mu      sync.Mutex
	codes   [3]int
	said    int
	longest time.Duration
}

// add holds an answer against what may be.
func (c *tally) add(t *testing.T, config, event string, payload []byte, r result) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.exit < 0 || r.exit > 2 || r.took > allowance {
		t.Errorf("exit code %d after %v\npayload %.2000q", r.exit, r.took, payload)
		return
	}
	c.codes[r.exit]++
	if len(r.stdout) > 0 {
		c.said++
	}
	c.longest = max(c.longest, r.took)
	if r.exit == hook.ExitBlock && !mayBlock(config, event) {
		t.Errorf("a block where no rule blocks: %.300q\npayload %.2000q", r.stderr, payload)
	}
}

func (c *tally) report(t *testing.T) {
	t.Helper()
	figure(t, "%d payloads: exit 0 %d (with an answer %d), exit 1 %d, exit 2 %d; 0 panics, longest %v",
		c.codes[0]+c.codes[1]+c.codes[2], c.codes[0], c.said, c.codes[1], c.codes[2], c.longest.Round(time.Millisecond))
}

// TestMutationsProgram hands some of them to the program.
func TestMutationsProgram(t *testing.T) {
	t.Parallel()
	for name, config := range configurations(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, config)
			events, payloads := captures(t, p)
			tally := &tally{}
			var next atomic.Int64
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					for i := next.Add(1); i <= int64(count(12, 200)); i = next.Add(1) {
						rng := rand.New(rand.NewPCG(uint64(i), 2))
						n := rng.IntN(len(payloads))
						payload := mutate(rng, payloads[n])
						r, err := outcome(p.command(t.Context(), payload, events[n], "--deadline", allowance.String()))
						if err == nil {
							err = oracle.Check(answered(events[n], payload), r.exit, r.stdout, r.stderr)
						}
						if err != nil {
							t.Errorf("%v\npayload %.2000q", err, payload)
						}
						tally.add(t, name, answered(events[n], payload), payload, r)
					}
				})
			}
			group.Wait()
			until(t, "commands that were left to themselves end", func() bool { return survivors(p.mark) == nil })
			p.remembered(t)
			tally.report(t)
		})
	}
}
