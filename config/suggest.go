package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"conclaude/internal/event"
)

// maxTypo is how many edits a word may be away from the one that was meant.
const maxTypo = 3

// maxSuggestions keeps the message short.
const maxSuggestions = 3

// maxWord bounds the work: no key is this long.
const maxWord = 64

// UnknownEvent says that no event has the name, and which may have been meant.
func UnknownEvent(name string) string {
	var names []string
	for _, e := range event.All() {
		names = append(names, e.Name)
	}
	if hint := suggestion(name, names); hint != "" {
		return fmt.Sprintf("no event is called %q (%s)", name, hint)
	}
	return fmt.Sprintf("no event is called %q; conclaude events lists them", name)
}

// suggestion names the known words that the wrong one may stand for; "" when
// none is near.
func suggestion(wrong string, known []string) string {
	type candidate struct {
		word     string
		distance int
	}
	var near []candidate
	if len(wrong) > maxWord {
		return ""
	}
	for _, word := range known {
		d := distance(strings.ToLower(wrong), strings.ToLower(word))
		if d <= maxTypo && d < len(word) && 2*d <= max(len(wrong), len(word)) {
			near = append(near, candidate{word, d})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var words []string
	for _, c := range near[:min(len(near), maxSuggestions)] {
		if c.distance > near[0].distance {
			break
		}
		words = append(words, fmt.Sprintf("%q", c.word))
	}
	if len(words) == 0 {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", strings.Join(words, " or "))
}

// distance is the number of single-character edits between two words
// (Levenshtein), swapped neighbours counting as one.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range t {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+differ(s[i-1], t[j-1]))
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(s)][len(t)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
