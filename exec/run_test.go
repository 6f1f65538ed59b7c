package exec_test

import (
	"testing"

	"conclaude/exec"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		script string
		status exec.Status
		code   int
		signal string
	}{
		"passed":        {"true", exec.Passed, 0, ""},
		"empty script":  {"", exec.Passed, 0, ""},
		"failed":        {"exit 3", exec.Failed, 3, ""},
		"not runnable":  {"/etc", exec.Failed, 126, ""},
		"not found":     {"no-such-command-here", exec.Failed, 127, ""},
		"signaled":      {"kill -9 $$", exec.Signaled, 0, "SIGKILL"},
		"child died":    {"bash -c 'kill -9 $$'; exit $?", exec.Failed, 137, ""},
		"stdio closed":  {"exec >&- 2>&- <&-; exit 4", exec.Failed, 4, ""},
		"last in pipe":  {"false | true", exec.Passed, 0, ""},
		"syntax error":  {"if", exec.Failed, 2, ""},
		"begins with -": {"-x; exit 5", exec.Failed, 5, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, exec.Command{Script: tt.script, Capture: both})
			if r.Status != tt.status || r.Code != tt.code || r.Signal != tt.signal || r.Duration <= 0 {
				t.Errorf("Run(%q) = %v %d %q %v, want %v %d %q\n%s",
					tt.script, r.Status, r.Code, r.Signal, r.Duration, tt.status, tt.code, tt.signal, body(r))
			}
		})
	}
}

func TestWholeScript(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ script, want string }{
		"if over lines":    {"if true\nthen\n  echo yes\nfi", "yes"},
		"here document":    {"cat <<X\na\n$((1+1))\nX\necho b", "a\n2\nb"},
		"a line EOF":       {"cat <<'EOF'\nin\nEOF\necho out", "in\nout"},
		"set -e":           {"set -e\necho a\nfalse\necho b", "a"},
		"cd lasts":         {"cd /\npwd", "/"},
		"variables last":   {"a=1\necho $a", "1"},
		"quotes":           {`echo "a  'b'" '$c'`, "a  'b' $c"},
		"comment at end":   {"echo a # b", "a"},
		"CRLF in output":   {`printf 'a\r\nb\r\n'`, "a\nb"},
		"order of streams": {"for i in 1 2 3; do echo o$i; echo e$i >&2; done", "o1\ne1\no2\ne2\no3\ne3"},
		"no newline":       {"printf abc", "abc"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := body(run(t, exec.Command{Script: tt.script, Capture: both})); got != tt.want {
				t.Errorf("output of %q = %q, want %q", tt.script, got, tt.want)
			}
		})
	}
}
