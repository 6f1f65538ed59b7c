package config

import (
	"fmt"
	"regexp"
	"testing"
)

// TestDurationIsItsPattern: the schema's pattern and the parser take the same.
func TestDurationIsItsPattern(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(DurationPattern)
	texts := []string{"", "s", "m", "ms", "1", "1h", "2h", "01s", "+1s", "1.5s", "1m", "1m0s", "0m1s", "60m1s", "1s1m", "1m1", "1m1s1s", "1mm", "500ms", " 1s"}
	for n := range 3700 {
		texts = append(texts, fmt.Sprintf("%ds", n), fmt.Sprintf("%dm", n), fmt.Sprintf("%dm%ds", n/60, n%60), fmt.Sprintf("%dm%ds", n%70, n%60))
	}
	for _, s := range texts {
		if _, ok := parseDuration(s); ok != pattern.MatchString(s) {
			t.Errorf("parseDuration(%q) = %v, the pattern says %v", s, ok, !ok)
		}
	}
}
