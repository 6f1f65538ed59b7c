package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"conclaude/exec"
	"conclaude/internal/event"
)

// hostAnswer is what a hook script of the host says on stdout, as far as the
// host honours it.
type hostAnswer struct {
	stop       *string // continue: false, with the stopReason
	suppress   bool
	block      string // decision: block, or a denied permission
	blocks     bool
	notice     string // systemMessage
	context    string // additionalContext
	permission permission
	specific   map[string]json.RawMessage // further keys of hookSpecificOutput
}

// permission is a permissionDecision with its reason.
type permission struct{ Decision, Reason string }

// noReason is what the host itself tells an agent when a block gives none.
const noReason = "Blocked by hook"

// parseHostAnswer reads the stdout of a hook script. It reports whether that
// is JSON at all, as the host decides it: text that starts with a brace and
// ends with one. The error says what the host would refuse; a block that is
// readable nevertheless is in the answer.
func parseHostAnswer(e *event.Event, stdout []byte) (a hostAnswer, isJSON bool, err error) {
	text := bytes.TrimSpace(stdout)
	if !bytes.HasPrefix(text, []byte("{")) || !bytes.HasSuffix(text, []byte("}")) {
		return a, false, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return a, true, fmt.Errorf("looks like a JSON object but is not valid JSON: %w", err)
	}
	r := &fieldReader{fields: fields}
	a.notice = r.text("systemMessage")
	a.suppress = r.flag("suppressOutput", false)
	if reason := r.text("stopReason"); !r.flag("continue", true) {
		a.stop = &reason
	}
	reason := r.text("reason")
	switch decision := r.text("decision"); decision {
	case "block":
		a.blocks, a.block = true, orDefault(reason, noReason)
	case "", "approve":
	default:
		r.fail("decision", "wanted block or approve, found "+decision)
	}
	if _, async := fields["async"]; async {
		r.fail("async", "has no meaning through conclaude, which waits for its commands")
	}
	if specific, ok := fields["hookSpecificOutput"]; ok {
		a.readSpecific(e, specific, r)
	}
	return a, true, errors.Join(r.errs...)
}

// readSpecific reads hookSpecificOutput, which only some events have.
func (a *hostAnswer) readSpecific(e *event.Event, raw json.RawMessage, r *fieldReader) {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &fields) != nil {
		r.fail("hookSpecificOutput", "wanted an object")
		return
	}
	s := &fieldReader{fields: fields}
	name := s.text("hookEventName")
	switch {
	case !e.Output:
		r.fail("hookSpecificOutput", "the host has none for "+e.Name)
		return
	case name != e.Name:
		r.fail("hookSpecificOutput", fmt.Sprintf("hookEventName is %q, wanted %q", name, e.Name))
		return
	}
	a.context = s.text("additionalContext")
	a.permission = permission{s.text("permissionDecision"), s.text("permissionDecisionReason")}
	switch d := a.permission.Decision; {
	case d != "" && !e.Decides:
		s.fail("permissionDecision", "the host has none for "+e.Name)
		a.permission = permission{}
	case d != "" && !slices.Contains(ladder, d):
		s.fail("permissionDecision", "wanted "+strings.Join(ladder, ", ")+", found "+d)
		a.permission = permission{}
	}
	if a.permission.Decision == "deny" {
		a.blocks, a.block = true, orDefault(a.permission.Reason, noReason)
	}
	for _, key := range []string{"hookEventName", "additionalContext", "permissionDecision", "permissionDecisionReason"} {
		delete(fields, key)
	}
	a.specific = s.wellFormed()
	r.errs = append(r.errs, s.errs...)
}

// ladder orders the permission decisions: an earlier one beats a later one.
var ladder = []string{"deny", "ask", "defer", "allow"}

// stronger returns the decision that wins.
func stronger(a, b permission) permission {
	rank := func(p permission) int {
		if i := slices.Index(ladder, p.Decision); i >= 0 {
			return i
		}
		return len(ladder)
	}
	if rank(b) < rank(a) {
		return b
	}
	return a
}

// fieldReader takes typed values out of an object and notes those of a wrong
// type.
type fieldReader struct {
	fields map[string]json.RawMessage
	errs   []error
}

func (r *fieldReader) text(key string) string {
	var s string
	if raw, ok := r.fields[key]; ok && json.Unmarshal(raw, &s) != nil {
		r.fail(key, "wanted text")
	}
	return s
}

func (r *fieldReader) flag(key string, fallback bool) bool {
	b := fallback
	if raw, ok := r.fields[key]; ok && json.Unmarshal(raw, &b) != nil {
		r.fail(key, "wanted true or false")
	}
	return b
}

func (r *fieldReader) fail(key, what string) {
	r.errs = append(r.errs, fmt.Errorf("%s: %s", key, what))
}

func orDefault(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// judgeHook reads one run of a hook script as the host would, and adds it to
// the verdict: JSON counts at any exit code, exit code 2 blocks with stderr,
// other failures only tell the user, unless onFailure: block is written. What the host would refuse is said to the
// user, and a block in it is kept.
func (v *Verdict) judgeHook(e *event.Event, o *Outcome, ignoreBlock bool) {
	stdout, whole := o.Result.Output.Bytes()
	answer, isJSON, err := parseHostAnswer(e, stdout)
	if isJSON && !whole {
		err = errors.Join(err, fmt.Errorf("over %d bytes", 2*hookKeep))
	}
	if err != nil {
		v.Notices = append(v.Notices, fmt.Sprintf("%s: the host would refuse the answer: %s", label(o), strings.ReplaceAll(err.Error(), "\n", "; ")))
	}
	switch {
	case isJSON:
		v.merge(e, answer, ignoreBlock)
	case o.Result.Status == exec.Failed && o.Result.Code == 2 && e.CanBlock() && !ignoreBlock:
		text := o.Result.Stderr.Text(exec.Limit{Chars: answerBudget}).Body
		v.merge(e, hostAnswer{blocks: true, block: orDefault(text, label(o)+": no stderr output")}, false)
	case o.Failed() && o.OnFailure == string(event.Block) && o.Blocks() && !ignoreBlock: // the file asks for more than the host
		v.merge(e, hostAnswer{blocks: true, block: failure(o, commandBudget)}, false)
	case o.Failed():
		v.Notices = append(v.Notices, failure(o, commandBudget))
	case e.PlainContext:
		v.Context = appendText(v.Context, o.Result.Output.Text(exec.Limit{Chars: answerBudget}).Body)
	}
}

// merge adds an answer: a block beats everything, deny beats ask beats allow,
// texts are joined in their order, and the first continue: false wins.
func (v *Verdict) merge(e *event.Event, a hostAnswer, ignoreBlock bool) {
	switch {
	case !a.blocks:
	case e.CanBlock() && !ignoreBlock:
		v.Block = strings.Join(appendText(appendText(nil, v.Block), a.block), "\n")
	default:
		v.Notices = append(v.Notices, fmt.Sprintf("the host does not let this %s be blocked: %s", e.Name, a.block))
	}
	if v.Stop == nil {
		v.Stop = a.stop
	}
	v.Suppress = v.Suppress || a.suppress
	if e.Scripts {
		v.Additional = appendText(v.Additional, a.context)
	} else {
		v.Context = appendText(v.Context, a.context)
	}
	v.Notices = appendText(v.Notices, a.notice)
	v.Permission = stronger(v.Permission, a.permission)
	v.Specific = mergeSpecific(v.Specific, a.specific)
}
