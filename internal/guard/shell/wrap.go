package shell

import (
	"slices"
	"strings"
	"sync"
)

// wrapper describes a command that runs the command in its arguments.
type wrapper struct {
	values string   // short flags that take the next word, as letters
	long   []string // long flags that take the next word
	skip   int      // words between the flags and the command
	env    bool     // assignments may stand before the command
	counts bool     // an allow list must admit the wrapper itself
	dir    string   // flag whose value is the working directory
	feeds  bool     // more arguments come from standard input
	shell  bool     // the rest is joined to a script
}

var wrappers = sync.OnceValue(func() map[string]wrapper {
	return map[string]wrapper{
		"sudo":       {values: "ugChpTrtUDR", long: []string{"--user", "--group", "--chdir", "--host", "--prompt"}, env: true, counts: true, dir: "-D"},
		"doas":       {values: "uC", env: true, counts: true},
		"su":         {values: "gGsw", counts: true, shell: true},
		"chroot":     {skip: 1, counts: true},
		"env":        {values: "uCS", long: []string{"--unset", "--chdir", "--split-string"}, env: true, dir: "-C"},
		"command":    {},
		"builtin":    {},
		"exec":       {values: "a"},
		"nohup":      {},
		"setsid":     {},
		"time":       {values: "fo", long: []string{"--format", "--output"}},
		"nice":       {values: "n", long: []string{"--adjustment"}},
		"ionice":     {values: "cnp", long: []string{"--class", "--classdata"}},
		"chrt":       {skip: 1},
		"taskset":    {skip: 1},
		"stdbuf":     {values: "ioe", long: []string{"--input", "--output", "--error"}},
		"timeout":    {values: "ks", long: []string{"--kill-after", "--signal"}, skip: 1},
		"gtimeout":   {values: "ks", long: []string{"--kill-after", "--signal"}, skip: 1},
		"watch":      {values: "n", long: []string{"--interval"}, shell: true},
		"xargs":      {values: "aEILnPsd", long: []string{"--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-chars"}, feeds: true},
		"parallel":   {values: "jaI", feeds: true},
		"strace":     {values: "oepsE", counts: true},
		"ltrace":     {values: "oep", counts: true},
		"unshare":    {counts: true},
		"busybox":    {},
		"toybox":     {},
		"caffeinate": {values: "tw"},
		"flock":      {values: "wE", skip: 1},
		"runuser":    {values: "ugGsw", counts: true},
		"nsenter":    {values: "tSG", counts: true},
		"setarch":    {skip: 1},
		"xvfb-run":   {values: "enfsp"},
		"fakeroot":   {values: "ils"},
		"script":     {values: "", counts: true, shell: true},
		"unbuffer":   {},
		"rtk":        {},
	}
})

// wrapped reads the command that a wrapper runs. It returns false if there is
// none, so that the wrapper is read as any other command.
func (r *reader) wrapped(st *state, w wrapper, argv []Word, prefix string, cmd Command) bool {
	args, dir := w.skipFlags(argv[1:])
	if dir != "" {
		st = st.clone()
		st.dirs = st.abs(dir)
	}
	inner := prefix
	if w.env {
		n := assignments(args)
		inner = strings.TrimLeft(inner+joinText(args[:n])+" ", " ")
		args = args[n:]
	}
	args = args[min(w.skip, len(args)):]
	if len(args) == 0 || lookup(argv) {
		return false
	}
	if !w.counts {
		cmd.Needs = ""
	}
	own := ownWords(argv, args)
	r.report(cmd)
	r.wrapperOutput(st, w, own, cmd.Text)
	if w.shell || args[0].Text == "-c" {
		return r.wrappedScript(st, argv)
	}
	r.outer = append(r.outer, joinText(own))
	runs := [][]Word{args}
	if w.feeds {
		runs = r.fed(st, argv, args)
	}
	for _, run := range runs {
		r.program(st, run, inner)
	}
	r.outer = r.outer[:len(r.outer)-1]
	return true
}

// ownWords are the words of a wrapper before the command that it runs. A
// command that env -S splits can have more words than were there.
func ownWords(argv, args []Word) []Word {
	return argv[:max(len(argv)-len(args), 1)]
}

// wrapperOutput reports the file that time, strace and ltrace write to.
func (r *reader) wrapperOutput(st *state, w wrapper, own []Word, text string) {
	switch own[0].Text {
	case "time", "strace", "ltrace":
		a := parseFlags(own, text, flagSpec{w.values, strings.ReplaceAll(strings.Join(w.long, " "), "--", "")})
		for _, f := range a.values("o", "output") {
			r.effect(st, Write, f, text, Effect{})
		}
	}
}

// assignments counts the words in front that set variables.
func assignments(args []Word) int {
	n := 0
	for n < len(args) && strings.Contains(args[n].Text, "=") && !args[n].flag() {
		n++
	}
	return n
}

