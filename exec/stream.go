package exec

import (
	"os"
	osexec "os/exec"
	"time"
)

// readSize is the size of one read. Bigger reads make a chatty command faster:
// with 32 KiB the cost of waking us up shows.
const readSize = 128 << 10

// stream is one pipe from a command and the record of what came through.
type stream struct {
	r, w *os.File
	rec  *recorder
	end  chan struct{} // closed when the record is complete
}

// streams are the pipes of a command; nil where nothing is kept.
type streams struct {
	out, err *stream
}

// open connects the command's output. What is not kept stays nil, which
// os/exec makes /dev/null.
func (c Capture) open(cmd *osexec.Cmd) (s streams, err error) {
	if c.Stdout || c.Stderr && !c.Separate {
		if s.out, err = openStream(newRecorder(c.Keep, c.Log)); err != nil {
			return s, err
		}
	}
	if c.Stderr && c.Separate {
		log := c.Log
		if log != "" {
			log += ".stderr"
		}
		if s.err, err = openStream(newRecorder(c.Keep, log)); err != nil {
			s.abandon()
			return s, err
		}
	}
	if c.Stdout {
		cmd.Stdout = s.out.w
	}
	if c.Stderr && c.Separate {
		cmd.Stderr = s.err.w
	} else if c.Stderr {
		cmd.Stderr = s.out.w
	}
	return s, nil
}

func openStream(rec *recorder) (*stream, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	widen(w)
	return &stream{r: r, w: w, rec: rec, end: make(chan struct{})}, nil
}

// each calls f for the streams that there are.
func (s streams) each(f func(*stream)) {
	for _, one := range []*stream{s.out, s.err} {
		if one != nil {
			f(one)
		}
	}
}

// abandon closes all pipes of a command that was not started.
func (s streams) abandon() {
	s.each(func(s *stream) {
		_ = s.r.Close()
		_ = s.w.Close()
	})
}

// read records in the background, until the last writer has gone.
func (s streams) read() {
	s.each(func(s *stream) {
		_ = s.w.Close()
		go s.record()
	})
}

// record reads as fast as it can, for a command must not wait for its reader.
func (s *stream) record() {
	defer close(s.end)
	buf := make([]byte, readSize)
	for {
		n, err := s.r.Read(buf)
		s.rec.write(buf[:n])
		if err != nil {
			return
		}
	}
}

// ends are closed when the streams have been read to their end.
func (s streams) ends() (ends []<-chan struct{}) {
	s.each(func(s *stream) { ends = append(ends, s.end) })
	return ends
}

// close takes what is left in the pipes and returns the records.
func (s streams) close() (out, err Output) {
	// Only a process that escaped can still hold a pipe. Where pipes know no
	// deadline (Windows) none can.
	s.each(func(s *stream) { _ = s.r.SetReadDeadline(time.Now().Add(restTime)) })
	s.each(func(s *stream) {
		<-s.end
		_ = s.r.Close()
		s.rec.finish()
	})
	if s.out != nil {
		out = Output{s.out.rec}
	}
	if s.err != nil {
		err = Output{s.err.rec}
	}
	return out, err
}

// feed is the pipe to a command's stdin; nil where that is /dev/null.
type feed struct {
	r, w *os.File
	end  chan struct{}
}

func openFeed(cmd *osexec.Cmd, data []byte) (*feed, error) {
	if data == nil {
		return nil, nil //nolint:nilnil // no feed is a feed that does nothing
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin = r
	return &feed{r: r, w: w, end: make(chan struct{})}, nil
}

func (f *feed) abandon() {
	if f != nil {
		_ = f.r.Close()
		_ = f.w.Close()
	}
}

// write writes in the background. A command that reads none or part of it
// makes the write fail (EPIPE), which is its right.
func (f *feed) write(data []byte) {
	if f == nil {
		return
	}
	_ = f.r.Close()
	go func() {
		defer close(f.end)
		_, _ = f.w.Write(data)
		_ = f.w.Close()
	}()
}

// close ends the writing, if a process that nobody waits for holds it up.
func (f *feed) close() {
	if f != nil {
		_ = f.w.Close()
		<-f.end
	}
}
