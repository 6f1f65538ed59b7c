package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"conclaude/config"
	"conclaude/internal/event"
)

// pages are the documents whose examples must work.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(data)
	}
	return texts
}

// blocks returns the fenced blocks of a language.
func blocks(text, language string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

func TestDocumentedConfigurationsAreValid(t *testing.T) {
	t.Parallel()
	for page, text := range pages(t) {
		for _, block := range blocks(text, "yaml") {
			if _, err := config.Parse(page, []byte(block)); err != nil {
				t.Errorf("%s: %v\n%s", page, err, block)
			}
		}
	}
}

func TestDocumentedSettingsNameEvents(t *testing.T) {
	t.Parallel()
	for page, text := range pages(t) {
		for _, block := range blocks(text, "json") {
			var settings struct {
				Hooks map[string][]struct {
					Hooks []struct{ Type, Command string }
				}
			}
			if err := json.Unmarshal([]byte(block), &settings); err != nil {
				t.Errorf("%s: %v\n%s", page, err, block)
			}
			for name, groups := range settings.Hooks {
				e, known := event.Lookup(name)
				if !known || len(groups) == 0 || len(groups[0].Hooks) == 0 || groups[0].Hooks[0].Command != "conclaude "+e.Name {
					t.Errorf("%s: %s: wanted conclaude with the event's name\n%s", page, name, block)
				}
			}
		}
	}
}

// TestDocumentedCommandsRun runs each "conclaude …" line of the documents in a
// project with the first configuration of the README.
func TestDocumentedCommandsRun(t *testing.T) {
	texts := pages(t)
	first := blocks(texts["README.md"], "yaml")[1]
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	write(t, ".conclaude.yaml", first)
	write(t, "Makefile", "test:\n\ttrue\n")
	lines := 0
	for page, text := range texts {
		for _, m := range regexp.MustCompile(`(?m)^    conclaude (.*)$`).FindAllStringSubmatch(text, -1) {
			lines++
			var out, errs bytes.Buffer
			if code := run(context.Background(), shellWords(m[1]), stdio{strings.NewReader(""), &out, &errs}); code != exitOK {
				t.Errorf("%s: conclaude %s: exit code %d\n%s%s", page, m[1], code, &out, &errs)
			}
		}
	}
	if lines < 4 {
		t.Errorf("only %d commands found", lines)
	}
}

// shellWords splits a line at spaces outside of single quotes.
func shellWords(line string) []string {
	var words []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, m[1]+m[2])
	}
	return words
}

// TestDocumentedProblem: the README's example of a problem is what validate says.
func TestDocumentedProblem(t *testing.T) {
	t.Parallel()
	readme := pages(t)["README.md"]
	typo := strings.Replace(blocks(readme, "yaml")[1], "timeout:", "timout:", 1)
	_, err := config.Parse(".conclaude.yaml", []byte(typo))
	if err == nil || !strings.Contains(readme, "    "+err.Error()+"\n") {
		t.Errorf("the README does not have %v", err)
	}
}

// TestOwnConfiguration: the project gates itself.
func TestOwnConfiguration(t *testing.T) {
	t.Parallel()
	c, _, err := config.Load("../../.conclaude.yaml")
	if err != nil || len(c.Warnings) > 0 {
		t.Errorf("%v %v", err, c)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
