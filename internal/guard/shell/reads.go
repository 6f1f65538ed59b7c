package shell

import "strings"

// reads reports the arguments of a program as files that it may read. A program
// that is known to read its operands is taken at that; of others, words that
// are no file do no harm.
func (r *reader) reads(st *state, argv []Word, text string) {
	if r.mute > 0 || !r.opts.Reads || silent(argv[0].Text) {
		return
	}
	deep, name := recursive(argv), included(argv)
	sure := readsOperands(argv[0].Text)
	for _, w := range argv[1:] {
		if !sure && (!w.known() || strings.Contains(st.abs(w.Text)[0], Unknown)) {
			continue
		}
		if !w.flag() {
			r.effect(st, Read, w, text, Effect{Tree: deep, Name: name})
		}
		for _, part := range embedded(w.Text) {
			r.effect(st, Read, lit(part), text, Effect{})
		}
	}
}

// embedded returns the file names that an argument may carry behind a flag, a
// key or a revision.
func embedded(s string) []string {
	var out []string
	for i := range len(s) {
		if strings.IndexByte("=:@,<", s[i]) >= 0 && i+1 < len(s) {
			out = append(out, s[i+1:])
		}
	}
	if len(s) > 2 && s[0] == '-' && s[1] != '-' {
		out = append(out, s[2:])
	}
	return out
}

// silent reports whether a program never shows the content of its arguments.
func silent(name string) bool {
	switch name {
	case "echo", "printf", "ls", "stat", "test", "[", "true", "basename", "dirname", "realpath", "readlink", "which", "type", "kill", "sleep", "date", "du", "df", "export", "unset", "umask":
		return true
	}
	return false
}

func readsOperands(name string) bool {
	switch name {
	case "cat", "head", "tail", "less", "more", "tac", "nl", "bat", "grep", "egrep", "fgrep", "rg", "xxd", "od", "hexdump", "strings", "base64", "cut", "sort", "uniq", "diff", "cmp", "jq", "view":
		return true
	}
	return false
}

// included returns the only base name pattern of files that grep looks into.
func included(argv []Word) string {
	pattern := ""
	for _, w := range argv[1:] {
		if p, ok := strings.CutPrefix(w.Text, "--include="); ok {
			if pattern != "" || strings.ContainsAny(p, "{/"+Unknown) {
				return ""
			}
			pattern = p
		}
	}
	return pattern
}

// recursive reports whether a search goes through directories.
func recursive(argv []Word) bool {
	switch argv[0].Text {
	case "grep", "egrep", "fgrep", "diff", "zip":
	default:
		return false
	}
	for _, w := range argv[1:] {
		if w.flag() && !strings.HasPrefix(w.Text, "--") && strings.ContainsAny(w.Text, "rR") || w.Text == "--recursive" {
			return true
		}
	}
	return false
}
