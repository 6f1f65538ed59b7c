package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"conclaude/config"
	"conclaude/exec"
	"conclaude/internal/event"
	"conclaude/internal/hook"
	"conclaude/internal/journal"
)

// hookCall recognises a hook call: an event's name first (conclaude Stop), or
// after the word hook or Hooks, as older versions wrote it. Any capitalised
// word counts as an event, since a newer host may send one that this version
// does not know. What it does not understand it must not refuse: the host
// would read a usage error of some tools as a block.
func hookCall(args []string) (hook.Call, bool) {
	if len(args) > 0 && slices.Contains([]string{"hook", "hooks", "Hooks"}, args[0]) {
		args = args[1:]
	} else if len(args) == 0 || args[0] == "" || args[0][0] < 'A' || args[0][0] > 'Z' {
		return hook.Call{}, false
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return hook.Call{}, false
	}
	call := hook.Call{Event: args[0]}
	for rest := args[1:]; len(rest) > 0; {
		rest = hookFlag(&call, rest)
	}
	return call, true
}

// hookFlag takes one flag off the arguments.
func hookFlag(call *hook.Call, args []string) (rest []string) {
	name, value, given := strings.Cut(args[0], "=")
	rest = args[1:]
	if !given && (name == "--agent" || name == "--deadline") && len(rest) > 0 {
		value, rest, given = rest[0], rest[1:], true
	}
	switch duration, ok := parseDeadline(value); {
	case name == "--agent" && given:
		call.Agent = value
	case name == "--deadline" && ok:
		call.Deadline = duration
	case name == detachedFlag:
		call.Detached = true
	default:
		call.Ignored = append(call.Ignored, strings.Join(args[:len(args)-len(rest)], " "))
	}
	return rest
}

// parseDeadline reads seconds or a duration like 90s.
func parseDeadline(s string) (time.Duration, bool) {
	if seconds, err := strconv.ParseFloat(s, 64); err == nil {
		d := time.Duration(seconds * float64(time.Second))
		return d, d > 0
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}

// runHook answers one hook call. The answer is written once, at the end.
func runHook(ctx context.Context, call hook.Call, std stdio) int {
	if _, known := event.Lookup(call.Event); !known && isTerminal(std.in) {
		fmt.Fprintf(std.err, "conclaude: %s\n", config.UnknownEvent(call.Event))
		return exitError
	}
	if isTerminal(std.in) {
		fmt.Fprintf(std.err, "conclaude %s reads the event's JSON on stdin, as the host sends it; try: conclaude test %s\n", call.Event, call.Event)
		return exitError
	}
	call = complete(call, std)
	if !call.Detached {
		call.Detach = detach(call)
	}
	report := hook.Handle(ctx, call)
	if isTerminal(std.err) { // a host reads a pipe; this is a person trying a hook
		fmt.Fprintf(std.err, "conclaude %s: %s\n", call.Event, report.Summary())
	}
	signal.Ignore(syscall.SIGPIPE)      // else it would take the place of the exit code, which is the verdict
	_, _ = std.out.Write(report.Stdout) // the host may be gone; there is nobody to tell
	_, _ = std.err.Write(report.Stderr)
	return report.Exit
}

// detachedFlag marks the process that a hook call left its commands to.
const detachedFlag = "--detached"

// detach runs the call again in a process of its own.
func detach(call hook.Call) func(payload []byte) error {
	return func(payload []byte) error {
		program, err := os.Executable()
		if err != nil {
			return err
		}
		args := []string{"hook", call.Event, detachedFlag}
		if call.Agent != "" {
			args = append(args, "--agent", call.Agent)
		}
		if call.Deadline > 0 {
			args = append(args, "--deadline", call.Deadline.String())
		}
		return exec.Detach(program, args, call.Environ, payload)
	}
}

// complete adds what a call needs from the process.
func complete(call hook.Call, std stdio) hook.Call {
	call.Start = time.Now()
	call.Stdin = std.in
	call.Environ = os.Environ()
	call.Store = journal.Open()
	call.Dir, _ = os.Getwd() // a payload without a cwd then finds no configuration
	call.Prepare = prepare
	return call
}

// prepare makes sure that nothing of a command outlives us: signals end the
// context instead of the process, and orphans come back to us.
func prepare(ctx context.Context) (context.Context, context.CancelFunc, error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return ctx, stop, exec.Adopt()
}
