package exec_test

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"conclaude/exec"
)

// child names the part that the test binary plays when a script calls it.
const child = "EXEC_TEST_CHILD"

func TestMain(m *testing.M) {
	if part := os.Getenv(child); part != "" {
		os.Exit(play(part))
	}
	os.Exit(m.Run())
}

func play(part string) int {
	switch part {
	case "deaf": // ignores TERM
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "adopt": // runs the command in $SCRIPT after Adopt
		return adopt()
	}
	if play := parts()[part]; play != nil {
		return play()
	}
	return 0
}

// adopt runs what the environment says and prints what came of it.
func adopt() int {
	if err := exec.Adopt(); err != nil {
		fmt.Println(err)
		return 1
	}
	timeout, _ := time.ParseDuration(os.Getenv("TIMEOUT"))
	c := exec.Command{
		Script: os.Getenv("SCRIPT"), Timeout: timeout, Grace: 100 * time.Millisecond,
		Capture: exec.Capture{Stdout: true, Stderr: true},
		Env:     environ(child + "="),
	}
	r, err := exec.Run(context.Background(), c)
	fmt.Printf("%v %d %v\n%s", r.Status, r.Swept, err, r.Output.Text(exec.Limit{}).Body)
	return 0
}

// environ returns this process's environment and more of it. The race detector
// would make each child that is a test binary sleep for a second at its end.
func environ(more ...string) []string {
	return append(append(os.Environ(), "GORACE=atexit_sleep_ms=0"), more...)
}

// self is the test binary in a part, as a word of a script.
func self(tb testing.TB, part string) string {
	tb.Helper()
	path, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	return child + "=" + part + " '" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

var both = exec.Capture{Stdout: true, Stderr: true}

// run runs a command that is expected to start.
func run(tb testing.TB, c exec.Command) exec.Result {
	tb.Helper()
	r, err := exec.Run(tb.Context(), c)
	if err != nil {
		tb.Fatalf("Run(%q): %v", c.Script, err)
	}
	return r
}

func body(r exec.Result) string { return r.Output.Text(exec.Limit{}).Body }
