//go:build linux

package fault

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is the deadline of the calls below; grace is what a command then
// has from TERM to KILL.
const (
	patience = 700 * time.Millisecond
	grace    = 500 * time.Millisecond
)

// TestCommands runs commands that do not want to end, or leave something
// behind. What the host waits for is over in time, and so is all they started.
func TestCommands(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ script, want string }{
		"ignores TERM":                 {`trap '' TERM INT HUP QUIT; while :; do sleep 60; done`, "deadline"},
		"ignores TERM, as do children": {`trap '' TERM; (trap '' TERM; while :; do sleep 60; done) & while :; do sleep 60; done`, "deadline"},
		"double fork":                  {`(sleep 300 & sleep 300 &) ; exit 3`, "exit code 3"},
		"double fork and stays":        {`( (sleep 300 &) & ); sleep 300`, "deadline"},
		"setsid":                       {`setsid sleep 300 & sleep 0.05; exit 3`, "exit code 3"},
		"setsid, deaf, holds the pipe": {`setsid bash -c 'trap "" TERM HUP INT; echo up; while :; do sleep 60; done' & sleep 0.05; exit 3`, "exit code 3"},
		"daemon of a daemon":           {`(setsid bash -c '(setsid bash -c "sleep 300 & sleep 300" &) ; sleep 300' &); sleep 300`, "deadline"},
		"holds the pipe":               {`sleep 300 & exit 3`, "exit code 3"},
		"closes stdin":                 {`exec <&-; sleep 300`, "deadline"},
		"closes all its streams":       {`exec <&- >&- 2>&-; sleep 300`, "deadline"},
		"closes all and fails":         {`exec <&- >&- 2>&-; exit 3`, "exit code 3"},
		"reads stdin":                  {`cat; exit 3`, "exit code 3"},
		"prints forever":               {`yes`, "deadline"},
		"prints forever behind":        {`yes & sleep 0.05; exit 3`, "exit code 3"},
		"prints NUL forever":           {`cat /dev/zero`, "deadline"},
		"stops itself":                 {`kill -STOP $$; exit 3`, "deadline"},
		"stops its group":              {`sleep 300 & kill -STOP 0; exit 3`, "deadline"},
		"a stopped child elsewhere":    {`setsid bash -c 'kill -STOP $$; sleep 300' & sleep 0.05; exit 3`, "exit code 3"},
		"kills its group":              {`sleep 300 & kill -KILL 0`, "killed by SIGKILL"},
		"200 children":                 {`for i in $(seq 200); do sleep 300 & done; exit 3`, "failed"},
		"a child that forks on TERM":   {`(trap 'setsid sleep 300 & exit' TERM; sleep 300 & wait) & wait`, "deadline"},
		"no memory limit of ours":      {`ulimit -v 20000; exit 3`, "exit code 3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			late, took, left := 0, time.Duration(0), 0
			rounds := count(1, 20)
			for range rounds {
				r, survivors := misbehave(t, test.script, test.want)
				if took = max(took, r.took); r.took > patience+grace+slack {
					late++
				}
				left += survivors
			}
			if late > 0 || left > 0 {
				t.Errorf("of %d runs %d were late (%v), %d processes left", rounds, late, took, left)
			}
			figure(t, "%d runs, longest %v, %d late, %d processes left", rounds, took.Round(time.Millisecond), late, left)
		})
	}
}

// misbehave runs a command and counts what is left when the call is over.
func misbehave(t *testing.T, script, want string) (result, int) {
	t.Helper()
	p := newProject(t, fmt.Sprintf("stop: {maxBlocks: 0, maxSameFailures: 0, commands: [{run: %q}]}\n", script))
	deadline := hung // for a command that ends by itself
	if want == "deadline" {
		deadline = patience
	}
	r := p.call(t, p.payload(t, "Stop", nil), "Stop", "--deadline", deadline.String())
	if r.exit != 2 || !strings.Contains(string(r.stderr), want) {
		t.Errorf("exit code %d, stderr %.300q, want a block with %q", r.exit, r.stderr, want)
	}
	left := survivors(p.mark)
	if left != nil {
		t.Logf("left: %q", describe(left))
		reap(p.mark)
	}
	return r, len(left)
}

// TestGigabyte measures the memory of a call whose command prints much without
// a line break.
func TestGigabyte(t *testing.T) {
	t.Parallel()
	size := count(64<<20, 1<<30)
	p := newProject(t, fmt.Sprintf("stop: {commands: [{run: \"head -c %d /dev/zero | tr '\\\\0' x; exit 3\"}]}\n", size))
	cmd := p.script(t, `echo $$ >pid; exec "$@"`)
	peak := make(chan int, 1)
	ended := make(chan struct{})
	go func() { peak <- watch(filepath.Join(p.dir, "pid"), ended) }()
	r := p.answer(t, "Stop", cmd)
	close(ended)
	most := <-peak
	if r.exit != 2 || most == 0 || most > 40<<10 {
		t.Errorf("exit code %d, peak of memory %d KiB", r.exit, most)
	}
	figure(t, "%d MiB without a line break in %v: blocks, %d bytes for the agent, peak %d MiB", size>>20, r.took.Round(time.Millisecond), len(r.stderr), (most+1023)>>10)
}

// watch returns the peak of the resident memory of the process in a file, in
// KiB. The resource usage of a child would include that of this process at the
// fork.
func watch(file string, ended <-chan struct{}) (peak int) {
	for {
		pid, _ := os.ReadFile(file)
		peak = max(peak, highWater(strings.TrimSpace(string(pid))))
		select {
		case <-ended:
			return peak
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// highWater is VmHWM of a process in KiB, 0 if it has gone.
func highWater(pid string) (kib int) {
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	for line := range strings.Lines(string(status)) {
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib
		}
	}
	return 0
}
