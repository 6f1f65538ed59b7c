package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// fields is a tool_input. Keys are case sensitive, as they are for the tool: a
// struct would take FILE_PATH for file_path.
type fields map[string]json.RawMessage

func decode(input json.RawMessage) (fields, error) {
	text := bytes.TrimSpace(input)
	if len(text) == 0 || string(text) == "null" {
		return fields{}, nil
	}
	if text[0] != '{' {
		return nil, errors.New("not an object")
	}
	var f fields
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, errors.New("not proper JSON")
	}
	return f, nil
}

// text returns a string field; ok is false if it is missing, null or
// something else.
func (f fields) text(key string) (s string, ok bool) {
	raw, found := f[key]
	if !found || string(raw) == "null" {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// toolKind is how a tool's input is read.
type toolKind int

const (
	otherTool toolKind = iota
	writeTool
	readTool
	shellTool
	powerShellTool
)

func (c *check) kind(in fields) toolKind {
	switch c.req.Tool {
	case "Write", "Edit", "MultiEdit", "NotebookEdit":
		return writeTool
	case "Read", "Grep", "Glob", "LS", "NotebookRead":
		return readTool
	case "Bash":
		return shellTool
	case "PowerShell":
		return powerShellTool
	}
	if _, ok := in.script(c.req.Tool); ok {
		return shellTool
	}
	return otherTool
}

// pathKeys are the keys that tools name files with.
const pathKeys = " path paths file_path filePath filepath file files filename notebook_path notebookPath " +
	"source destination src dst dest target old_path new_path oldPath newPath absolute_path relative_path directory dir uri uris " +
	"output_path outputPath output_file outputFile target_file targetFile "

// maxPaths bounds the paths of one request.
const maxPaths = 1000

// namedPath is a path in a request.
type namedPath struct {
	key, path string
	bad       string // why it is no path, empty if it is
}

// paths returns the paths in a tool's input, in a fixed order.
func (c *check) paths(in fields, kind toolKind) []namedPath {
	if kind == writeTool || kind == readTool {
		return knownPaths(in)
	}
	var out []namedPath
	collect(in, &out, 0)
	return out
}

// knownPaths reads the keys of the host's own tools. All of them count: a null
// file_path does not hide a notebook_path.
func knownPaths(in fields) []namedPath {
	var out []namedPath
	for _, key := range []string{"file_path", "notebook_path", "path"} {
		raw, found := in[key]
		if !found || string(raw) == "null" {
			continue
		}
		p := namedPath{key: key}
		if json.Unmarshal(raw, &p.path) != nil {
			p.bad = key + " is not a string"
		}
		out = append(out, p)
	}
	return out
}

// collect finds paths under the usual keys, nested too.
func collect(in fields, out *[]namedPath, depth int) {
	for _, key := range slices.Sorted(maps.Keys(in)) {
		if !collectValue(key, in[key], out, depth) {
			return
		}
	}
}

// maxInputDepth bounds how deep values may nest: each level is read again.
const maxInputDepth = 20

// collectValue finds the paths in one value; it reports whether to go on. What
// is too much to look at is a bad path, and not one that nobody looked at.
func collectValue(key string, raw json.RawMessage, out *[]namedPath, depth int) bool {
	if len(*out) >= maxPaths || depth > maxInputDepth {
		*out = append(*out, namedPath{key: key, bad: "it has too many or too deep values"})
		return false
	}
	switch raw[0] {
	case '{':
		var f fields
		if json.Unmarshal(raw, &f) == nil {
			collect(f, out, depth+1)
		}
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list) // it was valid as a part of the input
		for _, item := range list {
			if !collectValue(key, item, out, depth+1) {
				return false
			}
		}
	case '"':
		var s string
		if json.Unmarshal(raw, &s) == nil {
			*out = append(*out, textPaths(key, s)...)
		}
	}
	return true
}

// textPaths returns the path in a string, if its key or its form says that it
// is one.
func textPaths(key, s string) []namedPath {
	const scheme = "file:"
	if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) && !strings.ContainsAny(s, "\n") {
		rest := s[len(scheme):]
		if p, err := url.PathUnescape(strings.TrimPrefix(rest, "//")); err == nil {
			return []namedPath{{key: key, path: strings.TrimPrefix(p, "localhost")}}
		}
	}
	if !strings.Contains(pathKeys, " "+key+" ") || s == "" || strings.Contains(s, "://") {
		return nil
	}
	return []namedPath{{key: key, path: s}}
}
