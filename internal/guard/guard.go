// Package guard decides whether a tool call may go on: the rules of preToolUse
// and permissionRequest.
//
// A guard is a function from rules and a request to a decision. It looks at the
// file system, because a name says little about the file it leads to, and asks
// git which files it ignores; it changes nothing and prints nothing.
//
// What the rules protect is protected against every way that the request shows:
// file tools, tools of other servers by their usual keys, and shell scripts as
// package shell reads them. What a request does not show (a variable as a file
// name, a script from a pipe) is decided by Guards.Unresolved. What a program
// does by itself once it runs is out of reach: a build may write where it likes.
package guard

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"

	"conclaude/config"
	"conclaude/internal/guard/shell"
)

// Request is one tool call as a guard sees it.
type Request struct {
	Tool  string
	Input json.RawMessage // tool_input as it came; may be anything
	Cwd   string          // where relative paths and scripts start; not absolute means Rules.Base
	Agent []string        // names that agent rules match: {"coder"}, {"main"}, {"main", "coder"}
}

// Action is what a guard wants to happen. A later one outweighs an earlier one.
type Action int

const (
	None  Action = iota // nothing to say: the host goes its usual way
	Allow               // only for permission requests: approve
	Warn                // go on and tell the user
	Ask                 // let the user decide
	Deny                // refuse
)

func (a Action) String() string {
	return [...]string{"none", "allow", "warn", "ask", "deny"}[a]
}

// Decision is the answer to a request. The zero value says nothing.
type Decision struct {
	Action Action
	Rule   string          // preToolUse.uneditableFiles[2]; empty with None
	Pos    config.Position // of the rule; without a line for rules that no line states
	Reason string          // for the agent, or for the user with Ask and Warn: one or two lines
	Trace  []Step          // with Rules.Explain: what was looked at, in order
}

// Step is one rule that was looked at.
type Step struct {
	Rule    string
	Pos     config.Position
	Subject string // the file or the command
	Result  string // "no match", "deny", "does not apply to agent main" …
}

// Rules are the rules of one configuration file. The exported fields must not
// change once Check was called. It is safe for concurrent use.
type Rules struct {
	Guards     config.Guards
	Base       string // directory of the configuration file, absolute
	ConfigFile string // its path
	StateDir   string // of conclaude; empty if there is none to protect
	Explain    bool   // fill Decision.Trace

	// Env is the environment that scripts run with; nil knows no variable.
	Env func(string) (string, bool)
	// GitIgnored tells which of some absolute paths git ignores, tracked files
	// not among them. Nil asks git. An error counts as: none of them.
	GitIgnored func(ctx context.Context, dir string, paths []string) (map[string]bool, error)
	// FoldCase says that names differing in case are one file; nil finds out.
	FoldCase *bool

	once     sync.Once
	compiled compiled
}

// Check decides a tool call. It never fails: input that can't be understood is
// denied where a rule could apply.
func (r *Rules) Check(ctx context.Context, req Request) (d Decision) {
	r.once.Do(r.compile)
	c := &check{Rules: r, ctx: ctx, req: req, seen: map[accessKey]bool{}, found: map[string]target{}, stats: map[string]shell.FileType{}}
	if !filepath.IsAbs(c.req.Cwd) {
		c.req.Cwd = r.Base
	}
	defer func() {
		// A panic would end the program, and the host would let the call pass.
		if v := recover(); v != nil {
			c.malformed(fmt.Sprintf("reading it met a defect of conclaude (%v)", v))
			d = c.best
		}
	}()
	c.all()
	c.best.Trace = c.trace
	return c.best
}

// check is one call of Check.
type check struct {
	*Rules
	ctx     context.Context //nolint:containedctx // lives for one call of Check, only git needs it
	req     Request
	best    Decision
	trace   []Step
	seen    map[accessKey]bool // accesses that were decided
	found   map[string]target  // by path as given
	stats   map[string]shell.FileType
	ignored []access // to be asked of git, all in one call
}

// all runs every rule that the request meets, until one denies.
func (c *check) all() {
	in, err := decode(c.req.Input)
	if err != nil {
		c.malformed("tool_input is " + err.Error())
		return
	}
	switch c.kind(in) {
	case shellTool:
		c.shellTool(in)
	case powerShellTool:
		c.powerShell(in)
	default:
		c.fileTool(in)
	}
	c.askGit()
}

// denied reports whether more rules could change the decision.
func (c *check) denied() bool { return c.best.Action == Deny }

// decide takes a decision if it outweighs those before.
func (c *check) decide(d Decision, subject string) {
	c.step(d.Rule, d.Pos, subject, d.Action.String())
	if d.Action > c.best.Action {
		c.best = d
	}
}

func (c *check) step(rule string, pos config.Position, subject, result string) {
	if c.Explain {
		c.trace = append(c.trace, Step{Rule: rule, Pos: pos, Subject: subject, Result: result})
	}
}

// malformed denies a request that can't be understood, if a rule could have
// applied to it.
func (c *check) malformed(what string) {
	if !c.anyRule() {
		return
	}
	c.decide(Decision{
		Action: Deny, Rule: "preToolUse", Pos: config.Position{File: c.ConfigFile},
		Reason: fmt.Sprintf("%s refused: %s, so the rules of %s can't be checked. Make it plain and small enough to read.",
			c.req.Tool, what, c.place(config.Position{})),
	}, c.req.Tool)
}

// unresolved decides what can't be read from the request.
func (c *check) unresolved(what, subject string) {
	c.possible(fmt.Sprintf("Can't tell what this does: %s. Write names and commands out, so that the rules of %s can be checked.",
		what, c.place(config.Position{})), subject)
}

// possible decides what may break a rule or not, as data will have it.
func (c *check) possible(reason, subject string) {
	action := Ask
	switch c.Guards.Unresolved {
	case "allow":
		c.step("preToolUse.unresolved", config.Position{}, subject, "allow: "+reason)
		return
	case "deny":
		action = Deny
	}
	c.decide(Decision{
		Action: action, Rule: "preToolUse.unresolved", Pos: config.Position{File: c.ConfigFile},
		Reason: reason,
	}, subject)
}
