package shell

import (
	"maps"
	"strings"
)

// rewrites is gzip and its like: the file goes, another one comes.
func rewrites(r *reader, st *state, a *args) {
	if a.has("c", "t", "l", "stdout", "test", "list") {
		r.reads(st, append([]Word{lit("cat")}, a.rest...), a.text)
		return
	}
	for _, w := range append(a.rest, a.values("o")...) {
		r.effect(st, Write, w, a.text, Effect{})
		r.effect(st, Write, lit(w.Text+".gz"), a.text, Effect{Maybe: true})
		if i := strings.LastIndexByte(w.Text, '.'); i > 0 {
			r.effect(st, Write, lit(w.Text[:i]), a.text, Effect{Maybe: true})
		}
	}
}

func dd(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		if f, ok := strings.CutPrefix(w.Text, "of="); ok {
			r.effect(st, Write, lit(f), a.text, Effect{})
		}
		if f, ok := strings.CutPrefix(w.Text, "if="); ok {
			r.effect(st, Read, lit(f), a.text, Effect{})
		}
	}
}

// sed writes its files with -i, and others by the w command.
func sed(r *reader, st *state, a *args) {
	scripts, files := a.values("e", "expression"), a.rest
	if len(scripts) == 0 && !a.has("f", "file") && len(files) > 0 {
		scripts, files = files[:1], files[1:]
	}
	if a.has("i", "in-place", "I") {
		if len(files) > 0 && files[0].Text == "" {
			files = files[1:]
		}
		for _, w := range files {
			r.effect(st, Write, w, a.text, Effect{})
		}
	} else {
		r.reads(st, append([]Word{lit("cat")}, files...), a.text)
	}
	for _, s := range scripts {
		r.sedScript(st, s.Text, a.text)
	}
}

// sedScript finds the files that a sed script may write: what follows a "w".
func (r *reader) sedScript(st *state, script, text string) {
	for line := range strings.SplitSeq(script, "\n") {
		if strings.HasSuffix(line, "/e") || strings.HasPrefix(line, "e ") || strings.HasPrefix(line, "1e ") {
			r.unresolved("a sed script that runs commands", text, r.line)
		}
		for rest := line; ; {
			_, after, ok := strings.Cut(rest, "w ")
			if !ok {
				break
			}
			r.effect(st, Write, lit(strings.TrimSpace(after)), text, Effect{Maybe: true})
			rest = after
		}
	}
}

// scriptedInPlace is perl and ruby: -i changes the operands.
func scriptedInPlace(r *reader, st *state, a *args) {
	files := a.rest
	if !a.has("e", "E") && len(files) > 0 {
		files = files[1:]
	}
	for name := range a.flags {
		if name == "i" {
			for _, w := range files {
				r.effect(st, Write, w, a.text, Effect{})
			}
			return
		}
	}
	r.reads(st, append([]Word{lit("cat")}, files...), a.text)
}

// awk writes its files with -i inplace, and others by print > "file".
func awk(r *reader, st *state, a *args) {
	files := a.rest
	program := ""
	if !a.has("f", "file") && len(files) > 0 {
		program, files = files[0].Text, files[1:]
	}
	for _, w := range a.values("i", "include") {
		if strings.HasPrefix(w.Text, "inplace") {
			for _, f := range files {
				r.effect(st, Write, f, a.text, Effect{})
			}
		}
	}
	r.awkProgram(st, program, a.text)
	r.reads(st, append([]Word{lit("cat")}, files...), a.text)
}

func (r *reader) awkProgram(st *state, program, text string) {
	for _, runs := range []string{"system(", "system (", `| "`, `|"`, `" |`, `"|`} {
		if strings.Contains(program, runs) {
			r.unresolved("an awk program that runs commands", text, r.line)
			return
		}
	}
	_, after, printed := strings.Cut(program, "print")
	for printed {
		_, target, ok := strings.Cut(after, ">")
		if !ok {
			return
		}
		target = strings.TrimLeft(target, "> ")
		name, quoted := strings.CutPrefix(target, `"`)
		name, _, closed := strings.Cut(name, `"`)
		if quoted && closed {
			r.effect(st, Write, lit(name), text, Effect{})
		} else {
			r.effect(st, Write, unknownWord(), text, Effect{Maybe: true})
		}
		after = target
	}
}

// editor is a text editor run by a script: its files may be written, its
// commands may write others.
func editor(r *reader, st *state, a *args) {
	for _, w := range a.rest {
		if strings.HasPrefix(w.Text, "+") {
			r.unresolved("editor commands", a.text, r.line)
			continue
		}
		r.effect(st, Write, w, a.text, Effect{})
	}
	if a.has("c", "S", "cmd", "eval", "l", "load") || len(a.rest) == 0 || st.stdin != nil {
		r.unresolved("editor commands", a.text, r.line)
	}
}

// curl writes to -o, and with -O to the last part of its addresses.
func curl(r *reader, st *state, a *args) {
	dir := "."
	if d := a.values("output-dir"); len(d) > 0 {
		dir = d[0].Text
	}
	for _, w := range a.values("o", "output", "D", "dump-header", "c", "cookie-jar") {
		st.write(joinWords(lit(dir), w), Unknown)
		r.effect(st, Write, joinWords(lit(dir), w), a.text, Effect{})
	}
	if a.has("O", "remote-name", "remote-name-all") {
		r.downloads(st, a, dir)
	}
	for _, w := range a.values("K", "config", "d", "data", "F", "form", "T", "upload-file") {
		r.reads(st, []Word{lit("cat"), w}, a.text)
	}
}

