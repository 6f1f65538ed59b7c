//go:build unix

package exec_test

import (
	"errors"
	"io/fs"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"conclaude/exec"
)

func TestStartError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	huge := "HUGE=" + strings.Repeat("x", 4<<20)
	tests := map[string]struct {
		command exec.Command
		what    string
		is      error
	}{
		"shell not in PATH": {exec.Command{Shell: "no-such-shell"}, "shell no-such-shell", fs.ErrNotExist},
		"no shell at all":   {exec.Command{Env: []string{"PATH=" + dir}}, "shell sh", fs.ErrNotExist},
		"empty PATH":        {exec.Command{Env: []string{"PATH="}}, "shell sh", fs.ErrNotExist},
		"shell path gone":   {exec.Command{Shell: dir + "/gone"}, "shell " + dir + "/gone", fs.ErrNotExist},
		"not executable":    {exec.Command{Shell: file}, "shell " + file, fs.ErrPermission},
		"shell a directory": {exec.Command{Shell: dir}, "shell " + dir, nil},
		"directory gone":    {exec.Command{Dir: dir + "/gone"}, "directory " + dir + "/gone", fs.ErrNotExist},
		"directory a file":  {exec.Command{Dir: file}, "directory " + file, syscall.ENOTDIR},
		"environment":       {exec.Command{Env: environ(huge)}, "script and environment", syscall.E2BIG},
		"script":            {exec.Command{Script: "# " + huge}, "script and environment", syscall.E2BIG},
		"NUL in variable":   {exec.Command{Env: environ("A=a\x00b")}, "environment", nil},
		"NUL in directory":  {exec.Command{Dir: "a\x00b"}, "directory a\x00b", syscall.EINVAL},
		"NUL in script":     {exec.Command{Script: "a\x00b"}, "script", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.command.Capture, tt.command.Stdin = both, []byte("x")
			r, err := exec.Run(t.Context(), tt.command)
			start, ok := errors.AsType[*exec.StartError](err)
			if !ok || start.What != tt.what || tt.is != nil && !errors.Is(err, tt.is) || r.Status != 0 {
				t.Errorf("got %v, error %v, want error of %q that is %v", r.Status, err, tt.what, tt.is)
			}
		})
	}
}

func TestClosedDirectory(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("no directory is closed to root")
	}
	dir := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(dir, 0); err != nil {
		t.Fatal(err)
	}
	_, err := exec.Run(t.Context(), exec.Command{Dir: dir})
	start, ok := errors.AsType[*exec.StartError](err)
	if !ok || start.What != "directory "+dir || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got error %v", err)
	}
}

// link puts a program of this machine into dir.
func link(t *testing.T, dir, name string) {
	t.Helper()
	path, err := osexec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestShell(t *testing.T) {
	t.Parallel()
	onlySh, withBash := t.TempDir(), t.TempDir()
	link(t, onlySh, "sh")
	link(t, withBash, "bash")
	fake := "#!/bin/sh\nprintf '<%s>' \"$@\"\n"
	for _, name := range []string{"pwsh", "zsh"} {
		if err := os.WriteFile(filepath.Join(withBash, name), []byte(fake), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + withBash + ":/bin:/usr/bin"}
	tests := map[string]struct {
		command exec.Command
		want    string
	}{
		"sh without bash": {exec.Command{Script: "echo ${BASH_VERSION:+bash}sh", Env: []string{"PATH=" + onlySh}}, "sh"},
		"bash":            {exec.Command{Script: "echo ${BASH_VERSION:+bash}", Env: env}, "bash"},
		"no PATH":         {exec.Command{Script: "echo ok", Env: []string{}}, "ok"},
		"last PATH":       {exec.Command{Script: "echo ok", Env: append([]string{"PATH=/gone"}, env...)}, "ok"},
		"named":           {exec.Command{Script: "a b", Shell: "zsh", Env: env}, "<-c><a b>"},
		"by path":         {exec.Command{Script: "a b", Shell: withBash + "/zsh", Env: env}, "<-c><a b>"},
		"relative to Dir": {exec.Command{Script: "a b", Shell: "./zsh", Dir: withBash, Env: env}, "<-c><a b>"},
		"powershell":      {exec.Command{Script: "a b", Shell: "pwsh", Env: env}, "<-NoProfile><-NonInteractive><-Command><a b>"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.command.Capture = both
			if got := body(run(t, tt.command)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
