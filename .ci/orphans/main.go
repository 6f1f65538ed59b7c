//go:build linux

// Command orphans runs a command and fails if the command leaves a process
// behind, however that one has tried to get away: all that is left of the
// command's tree becomes a child of this process.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// patience is for what is just about to end by itself.
const patience = 5 * time.Second

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "orphans:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("wanted a command")
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("subreaper: %w", err)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	left := children()
	for start := time.Now(); len(left) > 0 && time.Since(start) < patience; left = children() {
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) > 0 {
		err = errors.Join(err, fmt.Errorf("left behind:\n  %s", strings.Join(left, "\n  ")))
	}
	return err
}

// children lists our children that are alive.
func children() []string {
	for pid := 1; pid > 0; {
		pid, _ = syscall.Wait4(-1, nil, syscall.WNOHANG, nil) // until none is dead, or there is none
	}
	var left []string
	files, _ := filepath.Glob("/proc/self/task/*/children") // the pattern is right
	for _, file := range files {
		data, _ := os.ReadFile(file) // the thread may be gone
		for pid := range strings.FieldsSeq(string(data)) {
			command, _ := os.ReadFile("/proc/" + pid + "/cmdline")
			left = append(left, pid+" "+strings.ReplaceAll(string(command), "\x00", " "))
		}
	}
	return left
}
