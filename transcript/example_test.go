package transcript_test

import (
	"fmt"
	"strings"

	"conclaude/transcript"
)

func ExampleTail_Lines() {
	data := "{\"n\":1}\n{\"n\":2}\n{\"n\":"
	tail := transcript.Tail{Warn: func(text string) { fmt.Println("warning:", text) }}
	for line := range tail.Lines(strings.NewReader(data), int64(len(data))) {
		fmt.Printf("%s\n", line)
	}
	// Output:
	// warning: the last line is not complete, left out
	// {"n":2}
	// {"n":1}
}
