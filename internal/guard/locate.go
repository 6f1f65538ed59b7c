package guard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxPath is the longest path that is looked at, in bytes. No system opens a
// longer one.
const maxPath = 4096

// maxLinks is how many symbolic links a path may lead through.
const maxLinks = 40

// target is a file that a request is about.
type target struct {
	given  string   // absolute, dots taken out
	real   string   // with symbolic links followed
	names  []string // what patterns are matched with: relative to the base, or absolute
	shown  string   // for people
	exists bool
}

// locate finds the file behind a path. The error says why the path is bad.
func (c *check) locate(p string) (target, error) {
	switch {
	case len(p) > maxPath:
		return target{}, fmt.Errorf("the path has %d bytes", len(p))
	case strings.ContainsRune(p, 0):
		return target{}, errors.New("the path has a NUL in it")
	case strings.ContainsAny(p, "\n\r"):
		return target{}, errors.New("the path has a line break in it")
	}
	if !filepath.IsAbs(p) {
		p = c.req.Cwd + string(filepath.Separator) + p
	}
	if t, ok := c.found[p]; ok {
		return t, nil
	}
	followed, err := realPath(p)
	if err != nil {
		return target{}, err
	}
	t := target{given: filepath.Clean(p), real: followed}
	_, err = os.Lstat(followed)
	t.exists = err == nil
	t.names = c.names(t.given, t.real)
	t.shown = c.shown(t.given)
	c.found[p] = t
	return t, nil
}

// names returns the names that patterns are matched with for some absolute
// paths: the one relative to the base, if it is below it, and the absolute one.
func (r *Rules) names(paths ...string) []string {
	var out []string
	for i, p := range paths {
		if i > 0 && p == paths[0] {
			continue
		}
		p = r.folded(filepath.ToSlash(p))
		for _, base := range r.compiled.bases {
			if rel, ok := within(r.folded(base), p); ok {
				out = append(out, rel)
			}
		}
		out = append(out, p)
	}
	return out
}

// within returns the name of a path relative to a directory, "." for the
// directory itself; ok is false if it is not in it.
func within(dir, p string) (rel string, ok bool) {
	if p == dir {
		return ".", true
	}
	dir = strings.TrimSuffix(dir, "/") + "/"
	rel, ok = strings.CutPrefix(p, dir)
	return rel, ok
}

// realPath follows the symbolic links of a path as the system would: dots
// count where they stand, not before links are followed. Parts that do not
// exist are kept as they are.
func realPath(p string) (string, error) {
	root := filepath.VolumeName(p) + string(filepath.Separator)
	done, links := root, 0
	todo := strings.Split(filepath.ToSlash(p[len(filepath.VolumeName(p)):]), "/")
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, part)
		link, err := os.Readlink(next)
		if err != nil {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", errors.New("the path leads through a loop of links")
		}
		if filepath.IsAbs(link) {
			done = root
		}
		todo = append(strings.Split(filepath.ToSlash(link), "/"), todo...)
	}
	return done, nil
}

// shown returns a path as people know it: relative to the base if it is below.
func (r *Rules) shown(p string) string {
	for _, base := range r.compiled.bases {
		if rel, ok := within(base, filepath.ToSlash(p)); ok && rel != "." {
			return rel
		}
	}
	return p
}

// covers reports whether a pattern covers one of the target's names. A relative
// pattern speaks about files below the base; about others only if it is
// absolute or begins with a "*".
func (f *fileRule) covers(names []string) bool {
	if f.path == nil {
		return true
	}
	inside := false
	for _, n := range names {
		abs := strings.HasPrefix(n, "/")
		if abs && inside && !f.path.Absolute() {
			continue
		}
		inside = inside || !abs
		if f.path.Match(n) {
			return true
		}
	}
	return false
}
