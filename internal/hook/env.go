package hook

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/transcript"
)

const (
	prefix   = "CONCLAUDE_"
	depthVar = prefix + "DEPTH"

	// maxValue is the longest value of a variable, in bytes. Linux refuses one
	// of 128 KiB, and all of them together have to fit.
	maxValue = 64 << 10
)

// Nested reports whether this is a call from inside a command that a hook
// started: a hook that starts an agent whose hook starts an agent has no end.
func Nested(environ []string) bool {
	i := slices.IndexFunc(environ, func(s string) bool { return strings.HasPrefix(s, depthVar+"=") })
	return i >= 0 && environ[i] != depthVar+"=" && environ[i] != depthVar+"=0"
}

// values lists the variables of the event, those of the agent included.
func values(c *config.Config, e *event.Event, p *Payload, agent transcript.Agent) []Value {
	list := []Value{
		{"HOOK_EVENT", e.Name},
		{"SESSION_ID", p.String("session_id")},
		{"TRANSCRIPT_PATH", p.String("transcript_path")},
		{"CWD", p.String("cwd")},
		{"CONFIG_DIR", c.Dir},
		{"PERMISSION_MODE", p.String("permission_mode")},
		{"PAYLOAD_JSON", string(p.Raw)},
	}
	if !agent.Main || agent.Source == transcript.SourceFlag {
		list = append(list, agentValues(agent)...)
	}
	for _, v := range e.Variables() {
		list = append(list, Value{v.Name, p.String(v.Field)})
	}
	return list
}

func agentValues(a transcript.Agent) []Value {
	return []Value{
		{"SUBAGENT_NAME", a.Name},
		{"AGENT_NAME", a.Name},
		{"AGENT_ID", a.ID},
		{"AGENT_TYPE", a.Type},
		{"AGENT_TRANSCRIPT_PATH", a.TranscriptPath},
		{"AGENT_SOURCE", string(a.Source)},
	}
}

// environment is what a command of the call inherits and gets: our variables
// beat the command's own, and nothing outside of our prefix is touched but
// NO_COLOR where the user has no opinion.
type environment struct {
	base  []string
	spill func() (dir string, err error) // a directory for large values
	dir   string
}

// of returns the environment of one step.
func (env *environment) of(s Step, shared []Value) ([]string, error) {
	list := slices.Clone(env.base)
	if !slices.ContainsFunc(env.base, func(s string) bool { return strings.HasPrefix(s, "NO_COLOR=") }) {
		list = append(list, "NO_COLOR=1")
	}
	for name, value := range s.Env {
		list = append(list, name+"="+value)
	}
	list = append(list, depthVar+"=1")
	var errs []error
	for _, v := range slices.Concat(shared, s.Vars) {
		entry, err := env.entry(v)
		list = append(list, entry)
		errs = append(errs, err)
	}
	return list, errors.Join(errs...)
}

// entry is the variable itself, or the one that names a file with its value
// when no variable can hold it.
func (env *environment) entry(v Value) (string, error) {
	name := prefix + v.Name
	if len(v.Value) <= maxValue && !strings.Contains(v.Value, "\x00") {
		return name + "=" + v.Value, nil
	}
	name += "_FILE"
	file, err := env.file(name, v.Value)
	if err != nil {
		err = fmt.Errorf("%s has no value: %w", name, err)
	}
	return name + "=" + file, err
}

// file writes a value to a file of the call; "" when there is none.
func (env *environment) file(name, value string) (string, error) {
	if env.dir == "" {
		dir, err := env.spill()
		if err != nil {
			return "", err
		}
		env.dir = dir
	}
	file := filepath.Join(env.dir, name)
	if err := os.WriteFile(file, []byte(value), 0o600); err != nil {
		return "", err
	}
	return file, nil
}

// remove deletes the files of large values.
func (env *environment) remove() error {
	if env.dir == "" {
		return nil
	}
	return os.RemoveAll(env.dir)
}
