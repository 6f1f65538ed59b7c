package exec

import (
	"fmt"
	"os"
	"path/filepath"
)

// logSize is how many bytes from the start a log has.
const logSize = 16 << 20

// logFile is the full output on disk. It is made when memory does not keep it
// all, or when it is asked for.
type logFile struct {
	path    string
	file    *os.File
	written int64
	done    bool  // the file is complete
	err     error // why there is none
}

// spill writes p, and before it what the record has so far.
func (l *logFile) spill(r *recorder, p []byte) {
	if l.path == "" || l.err != nil {
		return
	}
	if l.file == nil {
		l.create()
		l.write(r.head)
		l.write(r.end())
	}
	l.write(p[:min(int64(len(p)), max(logSize-l.written, 0))])
}

// create makes the file, which may hold secrets: for its owner only.
func (l *logFile) create() {
	if l.err = os.MkdirAll(filepath.Dir(l.path), 0o700); l.err != nil {
		return
	}
	l.file, l.err = os.OpenFile(l.path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
}

func (l *logFile) write(p []byte) {
	if l.err != nil || len(p) == 0 {
		return
	}
	var n int
	n, l.err = l.file.Write(p)
	l.written += int64(n)
}

// finish writes the end that did not fit any more and closes the file. Half a
// log would pass for a whole one, so an error leaves none.
func (l *logFile) finish(r *recorder) {
	if l.file == nil {
		return
	}
	end := r.end()
	missing := r.size - l.written
	if missing > int64(len(end)) {
		l.write(fmt.Appendf(nil, "\n… %d bytes left out …\n", missing-int64(len(end))))
		missing = int64(len(end))
	}
	l.write(end[int64(len(end))-max(missing, 0):])
	info, statErr := l.file.Stat()
	if err := l.file.Close(); l.err == nil {
		l.err = err
	}
	l.file, l.done = nil, l.err == nil
	if !l.done && statErr == nil && info.Mode().IsRegular() {
		_ = os.Remove(l.path)
	}
}

// ensure writes the log if it is not there yet. Then the record is complete.
func (l *logFile) ensure(r *recorder) (string, error) {
	if !l.done && l.err == nil {
		l.create()
		l.write(r.head)
		l.write(r.end())
		l.finish(r)
	}
	if l.err != nil {
		return "", fmt.Errorf("log of the output: %w", l.err)
	}
	return l.path, nil
}
