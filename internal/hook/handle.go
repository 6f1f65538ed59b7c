package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/internal/journal"
	"conclaude/transcript"
)

// Call is one hook call, as the process got it.
type Call struct {
	Event    string        // as the command line has it
	Agent    string        // --agent; "" when it is not given
	Deadline time.Duration // --deadline; 0 means the configuration's or the event's own
	Detached bool          // this is the process that another call left its commands to
	Ignored  []string      // arguments that this version does not know
	Stdin    io.Reader
	Environ  []string
	Dir      string // where the process runs; for payloads without a cwd
	Store    *journal.Store
	Start    time.Time

	// Prepare makes the process ready to run commands: its context ends when
	// a signal asks the process to. It is called only if there is something
	// to run, because it costs more than all that a call without does; nil
	// prepares nothing.
	Prepare func(context.Context) (context.Context, context.CancelFunc, error)
	// Detach answers the same call in a process of its own; nil means that this
	// process does it all.
	Detach func(payload []byte) error
	// Progress is told when a command starts; nil is not told.
	Progress func(number, total int, what string)
}

// Report is the answer and how it came about.
type Report struct {
	Answer

	Event    *event.Event // nil for an event that this version does not know
	Agent    transcript.Agent
	Config   *config.Config // nil when there is none
	Outcomes []Outcome
	Verdict  Verdict
	Why      string // one line on why nothing ran; "" when something did

	warnings []string
}

// Summary says in one line what happened, for a person who tries a hook.
func (r Report) Summary() string {
	what := "allowed"
	switch r.Exit {
	case ExitBlock:
		what = "blocked"
	case ExitError:
		what = "not answered"
	}
	if len(r.Outcomes) == 0 && r.Why != "" {
		return fmt.Sprintf("%s; nothing ran: %s", what, r.Why)
	}
	return fmt.Sprintf("%s after %d command(s)", what, len(r.Outcomes))
}

// Handle answers a call. It always comes back by the deadline, and soon after
// ctx ends.
func Handle(ctx context.Context, call Call) Report {
	if Nested(call.Environ) {
		return Report{Why: depthVar + " is set: a hook inside a hook's command does nothing"}
	}
	e, known := event.Lookup(call.Event)
	if !known {
		r := Report{Why: fmt.Sprintf("this version knows no event %q", call.Event)}
		r.warnings = []string{r.Why}
		return r.journal(call, nil)
	}
	p, err := Read(call.Stdin, ReadTimeout)
	if err != nil {
		return Report{Event: e, Answer: Answer{Exit: ExitError, Stderr: line("conclaude " + e.Name + ": " + err.Error())}}
	}
	r := Report{Event: e}
	if name := p.String("hook_event_name"); name != "" && name != e.Name {
		r.warnings = append(r.warnings, fmt.Sprintf("called for %s with the payload of %s, which counts", e.Name, name))
		if r.Event, known = event.Lookup(name); !known {
			r.Why = fmt.Sprintf("this version knows no event %q", name)
			return r.journal(call, p)
		}
	}
	return r.handle(ctx, call, p)
}

// handle answers a call whose payload and event are known.
func (r Report) handle(ctx context.Context, call Call, p *Payload) Report {
	if len(call.Ignored) > 0 {
		r.warnings = append(r.warnings, "arguments ignored: "+strings.Join(call.Ignored, " "))
	}
	found := load(call, workingDir(call, p), r.Event)
	r.Config = found.config
	r.warnings = append(r.warnings, found.warnings...)
	section := found.config.Section(r.Event)
	r.Verdict.Notices = found.said(call, p, r.Event, section != nil)
	if section == nil {
		r.Why = nothingFor(r.Event, found)
	} else {
		r = r.about(call, p)
		if guarded(r.Event.Name) {
			r = r.guard(ctx, call, p, section)
		}
		if !r.Agent.Inner && r.Verdict.Block == "" {
			r = r.commands(ctx, call, p, section)
		}
	}
	if r.Event.Context == event.PathOutput {
		r = r.worktree(ctx, call, p, section)
	}
	return r.finish(call, p)
}

// about finds the agent.
func (r Report) about(call Call, p *Payload) Report {
	r.Agent = identify(call, p, r.Event)
	r.warnings = append(r.warnings, r.Agent.Warnings...)
	if r.Agent.Inner {
		r.Why = "an inner agent of the host (compaction), not one of yours"
	}
	return r
}

