package journal_test

import (
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"conclaude/internal/journal"
)

// part names what the test binary does when a test starts it as a process.
const part = "JOURNAL_TEST_PART"

func TestMain(m *testing.M) {
	switch os.Getenv(part) {
	case "count":
		os.Exit(countAlone())
	case "write":
		os.Exit(writeAlone())
	case "hold":
		os.Exit(holdLock(os.Args[1]))
	}
	os.Exit(m.Run())
}

// countAlone counts $TIMES blocks.
func countAlone() int {
	times, _ := strconv.Atoi(os.Getenv("TIMES"))
	for range times {
		if err := journal.Open().Count("key", oneMore); err != nil {
			os.Stderr.WriteString(err.Error())
			return 1
		}
	}
	return 0
}

// writeAlone writes $TIMES long lines.
func writeAlone() int {
	times, _ := strconv.Atoi(os.Getenv("TIMES"))
	for i := range times {
		if err := journal.Open().Write(time.Now(), longLine(os.Getpid(), i)); err != nil {
			os.Stderr.WriteString(err.Error())
			return 1
		}
	}
	return 0
}

// longLine is longer than the usual buffers.
func longLine(writer, number int) func(*zerolog.Event) {
	return func(e *zerolog.Event) {
		e.Int("writer", writer).Int("number", number).Str("text", strings.Repeat("x", 20_000))
	}
}

func oneMore(c *journal.Counters) { c.Blocks++ }

// process is the test binary doing its part in the state directory base.
func process(t *testing.T, base, does string, times int) *osexec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := osexec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), part+"="+does, "TIMES="+strconv.Itoa(times),
		"XDG_STATE_HOME="+base, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// open returns a store of its own and the directory above it. The test can't be
// parallel: the environment says where the store is.
func open(t *testing.T) (*journal.Store, string) {
	t.Helper()
	base := t.TempDir()
	t.Setenv("XDG_STATE_HOME", base)
	return journal.Open(), base
}

// counters returns what is counted for the key.
func counters(t *testing.T, s *journal.Store, key string) journal.Counters {
	t.Helper()
	var now journal.Counters
	if err := s.Count(key, func(c *journal.Counters) { now = *c }); err != nil {
		t.Fatal(err)
	}
	return now
}

// only returns the one file of the store's folder that matches the pattern.
func only(t *testing.T, s *journal.Store, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Dir(), pattern))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %q, %v; want one file", pattern, files, err)
	}
	return files[0]
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}
