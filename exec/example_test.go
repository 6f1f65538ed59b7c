package exec_test

import (
	"context"
	"fmt"
	"time"

	"conclaude/exec"
)

func ExampleRun() {
	result, err := exec.Run(context.Background(), exec.Command{
		Script:  "echo checking\necho 'main.go:3:5: undefined: x' >&2\nexit 3",
		Timeout: time.Minute,
		Capture: exec.Capture{Stdout: true, Stderr: true},
	})
	if err != nil {
		fmt.Println(err) // the shell could not be started
		return
	}
	fmt.Println(result.Status, result.Code)
	fmt.Println(result.Output.Text(exec.Limit{Lines: 1}).Body)
	// Output:
	// failed 3
	// … 1 line omitted …
	// main.go:3:5: undefined: x
}

func ExampleTruncate() {
	text := exec.Truncate("building\r\x1b[Kcompiling\nFAIL: TestX\none\ntwo\nthree\n", exec.Limit{Lines: 2})
	fmt.Println(text.Body)
	// Output:
	// … 1 line omitted …
	// FAIL: TestX
	// … 2 lines omitted …
	// three
}
