package shell

import (
	"path"
	"strings"
	"sync"
)

// gitSplit takes git's global options from a command line.
func gitSplit(argv []Word) (global, rest []Word) {
	rest = argv[1:]
	for len(rest) > 0 && rest[0].flag() {
		n := 1
		switch rest[0].Text {
		case "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix", "--config-env":
			n = min(2, len(rest))
		}
		global = append(global, rest[:n]...)
		rest = rest[n:]
	}
	return global, rest
}

// gitPlain is the text of a git command without its global options.
func gitPlain(argv []Word) string {
	_, rest := gitSplit(argv)
	return strings.TrimSpace("git " + joinText(rest))
}

// gitNeeds is what an allow rule must admit: options that make git run
// something else are part of it, -C is not.
func gitNeeds(argv []Word, full, plain string) string {
	global, _ := gitSplit(argv)
	for i := 0; i < len(global); i += 2 {
		if global[i].Text != "-C" && global[i].Text != "--no-pager" && global[i].Text != "-P" {
			return full
		}
		if global[i].Text != "-C" {
			i--
		}
	}
	return plain
}

// gitState is the state that git works in: -C and --work-tree move it.
func gitState(st *state, global []Word) *state {
	for i, w := range global {
		dir := ""
		switch {
		case (w.Text == "-C" || w.Text == "--work-tree") && i+1 < len(global):
			dir = global[i+1].Text
		case strings.HasPrefix(w.Text, "--work-tree="):
			dir = w.Text[len("--work-tree="):]
		}
		if dir != "" {
			st = st.clone()
			st.dirs = st.abs(dir)
		}
	}
	return st
}

// gitWriters are the subcommands that change files in the working tree.
var gitWriters = sync.OnceValue(func() map[string]program {
	return map[string]program{
		"checkout":       {flagSpec{"bB", ""}, gitCheckout},
		"switch":         {flagSpec{"cC", ""}, gitSwitch},
		"restore":        {flagSpec{"s", "source pathspec-from-file"}, gitRestore},
		"rm":             {flagSpec{}, gitRm},
		"mv":             {flagSpec{}, gitMv},
		"clean":          {flagSpec{"e", "exclude"}, gitClean},
		"stash":          {flagSpec{"m", "message"}, gitStash},
		"reset":          {flagSpec{}, gitReset},
		"checkout-index": {flagSpec{"", ""}, gitWhole},
		"read-tree":      {flagSpec{"", ""}, gitWhole},
		"apply":          {flagSpec{"pC", "directory exclude include"}, gitApply},
		"am":             {flagSpec{"pC", "directory"}, gitApply},
		"config":         {flagSpec{"f", "file"}, outputs("f", "file")},
		"show":           {flagSpec{"", "output"}, gitOutput},
		"diff":           {flagSpec{"", "output"}, gitOutput},
		"log":            {flagSpec{"n", "output"}, gitOutput},
		"archive":        {flagSpec{"o", "output"}, outputs("o", "output")},
		"bundle":         {flagSpec{}, writes},
		"init":           {flagSpec{"b", "template"}, makesDirs},
	}
})

func (r *reader) git(st *state, argv []Word, text string) {
	global, rest := gitSplit(argv)
	if len(rest) == 0 {
		return
	}
	for i, w := range global {
		if w.Text == "-c" && i+1 < len(global) && runsByConfig(global[i+1].Text) {
			r.unresolved("git configured to run something", text, r.line)
		}
	}
	if !rest[0].known() {
		r.unresolved("a git command that is computed", text, r.line)
		return
	}
	if rest[0].Text == "config" {
		r.gitSettings(st, rest[1:])
	}
	st = gitState(st, global)
	if w, ok := gitWriters()[rest[0].Text]; ok {
		w.do(r, st, parseFlags(rest, text, w.flags))
		return
	}
	r.gitRuns(st, rest, text)
}

// gitRuns reads the subcommands that run commands.
func (r *reader) gitRuns(st *state, rest []Word, text string) {
	for i, w := range rest {
		if i+1 >= len(rest) {
			break
		}
		switch rest[0].Text + " " + w.Text {
		case "rebase -x", "rebase --exec", "submodule foreach", "filter-branch --tree-filter", "filter-branch --index-filter", "difftool -x":
			r.nested(st.clone(), rest[i+1], []Word{})
		case "bisect run":
			r.program(st.clone(), rest[i+1:], "")
		}
	}
	_ = text
}

