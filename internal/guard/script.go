package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"conclaude/internal/guard/shell"
)

// maxEffects bounds the files of one script that are looked at one by one.
const maxEffects = 2000

// shellTool checks a tool that runs a shell script.
func (c *check) shellTool(in fields) {
	text, ok := in.script(c.req.Tool)
	if !ok {
		if _, found := in["command"]; found {
			c.malformed("command is not a string")
		}
		c.fileTool(in)
		return
	}
	s := c.parse(text)
	c.commandRules(s, text)
	if c.denied() {
		return
	}
	for _, u := range s.Unresolved {
		c.unresolvedPart(u)
	}
	c.pathRules(c.accesses(s))
	c.effects(s)
}

func (c *check) parse(text string) shell.Script {
	return shell.Parse(text, shell.Options{
		Dir: c.req.Cwd, Env: c.Env, Stat: c.stat, Real: realOrClean,
		Reads: len(c.compiled.unreadable) > 0 || c.hasPathRule(),
	})
}

func realOrClean(p string) string {
	if followed, err := realPath(p); err == nil {
		return followed
	}
	return filepath.Clean(p)
}

// stat is stat, asked once per path and request.
func (c *check) stat(p string) shell.FileType {
	t, ok := c.stats[p]
	if !ok {
		t = stat(p)
		c.stats[p] = t
	}
	return t
}

func stat(p string) shell.FileType {
	info, err := os.Stat(p)
	switch {
	case err != nil:
		return shell.None
	case info.IsDir():
		return shell.Dir
	}
	return shell.File
}

// unresolvedPart decides a part of a script that can't be read.
func (c *check) unresolvedPart(u shell.Unresolved) {
	if !c.anyRule() {
		return
	}
	what := u.What
	if u.Line > 1 {
		what += fmt.Sprintf(" in line %d", u.Line)
	}
	if u.Limit && c.Guards.Unresolved != "allow" {
		c.malformed("it is " + what)
		return
	}
	c.unresolved(what, short(u.Command))
}

// short makes a command fit for a line of text.
func short(s string) string {
	s = strings.ReplaceAll(strings.Join(strings.Fields(s), " "), shell.Unknown, "$…")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// effects checks what a script does to files.
func (c *check) effects(s shell.Script) {
	for i, e := range s.Effects {
		if c.denied() {
			return
		}
		if i == maxEffects {
			c.unresolved("a script that touches too many files", "")
			return
		}
		if e.Kind == shell.Read && len(c.compiled.unreadable) == 0 || e.Kind != shell.Read && !c.writesGuarded() {
			continue
		}
		c.effect(e)
	}
}

func (c *check) effect(e shell.Effect) {
	if strings.Contains(e.Path, shell.Unknown) {
		c.unknownPath(e)
		return
	}
	paths := []string{e.Path}
	if e.Glob != "" {
		found, complete := expand(e.Glob)
		if !complete {
			c.unresolved(short(e.Command)+" names too many files", e.Path)
		}
		if len(found) > 0 {
			paths = found
		}
	}
	for _, p := range paths {
		c.effectOn(e, p)
	}
}

// effectOn checks an effect on one path.
func (c *check) effectOn(e shell.Effect, p string) {
	t, err := c.locate(p)
	if err != nil {
		c.malformed(err.Error())
		return
	}
	if e.Name == "" || matchFile(c.folded(e.Name), c.folded(filepath.Base(t.given))) {
		a := access{target: t, kind: e.Kind, command: e.Command, maybe: e.Maybe, asked: p}
		if !e.Tree || !e.Maybe || c.stat(t.given) == shell.File {
			c.access(a)
		}
	}
	if e.Tree && (t.exists || e.From != "") && !c.denied() {
		c.tree(e, t)
	}
}

// quoted is a command as a reason names it.
func quoted(command string) string { return "`" + short(command) + "`" }

// accesses are the effects of a script whose files are known, for path rules.
func (c *check) accesses(s shell.Script) []access {
	if !c.hasPathRule() {
		return nil
	}
	var out []access
	for i, e := range s.Effects {
		if i >= maxEffects || strings.Contains(e.Path, shell.Unknown) {
			continue
		}
		if t, err := c.locate(e.Path); err == nil {
			out = append(out, access{target: t, kind: e.Kind, command: e.Command, maybe: e.Maybe, asked: e.Path})
		}
	}
	return out
}
