package transcript_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conclaude/transcript"

	"github.com/google/go-cmp/cmp"
)

// lines collects what t yields of data, and its warnings.
func lines(t transcript.Tail, data string) (got, warnings []string) {
	t.Warn = func(text string) { warnings = append(warnings, text) }
	for line := range t.Lines(strings.NewReader(data), int64(len(data))) {
		got = append(got, string(line))
	}
	return got, warnings
}

func TestLines(t *testing.T) {
	t.Parallel()
	tail := transcript.Tail{Block: 3, MaxLine: 10}
	const cut = "the last line is not complete, left out"
	const long = "a line of more than 10 bytes left out"
	for name, c := range map[string]struct {
		data     string
		want     []string
		warnings []string
	}{
		"empty":                 {"", nil, nil},
		"only a line end":       {"\n", []string{""}, nil},
		"one line":              {"{}\n", []string{"{}"}, nil},
		"newest first":          {"a\nbcde\nf\n", []string{"f", "bcde", "a"}, nil},
		"CRLF":                  {"a\r\nb\r\n", []string{"b", "a"}, nil},
		"blank lines":           {"\n\na\n\n", []string{"", "a", "", ""}, nil},
		"complete without end":  {"a\n{\"b\":1}", []string{`{"b":1}`, "a"}, nil},
		"truncated":             {"a\n{\"b\":", []string{"a"}, []string{cut}},
		"NUL and no UTF-8":      {"\x00\xff\n\x00\n", []string{"\x00", "\x00\xff"}, nil},
		"as long as allowed":    {"0123456789\na\n", []string{"a", "0123456789"}, nil},
		"too long first":        {"0123456789x\na\n", []string{"a"}, []string{long}},
		"too long last":         {"a\n0123456789x\n", []string{"a"}, []string{long}},
		"too long, two of them": {"a\n0123456789x\nb\n0123456789 0123456789\nc\n", []string{"c", "b", "a"}, []string{long}},
		"too long, no end":      {"a\n" + strings.Repeat("x", 100), []string{"a"}, []string{long}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, warnings := lines(tail, c.data)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("lines: %s", diff)
			}
			if diff := cmp.Diff(c.warnings, warnings); diff != "" {
				t.Errorf("warnings: %s", diff)
			}
		})
	}
}

func TestLinesBudget(t *testing.T) {
	t.Parallel()
	got, warnings := lines(transcript.Tail{Block: 4, MaxScan: 8}, "aa\nbb\ncc\ndd\n")
	if want := []string{"dd", "cc"}; !slices.Equal(got, want) {
		t.Errorf("lines = %q, want %q", got, want)
	}
	if want := []string{"gave up after 8 bytes"}; !slices.Equal(warnings, want) {
		t.Errorf("warnings = %q, want %q", warnings, want)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) ReadAt([]byte, int64) (int, error) { return 0, b.err }

func TestLinesReadErrors(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"the file shrank while it was read": io.EOF,
		"input/output error":                &os.PathError{Op: "read", Path: "x", Err: errors.New("input/output error")},
	} {
		var got []string
		tail := transcript.Tail{Warn: func(text string) { got = append(got, text) }}
		for line := range tail.Lines(brokenReader{err}, 100) {
			t.Errorf("line %q from a broken file", line)
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("warnings = %q, want %q", got, want)
		}
	}
}

// A file that is cut off while it is read ends the walk; what came before is not made up.
func TestLinesShrinkingFile(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "t.jsonl"), strings.Repeat("0123456\n", 100))
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var warnings []string
	n := 0
	tail := transcript.Tail{Block: 16, Warn: func(text string) { warnings = append(warnings, text) }}
	for range tail.Lines(f, 800) {
		if n++; n == 1 {
			if err := os.Truncate(path, 100); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n > 2 || len(warnings) != 1 || !strings.Contains(warnings[0], "shrank") {
		t.Errorf("%d lines, warnings %q; want the walk to end", n, warnings)
	}
}

func TestLinesStops(t *testing.T) {
	t.Parallel()
	data := "a\nb\n{}"
	for range (transcript.Tail{}).Lines(strings.NewReader(data), int64(len(data))) {
		break
	}
}

// FuzzLines compares the walk from the end with a split from the start, for any block size.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a\nb", "a\r\nb\r\n", "{}\n{}", strings.Repeat("x", 50) + "\n1", "\x00\n\xff"} {
		f.Add([]byte(s), uint8(3), uint8(20))
	}
	f.Fuzz(func(t *testing.T, data []byte, block, maxLine uint8) {
		tail := transcript.Tail{Block: int(block) + 1, MaxLine: int(maxLine) + 1}
		got, _ := lines(tail, string(data))
		if diff := cmp.Diff(forward(data, tail.MaxLine), got); diff != "" {
			t.Errorf("block %d, max %d, data %q: %s", tail.Block, tail.MaxLine, data, diff)
		}
	})
}

// forward is what Lines ought to yield, found the plain way.
func forward(data []byte, maxLine int) []string {
	var want []string
	for line := range bytes.Lines(data) {
		body, ended := bytes.CutSuffix(line, []byte{'\n'})
		if len(body) <= maxLine && (ended || json.Valid(body)) {
			want = append(want, strings.TrimSuffix(string(body), "\r"))
		}
	}
	slices.Reverse(want)
	return want
}
