// Package config reads .conclaude.yaml: which commands run on which event of
// a coding agent's session, and under which rules.
//
// The struct tags of the types here are the only description of the file. They
// drive the strict check (every problem of a file in one run, with its
// position), the JSON schema for editors and the reference documentation:
//
//	yaml        the key; ",inline" takes the keys of an embedded struct in
//	jsonschema  required, minimum=, maximum=, enum=
//	format      name-glob, path-glob, text-glob, regex, permission
//	only        the events (or "blockable") whose section has the key
//	scalar      the key that a bare value stands for
//	doc         the description
//
// A null value is an absent key.
package config

import (
	"strings"

	"conclaude/internal/event"
)

// Config is a valid configuration file. The zero value configures nothing.
type Config struct {
	File string `yaml:"-"` // absolute path
	Dir  string `yaml:"-"` // directory of File: where commands run

	Defaults      Options       `yaml:"defaults" doc:"Options for every command of the file that does not set them itself."`
	Deadline      *Duration     `yaml:"deadline" jsonschema:"minimum=1,maximum=3600" doc:"How long one hook call may take before it stops what still runs and answers. Default: a little less than the host waits (540 s for most events)."`
	Notifications Notifications `yaml:"notifications" doc:"Desktop notifications. Checked, but this version shows none."`
	Events        Sections      `yaml:",events"`

	Warnings []Problem `yaml:"-"` // what works but should be changed
}

// Sections are the events' sections by event name (SubagentStop).
type Sections map[string]*Section

// Section is what a file says about one event. The zero value is an empty
// section.
type Section struct {
	Commands        Commands  `yaml:"commands" doc:"Commands to run: a list, or a mapping from patterns to lists where the event has something that patterns can match. All matching patterns run: * first, then in the order of the file."`
	MaxBlocks       *int      `yaml:"maxBlocks" only:"blockable" jsonschema:"minimum=0,maximum=1000" doc:"How often in a row the event is blocked before it is let through with a message to the user; 0 means never let through. Default: 8 for stop and subagentStop, 1 for teammateIdle, else 0."`
	MaxSameFailures *int      `yaml:"maxSameFailures" only:"blockable" jsonschema:"minimum=0,maximum=1000" doc:"How often in a row the very same failure blocks before it is let through with a message to the user; 0 means never let through. Default: 3 for stop and subagentStop, else 0."`
	Deadline        *Duration `yaml:"deadline" jsonschema:"minimum=1,maximum=3600" doc:"Like the deadline of the whole file, for this event."`

	Infinite        bool   `yaml:"infinite" only:"Stop" doc:"After all commands passed, send the agent back to work with infiniteMessage."`
	InfiniteMessage string `yaml:"infiniteMessage" only:"Stop" doc:"What the agent is told in infinite mode. Default: continue working on the task."`
	MaxRounds       *int   `yaml:"maxRounds" only:"Stop" jsonschema:"minimum=0,maximum=100000" doc:"How many rounds infinite mode runs per prompt of the user; 0 means no limit. Default: 100."`

	OnlyFinal *bool `yaml:"onlyFinal" only:"MessageDisplay" doc:"Run only for the last part of a message. Default: true."`

	ContextRules  []ContextRule  `yaml:"contextRules" only:"UserPromptSubmit" doc:"Texts that are added to prompts which match."`
	SlashCommands *SlashCommands `yaml:"slashCommands" only:"UserPromptSubmit" doc:"Commands to run when the prompt is a slash command."`

	Command string    `yaml:"command" only:"WorktreeCreate" doc:"Script that makes the worktree and prints its path, instead of git worktree add."`
	Timeout *Duration `yaml:"timeout" only:"WorktreeCreate" jsonschema:"minimum=1,maximum=3600" doc:"How long command may take. Default: 60 s."`

	Guards      `yaml:",inline" only:"PreToolUse"`
	Permissions `yaml:",inline" only:"PermissionRequest"`

	Pos Position `yaml:"-"`
}

// ContextRule adds a text to the prompts that match.
type ContextRule struct {
	Pattern         string   `yaml:"pattern" jsonschema:"required" format:"regex" doc:"Regular expression (RE2), not anchored."`
	Prompt          string   `yaml:"prompt" jsonschema:"required" doc:"The text; @path is replaced by that file of the project."`
	Enabled         *bool    `yaml:"enabled" doc:"false switches the rule off. Default: true."`
	CaseInsensitive bool     `yaml:"caseInsensitive" doc:"Ignore case in pattern."`
	Pos             Position `yaml:"-"`
}

// SlashCommands are the commands for prompts that are slash commands.
type SlashCommands struct {
	Commands Commands `yaml:"commands" patterns:"true" doc:"Commands to run: a mapping from patterns, which match the slash command's name, to lists."`
}

// Notifications says when the desktop shows what hooks do.
type Notifications struct {
	Enabled          bool     `yaml:"enabled" doc:"Show notifications at all."`
	Hooks            []string `yaml:"hooks" format:"event" doc:"Event names, or * for all."`
	ShowErrors       bool     `yaml:"showErrors" doc:"Show failures."`
	ShowSuccess      bool     `yaml:"showSuccess" doc:"Show successes."`
	ShowSystemEvents *bool    `yaml:"showSystemEvents" doc:"Show events that run no commands. Default: true."`
	Pos              Position `yaml:"-"`
}

// Section returns the section of an event, nil when the file has none. A nil
// Config has no sections.
func (c *Config) Section(e *event.Event) *Section {
	if c == nil {
		return nil
	}
	return c.Events[e.Name]
}

// Names lists the events that have a section, in the order of the event table.
func (s Sections) Names() []string {
	var names []string
	for _, e := range event.All() {
		if s[e.Name] != nil {
			names = append(names, e.Name)
		}
	}
	return names
}

// keyList is how messages list keys.
func keyList(keys []string) string { return strings.Join(keys, ", ") }
