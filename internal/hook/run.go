package hook

import (
	"context"
	"path/filepath"
	"time"

	"conclaude/config"
	"conclaude/exec"
	"conclaude/internal/event"
)

// Outcome is what came of one step.
type Outcome struct {
	Step

	Number int // from 1, in the order of running
	Result exec.Result
	Err    error // the command could not be started; Result is empty
}

// Failed reports whether the check ran and did not pass.
func (o *Outcome) Failed() bool { return o.Err == nil && o.Result.Status != exec.Passed }

// Blocks reports whether the outcome blocks the event under its policy.
func (o *Outcome) Blocks() bool {
	switch o.Policy {
	case event.Block:
		return o.Failed()
	case event.Exit2:
		return o.Result.Status == exec.Failed && o.Result.Code == 2
	}
	return false
}

// ends reports whether the commands after this one are not to run.
func (o *Outcome) ends(e *event.Event) bool {
	if e.RunAll || o.Err != nil {
		return false
	}
	if o.Output == "hook" {
		var v Verdict
		v.judgeHook(e, o, false)
		return v.Block != ""
	}
	return o.Blocks()
}

// runner runs the steps of one call, one after the other.
type runner struct {
	progress func(number, total int, what string) // may be nil
	config   *config.Config
	event    *event.Event
	payload  *Payload
	shared   []Value
	env      *environment
	logFile  func(number int) string
}

// run returns the outcome of each step that was run. A block ends the run,
// but for events that ask for all; so does the end of ctx.
func (r *runner) run(ctx context.Context, steps []Step) (outcomes []Outcome, troubles []error) {
	for i, s := range steps {
		if ctx.Err() != nil && i > 0 {
			break
		}
		if r.progress != nil {
			r.progress(i+1, len(steps), label(&Outcome{Step: s, Number: i + 1}))
		}
		o, err := r.step(ctx, i+1, s)
		if err != nil {
			troubles = append(troubles, err)
		}
		outcomes = append(outcomes, o)
		if o.ends(r.event) {
			break
		}
	}
	return outcomes, troubles
}

// step runs one command. The error is trouble beside it, which did not keep it
// from running.
func (r *runner) step(ctx context.Context, number int, s Step) (Outcome, error) {
	env, trouble := r.env.of(s, r.shared)
	command := exec.Command{
		Script:  s.Run,
		Shell:   s.Shell,
		Dir:     r.dir(s.Cwd),
		Env:     env,
		Timeout: s.Timeout.Or(0),
		Grace:   min(exec.DefaultGrace, (r.event.HostTimeout()-r.event.Deadline())/2),
		Capture: capture(s.Options),
	}
	if s.Stdin == "payload" || s.Output == "hook" {
		command.Stdin = append(r.payload.Raw, '\n')
	}
	command.Capture.Log = r.logFile(number)
	result, err := exec.Run(ctx, command)
	return Outcome{Step: s, Number: number, Result: result, Err: err}, trouble
}

// dir is where a command runs: in the configuration's directory.
func (r *runner) dir(cwd string) string {
	if filepath.IsAbs(cwd) {
		return cwd
	}
	return filepath.Join(r.config.Dir, cwd)
}

// hookKeep is how much of each end of a hook script's output is kept, in bytes:
// an answer must be whole.
const hookKeep = 1 << 20

// capture keeps what may be shown. Both streams share a pipe, which keeps
// their order, unless a pass shows only one of them.
func capture(o config.Options) exec.Capture {
	c := exec.Capture{
		Stdout: config.Or(o.ShowStdout, true) || o.Output == "hook",
		Stderr: config.Or(o.ShowStderr, true) || o.Output == "hook",
	}
	if o.Output == "hook" {
		c.Keep = hookKeep
	}
	alike := config.Or(o.ShowStdout, false) == config.Or(o.ShowStderr, false)
	c.Separate = c.Stdout && c.Stderr && (!alike || o.Output == "hook")
	return c
}

// millis is a duration for people: 12ms, 3.4s, 2m5s.
func millis(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
