// Package event is the table of the host's lifecycle events. An event that
// needs nothing but its row has no code anywhere: adding one is adding a row.
//
// The facts are those of Claude Code 2.1.328, observed with the real client
// where the client could be made to show them.
package event

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Policy says which failures of a command block the event.
type Policy string

// The policies of onFailure. A policy other than Warn needs an event that can
// block.
const (
	Block Policy = "block" // any failure blocks
	Exit2 Policy = "exit2" // only exit code 2 blocks, other failures warn the user
	Warn  Policy = "warn"  // never blocks, failures warn the user
)

// Way says how text that is not a block gets out of a hook call.
type Way string

// The ways of context. Text for an event without a way to the model goes to
// the user.
const (
	ToUser     Way = ""                  // systemMessage: the user sees it
	ToModel    Way = "additionalContext" // hookSpecificOutput.additionalContext: the model reads it
	PlainText  Way = "stdout"            // the bare text on stdout is taken by the host
	PathOutput Way = "path"              // stdout is one path and nothing else
	ByDecision Way = "decision"          // hookSpecificOutput.decision: a refusal
)

// Var is a CONCLAUDE_ variable of an event's own field.
type Var struct {
	Name  string // without the prefix
	Field string // of the payload: a key, a.b, a.# (length) or a.*.b (joined with commas)
}

// Event is one row of the table.
type Event struct {
	Name    string   // as the host writes it: SubagentStop
	Aliases []string // further names for the command line, kebab case
	Keys    []string // further section names in the configuration, of older versions

	// Subject is the payload field that patterns match; AgentName stands for
	// the agent's name, "" for an event without patterns.
	Subject string

	Policy  Policy // what a failure does unless onFailure says otherwise
	Effect  string // what a block does; "" for an event that can't block
	NoBlock string // FIELD=VALUE of the payload for which the host ignores a block
	Refusal Way    // how a block gets out; "" is exit code 2 with the reason on stderr

	Context Way  // how the text of a passing command gets out
	Output  bool // the host knows a hookSpecificOutput for the event
	Scripts bool // the host takes additionalContext of a script, although Context is another way
	Decides bool // the host takes a permissionDecision

	PlainContext bool     // the host passes on the plain stdout of a hook
	Log          []string // payload fields for the journal, also when nothing runs

	RunAll bool // a block does not keep the commands after it from running
	Blocks int  // consecutive blocks unless maxBlocks says otherwise; 0 means no limit

	Timeout  time.Duration // the host's default; 0 means DefaultTimeout
	Detached bool          // the host does not wait: commands run on their own
	Vars     []Var
	More     []Var  // beside Vars, for rows that share those
	Sample   string // the event's own fields as JSON, for trying a hook out
}

// AgentName is the Subject of events that are about an agent: its name, found
// by the identity rules, and not a field of the payload.
const AgentName = "agent name"

// DefaultTimeout is how long the host waits for a hook of most events.
const DefaultTimeout = 600 * time.Second

// CanBlock reports whether the host heeds a block of the event.
func (e *Event) CanBlock() bool { return e.Effect != "" }

// Allows reports whether a command of the event can have the policy.
func (e *Event) Allows(p Policy) bool { return p == Warn || e.CanBlock() }

// HostTimeout is how long the host waits for the hook.
func (e *Event) HostTimeout() time.Duration {
	if e.Timeout == 0 {
		return DefaultTimeout
	}
	return e.Timeout
}

// Deadline is when the whole call must have answered: early enough before the
// host's timeout, which would throw the answer away.
func (e *Event) Deadline() time.Duration {
	host := e.HostTimeout()
	return host - max(host/10, 300*time.Millisecond)
}

// Variables lists the variables of the event's own fields.
func (e *Event) Variables() []Var { return slices.Concat(e.Vars, e.More) }

// PlainOnly reports whether the host reads no JSON but a block: what there is to
// say is said in plain text.
func (e *Event) PlainOnly() bool { return e.Context == PlainText }

// Reader says who reads what a passing command shows.
func (e *Event) Reader() string {
	switch e.Context {
	case ToModel, PlainText:
		return "model"
	case PathOutput:
		return "host"
	}
	return "user"
}

// Key is the event's section in the configuration: subagentStop.
func (e *Event) Key() string {
	return strings.ToLower(e.Name[:1]) + e.Name[1:]
}

// Alias is the event's name on the command line in kebab case: subagent-stop.
func (e *Event) Alias() string {
	var b strings.Builder
	for i, c := range e.Name {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// Lookup finds an event by its name or, for a command line, by an alias.
func Lookup(name string) (*Event, bool) {
	for i := range table {
		e := &table[i]
		if e.Name == name || e.Alias() == name || contains(e.Aliases, name) {
			return e, true
		}
	}
	return nil, false
}

// Section finds an event by its section in the configuration.
func Section(key string) (*Event, bool) {
	for i := range table {
		e := &table[i]
		if strings.EqualFold(e.Name, key) && e.Key() == key || contains(e.Keys, key) {
			return e, true
		}
	}
	return nil, false
}

func contains(names []string, name string) bool {
	return slices.Contains(names, name)
}

// All is the table, in the order of a session. It must not be changed.
func All() []Event { return table[:] }
