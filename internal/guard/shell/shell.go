// Package shell reads a shell script without running it: which simple commands
// it would run, which files it would write, remove or read, and what can't be
// told from its text.
//
// The reading is of Bash. It follows the script's own cd's, variables with
// literal values, functions, nested scripts (bash -c, eval, here-documents into
// a shell) and wrapper commands (sudo, env, xargs …). Where a value can't be
// told, the text carries the [Unknown] mark and the script says so; a reader
// that guards something must treat that as "could be anything". Programs that
// the script starts are taken at their command line: what they do by
// themselves is out of sight, and so are script files that are there already.
// Where it is not sure which of several values a variable has, or whether a cd
// succeeds, all of them are reported: too much, not too little.
package shell

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Unknown stands in texts and paths for a part that the script's text does not
// tell. It can be any text, slashes included, or none.
const Unknown = "\uFFFC"

// Limits of what is read. A script beyond them is reported as unresolved.
const (
	MaxSize   = 64 << 10    // bytes of a script
	maxTotal  = 4 * MaxSize // bytes of a script and of all scripts in it
	maxDepth  = 120         // nested statements, nested scripts count on
	maxSteps  = 20_000      // statements and words, loops unrolled
	maxAlts   = 64          // values that a word can have
	maxUnroll = 16          // turns of a for loop that are followed one by one
)

// Kind says what happens to a file.
type Kind int

const (
	Write  Kind = iota // made or changed
	Remove             // removed, renamed away
	Read               // its content is read
	Mkdir              // made as a directory
)

// FileType is what is found at a path.
type FileType int

const (
	None FileType = iota // nothing there
	File                 // something that is no directory
	Dir                  // a directory, or a link to one
)

// Options tell what the script starts from. The zero value knows nothing.
type Options struct {
	Dir   string                      // working directory, absolute; empty is not known
	Env   func(string) (string, bool) // environment; nil knows no variable
	Stat  func(path string) FileType  // file system; nil finds nothing
	Reads bool                        // report what is read too
	Real  func(path string) string    // follows symbolic links; nil only cleans
}

// Script is what a script does, as far as its text tells.
type Script struct {
	Commands   []Command
	Effects    []Effect
	Unresolved []Unresolved
}

// Command is one simple command.
type Command struct {
	Text    string   // its words with single spaces, quotes and escapes taken away, without assignments and wrappers
	Forms   []string // other texts of the same command: as written with assignments or wrappers, git without its global options
	Needs   string   // the text that an allow list must admit, empty when it need not: the command changes nothing or what it runs is listed itself
	Dynamic bool     // the name of the command is not known
	Line    int      // from 1
}

// Effect is something that a command does to files.
type Effect struct {
	Kind     Kind
	Path     string // absolute unless its start is Unknown; as written: neither cleaned nor resolved
	Glob     string // not empty: a pattern with backslash escapes for existing files; Path is its text where it matches none
	Tree     bool   // everything below Path too
	Name     string // with Tree: only files with a base name like this pattern
	From     string // with Tree: only names that exist below this directory too
	Redirect bool   // by a redirection, not by the command
	Maybe    bool   // the command decides by its data whether it happens
	Command  string // the command's text
	Line     int
}

// Unresolved is something that the text does not tell and that could run any
// command.
type Unresolved struct {
	Limit   bool   // the script is beyond what is read; nothing of it may be known
	What    string // short, for people: "eval of a computed text"
	Command string // the command's text, may be empty
	Line    int
}

// Parse reads a script. It never fails: what it can't read is in Unresolved.
func Parse(script string, opts Options) Script {
	r := &reader{opts: opts}
	st := newState(opts.Dir, opts.Real)
	r.script(st, script, 0)
	return r.out
}

// script reads a text as a script that runs in st.
func (r *reader) script(st *state, text string, line int) {
	if len(text) > MaxSize {
		r.limit("a script of more than 64 KiB", line)
		return
	}
	if r.size += len(text); r.size > maxTotal {
		r.limit("a script that runs too many scripts", line)
		return
	}
	if tooDeep(text) {
		r.limit("a script with deep nesting", line)
		return
	}
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		r.unresolved("a script that does not parse ("+parseReason(err)+")", "", line)
		return
	}
	r.stmts(st, f.Stmts)
}

func parseReason(err error) string {
	if e, ok := errors.AsType[syntax.ParseError](err); ok {
		return e.Text
	}
	return err.Error()
}
