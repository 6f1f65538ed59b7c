package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirects reads the redirections of a statement: files that they write or
// read, and the text that they feed to the command.
func (r *reader) redirects(st *state, s *syntax.Stmt) {
	for _, rd := range s.Redirs {
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			st.stdin = r.heredoc(st, &syntax.Stmt{Redirs: []*syntax.Redirect{rd}})
		case syntax.RdrIn:
			st.stdin = nil
			r.redirected(st, s, rd, Read)
		case syntax.DplIn:
			r.single(st, rd.Word)
		default:
			r.redirected(st, s, rd, Write)
		}
	}
}

// redirected reports the file of one redirection.
func (r *reader) redirected(st *state, s *syntax.Stmt, rd *syntax.Redirect, kind Kind) {
	for _, w := range r.target(st, rd.Word) {
		if rd.Op == syntax.DplOut && (w.Text == "-" || strings.Trim(w.Text, "0123456789-") == "") {
			continue
		}
		if kind == Read {
			r.feed(st, w)
		}
		r.effect(st, kind, w, rd.Op.String()+" "+w.Text, Effect{Redirect: true})
		if kind == Write {
			r.remember(st, s, w)
		}
	}
}

// feed gives the next command a file that the script wrote itself.
func (r *reader) feed(st *state, w Word) {
	if t, ok := st.text(w); ok {
		st.stdin = &input{text: t}
	}
}

// remember keeps the text of a file that the script writes, since it may run
// it later.
func (r *reader) remember(st *state, s *syntax.Stmt, w Word) {
	quiet := r.quiet()
	defer r.loud(quiet)
	text := Unknown
	if in := r.output(st, s); in != nil && in.words == nil {
		text = in.text
	}
	st.write(w, text)
}

// write notes the text of a file. What was there before may still be there,
// since not every write is sure to happen.
func (st *state) write(w Word, text string) {
	for _, p := range cleanDirs(st.abs(w.Text)) {
		switch old := st.texts[p]; {
		case old == "":
		case strings.Contains(old, text):
			text = old
		default:
			text = old + "\n" + text
		}
		if len(text) > MaxSize {
			text = Unknown
		}
		st.texts[p] = text
	}
}

// text returns the text of a file that the script wrote.
func (st *state) text(w Word) (string, bool) {
	if len(st.texts) == 0 {
		return "", false
	}
	for _, p := range st.abs(w.Text) {
		if t, ok := st.texts[p]; ok {
			return t, true
		}
		if t, ok := st.texts[cleanDirs([]string{p})[0]]; ok {
			return t, true
		}
	}
	return "", false
}

// effect reports one thing that happens to the file that a word names. The
// rest of the effect comes from e.
func (r *reader) effect(st *state, kind Kind, w Word, command string, e Effect) {
	if r.mute > 0 || harmlessDevice(w.Text) || w.Text == "" || kind == Read && !r.opts.Reads {
		return
	}
	e.Kind, e.Command, e.Line = kind, command, r.line
	if w.under != nil {
		r.effectUnder(st, w.under, e)
		return
	}
	paths := st.abs(w.Text)
	globs := make([]string, len(paths))
	if w.glob != "" {
		globs = st.abs(w.glob)
	}
	for i, p := range paths {
		e.Path, e.Glob = p, ""
		if i < len(globs) {
			e.Glob = globs[i]
		}
		r.out.Effects = append(r.out.Effects, e)
	}
}

func (r *reader) effectUnder(st *state, t *tree, e Effect) {
	e.Tree, e.Name, e.Maybe = true, t.name, e.Maybe || t.some
	for root := range strings.SplitSeq(t.roots, "\n") {
		text, glob, _ := strings.Cut(root, "\x00")
		r.effect(st, e.Kind, Word{Text: text, glob: glob}, e.Command, e)
	}
}

func harmlessDevice(p string) bool {
	switch p {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/urandom", "-":
		return true
	}
	return strings.HasPrefix(p, "/dev/fd/")
}
