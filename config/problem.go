package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong in a configuration file.
type Problem struct {
	Position

	Path    string // of the key: stop.commands[0].timeout; "" for the whole file
	Message string // what is wrong, what is allowed, and the mend
}

// String returns file:line:col: path: message.
func (p Problem) String() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{p.Position.String(), p.Path, p.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// Error is a file that is not valid, with all of its problems in the order of
// the file. There is at least one.
type Error struct {
	Problems []Problem
}

// Error returns the first problem and how many there are.
func (e *Error) Error() string {
	if more := len(e.Problems) - 1; more > 0 {
		return fmt.Sprintf("%s (and %d more)", e.Problems[0], more)
	}
	return e.Problems[0].String()
}

func sortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}
