//go:build linux

package fault

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"conclaude/internal/journal"
)

// remembered is what a state directory holds.
type remembered struct {
	lines    int // of the journal
	counters []journal.Counters
	configs  []string // the last valid versions
	partial  int      // files that a killed writer left behind
}

// remembered reads the whole state directory and complains of whatever is not
// whole.
func (p *project) remembered(tb testing.TB) (r remembered) {
	tb.Helper()
	r.lines = p.journalLines(tb)
	for _, file := range glob(tb, p.state, "sessions", "*.json") {
		var c journal.Counters
		decoder := json.NewDecoder(bytes.NewReader(read(tb, file)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&c); err != nil {
			tb.Errorf("%s: %v", file, err)
		}
		r.counters = append(r.counters, c)
	}
	for _, file := range glob(tb, p.state, "configs", "*.yaml") {
		r.configs = append(r.configs, string(read(tb, file)))
	}
	r.partial = len(glob(tb, p.state, "*", ".new-*")) + len(glob(tb, p.state, ".new-*"))
	return r
}

// journalLines counts the lines of the journal, each of which must be JSON.
func (p *project) journalLines(tb testing.TB) (lines int) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(p.state, "journal.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		lines++
		if !json.Valid(line) || !bytes.HasSuffix(line, []byte("\n")) {
			tb.Errorf("line %d of the journal is not whole: %.200q", lines, line)
		}
	}
	return lines
}

func glob(tb testing.TB, parts ...string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(parts...))
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// wholeBut wants all files whole, but for at most so many lines of the journal.
func (p *project) wholeBut(t *testing.T, torn int) {
	t.Helper()
	file := filepath.Join(p.state, "journal.jsonl")
	var whole []byte
	for line := range bytes.Lines(read(t, file)) {
		if json.Valid(line) {
			whole = append(whole, line...)
		} else {
			torn--
		}
	}
	if torn < 0 {
		t.Errorf("torn lines in the journal: %q", read(t, file))
	}
	write(t, file, string(whole))
	p.remembered(t)
}
