package exec

import (
	"regexp"
	"strings"
	"sync"
)

// The three expressions that know a line which tells of an error. They are
// compiled when the first output is cut, for most runs never cut any.
var (
	// good lines name errors, but report that all is well.
	good = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(ok|pass(ed)?|✓|✔|√|--- pass|=== (run|pause|cont|name)|(down)?loading|compiling|installing)(\W|$)` +
			`|(\.\.\. ok|\bpassed)\W*(\[.*)?$`)
	})
	// none is the part of a line that counts errors and finds none.
	none = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(0|no|zero|without)( \w+)? (error|fail|exception|problem|panic)\w*` +
			`|\b(errors?|failed|failures?|fail)\s*[:= ]\s*0\b`)
	})
	// bad is what is left of a line that tells of an error.
	bad = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(error|exception|failure|panic|fatal)(s|ed)?\b|\berr(or)?[\[:!]` +
			`|\b(fail(s|ed|ing)?|assert(ion)?|traceback|undefined|unresolved|unexpected|segmentation|mismatch|cannot|not ok|not found|denied)\b` +
			`|[✗✘✕✖×❌●]|^\s*(E|F|!)\s|^\s*-->\s` +
			`|(^|[\s('"])[\w./\\@-]*\.\w+(:\d+(:\d+)?|\(\d+,\d+\)):?(\W|$)`)
	})
)

// shortest is the length of the shortest line that looks like an error, in
// bytes: output may have 100,000 shorter ones, and each costs microseconds.
const shortest = 3

// telling tells whether a line looks like an error.
func telling(line string) bool {
	return len(line) >= shortest && strings.TrimSpace(line) != "" && !good().MatchString(line) &&
		bad().MatchString(none().ReplaceAllString(line, ""))
}
