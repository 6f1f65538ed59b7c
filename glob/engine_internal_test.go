package glob

import "testing"

// FuzzEngine: what CheckName accepts the engine compiles, so that Match has no
// error to hide.
func FuzzEngine(f *testing.F) {
	for _, seed := range []string{"coder", "test*", "[a-z_-]", "{a,[!b]}", `\{`, "a}b]", "é?", "[]-a]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if _, err := compile(pattern); (err == nil) != (CheckName(pattern) == nil) {
			t.Fatalf("compile(%q) = %v, CheckName = %v", pattern, err, CheckName(pattern))
		}
	})
}
