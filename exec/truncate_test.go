package exec_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"conclaude/exec"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ in, want string }{
		"plain":              {"a\n  b\t c \n", "a\n  b\t c "},
		"colours":            {"\x1b[1;31merror\x1b[0m: x\x1b[K", "error: x"},
		"256 colours":        {"\x1b[38;5;196mred\x1b[m", "red"},
		"colon parameters":   {"\x1b[38:2::1:2:3mred", "red"},
		"private mode":       {"\x1b[?25lhidden\x1b[?25h", "hidden"},
		"link":               {"\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", "text"},
		"title, BEL":         {"\x1b]0;title\atext", "text"},
		"DCS":                {"\x1bPq#0\x1b\\text", "text"},
		"charset":            {"\x1b(Btext\x1b)0", "text"},
		"two bytes":          {"\x1b7a\x1b8b\x1b=c\x1bM", "abc"},
		"C1":                 {"\u009b31mred\u009b0m \u009d0;t\u009cx", "red x"},
		"unfinished CSI":     {"a\x1b[31", "a"},
		"unfinished OSC":     {"a\x1b]0;title\nnext", "a\nnext"},
		"escape at end":      {"a\x1b", "a"},
		"escape and rune":    {"a\x1bé", "aé"},
		"CRLF":               {"a\r\nb\r\n", "a\nb"},
		"CR CR LF":           {"a\r\r\nb", "a\nb"},
		"progress":           {"10%\r20%\r100%\n", "100%"},
		"shorter overdraw":   {"downloading\rdone", "doneloading"},
		"erased overdraw":    {"downloading\r\x1b[Kdone", "done"},
		"erase whole line":   {"downloading\x1b[2K\x1b[1Gdone", "done"},
		"blanked":            {"abc\r   \rd", "d"},
		"backspace":          {"abd\bc\b\b\b\b\bx", "xbc"},
		"spinner":            {"-\b\\\b|\b/\bok", "ok"},
		"cursor right":       {"a\x1b[3Cb", "a   b"},
		"far right":          {"a\x1b[9999Cb", "a" + strings.Repeat(" ", 255) + "b"},
		"cursor left":        {"abc\x1b[2Dx", "axc"},
		"controls":           {"a\x00b\x07c\x7fd\x0be\x0cf", "abcdef"},
		"invalid UTF-8":      {"a\xff\xfeb\xc3", "a\uFFFDb\uFFFD"},
		"blank lines at end": {"a\n\n \n\t\n", "a"},
		"only blank lines":   {"\n\n", ""},
		"blank in front":     {"\n\na", "\n\na"},
		"unicode":            {"héllo ✓ 日本", "héllo ✓ 日本"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := exec.Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// numbered returns n lines, some of which are replaced.
func numbered(n int, other map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if text, ok := other[i]; ok {
			fmt.Fprintln(&b, text)
			continue
		}
		fmt.Fprintln(&b, "line", i)
	}
	return b.String()
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	failure := map[int]string{50: "FAIL: here"}
	many := map[int]string{}
	for i := 20; i < 80; i++ {
		many[i] = fmt.Sprintf("x.go:%d:1: error", i)
	}
	huge := strings.Repeat("a", 500) + strings.Repeat("z", 500)
	tests := map[string]struct {
		in    string
		limit exec.Limit
		want  string
	}{
		"empty":           {"", exec.Limit{Lines: 1, Chars: 1}, ""},
		"no limit":        {"a\nb\n", exec.Limit{}, "a\nb"},
		"just fits":       {"a\nb\n", exec.Limit{Lines: 2, Chars: 3}, "a\nb"},
		"negative":        {"a\nb\n", exec.Limit{Lines: -1, Chars: -1}, "a\nb"},
		"one line":        {numbered(9, nil), exec.Limit{Lines: 1}, "… 8 lines omitted …\nline 9"},
		"two lines":       {numbered(9, nil), exec.Limit{Lines: 2}, "line 1\n… 7 lines omitted …\nline 9"},
		"one omitted":     {"a\nb\nc", exec.Limit{Lines: 2}, "a\n… 1 line omitted …\nc"},
		"a third to two":  {numbered(100, nil), exec.Limit{Lines: 6}, "line 1\nline 2\n… 94 lines omitted …\nline 97\nline 98\nline 99\nline 100"},
		"error, 1 line":   {numbered(100, failure), exec.Limit{Lines: 1}, "… 49 lines omitted …\nFAIL: here\n… 50 lines omitted …"},
		"error, 3 lines":  {numbered(100, failure), exec.Limit{Lines: 3}, "… 49 lines omitted …\nFAIL: here\n… 48 lines omitted …\nline 99\nline 100"},
		"many errors":     {numbered(100, many), exec.Limit{Lines: 6}, "line 1\n… 18 lines omitted …\nx.go:20:1: error\nx.go:21:1: error\nx.go:22:1: error\n… 76 lines omitted …\nline 99\nline 100"},
		"first of two":    {"a\nb", exec.Limit{Lines: 1}, "… 1 line omitted …\nb"},
		"no errors":       {numbered(100, map[int]string{50: "0 errors, 0 failed"}), exec.Limit{Lines: 2}, "line 1\n… 98 lines omitted …\nline 100"},
		"characters":      {numbered(100, nil), exec.Limit{Chars: 60}, "line 1\nline 2\n… 95 lines omitted …\nline 98\nline 99\nline 100"},
		"chars and error": {numbered(100, failure), exec.Limit{Chars: 90}, "line 1\n… 48 lines omitted …\nFAIL: here\n… 47 lines omitted …\nline 98\nline 99\nline 100"},
		"long line":       {huge, exec.Limit{Chars: 60}, strings.Repeat("a", 11) + "… 967 characters omitted …" + strings.Repeat("z", 22)},
		"long and short":  {"b\n" + huge + "\nc", exec.Limit{Chars: 140}, "b\n" + strings.Repeat("a", 36) + "… 891 characters omitted …" + strings.Repeat("z", 73) + "\nc"},
		"no room":         {numbered(9, nil), exec.Limit{Chars: 3}, "… 9"},
		"no room, 1 line": {huge, exec.Limit{Chars: 5}, "a…zzz"},
		"one character":   {huge, exec.Limit{Chars: 1}, "…"},
		"runes":           {strings.Repeat("é", 9), exec.Limit{Chars: 9}, strings.Repeat("é", 9)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := exec.Truncate(tt.in, tt.limit)
			if got.Body != tt.want {
				t.Errorf("Truncate(%.50q, %+v) = %q, want %q", tt.in, tt.limit, got.Body, tt.want)
			}
			check(t, tt.in, tt.limit, got)
		})
	}
}

