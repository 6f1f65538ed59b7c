//go:build linux

package fault

import (
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const gate = "stop:\n  commands:\n    - {run: exit 3, message: broken}\n"

// script calls the program from a shell script, as "$@".
func (p *project) script(t *testing.T, text string) *osexec.Cmd {
	t.Helper()
	cmd := p.command(t.Context(), p.payload(t, "Stop", nil), "Stop")
	cmd.Args = append([]string{"bash", "-c", text, "bash", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/bash"
	return cmd
}

// TestWorld takes away what a process usually has.
func TestWorld(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		script string
		exit   int
		told   string // the user, when the gate can't hold
	}{
		"PATH with sh only":          {`mkdir bin; ln -s /bin/sh bin/sh; PATH=$PWD/bin exec "$@"`, 2, ""},
		"PATH without a shell":       {`PATH=$PWD exec "$@"`, 0, "could not be started: shell sh: not in PATH"},
		"empty PATH":                 {`PATH= exec "$@"`, 0, "could not be started"},
		"no PATH":                    {`unset PATH; exec "$@"`, 2, ""},
		"relative PATH":              {`ln -s /bin/sh bash; PATH=.:: exec "$@"`, 0, "could not be started"},
		"no HOME":                    {`unset HOME; exec "$@"`, 2, ""},
		"no HOME, no XDG_STATE_HOME": {`unset HOME XDG_STATE_HOME; exec "$@"`, 0, "its blocks can't be counted"},
		"relative XDG_STATE_HOME":    {`HOME=$PWD/home XDG_STATE_HOME=state exec "$@"`, 2, ""},
		"working directory deleted":  {`mkdir gone; cd gone; rmdir ../gone; exec "$@"`, 2, ""},
		"no environment":             {`exec env -i "$@"`, 0, "its blocks can't be counted"},
		"few open files":             {`ulimit -n 16; exec "$@"`, 2, ""},
		"locale of bytes":            {`LC_ALL=C LANG= exec "$@"`, 2, ""},
		"TMPDIR deleted":             {`TMPDIR=$PWD/gone exec "$@"`, 2, ""},
		"signals ignored":            {`trap '' TERM INT HUP PIPE CHLD; exec "$@"`, 2, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, gate)
			r := p.answer(t, "Stop", p.script(t, test.script))
			if r.exit != test.exit || r.took > slack {
				t.Errorf("exit code %d after %v, want %d; stderr %q", r.exit, r.took, test.exit, r.stderr)
			}
			if test.told != "" && !strings.Contains(r.told(t), test.told) {
				t.Errorf("the user is told %q", r.stdout)
			}
			figure(t, "exit code %d %s", r.exit, test.told)
		})
	}
}

// TestGone is a project whose directory is deleted while the gate runs, and
// one that is gone before.
func TestGone(t *testing.T) {
	t.Parallel()
	p := newProject(t, "stop:\n  commands:\n    - run: rm -rf \"$PWD\"; exit 3\n    - run: exit 4\n")
	if r := p.call(t, p.payload(t, "Stop", nil), "Stop"); r.exit != 2 {
		t.Errorf("exit code %d, stderr %q", r.exit, r.stderr)
	}
	p.dir = "/" // where a process can start
	if r := p.call(t, p.payload(t, "Stop", map[string]any{"cwd": "/gone/too"}), "Stop"); r.exit != 0 || len(r.stdout) > 0 {
		t.Errorf("exit code %d, stdout %q", r.exit, r.stdout)
	}
}

// TestStdinOpen never closes stdin, after a whole payload and after a part of
// one, which takes as long as a payload may take to arrive.
func TestStdinOpen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		part, exit int
		limit      time.Duration
	}{
		"whole payload":   {100, 2, slack},
		"half a payload":  {50, 1, 10*time.Second + slack},
		"nothing arrives": {0, 1, 10*time.Second + slack},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.exit == 1 && !full() {
				t.Skip("takes ten seconds")
			}
			p := newProject(t, gate)
			payload := p.payload(t, "Stop", nil)
			r, w := pipe(t)
			if _, err := w.Write(payload[:len(payload)*test.part/100]); err != nil {
				t.Fatal(err)
			}
			cmd := p.command(t.Context(), nil, "Stop")
			cmd.Stdin = r
			got := p.answer(t, "Stop", cmd)
			if got.exit != test.exit || got.took > test.limit {
				t.Errorf("exit code %d after %v, want %d; stderr %q", got.exit, got.took, test.exit, got.stderr)
			}
			figure(t, "exit code %d after %v", got.exit, got.took.Round(time.Millisecond))
		})
	}
}

