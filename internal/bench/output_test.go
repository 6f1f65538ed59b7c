//go:build linux

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// BenchmarkGigabyte measures a whole call whose command prints 1 GB: its speed
// against the same command into "cat >/dev/null", and the peak of its memory.
func BenchmarkGigabyte(b *testing.B) {
	conclaude := build(b, "conclaude/cmd/conclaude")
	for name, script := range map[string]string{
		"lines":    "yes 'a line of some forty characters, or so' | head -c 1000000000",
		"unbroken": "head -c 1000000000 /dev/zero",
	} {
		b.Run(name, func(b *testing.B) {
			cat := bash(b, script+" | cat >/dev/null")
			call := newProject(b, conclaude, "stop:\n  commands:\n    - run: "+script+"; exit 3\n").call(b, "Stop", "")
			call.exit = 2
			for b.Loop() {
				bare, _, err := cat.run()
				if err != nil {
					b.Fatal(err)
				}
				ours, state, err := call.run()
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(bare.Seconds()/ours.Seconds(), "ratio")
				// That of its commands included, and that of this process,
				// which the kernel hands down when it starts another.
				b.ReportMetric(float64(state.SysUsage().(*syscall.Rusage).Maxrss)/1024, "MiB-peak-RSS")
			}
		})
	}
}

// endless has a command that leaves behind what it can.
const endless = `
subagentStop:
  maxBlocks: 0
  maxSameFailures: 0
  commands:
    - onFailure: block
      run: |
        trap '' TERM
        sleep 300 &
        setsid sleep 300 &
        (setsid sh -c 'trap "" TERM; sleep 300 & sleep 300' >/dev/null 2>&1 &)
        sh -c 'trap "" TERM HUP; (sleep 300 &) ; sleep 300'
`

// BenchmarkLeftBehind counts the processes that are left after 1,000 calls
// whose command ran out of time, with grandchildren that ignore signals.
func BenchmarkLeftBehind(b *testing.B) {
	const calls, atOnce = 1000, 16
	conclaude := build(b, "conclaude/cmd/conclaude")
	p := newProject(b, conclaude, endless)
	mark := fmt.Sprintf("BENCH_MARK=%d.%d", os.Getpid(), time.Now().UnixNano())
	p.env = append(p.env, mark)
	call := p.call(b, "SubagentStop", "coder")
	call.args, call.exit = append(call.args, "--deadline", "0.1"), 2
	for b.Loop() {
		start := time.Now()
		var next atomic.Int64
		var group sync.WaitGroup
		for range atOnce {
			group.Go(func() {
				for next.Add(1) <= calls {
					if _, _, err := call.run(); err != nil {
						b.Error(err)
					}
				}
			})
		}
		group.Wait()
		b.ReportMetric(millis(time.Since(start))/calls, "ms-each")
		b.ReportMetric(float64(len(marked(b, mark))), "left")
	}
}

// marked lists the processes with the mark in their environment.
func marked(tb testing.TB, mark string) []string {
	tb.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		tb.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && strings.Contains(string(data), mark) {
			found = append(found, file)
		}
	}
	return found
}
