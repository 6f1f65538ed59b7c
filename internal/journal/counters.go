package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Counters is what the loop guard knows about one event of one agent in one
// session. The zero value is a fresh start.
type Counters struct {
	Prompt      string `json:"prompt,omitempty"`      // id of the user's prompt they belong to
	Fingerprint string `json:"fingerprint,omitempty"` // of the last failure
	Same        int    `json:"same,omitempty"`        // blocks in a row for that failure
	Blocks      int    `json:"blocks,omitempty"`      // blocks in a row for any failure
	Rounds      int    `json:"rounds,omitempty"`      // rounds of infinite mode
	Released    bool   `json:"released,omitempty"`    // the last one was let through
}

// lockWait is how long a call waits for another one of the same session that
// is counting. That takes well under a millisecond; a stopped process must not
// stop others.
const lockWait = 3 * time.Second

// Count changes the counters of key. The change is atomic: concurrent calls
// count one after the other, and a killed one leaves the old counters.
// A file that can't be understood is a fresh start.
func (s *Store) Count(key string, change func(*Counters)) error {
	dir, err := s.folder("sessions")
	if err != nil {
		return err
	}
	file := filepath.Join(dir, fileName(key)+".json")
	unlock, err := lock(file+".lock", lockWait)
	if err != nil {
		return fmt.Errorf("counters: %w", err)
	}
	defer unlock()
	var c Counters
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &c) != nil {
		c = Counters{}
	} else if err != nil && !missing(err) {
		return err
	}
	change(&c)
	data, err := json.Marshal(c)
	return errors.Join(err, replace(file, data))
}

// Counting reports whether there are counters for key: a call that passes has
// nothing to reset without them.
func (s *Store) Counting(key string) bool {
	if s.err != nil {
		return false
	}
	_, err := os.Stat(filepath.Join(s.dir, "sessions", fileName(key)+".json"))
	return err == nil
}

// First reports whether it is asked about key for the first time. Without a
// place to remember it, every time is the first.
func (s *Store) First(key string) bool {
	dir, err := s.folder("sessions")
	if err != nil {
		return true
	}
	f, err := os.OpenFile(filepath.Join(dir, fileName(key)+".said"), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return !errors.Is(err, fs.ErrExist)
	}
	return f.Close() == nil
}

// lock takes a file lock, which ends with the process that holds it. Who waits
// does so in the kernel, where the first one is the next: of many that try
// again and again some would never come to their turn.
func lock(file string, wait time.Duration) (unlock func(), err error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	ok, err := tryLock(f)
	if !ok && err == nil {
		return waitLock(f, wait)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil // closing unlocks
}

// waitLock takes the lock of the open file, which is its own from now on. A
// wait that is given up goes on until the lock comes or the process ends.
func waitLock(f *os.File, wait time.Duration) (unlock func(), err error) {
	locked, late := make(chan error), make(chan struct{})
	go func() {
		err := takeLock(f)
		select {
		case locked <- err:
		case <-late:
			_ = f.Close()
		}
	}()
	select {
	case err := <-locked:
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return func() { _ = f.Close() }, nil
	case <-time.After(wait):
		close(late)
		return nil, fmt.Errorf("%s: another process holds the lock for over %v", f.Name(), wait)
	}
}
