package shell

import "strings"

// find reports what find does with the files that it finds.
func (r *reader) find(st *state, argv []Word, text string) {
	roots, name, exprs := findScope(argv[1:])
	under := Word{Text: Unknown, under: &tree{roots: roots, name: name}}
	for i := 0; i < len(exprs); i++ {
		switch exprs[i].Text {
		case "-delete":
			r.effect(st, Remove, under, text, Effect{})
		case "-fprint", "-fprintf", "-fls", "-fprint0":
			if i+1 < len(exprs) {
				r.effect(st, Write, exprs[i+1], text, Effect{})
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			i = r.findExec(st, exprs, i+1, under)
		}
	}
}

// findExec reads the command of -exec with the names that find has found.
func (r *reader) findExec(st *state, exprs []Word, i int, under Word) int {
	var cmd []Word
	for ; i < len(exprs) && exprs[i].Text != ";" && exprs[i].Text != "+"; i++ {
		w := exprs[i]
		switch {
		case w.Text == "{}":
			w = under
		case strings.Contains(w.Text, "{}"):
			w = lit(strings.ReplaceAll(w.Text, "{}", Unknown))
		}
		cmd = append(cmd, w)
	}
	if len(cmd) > 0 {
		r.outer = append(r.outer, "find")
		r.program(st.clone(), cmd, "")
		r.outer = r.outer[:len(r.outer)-1]
	}
	return i
}

// findScope returns the directories that find starts from and the base name
// pattern that every found file has, empty if the tests do not tell.
func findScope(args []Word) (roots, name string, exprs []Word) {
	var dirs []string
	for len(args) > 0 && (args[0].Text == "-L" || args[0].Text == "-P" || args[0].Text == "-H") {
		args = args[1:]
	}
	for len(args) > 0 && !args[0].flag() && args[0].Text != "(" && args[0].Text != "!" {
		dirs = append(dirs, args[0].Text+"\x00"+args[0].glob)
		args = args[1:]
	}
	if len(dirs) == 0 {
		dirs = []string{".\x00"}
	}
	roots = strings.Join(dirs, "\n")
	for i, w := range args {
		switch w.Text {
		case "-o", "-or", "!", "-not", ",":
			return roots, "", args
		case "-name":
			if i+1 < len(args) && name == "" {
				name = args[i+1].Text
			}
		}
	}
	return roots, name, args
}
