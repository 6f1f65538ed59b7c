package exec

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limit bounds a text. The zero value bounds nothing.
type Limit struct {
	// Lines is the largest number of lines, not counting the lines that say
	// what is omitted; zero or less means any number.
	Lines int
	// Chars is the largest number of characters (runes), counting all;
	// zero or less means any number.
	Chars int
}

// Text is output made readable.
type Text struct {
	// Body is the text, without a newline at its end.
	Body string
	// OmittedLines is the number of lines that Body leaves out.
	OmittedLines int
	// OmittedChars is the number of characters that Body leaves out, in
	// those lines and in the lines that it shortens. Of output that was not
	// even kept, bytes are counted.
	OmittedChars int
	// Truncated tells that something was left out.
	Truncated bool
}

// Truncate cleans s as [Clean] does and, if it is over the limit, leaves out
// the middle: what remains is a third from the start and two from the end,
// where summaries are, and before that, within half of the limit, lines from
// anywhere that look like errors. Each gap has a line that says how many lines
// are omitted; a line that is too long has the same in its middle.
func Truncate(s string, limit Limit) Text {
	var p page
	p.add(cleanLines(s)...)
	return p.truncate(limit)
}

// page is a text to be cut.
type page struct {
	lines []line
}

// line is one line of a page, or a hole in it.
type line struct {
	start, end string
	omitted    int  // characters missing between start and end
	terse      bool // "…" alone stands for them
	missing    int  // lines missing here, if it is a hole
}

// String returns the line as it is shown.
func (l line) String() string {
	switch {
	case l.omitted == 0:
		return l.start
	case l.terse:
		return l.start + "…" + l.end
	}
	return fmt.Sprintf("%s… %d characters omitted …%s", l.start, l.omitted, l.end)
}

// width is the number of characters that are shown.
func (l line) width() int { return utf8.RuneCountInString(l.String()) }

// total is the number of characters that there were.
func (l line) total() int {
	return l.omitted + utf8.RuneCountInString(l.start) + utf8.RuneCountInString(l.end)
}

// shorten cuts the line in its middle to at most n characters, n being > 0.
func (l line) shorten(n int) line {
	if l.width() <= n {
		return l
	}
	total := l.total()
	start, end := []rune(l.start), []rune(l.end)
	if l.omitted == 0 {
		end = start
	}
	l = line{omitted: total}
	room := n - l.width()
	if l.terse = room < 2; l.terse {
		room = n - 1
	}
	start = start[:min(len(start), room/3)]
	end = end[len(end)-min(len(end), room-len(start)):]
	l.start, l.end = string(start), string(end)
	l.omitted = total - len(start) - len(end)
	return l
}

func linesMarker(n int) string {
	if n == 1 {
		return "… 1 line omitted …"
	}
	return fmt.Sprintf("… %d lines omitted …", n)
}

func (p *page) add(lines ...string) {
	p.lines = slices.Grow(p.lines, len(lines))
	for _, text := range lines {
		p.lines = append(p.lines, line{start: text})
	}
}

// trim drops blank lines at the end.
func (p *page) trim() {
	for n, l := range slices.Backward(p.lines) {
		if l.missing > 0 || l.omitted > 0 || strings.TrimSpace(l.start) != "" {
			return
		}
		p.lines = p.lines[:n]
	}
}

func (p page) truncate(limit Limit) Text {
	p.trim()
	if limit.Lines <= 0 {
		limit.Lines = math.MaxInt / 2
	}
	if limit.Chars <= 0 {
		limit.Chars = math.MaxInt / 2
	}
	s := newSelection(p, limit)
	if w := s.width(); w > 0 {
		s.shorten(w)
		s.keepAll()
	} else {
		s.shorten(s.share())
		s.pick()
	}
	return s.text()
}
