package guard

import (
	"fmt"
	"path/filepath"
	"strings"

	"conclaude/config"
	"conclaude/internal/guard/shell"
)

// access is something that a request does to a file.
type access struct {
	target
	kind  shell.Kind
	maybe bool   // it may not happen
	asked string // the path as the request has it

	tool    string // of a file tool
	command string // of a script, instead of tool
}

// what names the access for people: "Write of x", "`rm x`".
func (a *access) what() string {
	switch {
	case a.command == "":
		return a.tool + " of " + a.shown
	case strings.Contains(a.command, a.shown):
		return quoted(a.command)
	}
	return quoted(a.command) + " on " + a.shown
}

// accessKey tells accesses apart that rules could decide differently.
type accessKey struct {
	kind        shell.Kind
	maybe       bool
	given, real string
}

// fileTool checks a tool that names its files.
func (c *check) fileTool(in fields) {
	kind := c.kind(in)
	var all []access
	for _, p := range c.paths(in, kind) {
		if p.bad != "" {
			c.malformed(p.bad)
			return
		}
		t, err := c.locate(p.path)
		if err != nil {
			c.malformed(err.Error())
			return
		}
		if c.req.Tool == "Grep" && stat(t.real) == shell.Dir {
			t.names = append(t.names, c.names(t.given+"/_", t.real+"/_")...)
		}
		a := access{target: t, kind: c.accessKind(kind, p.key), tool: c.req.Tool, asked: p.path}
		all = append(all, a)
	}
	c.pathRules(all)
	for _, a := range all {
		c.access(a)
		if kind == otherTool && a.kind != shell.Read {
			a.kind = shell.Read
			c.access(a)
		}
	}
	if c.req.Tool == "Grep" || c.req.Tool == "Glob" {
		c.searchPattern(in)
	}
}

// searchPattern checks the file pattern of a search as a name: a search for
// "*" is no reading of a secret, one for ".env" or in "secrets/**" is.
func (c *check) searchPattern(in fields) {
	key := map[string]string{"Grep": "glob", "Glob": "pattern"}[c.req.Tool]
	s, ok := in.text(key)
	if !ok || strings.HasPrefix(s, "!") || len(s) > maxPath || strings.ContainsAny(s, "\x00\n\r") {
		return
	}
	if i := strings.IndexAny(s, "*?[{"); i >= 0 {
		i = strings.LastIndexByte(s[:i], '/')
		if i < 0 || c.req.Tool == "Glob" {
			return
		}
		s = s[:i] + "/_"
	}
	if dir, ok := in.text("path"); ok && !filepath.IsAbs(s) {
		s = dir + "/" + s
	}
	if t, err := c.locate(s); err == nil {
		c.access(access{target: t, kind: shell.Read, tool: c.req.Tool, asked: s})
	}
}

// accessKind is what a tool does to the file under a key. A tool that is not
// known is taken to write, unless its name says that it reads.
func (c *check) accessKind(kind toolKind, key string) shell.Kind {
	if kind == writeTool {
		return shell.Write
	}
	if kind == readTool {
		return shell.Read
	}
	name := strings.ToLower(c.req.Tool[strings.LastIndex(c.req.Tool, "__")+1:])
	if strings.Contains(name, "copy") && (key == "source" || key == "src") {
		return shell.Read
	}
	for _, w := range []string{"write", "edit", "create", "delete", "remove", "move", "rename", "replace", "update", "insert", "append", "put", "set", "save", "copy", "patch", "mkdir"} {
		if strings.Contains(name, w) {
			return shell.Write
		}
	}
	for _, w := range []string{"read", "get", "list", "search", "find", "view", "show", "stat", "tree", "info", "open", "glob", "grep", "query", "symbols", "overview", "diagnostics"} {
		if strings.Contains(name, w) {
			return shell.Read
		}
	}
	return shell.Write
}

// access checks one access to a file against the file rules.
func (c *check) access(a access) {
	key := accessKey{a.kind, a.maybe, a.given, a.real}
	if c.denied() || c.seen[key] {
		return
	}
	c.seen[key] = true
	if a.kind == shell.Read {
		c.fileRule(a, c.compiled.unreadable, "must not be read")
		return
	}
	c.protected(a)
	c.fileRule(a, c.compiled.uneditable, "must stay as they are")
	if !a.maybe {
		c.additions(a)
		c.generated(a)
	}
	if c.Guards.PreventUpdateGitIgnored && !a.maybe {
		c.ignored = append(c.ignored, a)
	}
}

// fileRule refuses what one of the rules covers.
func (c *check) fileRule(a access, rules []fileRule, must string) {
	for i := range rules {
		f := &rules[i]
		if c.denied() {
			return
		}
		if !f.covers(a.names) {
			c.step(f.name, f.rule.Pos, a.shown, "no match")
			continue
		}
		if c.applies(f.rule.Agent, f.name, f.rule.Pos) {
			c.refuse(a, f, must)
		}
	}
}

func (c *check) refuse(a access, f *fileRule, must string) {
	if a.maybe {
		c.possible(fmt.Sprintf("%s could reach %s, and files like %q %s [%s, %s]", quoted(a.command), a.shown, f.rule.Pattern, must, f.name, c.place(f.rule.Pos)), a.shown)
		return
	}
	text := fmt.Sprintf("%s refused: files like %q %s. If it has to be, ask the user.", a.what(), f.rule.Pattern, must)
	c.decide(c.deny(f.name, f.rule.Pos, f.rule.Message, f.rule.Agent, text), a.shown)
}

// deny makes a refusal. A message of the rule replaces the text, not the place.
func (c *check) deny(rule string, pos config.Position, message, agent, text string) Decision {
	if message != "" {
		text = message
	}
	if agent != "" && agent != "*" {
		agent = ", agent " + agent
	} else {
		agent = ""
	}
	return Decision{
		Action: Deny, Rule: rule, Pos: pos,
		Reason: fmt.Sprintf("%s [%s, %s%s]", text, rule, c.place(pos), agent),
	}
}

// place is a position as people find it: the file relative to the base.
func (r *Rules) place(pos config.Position) string {
	if pos.File == "" {
		pos.File = r.ConfigFile
	}
	pos.File = r.shown(pos.File)
	pos.Col = 0
	return pos.String()
}

// additions refuses new files where there must be none.
func (c *check) additions(a access) {
	if a.exists || c.denied() || a.kind != shell.Write && a.kind != shell.Mkdir {
		return
	}
	if c.rootGuarded() && a.kind == shell.Write && c.inRoot(a) {
		text := fmt.Sprintf("%s refused: no new files in the project's root. Put it in a directory that fits.", a.what())
		message := strings.NewReplacer("{file_path}", a.asked, "{tool}", c.req.Tool).Replace(c.Guards.PreventRootAdditionsMessage)
		c.decide(c.deny("preToolUse.preventRootAdditions", config.Position{}, message, "", text), a.shown)
	}
	c.fileRule(a, c.compiled.additions, "must not be added")
}

// inRoot reports whether a file lies in the base itself.
func (c *check) inRoot(a access) bool {
	for _, n := range a.names {
		if !strings.Contains(n, "/") && n != "." {
			return true
		}
	}
	return false
}
