//go:build linux

package fault

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"conclaude/e2e/oracle"
)

// hung is when a call is given up.
const hung = time.Minute

// project is a folder with a configuration and a state directory of its own.
type project struct {
	dir   string
	state string // conclaude's own directory, which need not be there
	env   []string
	mark  string // in the environment of each process that a call starts
}

func newProject(tb testing.TB, config string) *project {
	tb.Helper()
	dir, state := tb.TempDir(), tb.TempDir()
	mark := fmt.Sprintf("FAULT_MARK=%d.%d.%s", os.Getpid(), time.Now().UnixNano(), tb.Name())
	env := slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "CONCLAUDE_") })
	p := &project{dir, filepath.Join(state, "conclaude"), append(env, mark, "XDG_STATE_HOME="+state), mark}
	p.configure(tb, config)
	return p
}

// configure replaces the configuration as an editor does.
func (p *project) configure(tb testing.TB, config string) {
	tb.Helper()
	file := filepath.Join(p.dir, ".conclaude.yaml")
	write(tb, file+".new", config)
	if err := os.Rename(file+".new", file); err != nil {
		tb.Fatal(err)
	}
}

// payload is a captured payload of the event, in the project.
func (p *project) payload(tb testing.TB, capture string, fields map[string]any) []byte {
	tb.Helper()
	payload := map[string]any{}
	if err := json.Unmarshal(read(tb, filepath.Join("../../testdata/payloads", capture+".json")), &payload); err != nil {
		tb.Fatal(err)
	}
	payload["cwd"] = p.dir
	payload["transcript_path"] = filepath.Join(p.dir, "session.jsonl")
	delete(payload, "agent_transcript_path") // else it would have to be there
	maps.Copy(payload, fields)
	data, err := json.Marshal(payload)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// result is what the host sees of a call.
type result struct {
	exit           int // -1 when a signal ended it
	stdout, stderr []byte
	took           time.Duration
}

// command is the call of the program, not yet started.
func (p *project) command(ctx context.Context, payload []byte, args ...string) *osexec.Cmd {
	cmd := osexec.CommandContext(ctx, os.Getenv(programVar), args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	cmd.Stdin = bytes.NewReader(payload)
	return cmd
}

// call runs the program as the host does, until it has ended and nobody holds
// its pipes, and holds the answer against the host's protocol.
func (p *project) call(tb testing.TB, payload []byte, args ...string) result {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hung)
	defer cancel()
	return p.answer(tb, args[0], p.command(ctx, payload, args...))
}

// answer runs a call that was prepared.
func (p *project) answer(tb testing.TB, event string, cmd *osexec.Cmd) result {
	tb.Helper()
	r, err := outcome(cmd)
	if err == nil {
		err = oracle.Check(event, r.exit, r.stdout, r.stderr)
	}
	if err != nil {
		tb.Errorf("%v: %v\nstdout %.300q\nstderr %.300q", cmd.Args, err, r.stdout, r.stderr)
	}
	return r
}

func outcome(cmd *osexec.Cmd) (result, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	if _, exited := errors.AsType[*osexec.ExitError](err); exited {
		err = nil
	}
	if err != nil {
		return result{}, err
	}
	return result{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes(), time.Since(start)}, nil
}

// told is the message of the answer to the user.
func (r result) told(tb testing.TB) string {
	tb.Helper()
	var answer struct{ SystemMessage string }
	if err := json.Unmarshal(r.stdout, &answer); err != nil {
		tb.Errorf("stdout %q: %v", r.stdout, err)
	}
	return answer.SystemMessage
}

// survivors are the processes with a mark that are not zombies.
func survivors(mark string) (left []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		data, _ := os.ReadFile(file) // it may have ended; empty for zombies
		var pid int
		if _, err := fmt.Sscanf(file, "/proc/%d/", &pid); err == nil && bytes.Contains(data, []byte(mark+"\x00")) {
			left = append(left, pid)
		}
	}
	return left
}

// describe names processes.
func describe(pids []int) (lines []string) {
	for _, pid := range pids {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		lines = append(lines, fmt.Sprintf("%d %s", pid, bytes.ReplaceAll(data, []byte{0}, []byte{' '})))
	}
	return lines
}

// until waits for something that happens soon.
func until(tb testing.TB, what string, happened func() bool) {
	tb.Helper()
	pause := time.Millisecond
	for deadline := time.Now().Add(20 * time.Second); !happened(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			tb.Fatalf("waited too long: %s", what)
		}
		pause = min(2*pause, 20*time.Millisecond)
	}
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func read(tb testing.TB, file string) []byte {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func write(tb testing.TB, file, text string) {
	tb.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
}
