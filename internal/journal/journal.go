package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"
)

// maxJournal is the size at which the journal is put aside; the one before
// it is dropped.
const maxJournal = 8 << 20

// Write adds one line to the journal. fill adds the fields; the time is there
// already. The line goes out in one write under a lock, so concurrent calls don't mix.
func (s *Store) Write(now time.Time, fill func(*zerolog.Event)) error {
	if _, err := s.folder(""); err != nil {
		return err
	}
	var line bytes.Buffer
	logger := zerolog.New(&line)
	entry := logger.Log().Str("time", now.Format(time.RFC3339Nano))
	fill(entry)
	entry.Send()
	file := s.Journal()
	s.rotate(file)
	err := appendLine(file, line.Bytes())
	s.purge(now)
	return err
}

// lineWait is how long a line waits for the one that is being written.
const lineWait = 500 * time.Millisecond

// appendLine writes a line in one go. Under a lock it first ends a line that a
// full disk or a killed process cut off, so that it does not take this one with
// it; without the lock such a line may be one that is still being written.
func appendLine(file string, line []byte) error {
	unlock, locked := lock(file, lineWait)
	if locked == nil {
		defer unlock()
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if locked == nil && cutOff(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

// cutOff reports whether the file's last line has no end.
func cutOff(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// Journal is the path of the journal.
func (s *Store) Journal() string { return filepath.Join(s.dir, "journal.jsonl") }

// rotate puts a large journal aside. Of several calls at once the first one
// does; the others find a small journal after the lock, or go on without.
func (s *Store) rotate(file string) {
	if !large(file) {
		return
	}
	unlock, err := lock(filepath.Join(s.dir, "journal.lock"), lockWait)
	if err != nil {
		return
	}
	defer unlock()
	if large(file) {
		_ = os.Rename(file, filepath.Join(s.dir, "journal.old.jsonl")) // else it grows until it can
	}
}

func large(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > maxJournal
}
