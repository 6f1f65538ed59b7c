//go:build unix

package hook

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// timedReader reads from a file until a deadline. It needs no goroutine and so
// no thread, which would cost every call more than the reading itself.
func timedReader(r io.Reader, until time.Time) (io.Reader, bool) {
	f, ok := r.(*os.File)
	return &pollReader{f, until}, ok
}

type pollReader struct {
	f     *os.File
	until time.Time
}

// Read waits for input no longer than the deadline. The end of the input and
// errors count as input: reading says which.
func (p *pollReader) Read(b []byte) (int, error) {
	fds := []unix.PollFd{{Fd: int32(p.f.Fd()), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, int(max(0, time.Until(p.until)).Milliseconds()))
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, os.NewSyscallError("poll", err)
		case n == 0:
			return 0, errLate
		default:
			return p.f.Read(b)
		}
	}
}
