package guard_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"conclaude/config"
	"conclaude/internal/guard"
)

// allowed is how long a decision may take, however odd the request; the race
// detector and a busy machine get their share.
const allowed = 3 * time.Second

// TestOddScripts has scripts that are too large or too deep: refused, soon, and
// with a reason.
func TestOddScripts(t *testing.T) {
	t.Parallel()
	r := project(t)
	for _, piece := range []string{
		"(", "{ ", "$(", "`", "a|", "a&&", "! ", "if ", "${a:-", "$((", "((", "a=(", "[[ ! ", "case x in x) ", "f() ", "time ", "<(", `"$(`, "while ", "x ${a[",
		"[[ a && ", "[[ (", "$((1+", "$((-", "coproc ", "@(", "function f ", "eval ", "bash -c '", "a=b ", "{a,", "a;", "x\n", "rm $a$b$c; ", "for i in 1 2 3 4 5 6 7 8 9; do ", "cat <<a\n",
	} {
		sizes := []int{10_000 * len(piece), 1 << 20}
		if len(piece) != 1 {
			sizes = sizes[:1]
		}
		for _, size := range sizes {
			script := strings.Repeat(piece, size/len(piece))
			start := time.Now()
			d := decide(t, r, "Bash", script)
			if took := time.Since(start); took > allowed {
				t.Errorf("%d bytes of %q took %v", size, piece, took)
			}
			harmless := strings.ContainsAny(piece, ";\n|&") || strings.HasPrefix(piece, "a=b") || strings.HasPrefix(piece, "!")
			if d.Action < guard.Ask && (!harmless || size == 1<<20) {
				t.Errorf("%d bytes of %q: %v", size, piece, d.Action)
			}
			if size == 1<<20 && d.Action != guard.Deny {
				t.Errorf("1 MiB of %q: %v: %s", piece, d.Action, d.Reason)
			}
		}
	}
	for _, s := range []string{strings.Repeat("(", 10_000) + "true" + strings.Repeat(")", 10_000), strings.Repeat("$(", 10_000) + strings.Repeat(")", 10_000)} {
		if d := decide(t, r, "Bash", s); d.Action != guard.Deny || !strings.Contains(d.Reason, "deep") {
			t.Errorf("nested: %v: %s", d.Action, d.Reason)
		}
	}
}

// TestOddPaths has paths and inputs that no tool can mean.
func TestOddPaths(t *testing.T) {
	t.Parallel()
	r := project(t)
	none := only(t, quiet(config.Guards{}))
	for what, input := range map[string]string{
		"long": `{"file_path":"` + strings.Repeat("a/", 1<<19) + `"}`, "NUL": `{"file_path":"a\u0000"}`, "line break": `{"file_path":"a\nb"}`, "loop": `{"file_path":"loop/x"}`,
		"number": `{"file_path":1}`, "list": `["a"]`, "text": `"a"`, "true": `true`, "cut": `{"file_path":"a`, "deep": strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000),
	} {
		for _, tool := range []string{"Write", "Read", "mcp__fs__write_file"} {
			req := guard.Request{Tool: tool, Input: json.RawMessage(input), Cwd: r.Base}
			start := time.Now()
			d := r.Check(t.Context(), req)
			unknown := strings.HasPrefix(tool, "mcp") && what == "number" || what == "deep" && !strings.HasPrefix(tool, "mcp")
			if d.Action != guard.Deny && !unknown || time.Since(start) > allowed {
				t.Errorf("%s of %s: %v in %v", tool, what, d.Action, time.Since(start))
			}
			if len(d.Reason) > 400 {
				t.Errorf("%s of %s: reason of %d bytes", tool, what, len(d.Reason))
			}
			if d := none.Check(t.Context(), req); d.Action != guard.None {
				t.Errorf("%s of %s without rules: %v", tool, what, d.Action)
			}
		}
	}
	for _, input := range []string{``, `null`, `{}`, `{"file_path":null}`, `{"file_path":""}`} {
		if d := r.Check(t.Context(), guard.Request{Tool: "Task", Input: json.RawMessage(input)}); d.Action != guard.None {
			t.Errorf("%q: %v", input, d.Action)
		}
	}
}

