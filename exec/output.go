package exec

import (
	"bytes"
)

// Output is the bounded record of what a command printed: its first and its
// last bytes (see [Capture.Keep]), and how much there was. The zero value is
// the record of nothing.
type Output struct {
	rec *recorder
}

// Size returns the number of bytes that were printed.
func (o Output) Size() int64 {
	if o.rec == nil {
		return 0
	}
	return o.rec.size
}

// Lines returns the number of lines that were printed, counting a last one
// without a newline.
func (o Output) Lines() int64 {
	if o.rec == nil || o.rec.size == 0 {
		return 0
	}
	if o.rec.last == '\n' {
		return o.rec.newlines
	}
	return o.rec.newlines + 1
}

// Bytes returns what was printed, as it was, and true; or if that was too
// much, only the first and the last bytes of it, and false.
func (o Output) Bytes() (data []byte, complete bool) {
	if o.rec == nil {
		return nil, true
	}
	return append(bytes.Clone(o.rec.head), o.rec.end()...), o.rec.dropped() == 0
}

// Text returns what was printed, cleaned as by [Clean] and cut to the limit as
// by [Truncate]. What was not kept counts as omitted.
func (o Output) Text(limit Limit) Text {
	if o.rec == nil {
		return Text{}
	}
	if o.rec.dropped() == 0 {
		data, _ := o.Bytes()
		return Truncate(string(data), limit)
	}
	return o.rec.page().truncate(limit)
}

// Log makes sure that the full output is in the file [Capture.Log] and returns
// its path, or "" if no log was asked for. Of more than 16 MiB the log has the
// first 16 MiB, a line that says how much is left out, and the end. An error
// means that there is no log.
func (o Output) Log() (path string, err error) {
	if o.rec == nil || o.rec.log.path == "" {
		return "", nil
	}
	return o.rec.log.ensure(o.rec)
}

// recorder makes an Output. Its methods never fail, so that no trouble of ours
// ever reaches the command.
type recorder struct {
	keep     int
	head     []byte // the first bytes, at most keep
	ring     []byte // the last of the others, at most keep
	next     int    // where the ring goes on when it is full
	size     int64
	newlines int64
	last     byte
	log      logFile
}

func newRecorder(keep int, log string) *recorder {
	if keep <= 0 {
		keep = DefaultKeep
	}
	return &recorder{keep: keep, log: logFile{path: log}}
}

// dropped returns how many bytes are in neither end.
func (r *recorder) dropped() int64 {
	return r.size - int64(len(r.head)) - int64(len(r.ring))
}

func (r *recorder) write(p []byte) {
	if len(p) == 0 {
		return
	}
	if r.size+int64(len(p)) > 2*int64(r.keep) {
		r.log.spill(r, p)
	}
	r.size += int64(len(p))
	r.newlines += int64(bytes.Count(p, []byte{'\n'}))
	r.last = p[len(p)-1]
	n := min(len(p), r.keep-len(r.head))
	r.head = append(r.head, p[:n]...)
	r.push(p[n:])
}

// push puts bytes into the ring.
func (r *recorder) push(p []byte) {
	if len(p) >= r.keep {
		r.ring, r.next = append(r.ring[:0], p[len(p)-r.keep:]...), 0
		return
	}
	n := min(len(p), r.keep-len(r.ring))
	r.ring = append(r.ring, p[:n]...)
	for p = p[n:]; len(p) > 0; p = p[n:] {
		n = copy(r.ring[r.next:], p)
		r.next = (r.next + n) % r.keep
	}
}

// end returns the bytes of the ring in their order.
func (r *recorder) end() []byte {
	if len(r.ring) < r.keep {
		return r.ring
	}
	return append(bytes.Clone(r.ring[r.next:]), r.ring[:r.next]...)
}

// finish ends the record: nothing is written to it any more.
func (r *recorder) finish() { r.log.finish(r) }
