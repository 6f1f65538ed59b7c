package shell

import (
	"path"
	"strings"
)

// builtin reads commands that change the shell's state or run scripts. It
// returns false if the command is none of them.
func (r *reader) builtin(st *state, argv []Word, cmd *Command) bool {
	args := argv[1:]
	switch argv[0].Text {
	case "cd":
		r.chdir(st, args)
	case "pushd":
		if len(args) == 0 {
			args = []Word{lit("-")} // it swaps the two directories on top
		}
		r.chdir(st, args)
	case "popd":
		st.dirs = []string{Unknown}
	case "eval":
		cmd.Needs = ""
		r.eval(st, args)
	case ".", "source":
		if len(args) > 0 {
			r.scriptFile(st, args[0], args[1:])
		}
	case "trap":
		r.trap(st, args)
	case "alias":
		r.aliases(st, args)
	case "read", "mapfile", "readarray":
		r.read(st, args)
	case "set":
		r.set(st, args)
	case "shift":
		if len(st.args) > 0 {
			st.args = st.args[1:]
		}
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "fish", "rbash":
		r.interpreter(st, argv, cmd)
	case "python", "python2", "python3", "pypy", "perl", "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "Rscript", "osascript", "pwsh", "powershell":
		r.code(st, argv, cmd.Text)
		return false
	case "at", "batch":
		r.fromStdin(st, cmd)
	case "ssh", "docker", "podman", "kubectl":
	default:
		return false
	}
	return true
}

// chdir follows cd. A directory that is not there may be made before, or the
// cd may fail: both are kept unless && follows.
func (r *reader) chdir(st *state, args []Word) {
	for len(args) > 0 && args[0].flag() {
		args = args[1:]
	}
	to := lit(r.env("HOME"))
	if len(args) > 0 {
		to = args[0]
	}
	old := st.dirs
	switch {
	case to.Text == "-":
		st.dirs = st.prev
		if len(st.prev) == 0 {
			st.dirs = []string{Unknown}
		}
	case !to.known() || to.glob != "":
		st.dirs = []string{Unknown}
	default:
		st.dirs = cleanDirs(append(st.abs(to.Text), st.cdPath(to.Text)...))
	}
	st.prev, st.cd = old, st.dirs
	if !r.areDirs(st.dirs) {
		st.dirs = union(st.dirs, old)
	}
}

// cdPath returns where CDPATH may lead a cd.
func (st *state) cdPath(to string) []string {
	var out []string
	for _, list := range st.vars["CDPATH"] {
		for dir := range strings.SplitSeq(list.Text, ":") {
			if dir != "" && !strings.HasPrefix(to, "/") {
				out = append(out, st.abs(join(dir, to))...)
			}
		}
	}
	return out
}

// cleanDirs takes out the dots, as cd does: it follows the name, not the file
// system.
func cleanDirs(dirs []string) []string {
	out := make([]string, len(dirs))
	for i, d := range dirs {
		out[i] = d
		if strings.HasPrefix(d, "/") {
			out[i] = path.Clean(d)
		}
	}
	return out
}

func (r *reader) areDirs(dirs []string) bool {
	for _, d := range dirs {
		if r.stat(d) != Dir {
			return false
		}
	}
	return true
}

func (r *reader) stat(p string) FileType {
	if r.opts.Stat == nil || !strings.HasPrefix(p, "/") || strings.Contains(p, Unknown) {
		return None
	}
	return r.opts.Stat(p)
}

func (r *reader) eval(st *state, args []Word) {
	saved := st.args
	if len(args) > 0 && args[0].Text == "--" {
		args = args[1:]
	}
	r.nested(st, lit(joinText(args)), saved)
	st.args = saved
}

func (r *reader) trap(st *state, args []Word) {
	if len(args) > 1 && args[0].Text != "-" && !args[0].flag() {
		r.nested(st.clone(), args[0], []Word{})
	}
}

func (r *reader) aliases(st *state, args []Word) {
	for _, a := range args {
		if name, text, ok := strings.Cut(a.Text, "="); ok {
			st.alias[name] = text
		}
	}
}

// read sets its variables from a known standard input, else to any value.
func (r *reader) read(st *state, args []Word) {
	vals := []Word{unknownWord()}
	if st.stdin != nil && len(args) > 0 {
		vals = append(st.stdin.fields(), words(strings.Split(st.stdin.text, "\n"))...)
		if marks := st.separators(); marks != "" {
			vals = append(vals, fieldsOfText(blanked(st.stdin.text, marks))...)
		}
	}
	for _, a := range args {
		if !a.flag() {
			st.vars[a.Text] = vals
		}
	}
}

// set takes positional parameters after --.
func (r *reader) set(st *state, args []Word) {
	for i, a := range args {
		if a.Text == "--" {
			st.args = append([]Word{}, expanded(args[i+1:])...)
			return
		}
		if !a.flag() && !strings.HasPrefix(a.Text, "+") && a.Text != "pipefail" && a.Text != "errexit" {
			st.args = append([]Word{}, expanded(args[i:])...)
			return
		}
		if a.Text == "-o" || a.Text == "+o" {
			return
		}
	}
}

// quoteAll writes words so that they read back as themselves.
func quoteAll(ws []Word) string {
	var b strings.Builder
	for _, w := range ws {
		if w.glob != "" {
			b.WriteString(" " + quoteGlob(w.glob))
			continue
		}
		b.WriteString(" '" + strings.ReplaceAll(w.Text, "'", `'\''`) + "'")
	}
	return b.String()
}

// quoteGlob writes a pattern so that it reads back as itself.
func quoteGlob(glob string) string {
	var b strings.Builder
	for i := range len(glob) {
		if strings.IndexByte(" \t'\"$`&|;<>(){}#~!", glob[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(glob[i])
	}
	return b.String()
}
