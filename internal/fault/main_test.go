//go:build linux

package fault

import (
	"flag"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"
	"time"
)

// programVar names the program under test, which TestMain builds.
const programVar = "FAULT_PROGRAM"

// slack is what a call may take beyond its time on a busy machine.
const slack = 5 * time.Second

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// run builds the program once. What runs in this process keeps its state in a
// directory of ours, too.
func run(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "conclaude-fault-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "conclaude")
	cmd := osexec.Command("go", "build", "-trimpath", "-o", program, "conclaude/cmd/conclaude")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	for name, value := range map[string]string{
		programVar: program, "XDG_STATE_HOME": filepath.Join(dir, "state"), "CONCLAUDE_DEPTH": "",
	} {
		if err := os.Setenv(name, value); err != nil {
			return 0, err
		}
	}
	// Tests mostly wait for processes, so more of them than there are cores.
	if err := flag.Set("test.parallel", "8"); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// full reports whether the counts are those of docs/faults.md.
func full() bool { return os.Getenv("CONCLAUDE_FAULTS") == "full" }

func count(suite, all int) int {
	if full() {
		return all
	}
	return suite
}

// figure puts a figure of the table in docs/faults.md into the log.
func figure(tb testing.TB, format string, values ...any) {
	tb.Helper()
	tb.Attr("figure", fmt.Sprintf(format, values...))
}
