package shell

import (
	"maps"
	"strings"
)

// rewrites is gzip and its like: the file goes, another one comes.
func rewrites(r *reader, st *state, a *args) {
	if a.has("c", "t", "l", "stdout", "test", "list") {
		r.reads(st, append([]Word{lit("cat")}, a.rest...), a.text)
		return
	}
	for _, w := range append(a.rest, a.values("o")...) {
		r.effect(st, Write, w, a.text, Effect{})
		r.effect(st, Write, lit(w.Text+".gz"), a.text, Effect{Maybe: true})
		if i := strings.LastIndexByte(w.Text, '.'); i > 0 {
			r.effect(st, Write, lit(w.Text[:i]), a.text, Effect{Maybe: true})
		}
	}
}

func tarFlags() flagSpec {
	return flagSpec{"fCTX", "file directory files-from exclude exclude-from transform strip-components"}
}

// tar writes its archive or, when it extracts, what the archive holds.
func tar(r *reader, st *state, a *args) {
	if len(a.rest) > 0 && !a.has("x", "c", "r", "u", "t", "extract", "get", "create", "append", "update", "list") {
		flags := a.flags
		a = parseFlags(append([]Word{lit(a.name), lit("-" + a.rest[0].Text)}, a.rest[1:]...), a.text, tarFlags())
		maps.Copy(a.flags, flags)
	}
	dir := lit(".")
	if d := a.values("C", "directory"); len(d) > 0 {
		dir = d[0]
	}
	switch {
	case a.has("x", "extract", "get"):
		if a.has("O", "to-stdout") {
			return
		}
		for _, w := range a.rest {
			r.effect(st, Write, joinWords(dir, w), a.text, Effect{Tree: true})
		}
		if len(a.rest) == 0 {
			r.effect(st, Write, dir, a.text, Effect{Tree: true, Maybe: true})
		}
	case a.has("c", "create", "r", "append", "u", "update"):
		for _, w := range a.values("f", "file") {
			r.effect(st, Write, w, a.text, Effect{})
		}
		for _, w := range a.rest {
			r.effect(st, Read, w, a.text, Effect{Tree: true})
		}
		if a.has("remove-files") {
			removes(r, st, a)
		}
	}
}

func unzip(r *reader, st *state, a *args) {
	if a.has("l", "p", "t", "Z") {
		return
	}
	dir := lit(".")
	if d := a.values("d"); len(d) > 0 {
		dir = d[0]
	}
	r.effect(st, Write, dir, a.text, Effect{Tree: true, Maybe: true})
}

func cpio(r *reader, st *state, a *args) {
	if a.has("i", "extract", "p", "pass-through") {
		unzip(r, st, &args{text: a.text, flags: map[string][]Word{"d": a.values("D", "directory")}})
	}
	for _, w := range a.values("O", "F") {
		r.effect(st, Write, w, a.text, Effect{})
	}
}

func firstWrites(r *reader, st *state, a *args) {
	if len(a.rest) > 0 {
		r.effect(st, Write, a.rest[0], a.text, Effect{})
		r.reads(st, a.rest, a.text)
	}
}
