package shell

import "strings"

// searched returns the names that a search prints: some of the files below its
// operands, nil if it prints lines or its operands are not there.
func (r *reader) searched(st *state, argv []Word) *input {
	a := parseFlags(argv, "", flagSpec{"eABCmftTgj", "regexp file type type-not glob iglob max-count after-context before-context context exclude exclude-dir include"})
	if !a.has("l", "files-with-matches", "files") {
		return nil
	}
	paths := a.rest
	if !a.has("e", "regexp", "f", "file", "files") && len(paths) > 0 {
		paths = paths[1:]
	}
	return r.below(st, paths)
}

// below is some of the files below the paths, or below the working directory
// where there are none.
func (r *reader) below(st *state, paths []Word) *input {
	if len(paths) == 0 {
		paths = []Word{lit(".")}
	}
	var roots []string
	for _, w := range paths {
		if w.glob == "" && r.stat(st.abs(w.Text)[0]) == None {
			return nil
		}
		roots = append(roots, w.Text+"\x00"+w.glob)
	}
	return &input{words: []Word{{Text: Unknown, under: &tree{roots: strings.Join(roots, "\n"), some: true}}}}
}
