package hook

import (
	"strings"

	"conclaude/config"
	"conclaude/glob"
	"conclaude/internal/event"
	"conclaude/transcript"
)

// Step is one command that is to run, with all its options settled.
type Step struct {
	config.Command

	Policy event.Policy
	Group  string // the pattern that matched; "*" for a plain list
	Vars   []Value
}

// Value is one environment variable.
type Value struct{ Name, Value string }

// Plan collects the commands of the event that match, in the order in which
// they run. A section of nil has none.
func Plan(c *config.Config, e *event.Event, p *Payload, agent transcript.Agent) []Step {
	section := c.Section(e)
	if section == nil || suppressed(section, e, p) {
		return nil
	}
	subject, known := subjectOf(e, p, agent)
	var steps []Step
	for _, group := range section.Commands {
		if matches(group.Pattern, subject, known) {
			steps = append(steps, stepsOf(c, e, group, nil)...)
		}
	}
	if e.Name == "UserPromptSubmit" {
		steps = append(onPrompt(steps, p.String("prompt")), slashSteps(c, e, section, p.String("prompt"))...)
	}
	return forAgent(steps, agent)
}

// suppressed reports whether the section's own switches keep it quiet.
func suppressed(s *config.Section, e *event.Event, p *Payload) bool {
	return e.Name == "MessageDisplay" && config.Or(s.OnlyFinal, true) && !p.Bool("final")
}

// subjectOf returns what the event's patterns match. Without a subject in the
// payload only the pattern * matches.
func subjectOf(e *event.Event, p *Payload, agent transcript.Agent) (string, bool) {
	switch e.Subject {
	case "":
		return "", false
	case event.AgentName:
		return agent.Name, true
	}
	return p.Subject(e.Subject)
}

// matches takes a pattern from a checked configuration.
func matches(pattern, subject string, known bool) bool {
	if pattern == "*" {
		return true
	}
	name, err := glob.CompileName(pattern)
	return err == nil && known && name.Match(subject)
}

func stepsOf(c *config.Config, e *event.Event, group config.Group, vars []Value) []Step {
	var steps []Step
	for _, command := range group.Commands {
		if strings.TrimSpace(command.Run) == "" {
			continue
		}
		command.Options = command.Over(c.Defaults)
		steps = append(steps, Step{command, policyOf(command.OnFailure, e), group.Pattern, vars})
	}
	return steps
}

// policyOf takes the default policy of the file only where the event can carry
// it out.
func policyOf(onFailure string, e *event.Event) event.Policy {
	if p := event.Policy(onFailure); p != "" && e.Allows(p) {
		return p
	}
	return e.Policy
}

// forAgent keeps the commands whose agent pattern matches.
func forAgent(steps []Step, agent transcript.Agent) []Step {
	var kept []Step
	for _, s := range steps {
		if s.Agent == "" || matches(s.Agent, agent.Name, true) || agent.Main && matches(s.Agent, agent.Type, agent.Type != "") {
			kept = append(kept, s)
		}
	}
	return kept
}
