package hook

import (
	"regexp"
	"slices"
	"strings"

	"conclaude/config"
	"conclaude/internal/event"
)

// onPrompt keeps the commands whose regular expression the prompt matches.
// Without a prompt there is nothing to run for.
func onPrompt(steps []Step, prompt string) []Step {
	if prompt == "" {
		return nil
	}
	return slices.DeleteFunc(steps, func(s Step) bool {
		return !promptMatches(s.Pattern, s.CaseInsensitive, prompt)
	})
}

// promptMatches takes an expression from a checked configuration; an empty one
// matches every prompt.
func promptMatches(pattern string, fold bool, prompt string) bool {
	if pattern == "" {
		return true
	}
	if fold {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(prompt)
}

// slashSteps are the commands for a prompt that is a slash command.
func slashSteps(c *config.Config, e *event.Event, s *config.Section, prompt string) []Step {
	name, args := slashCommand(prompt)
	if s.SlashCommands == nil || name == "" {
		return nil
	}
	vars := []Value{{"SLASH_COMMAND", name}, {"SLASH_COMMAND_ARGS", args}}
	var steps []Step
	for _, group := range s.SlashCommands.Commands {
		if matches(strings.TrimPrefix(group.Pattern, "/"), name, true) {
			steps = append(steps, stepsOf(c, e, group, vars)...)
		}
	}
	return steps
}

// slashCommand takes "/plugin:deploy now" apart into its name and arguments.
// A path at the start of a prompt (/usr/bin/x is missing) is none.
func slashCommand(prompt string) (name, args string) {
	rest, found := strings.CutPrefix(strings.TrimSpace(prompt), "/")
	if !found {
		return "", ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	end := strings.IndexFunc(line, func(c rune) bool { return !nameChar(c) })
	if end < 0 {
		end = len(line)
	}
	if end == 0 || end < len(line) && line[end] != ' ' && line[end] != '\t' {
		return "", ""
	}
	return line[:end], strings.TrimSpace(line[end:])
}

func nameChar(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("_-:", c)
}
