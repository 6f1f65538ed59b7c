package guard

import (
	"slices"
	"strings"

	"conclaude/glob"
	"conclaude/internal/guard/shell"
)

// maxRunWords bounds the words of a command that the mode "any" looks at.
const maxRunWords = 200

// commandPattern is a pattern for shell commands.
type commandPattern struct {
	name      *glob.Name // nil matches everything
	mode      string     // full, prefix, any
	fixed     string     // literal text that every match begins with
	operators bool       // meant for a whole script: it has operators in it
}

// newCommandPattern compiles a pattern. Commands are compared without quotes
// and with single spaces, so the pattern is brought to that form.
func newCommandPattern(pattern, mode string) *commandPattern {
	plain := normalised(strings.NewReplacer(`"`, "", `'`, "").Replace(pattern))
	p := &commandPattern{mode: mode, name: namePattern(plain)}
	p.fixed = plain
	if i := strings.IndexAny(plain, `*?[{\`); i >= 0 {
		p.fixed = plain[:i]
	}
	p.operators = strings.ContainsAny(plain, "|;&<>`\n") || strings.Contains(plain, "$(")
	return p
}

// hits reports whether the pattern matches a command in one of its forms.
func (p *commandPattern) hits(cmd shell.Command) bool {
	if p.match(cmd.Text) {
		return true
	}
	return slices.ContainsFunc(cmd.Forms, p.match)
}

func (p *commandPattern) match(text string) bool {
	text = normalised(text)
	if p.mode != "any" && !strings.HasPrefix(text, p.fixed) {
		return false
	}
	switch p.mode {
	case "prefix":
		return p.matchPrefix(text)
	case "any":
		return p.matchAny(text)
	}
	return matchName(p.name, text)
}

// matchPrefix matches the first words of a text, any number of them.
func (p *commandPattern) matchPrefix(text string) bool {
	if matchName(p.name, text) {
		return true
	}
	for i := range len(text) {
		if text[i] == ' ' && matchName(p.name, text[:i]) {
			return true
		}
	}
	return false
}

// matchAny matches a run of words anywhere in a text.
func (p *commandPattern) matchAny(text string) bool {
	for range maxRunWords {
		if strings.HasPrefix(text, p.fixed) && p.matchPrefix(text) {
			return true
		}
		_, rest, ok := strings.Cut(text, " ")
		if !ok {
			return false
		}
		text = rest
	}
	return strings.Contains(text, p.fixed) // too long to look at word by word
}

// couldHit reports whether a command with computed parts could match.
func (p *commandPattern) couldHit(cmd shell.Command) bool {
	if p.couldBe(cmd.Text) {
		return true
	}
	return slices.ContainsFunc(cmd.Forms, p.couldBe)
}

func (p *commandPattern) couldBe(text string) bool {
	known, _, computed := strings.Cut(text, shell.Unknown)
	if !computed {
		return false
	}
	if p.mode == "any" {
		return true
	}
	return strings.HasPrefix(known, p.fixed) || strings.HasPrefix(p.fixed, known)
}
