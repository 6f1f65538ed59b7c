package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// output returns what a statement prints, nil if the text does not tell. It
// knows the few commands that scripts compute names with.
func (r *reader) output(st *state, s *syntax.Stmt) *input {
	if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && b.Op == syntax.Pipe {
		return r.filtered(st, b)
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	quiet := r.quiet()
	defer r.loud(quiet)
	argv := r.args(st, call.Args)
	if len(argv) != 1 || len(argv[0]) == 0 {
		return nil
	}
	return r.printed(st, argv[0], s)
}

// filtered returns the output of a pipe whose last command only sorts or
// picks lines.
func (r *reader) filtered(st *state, b *syntax.BinaryCmd) *input {
	call, ok := b.Y.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	switch call.Args[0].Lit() {
	case "sort", "uniq", "head", "tail", "cat":
		in := r.output(st, b.X)
		if in != nil && (in.words != nil || call.Args[0].Lit() == "cat") {
			return in
		}
	}
	return nil
}

func (r *reader) printed(st *state, argv []Word, s *syntax.Stmt) *input {
	name, args := argv[0].Text, argv[1:]
	switch name {
	case "echo":
		if in := names(args); in != nil {
			return in
		}
		return echo(args)
	case "printf":
		if in := names(args); in != nil {
			return in
		}
		return printf(args)
	case "pwd":
		return &input{words: words(st.dirs)}
	case "cat":
		if len(args) == 0 && st.stdin != nil {
			return st.stdin
		}
		if len(args) == 0 {
			return r.heredoc(st, s)
		}
		if t, ok := st.text(args[0]); ok && len(args) == 1 {
			return &input{text: t}
		}
	case "mktemp":
		return mktemp(args)
	case "find":
		roots, pattern, _ := findScope(args)
		return &input{words: []Word{{Text: Unknown, under: &tree{roots: roots, name: pattern}}}}
	case "ls":
		return list(args)
	case "grep", "egrep", "fgrep", "rg":
		return r.searched(st, argv)
	case "date", "nproc", "id", "wc":
		if len(args) == 0 || !strings.ContainsAny(joinText(args), "/"+Unknown) && numericFormat(args) {
			return &input{words: []Word{digits()}}
		}
	case "git":
		return r.gitPrints(st, args)
	}
	return nil
}

// names returns the arguments as names if the shell replaces some of them by
// names of files; else nil.
func names(args []Word) *input {
	for _, a := range args {
		if a.glob != "" || a.under != nil {
			return &input{words: expanded(args)}
		}
	}
	return nil
}

// numericFormat reports whether date or id print digits and marks only.
func numericFormat(args []Word) bool {
	for _, a := range args {
		t := a.Text
		if strings.HasPrefix(t, "+") && strings.Trim(t, "+%YmdHMSsNjFT-_:") != "" {
			return false
		}
	}
	return true
}

func echo(args []Word) *input {
	nl := "\n"
	for len(args) > 0 && len(args[0].Text) > 1 && strings.Trim(args[0].Text, "-neE") == "" && args[0].flag() {
		if strings.Contains(args[0].Text, "n") {
			nl = ""
		}
		if strings.Contains(args[0].Text, "e") {
			args = []Word{args[0], lit(ansiC(joinText(args[1:])))}
		}
		args = args[1:]
	}
	return &input{text: joinText(args) + nl}
}

// printf knows formats of plain text and %s; others are not told.
func printf(args []Word) *input {
	if len(args) == 0 {
		return nil
	}
	format, rest := ansiC(args[0].Text), args[1:]
	n := strings.Count(format, "%s")
	if strings.Count(format, "%") != n {
		return nil
	}
	var b strings.Builder
	for first := true; first || n > 0 && len(rest) > 0; first = false {
		for piece := range strings.SplitSeq(format, "%s") {
			b.WriteString(piece)
			if len(rest) > 0 {
				b.WriteString(rest[0].Text)
				rest = rest[1:]
			}
		}
		if n == 0 {
			break
		}
	}
	return &input{text: b.String()}
}

// mktemp makes its file in the directory for such files, unless it is told
// another one.
func mktemp(args []Word) *input {
	for _, a := range args {
		t := a.Text
		if t != "-d" && t != "-t" && t != "-q" && strings.ContainsAny(t, "/p"+Unknown) {
			return nil
		}
		if !a.flag() && !strings.Contains(joinText(args), "-t") {
			return nil
		}
	}
	return &input{words: []Word{lit("/tmp/tmp.conclaude-unknown")}}
}

// list is the output of ls: names in the working directory or of the words
// themselves.
func list(args []Word) *input {
	var out []Word
	for _, a := range args {
		if a.flag() {
			continue
		}
		if a.glob == "" {
			return nil
		}
		out = append(out, a)
	}
	if out == nil {
		out = []Word{{Text: "*", glob: "*"}}
	}
	return &input{words: expanded(out)}
}

// document returns the text of a here-document: as it stands if its delimiter
// is quoted, else with expansions as in double quotes.
func (r *reader) document(st *state, rd *syntax.Redirect) string {
	if rd.Hdoc == nil {
		return ""
	}
	if !quotedWord(rd.Word) {
		var vals []Word
		for _, p := range r.doubleQuoted(st, &syntax.DblQuoted{Parts: rd.Hdoc.Parts}, []part{{}}) {
			vals = append(vals, p.word())
		}
		return one(vals)
	}
	var b strings.Builder
	for _, p := range rd.Hdoc.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			b.WriteString(l.Value)
		}
	}
	return b.String()
}

func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok || strings.Contains(l.Value, `\`) {
			return true
		}
	}
	return false
}

// one returns the text of the only value, Unknown if there are several.
func one(vals []Word) string {
	if len(vals) != 1 {
		return Unknown
	}
	return vals[0].Text
}

// heredoc returns the text of the here-document or here-string of a statement.
func (r *reader) heredoc(st *state, s *syntax.Stmt) *input {
	for _, rd := range s.Redirs {
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			return &input{text: r.document(st, rd)}
		case syntax.WordHdoc:
			return &input{text: one(r.single(st, rd.Word)) + "\n"}
		}
	}
	return nil
}
