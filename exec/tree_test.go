//go:build unix

package exec_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"conclaude/exec"
)

// slack is what a run may take beyond its time on a busy machine. The figure
// to hold is 200 ms; the race detector and parallel tests need more.
const slack = 1500 * time.Millisecond

// marked returns an environment by which processes are found again.
func marked(tb testing.TB) (env []string, mark string) {
	tb.Helper()
	mark = fmt.Sprintf("EXEC_TEST_MARK=%d-%d-%s", os.Getpid(), time.Now().UnixNano(), tb.Name())
	return environ(mark), mark
}

// survivors returns the processes with the mark that are not zombies.
func survivors(tb testing.TB, mark string) (left []string) {
	tb.Helper()
	if runtime.GOOS != "linux" {
		tb.Skip("needs /proc")
	}
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environs {
		data, _ := os.ReadFile(path) // empty for zombies
		if bytes.Contains(data, []byte(mark)) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			left = append(left, filepath.Base(filepath.Dir(path))+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return left
}

// gone waits until a killed process has left the process table as well.
func gone(tb testing.TB, mark string) {
	tb.Helper()
	var left []string
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if left = survivors(tb, mark); left == nil {
			return
		}
	}
	tb.Errorf("processes left: %q", left)
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ script, want string }{
		"sleeps":              {"echo before; sleep 60; echo after", "before"},
		"ignores TERM":        {"echo before; " + self(t, "deaf"), "before\nready"},
		"shell ignores TERM":  {"trap '' TERM; echo before; while :; do sleep 60; done", "before"},
		"ends well on TERM":   {"trap 'echo bye; exit 0' TERM; echo before; sleep 60 & wait", "before\nbye"},
		"stops itself":        {"echo before; kill -STOP $$; echo after", "before"},
		"closes its stdio":    {"echo before; exec >&- 2>&-; sleep 60", "before"},
		"many sleeps":         {"echo before; for i in $(seq 30); do sleep 60 & done; wait", "before"},
		"background and deaf": {"echo before; " + self(t, "deaf") + " >/dev/null & sleep 60", "before"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, mark := marked(t)
			c := exec.Command{Script: tt.script, Env: env, Timeout: 250 * time.Millisecond, Grace: 50 * time.Millisecond, Capture: both}
			if strings.Contains(tt.script, child) {
				c.Timeout = 600 * time.Millisecond // a test binary takes its time to start
			}
			r := run(t, c)
			if r.Status != exec.TimedOut || r.Cause != nil || body(r) != tt.want {
				t.Errorf("got %v, cause %v, output %q, want timed out, %q", r.Status, r.Cause, body(r), tt.want)
			}
			if limit := c.Timeout + c.Grace + slack; r.Duration > limit {
				t.Errorf("took %v, want at most %v", r.Duration, limit)
			}
			gone(t, mark)
		})
	}
}

func TestPrintsForever(t *testing.T) {
	t.Parallel()
	r := run(t, exec.Command{Script: "yes", Timeout: 200 * time.Millisecond, Capture: both})
	data, complete := r.Output.Bytes()
	if r.Status != exec.TimedOut || complete || len(data) != 2*exec.DefaultKeep || r.Output.Size() <= int64(len(data)) {
		t.Errorf("got %v, %d of %d bytes, complete %t", r.Status, len(data), r.Output.Size(), complete)
	}
}

// A child in the background neither delays us nor survives, whoever passed.
func TestBackground(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ script, want string }{
		"holds the pipe": {"sleep 60 & echo done", "done"},
		"own stdio":      {"sleep 60 >/dev/null 2>&1 & echo done", "done"},
		"deaf":           {self(t, "deaf") + " >/dev/null & echo done", "done"},
		"prints forever": {"yes >/dev/null & echo done", "done"},
		"late output":    {"(sleep 0.02; echo late) & echo done", "done\nlate"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, mark := marked(t)
			r := run(t, exec.Command{Script: tt.script, Env: env, Capture: both})
			if r.Status != exec.Passed || body(r) != tt.want || r.Duration > slack {
				t.Errorf("got %v, output %q after %v, want passed, %q at once", r.Status, body(r), r.Duration, tt.want)
			}
			gone(t, mark)
		})
	}
}

