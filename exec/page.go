package exec

import "bytes"

// page returns what is kept of an output whose middle is not. A line that is
// there in part is left out, unless it is the one that goes all the way
// through what is missing.
func (r *recorder) page() page {
	head, tail := r.head, r.end()
	between := r.newlines - int64(bytes.Count(head, []byte{'\n'})+bytes.Count(tail, []byte{'\n'}))
	var p page
	if between == 0 {
		first := cleanLines(string(head))
		if bytes.HasSuffix(head, []byte{'\n'}) {
			first = append(first, "") // what is missing begins a line
		}
		p.join(first, cleanLines(string(tail)), int(r.dropped()), overdrawn(tail))
		return p
	}
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i+1]
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail = tail[i+1:]
	}
	first, last := cleanLines(string(head)), cleanLines(string(tail))
	p.add(first...)
	p.lines = append(p.lines, line{
		missing: int(Output{r}.Lines()) - len(first) - len(last),
		omitted: int(r.size) - len(head) - len(tail),
	})
	p.add(last...)
	return p
}

// join adds the lines of both ends where the last of the one and the first of
// the other are the same line.
func (p *page) join(head, tail []string, dropped int, overdrawn bool) {
	if len(head) == 0 || len(tail) == 0 {
		p.add(append(head, tail...)...)
		return
	}
	n := len(head) - 1
	l := line{start: head[n], end: tail[0], omitted: dropped}
	if overdrawn {
		l.start = ""
	}
	p.add(head[:n]...)
	p.lines = append(p.lines, l)
	p.add(tail[1:]...)
}

// overdrawn tells that the first line begins anew somewhere within it.
func overdrawn(tail []byte) bool {
	line, _, _ := bytes.Cut(tail, []byte{'\n'})
	return bytes.IndexByte(bytes.TrimSuffix(line, []byte{'\r'}), '\r') >= 0
}
