package hook

import (
	"fmt"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/exec"
	"conclaude/internal/event"
	"conclaude/internal/journal"
)

// sequence is a row of calls, in words: "a" and "b" are failures of their own
// kind, "pass" is none; "new" is a new prompt of the user, "active" says
// stop_hook_active from here on, "idle" the opposite.
type sequence struct {
	event   string
	section config.Section
	calls   string
	want    string // what comes of each call: B(lock), R(elease), P(ass)
}

func TestLimits(t *testing.T) {
	five, zero, two, one := new(5), new(0), new(2), new(1)
	for name, test := range map[string]sequence{
		"the same failure":            {"Stop", config.Section{}, "a a a a a", "BBBRR"},
		"of a subagent":               {"SubagentStop", config.Section{}, "a a a a", "BBBR"},
		"another one in between":      {"Stop", config.Section{}, "a a b a a a a", "BBBBBBR"},
		"any failure":                 {"Stop", config.Section{}, "a b a b a b a b a b", "BBBBBBBBRR"},
		"a pass in between":           {"Stop", config.Section{}, "a a a pass a a a a", "BBBPBBBR"},
		"a pass each time":            {"Stop", config.Section{}, "a pass a pass a pass a pass a", "BPBPBPBPB"},
		"a pass after letting go":     {"Stop", config.Section{}, "a a a a pass a", "BBBRPB"},
		"a new prompt":                {"Stop", config.Section{}, "a a a new a a a a", "BBBBBBR"},
		"a new prompt after it":       {"Stop", config.Section{}, "a a a a new a", "BBBRB"},
		"active is the same turn":     {"Stop", config.Section{}, "a active a new a new a new a", "BBBRR"},
		"idle again, same prompt":     {"Stop", config.Section{}, "a active a a a idle a", "BBBRR"},
		"maxSameFailures: 1":          {"Stop", config.Section{MaxSameFailures: one}, "a a b b", "BRBR"},
		"maxSameFailures: 0":          {"Stop", config.Section{MaxSameFailures: zero}, "a a a a a a a a a", "BBBBBBBBR"},
		"maxBlocks: 2":                {"Stop", config.Section{MaxBlocks: two}, "a b a", "BBR"},
		"maxBlocks: 0":                {"Stop", config.Section{MaxBlocks: zero}, "a b a b a b a b a b a b", "BBBBBBBBBBBB"},
		"both 0":                      {"Stop", config.Section{MaxBlocks: zero, MaxSameFailures: zero}, strings.Repeat("a ", 20), strings.Repeat("B", 20)},
		"a teammate is held once":     {"TeammateIdle", config.Section{}, "a b", "BR"},
		"a teammate, maxBlocks: 5":    {"TeammateIdle", config.Section{MaxBlocks: five}, "a a a a a a", "BBBBBR"},
		"a veto has no limit":         {"TaskCompleted", config.Section{}, strings.Repeat("a ", 20), strings.Repeat("B", 20)},
		"a veto with maxBlocks: 2":    {"TaskCompleted", config.Section{MaxBlocks: two}, "a a a", "BBR"},
		"nothing but passes":          {"Stop", config.Section{}, "pass pass", "PP"},
		"infinite, maxRounds: 2":      {"Stop", config.Section{Infinite: true, MaxRounds: two}, "pass pass pass pass", "BBPP"},
		"infinite, next prompt":       {"Stop", config.Section{Infinite: true, MaxRounds: one}, "pass pass new pass pass", "BPBP"},
		"infinite, active":            {"Stop", config.Section{Infinite: true, MaxRounds: two}, "pass active pass new pass", "BBP"},
		"infinite, failures between":  {"Stop", config.Section{Infinite: true, MaxRounds: five}, "a a a pass a a a a", "BBBBBBBR"},
		"infinite, failures and ends": {"Stop", config.Section{Infinite: true, MaxRounds: two}, "pass a pass a pass", "BBBBP"},
		"infinite, maxRounds: 0":      {"Stop", config.Section{Infinite: true, MaxRounds: zero}, strings.Repeat("pass ", 120), strings.Repeat("B", 120)},
		"infinite is for Stop":        {"SubagentStop", config.Section{Infinite: true}, "pass pass", "PP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			if got := test.run(t, "p"); got != test.want {
				t.Errorf("%s: %s, want %s", test.calls, got, test.want)
			}
		})
	}
}

// On hosts that don't number prompts a row ends with a pass or when it was let go.
func TestLimitsWithoutPrompts(t *testing.T) {
	for name, test := range map[string]sequence{
		"after letting go":         {"Stop", config.Section{}, "a a a a a a a a", "BBBRBBBR"},
		"let go, but still active": {"Stop", config.Section{}, "a active a a a a", "BBBRR"},
		"infinite starts again":    {"Stop", config.Section{Infinite: true, MaxRounds: new(1)}, "pass pass pass pass", "BPBP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			if got := test.run(t, ""); got != test.want {
				t.Errorf("%s: %s, want %s", test.calls, got, test.want)
			}
		})
	}
}

