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
	"strconv"
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

// syntaxProblem gives an error of the YAML package a position and a hint.
func syntaxProblem(file string, data []byte, err error) *Problem {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	p := &Problem{Position{File: file}, "", "not YAML: " + message}
	match := regexp.MustCompile(`^line (\d+): (.*)`).FindStringSubmatch(message)
	if match == nil {
		p.Line = 1 // the package leaves it out for the first line
		return p
	}
	p.Line, _ = strconv.Atoi(match[1])
	p.Message = "not YAML: " + match[2]
	lines := bytes.Split(data, []byte("\n"))
	for _, n := range []int{p.Line, p.Line + 1} { // the package counts from 0 in some errors
		if n > 0 && n <= len(lines) && tabIndented(lines[n-1]) {
			p.Line = n
			p.Col = 1 + bytes.IndexByte(lines[n-1], '\t')
			p.Message = "not YAML: the line is indented with a tab; use spaces"
			break
		}
	}
	return p
}

func tabIndented(line []byte) bool {
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	return bytes.IndexByte(indent, '\t') >= 0
}
