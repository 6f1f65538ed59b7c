//go:build linux

package fault

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patient is a gate that does not let go while a test counts.
const patient = `
stop:
  maxBlocks: 1000
  maxSameFailures: 1000
  commands:
    - run: seq 3000; exit 1
`

// TestKill kills calls at random moments: all that is on disk stays whole, and
// the next call blocks as it should.
func TestKill(t *testing.T) {
	p := newProject(t, patient) // not in parallel: how long a call takes must not change much
	versions := []string{patient, patient + "# edited\n"}
	done, killed, span := 0, 0, 10*time.Millisecond
	for i := 0; killed < count(40, 500); i++ {
		payload := p.payload(t, "Stop", map[string]any{"session_id": strconv.Itoa(i / 200)}) // a gate lets go after 1000
		p.configure(t, versions[i%2])                                                        // so that each call keeps a copy of it
		if p.kill(t, payload, time.Duration(rand.Int64N(int64(span)))) {
			killed++
		} else {
			done++
		}
		p.remembered(t)
		r := p.call(t, payload, "Stop")
		if span = r.took * 11 / 10; r.exit != 2 || !strings.Contains(string(r.stderr), "failed: exit code 1") {
			t.Errorf("the call after %d kills: exit code %d, stderr %q", killed, r.exit, r.stderr)
		}
		done++
	}
	is := p.remembered(t)
	counted := 0
	for _, c := range is.counters {
		counted += c.Blocks
	}
	if counted < done || counted > done+killed {
		t.Errorf("counters %+v after %d whole calls and %d killed ones", is.counters, done, killed)
	}
	if is.lines < done || is.lines > done+killed {
		t.Errorf("%d lines in the journal after %d whole calls and %d killed ones", is.lines, done, killed)
	}
	if len(is.configs) != 1 || !slices.Contains(versions, is.configs[0]) {
		t.Errorf("copies of the configuration: %q", is.configs)
	}
	until(t, "the commands of killed calls end", func() bool { return survivors(p.mark) == nil })
	figure(t, "%d killed, %d had ended; %d of %d whole calls counted and in the journal, %d of the killed ones counted; 0 files unreadable, %d temporary files left, 0 processes left",
		killed, done, done, done, counted-done, is.partial)
}

// kill reports whether the call was still there to be killed.
func (p *project) kill(t *testing.T, payload []byte, after time.Duration) bool {
	t.Helper()
	cmd := p.command(t.Context(), payload, "Stop")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode() == -1
}

// TestKillLeaves kills calls whose command has children. The shell dies with
// the call; what it started does not, which is said in docs/faults.md.
func TestKillLeaves(t *testing.T) {
	t.Parallel()
	rounds, left := count(4, 100), 0
	for range rounds {
		p := newProject(t, "stop:\n  commands:\n    - run: sleep 300 & setsid sleep 300 & echo >up; read x <>pipe\n")
		if err := syscall.Mkfifo(filepath.Join(p.dir, "pipe"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := p.command(t.Context(), p.payload(t, "Stop", nil), "Stop")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		until(t, "the command is up", func() bool { return exists(filepath.Join(p.dir, "up")) })
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		until(t, "the shell ends", func() bool {
			return !slices.ContainsFunc(describe(survivors(p.mark)), func(line string) bool { return !strings.HasSuffix(line, "sleep 300 ") })
		})
		left += reap(p.mark)
	}
	figure(t, "%d killed while a command with 2 background children ran: 0 shells, %d of %d children left", rounds, left, 2*rounds)
}

// reap kills and counts what a mark is left on.
func reap(mark string) int {
	left := survivors(mark)
	for _, pid := range left {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	return len(left)
}

// TestTornJournal is what a write that was cut off leaves: it costs that line,
// and not the next one.
func TestTornJournal(t *testing.T) {
	t.Parallel()
	p := newProject(t, patient)
	payload := p.payload(t, "Stop", nil)
	p.call(t, payload, "Stop")
	file := filepath.Join(p.state, "journal.jsonl")
	whole := read(t, file)
	if err := os.WriteFile(file, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	p.call(t, payload, "Stop")
	lines := strings.SplitAfter(string(read(t, file)), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[1], `{"time"`) {
		t.Errorf("got %d lines: %.80q", len(lines)-1, lines)
	}
}
