package guard

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"conclaude/internal/guard/shell"
)

// maxEntries bounds the files that are looked at for one effect.
const maxEntries = 30_000

// tree checks an effect on everything below a directory: whether a protected
// file is there.
func (c *check) tree(e shell.Effect, t target) {
	rules := c.compiled.uneditable
	if e.Kind == shell.Read {
		rules = c.compiled.unreadable
	} else if own := c.ownBelow(e.Name, t.given, t.real); own != "" && reaches(e, t.real, own) {
		c.refuseConfig(access{target: target{shown: c.shown(own)}, command: e.Command, maybe: e.Maybe})
		return
	}
	rules = c.below(rules, t.names)
	w := walk{c: c, e: e, root: t.real, t: t, rules: rules}
	if e.From != "" && stat(e.From) != shell.None {
		w.root = filepath.Clean(e.From) // what is copied decides, not what is there
	}
	if len(rules) == 0 || stat(w.root) != shell.Dir {
		return
	}
	switch err := filepath.WalkDir(w.root, w.visit); {
	case err != nil:
		c.unresolved(quoted(e.Command)+" reaches more files than can be looked at", t.shown)
	case w.found.real != "":
		w.found.command, w.found.maybe, w.found.kind = e.Command, e.Maybe, e.Kind
		c.fileRule(w.found, rules, map[bool]string{true: "must not be read", false: "must stay as they are"}[e.Kind == shell.Read])
	}
}

// below returns the rules that could cover something below a directory.
func (c *check) below(rules []fileRule, names []string) []fileRule {
	var out []fileRule
	for _, f := range rules {
		for _, n := range names {
			if f.path == nil || c.holdsBase(n) || f.path.MayMatchBelow(n) || f.path.Match(n) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// holdsBase reports whether the base lies in a directory.
func (r *Rules) holdsBase(dir string) bool {
	for _, base := range r.compiled.bases {
		if _, ok := within(dir, r.folded(base)); ok {
			return true
		}
	}
	return false
}

// walk looks for the first protected file below a directory.
type walk struct {
	c       *check
	e       shell.Effect
	root    string // that is walked
	t       target // that the names are about
	rules   []fileRule
	entries int
	found   access
}

func (w *walk) visit(p string, d fs.DirEntry, err error) error {
	if w.entries++; w.entries > maxEntries {
		return fs.ErrInvalid
	}
	if err != nil {
		return nil //nolint:nilerr // what can't be read is not covered by name either
	}
	if d.IsDir() {
		return w.enter(d.Name())
	}
	if w.e.Name != "" && !matchFile(w.c.folded(w.e.Name), w.c.folded(d.Name())) {
		return nil
	}
	p = w.t.real + strings.TrimPrefix(p, w.root)
	names := w.c.names(p)
	for i := range w.rules {
		f := &w.rules[i]
		if f.covers(names) && w.c.applies(f.rule.Agent, f.name, f.rule.Pos) {
			w.found = access{target: target{given: p, real: p, names: names, shown: w.c.shown(p), exists: true}}
			return fs.SkipAll
		}
	}
	return nil
}

// enter skips directories of dependencies and of git: patterns for any depth
// do not mean what others put there.
func (w *walk) enter(name string) error {
	if name != "node_modules" && name != ".git" {
		return nil
	}
	for i := range w.rules {
		if strings.Contains(w.rules[i].rule.Pattern, name) {
			return nil
		}
	}
	return fs.SkipDir
}

// reaches reports whether an effect with From reaches a file: only if there is
// one of that name to copy over it.
func reaches(e shell.Effect, root, p string) bool {
	if e.From == "" {
		return true
	}
	if _, err := os.Lstat(e.From); err != nil {
		return true // the script makes it
	}
	rel, err := filepath.Rel(root, p)
	if err != nil {
		return true
	}
	_, err = os.Lstat(filepath.Join(e.From, rel))
	return err == nil
}

// expand returns the existing files that a shell pattern matches, with hidden
// ones where the pattern begins with a dot. complete is false if there are too
// many to look at.
func expand(pattern string) (found []string, complete bool) {
	found = []string{"/"}
	entries := 0
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		var next []string
		for _, dir := range found {
			more, n := expandPart(dir, part)
			if entries += n; entries > maxEntries {
				return next, false
			}
			next = append(next, more...)
		}
		found = next
	}
	return found, true
}

func expandPart(dir, part string) (found []string, entries int) {
	if !strings.ContainsAny(part, `*?[\`) {
		p := dir + "/" + part
		if dir == "/" {
			p = "/" + part
		}
		if _, err := os.Lstat(p); err != nil {
			return nil, 1
		}
		return []string{p}, 1
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, 1
	}
	for _, d := range list {
		if strings.HasPrefix(d.Name(), ".") && !strings.HasPrefix(part, ".") && !strings.HasPrefix(part, `\.`) && !strings.HasPrefix(part, "[") {
			continue
		}
		if matchFile(part, d.Name()) {
			found = append(found, path.Join(dir, d.Name()))
		}
	}
	return found, len(list)
}

// matchFile matches a base name with a shell pattern. What is no pattern
// matches everything.
func matchFile(pattern, name string) bool {
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	ok, err := path.Match(pattern, name)
	return ok || err != nil || strings.Contains(pattern, "[:")
}
