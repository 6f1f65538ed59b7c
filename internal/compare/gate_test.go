package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// gate is one tool as the Stop hook of a project.
type gate struct {
	name string
	args []string
	dir  string
	env  []string
}

// answer is what the host got of one call.
type answer struct {
	exit           int
	stdout, stderr []byte
	took           time.Duration
}

// call runs the hook once as the host does: the event on stdin, both streams
// read to their end.
func (g gate) call(tb testing.TB) answer {
	tb.Helper()
	payload := fmt.Sprintf(`{"session_id":"compare","transcript_path":"","cwd":%q,"permission_mode":"default",`+
		`"hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Done."}`, g.dir)
	var stdout, stderr bytes.Buffer
	cmd := &osexec.Cmd{
		Path: g.args[0], Args: g.args, Dir: g.dir, Env: append(os.Environ(), g.env...),
		Stdin: bytes.NewReader([]byte(payload)), Stdout: &stdout, Stderr: &stderr,
	}
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if cmd.ProcessState == nil {
		tb.Fatal(err)
	}
	return answer{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes(), took}
}

// toAgent is what the agent reads of an answer, and whether the answer sends it
// back to work: exit code 2 with stderr, or a JSON decision. Observed with
// Claude Code 2.1.328: any other exit code lets the agent stop and tells it
// nothing.
func (a answer) toAgent() (text string, blocks bool) {
	var said struct{ Decision, Reason string }
	switch {
	case a.exit == 2:
		return string(a.stderr), true
	case a.exit == 0 && json.Unmarshal(a.stdout, &said) == nil && said.Decision == "block":
		return said.Reason, true
	}
	return "", false
}

// compare runs the gates in turns, so that all see the same machine, and
// reports the medians and what the last answers were.
func compare(b *testing.B, rounds int, gates []gate) {
	b.Helper()
	took := make([][]time.Duration, len(gates))
	last := make([]answer, len(gates))
	for range rounds {
		for i, g := range gates {
			last[i] = g.call(b)
			took[i] = append(took[i], last[i].took)
		}
	}
	base := median(took[0])
	for i, g := range gates {
		b.Run(g.name, func(b *testing.B) {
			for b.Loop() { // all is measured already; this resets the metrics
				continue
			}
			text, blocks := last[i].toAgent()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(took[i]).Seconds()*1e3, "ms/call")
			b.ReportMetric(median(took[i]).Seconds()/base.Seconds(), "x-conclaude")
			b.ReportMetric(float64(last[i].exit), "exit")
			b.ReportMetric(map[bool]float64{true: 1}[blocks], "blocks")
			b.ReportMetric(float64(len(text)), "B-to-agent")
			b.ReportMetric(float64(len(last[i].stdout)+len(last[i].stderr)), "B-printed")
		})
	}
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// build builds a program the way a release does. It is copied once: the pages
// that the linker wrote cost more to map again than those of a file that was
// installed.
func build(tb testing.TB, dir, pkg string) string {
	tb.Helper()
	linked := filepath.Join(tb.TempDir(), "linked")
	cmd := osexec.CommandContext(tb.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, pkg)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", pkg, err, out)
	}
	data, err := os.ReadFile(linked)
	if err != nil {
		tb.Fatal(err)
	}
	return write(tb, filepath.Join(tb.TempDir(), filepath.Base(pkg)), string(data), 0o700)
}

func write(tb testing.TB, file, text string, mode os.FileMode) string {
	tb.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		tb.Fatal(err)
	}
	return file
}