func TestTelling(t *testing.T) {
	t.Parallel()
	bad := []string{
		"error: x", "Error: x", "error[E0308]: mismatched types", "TypeError: x is not a function", "java.lang.NullPointerException",
		"--- FAIL: TestX (0.00s)", "FAIL\tconclaude/exec\t0.1s", "    x_test.go:10: got 1, want 2", "./x.go:3:5: undefined: y",
		"panic: runtime error", "E   assert 1 == 2", "  ✗ adds", "  ✕ adds (3 ms)", "  ● suite › adds", "src/a.ts(3,5): error TS2304",
		" --> src/main.rs:3:5", "fatal: not a git repository", "Traceback (most recent call last):", "AssertionError", "not ok 3 - x",
		"  3:5  error  no-unused-vars", "Tests: 1 failed, 0 errors", "Segmentation fault (core dumped)", "bash: x: command not found",
		"npm ERR! code 1", "thread 'main' panicked at src/x.rs:1:1", "2 passed, 1 failed", "make: *** [Makefile:3: all] Error 1",
		"FAILED tests/test_x.py::test_a",
	}
	good := []string{
		"", "building", "0 errors", "no errors found", "0 failed", "10 passed, 0 failed", "Failures: 0, Errors: 0", "# fail 0",
		"ok  \tpkg/errors\t0.1s", "--- PASS: TestError (0.00s)", "=== RUN   TestFail", "✓ handles error (3 ms)", "test errors::parse ... ok",
		"   Compiling thiserror v1.0", "tests/test_error.py::test_a PASSED [ 10%]", "PASS src/error.test.ts", "12:30:05 starting", "0 type errors",
	}
	for want, lines := range map[bool][]string{true: bad, false: good} {
		for _, line := range lines {
			// Only one of three neutral lines is shown, unless one tells.
			text := exec.Truncate("a\n"+line+"\nb\nc\n", exec.Limit{Lines: 1}).Body
			if got := strings.Contains(text, "\n"+line+"\n"); got != want && line != "" {
				t.Errorf("%q looks like an error: %t, want %t", line, got, want)
			}
		}
	}
}

