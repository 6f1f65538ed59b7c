package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// scan is one walk through a file. buf[start:end] are the bytes of the file from pos on that were read and not
// yet yielded; of these buf[start:unseen] were not yet searched for a line end.
type scan struct {
	Tail
	r                  io.ReaderAt
	pos, read          int64
	buf                []byte
	start, unseen, end int
	current            []byte
	open               bool // the line at end has no line end
	long               bool // bytes of the line at end were dropped
	done               bool // the line at the start of the file was taken
	warned             map[string]bool
}

func newScan(t Tail, r io.ReaderAt, size int64) *scan {
	t.Block = orDefault(t.Block, DefaultBlock)
	t.MaxLine = orDefault(t.MaxLine, DefaultMaxLine)
	t.MaxScan = orDefault(t.MaxScan, DefaultMaxScan)
	return &scan{Tail: t, r: r, pos: size, warned: map[string]bool{}}
}

func orDefault[T int | int64](n, def T) T {
	if n <= 0 {
		return def
	}
	return n
}

// begin reads the end of the file and takes off its last line end. It is false if there is nothing to read.
func (s *scan) begin() bool {
	if s.pos <= 0 || !s.more() {
		return false
	}
	s.open = s.buf[s.end-1] != '\n'
	if !s.open {
		s.end--
		s.unseen = s.end
	}
	return true
}

// next moves to the line before the current one. It is false at the start of the file and when reading ends early.
func (s *scan) next() bool {
	for !s.done {
		i := bytes.LastIndexByte(s.buf[s.start:s.unseen], '\n')
		if i < 0 && s.pos > 0 {
			if !s.more() {
				return false
			}
			continue
		}
		s.done = i < 0
		if s.take(s.start + i + 1) {
			return true
		}
	}
	return false
}

// take makes buf[from:end] the current line. It is false if the line is to be left out.
func (s *scan) take(from int) bool {
	s.current = s.buf[from:s.end]
	long, open := s.long || len(s.current) > s.MaxLine, s.open
	s.long, s.open = false, false
	s.end = max(s.start, from-1)
	s.unseen = s.end
	switch {
	case long:
		s.warn(fmt.Sprintf("a line of more than %d bytes left out", s.MaxLine))
	case open && !json.Valid(s.current):
		s.warn("the last line is not complete, left out")
	default:
		return true
	}
	return false
}

// more reads the block before buf. It is false when the walk has to end here.
func (s *scan) more() bool {
	if s.end-s.start > s.MaxLine {
		s.long, s.start = true, s.end
	}
	n := int(min(int64(s.Block), s.pos, s.MaxScan-s.read))
	if n <= 0 {
		s.warn(fmt.Sprintf("gave up after %d bytes", s.read))
		return false
	}
	s.makeRoom(n)
	if got, err := s.r.ReadAt(s.buf[s.start-n:s.start], s.pos-int64(n)); got < n {
		s.fail(err)
		return false
	}
	s.unseen = s.start
	s.start -= n
	s.pos -= int64(n)
	s.read += int64(n)
	s.Block = max(s.Block, min(2*s.Block, maxBlock))
	return true
}

// makeRoom moves what buf holds to its end so that n bytes fit in front of it.
func (s *scan) makeRoom(n int) {
	held := s.end - s.start
	if held > 0 && s.start >= n {
		return
	}
	to := s.buf
	if len(to) < held+n {
		to = make([]byte, max(held+n, min(2*len(to), s.MaxLine)))
	}
	copy(to[len(to)-held:], s.buf[s.start:s.end])
	s.buf, s.start, s.end = to, len(to)-held, len(to)
}

func (s *scan) fail(err error) {
	if errors.Is(err, io.EOF) {
		s.warn("the file shrank while it was read")
		return
	}
	s.warn(bare(err).Error())
}

func (s *scan) warn(text string) {
	if s.Warn != nil && !s.warned[text] {
		s.warned[text] = true
		s.Warn(text)
	}
}
