//go:build linux

package bench

import (
	"fmt"
	"strings"
	"testing"
)

// guarded is a configuration with as many path patterns.
func guarded(patterns int) string {
	var b strings.Builder
	b.WriteString("preToolUse:\n  preventRootAdditions: false\n  uneditableFiles:\n    - x.lock\n")
	for i := range patterns {
		fmt.Fprintf(&b, "    - \"**/pkg%d/*_{gen,mock}.go\"\n", i)
	}
	return b.String()
}

// BenchmarkGuard measures what 1,000 path patterns, and a script of 10 kB, add
// to a whole call of the guard.
func BenchmarkGuard(b *testing.B) {
	conclaude := build(b, "conclaude/cmd/conclaude")
	few, many := newProject(b, conclaude, guarded(0)), newProject(b, conclaude, guarded(1000))
	file := map[string]string{"file_path": "src/a/b/c/main.go", "content": "x"}
	line := "cd src && for f in a b; do sed -i \"s/x/y/\" \"$f.go\" && echo \"done $f\" | tee /tmp/log; done; cd .. # and so on\n"
	for name, pair := range map[string][2]program{
		"patterns": {few.tool(b, "Write", file), many.tool(b, "Write", file)},
		"script":   {few.tool(b, "Bash", map[string]string{"command": "ls"}), few.tool(b, "Bash", map[string]string{"command": strings.Repeat(line, 10_000/len(line))})},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				took := medians(b, 150, pair[0], pair[1])
				b.ReportMetric(millis(took[1]), "ms-call")
				b.ReportMetric(millis(took[1]-took[0]), "ms-more")
			}
		})
	}
}
