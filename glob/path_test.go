package glob_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"conclaude/glob"
)

func TestPathMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		// What the older conclaude matches, executed there.
		{"*.lock", "a/b/c.lock", true},
		{"src/*.ts", "src/a/b.ts", true},
		{"src/**/*.ts", "src/index.ts", true},
		{"docs/**", "docs", false},
		{"docs/**", "docs/a/b", true},
		{".env*", ".env.local", true},
		{".env*", "/repo/.env", false},
		{"**/.env*", ".env", true},
		{"**/.env*", "/repo/sub/.env", true},
		{"build/**", "prebuild/x", false},
		{"build/**", "src/build/file.js", false},
		{"README.md", "readme.md", false},
		{"*", ".hidden", true},
		{"/restricted/*", "/restricted/file.txt", true},
		{"/restricted/*", "/restricted/a/b", true},
		{".env*", "environment.txt", false},
		{"docs/**", "docs/README.md", true},
		{"docs/**", "src/docs.ts", false},
		{"dist/**", "dist.js", false},
		{"*.gz", "archive.tar.gz", true},
		{"node_modules/**", "node_modules/p/dist/f.js", true},
		{".*", ".cache", true},
		// What is new or was wrong there.
		{"{a,b}.json", "a.json", true},
		{"{a,b}.json", "c.json", false},
		{"./package.json", "package.json", true},
		{"dist", "dist/x", true},
		{"dist", "sub/dist/x", true},
		{"dist/", "dist/x", true},
		{"dist", "dist.js", false},
		{".env", "a/b/.env", true},
		{".env", "a/b/.envrc", false},
		{"src/gen", "src/gen/a/b.go", true},
		{"src/gen", "src/genx/b.go", false},
		{"src/gen", "lib/src/gen/b.go", false},
		{"src/g*n", "src/gen/a/b.go", true},
		{"{src,lib}/**/*.{c,h}", "lib/a/b.h", true},
		{"{src,lib}/**/*.{c,h}", "lib/b.o", false},
		{"{**/a,b}", "x/a", true},
		{"{**/a,b}", "x/b", true},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/**/b", "a/xb", false},
		{"**/x", "foox", false},
		{"**/x/", "a/x/y", true},
		{"**", "a", true},
		{"[a-c]1", "b1", true},
		{"[!a-c0-9]1", "b1", false},
		{"[!a-c0-9]1", "z1", true},
		{`\*`, "*", true},
		{`\*`, "a", false},
		{"a[*]", "a*", true},
		{"/etc/passwd", "etc/passwd", false},
		{"/etc", "/etc/passwd", true},
		{"*.pem", "/home/u/k.pem", true},
		{"k.pem", "/home/u/k.pem", false},
		{"src//a/./b", "src/a/b", true},
		{"test_?", "x/test_1", true},
		{"build*", "a/builder.go", true},
	} {
		p, err := glob.CompilePath(c.pattern)
		if err != nil {
			t.Errorf("CompilePath(%q) = %v", c.pattern, err)
			continue
		}
		if got := p.Match(c.name); got != c.want {
			t.Errorf("%q.Match(%q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}

func TestPathHome(t *testing.T) {
	t.Setenv("HOME", "/home/u")
	p, err := glob.CompilePath("~/.ssh/**")
	if err != nil || !p.Match("/home/u/.ssh/id") || p.Match(".ssh/id") || !p.Absolute() {
		t.Errorf("~/.ssh/** does not mean the home directory: %v", err)
	}
}

func TestPathSyntaxErrors(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"[", "a**", "**.ts", "rm **", "x/**y/z", "a{b", `a\`, "", "/", "./", strings.Repeat("{a,b}", 9)} {
		_, err := glob.CompilePath(pattern)
		if _, ok := errors.AsType[*glob.SyntaxError](err); !ok {
			t.Errorf("CompilePath(%q) = %v, want a syntax error", pattern, err)
		}
	}
}

func TestPathMayMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, dir, tail string
		below, ends        bool
	}{
		{"src/gen/*.go", "src", ".go", true, true},
		{"src/gen/*.go", "src/gen/a", "x.go", true, true},
		{"src/gen/*.go", "lib", ".ts", false, false},
		{".env", "lib", "/.env", true, true},
		{".env", "lib", "build.log", true, false},
		{"src/**", "lib", "x", false, true},
		{"/etc/**", "lib", "x", false, true},
		{"/etc/**", "/etc/ssh", "x", true, true},
		{"*.pem", "/etc", "x.pem", true, true},
	} {
		p, err := glob.CompilePath(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.MayMatchBelow(c.dir); got != c.below {
			t.Errorf("%q.MayMatchBelow(%q) = %v", c.pattern, c.dir, got)
		}
		if got := p.MayMatchTail(c.tail); got != c.ends {
			t.Errorf("%q.MayMatchTail(%q) = %v", c.pattern, c.tail, got)
		}
	}
}

func FuzzPath(f *testing.F) {
	f.Add("src/**/*.{c,h}", "src/a.c")
	f.Add("[!a]", "b")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		p, err := glob.CompilePath(pattern)
		if err != nil {
			if _, ok := errors.AsType[*glob.SyntaxError](err); !ok {
				t.Errorf("%q: %v", pattern, err)
			}
			return
		}
		if len(name) < 200 && p.Match(name) && p.String() == "" {
			t.Error("empty")
		}
		if !strings.ContainsAny(pattern, "*?[{}\\~/.") && pattern != "" && !p.Match(pattern) {
			t.Errorf("%q does not match itself", pattern)
		}
	})
}

func BenchmarkPathThousand(b *testing.B) {
	for b.Loop() {
		for i := range 1000 {
			p, err := glob.CompilePath(fmt.Sprintf("src/d%d/**/*_gen.{c,h}", i))
			if err != nil || p.Match("src/d1000/a_gen.c") {
				b.Fatal(err)
			}
		}
	}
}