// commands runs what is planned and judges it.
func (r Report) commands(ctx context.Context, call Call, p *Payload, section *config.Section) Report {
	texts, warnings := contextTexts(r.Config, section, p.String("prompt"))
	r.Verdict.Context = texts
	r.warnings = append(r.warnings, warnings...)
	steps := Plan(r.Config, r.Event, p, r.Agent)
	if len(steps) == 0 && !section.Infinite {
		r.Why = "no command matches"
		if guarded(r.Event.Name) {
			r.Why = "no rule refuses it, and no command matches"
		}
		return r
	}
	if r.Event.Detached && call.Detach != nil {
		return r.detach(call, p)
	}
	ctx, stop, err := prepare(ctx, call)
	defer stop()
	if err != nil {
		r.warnings = append(r.warnings, err.Error())
	}
	ctx, cancel := context.WithDeadlineCause(ctx, call.Start.Add(deadline(call, r.Config, section, r.Event)), ErrDeadline)
	defer cancel()
	r = r.execute(ctx, call, p, steps)
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrDeadline) {
		r.Answer = Answer{Exit: ExitError, Stderr: line(fmt.Sprintf("conclaude %s: %v", r.Event.Name, context.Cause(ctx)))}
		return r
	}
	limit := limiter{
		store: call.Store, section: section, event: r.Event,
		key:    strings.Join([]string{p.Session(), r.Agent.ID, r.Event.Name}, "\x00"),
		prompt: p.String("prompt_id"), active: p.Bool("stop_hook_active"),
	}
	r.Verdict = r.Verdict.and(limit.apply(judge(r.Event, p, r.Outcomes, len(steps)), r.Outcomes))
	return r
}

// execute runs the steps.
func (r Report) execute(ctx context.Context, call Call, p *Payload, steps []Step) Report {
	run := runner{
		config: r.Config, event: r.Event, payload: p, progress: call.Progress,
		shared:  values(r.Config, r.Event, p, r.Agent),
		env:     &environment{base: call.Environ, spill: call.Store.Values},
		logFile: func(number int) string { return call.Store.LogFile(r.Event.Name, number, call.Start) },
	}
	outcomes, troubles := run.run(ctx, steps)
	for _, err := range troubles {
		if text := "conclaude: " + err.Error(); !slices.Contains(r.Verdict.Notices, text) {
			r.Verdict.Notices = append(r.Verdict.Notices, text)
		}
	}
	if err := run.env.remove(); err != nil {
		r.warnings = append(r.warnings, err.Error())
	}
	r.Outcomes = outcomes
	return r
}

// detach leaves the commands to a process of their own: the host does not wait
// for the hooks of some events, and kills what is still there.
func (r Report) detach(call Call, p *Payload) Report {
	if err := call.Detach(p.Raw); err != nil {
		r.warnings = append(r.warnings, err.Error())
	}
	r.Why = "its commands run on their own, see the journal"
	return r
}

func prepare(ctx context.Context, call Call) (context.Context, context.CancelFunc, error) {
	if call.Prepare == nil {
		return ctx, func() {}, nil
	}
	return call.Prepare(ctx)
}

// finish writes the journal and the answer.
func (r Report) finish(call Call, p *Payload) Report {
	if r.Exit != ExitError {
		r.Answer = Encode(r.Event, r.Verdict)
	}
	return r.journal(call, p)
}

// workingDir is where the search for a configuration starts: where the agent
// works, which in a worktree is not where its project is.
func workingDir(call Call, p *Payload) string {
	if cwd := p.String("cwd"); filepath.IsAbs(cwd) {
		return cwd
	}
	return call.Dir
}

func nothingFor(e *event.Event, l loaded) string {
	switch {
	case l.config == nil && l.broken != "":
		return l.broken + " is broken, and no valid version of it is known (conclaude validate)"
	case l.config == nil:
		return "no configuration (.conclaude.yaml) found"
	case l.stale:
		return fmt.Sprintf("%s is broken, and its last valid version has no section %s (conclaude validate)", l.config.File, e.Key())
	}
	return fmt.Sprintf("%s has no section %s", l.config.File, e.Key())
}

// identify finds the agent; what the command line says comes first.
func identify(call Call, p *Payload, e *event.Event) transcript.Agent {
	agent := transcript.Identify(p.Query(e.Name))
	if call.Agent != "" && !agent.Inner {
		agent.Name, agent.Source = call.Agent, transcript.SourceFlag
	}
	return agent
}

// deadline is how long the call may take, from its start.
func deadline(call Call, c *config.Config, s *config.Section, e *event.Event) time.Duration {
	if call.Deadline > 0 {
		return call.Deadline
	}
	if c == nil {
		return e.Deadline()
	}
	return s.Deadline.Or(c.Deadline.Or(e.Deadline()))
}
