package glob

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/gobwas/glob"
)

// Name is a compiled name pattern. It is safe for concurrent use.
type Name struct {
	pattern string
	prefix  string                        // what every match begins with
	literal bool                          // prefix is all of it
	engine  func() (*glob.Pattern, error) // built when a name gets past the prefix
}

// CompileName compiles a name pattern. The error is a *SyntaxError.
func CompileName(pattern string) (*Name, error) {
	end := strings.IndexAny(pattern, special)
	if end < 0 && utf8.ValidString(pattern) {
		return &Name{pattern: pattern, prefix: pattern, literal: true}, nil
	}
	if err := CheckName(pattern); err != nil {
		return nil, err
	}
	return &Name{
		pattern: pattern,
		prefix:  pattern[:end],
		engine:  sync.OnceValues(func() (*glob.Pattern, error) { return compile(pattern) }),
	}, nil
}

// CheckName reports whether CompileName would accept pattern, without the cost
// of building the matcher. The error is a *SyntaxError.
func CheckName(pattern string) error {
	_, err := rewrite(pattern)
	return err
}

// Match reports whether the whole of name is what the pattern describes.
func (n *Name) Match(name string) bool {
	switch {
	case n.literal:
		return name == n.prefix
	case n.pattern == "*":
		return true
	case !strings.HasPrefix(name, n.prefix):
		return false
	}
	engine, err := n.engine()
	return err == nil && engine.Match(name) // what CheckName accepts compiles
}

// String returns the pattern as it was written.
func (n *Name) String() string { return n.pattern }

// compile builds the engine for a pattern in our syntax.
func compile(pattern string) (*glob.Pattern, error) {
	rewritten, err := rewrite(pattern)
	if err != nil {
		return nil, err
	}
	engine, err := glob.Compile(rewritten)
	if err != nil {
		return nil, &SyntaxError{Pattern: pattern, Reason: err.Error()}
	}
	return engine, nil
}