// lookup reports whether "command -v x" only asks where x is.
func lookup(argv []Word) bool {
	return argv[0].Text == "command" && len(argv) > 1 && (argv[1].Text == "-v" || argv[1].Text == "-V")
}

// skipFlags drops the wrapper's own flags and returns the directory that they
// may set.
func (w wrapper) skipFlags(args []Word) ([]Word, string) {
	dir := ""
	for len(args) > 0 && (args[0].flag() || w.env && args[0].Text == "-") {
		f := args[0].Text
		args = args[1:]
		if f == "--" {
			break
		}
		if text, ok := w.splitText(f); ok {
			return append(fieldsOfText(text), args...), dir
		}
		if v, ok := strings.CutPrefix(f, "--chdir="); ok {
			dir = v
		}
		if !w.takesNext(f) || len(args) == 0 {
			continue
		}
		letter, _ := w.valued(f)
		if f == w.dir || f == "--chdir" {
			dir = args[0].Text
		}
		if letter == 'S' || f == "--split-string" {
			return append(fieldsOfText(args[0].Text), args[1:]...), dir
		}
		args = args[1:]
	}
	return args, dir
}

func (w wrapper) takesNext(f string) bool {
	if strings.HasPrefix(f, "--") {
		return slices.Contains(w.long, f)
	}
	letter, value := w.valued(f)
	return letter != 0 && value == ""
}

// valued returns the flag among the letters of a word that has a value, and
// the value if it stands in the word as well: sudo -nu, nice -n5.
func (w wrapper) valued(f string) (letter byte, value string) {
	if len(f) < 2 || f[0] != '-' || f[1] == '-' {
		return 0, ""
	}
	for i := 1; i < len(f); i++ {
		if strings.IndexByte(w.values, f[i]) >= 0 {
			return f[i], f[i+1:]
		}
	}
	return 0, ""
}

// splitText returns the command line in a flag of env: -S'rm x'.
func (w wrapper) splitText(f string) (string, bool) {
	if text, ok := strings.CutPrefix(f, "--split-string="); ok {
		return text, true
	}
	letter, value := w.valued(f)
	return value, letter == 'S' && value != ""
}

func fieldsOfText(s string) []Word { return words(strings.Fields(s)) }

// fed returns the commands that xargs runs: one with all names from standard
// input, or one for each name if they go to a marked place.
func (r *reader) fed(st *state, argv, args []Word) [][]Word {
	more := []Word{unknownWord()}
	if st.stdin != nil {
		more = st.stdin.fields()
	}
	place := replaceMark(ownWords(argv, args))
	if place == "" || argv[0].Text == "parallel" && !strings.Contains(joinText(args), place) {
		return [][]Word{append(slices.Clone(args), more...)}
	}
	if len(more) > maxAlts {
		more = []Word{unknownWord()}
	}
	var out [][]Word
	for _, m := range more {
		one := make([]Word, len(args))
		for i, a := range args {
			one[i] = a.replaced(place, m)
		}
		out = append(out, one)
	}
	return out
}

// replaced is the word with a name in place of a mark.
func (w Word) replaced(mark string, name Word) Word {
	switch {
	case w.Text == mark:
		return name
	case !strings.Contains(w.Text, mark):
		return w
	}
	out := Word{Text: strings.ReplaceAll(w.Text, mark, name.Text)}
	if name.glob != "" {
		out.glob = strings.ReplaceAll(escapeGlob(w.Text), mark, name.glob)
	}
	return out
}

// fields is the input as separate words.
func (in *input) fields() []Word {
	if in.words != nil {
		return in.words
	}
	return fieldsOfText(in.text)
}

// replaceMark returns the text that xargs replaces with each name, of its own
// words: the flags of the command that it runs are not among them.
func replaceMark(own []Word) string {
	for i, a := range own {
		letter, value := wrappers()["xargs"].valued(a.Text)
		mark, long := strings.CutPrefix(a.Text, "--replace=")
		switch {
		case long:
			return mark
		case letter == 'I' && value == "" && i+1 < len(own):
			return own[i+1].Text
		case letter == 'I':
			return value
		case a.Text == "-i", a.Text == "--replace", own[0].Text == "parallel":
			return "{}"
		}
	}
	return ""
}

func (r *reader) wrappedScript(st *state, argv []Word) bool {
	for i, a := range argv {
		if a.Text == "-c" && i+1 < len(argv) {
			r.nested(st.clone(), argv[i+1], nil)
			return true
		}
	}
	if argv[0].Text == "watch" {
		args, _ := wrappers()["watch"].skipFlags(argv[1:])
		r.nested(st.clone(), lit(joinText(args)), nil)
	}
	return true
}
