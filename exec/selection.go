package exec

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// minWidth is what a line is not shortened below for the sake of others.
const minWidth = 80

// selection chooses the lines of a page that are shown, within a limit.
// Widths include the newline behind, so the limit of all is Chars+1.
type selection struct {
	all    []line // as they are
	lines  []line // as they are shown
	widths []int  // of lines
	kept   []bool
	count  int // lines kept
	chars  int // characters shown
	limit  Limit
	marker int // the most that a line for a gap takes
	low    int // the first line not reached from the start
	high   int // the last line not reached from the end
}

func newSelection(p page, limit Limit) *selection {
	s := &selection{all: p.lines, lines: slices.Clone(p.lines), limit: limit, high: len(p.lines) - 1}
	s.widths = make([]int, len(p.lines))
	s.kept = make([]bool, len(p.lines))
	missing := 0
	for i, l := range p.lines {
		missing += max(l.missing, 1)
		s.widths[i] = l.width() + 1
	}
	s.marker = utf8.RuneCountInString(linesMarker(max(missing, 2))) + 1
	s.chars = s.marker
	return s
}

// width returns the width within which all lines can be shown, or 0 if there
// are too many or too little of them would be left.
func (s *selection) width() int {
	if s.real() > s.limit.Lines {
		return 0
	}
	if s.fits(s.limit.Chars) {
		return s.limit.Chars
	}
	w := sort.Search(s.limit.Chars, func(w int) bool { return !s.fits(w + 1) })
	if w >= max(minWidth, s.limit.Chars/4) || len(s.lines) == 1 {
		return w
	}
	return 0
}

// real counts the lines that are not holes.
func (s *selection) real() (n int) {
	for _, l := range s.lines {
		if l.missing == 0 {
			n++
		}
	}
	return n
}

// fits tells whether all lines, no wider than w, are within the limit.
func (s *selection) fits(w int) bool {
	chars := 0
	for i, l := range s.lines {
		if l.missing > 0 {
			chars += s.marker
		} else {
			chars += min(s.widths[i], w+1)
		}
	}
	return chars <= s.limit.Chars+1
}

// share is the width that one line may take of a text that is cut: there must
// be room for it and for what stands for the others.
func (s *selection) share() int {
	return max(1, min(max(s.limit.Chars/4, minWidth), s.limit.Chars-s.marker))
}

func (s *selection) shorten(w int) {
	for i, l := range s.lines {
		if s.widths[i] > w+1 && l.missing == 0 {
			s.lines[i] = l.shorten(w)
			s.widths[i] = s.lines[i].width() + 1
		}
	}
}

func (s *selection) keepAll() {
	for i, l := range s.lines {
		s.kept[i] = l.missing == 0
	}
}

// pick keeps what is worth most: some of both ends, then errors, then more of
// the ends.
func (s *selection) pick() {
	lines, chars := s.limit.Lines, s.limit.Chars
	// An error in the middle makes one gap two: leave room for that.
	spare := chars - 3*s.marker
	s.fromEnd(lines/3, spare/3)
	s.fromStart(lines/6, spare/6)
	for i, l := range s.lines {
		if s.kept[i] || s.price(i) < 0 {
			continue
		}
		if telling(l.String()) {
			s.keep(i)
		}
	}
	for reached := math.MinInt; reached != s.low-s.high; {
		reached = s.low - s.high
		s.fromEnd(1, chars)
		s.fromStart(1, chars)
		s.fromEnd(1, chars)
	}
}

// fromStart keeps the next lines from the start, at most so many and so long.
func (s *selection) fromStart(lines, chars int) {
	for ; lines > 0 && s.low < len(s.lines); lines-- {
		if chars -= s.widths[s.low]; chars < 0 || !s.keep(s.low) {
			return
		}
		s.low++
	}
}

// fromEnd keeps the next lines from the end, at most so many and so long.
func (s *selection) fromEnd(lines, chars int) {
	for ; lines > 0 && s.high >= 0; lines-- {
		if chars -= s.widths[s.high]; chars < 0 || !s.keep(s.high) {
			return
		}
		s.high--
	}
}

// price returns how many characters there would be with line i and without
// what would no longer stand for it, or -1 if that is over the limit.
func (s *selection) price(i int) int {
	chars := s.chars + s.widths[i] + s.marker
	if i == 0 || s.kept[i-1] {
		chars -= s.marker
	}
	if i == len(s.kept)-1 || s.kept[i+1] {
		chars -= s.marker
	}
	if s.lines[i].missing > 0 || s.count == s.limit.Lines || chars > s.limit.Chars+1 {
		return -1
	}
	return chars
}

// keep keeps line i if it is within the limit.
func (s *selection) keep(i int) bool {
	if s.kept[i] {
		return true
	}
	chars := s.price(i)
	if chars < 0 {
		return false
	}
	s.kept[i], s.chars = true, chars
	s.count++
	return true
}

// text puts together what is kept.
func (s *selection) text() Text {
	var t Text
	var body []string
	gap := 0
	for i, l := range s.lines {
		if s.kept[i] {
			t.OmittedChars += l.omitted
			body, gap = closeGap(body, gap)
			body = append(body, l.String())
			continue
		}
		gap += max(l.missing, 1)
		t.OmittedLines += max(l.missing, 1)
		t.OmittedChars += s.all[i].total()
	}
	body, _ = closeGap(body, gap)
	t.Body = strings.Join(body, "\n")
	if utf8.RuneCountInString(t.Body) > s.limit.Chars {
		t.Body = string([]rune(t.Body)[:s.limit.Chars]) // no room but for the marker
	}
	t.Truncated = t.OmittedLines > 0 || t.OmittedChars > 0
	return t
}

func closeGap(body []string, gap int) ([]string, int) {
	if gap > 0 {
		body = append(body, linesMarker(gap))
	}
	return body, 0
}
