//go:build unix

package journal_test

import (
	"os"
	"syscall"
	"time"
)

// holdLock locks the file, says so and waits to be killed.
func holdLock(file string) int {
	f, err := os.Open(file)
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		return 1
	}
	os.Stdout.WriteString("locked\n")
	time.Sleep(time.Minute)
	return 0
}
