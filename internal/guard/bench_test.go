package guard_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/internal/guard"
)

// BenchmarkPatterns measures one call with 1,000 path patterns, compiled anew
// as every process does, over a call without; at most 3 ms.
func BenchmarkPatterns(b *testing.B) {
	for _, n := range []int{0, 1000} {
		for _, kind := range []string{"literal", "glob"} {
			b.Run(fmt.Sprintf("%d-%s", n, kind), func(b *testing.B) { benchmarkPatterns(b, n, kind) })
		}
	}
}

func benchmarkPatterns(b *testing.B, n int, kind string) {
	b.Helper()
	r := project(b)
	g := config.Guards{}
	for i := range n {
		p := fmt.Sprintf("src/pkg%d/file.go", i)
		if kind == "glob" {
			p = fmt.Sprintf("**/pkg%d/*_{gen,mock}.go", i)
		}
		g.UneditableFiles = append(g.UneditableFiles, config.FileRule{Pattern: p})
	}
	in := json.RawMessage(`{"file_path":"src/a/b/c/main.go"}`)
	for b.Loop() {
		rules := &guard.Rules{Base: r.Base, ConfigFile: r.ConfigFile, StateDir: r.StateDir, Guards: g}
		if d := rules.Check(b.Context(), guard.Request{Tool: "Edit", Input: in, Cwd: r.Base}); d.Action != guard.None {
			b.Fatal(d)
		}
	}
}

// BenchmarkScript measures a script of 10 kB; at most 3 ms.
func BenchmarkScript(b *testing.B) {
	r := project(b)
	line := "cd src && for f in a b; do sed -i \"s/x/y/\" \"$f.go\" && echo \"done $f\" | tee /tmp/log; done; cd .. # and so on\n"
	in, err := json.Marshal(map[string]string{"command": strings.Repeat(line, 10_000/len(line))})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if d := r.Check(b.Context(), guard.Request{Tool: "Bash", Input: in, Cwd: r.Base}); d.Action != guard.None {
			b.Fatal(d)
		}
	}
}

// BenchmarkOdd measures the slowest of the odd scripts; at most 100 ms.
func BenchmarkOdd(b *testing.B) {
	r := project(b)
	for _, piece := range []string{"a;", "(", "rm $a; ", "cp a b; ", "f() { a; }; "} {
		in, err := json.Marshal(map[string]string{"command": strings.Repeat(piece, 64_000/len(piece))})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(piece, func(b *testing.B) {
			for b.Loop() {
				r.Check(b.Context(), guard.Request{Tool: "Bash", Input: in, Cwd: r.Base})
			}
		})
	}
}
