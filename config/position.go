package config

import "fmt"

// Position is a place in a configuration file. The zero value is no place.
type Position struct {
	File string // as it was opened
	Line int    // from 1
	Col  int    // from 1, counted in characters
}

// String returns file:line:col, or file:line when the column is not known.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