// runsByConfig reports whether a setting is the text of a command.
func runsByConfig(setting string) bool {
	name, value, _ := strings.Cut(strings.ToLower(setting), "=")
	if strings.HasPrefix(name, "alias.") {
		return true
	}
	for _, s := range []string{"pager", "editor", "sshcommand", "hookspath", "fsmonitor", "textconv", "filter", "external", "askpass", "helper", "program", "proxy"} {
		if strings.Contains(name, s) && value != "" && value != "cat" && value != "true" {
			return true
		}
	}
	return false
}

func gitOutput(r *reader, st *state, a *args) {
	for _, w := range a.values("output") {
		r.effect(st, Write, w, a.text, Effect{})
	}
	r.reads(st, append([]Word{lit("git")}, a.rest...), a.text)
}

// gitCheckout writes the files after "--", or its operands where they are
// files: "git checkout x" is a branch or a path.
func gitCheckout(r *reader, st *state, a *args) {
	if a.has("b", "B", "orphan", "t", "track") {
		return
	}
	paths := a.rest
	if a.dashes != nil {
		paths = paths[*a.dashes:]
	} else {
		gitSwitch(r, st, a)
	}
	for _, w := range paths {
		var e Effect
		if a.dashes == nil {
			e.Maybe = r.stat(st.abs(w.Text)[0]) == None
			if e.Maybe && w.known() && !strings.ContainsAny(w.Text, "./") {
				continue
			}
		}
		r.pathspec(st, Write, w, a, e)
	}
}

// gitSwitch goes to another branch, with force over the files as they are.
func gitSwitch(r *reader, st *state, a *args) {
	if a.has("f", "force", "discard-changes") {
		gitWhole(r, st, a)
	}
}

func gitRestore(r *reader, st *state, a *args) {
	if a.has("staged", "S") && !a.has("worktree", "W") {
		return
	}
	for _, w := range a.rest {
		r.pathspec(st, Write, w, a, Effect{})
	}
}

func gitRm(r *reader, st *state, a *args) {
	if a.has("cached", "dry-run", "n") {
		return
	}
	for _, w := range a.rest {
		r.pathspec(st, Remove, w, a, Effect{})
	}
}

func gitMv(r *reader, st *state, a *args) {
	a.name = "mv"
	copies(r, st, a)
}

func gitClean(r *reader, st *state, a *args) {
	if a.has("n", "dry-run") || !a.has("f", "force") {
		return
	}
	dirs := a.rest
	if len(dirs) == 0 {
		dirs = []Word{lit(".")}
	}
	for _, w := range dirs {
		r.effect(st, Remove, w, a.text, Effect{Tree: true, Maybe: true})
	}
}

func gitStash(r *reader, st *state, a *args) {
	if len(a.rest) > 0 {
		switch a.rest[0].Text {
		case "list", "show", "drop", "clear", "create", "store":
			return
		}
	}
	r.effect(st, Write, lit("."), a.text, Effect{Tree: true, Maybe: true})
}

// gitWhole is a command that may write any tracked file.
func gitWhole(r *reader, st *state, a *args) {
	r.effect(st, Write, lit("."), a.text, Effect{Tree: true, Maybe: true})
}

func gitReset(r *reader, st *state, a *args) {
	if a.has("hard", "merge", "keep") {
		r.effect(st, Write, lit("."), a.text, Effect{Tree: true, Maybe: true})
	}
}

func gitApply(r *reader, st *state, a *args) {
	if a.has("check", "stat", "numstat", "summary", "cached", "abort", "quit") {
		return
	}
	in := st
	if len(a.rest) > 0 {
		in = st.clone()
		in.stdin = nil
		if t, ok := st.text(a.rest[0]); ok {
			in.stdin = &input{text: t}
		}
	}
	r.patched(in, ".", a.text)
}

// gitPrints knows what git rev-parse --show-toplevel prints.
func (r *reader) gitPrints(st *state, args []Word) *input {
	if joinText(args) != "rev-parse --show-toplevel" || len(st.dirs) != 1 {
		return nil
	}
	for d := st.dirs[0]; len(d) > 1; d = path.Dir(d) {
		if r.stat(d+"/.git") != None {
			return &input{words: []Word{lit(d)}}
		}
	}
	return nil
}
