package hook

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"conclaude/config"
	"conclaude/exec"
)

// The budgets of text, in characters. The host gives a model at most about
// 10,000 characters of context whole, and every one costs.
const (
	commandBudget = 4000
	answerBudget  = 9000
	headerBudget  = 200 // of the command as it is shown
	remarkBudget  = 200 // of what is said about all failures together
	minOutput     = 100 // less says nothing
)

// ErrDeadline is the cause of a context that ended because the host would not
// have waited longer.
var ErrDeadline = errors.New("the hook's deadline was reached")

// failure is what an agent reads of a failed command: what it means, what
// failed and how, and its output; each once. The output gets what the rest
// leaves of the budget, so that of several failures each is named.
func failure(o *Outcome, budget int) string {
	var b strings.Builder
	if o.Message != "" {
		b.WriteString(o.Message + "\n")
	}
	fmt.Fprintf(&b, "%s %s", label(o), how(o))
	if room := budget - utf8.RuneCountInString(b.String()); room >= minOutput {
		writeOutput(&b, o, room)
	}
	return b.String()
}

// Line says in one line what ran and how it ended.
func (o *Outcome) Line() string { return label(o) + " " + how(o) }

// label names the command: by its name, its script, or its number.
func label(o *Outcome) string {
	script := ""
	if config.Or(o.ShowCommand, true) {
		script = "`" + scriptLine(o.Run) + "`"
	}
	switch {
	case o.Name != "" && script != "":
		return o.Name + ": " + script
	case o.Name+script != "":
		return o.Name + script
	}
	return fmt.Sprintf("command %d", o.Number)
}

// scriptLine is a script in one line: its first one.
func scriptLine(script string) string {
	first, _, more := strings.Cut(strings.TrimSpace(script), "\n")
	if more {
		first += " …"
	}
	return exec.Truncate(first, exec.Limit{Lines: 1, Chars: headerBudget}).Body
}

// how says how the command ended.
func how(o *Outcome) string {
	r, took := o.Result, millis(o.Result.Duration)
	switch {
	case o.Err != nil:
		return "could not be started: " + o.Err.Error()
	case r.Status == exec.Signaled:
		return fmt.Sprintf("failed: killed by %s after %s", r.Signal, took)
	case r.Status == exec.TimedOut:
		return fmt.Sprintf("failed: stopped after its timeout of %s", millis(o.Timeout.Or(r.Duration)))
	case r.Status == exec.Stopped && errors.Is(r.Cause, ErrDeadline):
		return fmt.Sprintf("failed: stopped after %s because the hook's deadline was reached", took)
	case r.Status == exec.Stopped:
		return fmt.Sprintf("was stopped after %s: %v", took, r.Cause)
	case r.Status == exec.Passed:
		return fmt.Sprintf("passed (%s)", took)
	}
	return fmt.Sprintf("failed: exit code %d%s, %s", r.Code, meaning(r.Code), took)
}

// meaning explains the exit codes that the shell gives itself.
func meaning(code int) string {
	switch code {
	case 126:
		return " (not executable)"
	case 127:
		return " (command not found)"
	}
	return ""
}

// writeOutput adds the output.
func writeOutput(b *strings.Builder, o *Outcome, budget int) {
	if capture(o.Options).Separate {
		budget /= 2
	}
	for _, output := range []exec.Output{o.Result.Output, o.Result.Stderr} {
		if text := shown(output, limit(o.Options, budget)); text != "" {
			b.WriteString("\n" + text)
		}
	}
}

// shown is an output within the limit, and where all of it is if some is left out.
func shown(output exec.Output, limit exec.Limit) string {
	text := output.Text(limit)
	if !text.Truncated {
		return text.Body
	}
	path, err := output.Log()
	if err != nil || path == "" {
		return text.Body
	}
	where := "\nfull output: " + path
	limit.Chars = max(1, limit.Chars-utf8.RuneCountInString(where))
	return output.Text(limit).Body + where
}

// limit is how much of an output is shown.
func limit(o config.Options, budget int) exec.Limit {
	if o.MaxOutputLines != nil {
		return exec.Limit{Lines: *o.MaxOutputLines, Chars: budget}
	}
	return exec.Limit{Chars: min(commandBudget, budget)}
}

// passedText is what a passing command shows: the streams that ask for it.
func passedText(o *Outcome, budget int) string {
	stdout, stderr := config.Or(o.ShowStdout, false), config.Or(o.ShowStderr, false)
	outputs := []exec.Output{o.Result.Output}
	switch {
	case !stdout && !stderr:
		return ""
	case stdout && stderr:
		outputs = append(outputs, o.Result.Stderr)
	case stderr && capture(o.Options).Separate:
		outputs = []exec.Output{o.Result.Stderr}
	}
	var parts []string
	for _, output := range outputs {
		if text := shown(output, limit(o.Options, budget)); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n")
}
