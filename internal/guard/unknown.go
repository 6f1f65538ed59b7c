package guard

import (
	"os"
	"path/filepath"
	"strings"

	"conclaude/internal/guard/shell"
)

// unknownPath decides an effect on a path that the script computes: it is
// unresolved if a rule could cover a path of that form.
func (c *check) unknownPath(e shell.Effect) {
	dir, tail := knownParts(e.Path)
	what := quoted(e.Command) + " names a file that is computed"
	if e.Kind == shell.Read {
		if c.couldCover(c.compiled.unreadable, dir, tail) {
			c.unresolved(what, c.shownPath(e.Path))
		}
		return
	}
	if c.couldCover(c.compiled.uneditable, dir, tail) || c.couldCover(c.compiled.additions, dir, tail) || c.couldGuard(dir, tail, e.Tree) {
		c.unresolved(what, c.shownPath(e.Path))
	}
}

// shownPath is a computed path for people.
func (c *check) shownPath(p string) string {
	return strings.ReplaceAll(c.shown(p), shell.Unknown, "$…")
}

// knownParts returns the directory that a computed path begins with, empty if
// it is not known, and the text that it ends with. The beginning is trusted:
// that the computed part climbs out of it again is not assumed.
func knownParts(p string) (dir, tail string) {
	known, _, _ := strings.Cut(p, shell.Unknown)
	last := strings.LastIndex(p, shell.Unknown) + len(shell.Unknown)
	if i := strings.LastIndexByte(known, '/'); i > 0 {
		dir = filepath.Clean(p[:i])
	}
	return dir, p[last:]
}

// couldCover reports whether one of the rules could cover a path below dir
// that ends with tail.
func (c *check) couldCover(rules []fileRule, dir, tail string) bool {
	for i := range rules {
		f := &rules[i]
		if !c.applies(f.rule.Agent, f.name, f.rule.Pos) {
			continue
		}
		if f.path == nil || c.couldBeBelow(f, dir) && (f.path.MayMatchTail(c.folded(tail)) || c.namesDir(f)) {
			return true
		}
	}
	return false
}

func (c *check) couldBeBelow(f *fileRule, dir string) bool {
	if dir == "" {
		return true
	}
	inside := false
	for _, n := range c.names(dir) {
		abs := strings.HasPrefix(n, "/")
		if abs && inside && !f.path.Absolute() {
			continue
		}
		inside = inside || !abs
		if c.holdsBase(n) || f.path.MayMatchBelow(n) || f.path.Match(n) {
			return true
		}
	}
	return false
}

// namesDir reports whether a pattern is the name of a directory, whose whole
// content it covers.
func (c *check) namesDir(f *fileRule) bool {
	for _, name := range f.path.Literals() {
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.Base, name)
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// couldGuard reports whether a computed path could be one that the guards
// depend on.
func (c *check) couldGuard(dir, tail string, tree bool) bool {
	if !c.protects() {
		return false
	}
	name := c.folded(tail[strings.LastIndexByte(tail, '/')+1:])
	whole := strings.Contains(tail, "/")
	could := false
	for _, own := range []string{".conclaude.yaml", ".conclaude.yml", ".claude/settings.json", ".claude/settings.local.json", filepath.Base(c.folded(c.ConfigFile))} {
		base := own[strings.LastIndexByte(own, '/')+1:]
		could = could || whole && base == name || !whole && strings.HasSuffix(own, name)
	}
	if dir == "" {
		return could || tree
	}
	return could && c.holdsOwn(dir)
}

// holdsOwn reports whether a directory is where protected files can be.
func (c *check) holdsOwn(dir string) bool {
	for _, n := range c.names(dir) {
		if !strings.HasPrefix(n, "/") {
			return true
		}
		for _, own := range c.own() {
			if _, ok := within(n, own); ok {
				return true
			}
		}
	}
	return false
}
