package glob

import (
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/gobwas/glob"
)

// maxAlternatives bounds what the braces of a path pattern expand to.
const maxAlternatives = 256

// Path is a compiled path pattern. Names are matched whole, with slashes, and
// either relative to the directory that the pattern is about or absolute:
//
//   - "*" and "?" match slashes and leading dots too;
//   - "**/x" also matches x; "**" must be a whole component;
//   - a pattern without a slash matches the base name at any depth;
//   - a pattern that matches a directory covers what is in it;
//   - "./x" is x, "~/x" is x in the home directory;
//   - an absolute name is matched by absolute patterns and by those that
//     begin with "*".
//
// The zero value matches nothing. It is safe for concurrent use; the engine
// for a pattern is built when it is first needed.
type Path struct {
	pattern string
	needle  string // what every name that is covered contains; "" is not known
	once    sync.Once
	alts    []alternative // set by expand, or from the start
}

// alternative is a path pattern without braces.
type alternative struct {
	text   string // the pattern
	fixed  string // literal text before the first special character
	tail   string // literal text after the last special character
	kind   altKind
	base   bool                         // no slash: matches base names
	engine atomic.Pointer[glob.Pattern] // of globAlt, built when first needed
}

type altKind int

const (
	literalAlt altKind = iota
	belowAlt           // fixed/**
	suffixAlt          // *tail, tail without a slash
	globAlt
)

// CompilePath compiles a path pattern. The error is a *SyntaxError.
func CompilePath(pattern string) (*Path, error) {
	texts, err := alternatives(pattern)
	if err != nil {
		return nil, err
	}
	return &Path{pattern: pattern, alts: compiled(texts)}, nil
}

// CheckedPath is CompilePath for a pattern that CheckPath accepts. Nothing is
// compiled before a name comes that has the pattern's literal part in it, so
// that of a thousand patterns few ever are. A pattern that CheckPath does not
// accept covers everything.
func CheckedPath(pattern string) *Path {
	return &Path{pattern: pattern, needle: needle(pattern)}
}

// expand returns the alternatives.
func (p *Path) expand() []alternative {
	p.once.Do(func() {
		if p.alts != nil {
			return
		}
		texts, err := alternatives(p.pattern)
		if err != nil {
			texts = []string{"**", "/**"}
		}
		p.alts = compiled(texts)
	})
	return p.alts
}

func compiled(texts []string) []alternative {
	alts := make([]alternative, len(texts))
	for i, text := range texts {
		alts[i].init(normalise(text))
	}
	return alts
}

// needle returns the longest part of a path pattern, within one component,
// that each of its alternatives has as it is. Patterns with sets, escapes, more
// than one brace or anything that CheckPath might not accept have none.
func needle(pattern string) string {
	if strings.ContainsAny(pattern, `[]\~`) || strings.Contains(pattern, "..") || !utf8.ValidString(pattern) || loneStars(pattern) >= 0 {
		return ""
	}
	first, last := strings.IndexByte(pattern, '{'), strings.LastIndexByte(pattern, '}')
	if first < 0 && last < 0 {
		return longestPart(pattern)
	}
	if first < 0 || last < first || strings.IndexByte(pattern[last:], '{') >= 0 {
		return ""
	}
	if inside := pattern[first+1 : last]; strings.ContainsAny(inside, "{}") || strings.Count(inside, ",") > maxAlternatives/2 {
		return ""
	}
	before, after := longestPart(pattern[:first]), longestPart(pattern[last+1:])
	if len(after) > len(before) {
		return after
	}
	return before
}

// longestPart is the longest run of literal characters within a component.
func longestPart(pattern string) string {
	longest, start := "", 0
	for i := 0; i <= len(pattern); i++ {
		if i < len(pattern) && pattern[i] != '*' && pattern[i] != '?' && pattern[i] != '/' {
			continue
		}
		if part := pattern[start:i]; len(part) > len(longest) && part != "." {
			longest = part
		}
		start = i + 1
	}
	return longest
}

// CheckPath reports whether CompilePath would accept pattern. The error is a
// *SyntaxError.
func CheckPath(pattern string) error {
	_, err := alternatives(pattern)
	return err
}

