package hook

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"conclaude/config"
)

// maxReference is how much of a file that a context rule names is read, in
// bytes; the answer has room for less.
const maxReference = 64 << 10

// contextTexts are the texts of the rules that the prompt matches, in the
// order of the file, and what went wrong with files they name.
func contextTexts(c *config.Config, s *config.Section, prompt string) (texts, warnings []string) {
	if prompt == "" {
		return nil, nil
	}
	for _, rule := range s.ContextRules {
		if !config.Or(rule.Enabled, true) || !promptMatches(rule.Pattern, rule.CaseInsensitive, prompt) {
			continue
		}
		text, problems := expand(c.Dir, rule.Prompt)
		texts = append(texts, text)
		warnings = append(warnings, problems...)
	}
	return texts, warnings
}

// expand replaces each @path in a text by that file of the project. What names
// no file inside the project stays as it is; an address like a@b.c names none.
func expand(dir, text string) (expanded string, warnings []string) {
	reference := regexp.MustCompile(`(^|[^\w@])@([\w\-./]+)`)
	expanded = reference.ReplaceAllStringFunc(text, func(match string) string {
		parts := reference.FindStringSubmatch(match)
		name := strings.TrimRight(parts[2], ".") // the end of a sentence
		content, err := readInside(dir, name)
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("@%s: %v", name, err))
			return match
		}
		return parts[1] + content + parts[2][len(name):]
	})
	return expanded, warnings
}

// readInside reads a text file that is really inside dir: neither .. nor a
// symbolic link leads out of it.
func readInside(dir, name string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	// First, as opening a FIFO would wait for somebody to write to it.
	info, err := root.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("not a regular file: %w", os.ErrInvalid)
	}
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readText(f)
}

// readText reads a file up to the limit, as text.
func readText(f *os.File) (string, error) {
	data, err := io.ReadAll(io.LimitReader(f, maxReference))
	if err != nil {
		return "", err
	}
	if len(data) == maxReference {
		data = wholeRunes(data)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("not text: %w", os.ErrInvalid)
	}
	return strings.TrimSpace(string(data)), nil
}

// wholeRunes leaves out a character that is cut at the end.
func wholeRunes(data []byte) []byte {
	for i := 1; i < utf8.UTFMax && i < len(data); i++ {
		if start := len(data) - i; utf8.RuneStart(data[start]) && !utf8.FullRune(data[start:]) {
			return data[:start]
		}
	}
	return data
}
