package journal

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// tryLock reports whether it took the lock of the open file: of a byte far
// beyond its end, for what is locked here nobody else can read.
func tryLock(f *os.File) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// takeLock waits for the lock of the open file. A wait in the system would make
// closing the file wait, too.
func takeLock(f *os.File) error {
	for {
		if ok, err := tryLock(f); ok || err != nil {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
