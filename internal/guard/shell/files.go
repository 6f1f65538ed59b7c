package shell

import (
	"slices"
	"strings"
)

// files reports what a program does to files, as its command line tells.
func (r *reader) files(st *state, argv []Word, text string) {
	if r.mute > 0 {
		return
	}
	if argv[0].Text == "git" {
		r.git(st, argv, text)
		return
	}
	if argv[0].Text == "find" {
		r.find(st, argv, text)
		return
	}
	if p, ok := programs()[argv[0].Text]; ok {
		p.do(r, st, parseFlags(argv, text, p.flags))
		return
	}
	r.reads(st, argv, text)
}

// program is how a program treats its arguments.
type program struct {
	flags flagSpec
	do    func(*reader, *state, *args)
}

func removes(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		r.effect(st, Remove, w, a.text, Effect{Tree: a.has("r", "R", "recursive")})
	}
}

func writes(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		r.effect(st, Write, w, a.text, Effect{Tree: a.has("r", "R", "recursive")})
		if a.name == "tee" {
			st.tee(w)
		}
	}
}

// tee notes what a file gets from standard input.
func (st *state) tee(w Word) {
	text := Unknown
	if st.stdin != nil && st.stdin.words == nil {
		text = st.stdin.text
	}
	st.write(w, text)
}

// changesAfterFirst is chmod and its like: the first operand is the mode.
func changesAfterFirst(r *reader, st *state, a *args) {
	rest := a.rest
	if !a.has("reference") && len(rest) > 0 {
		rest = rest[1:]
	}
	for _, w := range rest {
		r.effect(st, Write, w, a.text, Effect{Tree: a.has("R", "recursive")})
	}
}

func makesDirs(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		r.effect(st, Mkdir, w, a.text, Effect{})
	}
}

// copies is cp, mv, install, rsync, scp: the last operand or -t is where the
// others go.
func copies(r *reader, st *state, a *args) {
	if a.name == "install" && a.has("d") {
		makesDirs(r, st, a)
		return
	}
	sources, dest, into := a.destination()
	if dest.Text == "" {
		return
	}
	into = into || len(sources) > 1
	if dest.glob != "" {
		sources = append(slices.Clone(sources), dest) // only the last of its names is where the others go
	}
	for _, s := range sources {
		if a.name == "mv" || a.has("remove-source-files") {
			r.effect(st, Remove, s, a.text, Effect{Tree: true})
		} else {
			r.effect(st, Read, s, a.text, Effect{Tree: a.has("r", "R", "a", "recursive", "archive")})
		}
		if remote(dest) {
			continue
		}
		r.copyTo(st, a, s, dest, into)
		if t, ok := st.text(s); ok {
			st.write(dest, t)
			st.write(inDir(dest, s, false), t)
		}
	}
}

func (a *args) destination() (sources []Word, dest Word, into bool) {
	if t := a.values("t", "target-directory"); len(t) > 0 {
		return a.rest, t[0], true
	}
	if len(a.rest) < 2 {
		return nil, Word{}, false
	}
	n := len(a.rest) - 1
	dest = a.rest[n]
	return a.rest[:n], dest, strings.HasSuffix(dest.Text, "/") || strings.HasSuffix(dest.Text, "/.")
}

// remote reports whether scp and rsync mean another host.
func remote(w Word) bool {
	i := strings.IndexByte(w.Text, ':')
	return i > 0 && !strings.Contains(w.Text[:i], "/")
}

// copyTo reports where a source lands: at dest, or in it if dest is a
// directory. Where that is not known it is both.
func (r *reader) copyTo(st *state, a *args, src, dest Word, into bool) {
	e := Effect{Tree: a.has("r", "R", "a", "recursive", "archive") || a.name == "mv" || a.name == "rsync"}
	if e.Tree && src.known() && !a.has("delete") {
		e.From = st.abs(src.Text)[0]
	}
	isDir := r.stat(st.abs(dest.Text)[0])
	if a.name == "rsync" && strings.HasSuffix(src.Text, "/") {
		r.effect(st, Write, dest, a.text, e)
		return
	}
	if !into && isDir != Dir || a.has("T", "no-target-directory") {
		r.effect(st, Write, dest, a.text, e)
	}
	if (into || isDir != File) && !a.has("T", "no-target-directory") {
		r.effect(st, Write, inDir(dest, src, a.has("parents", "relative")), a.text, e)
	}
}

// inDir is the name that a source gets in a directory.
func inDir(dir, src Word, whole bool) Word {
	name := baseOf(src.Text)
	if whole {
		name = src.Text
	}
	if src.under != nil {
		name = Unknown
	}
	base := Word{Text: name}
	if src.glob != "" {
		base.glob = baseOf(src.glob)
	}
	return joinWords(dir, base)
}

// joinWords puts a relative name below a directory, wildcards of both kept.
func joinWords(dir, w Word) Word {
	out := Word{Text: join(dir.Text, w.Text)}
	if dir.glob != "" || w.glob != "" {
		out.glob = join(dir.pattern(), w.pattern())
	}
	return out
}

// pattern is the word as a pattern, also if it has no wildcards.
func (w Word) pattern() string {
	if w.glob == "" {
		return escapeGlob(w.Text)
	}
	return w.glob
}

func baseOf(p string) string {
	p = strings.TrimRight(p, "/")
	return p[strings.LastIndexByte(p, '/')+1:]
}

// links is ln: a symbolic link is another name for the rest of the script, a
// hard link gives away its target.
func links(r *reader, st *state, a *args) {
	sources, dest, into := a.destination()
	if dest.Text == "" && len(a.rest) == 1 {
		sources, dest, into = a.rest, lit("."), true
	}
	for _, s := range sources {
		if !a.has("s", "symbolic") {
			r.effect(st, Write, s, a.text, Effect{})
		}
		into := into || r.stat(st.abs(dest.Text)[0]) == Dir && !a.has("T", "n", "no-dereference")
		at := dest
		if into {
			at = inDir(dest, s, false)
		}
		r.effect(st, Write, at, a.text, Effect{})
		st.link(at, s)
	}
}

func (st *state) link(at, target Word) {
	if !at.known() || len(st.links) >= maxAlts {
		return
	}
	for _, p := range st.abs(at.Text) {
		if !strings.HasPrefix(p, "/") {
			continue
		}
		p = st.linkKey(strings.TrimRight(p, "/"))
		to := target.Text
		if target.glob != "" {
			to = Unknown
		}
		if !strings.HasPrefix(to, "/") {
			to = join(p[:strings.LastIndexByte(p, '/')+1], to)
		}
		if !slices.Contains(st.links[p], to) {
			st.links[p] = append(st.links[p], to)
		}
	}
}

// outputs reports the values of flags that name a file to write.
func outputs(names ...string) func(*reader, *state, *args) {
	return func(r *reader, st *state, a *args) {
		for _, w := range a.values(names...) {
			r.effect(st, Write, w, a.text, Effect{})
		}
		r.reads(st, append([]Word{lit(a.name)}, a.rest...), a.text)
	}
}

// inPlace reports the operands as written if one of the flags is there.
func inPlace(names ...string) func(*reader, *state, *args) {
	return func(r *reader, st *state, a *args) {
		if a.has(names...) {
			writes(r, st, a)
			return
		}
		r.reads(st, append([]Word{lit(a.name)}, a.rest...), a.text)
	}
}
