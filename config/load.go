package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"

	"gopkg.in/yaml.v3"
)

// MaxSize is how large a configuration file may be, in bytes.
const MaxSize = 4 << 20

// Load reads a configuration file. The error is an *Error for a file that is
// not valid, otherwise what kept the file from being read.
func Load(file string) (*Config, []byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, nil, err
	}
	c, err := Parse(file, data)
	return c, data, err
}

// Parse reads the text of a configuration file; file is its name, for
// positions and for the directory that commands run in. The error is an *Error.
func Parse(file string, data []byte) (*Config, error) {
	root, problem := parseYAML(file, data)
	if problem != nil {
		return nil, &Error{[]Problem{*problem}}
	}
	c := &Config{File: file, Dir: filepath.Dir(file)}
	d := &decoder{file: file, types: map[reflect.Type]*structure{}}
	if root != nil {
		d.value(root, reflect.ValueOf(c).Elem(), &Field{}, nil)
	}
	if len(d.problems) > 0 {
		sortProblems(d.problems)
		return nil, &Error{d.problems}
	}
	if c.Notifications.Enabled {
		d.warnings = append(d.warnings, Problem{c.Notifications.Pos, "notifications", "this version shows no desktop notifications; the rest of the file works"})
	}
	c.Warnings = d.warnings
	return c, nil
}

// parseYAML returns the top node, nil for an empty file.
func parseYAML(file string, data []byte) (*yaml.Node, *Problem) {
	if len(data) > MaxSize {
		return nil, &Problem{Position{File: file}, "", fmt.Sprintf("wanted at most %d bytes", MaxSize)}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	err := decoder.Decode(&document)
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, syntaxProblem(file, data, err)
	}
	switch err := decoder.Decode(&second); {
	case errors.Is(err, io.EOF):
		return document.Content[0], nil
	case err != nil:
		return nil, syntaxProblem(file, data, err)
	}
	return nil, &Problem{Position{file, second.Line, second.Column}, "", "a second document starts here; only one is read, so join them"}
}

// syntaxProblem gives an error of the YAML package a position and a hint. The
// package itself often names the line where the surrounding block began.
func syntaxProblem(file string, data []byte, err error) *Problem {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := regexp.MustCompile(`^line \d+: (.*)`).FindStringSubmatch(message); m != nil {
		message = m[1]
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	n := culprit(lines, err.Error())
	text := lines[n-1]
	indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
	p := &Problem{Position{file, n, len(indent) + 1}, "", "not YAML: " + message + mend(message)}
	if tab := bytes.IndexByte(indent, '\t'); tab >= 0 {
		p.Col, p.Message = tab+1, "not YAML: the line is indented with a tab; use spaces"
	}
	return p
}

// mend is what to do about an error of the YAML package: most of them are a
// value that needs quotes.
func mend(message string) string {
	has := func(s string) bool { return strings.Contains(message, s) }
	switch {
	case has("mapping values are not allowed"):
		return ` (a value with ": " in it needs quotes or a block, "run: |"; or this line is indented too far, or the one above lacks its colon)`
	case has("alphabetic or numeric character"):
		return ` (put the whole value in quotes: a word that begins with * or & is something else to YAML)`
	case has("cannot start any token"):
		return " (put the value in quotes: it must not begin with @, % or a backquote)"
	case has("unknown escape character"):
		return " (a backslash in double quotes; use single quotes)"
	case has("unexpected end of stream"):
		return " (a quote is not closed)"
	case has("did not find expected"):
		return " (check the indentation of this line and the ones above, and quotes and brackets)"
	}
	return ""
}

// culprit is the number of the line after the longest part from the start that
// is YAML. Halving finds it in a few steps: on the way to the line at which the
// error of the whole file shows, and back from there to where all is well.
func culprit(lines [][]byte, whole string) int {
	parse := func(n int) error { return yaml.Unmarshal(bytes.Join(lines[:n], nil), new(yaml.Node)) }
	bad := sort.Search(len(lines), func(n int) bool {
		err := parse(n)
		return err != nil && err.Error() == whole
	})
	good := 0
	for step := 1; step < bad; step *= 2 {
		if parse(bad-step) == nil {
			good = bad - step
			break
		}
		bad -= step
	}
	return good + sort.Search(bad-good-1, func(n int) bool { return parse(good+n+1) != nil }) + 1
}