func (r *reader) downloads(st *state, a *args, dir string) {
	for _, w := range append(a.rest, a.values("url")...) {
		u, _, _ := strings.Cut(w.Text, "?")
		r.effect(st, Write, lit(join(dir, baseOf(u))), a.text, Effect{})
		st.write(lit(join(dir, baseOf(u))), Unknown)
	}
}

func wget(r *reader, st *state, a *args) {
	dir := "."
	if d := a.values("P", "directory-prefix"); len(d) > 0 {
		dir = d[0].Text
	}
	for _, w := range a.values("O", "output-document", "o", "output-file", "a", "append-output") {
		st.write(w, Unknown)
		r.effect(st, Write, w, a.text, Effect{})
	}
	if !a.has("O", "output-document", "spider") {
		r.downloads(st, a, dir)
	}
}

func tarFlags() flagSpec {
	return flagSpec{"fCTX", "file directory files-from exclude exclude-from transform strip-components"}
}

// tar writes its archive or, when it extracts, what the archive holds.
func tar(r *reader, st *state, a *args) {
	if len(a.rest) > 0 && !a.has("x", "c", "r", "u", "t", "extract", "get", "create", "append", "update", "list") {
		flags := a.flags
		a = parseFlags(append([]Word{lit(a.name), lit("-" + a.rest[0].Text)}, a.rest[1:]...), a.text, tarFlags())
		maps.Copy(a.flags, flags)
	}
	dir := lit(".")
	if d := a.values("C", "directory"); len(d) > 0 {
		dir = d[0]
	}
	switch {
	case a.has("x", "extract", "get"):
		if a.has("O", "to-stdout") {
			return
		}
		for _, w := range a.rest {
			r.effect(st, Write, joinWords(dir, w), a.text, Effect{Tree: true})
		}
		if len(a.rest) == 0 {
			r.effect(st, Write, dir, a.text, Effect{Tree: true, Maybe: true})
		}
	case a.has("c", "create", "r", "append", "u", "update"):
		for _, w := range a.values("f", "file") {
			r.effect(st, Write, w, a.text, Effect{})
		}
		for _, w := range a.rest {
			r.effect(st, Read, w, a.text, Effect{Tree: true})
		}
		if a.has("remove-files") {
			removes(r, st, a)
		}
	}
}

func unzip(r *reader, st *state, a *args) {
	if a.has("l", "p", "t", "Z") {
		return
	}
	dir := lit(".")
	if d := a.values("d"); len(d) > 0 {
		dir = d[0]
	}
	r.effect(st, Write, dir, a.text, Effect{Tree: true, Maybe: true})
}

func cpio(r *reader, st *state, a *args) {
	if a.has("i", "extract", "p", "pass-through") {
		unzip(r, st, &args{text: a.text, flags: map[string][]Word{"d": a.values("D", "directory")}})
	}
	for _, w := range a.values("O", "F") {
		r.effect(st, Write, w, a.text, Effect{})
	}
}

func firstWrites(r *reader, st *state, a *args) {
	if len(a.rest) > 0 {
		r.effect(st, Write, a.rest[0], a.text, Effect{})
		r.reads(st, a.rest, a.text)
	}
}

// lastWrites is split: its names begin with the last operand.
func lastWrites(r *reader, st *state, a *args) {
	if len(a.rest) > 1 {
		p := a.rest[len(a.rest)-1]
		r.effect(st, Write, Word{Text: p.Text + "aa", glob: escapeGlob(p.Text) + "*"}, a.text, Effect{})
	}
}

func openssl(r *reader, st *state, a *args) {
	// openssl's flags are one dash and a word; its operands follow them.
	for i, w := range a.rest {
		if i >= 0 && a.has("o", "u", "t") && len(w.Text) > 0 {
			r.effect(st, Write, w, a.text, Effect{Maybe: true})
		}
	}
}

// mount --bind gives a directory a second name.
func mount(r *reader, st *state, a *args) {
	if len(a.rest) == 2 {
		st.link(a.rest[1], a.rest[0])
	}
}

// patch changes the file it is given, else those that the patch names.
func patch(r *reader, st *state, a *args) {
	for _, w := range a.values("o", "output") {
		r.effect(st, Write, w, a.text, Effect{})
	}
	if a.has("dry-run") {
		return
	}
	if len(a.rest) > 0 {
		r.effect(st, Write, a.rest[0], a.text, Effect{})
		return
	}
	dir := "."
	if d := a.values("d", "directory"); len(d) > 0 {
		dir = d[0].Text
	}
	r.patched(st, dir, a.text)
}

// patched reports the files that a patch on standard input names.
func (r *reader) patched(st *state, dir, text string) {
	if st.stdin == nil || st.stdin.words != nil {
		r.effect(st, Write, lit(dir), text, Effect{Tree: true, Maybe: true})
		return
	}
	for line := range strings.SplitSeq(st.stdin.text, "\n") {
		for _, mark := range []string{"+++ ", "--- ", "rename to ", "rename from ", "*** ", "diff --git "} {
			rest, ok := strings.CutPrefix(line, mark)
			if !ok {
				continue
			}
			for name := range strings.FieldsSeq(rest) {
				r.patchName(st, dir, name, text)
			}
		}
	}
}

// patchName reports a name in a patch with and without its first part, since
// -p decides which it is.
func (r *reader) patchName(st *state, dir, name, text string) {
	if name == "/dev/null" {
		return
	}
	r.effect(st, Write, lit(join(dir, name)), text, Effect{})
	for rest, ok := name, true; ok; {
		_, rest, ok = strings.Cut(rest, "/")
		if ok {
			r.effect(st, Write, lit(join(dir, rest)), text, Effect{Maybe: true})
		}
	}
}
