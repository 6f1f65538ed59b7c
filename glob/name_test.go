package glob_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"conclaude/glob"
)

func TestNameMatch(t *testing.T) {
	t.Parallel()
	for pattern, names := range map[string]struct{ yes, no string }{
		"*":                 {"coder tester other:franky", ""},
		"coder":             {"coder", "auto-coder coder-agent Coder code"},
		"test*":             {"tester test-runner testing test", "runner-test coder"},
		"*coder":            {"coder auto-coder smart-coder", "coder-agent coder-x"},
		"agent_[0-9]*":      {"agent_1 agent_2x agent_99test", "agent_x agent"},
		"?at":               {"cat äat", "at chat"},
		"[a-cx_-]1":         {"a1 c1 x1 _1 -1", "d1 1"},
		"[!a-c_]1":          {"d1 é1", "a1 _1 1"},
		"[]a]":              {"] a", "b"},
		"[^a]":              {"^ a", "b"},
		"{coder,test*}":     {"coder tester", "xcoder {coder"},
		"{a,b{c,d}}":        {"a bc bd", "b c"},
		`\*`:                {"*", "a"},
		`\{a,b\}`:           {"{a,b}", "a b"},
		"a}":                {"a}", "a"},
		"a]":                {"a]", "a"},
		"mcp__*__{get,put}": {"mcp__x__get mcp____put", "mcp__get"},
		"plugin:*":          {"plugin:coder plugin:", "coder xplugin:a"},
		"[a-z][A-Z0-9]":     {"aB z9", "Ab aa"},
		`[\]x]`:             {"] x", `\`},
		"**":                {"a a/b", ""},
		"*é*":               {"é café", "e"},
	} {
		n, err := glob.CompileName(pattern)
		if err != nil {
			t.Errorf("CompileName(%q) = %v", pattern, err)
			continue
		}
		check(t, n, names.yes, true)
		check(t, n, names.no, false)
	}
}

func check(t *testing.T, n *glob.Name, names string, want bool) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		if got := n.Match(name); got != want {
			t.Errorf("%q.Match(%q) = %v, want %v", n, name, got, want)
		}
	}
}

func TestNameSyntaxErrors(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"[abc":                  `pattern "[abc": [ is never closed; write \[ for the character itself (at character 1)`,
		"é[":                    `pattern "é[": [ is never closed; write \[ for the character itself (at character 2)`,
		"a{b":                   `pattern "a{b": { is never closed; write \{ for the character itself (at character 2)`,
		`a\`:                    `pattern "a\\": \ at the end escapes nothing; write \\ for the character itself (at character 2)`,
		"[z-a]":                 `pattern "[z-a]": the range z-a runs backwards (at character 2)`,
		"x[ -\U0001F600]":       `pattern "x[ -😀]": the set has more than 4096 characters (at character 2)`,
		"[]":                    `pattern "[]": [ is never closed; write \[ for the character itself (at character 1)`,
		strings.Repeat("{", 21): `pattern "{{{{{{{{{{{{{{{{{{{{{": alternatives nest deeper than 20 (at character 21)`,
	} {
		_, err := glob.CompileName(pattern)
		if syntax, ok := errors.AsType[*glob.SyntaxError](err); !ok || syntax.Error() != want {
			t.Errorf("CompileName(%q) error = %v, want %s", pattern, err, want)
		}
		if glob.CheckName(pattern) == nil {
			t.Errorf("CheckName(%q) = nil", pattern)
		}
	}
}

// FuzzName: an escaped pattern matches its own text and nothing else, and what
// CompileName accepts the engine takes.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"coder", "test*", "[a-z]", "{a,b}", `\`, "a}b]", "é?"} {
		f.Add(seed, "coder")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if n, err := glob.CompileName(pattern); (err == nil) != (glob.CheckName(pattern) == nil) {
			t.Fatalf("CompileName(%q) = %v, %v but CheckName = %v", pattern, n, err, glob.CheckName(pattern))
		}
		if !utf8.ValidString(pattern) {
			return
		}
		literal := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, "}", `\}`).Replace(pattern)
		n, err := glob.CompileName(literal)
		if err != nil {
			t.Fatalf("CompileName(%q) = %v", literal, err)
		}
		if !n.Match(pattern) {
			t.Errorf("%q does not match %q", literal, pattern)
		}
		if name != pattern && n.Match(name) {
			t.Errorf("%q matches %q", literal, name)
		}
	})
}

func BenchmarkNameMatch(b *testing.B) {
	n, err := glob.CompileName("test*[0-9]")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n.Match("test-runner-7")
	}
}
