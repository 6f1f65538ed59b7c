package glob_test

import (
	"strings"
	"testing"

	"conclaude/glob"
)

// checkLazy: a checked path covers what the compiled one covers.
func checkLazy(t *testing.T, pattern, name string) {
	t.Helper()
	lazy := glob.CheckedPath(pattern)
	eager, err := glob.CompilePath(pattern)
	if err != nil {
		if name != "" && !lazy.Match(name) {
			t.Errorf("CheckedPath(%q) does not cover %q, though it can't be read", pattern, name)
		}
		return
	}
	if got, want := lazy.Match(name), eager.Match(name); got != want {
		t.Errorf("CheckedPath(%q).Match(%q) = %v, CompilePath says %v", pattern, name, got, want)
	}
	if got, want := glob.CheckedPath(pattern).Absolute(), eager.Absolute(); got != want {
		t.Errorf("CheckedPath(%q).Absolute() = %v, want %v", pattern, got, want)
	}
}

func TestCheckedPath(t *testing.T) {
	t.Parallel()
	names := strings.Fields("x a/x /r/x dist dist/x a/dist/x .env .env.local /r/.env src/a/b.ts src/b.ts pkg1/a_gen.go a/pkg1/b_mock.go package.json ./package.json b/a }x {x")
	for pattern := range strings.FieldsSeq(`x **/x *.ts src/*.ts src/**/*.ts dist dist/** ./package.json {a,b} {/r/,}x **/pkg1/*_{gen,mock}.go
		.env* **/.env* /r/* ~/x a/../x ./x .//x [x] [ {a a} a{b \x ** a** { } }{ {}*{ }a{b} x,y . / .. * ? ?x {x,dist}/** a{,/}x`) {
		for _, name := range names {
			checkLazy(t, pattern, name)
		}
	}
}

func FuzzCheckedPath(f *testing.F) {
	f.Add("**/pkg*/*_{gen,mock}.go", "a/pkg1/x_gen.go")
	f.Add("{/r/,}x", "/r/x")
	f.Add("./a{b", "ab")
	f.Fuzz(checkLazy)
}
