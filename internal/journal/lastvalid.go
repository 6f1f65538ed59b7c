package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// settled is how long a file must have been left alone before it is known by
// its times: within one tick of the clock it may change twice.
const settled = 2 * time.Second

// KeepValid remembers the text of a configuration file that was found valid,
// and the events that it has sections for.
func (s *Store) KeepValid(file string, data []byte, events []string, now time.Time) error {
	if _, err := s.folder("configs"); err != nil {
		return err
	}
	id, changed, unknown := identity(file)
	if unknown != nil && !errors.Is(unknown, errors.ErrUnsupported) {
		return unknown
	}
	old, err := s.LastValid(file)
	if err != nil || string(old) != string(data) || old == nil {
		err = replace(s.configFile(file, ".yaml"), data)
	}
	if err != nil || unknown != nil || now.Sub(changed) < settled {
		return err
	}
	return replace(s.configFile(file, ".events"), []byte(id+"\n"+strings.Join(events, "\n")))
}

// Events returns the events that a configuration file has sections for, if it
// is the file that KeepValid saw last, unchanged. Reading this costs a fraction
// of reading the file, and most calls end here.
func (s *Store) Events(file string) (events []string, known bool) {
	id, _, err := identity(file)
	if err != nil || s.err != nil {
		return nil, false
	}
	data, err := os.ReadFile(s.configFile(file, ".events"))
	lines := strings.Split(string(data), "\n")
	if err != nil || lines[0] != id {
		return nil, false
	}
	return lines[1:], true
}

// LastValid returns the last text of a configuration file that was found
// valid; nil when none is known.
func (s *Store) LastValid(file string) ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	data, err := os.ReadFile(s.configFile(file, ".yaml"))
	if missing(err) {
		return nil, nil
	}
	return data, err
}

func (s *Store) configFile(file, kind string) string {
	return filepath.Join(s.dir, "configs", fileName(file)+kind)
}

// format is part of an identity: another version of this program may see
// other sections in the same file.
const format = "conclaude 1"

func identityText(size int64, inode uint64, modified, changed time.Time) string {
	return fmt.Sprintf("%s %d %d %d %d", format, size, inode, modified.UnixNano(), changed.UnixNano())
}