// marks are the words that stand for what is left out.
var marks = regexp.MustCompile(`… \d+ characters omitted …|^… \d+ lines? omitted …$`)

// check checks what holds for every Truncate.
func check(t *testing.T, in string, limit exec.Limit, got exec.Text) {
	t.Helper()
	clean := exec.Clean(in)
	chars := utf8.RuneCountInString(got.Body)
	switch {
	case !utf8.ValidString(got.Body) || strings.ContainsRune(got.Body, '\x1b'):
		t.Errorf("%q is not clean", got.Body)
	case limit.Chars > 0 && chars > limit.Chars:
		t.Errorf("%d characters, limit %d: %q", chars, limit.Chars, got.Body)
	case got.Truncated == (got.Body == clean):
		t.Errorf("truncated %t, but %q of %q", got.Truncated, got.Body, clean)
	case !got.Truncated && got != exec.Truncate(got.Body, limit):
		t.Errorf("not idempotent: %q", got.Body)
	case limit.Chars > 0 && chars < 60:
		return // the words for what is left out may be cut themselves
	}
	inOrder(t, strings.Split(clean, "\n"), limit, got)
}

// inOrder checks that the lines shown are lines that there were.
func inOrder(t *testing.T, lines []string, limit exec.Limit, got exec.Text) {
	t.Helper()
	shown := 0
	for text := range strings.SplitSeq(got.Body, "\n") {
		if got.Truncated && strings.TrimSpace(marks.ReplaceAllString(text, "")) == "" && marks.MatchString(text) {
			continue
		}
		shown++
		for len(lines) > 0 && !isCut(text, lines[0]) {
			lines = lines[1:]
		}
		if len(lines) == 0 {
			t.Errorf("%q is not a line of the input, or out of order", text)
			return
		}
		lines = lines[1:]
	}
	if limit.Lines > 0 && shown > limit.Lines && got.Body != "" {
		t.Errorf("%d lines, limit %d", shown, limit.Lines)
	}
}

// isCut tells that text is line, or what is left of it without its middle.
func isCut(text, line string) bool {
	if text == line {
		return true
	}
	for _, mark := range append(marks.FindAllString(text, -1), "…") {
		start, end, ok := strings.Cut(text, mark)
		if ok && strings.HasPrefix(line, start) && strings.HasSuffix(line, end) {
			return true
		}
	}
	return false
}

func FuzzTruncate(f *testing.F) {
	for _, seed := range []string{"", "a\nb", "a\rb\x1b[K", "\x1b]0;t\nFAIL: x\n0 errors", "é\xff\b\n\n", numbered(40, map[int]string{9: "error"})} {
		f.Add(seed, 3, 100)
		f.Add(seed, 0, 70)
	}
	f.Fuzz(func(t *testing.T, s string, lines, chars int) {
		limit := exec.Limit{Lines: lines, Chars: chars}
		if strings.Contains(s, "omitted …") {
			return // would pass for our own words
		}
		check(t, s, limit, exec.Truncate(s, limit))
		if clean := exec.Clean(s); clean != exec.Clean(clean) {
			t.Errorf("Clean(Clean(%q)) is not Clean of it", s)
		}
	})
}

func BenchmarkTruncate(b *testing.B) {
	for name, line := range map[string]string{
		"neutral":  "ok  \tgithub.com/x/y/z\t0.012s\n",
		"coloured": "\x1b[32mok\x1b[0m  github.com/x/y/z 0.012s\r\n",
		"errors":   "./exec/x_test.go:12:3: undefined: something\n",
		"blank":    "\n",
		"unbroken": "x",
		"returns":  "10%\r",
	} {
		s := strings.Repeat(line, 2*exec.DefaultKeep/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				exec.Truncate(s, exec.Limit{Chars: 4000})
			}
		})
	}
}
