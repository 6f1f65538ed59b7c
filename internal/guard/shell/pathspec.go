package shell

import "strings"

// pathspec reports what git does to the files that a pathspec names. Its
// wildcards cross slashes, and the shell does not expand those in quotes.
func (r *reader) pathspec(st *state, kind Kind, w Word, a *args, e Effect) {
	e.Tree = true
	text := w.Text
	if strings.HasPrefix(text, ":") {
		e.Maybe = true
		r.effect(st, kind, lit("."), a.text, e)
		return
	}
	i := strings.IndexAny(text, "*?[")
	if i < 0 || w.glob != "" {
		r.effect(st, kind, w, a.text, e)
		return
	}
	slash := strings.LastIndexByte(text[:i], '/') + 1
	if rest := text[slash:]; rest[0] == '*' && !strings.ContainsAny(rest[1:], "*?[/") {
		e.Name = rest
	} else {
		e.Maybe = true
	}
	r.effect(st, kind, lit("./"+text[:slash]), a.text, e)
}
