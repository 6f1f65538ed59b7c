//go:build unix

package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Nobody ever writes to this FIFO; opening it must not wait for that.
func TestIdentifyFIFO(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := warned(t, path); !strings.Contains(got, "not a regular file") {
		t.Errorf("warnings = %q", got)
	}
}

// A file name may hold a line end; a warning may not.
func TestIdentifyNameOfTwoLines(t *testing.T) {
	t.Parallel()
	if got := warned(t, "/none\n.jsonl"); !strings.Contains(got, "no such file") {
		t.Errorf("warnings = %q", got)
	}
}

func TestIdentifyUnreadableTranscript(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	path := write(t, filepath.Join(t.TempDir(), "s.jsonl"), task("t1", "coder"))
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if got := warned(t, path); !strings.Contains(got, "permission denied") {
		t.Errorf("warnings = %q", got)
	}
}
