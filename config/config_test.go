package config_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"conclaude/config"
)

var update = flag.Bool("update", false, "rewrite the expected problems")

// TestValidFiles: every file in testdata/config/ok loads; warnings are in X.out.
func TestValidFiles(t *testing.T) {
	t.Parallel()
	for _, file := range fixtures(t, "ok") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			c, _, err := config.Load(file)
			if err != nil {
				t.Fatal(problems(err))
			}
			golden(t, file, problemLines(c.Warnings))
		})
	}
}

// A long file that breaks in the middle is no work for minutes: hooks read it,
// too.
func TestLongBrokenFile(t *testing.T) {
	t.Parallel()
	command := "    - run: make\n"
	text := "stop:\n  commands:\n" + strings.Repeat(command, 10_000) + "   - run: off\n" + strings.Repeat(command, 10_000)
	_, err := config.Parse("long.yaml", []byte(text))
	if broken, ok := errors.AsType[*config.Error](err); !ok || broken.Problems[0].Line != 10_003 {
		t.Errorf("got %v, wanted a problem in line 10003", err)
	}
}

// A tag can be put on any text; that one of them does not mean false.
func TestTaggedBool(t *testing.T) {
	t.Parallel()
	for value, valid := range map[string]bool{"!!bool TRUE": true, "!!bool false": true, "!!bool yes": false, "!!bool 1": false} {
		if _, err := config.Parse("f", []byte("preToolUse: {preventUpdateGitIgnored: "+value+"}")); (err == nil) != valid {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// TestInvalidFiles: testdata/config/err/X.yaml gives exactly X.out.
func TestInvalidFiles(t *testing.T) {
	t.Parallel()
	for _, file := range fixtures(t, "err") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			_, _, err := config.Load(file)
			if err == nil {
				t.Fatal("the file is valid")
			}
			golden(t, file, problems(err))
		})
	}
}

func fixtures(t *testing.T, kind string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "config", kind, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return files
}

func problems(err error) string {
	if e, ok := errors.AsType[*config.Error](err); ok {
		return problemLines(e.Problems)
	}
	return err.Error()
}

func problemLines(problems []config.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		p.File = filepath.Base(p.File)
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// golden compares got with the .out file beside file; none means nothing.
func golden(t *testing.T, file, got string) {
	t.Helper()
	out := strings.TrimSuffix(file, ".yaml") + ".out"
	if *update && got != "" {
		if err := os.WriteFile(out, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(out)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", out, diff)
	}
}
