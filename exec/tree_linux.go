package exec

import (
	"errors"
	"os"
	osexec "os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is the shell and all that it starts: a process group, and after Adopt
// also what leaves the group.
//
// A group of its own takes the terminal from the command, which ssh and vim
// would miss; the commands here have no terminal.
type tree struct {
	cmd     *osexec.Cmd
	adopted bool
	before  []int // children of ours that are not the command's
}

func newTree(cmd *osexec.Cmd) *tree {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Setpgid: true,
		// kill -9 of us takes the shell along. Its children it does not: the
		// host that kills like that kills the tree.
		Pdeathsig: syscall.SIGKILL,
	}
	return &tree{cmd: cmd, adopted: isAdopter()}
}

// start starts the shell. When it returns the group exists.
func (t *tree) start() error {
	if t.adopted {
		t.before = children()
	}
	return t.cmd.Start()
}

// await returns when the shell has ended and leaves it a zombie until reap: so
// its pid, and with it the number of the group, can't become another's.
func (t *tree) await() {
	for {
		err := unix.Waitid(unix.P_PID, t.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// terminate asks the group to end. One that is stopped must be woken up to
// hear it.
func (t *tree) terminate() {
	t.signal(unix.SIGTERM)
	t.signal(unix.SIGCONT)
}

// kill ends the group.
func (t *tree) kill() { t.signal(unix.SIGKILL) }

func (t *tree) signal(sig unix.Signal) { _ = unix.Kill(-t.cmd.Process.Pid, sig) }

// sweep kills what left the group and counts what has been killed. The shell
// must have ended.
func (t *tree) sweep() int {
	if !t.adopted {
		return 0
	}
	return killOrphans(append(t.before, t.cmd.Process.Pid))
}

// reap releases the shell's pid and returns how it ended.
func (t *tree) reap() *os.ProcessState {
	_ = t.cmd.Wait()
	return t.cmd.ProcessState
}

// widen makes a pipe hold 1 MiB, so that a chatty command need not wait for us
// to be scheduled. A user who has too many such pipes gets the usual 64 KiB.
func widen(w *os.File) {
	conn, err := w.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20)
	})
}
