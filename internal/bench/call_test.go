//go:build linux

package bench

import (
	"fmt"
	"strings"
	"testing"

	"conclaude/config"
)

// BenchmarkNothingToDo measures a hook call that finds a configuration and has
// nothing to run, against an empty Go program.
func BenchmarkNothingToDo(b *testing.B) {
	base, conclaude := empty(b), build(b, "conclaude/cmd/conclaude")
	for name, config := range map[string]string{
		"no-section": "stop:\n  commands:\n    - run: go vet ./...\n    - run: go test ./...\n      timeout: 300\n",
		"no-match":   "subagentStop:\n  commands:\n    tester:\n      - run: go test ./...\n        onFailure: block\n",
	} {
		b.Run(name, func(b *testing.B) {
			call := newProject(b, conclaude, config).call(b, "SubagentStop", "coder")
			for b.Loop() {
				took := medians(b, 500, base, call)
				b.ReportMetric(millis(took[0]), "ms-empty")
				b.ReportMetric(millis(took[1]), "ms-call")
				b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "ratio")
			}
		})
	}
}

// BenchmarkCommand measures what each command of a hook call costs over a bare
// bash: the difference between a call with many and one with a single command.
func BenchmarkCommand(b *testing.B) {
	const more = 20
	conclaude := build(b, "conclaude/cmd/conclaude")
	config := func(n int) string {
		return "stop:\n  commands:\n" + strings.Repeat("    - run: 'true'\n", n)
	}
	one := newProject(b, conclaude, config(1)).call(b, "Stop", "")
	many := newProject(b, conclaude, config(1+more)).call(b, "Stop", "")
	for b.Loop() {
		took := medians(b, 60, bash(b, "true"), one, many)
		each := (took[2] - took[1]) / more
		b.ReportMetric(millis(took[1]), "ms-call")
		b.ReportMetric(millis(each-took[0]), "ms-over-bash")
		b.ReportMetric(each.Seconds()/took[0].Seconds(), "ratio")
	}
}

// thousand is a configuration of 1,000 patterns with a command each.
func thousand() string {
	var b strings.Builder
	b.WriteString("subagentStop:\n  commands:\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "    \"team-%04d-*\":\n      - run: 'true'\n        message: check %d\n        timeout: 60\n", i, i)
	}
	return b.String()
}

// BenchmarkThousandPatterns measures a call of which one of 1,000 patterns
// matches, the one command included.
func BenchmarkThousandPatterns(b *testing.B) {
	conclaude := build(b, "conclaude/cmd/conclaude")
	call := newProject(b, conclaude, thousand()).call(b, "SubagentStop", "team-0500-coder")
	for b.Loop() {
		took := medians(b, 50, bash(b, "true"), call)
		b.ReportMetric(millis(took[1]), "ms-call")
		b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "ratio")
	}
}

// BenchmarkParse is the largest part of BenchmarkThousandPatterns.
func BenchmarkParse(b *testing.B) {
	data := []byte(thousand())
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := config.Parse("x.yaml", data); err != nil {
			b.Fatal(err)
		}
	}
}
