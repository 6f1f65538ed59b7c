package guard_test

import (
	"encoding/json"
	"testing"

	"conclaude/config"
	"conclaude/internal/guard"
)

func entries(texts ...string) []config.Permission {
	var out []config.Permission
	for i, t := range texts {
		out = append(out, config.Permission{Entry: t, Pos: config.Position{File: "/x/.conclaude.yaml", Line: i + 2}})
	}
	return out
}

func TestPermission(t *testing.T) {
	t.Parallel()
	git := config.Permissions{Allow: entries("Bash(git status*)", "Bash(git log:*)", "Read"), Deny: entries("Bash(git push*)", "mcp__evil__*", "Edit(secrets/**)")}
	src := config.Permissions{Allow: entries("Edit(src/**)", "Write(src/**)")}
	for _, c := range []struct {
		p           config.Permissions
		tool, input string
		want        guard.Action
		rule        string
	}{
		{git, "Bash", "git status", guard.Allow, "permissionRequest.allow[0]"},
		{git, "Bash", "git status --short && git log -3", guard.Allow, "permissionRequest.allow[0]"},
		{git, "Bash", "cd x && git log", guard.Allow, "permissionRequest.allow[0]"},
		{git, "Bash", "git status; rm x", guard.None, ""},
		{git, "Bash", "git status > x", guard.None, ""},
		{git, "Bash", "git status 2>/dev/null", guard.Allow, "permissionRequest.allow[0]"},
		{git, "Bash", "git status $(rm x)", guard.None, ""},
		{git, "Bash", "git -c core.fsmonitor='rm x' status", guard.None, ""},
		{git, "Bash", "sudo git status", guard.None, ""},
		{git, "Bash", "eval \"$X\"", guard.None, ""},
		{git, "Bash", "git status; git push -f", guard.Deny, "permissionRequest.deny[0]"},
		{git, "Bash", "bash -c 'git push'", guard.Deny, "permissionRequest.deny[0]"},
		{git, "Bash", "make", guard.None, ""},
		{git, "Read", "/etc/passwd", guard.Allow, "permissionRequest.allow[2]"},
		{git, "mcp__evil__x", "", guard.Deny, "permissionRequest.deny[1]"},
		{git, "Edit", "secrets/key", guard.Deny, "permissionRequest.deny[2]"},
		{git, "Edit", "x/../secrets/key", guard.Deny, "permissionRequest.deny[2]"},
		{git, "Edit", "a.txt", guard.None, ""},
		{src, "Edit", "src/a.go", guard.Allow, "permissionRequest.allow[0]"},
		{src, "Edit", "src/../a.go", guard.None, ""},
		{src, "Write", "src/a.go", guard.Allow, "permissionRequest.allow[1]"},
		{config.Permissions{Default: "deny", Allow: entries("Read")}, "Bash", "ls", guard.Deny, "permissionRequest.default"},
		{config.Permissions{Default: "DENY", Allow: entries("Read")}, "Read", "x", guard.Allow, "permissionRequest.allow[0]"},
		{config.Permissions{Default: "allow", Deny: entries("Bash(rm*)")}, "Bash", "ls", guard.Allow, "permissionRequest.default"},
		{config.Permissions{Default: "allow", Deny: entries("Bash(rm*)")}, "Bash", "ls; rm x", guard.Deny, "permissionRequest.deny[0]"},
		{config.Permissions{Default: "allow", Deny: entries("Bash(rm*)")}, "Bash", "$X", guard.None, ""},
		{config.Permissions{Default: "allow", Deny: entries("Bash")}, "Bash", "ls", guard.Deny, "permissionRequest.deny[0]"},
		{config.Permissions{Allow: entries("*"), Deny: entries("Bash")}, "Bash", "ls", guard.Deny, "permissionRequest.deny[0]"},
		{config.Permissions{Allow: entries("[")}, "Bash", "ls", guard.None, ""},
		{config.Permissions{Deny: entries("[")}, "Bash", "ls", guard.Deny, "permissionRequest.deny[0]"},
		{config.Permissions{}, "Bash", "ls", guard.None, ""},
	} {
		key := map[bool]string{true: "command", false: "file_path"}[c.tool == "Bash"]
		in, err := json.Marshal(map[string]string{key: c.input})
		if err != nil {
			t.Fatal(err)
		}
		d := guard.Permission(c.p, guard.Request{Tool: c.tool, Input: in, Cwd: "/home/u/p"})
		if d.Action != c.want || d.Rule != c.rule || (d.Action == guard.Deny) != (d.Reason != "") {
			t.Errorf("%s %s: %v by %q (%s), want %v by %q", c.tool, c.input, d.Action, d.Rule, d.Reason, c.want, c.rule)
		}
	}
}

func TestCheckEntry(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"Bash": true, "mcp__*": true, "Bash(git status*)": true, "Bash(git log:*)": true, "Edit(src/**)": true,
		"Bash(": false, "Bash()": false, "Bash(x": false, "[": false, "Bash([)": false,
	} {
		if err := splitErr(text); (err == nil) != ok {
			t.Errorf("CheckEntry(%q) = %v", text, err)
		}
	}
}

func splitErr(entry string) error {
	_, _, _, err := config.SplitPermission(entry)
	return err
}
