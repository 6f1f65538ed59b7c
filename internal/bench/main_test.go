//go:build linux

// Package bench holds the benchmarks of whole hook calls: each starts the
// program as the host does and compares it with what it must be compared with.
// The targets are in .ci/bench, which prints them all. Figures of single
// packages are measured there.
package bench

import (
	"encoding/json"
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

// program is what a benchmark starts.
type program struct {
	path string
	args []string
	env  []string
	in   string // file for stdin
	exit int    // the exit code wanted
}

// run starts the program, waits for it and returns how long that took.
func (p program) run() (time.Duration, *os.ProcessState, error) {
	in, err := os.Open(p.in)
	if err != nil {
		return 0, nil, err
	}
	defer in.Close()
	cmd := &osexec.Cmd{Path: p.path, Args: append([]string{p.path}, p.args...), Env: p.env, Stdin: in}
	start := time.Now()
	err = cmd.Run()
	took := time.Since(start)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != p.exit {
		return 0, nil, fmt.Errorf("%s %q: wanted exit code %d: %w", p.path, p.args, p.exit, err)
	}
	return took, cmd.ProcessState, nil
}

// medians runs the programs in turns, so that all see the same machine.
func medians(tb testing.TB, rounds int, programs ...program) []time.Duration {
	tb.Helper()
	took := make([][]time.Duration, len(programs))
	for range rounds {
		for i, p := range programs {
			d, _, err := p.run()
			if err != nil {
				tb.Fatal(err)
			}
			took[i] = append(took[i], d)
		}
	}
	var result []time.Duration
	for _, all := range took {
		slices.Sort(all)
		result = append(result, all[len(all)/2])
	}
	return result
}

// build builds a static binary the way a release does. It is copied once: the
// pages that the linker wrote through a mapping cost more to map again than
// those of a file that was downloaded or installed.
func build(tb testing.TB, pkg string) string {
	tb.Helper()
	linked := filepath.Join(tb.TempDir(), "linked")
	cmd := osexec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(linked)
	if err != nil {
		tb.Fatal(err)
	}
	return write(tb, filepath.Join(tb.TempDir(), "program"), string(data), 0o700)
}

// empty builds a program that does nothing.
func empty(tb testing.TB) program {
	tb.Helper()
	source := write(tb, filepath.Join(tb.TempDir(), "main.go"), "package main\n\nfunc main() {}\n", 0o600)
	return program{path: build(tb, source), env: os.Environ(), in: os.DevNull}
}

// project is a folder with a configuration, and a state directory.
type project struct {
	conclaude string
	dir       string
	env       []string
}

func newProject(tb testing.TB, conclaude, config string) project {
	tb.Helper()
	dir := tb.TempDir()
	write(tb, filepath.Join(dir, ".conclaude.yaml"), config, 0o600)
	env := slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "CONCLAUDE_") })
	return project{conclaude, dir, append(env, "XDG_STATE_HOME="+tb.TempDir())}
}

// call is a hook call of the event about the agent.
func (p project) call(tb testing.TB, event, agent string) program {
	tb.Helper()
	payload := fmt.Sprintf(`{"session_id":"bench","transcript_path":"","cwd":%q,"permission_mode":"default","hook_event_name":%q,`+
		`"agent_id":"a1","agent_type":%q,"stop_hook_active":false,"last_assistant_message":"Done."}`, p.dir, event, agent)
	return p.send(tb, event, payload)
}

// tool is a call of the guard about a tool call of the main session.
func (p project) tool(tb testing.TB, name string, input map[string]string) program {
	tb.Helper()
	in, err := json.Marshal(input)
	if err != nil {
		tb.Fatal(err)
	}
	return p.send(tb, "PreToolUse", fmt.Sprintf(`{"session_id":"bench","cwd":%q,"tool_name":%q,"tool_input":%s}`, p.dir, name, in))
}

func (p project) send(tb testing.TB, event, payload string) program {
	tb.Helper()
	in := write(tb, filepath.Join(tb.TempDir(), "payload.json"), payload, 0o600)
	return program{path: p.conclaude, args: []string{event}, env: p.env, in: in}
}

// bash is a bare run of a script.
func bash(tb testing.TB, script string) program {
	tb.Helper()
	path, err := osexec.LookPath("bash")
	if err != nil {
		tb.Fatal(err)
	}
	return program{path: path, args: []string{"-c", script}, env: os.Environ(), in: os.DevNull}
}

func write(tb testing.TB, file, text string, mode os.FileMode) string {
	tb.Helper()
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := io.WriteString(f, text); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return file
}

func millis(d time.Duration) float64 { return d.Seconds() * 1e3 }
