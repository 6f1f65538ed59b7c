package shell

import (
	"strconv"
	"strings"
)

// literal reads unquoted text: backslashes taken away, wildcards kept.
func literal(s string) part {
	if !strings.ContainsAny(s, `\*?[`) {
		return part{text: s, glob: s}
	}
	var text, glob strings.Builder
	isGlob := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			text.WriteByte(s[i])
			glob.WriteString(escapeGlob(s[i : i+1]))
		case c == '*' || c == '?' || c == '[':
			isGlob = true
			fallthrough
		default:
			text.WriteByte(c)
			glob.WriteByte(c)
		}
	}
	return part{text: text.String(), glob: glob.String(), isGlob: isGlob}
}

// escapeGlob makes a text match itself as a pattern.
func escapeGlob(s string) string {
	if !strings.ContainsAny(s, `\*?[]`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\*?[]`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unescapeQuoted takes away the backslashes that count in double quotes.
func unescapeQuoted(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// ansiC reads the text of $'…'.
func ansiC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		i += ansiEscape(&b, s[i:]) - 1
	}
	return b.String()
}

// ansiEscape writes the character of an escape, s without its backslash, and
// returns how many bytes of s it took.
func ansiEscape(b *strings.Builder, s string) int {
	const from, to = `abeEfnrtv\'"?`, "\a\b\x1b\x1b\f\n\r\t\v\\'\"?"
	if i := strings.IndexByte(from, s[0]); i >= 0 {
		b.WriteByte(to[i])
		return 1
	}
	switch s[0] {
	case 'x':
		return 1 + number(b, s[1:], 16, 2)
	case 'u':
		return 1 + number(b, s[1:], 16, 4)
	case 'U':
		return 1 + number(b, s[1:], 16, 8)
	case 'c':
		if len(s) > 1 {
			b.WriteByte(s[1] & 0x1f)
			return 2
		}
	}
	if n := number(b, s, 8, 3); n > 0 {
		return n
	}
	b.WriteByte('\\')
	b.WriteByte(s[0])
	return 1
}

// number writes the character whose code stands at the start of s.
func number(b *strings.Builder, s string, base, most int) int {
	n := 0
	for n < len(s) && n < most && digit(s[n], base) {
		n++
	}
	v, err := strconv.ParseUint(s[:n], base, 32)
	if err != nil {
		return 0
	}
	if most <= 3 {
		b.WriteByte(byte(v))
	} else {
		b.WriteRune(rune(v))
	}
	return n
}

func digit(c byte, base int) bool {
	_, err := strconv.ParseUint(string(c), base, 8)
	return err == nil
}

// tilde expands a leading ~.
func (r *reader) tilde(st *state, s string) string {
	if !strings.HasPrefix(s, "~") {
		return s
	}
	user, rest, _ := strings.Cut(s[1:], "/")
	if len(user)+1 < len(s) {
		rest = "/" + rest
	}
	switch user {
	case "":
		return r.env("HOME") + rest
	case "+":
		return st.dirs[0] + rest
	}
	return Unknown + rest
}

// env returns a variable of the environment, Unknown if it is not known.
func (r *reader) env(name string) string {
	if r.opts.Env != nil {
		if v, ok := r.opts.Env(name); ok {
			return v
		}
	}
	return Unknown
}