func TestStopped(t *testing.T) {
	t.Parallel()
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	env, mark := marked(t)
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = os.ReadFile(pipe) // until the command has closed it
		cancel(why)
	}()
	c := exec.Command{Script: "echo up; echo >pipe; sleep 60", Dir: dir, Env: env, Timeout: time.Minute, Capture: both}
	r, err := exec.Run(ctx, c)
	if err != nil || r.Status != exec.Stopped || !errors.Is(r.Cause, why) || body(r) != "up" {
		t.Errorf("got %v, cause %v, output %q, error %v", r.Status, r.Cause, body(r), err)
	}
	gone(t, mark)
}

// The caller's deadline is not the command's own timeout.
func TestDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	r, err := exec.Run(ctx, exec.Command{Script: "sleep 60", Timeout: time.Minute})
	if err != nil || r.Status != exec.Stopped || !errors.Is(r.Cause, context.DeadlineExceeded) {
		t.Errorf("got %v, cause %v, error %v", r.Status, r.Cause, err)
	}
}

func TestCancelledBefore(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := filepath.Join(t.TempDir(), "file")
	r, err := exec.Run(ctx, exec.Command{Script: "touch " + file})
	if err != nil || r.Status != exec.Stopped || !errors.Is(r.Cause, context.Canceled) {
		t.Errorf("got %v, cause %v, error %v", r.Status, r.Cause, err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the command was run")
	}
}

// adopted runs a script in a process of its own that has called Adopt.
func adopted(tb testing.TB, script, timeout string) (out, mark string) {
	tb.Helper()
	env, mark := marked(tb)
	path, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := osexec.Command(path)
	cmd.Env = append(env, child+"=adopt", "SCRIPT="+script, "TIMEOUT="+timeout)
	data, err := cmd.CombinedOutput()
	if err != nil {
		tb.Fatalf("%v\n%s", err, data)
	}
	return string(data), mark
}

// up is a script that goes on when the background script has said so.
func up(background string) string { return "read x < <(" + background + ")" }

func TestAdopt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has subreapers")
	}
	deaf := self(t, "deaf")
	tests := map[string]struct{ script, timeout, want string }{
		"nothing left":     {"echo a", "0", "passed 0 <nil>\na"},
		"setsid":           {up("setsid sh -c 'echo up; exec sleep 60' 2>/dev/null &"), "0", "passed 1 <nil>\n"},
		"setsid and waits": {"setsid -w sleep 60", "300ms", "timed out 1 <nil>\n"},
		"daemon":           {up("(setsid sh -c 'sleep 60 & sleep 60 & echo up; wait' 2>/dev/null &)"), "0", "passed 3 <nil>\n"},
		"deaf daemon":      {"(setsid env " + deaf + " >/dev/null 2>&1 &); sleep 60", "300ms", "timed out 1 <nil>\n"},
		"group left":       {"sleep 60 >/dev/null 2>&1 &", "0", "passed 1 <nil>\n"},
		"ended child":      {up("(true &)"), "0", "failed 0 <nil>\n"},
		"holds pipe":       {up("setsid sh -c 'echo up; exec sleep 60' &") + "; echo a", "0", "passed 1 <nil>\na"},
		"stopped":          {up("setsid sh -c 'echo up; kill -STOP $$' 2>/dev/null &"), "0", "passed 1 <nil>\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, mark := adopted(t, tt.script, tt.timeout)
			if out != tt.want {
				t.Errorf("got %q, want %q", out, tt.want)
			}
			if left := survivors(t, mark); left != nil {
				t.Errorf("processes left: %q", left)
			}
		})
	}
}

// Without Adopt a process that left the group survives, but can't hold us up.
func TestEscape(t *testing.T) {
	t.Parallel()
	env, mark := marked(t)
	r := run(t, exec.Command{Script: up("setsid sh -c 'echo up; exec sleep 60' &") + "; echo done", Env: env, Capture: both})
	if r.Status != exec.Passed || body(r) != "done" || r.Duration > slack {
		t.Errorf("got %v, output %q after %v", r.Status, body(r), r.Duration)
	}
	for _, one := range survivors(t, mark) {
		var pid int
		if _, err := fmt.Sscan(one, &pid); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// kill -9 of us takes the shell along.
func TestParentKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a child of its parent's death")
	}
	env, mark := marked(t)
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := osexec.Command(path)
	cmd.Dir = dir
	cmd.Env = append(env, child+"=adopt", "SCRIPT=echo up >file; read x <>pipe", "TIMEOUT=1m")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		data, _ := os.ReadFile(filepath.Join(dir, "file"))
		if strings.HasPrefix(string(data), "up") {
			break
		}
		time.Sleep(time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	gone(t, mark)
}
