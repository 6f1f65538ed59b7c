package shell

import "strings"

// maxOpeners bounds the parser's recursion, which nesting in quotes could hide
// from the depth that tooDeep estimates.
const (
	maxNesting = 100
	maxOpeners = 4000
)

// tooDeep reports whether a text may nest deeper than the parser, which is
// recursive, should follow. It errs towards true for odd texts.
func tooDeep(text string) bool {
	depth, openers := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[', '`':
			depth++
			openers++
		case ')', '}', ']':
			depth = max(0, depth-1)
		case '\n':
			depth -= backticks(text, i)
			depth = max(0, depth)
		case '!', '|', '&':
			openers++
		}
		if depth > maxNesting || openers > maxOpeners {
			return true
		}
	}
	return keywords(text) > maxNesting*10
}

// backticks returns how many backticks the line that ends at i has, since
// they do not tell an opening one from a closing one.
func backticks(text string, i int) int {
	start := strings.LastIndexByte(text[:i], '\n') + 1
	return strings.Count(text[start:i], "`")
}

// keywords counts the words that open a compound command.
func keywords(text string) int {
	n := 0
	for _, w := range []string{"if", "while", "until", "for", "case", "select", "time"} {
		n += strings.Count(text, w+" ")
	}
	return n
}
