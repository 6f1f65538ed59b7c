package journal_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"conclaude/internal/journal"
)

func TestOpen(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	inHome := filepath.Join(home, ".local", "state", "conclaude")
	for set, want := range map[string]string{
		"":                             inHome,
		"relative/is/not/allowed":      inHome,
		filepath.Join(home, "a state"): filepath.Join(home, "a state", "conclaude"),
	} {
		t.Setenv("XDG_STATE_HOME", set)
		if got := journal.Open().Dir(); got != want {
			t.Errorf("XDG_STATE_HOME=%q: Dir() = %q, want %q", set, got, want)
		}
	}
	if exists(filepath.Join(home, ".local")) {
		t.Error("Open made a directory")
	}
}

func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	s, _ := open(t)
	use(t, s)
	for file, want := range map[string]fs.FileMode{
		s.Dir():                                  fs.ModeDir | 0o700,
		filepath.Join(s.Dir(), "sessions"):       fs.ModeDir | 0o700,
		filepath.Join(s.Dir(), "configs"):        fs.ModeDir | 0o700,
		s.Journal():                              0o600,
		only(t, s, "sessions/*.json"):            0o600,
		only(t, s, "configs/*.yaml"):             0o600,
		filepath.Join(s.Dir(), "purged"):         0o600,
		filepath.Dir(only(t, s, "values/*/big")): fs.ModeDir | 0o700,
	} {
		if info, err := os.Stat(file); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", file, info.Mode(), err, want)
		}
	}
}

// use has the store keep one thing of each kind.
func use(t *testing.T, s *journal.Store) {
	t.Helper()
	config := filepath.Join(t.TempDir(), "config.yaml")
	err := errors.Join(
		os.WriteFile(config, []byte("stop: {}\n"), 0o600),
		s.Write(time.Now(), func(*zerolog.Event) {}),
		s.Count("key", oneMore),
		s.KeepValid(config, []byte("stop: {}\n"), nil, time.Now()),
	)
	dir, valuesErr := s.Values()
	if err = errors.Join(err, valuesErr); err == nil {
		err = os.WriteFile(filepath.Join(dir, "big"), []byte("x"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Without a place for it everything says so, and nothing is made elsewhere.
func TestNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, home := range map[string]string{"no home": "", "home is a file": file} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"XDG_STATE_HOME", "HOME", "USERPROFILE", "home"} {
				t.Setenv(variable, "")
			}
			t.Setenv("HOME", home)
			t.Setenv("USERPROFILE", home)
			s := journal.Open()
			_, err := s.Values()
			for what, err := range map[string]error{
				"Write":     s.Write(time.Now(), func(*zerolog.Event) {}),
				"Count":     s.Count("key", oneMore),
				"KeepValid": s.KeepValid(file, nil, nil, time.Now()),
				"Values":    err,
			} {
				if err == nil || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s = %v, want an error of one line", what, err)
				}
			}
			if s.Counting("key") || !s.First("key") {
				t.Error("something was remembered")
			}
		})
	}
}

// Whoever reads while a file is replaced finds the old text or the new one.
func TestReplaceIsWhole(t *testing.T) {
	s, _ := open(t)
	config := filepath.Join(t.TempDir(), "config.yaml")
	texts := [][]byte{bytes.Repeat([]byte("a"), 100_000), bytes.Repeat([]byte("b"), 99_999)}
	keep := func(i int) {
		if err := errors.Join(os.WriteFile(config, texts[i%2], 0o600), s.KeepValid(config, texts[i%2], nil, time.Now())); err != nil {
			t.Error(err)
		}
	}
	keep(0)
	var writer sync.WaitGroup
	done := make(chan struct{})
	writer.Go(func() {
		defer close(done)
		for i := range 50 {
			keep(i + 1)
		}
	})
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		data, err := s.LastValid(config)
		if err != nil || !bytes.Equal(data, texts[0]) && !bytes.Equal(data, texts[1]) {
			t.Fatalf("LastValid = %d bytes, %v", len(data), err)
		}
	}
	writer.Wait()
}

func TestLastValid(t *testing.T) {
	s, _ := open(t)
	config := filepath.Join(t.TempDir(), ".conclaude.yaml")
	if data, err := s.LastValid(config); data != nil || err != nil {
		t.Fatalf("LastValid of an unknown file = %q, %v", data, err)
	}
	for _, text := range []string{"stop: {}\n", "stop:\n  infinite: true\n"} {
		if err := errors.Join(os.WriteFile(config, []byte(text), 0o600), s.KeepValid(config, []byte(text), nil, time.Now())); err != nil {
			t.Fatal(err)
		}
		if data, err := s.LastValid(config); string(data) != text || err != nil {
			t.Errorf("LastValid = %q, %v; want %q", data, err, text)
		}
	}
	if data, err := s.LastValid(config + "x"); data != nil || err != nil {
		t.Errorf("LastValid of another file = %q, %v", data, err)
	}
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepValid(config, nil, nil, time.Now()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("KeepValid of a file that is gone = %v", err)
	}
}

// A file that stays the same is not kept again.
func TestKeepValidOnce(t *testing.T) {
	s, _ := open(t)
	config := filepath.Join(t.TempDir(), ".conclaude.yaml")
	if err := errors.Join(os.WriteFile(config, []byte("stop: {}\n"), 0o600), s.KeepValid(config, []byte("stop: {}\n"), nil, time.Now())); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(only(t, s, "configs/*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.KeepValid(config, []byte("stop: {}\n"), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(only(t, s, "configs/*.yaml"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the copy was replaced: %v", err)
	}
}

// TestEvents: the events are known for exactly the file that was seen, and for
// no other state of it, also when size and modification time are those of before.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := journal.At(t.TempDir())
	config := filepath.Join(t.TempDir(), ".conclaude.yaml")
	text := []byte("stop: {}\n")
	keep := func(at time.Time) {
		t.Helper()
		if err := s.KeepValid(config, text, []string{"Stop", "Setup"}, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	keep(time.Now())
	if events, known := s.Events(config); known {
		t.Errorf("Events of a file written just now = %q: it may change within a tick of the clock", events)
	}
	keep(time.Now().Add(time.Hour))
	if events, known := s.Events(config); !known || len(events) != 2 || events[1] != "Setup" {
		t.Errorf("Events = %q, %v", events, known)
	}
	info, err := os.Stat(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(config, []byte("goal: {}\n"), 0o600), os.Chtimes(config, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	if events, known := s.Events(config); known {
		t.Errorf("Events of a changed file with the old time = %q", events)
	}
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	if events, known := s.Events(config); known {
		t.Errorf("Events of no file = %q", events)
	}
}

func TestLogFile(t *testing.T) {
	s, base := open(t)
	now := time.Date(2026, 11, 20, 10, 15, 2, 0, time.UTC)
	one, two := s.LogFile("Stop", 1, now), s.LogFile("Stop", 2, now)
	if one == two || !strings.HasPrefix(one, base) || !strings.Contains(one, "20261120-101502-Stop-") {
		t.Errorf("LogFile = %q, %q", one, two)
	}
	if exists(s.Dir()) {
		t.Error("LogFile made a directory")
	}
}
