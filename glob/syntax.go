package glob

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// special are the characters that make a pattern more than a literal.
const special = `*?[{}\`

// maxSet bounds the characters of one [...] set. Sets are written out for the
// engine, and nobody means half of Unicode.
const maxSet = 4096

// maxDepth bounds how deep alternatives may nest; the engine recurses.
const maxDepth = 20

// SyntaxError says where a pattern can't be understood.
type SyntaxError struct {
	Pattern string
	Offset  int // in bytes, of the offending character
	Reason  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("pattern %q: %s (at character %d)", e.Pattern, e.Reason,
		utf8.RuneCountInString(e.Pattern[:e.Offset])+1)
}

// rewriter turns a pattern of ours into one of the engine.
type rewriter struct {
	in    string
	pos   int
	out   strings.Builder
	depth []int // offsets of the open braces
}

// rewrite returns the engine's form of a pattern. The error is a *SyntaxError.
func rewrite(pattern string) (string, error) {
	r := &rewriter{in: pattern}
	if !utf8.ValidString(pattern) {
		return "", r.fail(0, "not valid UTF-8")
	}
	for r.pos < len(r.in) {
		if err := r.next(); err != nil {
			return "", err
		}
	}
	if len(r.depth) > 0 {
		return "", r.fail(r.depth[len(r.depth)-1], "{ is never closed; write \\{ for the character itself")
	}
	return r.out.String(), nil
}

func (r *rewriter) next() error {
	switch c := r.in[r.pos]; c {
	case '\\':
		return r.escape()
	case '[':
		return r.set()
	case '{':
		if len(r.depth) == maxDepth {
			return r.fail(r.pos, fmt.Sprintf("alternatives nest deeper than %d", maxDepth))
		}
		r.depth = append(r.depth, r.pos)
		r.out.WriteByte(c)
	case '}':
		r.closeBrace()
	case ']':
		r.out.WriteString(`\]`)
	default:
		r.out.WriteByte(c)
	}
	r.pos++
	return nil
}

// closeBrace ends an alternative; without one it is a character like others.
func (r *rewriter) closeBrace() {
	if len(r.depth) == 0 {
		r.out.WriteString(`\}`)
		return
	}
	r.depth = r.depth[:len(r.depth)-1]
	r.out.WriteByte('}')
}

func (r *rewriter) escape() error {
	if r.pos+1 == len(r.in) {
		return r.fail(r.pos, `\ at the end escapes nothing; write \\ for the character itself`)
	}
	_, size := utf8.DecodeRuneInString(r.in[r.pos+1:])
	r.out.WriteString(r.in[r.pos : r.pos+1+size])
	r.pos += 1 + size
	return nil
}

// set rewrites [...]: the engine takes either a list or one range, we take
// any mix of both.
func (r *rewriter) set() error {
	start := r.pos
	r.pos++
	negated := r.pos < len(r.in) && r.in[r.pos] == '!'
	if negated {
		r.pos++
	}
	members, err := r.members(start)
	if err != nil {
		return err
	}
	r.out.WriteByte('[')
	if negated {
		r.out.WriteByte('!')
	}
	r.list(members)
	r.out.WriteByte(']')
	return nil
}

// list writes the members of a set. The engine takes a minus for a member, and
// not for a range, only as the first one and not escaped.
func (r *rewriter) list(members []rune) {
	if slices.Contains(members, '-') {
		r.out.WriteByte('-')
	}
	for _, c := range members {
		if c != '-' {
			r.out.WriteByte('\\')
			r.out.WriteRune(c)
		}
	}
}

// members reads the characters of a set up to its closing bracket. A bracket
// right after the opening one is a member.
func (r *rewriter) members(start int) ([]rune, error) {
	var members []rune
	for first := true; ; first = false {
		if r.pos >= len(r.in) {
			return nil, r.fail(start, "[ is never closed; write \\[ for the character itself")
		}
		if r.in[r.pos] == ']' && !first {
			r.pos++
			slices.Sort(members)
			return slices.Compact(members), nil
		}
		var err error
		if members, err = r.span(start, members); err != nil {
			return nil, err
		}
	}
}

// span appends one member of a set, or the members of one range.
func (r *rewriter) span(start int, members []rune) ([]rune, error) {
	at := r.pos
	low := r.char()
	if r.pos+1 >= len(r.in) || r.in[r.pos] != '-' || r.in[r.pos+1] == ']' {
		return append(members, low), nil
	}
	r.pos++
	high := r.char()
	switch {
	case high < low:
		return nil, r.fail(at, fmt.Sprintf("the range %c-%c runs backwards", low, high))
	case len(members)+int(high-low) >= maxSet:
		return nil, r.fail(start, fmt.Sprintf("the set has more than %d characters", maxSet))
	}
	for c := low; c <= high; c++ {
		members = append(members, c)
	}
	return members, nil
}

// char reads one character of a set, escaped or not.
func (r *rewriter) char() rune {
	if r.in[r.pos] == '\\' && r.pos+1 < len(r.in) {
		r.pos++
	}
	c, size := utf8.DecodeRuneInString(r.in[r.pos:])
	r.pos += size
	return c
}

func (r *rewriter) fail(offset int, reason string) error {
	return &SyntaxError{Pattern: r.in, Offset: offset, Reason: reason}
}
