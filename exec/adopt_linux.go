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
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 2*time.Millisecond) {
		left := 0
		for _, pid := range children() {
			if slices.Contains(spared, pid) {
				continue
			}
			gone, byForce := killOrphan(pid)
			if !gone {
				left++
			}
			if byForce {
				killed++
			}
		}
		if left == 0 && !hasOrphans(spared) || time.Now().After(deadline) {
			return killed
		}
		time.Sleep(pause)
	}
}

// hasOrphans looks once more: the death of the last round made others ours.
func hasOrphans(spared []int) bool {
	return slices.ContainsFunc(children(), func(pid int) bool {
		return !slices.Contains(spared, pid)
	})
}

// killOrphan kills one child. It may take until the next call that it is gone.
func killOrphan(pid int) (gone, byForce bool) {
	if errors.Is(unix.Kill(pid, unix.SIGKILL), unix.EPERM) {
		return true, false // another user's (sudo): beyond our power
	}
	var status unix.WaitStatus
	got, err := unix.Wait4(pid, &status, unix.WNOHANG, nil)
	gone = got == pid || err != nil
	return gone, got == pid && status.Signaled() && status.Signal() == unix.SIGKILL
}

// children returns the pids of all children of this process, zombies too.
func children() []int {
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		return childrenByScan()
	}
	var pids []int
	for _, list := range lists {
		data, _ := os.ReadFile(list) // the thread may have ended
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