// TestHostGone closes the host's ends of stdout and stderr: the exit code still
// is the verdict, and what the call did is in the journal.
func TestHostGone(t *testing.T) {
	t.Parallel()
	for name, exit := range map[string]int{"block": 2, "warn": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, fmt.Sprintf("stop:\n  commands:\n    - {run: exit 3, onFailure: %s}\n", name))
			r, w := pipe(t)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			cmd := p.command(t.Context(), p.payload(t, "Stop", nil), "Stop")
			cmd.Stdout, cmd.Stderr = w, w
			start := time.Now()
			_ = cmd.Run()
			if took := time.Since(start); took > slack || cmd.ProcessState.ExitCode() != exit {
				t.Errorf("%v after %v, want exit code %d", cmd.ProcessState, took, exit)
			}
			if is := p.remembered(t); is.lines != 1 {
				t.Errorf("the journal has %d lines", is.lines)
			}
			figure(t, "%v, 1 line in the journal", cmd.ProcessState)
		})
	}
	t.Run("closed at the start", func(t *testing.T) {
		t.Parallel()
		p := newProject(t, gate)
		if r := p.answer(t, "Stop", p.script(t, `exec "$@" >&-`)); r.exit != 2 {
			t.Errorf("without stdout: exit code %d, stderr %q", r.exit, r.stderr)
		}
		r, err := outcome(p.script(t, `exec "$@" <&- >&- 2>&-`))
		if err != nil || r.exit != 1 {
			t.Errorf("without any stream: exit code %d, %v", r.exit, err)
		}
	})
}

// TestNoReader has a host that reads the answer only when the call is over:
// the largest one fits into a pipe.
func TestNoReader(t *testing.T) {
	t.Parallel()
	for name, policy := range map[string]string{"stdout": "warn", "stderr": "block"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, fmt.Sprintf("stop:\n  commands:\n    - {run: \"yes 😀😀😀😀 | head -20000; exit 3\", maxOutputLines: 10000, onFailure: %s}\n", policy))
			cmd := p.command(t.Context(), p.payload(t, "Stop", nil), "Stop")
			stdout, w := pipe(t)
			stderr, w2 := pipe(t)
			cmd.Stdout, cmd.Stderr = w, w2
			start := time.Now()
			_ = cmd.Run()
			took := time.Since(start)
			_, _ = w.Close(), w2.Close()
			said, _ := io.ReadAll(io.MultiReader(stdout, stderr))
			if took > slack || len(said) < 20_000 {
				t.Errorf("%v after %v, %d bytes", cmd.ProcessState, took, len(said))
			}
			figure(t, "%v, answer of %d bytes", cmd.ProcessState, len(said))
		})
	}
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	return r, w
}

// TestClock sets the times of all files far into the future and the past, as a
// clock does that was wrong and is put right. There is no way to set the
// program's own clock without a library that is preloaded, which a static
// program does not heed.
func TestClock(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]time.Time{
		"future": time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC),
		"past":   time.Date(1971, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, gate)
			payload := p.payload(t, "Stop", nil)
			p.call(t, payload, "Stop")
			for _, file := range slices.Concat([]string{filepath.Join(p.dir, ".conclaude.yaml")}, glob(t, p.state, "*"), glob(t, p.state, "*", "*")) {
				if err := os.Chtimes(file, then, then); err != nil {
					t.Fatal(err)
				}
			}
			if r := p.call(t, payload, "Stop"); r.exit != 2 || !strings.Contains(string(r.stderr), "2 times in a row") {
				t.Errorf("exit code %d, stderr %q", r.exit, r.stderr)
			}
			p.configure(t, strings.Replace(gate, "broken", "edited", 1)) // of the same size
			p.call(t, payload, "Stop")
			if is := p.remembered(t); len(is.configs) != 1 || !strings.Contains(is.configs[0], "edited") {
				t.Errorf("the last valid version is %q", is.configs)
			}
			figure(t, "counts go on, the edit is kept")
		})
	}
}

// TestClockPurge leaves a mark of the daily purge in the future.
func TestClockPurge(t *testing.T) {
	t.Parallel()
	p := newProject(t, gate)
	payload := p.payload(t, "Stop", nil)
	p.call(t, payload, "Stop")
	old := filepath.Join(p.state, "sessions", "old.json")
	write(t, old, "{}")
	year := 365 * 24 * time.Hour
	for file, then := range map[string]time.Time{
		old: time.Now().Add(-year), filepath.Join(p.state, "purged"): time.Now().Add(year),
	} {
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
	}
	p.call(t, payload, "Stop")
	if exists(old) {
		t.Error("nothing is purged until the clock gets there again")
	}
}