// TestUnresolvedPolicy: what can't be told is asked, denied or let through.
func TestUnresolvedPolicy(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]guard.Action{"": guard.Ask, "ask": guard.Ask, "deny": guard.Deny, "allow": guard.None} {
		r := project(t)
		r.Guards.Unresolved = policy
		for _, s := range []string{`rm "$X"`, `eval "$X"`, "git reset --hard", "git push $X"} {
			if d := decide(t, r, "Bash", s); d.Action != want {
				t.Errorf("%q: %s: %v by %s", policy, s, d.Action, d.Rule)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	r := project(t)
	r.Explain = true
	d := decide(t, r, "Write", "src/gen/api.go")
	var got []string
	for _, s := range d.Trace {
		got = append(got, strings.TrimPrefix(s.Rule, "preToolUse.")+" "+s.Result)
	}
	const want = "uneditableFiles[0] no match, uneditableFiles[1] no match, uneditableFiles[2] deny"
	if text := strings.Join(got, ", "); !strings.HasSuffix(text, want) {
		t.Errorf("trace %s", text)
	}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	r := project(t)
	for path, want := range map[string]string{
		".env": "uneditableFiles[0]", "src/gen/api.go": "uneditableFiles[2]", "secrets/key": "unreadableFiles[0]", "linkenv": "uneditableFiles[0]",
		".conclaude.yaml": "protectConfig", "src/main.go": "", "node_modules/p/x.lock": "uneditableFiles[3]",
	} {
		var got strings.Builder
		for _, m := range r.Covers(path) {
			got.WriteString(strings.TrimPrefix(m.Rule, "preToolUse."))
		}
		if got.String() != want {
			t.Errorf("Covers(%s) = %s, want %s", path, got.String(), want)
		}
	}
}

// TestFoldCase: on such a file system another spelling is the same file.
func TestFoldCase(t *testing.T) {
	t.Parallel()
	for fold, want := range map[bool]bool{true: true, false: false} {
		r := project(t)
		r.FoldCase = &fold
		r.Guards.UneditableFiles = append(r.Guards.UneditableFiles, config.FileRule{Pattern: "Docs/**"})
		for _, p := range []string{"src/.ENV", "docs/x", ".CONCLAUDE.yaml", "SRC/gen/API.go"} {
			denies(t, r, "Edit", p, want || p == ".CONCLAUDE.yaml") // a new file in the root anyway
		}
	}
}

func TestPowerShell(t *testing.T) {
	t.Parallel()
	r := project(t)
	r.Guards.ToolUsageValidation = append(r.Guards.ToolUsageValidation, config.ToolRule{Tool: "PowerShell", CommandPattern: "Remove-Item *", Action: "block"})
	for script, want := range map[string]guard.Action{
		"Get-ChildItem": guard.None, "ls; Remove-Item x": guard.Deny, "Get-Content .env | Set-Content a.txt": guard.Ask, "'x' > .env": guard.Ask, `Set-Content -Path .\.env -Value 1`: guard.Ask, "iex $x": guard.Ask,
	} {
		in := fmt.Sprintf(`{"command":%q}`, script)
		if d := r.Check(t.Context(), guard.Request{Tool: "PowerShell", Input: json.RawMessage(in), Cwd: r.Base}); d.Action != want {
			t.Errorf("%s: %v by %s: %s", script, d.Action, d.Rule, d.Reason)
		}
	}
}

// A defect in the reading must not let the call pass.
func TestPanicDenies(t *testing.T) {
	t.Parallel()
	r := project(t)
	r.Env = func(string) (string, bool) { panic("out of range") }
	d := r.Check(t.Context(), request(r, "echo ~/x"))
	if d.Action != guard.Deny || !strings.Contains(d.Reason, "defect of conclaude (out of range)") {
		t.Errorf("got %v: %s", d.Action, d.Reason)
	}
}
