package transcript

import (
	"bytes"
	"io"
	"iter"
)

// The limits of a Tail whose fields are zero, in bytes.
const (
	DefaultBlock   = 64 << 10
	DefaultMaxLine = 8 << 20
	DefaultMaxScan = 64 << 20
)

// maxBlock is where the size of a read stops growing.
const maxBlock = 1 << 20

// Tail reads lines from the end of a file towards its start. The zero value has the default limits and keeps quiet.
type Tail struct {
	Block   int          // bytes of the first read; each further one is twice as long, up to 1 MiB
	MaxLine int          // a longer line is left out, and never held in memory as a whole
	MaxScan int64        // bytes to read before giving up
	Warn    func(string) // is told, in one short line, what was left out; each kind of trouble once; may be nil
}

// Lines yields the lines of the first size bytes of r, last first, without their line ends (LF or CRLF). A line
// is valid until the next one is asked for. What follows the last line end is a line only if it is complete JSON:
// else the host is still writing it. Memory is bounded by MaxLine, and bytes that are appended meanwhile are not read.
func (t Tail) Lines(r io.ReaderAt, size int64) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s := newScan(t, r, size)
		for ok := s.begin() && s.next(); ok; ok = s.next() {
			if !yield(bytes.TrimSuffix(s.current, []byte{'\r'})) {
				return
			}
		}
	}
}
