package exec

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sweepTime bounds the hunt for processes that fork while they are hunted.
const sweepTime = 200 * time.Millisecond

// turn is held by the Run whose processes may be ours by adoption: which of
// two running commands an orphan came from can't be told. It is global
// because adoption is a property of the whole process.
var turn = make(chan struct{}, 1)

// Adopt makes this process the parent of all orphans among its descendants
// (Linux; elsewhere it does nothing). From then on [Run] also kills the
// processes that left the command's group: setsid, double-forked daemons.
// Children that this process had before a Run are spared, children that it
// starts by other means while one runs are not. Runs wait for each other.
func Adopt() error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
}

// isAdopter asks the kernel, which saves us a variable that could differ.
func isAdopter() bool {
	var on int32
	_, _, errno := syscall.RawSyscall(unix.SYS_PRCTL, unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&on)), 0)
	return errno == 0 && on != 0
}

// takeTurn waits until no other Run is under way, if that matters. It returns
// false if the context has ended.
func takeTurn(ctx context.Context) (release func(), ok bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	if !isAdopter() {
		return func() {}, true
	}
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, true
	case <-ctx.Done():
		return nil, false
	}
}

// killOrphans kills and reaps all children but those spared, and theirs as
// they become ours, and returns how many it was that had to be killed.
// A child's pid is its own until we have reaped it, so no other is hit.
func killOrphans(spared []int) (killed int) {
	deadline := time.Now().Add(sweepTime)
	pause := 50 * time.Microsecond
	for {
		orphans := slices.DeleteFunc(children(), func(pid int) bool { return slices.Contains(spared, pid) })
		if len(orphans) == 0 || time.Now().After(deadline) {
			return killed
		}
		for _, pid := range orphans {
			state := killOrphan(pid)
			if state == killedNow {
				killed++
			}
			if state == outOfReach {
				spared = append(spared, pid)
			}
		}
		time.Sleep(pause)
		pause = min(2*pause, 2*time.Millisecond)
	}
}

// fate is what came of an orphan.
type fate int

const (
	dying      fate = iota // look again
	endedSelf              // it was a zombie already
	killedNow              // it died of our SIGKILL
	outOfReach             // another user's (sudo)
)

// killOrphan kills one child, or takes it from the process table if it has
// died.
func killOrphan(pid int) fate {
	if errors.Is(unix.Kill(pid, unix.SIGKILL), unix.EPERM) {
		return outOfReach
	}
	var status unix.WaitStatus
	switch got, err := unix.Wait4(pid, &status, unix.WNOHANG, nil); {
	case err != nil:
		return endedSelf
	case got != pid:
		return dying
	case status.Signaled() && status.Signal() == unix.SIGKILL:
		return killedNow
	}
	return endedSelf
}

// children returns the pids of all children of this process, zombies too.
func children() (pids []int) {
	const tasks = "/proc/self/task"
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return nil // without /proc the group is all that is swept
	}
	if _, err := os.Stat("/proc/thread-self/children"); err != nil {
		return childrenByScan()
	}
	for _, thread := range threads {
		data, _ := os.ReadFile(tasks + "/" + thread.Name() + "/children") // it may have ended
		for field := range bytes.FieldsSeq(data) {
			if pid, err := strconv.Atoi(string(field)); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// childrenByScan is for kernels without the lists (CONFIG_PROC_CHILDREN).
func childrenByScan() []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	self := strconv.Itoa(os.Getpid())
	var pids []int
	for _, stat := range stats {
		data, _ := os.ReadFile(stat)
		// PID (NAME) STATE PPID …, where NAME may hold anything.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) < 2 || string(fields[1]) != self {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
