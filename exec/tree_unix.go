//go:build unix && !linux

package exec

import (
	"os"
	osexec "os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is the shell and all that it starts and that stays in its group.
// A process that leaves it (setsid) survives: known limit, see Adopt.
type tree struct {
	cmd *osexec.Cmd
}

func newTree(cmd *osexec.Cmd) *tree {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &tree{cmd: cmd}
}

// start starts the shell. When it returns the group exists.
func (t *tree) start() error { return t.cmd.Start() }

// await returns when the shell has ended. Its pid is free from then on, so
// kill could in theory meet another's group of the same number; for that the
// system has to go once round all pids in about 100 ms.
func (t *tree) await() { _ = t.cmd.Wait() }

// terminate asks the group to end. One that is stopped must be woken up to
// hear it.
func (t *tree) terminate() {
	t.signal(unix.SIGTERM)
	t.signal(unix.SIGCONT)
}

// kill ends the group.
func (t *tree) kill() { t.signal(unix.SIGKILL) }

func (t *tree) signal(sig unix.Signal) { _ = unix.Kill(-t.cmd.Process.Pid, sig) }

// sweep has nothing to add to kill.
func (t *tree) sweep() int { return 0 }

// reap returns how the shell ended.
func (t *tree) reap() *os.ProcessState { return t.cmd.ProcessState }

// widen is for systems whose pipes have a size.
func widen(*os.File) {}
