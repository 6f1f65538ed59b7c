package hook

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/transcript"
)

func TestNested(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		environ []string
		want    bool
	}{
		"none":              {nil, false},
		"other variables":   {[]string{"HOME=/", "XCONCLAUDE_DEPTH=1", "CONCLAUDE_DEPTHS=1"}, false},
		"outside":           {[]string{"CONCLAUDE_DEPTH=0"}, false},
		"empty":             {[]string{"CONCLAUDE_DEPTH="}, false},
		"in a command":      {[]string{"A=b", "CONCLAUDE_DEPTH=1", "C=d"}, true},
		"deeper":            {[]string{"CONCLAUDE_DEPTH=7"}, true},
		"not a number":      {[]string{"CONCLAUDE_DEPTH=x"}, true},
		"a name alone":      {[]string{"CONCLAUDE_DEPTH"}, false},
		"in another's text": {[]string{"X=CONCLAUDE_DEPTH=1"}, false},
	} {
		if got := Nested(test.environ); got != test.want {
			t.Errorf("%s: Nested(%q) = %v", name, test.environ, got)
		}
	}
}

// last is the value that a program finds: that of the last entry.
func last(env []string, name string) (value string, ok bool) {
	for _, entry := range env {
		if after, found := strings.CutPrefix(entry, name+"="); found {
			value, ok = after, true
		}
	}
	return value, ok
}

