package glob

import "strings"

// expandBraces returns what the alternatives of a pattern, which CheckName
// accepts, expand to; a little more than maxAlternatives at most.
func expandBraces(pattern string) []string {
	open := -1
	if strings.IndexByte(pattern, '{') >= 0 {
		open = findOutside(pattern, 0, '{')
	}
	if open < 0 {
		return []string{pattern}
	}
	end, commas := closing(pattern, open)
	if end < 0 {
		return []string{pattern}
	}
	rests := expandBraces(pattern[end+1:])
	var out []string
	start := open + 1
	for _, at := range append(commas, end) {
		for _, middle := range expandBraces(pattern[start:at]) {
			for _, rest := range rests {
				if len(out) > maxAlternatives {
					return out
				}
				out = append(out, pattern[:open]+middle+rest)
			}
		}
		start = at + 1
	}
	return out
}

// closing returns the place of the brace that closes the one at open and of
// the commas between them.
func closing(p string, open int) (end int, commas []int) {
	depth := 0
	for i := open; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[':
			i = setEnd(p, i)
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i, commas
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		}
	}
	return -1, nil
}

// findOutside returns the place of c in p from at on, not escaped and in no
// set; -1 if there is none.
func findOutside(p string, at int, c byte) int {
	if strings.IndexByte(p, c) < 0 {
		return -1
	}
	for i := at; i < len(p); i++ {
		switch p[i] {
		case c:
			return i
		case '\\':
			i++
		case '[':
			i = setEnd(p, i)
		}
	}
	return -1
}

// setEnd returns the place of the bracket that closes the set at i.
func setEnd(p string, i int) int {
	j := i + 1
	if j < len(p) && p[j] == '!' {
		j++
	}
	for first := true; j < len(p); j++ {
		switch {
		case p[j] == ']' && !first:
			return j
		case p[j] == '\\':
			j++
		}
		first = false
	}
	return len(p) - 1
}
