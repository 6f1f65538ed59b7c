//go:build linux

package fault

import (
	"errors"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// gates has what needs the state directory and what does not.
const gates = `
stop:
  commands:
    - {run: seq 3000; exit 1, message: broken}
subagentStop:
  commands:
    passing: [{run: "true", onFailure: block}]
taskCompleted:
  commands: [{run: echo no >&2; exit 2}]
preToolUse:
  unreadableFiles: [.env]
`

// TestState spoils the state directory. A block that can't be counted could go
// on forever, so it is let go with a word to the user; nothing else changes.
func TestState(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*testing.T, *project){
		"read-only":               readOnly,
		"full":                    filled,
		"no room in any file":     func(_ *testing.T, p *project) { p.env = append(p.env, "FAULT_LIMIT=ulimit -f 0") },
		"a file":                  file,
		"a link to nowhere":       nowhere,
		"a folder for each file":  folders,
		"no permission":           noPermission,
		"a lock held by somebody": held,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProject(t, gates)
			p.call(t, p.payload(t, "Stop", map[string]any{"session_id": "before"}), "Stop")
			spoil(t, p)
			p.withoutState(t)
		})
	}
}

// withoutState makes the calls that a spoilt state directory must not change,
// and the one that it must.
func (p *project) withoutState(t *testing.T) {
	t.Helper()
	longest := time.Duration(0)
	call := func(capture string, fields map[string]any, event string, exit int) result {
		r := p.answer(t, event, p.limited(t, p.payload(t, capture, fields), event))
		if longest = max(longest, r.took); r.exit != exit {
			t.Errorf("%s: exit code %d, want %d: stdout %.300q, stderr %.300q", event, r.exit, exit, r.stdout, r.stderr)
		}
		return r
	}
	r := call("Stop", nil, "Stop", 0)
	if told := r.told(t); !strings.Contains(told, "its blocks can't be counted") || !strings.Contains(told, "broken") {
		t.Errorf("the user is told %q", told)
	}
	if r := call("SubagentStop", map[string]any{"agent_type": "passing"}, "SubagentStop", 0); len(r.stdout) > 0 {
		t.Errorf("a passing check says %q", r.stdout)
	}
	call("PreToolUse", map[string]any{"tool_name": "Read", "tool_input": map[string]any{"file_path": ".env"}}, "PreToolUse", 2)
	call("PreToolUse", map[string]any{"tool_name": "Read", "tool_input": map[string]any{"file_path": "main.go"}}, "PreToolUse", 0)
	call("TaskCompleted", nil, "TaskCompleted", 2)
	figure(t, "block let go and said, pass silent, guard and veto hold; longest call %v", longest.Round(time.Millisecond))
}

// limited is a call under the limits of the environment, if there are any.
func (p *project) limited(t *testing.T, payload []byte, event string) *osexec.Cmd {
	t.Helper()
	cmd := p.command(t.Context(), payload, event)
	if limit, found := strings.CutPrefix(p.env[len(p.env)-1], "FAULT_LIMIT="); found {
		cmd.Args = append([]string{"bash", "-c", limit + `; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/bash"
	}
	return cmd
}

// tmpfs mounts a small file system in the place of the state directory.
func tmpfs(t *testing.T, p *project) {
	t.Helper()
	err := unix.Mount("tmpfs", filepath.Dir(p.state), "tmpfs", 0, "size=64k,mode=700")
	if errors.Is(err, unix.EPERM) {
		t.Skip("only root can mount; see the other states for what a user can do")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(filepath.Dir(p.state), unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

func readOnly(t *testing.T, p *project) {
	t.Helper()
	tmpfs(t, p)
	if err := unix.Mount("", filepath.Dir(p.state), "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}

func filled(t *testing.T, p *project) {
	t.Helper()
	tmpfs(t, p)
	fill(t, filepath.Join(filepath.Dir(p.state), "filler"))
}

// fill writes until there is no room for another byte, and returns how much it
// was.
func fill(t *testing.T, file string) (size int64) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for piece := make([]byte, 4096); ; {
		n, err := f.Write(piece)
		if size += int64(n); errors.Is(err, syscall.ENOSPC) {
			return size
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func file(t *testing.T, p *project) {
	t.Helper()
	if err := os.RemoveAll(p.state); err != nil {
		t.Fatal(err)
	}
	write(t, p.state, "")
}

func nowhere(t *testing.T, p *project) {
	t.Helper()
	_ = os.RemoveAll(p.state)
	if err := os.Symlink("/nowhere/at/all", p.state); err != nil {
		t.Fatal(err)
	}
}

// folders puts a folder in the place of each file that is there, and of the
// one that would be.
func folders(t *testing.T, p *project) {
	t.Helper()
	p.call(t, p.payload(t, "Stop", nil), "Stop")
	for _, file := range append(glob(t, p.state, "*", "*"), filepath.Join(p.state, "journal.jsonl")) {
		if err := errors.Join(os.RemoveAll(file), os.Mkdir(file, 0o700), os.Mkdir(filepath.Join(file, "x"), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
}

func noPermission(t *testing.T, p *project) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	if err := errors.Join(os.Chmod(filepath.Join(p.state, "sessions"), 0o500), os.Chmod(p.state, 0o500)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(os.Chmod(p.state, 0o700), os.Chmod(filepath.Join(p.state, "sessions"), 0o700)) })
}

// held takes the lock of the session's counters, as a stopped process would.
func held(t *testing.T, p *project) {
	t.Helper()
	p.call(t, p.payload(t, "Stop", nil), "Stop")
	for _, file := range glob(t, p.state, "sessions", "*.lock") {
		f, err := os.OpenFile(file, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
			t.Fatal(err)
		}
	}
}
