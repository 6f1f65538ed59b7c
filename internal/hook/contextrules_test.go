package hook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// said is the context that a rule with the text gives, in a project with files.
func said(t *testing.T, text string, files map[string]string) string {
	t.Helper()
	dir := project(t, "userPromptSubmit: {contextRules: [{pattern: ., prompt: '"+text+"'}]}")
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return call(t, "UserPromptSubmit", dir, nil).Said().Model
}

func TestReferences(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"a.md": "A\n", "d/b.md": "B", "d/c": "C", "umlaut": "Grüße", "euro": "€€€", "nul": "a\x00b", "latin1": "Gr\xfc\xdfe",
		"nothing": "", "spaces": " \n", "refers": "@a.md", ".hidden": "H",
	}
	for text, want := range map[string]string{
		"@a.md":                "A",
		"@a.md.":               "A.",
		"@a.md... end":         "A... end",
		"see (@d/b.md), @d/c!": "see (B), C!",
		"@./a.md @d/../a.md":   "A A",
		"@d//b.md":             "B",
		"@umlaut @euro":        "Grüße €€€",
		"@.hidden":             "H",
		"@refers":              "@a.md", // not once more
		"x@a.md":               "x@a.md",
		"@@a.md":               "@@a.md",
		"@":                    "@",
		"@.":                   "@.",
		"@none":                "@none",
		"@d":                   "@d",
		"@nul":                 "@nul",
		"@latin1":              "@latin1",
		"-@nothing, @spaces-":  "-, @spaces-", // the name is spaces-
		"@/etc/passwd":         "@/etc/passwd",
		"@../a.md @d/../../x":  "@../a.md @d/../../x",
		"@a.md/":               "@a.md/",
		"@A.MD @a.md @a.md":    "@A.MD A A",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got := said(t, text, files); got != want {
				t.Errorf("said %q, want %q", got, want)
			}
		})
	}
}

// A file is read up to a limit, which may be inside a character.
func TestLargeReference(t *testing.T) {
	t.Parallel()
	for shift := range 4 {
		text := said(t, "@big", map[string]string{"big": strings.Repeat("x", shift) + strings.Repeat("€", 100_000)})
		if !utf8.ValidString(text) || strings.Contains(text, "@big") || utf8.RuneCountInString(text) > 10_000 {
			t.Errorf("shifted by %d: %d characters, %.20q...", shift, utf8.RuneCountInString(text), text)
		}
	}
}

func TestReferenceToDevice(t *testing.T) {
	t.Parallel()
	if got := said(t, "@/dev/zero @dev", map[string]string{}); got != "@/dev/zero @dev" {
		t.Errorf("said %q", got)
	}
}
