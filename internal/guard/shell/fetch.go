package shell

import "strings"

// curl writes to -o, and with -O to the last part of its addresses.
func curl(r *reader, st *state, a *args) {
	dir := "."
	if d := a.values("output-dir"); len(d) > 0 {
		dir = d[0].Text
	}
	for _, w := range a.values("o", "output", "D", "dump-header", "c", "cookie-jar", "trace", "trace-ascii", "stderr", "libcurl", "etag-save", "hsts", "alt-svc") {
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
