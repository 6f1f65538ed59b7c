package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"conclaude/transcript"
)

// warned runs Identify on a transcript that can't be used and returns the warnings as one text.
func warned(t *testing.T, path string) string {
	t.Helper()
	a := transcript.Identify(transcript.Query{Stopped: true, TranscriptPath: path})
	if a.Name != transcript.Unknown || a.Source != transcript.SourceUnknown {
		t.Errorf("Identify = %s from %s, want unknown", a.Name, a.Source)
	}
	text := strings.Join(a.Warnings, "; ")
	if strings.Contains(text, "\n") {
		t.Errorf("warning of more than a line: %q", text)
	}
	return text
}

func TestIdentifyUnusableTranscript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none.jsonl"): syscall.ENOENT.Error(),
		dir:                              "not a regular file",
		"a\x00b":                         syscall.EINVAL.Error(),
		os.DevNull:                       "not a regular file",
		write(t, filepath.Join(dir, "e.jsonl"), ""):                  "no call found",
		write(t, filepath.Join(dir, "m.jsonl"), "x\ny\n{\"a\":\n"):   "3 malformed lines",
		write(t, filepath.Join(dir, "b.jsonl"), "{\"subagent_type}"): "not complete",
	} {
		if got := warned(t, path); !strings.Contains(got, want) {
			t.Errorf("%q: warnings = %q, want %q", path, got, want)
		}
	}
	if got := warned(t, ""); got != "" {
		t.Errorf("no path: warnings = %q", got)
	}
}

// sparse makes a file of the given lines around a hole: a line of that many NULs, which takes no room on the disk.
func sparse(tb testing.TB, before string, hole int64, after string) string {
	tb.Helper()
	path := write(tb, filepath.Join(tb.TempDir(), "s.jsonl"), before)
	if err := os.Truncate(path, int64(len(before))+hole); err != nil {
		tb.Fatal(err)
	}
	appendTo(tb, path, "\n"+after)
	return path
}

func appendTo(tb testing.TB, path, text string) {
	tb.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		tb.Error(err)
		return
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		tb.Error(err)
	}
}

func TestIdentifyLongLines(t *testing.T) {
	t.Parallel()
	coder, tester := task("t1", "coder"), task("t2", "tester")
	for name, c := range map[string]struct {
		path, want, warning string
	}{
		"20 MB, the call is before it":  {sparse(t, coder, 20<<20, "{}\n"), "coder", "a line of more than 8388608 bytes left out"},
		"200 MB, the call is behind it": {sparse(t, coder, 200<<20, tester), "tester", ""},
		"200 MB, the call is before it": {sparse(t, coder, 200<<20, ""), "unknown", "gave up after 67108864 bytes"},
	} {
		a := transcript.Identify(transcript.Query{Stopped: true, TranscriptPath: c.path})
		if got := strings.Join(a.Warnings, "; "); a.Name != c.want || !strings.Contains(got, c.warning) {
			t.Errorf("%s: Identify = %s, %q; want %s, %q", name, a.Name, got, c.want, c.warning)
		}
	}
}

// A line that ties the id to a call far back is not looked for at any price, but calls close by are.
func TestIdentifyWindow(t *testing.T) {
	t.Parallel()
	tied := task("t1", "coder") + result("t1", "a1", "")
	for size, want := range map[int]string{1 << 10: "coder", 2 << 20: "tester"} {
		filler := strings.Repeat(`{"type":"user","message":{"content":"x"}}`+"\n", size/42)
		path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), tied+filler+task("t2", "tester"))
		a := transcript.Identify(transcript.Query{Stopped: true, AgentID: "a1", TranscriptPath: path})
		if a.Name != want {
			t.Errorf("%d bytes between: Identify = %s, want %s", size, a.Name, want)
		}
	}
}

// The host writes while we read: the answer is always one that was right at some moment, and never an error.
func TestIdentifyGrowingFile(t *testing.T) {
	t.Parallel()
	path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), task("t1", "coder"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		line := task("t2", "coder")
		for range 200 {
			appendTo(t, path, line[:20])
			appendTo(t, path, line[20:])
		}
	}()
	for {
		a := transcript.Identify(transcript.Query{Stopped: true, TranscriptPath: path})
		if a.Name != "coder" || len(a.Warnings) > 1 {
			t.Errorf("Identify = %+v, want coder", a)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}
