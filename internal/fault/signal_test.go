//go:build linux

package fault

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stubborn are commands that a signal meets while they run.
func stubborn() map[string]string {
	return map[string]string{
		"sleeps":       `echo >up; sleep 300`,
		"ignores TERM": `trap '' TERM INT HUP; echo >up; while :; do sleep 60; done`,
		"setsid":       `setsid bash -c 'trap "" TERM HUP; echo >up; while :; do sleep 60; done' & wait`,
		"stopped":      `echo >up; kill -STOP $$`,
	}
}

// TestSignals ends calls while a command runs, as a host does whose user went
// on: no verdict, and no processes.
func TestSignals(t *testing.T) {
	t.Parallel()
	for name, script := range stubborn() {
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
			t.Run(name+"/"+sig.String(), func(t *testing.T) {
				t.Parallel()
				rounds, longest := count(1, 25), time.Duration(0)
				for range rounds {
					longest = max(longest, signalled(t, script, sig))
				}
				figure(t, "%d runs: exit code 1, longest %v, 0 processes left", rounds, longest.Round(time.Millisecond))
			})
		}
	}
}

// signalled returns how long the call took to end after the signal.
func signalled(t *testing.T, script string, sig syscall.Signal) time.Duration {
	t.Helper()
	p := newProject(t, "stop:\n  commands:\n    - run: |\n        "+script+"\n    - run: touch second\n")
	cmd := p.command(t.Context(), p.payload(t, "Stop", nil), "Stop")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the command is up", func() bool { return exists(filepath.Join(p.dir, "up")) })
	sent := time.Now()
	_ = cmd.Process.Signal(sig)
	_ = cmd.Wait()
	took, left := time.Since(sent), survivors(p.mark)
	exit := cmd.ProcessState.ExitCode()
	if exit != 1 || took > grace+slack || len(left) > 0 || exists(filepath.Join(p.dir, "second")) {
		t.Errorf("exit code %d %v after the signal, left %q; stderr %q", exit, took, describe(left), stderr.String())
		reap(p.mark)
	}
	return took
}

// TestSignalAnytime sends TERM at random moments of a call: before the command
// the default action ends the program, after it the verdict is out.
func TestSignalAnytime(t *testing.T) {
	t.Parallel()
	rounds, codes := count(20, 300), map[int]int{}
	p := newProject(t, "stop:\n  maxBlocks: 0\n  maxSameFailures: 0\n  commands:\n    - run: \"setsid sleep 0.004 & sleep 0.004; exit 3\"\n")
	payload := p.payload(t, "Stop", nil)
	for range rounds {
		cmd := p.command(t.Context(), payload, "Stop")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(25 * time.Millisecond))))
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		codes[cmd.ProcessState.ExitCode()]++
		p.remembered(t)
	}
	if codes[-1]+codes[1]+codes[2] != rounds {
		t.Errorf("exit codes %v of %d runs", codes, rounds)
	}
	until(t, "all ends", func() bool { return survivors(p.mark) == nil })
	figure(t, "%d runs: %d died of the signal, %d said so, %d had their verdict; 0 processes left", rounds, codes[-1], codes[1], codes[2])
}
