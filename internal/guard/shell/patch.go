package shell

import "strings"

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
	if st.stdin == nil || st.stdin.words != nil || strings.Contains(st.stdin.text, Unknown) {
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
