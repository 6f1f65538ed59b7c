package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"conclaude/internal/journal"
)

func TestWrite(t *testing.T) {
	s, _ := open(t)
	now := time.Date(2026, 11, 20, 10, 15, 2, 3000, time.UTC)
	for range 2 {
		if err := s.Write(now, func(e *zerolog.Event) { e.Str("verdict", "a\nb") }); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(s.Journal())
	want := `{"time":"2026-11-20T10:15:02.000003Z","verdict":"a\nb"}` + "\n"
	if err != nil || string(data) != want+want {
		t.Errorf("journal = %s, %v; want twice %s", data, err, want)
	}
}

// The journal is put aside when it is large. Processes that write at that
// moment leave whole lines, and those of one process in their order.
func TestRotation(t *testing.T) {
	s, base := open(t)
	if err := s.Write(time.Now(), func(*zerolog.Event) {}); err != nil {
		t.Fatal(err)
	}
	fillUp(t, s.Journal(), 7<<20)
	const processes, times = 6, 20
	var all []*osexec.Cmd
	for range processes {
		cmd := process(t, base, "write", times)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	old := lines(t, filepath.Join(s.Dir(), "journal.old.jsonl"))
	written := append(old, lines(t, s.Journal())...)
	next, count := map[int]int{}, 0
	for _, line := range written {
		if line.Writer == 0 {
			continue
		}
		if line.Number < next[line.Writer] {
			t.Errorf("line %d of %d comes late", line.Number, line.Writer)
		}
		next[line.Writer] = line.Number + 1
		count++
	}
	if count != processes*times {
		t.Errorf("%d lines, want %d", count, processes*times)
	}
	if info, err := os.Stat(s.Journal()); err != nil || info.Size() > 8<<20 {
		t.Errorf("the journal was not put aside: %v", err)
	}
}

// fillUp makes the file of whole lines, up to the size.
func fillUp(t *testing.T, file string, size int) {
	t.Helper()
	line := append(bytes.Repeat([]byte(" "), 99_998), "{}\n"...)
	data := bytes.Repeat(line, size/len(line))
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// entry is a line of longLine.
type entry struct {
	Writer int `json:"writer"`
	Number int `json:"number"`
}

// lines reads a journal of which each line must be one JSON object or empty:
// a line that another process is just writing looks as if it had been cut off.
func lines(t *testing.T, file string) []entry {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []entry
	for line := range bytes.Lines(data) {
		if len(line) == 1 {
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %v: %.100q", file, err, line)
		}
		all = append(all, e)
	}
	return all
}

// What is old is removed, once a day; what is not, and what is not ours, stays.
func TestPurge(t *testing.T) {
	s, _ := open(t)
	const day = 24 * time.Hour
	now := time.Now()
	ages := map[string]map[string]time.Duration{
		"removed": {
			"logs/a.log": 8 * day, "values/x/CONCLAUDE_PROMPT": 2 * day,
			"sessions/a.json": 31 * day, "sessions/a.json.lock": 31 * day, "sessions/a.said": 31 * day,
			"configs/a.yaml": 181 * day,
		},
		"kept": {
			"logs/b.log": 6 * day, "values/y/CONCLAUDE_PROMPT": day / 2, "sessions/b.json": 29 * day,
			"configs/b.yaml": 179 * day, "other/c": 1000 * day, "journal.old.jsonl": 1000 * day,
		},
	}
	for _, files := range ages {
		for name, age := range files {
			aged(t, filepath.Join(s.Dir(), name), now.Add(-age))
		}
	}
	for _, at := range []time.Time{now, now.Add(time.Hour)} {
		if err := s.Write(at, func(*zerolog.Event) {}); err != nil {
			t.Fatal(err)
		}
	}
	for name := range ages["removed"] {
		if exists(filepath.Join(s.Dir(), name)) {
			t.Errorf("%s was not removed", name)
		}
	}
	for name := range ages["kept"] {
		if !exists(filepath.Join(s.Dir(), name)) {
			t.Errorf("%s was removed", name)
		}
	}
	late := filepath.Join(s.Dir(), "logs", "late.log")
	aged(t, late, now.Add(-30*day))
	purgedAt(t, s, now.Add(23*time.Hour))
	if !exists(late) {
		t.Error("removed twice a day")
	}
	purgedAt(t, s, now.Add(25*time.Hour))
	if exists(late) {
		t.Error("not removed the day after")
	}
}

// aged makes a file, whose folder is as old.
func aged(t *testing.T, file string, at time.Time) {
	t.Helper()
	err := errors.Join(
		os.MkdirAll(filepath.Dir(file), 0o700),
		os.WriteFile(file, nil, 0o600),
		os.Chtimes(file, at, at),
		os.Chtimes(filepath.Dir(file), at, at),
	)
	if err != nil {
		t.Fatal(err)
	}
}

func purgedAt(t *testing.T, s *journal.Store, at time.Time) {
	t.Helper()
	if err := s.Write(at, func(*zerolog.Event) {}); err != nil {
		t.Fatal(err)
	}
}
