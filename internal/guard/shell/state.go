package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// state is what the script has set up at one point of its run.
type state struct {
	dirs   []string          // working directories it can be in
	cd     []string          // dirs if the cd just read succeeded, else nil
	prev   []string          // for cd -
	vars   map[string][]Word // values that a variable can have
	funcs  map[string]*syntax.Stmt
	alias  map[string]string
	links  map[string][]string // symbolic links that the script makes
	texts  map[string]string   // files whose whole text the script wrote
	args   []Word              // positional parameters, nil when not known
	stdin  *input              // nil when not known
	inFunc int
	real   func(string) string // follows the links that are there already
}

// input is what a command finds on its standard input.
type input struct {
	text  string // whole text, with Unknown for what is not known
	words []Word // instead of text: a list of names
}

func newState(dir string, follow func(string) string) *state {
	if follow == nil {
		follow = path.Clean
	}
	if dir == "" {
		dir = Unknown
	}
	return &state{
		real: follow,
		dirs: []string{dir}, vars: map[string][]Word{}, funcs: map[string]*syntax.Stmt{},
		alias: map[string]string{}, links: map[string][]string{}, texts: map[string]string{},
	}
}

// clone returns a copy for a branch or a subshell.
func (st *state) clone() *state {
	c := *st
	c.vars, c.funcs, c.alias = cloned(st.vars), cloned(st.funcs), cloned(st.alias)
	return &c
}

// cloned copies a map; most are empty.
func cloned[V any](m map[string]V) map[string]V {
	if len(m) == 0 {
		return map[string]V{}
	}
	return maps.Clone(m)
}

// merge makes st what holds after either st or other.
func (st *state) merge(other *state) {
	st.dirs, st.cd = union(st.dirs, other.dirs), nil
	for name := range other.vars {
		if _, ok := st.vars[name]; !ok {
			st.vars[name] = []Word{unknownWord()}
		}
	}
	for name, vals := range st.vars {
		st.vars[name] = mergeWords(vals, other.vars[name])
	}
	maps.Copy(st.funcs, other.funcs)
	maps.Copy(st.alias, other.alias)
}

func mergeWords(a, b []Word) []Word {
	if len(b) == 0 {
		b = []Word{unknownWord()}
	}
	for _, w := range b {
		if !slices.Contains(a, w) {
			a = append(slices.Clip(a), w)
		}
	}
	if len(a) > maxAlts {
		return []Word{unknownWord()}
	}
	return a
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(slices.Clip(a), s)
		}
	}
	if len(a) > 8 {
		return []string{Unknown}
	}
	return a
}

// abs returns the absolute forms of a path, one per working directory, with
// the links that the script made followed.
func (st *state) abs(p string) []string {
	if rest, ok := procDir(p); ok {
		p = rest
	}
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, Unknown) {
		return st.linked(p)
	}
	var all []string
	for _, d := range st.dirs {
		all = append(all, st.linked(join(d, p))...)
	}
	return all
}

// procDir knows the names that the system has for a process's directories, and
// takes every process for one of the script.
func procDir(p string) (string, bool) {
	rest, ok := strings.CutPrefix(path.Clean(p), "/proc/")
	_, rest, found := strings.Cut(rest, "/")
	if !ok || !found {
		return "", false
	}
	if rest, ok = strings.CutPrefix(rest, "cwd"); ok && (rest == "" || rest[0] == '/') {
		return "." + rest, true
	}
	return "", false
}

// join puts a relative path below dir and keeps its dots: a cleaned
// "link/../x" is another file.
func join(dir, p string) string {
	if strings.HasPrefix(p, "/") {
		return p
	}
	return strings.TrimSuffix(dir, "/") + "/" + p
}

// maxFollow bounds the links that are followed for one path.
const maxFollow = 8

// linked returns a path and, if it leads through a link that the script made,
// the paths behind it.
func (st *state) linked(p string) []string {
	out := []string{p}
	if len(st.links) == 0 || !strings.HasPrefix(p, "/") {
		return out
	}
	return st.follow(p, out, 0)
}

// follow appends the paths behind the links on the way to p.
func (st *state) follow(p string, out []string, depth int) []string {
	done := "/"
	for rest := p; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(strings.TrimLeft(rest, "/"), "/")
		if part == ".." {
			done = path.Dir(st.real(done))
			continue
		}
		done = path.Join(done, part)
		for _, target := range st.links[st.linkKey(done)] {
			if depth == maxFollow || len(out) > maxFollow {
				return append(out, Unknown)
			}
			next := strings.TrimSuffix(target+"/"+rest, "/")
			out = append(out, next)
			out = st.follow(next, out, depth+1)
		}
	}
	return out
}

// linkKey is the name that a link is known by: its directory as it really is.
func (st *state) linkKey(p string) string {
	dir, name := path.Split(p)
	return path.Join(st.real(dir), name)
}
