package glob

import (
	"strings"
	"unicode/utf8"

	"github.com/gobwas/glob"
)

// Name is a compiled name pattern. The zero value matches only the empty
// string. It is safe for concurrent use.
type Name struct {
	pattern string
	literal string        // what a pattern without special characters matches
	engine  *glob.Pattern // nil for literals and for "*"
	all     bool
}

// CompileName compiles a name pattern. The error is a *SyntaxError.
func CompileName(pattern string) (*Name, error) {
	if pattern == "*" {
		return &Name{pattern: pattern, all: true}, nil
	}
	if !strings.ContainsAny(pattern, special) && utf8.ValidString(pattern) {
		return &Name{pattern: pattern, literal: pattern}, nil
	}
	engine, err := compile(pattern)
	if err != nil {
		return nil, err
	}
	return &Name{pattern: pattern, engine: engine}, nil
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
	case n.all:
		return true
	case n.engine == nil:
		return name == n.literal
	}
	return n.engine.Match(name)
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
