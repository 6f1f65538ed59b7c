// Package journal keeps what conclaude remembers between calls, all of it in
// one directory of the user: the journal of what hooks did, counters per
// session and agent, the last valid version of each configuration file, and
// the full output of commands.
//
// Files are replaced by renames under a lock, so a reader and a killed writer
// never leave half a file. Nothing is made before it is needed.
package journal

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Store is the state directory.
type Store struct {
	dir string // "" when there is no place for one
	err error
}

// Open names the state directory: $XDG_STATE_HOME/conclaude, else
// ~/.local/state/conclaude. It touches nothing; a missing home directory is
// reported by the first use.
func Open() *Store {
	if base := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(base) {
		return &Store{dir: filepath.Join(base, "conclaude")}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return &Store{err: fmt.Errorf("state directory: %w", err)}
	}
	return &Store{dir: filepath.Join(home, ".local", "state", "conclaude")}
}

// At is the store in a directory of the caller's.
func At(dir string) *Store { return &Store{dir: dir} }

// Dir is the state directory; "" when there is none.
func (s *Store) Dir() string { return s.dir }

// folder makes a directory of the store and returns its path.
func (s *Store) folder(name string) (string, error) {
	if s.err != nil {
		return "", s.err
	}
	dir := filepath.Join(s.dir, name)
	return dir, os.MkdirAll(dir, 0o700)
}

// replace writes a file so that it is there whole or as it was before.
func replace(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// fileName makes a file name from any text.
func fileName(text string) string {
	hash := fnv.New128a()
	_, _ = hash.Write([]byte(text)) // never fails
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// The ages at which files are removed.
const (
	logAge     = 7 * 24 * time.Hour
	sessionAge = 30 * 24 * time.Hour
	configAge  = 180 * 24 * time.Hour
	purgeEvery = 24 * time.Hour
)

// purge removes what is old, at most once a day. What can't be removed is
// tried again the next day.
func (s *Store) purge(now time.Time) {
	marker := filepath.Join(s.dir, "purged")
	if info, err := os.Stat(marker); err == nil && now.Sub(info.ModTime()).Abs() < purgeEvery { // a mark of the future is of a clock that was wrong
		return
	}
	if replace(marker, nil) != nil {
		return
	}
	for folder, age := range map[string]time.Duration{
		"logs": logAge, "values": purgeEvery, "sessions": sessionAge, "configs": configAge,
	} {
		removeOlder(filepath.Join(s.dir, folder), now.Add(-age))
	}
}

func removeOlder(dir string, limit time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(limit) {
			_ = os.RemoveAll(filepath.Join(dir, e.Name())) // tried again tomorrow
		}
	}
}

// LogFile names a new file for the full output of a command, for example
// 20261120-101502-SubagentStop-4711-1.log. The file is not made.
func (s *Store) LogFile(event string, number int, now time.Time) string {
	if s.err != nil {
		return ""
	}
	name := fmt.Sprintf("%s-%s-%d-%d.log", now.Format("20060102-150405"), event, os.Getpid(), number)
	return filepath.Join(s.dir, "logs", name)
}

// Values makes a directory for values that are too large for a variable. The
// caller removes it.
func (s *Store) Values() (string, error) {
	dir, err := s.folder("values")
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, "")
}

// missing reports whether an error means that there is no such file.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
