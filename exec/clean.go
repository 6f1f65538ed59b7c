package exec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns s as a terminal would leave it on the screen, line by line:
// escape sequences are gone, what a carriage return or a backspace let
// overwrite is overwritten, other control characters but the tab are dropped,
// invalid UTF-8 is U+FFFD, and there are no blank lines at the end.
// Clean(Clean(s)) is Clean(s).
func Clean(s string) string {
	return strings.Join(trimBlank(cleanLines(s)), "\n")
}

// cleanLines returns the lines of s, cleaned. A newline at the end of s does
// not begin another line.
func cleanLines(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(strings.ToValidUTF8(s, "\uFFFD"), "\n"), "\n")
	for i, line := range lines {
		lines[i] = cleanLine(strings.TrimSuffix(line, "\r"))
	}
	return lines
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func cleanLine(line string) string {
	if !strings.ContainsFunc(line, isControl) {
		return line
	}
	var scr screen
	for line != "" {
		r, size := utf8.DecodeRuneInString(line)
		switch {
		case r == '\x1b' || r == '\u009b' || r == '\u009d':
			size = scr.escape(line)
		case r == '\r':
			scr.col = 0
		case r == '\b':
			scr.col = max(scr.col-1, 0)
		case !isControl(r):
			scr.put(r)
		}
		line = line[size:]
	}
	return strings.TrimRightFunc(string(scr.cells), unicode.IsSpace)
}

func isControl(r rune) bool { return r != '\t' && unicode.IsControl(r) }

// maxIndent is how far beyond the end of a line a sequence may move the
// cursor. Tools that mean "the right edge" say column 999 or worse.
const maxIndent = 256

// screen is one line of a terminal. Every character is one cell wide.
type screen struct {
	cells []rune
	col   int
}

func (s *screen) put(r rune) {
	s.fill(s.col + 1)
	s.cells[s.col] = r
	s.col++
}

// fill makes the line at least n cells long.
func (s *screen) fill(n int) {
	for len(s.cells) < n {
		s.cells = append(s.cells, ' ')
	}
}

func (s *screen) move(col int) {
	s.col = min(max(col, 0), max(len(s.cells), maxIndent))
}

// escape does what the sequence at the start of line says within the line and
// returns the length of it.
func (s *screen) escape(line string) int {
	_, n := utf8.DecodeRuneInString(line)
	kind := line[n-1]
	if line[0] == '\x1b' {
		if len(line) == 1 {
			return 1
		}
		kind = line[1]
		n = 2
	}
	switch kind {
	case '[', 0x9b:
		return s.csi(line, n)
	case ']', 'P', 'X', '^', '_', 0x9d:
		return n + stringLength(line[n:])
	case ' ', '!', '"', '#', '$', '%', '&', '\'', '(', ')', '*', '+', ',', '-', '.', '/':
		return charset(line, n)
	}
	if kind >= utf8.RuneSelf || kind < ' ' {
		return n - 1 // not a sequence: drop the escape alone
	}
	return n
}

// charset returns the end of a sequence of intermediate bytes and a final one.
func charset(line string, n int) int {
	for n < len(line) && line[n] >= ' ' && line[n] <= '/' {
		n++
	}
	if n < len(line) && line[n] > '/' && line[n] < 0x7f {
		n++
	}
	return n
}

// csi does a control sequence whose parameters begin at n and returns its end.
func (s *screen) csi(line string, n int) int {
	start := n
	for n < len(line) && line[n] >= '0' && line[n] <= '?' {
		n++
	}
	param := line[start:n]
	for n < len(line) && line[n] >= ' ' && line[n] <= '/' {
		n++
	}
	if n == len(line) || line[n] < '@' || line[n] > '~' {
		return n // cut off
	}
	s.control(line[n], param)
	return n + 1
}

// control does the sequences that progress bars draw with.
func (s *screen) control(final byte, param string) {
	n := number(param)
	switch final {
	case 'K':
		s.erase(n)
	case 'G':
		s.move(n - 1)
	case 'C':
		s.move(s.col + max(n, 1))
	case 'D':
		s.move(s.col - max(n, 1))
	}
}

// erase erases the line or the rest of it. What is left of the cursor (mode 1)
// stays: nobody draws with that, and it could be made to take forever.
func (s *screen) erase(mode int) {
	switch mode {
	case 0:
		s.cells = s.cells[:min(s.col, len(s.cells))]
	case 2:
		s.cells = s.cells[:0]
	}
}

// number reads a parameter; anything but a small number is 0.
func number(param string) (n int) {
	for _, c := range []byte(param) {
		if c < '0' || c > '9' || n > 9999 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// stringLength returns the length of the string of an OSC or DCS sequence,
// with its end (BEL or ST). One without an end ends with the line, so that a
// cut one does not swallow the rest of the output.
func stringLength(s string) int {
	i := strings.IndexAny(s, "\a\x1b\u009c")
	switch {
	case i < 0:
		return len(s)
	case strings.HasPrefix(s[i:], "\x1b\\"), strings.HasPrefix(s[i:], "\u009c"):
		return i + 2
	case s[i] == '\a':
		return i + 1
	}
	return i // another sequence begins
}