// newEnvironment is one whose large values go to a directory of the test.
func newEnvironment(t *testing.T, base ...string) *environment {
	t.Helper()
	return &environment{base: base, spill: func() (string, error) { return t.TempDir(), nil }}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	_ = os.Unsetenv("NO_COLOR") // Setenv puts it back
	base := []string{"PATH=/bin", "HOME=/home/me", "CONCLAUDE_CWD=/old", "EMPTY=", "ODD==x"}
	env := newEnvironment(t, base...)
	step := Step{
		Command: config.Command{Options: config.Options{Env: map[string]string{"HOME": "/there", "MINE": "a b\n", "CONCLAUDE_CWD": "/forged"}}},
		Vars:    []Value{{"SLASH_COMMAND", "deploy"}},
	}
	got, err := env.of(step, []Value{{"CWD", "/project"}, {"USER_PROMPT", "$(rm -rf /) `x` \"'\n\xff"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(base, got[:len(base)]); diff != "" {
		t.Errorf("inherited (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"PATH": "/bin", "HOME": "/there", "MINE": "a b\n", "EMPTY": "", "ODD": "=x", "NO_COLOR": "1",
		"CONCLAUDE_DEPTH": "1", "CONCLAUDE_CWD": "/project", "CONCLAUDE_SLASH_COMMAND": "deploy",
		"CONCLAUDE_USER_PROMPT": "$(rm -rf /) `x` \"'\n\xff",
	} {
		if value, ok := last(got, name); value != want || !ok {
			t.Errorf("%s = %q, %v; want %q", name, value, ok, want)
		}
	}
	for _, entry := range got[len(base):] {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, prefix) && !slices.Contains([]string{"NO_COLOR", "HOME", "MINE"}, name) {
			t.Errorf("%q is none of ours", entry)
		}
	}
}

// The user's own opinion about colours counts, be it empty or the command's.
func TestNoColor(t *testing.T) {
	for set, want := range map[string]string{"": "", "0": "0"} {
		t.Setenv("NO_COLOR", set)
		got, err := newEnvironment(t, "NO_COLOR="+set).of(Step{}, nil)
		if value, _ := last(got, "NO_COLOR"); err != nil || value != want {
			t.Errorf("NO_COLOR=%s became %q, %v", set, value, err)
		}
	}
	_ = os.Unsetenv("NO_COLOR")
	step := Step{Command: config.Command{Options: config.Options{Env: map[string]string{"NO_COLOR": ""}}}}
	got, err := newEnvironment(t).of(step, nil)
	if value, ok := last(got, "NO_COLOR"); err != nil || value != "" || !ok {
		t.Errorf("the command's NO_COLOR became %q, %v", value, err)
	}
}

// What no variable can hold is in a file that is named instead.
func TestLargeValues(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		value  string
		inFile bool
	}{
		"empty":            {"", false},
		"64 KiB":           {strings.Repeat("x", 64<<10), false},
		"one byte more":    {strings.Repeat("x", 64<<10+1), true},
		"a megabyte":       {strings.Repeat("ä", 1<<19), true},
		"a NUL":            {"a\x00b", true},
		"a NUL at the end": {"a\x00", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := newEnvironment(t)
			got, err := env.of(Step{}, []Value{{"LAST_ASSISTANT_MESSAGE", test.value}})
			if err != nil {
				t.Fatal(err)
			}
			value, inline := last(got, "CONCLAUDE_LAST_ASSISTANT_MESSAGE")
			file, named := last(got, "CONCLAUDE_LAST_ASSISTANT_MESSAGE_FILE")
			if inline == test.inFile || named != test.inFile {
				t.Fatalf("in a variable: %v, in a file: %v", inline, named)
			}
			if named {
				value = private(t, file)
			}
			if value != test.value {
				t.Errorf("%d bytes came as %d", len(test.value), len(value))
			}
			if err := env.remove(); err != nil || named && exists(file) {
				t.Errorf("remove: %v", err)
			}
		})
	}
}

// private reads a file that only we can read.
func private(t *testing.T, file string) string {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v", file, info.Mode(), err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// All values of a call share a directory, which goes when the call ends.
func TestLargeValuesTogether(t *testing.T) {
	t.Parallel()
	env := newEnvironment(t)
	values := []Value{{"A", "a\x00"}, {"B", "b\x00"}}
	first, err1 := env.of(Step{}, values)
	second, err2 := env.of(Step{}, values)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	a, _ := last(first, "CONCLAUDE_A_FILE")
	b, _ := last(second, "CONCLAUDE_B_FILE")
	if filepath.Dir(a) != filepath.Dir(b) || private(t, a) != "a\x00" || private(t, b) != "b\x00" {
		t.Errorf("files %s and %s", a, b)
	}
	if err := env.remove(); err != nil || exists(filepath.Dir(a)) {
		t.Errorf("remove: %v", err)
	}
}

// Without a place for large values the command runs, and finds an empty name.
func TestLargeValuesNoPlace(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	env := &environment{spill: func() (string, error) { return "", full }}
	got, err := env.of(Step{}, []Value{{"BIG", "\x00"}, {"SMALL", "s"}})
	if !errors.Is(err, full) {
		t.Errorf("error = %v, want %v", err, full)
	}
	if file, ok := last(got, "CONCLAUDE_BIG_FILE"); file != "" || !ok {
		t.Errorf("CONCLAUDE_BIG_FILE = %q, %v", file, ok)
	}
	if value, _ := last(got, "CONCLAUDE_SMALL"); value != "s" {
		t.Errorf("CONCLAUDE_SMALL = %q", value)
	}
	if err := env.remove(); err != nil {
		t.Error(err)
	}
}

// The variables of a subagent's stop, and of the main agent's.
func TestValues(t *testing.T) {
	t.Parallel()
	p, err := decode(strings.NewReader(`{"session_id":"s","transcript_path":"/t","cwd":"/c","permission_mode":"default",` +
		`"stop_hook_active":true,"last_assistant_message":"Done.","background_tasks":[1,2]}`))
	if err != nil {
		t.Fatal(err)
	}
	coder := transcript.Agent{Name: "coder", ID: "a1", Type: "cody", TranscriptPath: "/t/a1.jsonl", Source: transcript.SourceMeta}
	common := map[string]string{
		"SESSION_ID": "s", "TRANSCRIPT_PATH": "/t", "CWD": "/c", "CONFIG_DIR": "/project", "PERMISSION_MODE": "default",
		"PAYLOAD_JSON": string(p.Raw), "STOP_HOOK_ACTIVE": "true", "LAST_ASSISTANT_MESSAGE": "Done.", "BACKGROUND_TASKS": "2",
	}
	agent := map[string]string{
		"SUBAGENT_NAME": "coder", "AGENT_NAME": "coder", "AGENT_ID": "a1", "AGENT_TYPE": "cody",
		"AGENT_TRANSCRIPT_PATH": "/t/a1.jsonl", "AGENT_SOURCE": "meta",
	}
	for name, test := range map[string]struct {
		agent transcript.Agent
		more  map[string]string
	}{
		"SubagentStop": {coder, agent},
		"Stop":         {transcript.Agent{Name: "main", Main: true}, nil},
	} {
		want := map[string]string{"HOOK_EVENT": name}
		for _, m := range []map[string]string{common, test.more} {
			maps.Copy(want, m)
		}
		got := map[string]string{}
		e, _ := event.Lookup(name)
		for _, v := range values(&config.Config{Dir: "/project"}, e, p, test.agent) {
			got[v.Name] = v.Value
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