// run makes the calls and returns a letter for what came of each.
func (s sequence) run(t *testing.T, prompt string) string {
	t.Helper()
	e, ok := event.Lookup(s.event)
	if !ok {
		t.Fatal(s.event)
	}
	l := limiter{store: journal.Open(), section: &s.section, event: e, key: "key", prompt: prompt}
	var got strings.Builder
	for word := range strings.FieldsSeq(s.calls) {
		switch word {
		case "new":
			l.prompt += "+"
		case "active", "idle":
			l.active = word == "active"
		case "pass":
			got.WriteString(letter(t, Verdict{}, l.apply(Verdict{}, []Outcome{ended(word, exec.Passed)})))
		default:
			v := Verdict{Block: "check " + word}
			got.WriteString(letter(t, v, l.apply(v, []Outcome{ended(word, exec.Failed)})))
		}
	}
	return got.String()
}

// ended is a command that ended in the way given.
func ended(run string, status exec.Status) Outcome {
	o := Outcome{Result: exec.Result{Status: status}}
	o.Run = run
	return o
}

// letter says what came of a verdict; one that was let go tells the user.
func letter(t *testing.T, before, after Verdict) string {
	t.Helper()
	switch {
	case after.Block != "":
		if !strings.HasPrefix(after.Block, before.Block) {
			t.Errorf("block %q became %q", before.Block, after.Block)
		}
		return "B"
	case before.Block != "":
		if len(after.Notices) != 1 || !strings.Contains(after.Notices[0], before.Block) {
			t.Errorf("let go with the notices %q", after.Notices)
		}
		return "R"
	}
	return "P"
}

// Blocks that can't be counted could go on forever.
func TestLimitsWithoutState(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	t.Setenv("home", "")
	for name, test := range map[string]sequence{
		"let go":             {"Stop", config.Section{}, "a a pass", "RRP"},
		"not to be counted":  {"TaskCompleted", config.Section{}, "a a", "BB"},
		"no infinite rounds": {"Stop", config.Section{Infinite: true}, "pass pass", "PP"},
	} {
		if got := test.run(t, "p"); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// A failure is the same if only what differs from run to run differs.
func TestStable(t *testing.T) {
	t.Parallel()
	same := [][2]string{
		{"FAIL in 1.23s", "FAIL in 45ms"},
		{"2026-11-20T10:15:02Z x", "2026-11-21T11:16:03.5+01:00 x"},
		{"at 10:15:02", "at 23:59"},
		{"panic at 0xc000012345", "panic at 0xc0000abcde"},
		{"/tmp/go-build123/a.out: bad", "/tmp/go-build9/a.out: bad"},
		{"id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-0000-0000-0000-000000000000"},
		{"pid 4711 gone", "pid 12 gone"},
	}
	for _, pair := range same {
		if a, b := stable(pair[0]), stable(pair[1]); a != b {
			t.Errorf("%q and %q differ: %q, %q", pair[0], pair[1], a, b)
		}
	}
	different := [][2]string{
		{"3 tests failed", "2 tests failed"},
		{"main.go:12:3: x", "main.go:13:3: x"},
		{"exit 1", "exit 2"},
		{"TestA", "TestB"},
		{"want 5, got 6", "want 5, got 7"},
		{"line 4", "line 44"},
	}
	for _, pair := range different {
		if a, b := stable(pair[0]), stable(pair[1]); a == b {
			t.Errorf("%q and %q are the same: %q", pair[0], pair[1], a)
		}
	}
}

// Which command failed and how tells failures apart; passes don't count.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	base := []Outcome{ended("a", exec.Failed)}
	code := ended("a", exec.Failed)
	code.Result.Code = 2
	signal := ended("a", exec.Signaled)
	signal.Result.Signal = "SIGKILL"
	for name, other := range map[string][]Outcome{
		"another command": {ended("b", exec.Failed)},
		"another code":    {code},
		"a signal":        {signal},
		"a timeout":       {ended("a", exec.TimedOut)},
		"two failures":    {ended("a", exec.Failed), ended("b", exec.Failed)},
		"none":            {ended("a", exec.Passed)},
	} {
		if fingerprint(base) == fingerprint(other) {
			t.Errorf("%s: the same", name)
		}
	}
	for i := range 3 {
		passes := append([]Outcome{ended(fmt.Sprint(i), exec.Passed)}, base...)
		if fingerprint(passes) != fingerprint(base) {
			t.Error("a pass counts")
		}
	}
}