// alternatives returns the patterns without braces that a pattern stands for.
func alternatives(pattern string) ([]string, error) {
	if strings.Trim(pattern, "./") == "" && pattern != "." {
		return nil, &SyntaxError{Pattern: pattern, Reason: "names no file"}
	}
	if strings.ContainsAny(pattern, `[{}\`) || strings.Contains(pattern, "\x80") {
		if err := CheckName(pattern); err != nil {
			return nil, err
		}
	}
	if i := loneStars(pattern); i >= 0 {
		return nil, &SyntaxError{Pattern: pattern, Offset: i, Reason: "** must be a whole part of the path; * matches slashes too"}
	}
	texts := expandBraces(pattern)
	if len(texts) > maxAlternatives {
		return nil, &SyntaxError{Pattern: pattern, Reason: "more than 256 alternatives"}
	}
	return texts, nil
}

// loneStars returns the offset of a ** that is part of a longer component.
func loneStars(p string) int {
	for at := 0; ; {
		i := strings.Index(p[at:], "**")
		if i < 0 {
			return -1
		}
		i += at
		at = i + 2
		before := i == 0 || strings.IndexByte("/{,", p[i-1]) >= 0
		after := at == len(p) || strings.IndexByte("/},", p[at]) >= 0
		if !before || !after {
			return i
		}
	}
}

// init fills in what can be told without the engine.
func (a *alternative) init(text string) {
	a.text, a.fixed, a.tail = text, text, text
	a.base = strings.IndexByte(text, '/') < 0
	first := strings.IndexAny(text, special)
	if first < 0 {
		return
	}
	a.fixed, a.tail, a.kind = text[:first], "", globAlt
	if strings.IndexByte(text, '[') < 0 && strings.IndexByte(text, '\\') < 0 {
		a.tail = text[strings.LastIndexAny(text, special)+1:]
	}
	switch {
	case text[first:] == "**" && strings.HasSuffix(a.fixed, "/"):
		a.kind = belowAlt
	case a.base && first == 0 && text[0] == '*' && a.tail != "" && len(a.tail) == len(text)-1:
		a.kind = suffixAlt
	}
}

// normalise cleans what a pattern and its names may differ in without meaning.
func normalise(text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			text = home + "/" + rest
		}
	}
	for strings.HasPrefix(text, "./") && len(text) > 2 {
		text = text[2:]
	}
	if strings.Contains(text, "//") || strings.Contains(text, "/.") {
		text = path.Clean(text)
	}
	if len(text) > 1 {
		text = strings.TrimSuffix(text, "/")
	}
	return text
}

// matcher returns the engine of an alternative.
func (a *alternative) matcher() *glob.Pattern {
	e := a.engine.Load()
	if e == nil {
		e = engine(a.text)
		a.engine.Store(e)
	}
	return e
}

// engine builds the matcher of an alternative. What does not compile, which
// CheckPath has ruled out, matches everything: a guard must not fall open.
func engine(text string) *glob.Pattern {
	var b strings.Builder
	for part := range strings.SplitSeq(text, "/") {
		if part == "**" {
			b.WriteString("{*/,}")
			continue
		}
		b.WriteString(part)
		b.WriteByte('/')
	}
	out := strings.TrimSuffix(b.String(), "/")
	if strings.HasSuffix(text, "/**") || text == "**" {
		out = strings.TrimSuffix(b.String(), "{*/,}") + "*"
	}
	p, err := compile(out)
	if err != nil {
		p, err = glob.Compile("*")
	}
	if err != nil {
		return nil
	}
	return p
}

// String returns the pattern as it was written.
func (p *Path) String() string { return p.pattern }

// Match reports whether the pattern covers a name.
func (p *Path) Match(name string) bool {
	if !strings.Contains(name, p.needle) {
		return false
	}
	alts := p.expand()
	for i := range alts {
		if alts[i].match(name) {
			return true
		}
	}
	return false
}

func (a *alternative) match(name string) bool {
	if strings.HasPrefix(name, "/") != strings.HasPrefix(a.text, "/") {
		return strings.HasPrefix(name, "/") && strings.HasPrefix(a.text, "*") && a.matchText(name)
	}
	if a.base {
		return a.matchBase(name)
	}
	return a.matchText(name)
}

// matchBase matches any component of a name: its base name, or a directory
// that it is in. Since "*" crosses slashes, the rest of the name counts too.
func (a *alternative) matchBase(name string) bool {
	if a.kind == globAlt && a.matchText(name) {
		return true
	}
	for rest, more := name, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if a.whole(part) {
			return true
		}
	}
	return false
}

// matchText matches a name and the directories that it is in.
func (a *alternative) matchText(name string) bool {
	switch a.kind {
	case literalAlt:
		return name == a.text || below(name, a.text)
	case belowAlt:
		return len(name) > len(a.fixed) && strings.HasPrefix(name, a.fixed)
	}
	if !strings.HasPrefix(name, a.fixed) {
		return false
	}
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '/') {
		if a.whole(name[:end]) {
			return true
		}
		if strings.HasSuffix(a.text, "*") {
			return false // it would have matched the longer name
		}
	}
	return false
}

// whole matches a text against the pattern and nothing else.
func (a *alternative) whole(s string) bool {
	switch a.kind {
	case literalAlt:
		return s == a.text
	case suffixAlt:
		return strings.HasSuffix(s, a.tail)
	case belowAlt:
		return len(s) > len(a.fixed) && strings.HasPrefix(s, a.fixed)
	}
	if !strings.HasSuffix(s, a.tail) {
		return false
	}
	e := a.matcher()
	return e == nil || e.Match(s)
}

func below(name, dir string) bool {
	return len(name) > len(dir) && name[len(dir)] == '/' && name[:len(dir)] == dir
}
