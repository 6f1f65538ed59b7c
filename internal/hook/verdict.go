package hook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"conclaude/exec"
	"conclaude/internal/event"
)

// Verdict is what a call has to say. The zero value has nothing to say.
type Verdict struct {
	Block   string   // why the event is blocked, for the agent; "" lets it pass
	Context []string // for the model, where the event has a way to it
	// Additional is context that scripts of the host give as such: it goes to
	// the model even where that makes the turn go on.
	Additional []string
	Notices    []string // for the user

	Path       string                     // the worktree, for WorktreeCreate
	Stop       *string                    // continue: false, with its reason; nil goes on
	Suppress   bool                       // the host is not to show what it was told
	Permission permission                 // permissionDecision; the zero value decides nothing
	Specific   map[string]json.RawMessage // further keys of hookSpecificOutput
}

// and adds a verdict that came later: texts follow, the stronger permission
// wins, and of two values for one key the later one, but for refusals.
func (v Verdict) and(later Verdict) Verdict {
	later.Notices = append(v.Notices, later.Notices...)
	later.Context = append(v.Context, later.Context...)
	later.Permission = stronger(v.Permission, later.Permission)
	later.Specific = mergeSpecific(v.Specific, later.Specific)
	return later
}

// Decision says in words what the answer decides about a permission; "" when
// it decides nothing.
func (v Verdict) Decision() string {
	switch d := v.Permission; {
	case d.Decision != "" && d.Reason != "":
		return fmt.Sprintf(", permission: %s: %s", d.Decision, d.Reason)
	case d.Decision != "":
		return ", permission: " + d.Decision
	case v.Specific["decision"] != nil:
		return ", permission: " + string(v.Specific["decision"])
	}
	return ""
}

// judge makes the verdict of what the commands did.
func judge(e *event.Event, p *Payload, outcomes []Outcome, planned int) Verdict {
	var v Verdict
	var blocking, warning []*Outcome
	for i := range outcomes {
		switch o := &outcomes[i]; {
		case o.Output == "hook" && o.Err == nil:
			v.judgeHook(e, o, blockIgnored(e, p))
		case o.Blocks() && !blockIgnored(e, p):
			blocking = append(blocking, o)
		case o.Err != nil || o.Failed():
			warning = append(warning, o)
		default:
			v.Context = appendText(v.Context, passedText(o, answerBudget))
		}
	}
	budget, left := (answerBudget-remarkBudget)/max(1, len(blocking)+len(warning)), planned-len(outcomes)
	v.Block = strings.Join(appendText(appendText(nil, v.Block), failures(blocking, budget, left)), "\n")
	for _, o := range warning {
		v.Notices = append(v.Notices, failure(o, budget))
	}
	if left > 0 && v.Block == "" {
		v.Notices = append(v.Notices, fmt.Sprintf("not run, because %v: %s", ErrDeadline, commandCount(left)))
	}
	return v
}

// blockIgnored reports whether the host would not heed a block of this call.
func blockIgnored(e *event.Event, p *Payload) bool {
	field, value, _ := strings.Cut(e.NoBlock, "=")
	return e.NoBlock != "" && p.String(field) == value
}

func appendText(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}

// failures joins the failures that block, and says what was not run for them.
func failures(blocking []*Outcome, budget, left int) string {
	var parts []string
	for _, o := range blocking {
		parts = append(parts, failure(o, budget))
	}
	switch {
	case len(parts) == 0:
		return ""
	case left == 1:
		parts = append(parts, "not run: the command after it")
	case left > 1:
		parts = append(parts, fmt.Sprintf("not run: the %d commands after it", left))
	}
	return strings.Join(parts, "\n")
}

func commandCount(n int) string {
	if n == 1 {
		return "1 command"
	}
	return fmt.Sprintf("%d commands", n)
}

// fit brings the parts of an answer into its budget.
func fit(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return exec.Truncate(strings.Join(parts, "\n"), exec.Limit{Chars: answerBudget}).Body
}
