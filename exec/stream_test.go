//go:build unix

package exec_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"conclaude/exec"
)

func TestStdin(t *testing.T) {
	t.Parallel()
	big := bytes.Repeat([]byte("x"), 1<<20)
	tests := map[string]struct {
		script string
		stdin  []byte
		want   string
	}{
		"given":        {"cat", []byte("a\nb"), "a\nb"},
		"big":          {"wc -c | tr -d ' '", big, "1048576"},
		"not read":     {"echo a", big, "a"},
		"partly read":  {"head -c 3", big, "xxx"},
		"closed":       {"exec <&-; echo a", big, "a"},
		"null":         {"cat; echo $?", nil, "0"},
		"empty":        {"cat; echo $?", []byte{}, "0"},
		"held, unread": {"sleep 60 >/dev/null & echo a", big, "a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, exec.Command{Script: tt.script, Stdin: tt.stdin, Capture: both})
			if r.Status != exec.Passed || body(r) != tt.want || r.Duration > slack {
				t.Errorf("got %v, output %q after %v, want %q", r.Status, body(r), r.Duration, tt.want)
			}
		})
	}
}

func TestCapture(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		capture  exec.Capture
		out, err string
	}{
		"both":            {exec.Capture{Stdout: true, Stderr: true}, "o\ne", ""},
		"stdout":          {exec.Capture{Stdout: true}, "o", ""},
		"stderr":          {exec.Capture{Stderr: true}, "e", ""},
		"none":            {exec.Capture{}, "", ""},
		"separate":        {exec.Capture{Stdout: true, Stderr: true, Separate: true}, "o", "e"},
		"separate stderr": {exec.Capture{Stderr: true, Separate: true}, "", "e"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, exec.Command{Script: "echo o; echo e >&2", Capture: tt.capture})
			if got := r.Stderr.Text(exec.Limit{}).Body; body(r) != tt.out || got != tt.err {
				t.Errorf("got %q and %q, want %q and %q", body(r), got, tt.out, tt.err)
			}
		})
	}
}

func TestOutput(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		script   string
		keep     int
		bytes    string
		complete bool
		size     int64
		lines    int64
		text     string
	}{
		"nothing":       {"", 0, "", true, 0, 0, ""},
		"whole":         {"printf 'a\\nb'", 0, "a\nb", true, 3, 2, "a\nb"},
		"just whole":    {"printf abcdef", 3, "abcdef", true, 6, 1, "abcdef"},
		"one too many":  {"printf abcdefg", 3, "abcefg", false, 7, 1, "abc… 1 characters omitted …efg"},
		"byte by byte":  {"for i in 0 1 2 3 4 5 6 7 8 9; do printf $i; done", 3, "012789", false, 10, 1, "012… 4 characters omitted …789"},
		"lines":         {"seq 9", 5, "1\n2\n3\n8\n9\n"[:5] + "\n8\n9\n", false, 18, 9, "1\n2\n… 5 lines omitted …\n8\n9"},
		"whole lines":   {"seq 9", 4, "1\n2\n8\n9\n", false, 18, 9, "1\n2\n… 6 lines omitted …\n9"},
		"line in front": {"echo a; printf 123456789", 4, "a\n126789", false, 11, 2, "a\n12… 3 characters omitted …6789"},
		"overdrawn":     {`printf '10%%\r20%%\r30%%\r99%%'`, 4, "10%\r\r99%", false, 15, 1, "… 7 characters omitted …99%"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, exec.Command{Script: tt.script, Capture: exec.Capture{Stdout: true, Keep: tt.keep}})
			data, complete := r.Output.Bytes()
			if string(data) != tt.bytes || complete != tt.complete || r.Output.Size() != tt.size || r.Output.Lines() != tt.lines {
				t.Errorf("got %q, complete %t, %d bytes, %d lines", data, complete, r.Output.Size(), r.Output.Lines())
			}
			if text := r.Output.Text(exec.Limit{}); text.Body != tt.text || text.Truncated == tt.complete {
				t.Errorf("text = %+v, want %q", text, tt.text)
			}
		})
	}
}

func TestOutputZero(t *testing.T) {
	t.Parallel()
	var o exec.Output
	data, complete := o.Bytes()
	path, err := o.Log()
	if len(data) != 0 || !complete || o.Text(exec.Limit{}) != (exec.Text{}) || o.Size()+o.Lines() != 0 || path != "" || err != nil {
		t.Errorf("the zero Output is not empty")
	}
}

func TestHugeOutput(t *testing.T) {
	t.Parallel()
	r := run(t, exec.Command{Script: "seq 100000", Capture: both})
	text := r.Output.Text(exec.Limit{Lines: 3})
	want := exec.Text{Body: "1\n… 99997 lines omitted …\n99999\n100000", OmittedLines: 99997, OmittedChars: text.OmittedChars, Truncated: true}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		script string
		keep   int
		want   string
	}{
		"kept in memory": {"echo a; echo b >&2", 0, "a\nb\n"},
		"nothing":        {"", 0, ""},
		"spilled":        {"for i in 1 2 3 4 5; do echo line $i; done", 4, "line 1\nline 2\nline 3\nline 4\nline 5\n"},
		"spilled early":  {"printf 0123456789", 1, "0123456789"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := filepath.Join(t.TempDir(), "new", "log")
			r := run(t, exec.Command{Script: tt.script, Capture: exec.Capture{Stdout: true, Stderr: true, Keep: tt.keep, Log: log}})
			for range 2 {
				path, err := r.Output.Log()
				data, readErr := os.ReadFile(path)
				if err != nil || readErr != nil || path != log || string(data) != tt.want {
					t.Errorf("got %q, error %v, log %q, want %q", path, err, data, tt.want)
				}
			}
			info, err := os.Stat(log)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, error %v", info.Mode(), err)
			}
		})
	}
}

func TestLogBounded(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	const size = 20_000_000
	script := fmt.Sprintf("head -c %d /dev/zero; printf end", size)
	r := run(t, exec.Command{Script: script, Capture: exec.Capture{Stdout: true, Log: log}})
	if _, err := r.Output.Log(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(log)
	note := fmt.Sprintf("\n… %d bytes left out …\n", size+3-16<<20-exec.DefaultKeep)
	if err != nil || len(data) != 16<<20+len(note)+exec.DefaultKeep || !bytes.Contains(data, []byte(note)) || !bytes.HasSuffix(data, []byte("\x00end")) {
		t.Errorf("got %d bytes, error %v, note %q missing or in the wrong place", len(data), err, note)
	}
}

// A log that can't be written is no trouble of the command's.
func TestLogFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, log := range map[string]string{"no directory": file + "/log", "full disk": "/dev/full"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat("/dev/full"); err != nil && name == "full disk" {
				t.Skip(err)
			}
			r := run(t, exec.Command{Script: "seq 1000", Capture: exec.Capture{Stdout: true, Keep: 10, Log: log}})
			path, err := r.Output.Log()
			if r.Status != exec.Passed || r.Output.Lines() != 1000 || path != "" || err == nil {
				t.Errorf("got %v, %d lines, log %q, error %v", r.Status, r.Output.Lines(), path, err)
			}
		})
	}
}

func TestConcurrent(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			want := strings.Repeat(fmt.Sprint(i), 5)
			r, err := exec.Run(t.Context(), exec.Command{Script: "printf " + want, Capture: both})
			if err != nil || body(r) != want {
				t.Errorf("got %q, error %v, want %q", body(r), err, want)
			}
		})
	}
	wg.Wait()
}
