package config

import (
	"maps"
	"reflect"
	"time"
)

// Command is one command of an event: a script and how to run it.
type Command struct {
	Run     string `yaml:"run" jsonschema:"required" doc:"Script for the shell, run as a whole in the directory of the configuration file."`
	Name    string `yaml:"name" doc:"Short name for messages and the journal."`
	Options `yaml:",inline"`

	Pattern         string `yaml:"pattern" only:"UserPromptSubmit" format:"regex" doc:"Run only for prompts that match this regular expression (RE2), not anchored."`
	CaseInsensitive bool   `yaml:"caseInsensitive" only:"UserPromptSubmit" doc:"Ignore case in pattern."`

	Pos Position `yaml:"-"`
}

// Options are what a command and the file's defaults have in common. The zero
// value of each is "not set".
type Options struct {
	Message          string            `yaml:"message" doc:"What a failure means and what to do about it; the first thing the agent reads."`
	ShowCommand      *bool             `yaml:"showCommand" doc:"Show the script's first line when it fails. Default: true."`
	ShowStdout       *bool             `yaml:"showStdout" doc:"true: show stdout also when the command passes; false: never. Default: when it fails."`
	ShowStderr       *bool             `yaml:"showStderr" doc:"true: show stderr also when the command passes; false: never. Default: when it fails."`
	MaxOutputLines   *int              `yaml:"maxOutputLines" jsonschema:"minimum=1,maximum=10000" doc:"How many lines of output are shown, from both ends. Default: as many as fit in 4000 characters."`
	Timeout          *Duration         `yaml:"timeout" jsonschema:"minimum=1,maximum=3600" doc:"How long the command may take: seconds, or a duration like 90s or 5m. Default: the deadline of the hook call."`
	OnFailure        string            `yaml:"onFailure" jsonschema:"enum=block,enum=exit2,enum=warn" doc:"What a failure does. block: any failure blocks; exit2: only exit code 2 blocks, other failures warn the user; warn: never blocks. The default depends on the event."`
	Env              map[string]string `yaml:"env" doc:"Further environment variables."`
	Cwd              string            `yaml:"cwd" doc:"Where to run, relative to the directory of the configuration file."`
	Shell            string            `yaml:"shell" doc:"Shell that runs the script with -c. Default: bash, else sh."`
	Stdin            string            `yaml:"stdin" jsonschema:"enum=none,enum=payload" doc:"What the command reads on stdin: nothing (the default) or the event's JSON."`
	Output           string            `yaml:"output" jsonschema:"enum=text,enum=hook" doc:"hook: the command is a hook of the host; its stdin is the event's JSON, and a JSON answer on its stdout is taken over. Default: text."`
	Agent            string            `yaml:"agent" format:"name-glob" doc:"Run only for agents whose name matches; main is the main session."`
	NotifyPerCommand *bool             `yaml:"notifyPerCommand" doc:"A desktop notification for this command. Checked, but this version shows none."`
}

// Group is the commands under one pattern. A list of commands is one group
// with the pattern *.
type Group struct {
	Pattern  string
	Commands []Command
	Pos      Position // of the pattern
}

// Commands are the commands of an event: the group * first, then in the order
// of the file.
type Commands []Group

// Count returns the number of commands in all groups.
func (c Commands) Count() int {
	n := 0
	for _, g := range c {
		n += len(g.Commands)
	}
	return n
}

// Duration is a length of time. In YAML it is a number of seconds or a string
// like 90s.
type Duration time.Duration

// Or returns the duration, or fallback when none is set.
func (d *Duration) Or(fallback time.Duration) time.Duration {
	if d == nil {
		return fallback
	}
	return time.Duration(*d)
}

// Or returns the value p points at, or fallback when p is nil.
func Or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}

// Over returns the options with those that are not set taken from base.
func (o Options) Over(base Options) Options {
	env := maps.Clone(base.Env)
	if env == nil {
		env = o.Env
	} else {
		maps.Copy(env, o.Env)
	}
	to, from := reflect.ValueOf(&o).Elem(), reflect.ValueOf(base)
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	o.Env = env
	return o
}
