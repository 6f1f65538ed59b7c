package shell

import "strings"

// args are the arguments of a command, flags told from operands.
type args struct {
	name   string
	text   string            // the whole command, for people
	flags  map[string][]Word // by name without dashes; a flag without value has an empty word
	rest   []Word
	dashes *int // operands before "--", nil without one
}

func (a *args) has(names ...string) bool {
	for _, n := range names {
		if _, ok := a.flags[n]; ok {
			return true
		}
	}
	return false
}

func (a *args) values(names ...string) []Word {
	var out []Word
	for _, n := range names {
		out = append(out, a.flags[n]...)
	}
	return out
}

func (a *args) set(name string, v Word) { a.flags[name] = append(a.flags[name], v) }

// flagSpec says which flags take a value: letters for short ones, names for
// long ones. A long flag may be shortened, as GNU programs allow.
type flagSpec struct {
	short string
	long  string // separated by spaces
}

// parseFlags tells flags from operands the GNU way: flags may stand anywhere
// before "--".
func parseFlags(argv []Word, text string, spec flagSpec) *args {
	a := &args{name: argv[0].Text, text: text, flags: map[string][]Word{}}
	for i := 1; i < len(argv); i++ {
		w := argv[i]
		switch {
		case w.Text == "--":
			a.dashes = new(len(a.rest))
			a.rest = append(a.rest, argv[i+1:]...)
			return a
		case !w.flag():
			a.rest = append(a.rest, w)
		case strings.HasPrefix(w.Text, "--"):
			i += a.longFlag(argv, i, spec)
		default:
			i += a.shortFlags(argv, i, spec)
		}
	}
	return a
}

// longFlag takes the flag at argv[i] and returns how many words it took beyond
// its own.
func (a *args) longFlag(argv []Word, i int, spec flagSpec) int {
	name, value, found := strings.Cut(argv[i].Text[2:], "=")
	full := spec.complete(name)
	switch {
	case found:
		a.set(full, lit(value))
	case full != "" && strings.Contains(" "+spec.long+" ", " "+full+" ") && i+1 < len(argv):
		a.set(full, argv[i+1])
		return 1
	default:
		a.set(full, Word{})
	}
	return 0
}

// complete returns the full name of a shortened long flag.
func (s flagSpec) complete(name string) string {
	for full := range strings.FieldsSeq(s.long) {
		if strings.HasPrefix(full, name) && len(name) > 1 {
			return full
		}
	}
	return name
}

func (a *args) shortFlags(argv []Word, i int, spec flagSpec) int {
	letters := argv[i].Text[1:]
	for j := range len(letters) {
		name := letters[j : j+1]
		if !strings.Contains(spec.short, name) {
			a.set(name, Word{})
			continue
		}
		if j+1 < len(letters) {
			a.set(name, lit(letters[j+1:]))
			return 0
		}
		if i+1 < len(argv) {
			a.set(name, argv[i+1])
			return 1
		}
		a.set(name, Word{})
	}
	return 0
}
