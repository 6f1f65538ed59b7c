package exec

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// Status is how a command ended. The zero value says that it was not run.
type Status int

// The ways a command can end.
const (
	// Passed means exit code 0.
	Passed Status = iota + 1
	// Failed means any other exit code.
	Failed
	// Signaled means that a signal which is not ours ended the shell.
	Signaled
	// TimedOut means that [Command.Timeout] was over first.
	TimedOut
	// Stopped means that the context ended first.
	Stopped
)

// String returns the status in words.
func (s Status) String() string {
	switch s {
	case Passed:
		return "passed"
	case Failed:
		return "failed"
	case Signaled:
		return "signaled"
	case TimedOut:
		return "timed out"
	case Stopped:
		return "stopped"
	default:
		return "not run"
	}
}

// Result is what came of one command.
type Result struct {
	// Status is how it ended.
	Status Status
	// Code is the exit code, for Passed and Failed.
	Code int
	// Signal is the name of the signal ("SIGKILL"), for Signaled.
	Signal string
	// Duration is the time from its start to its end or, when something
	// outlived the shell and was waited for, to the end of that.
	Duration time.Duration
	// Cause is the cause of the context's end, for Stopped.
	Cause error
	// Output is what it printed: both streams in their order, or stdout
	// alone if [Capture.Separate] was asked for.
	Output Output
	// Stderr is stderr alone, only if [Capture.Separate] was asked for.
	Stderr Output
	// Swept counts the processes that it left behind and that were killed.
	// It is always 0 without [Adopt].
	Swept int
}

// describe fills in how the shell ended by itself.
func (r *Result) describe(state *os.ProcessState) {
	r.Code = state.ExitCode()
	ws, ok := state.Sys().(syscall.WaitStatus)
	switch {
	case ok && ws.Signaled():
		r.Status, r.Code, r.Signal = Signaled, 0, signalName(ws.Signal())
	case r.Code == 0:
		r.Status = Passed
	default:
		r.Status = Failed
	}
}

// StartError says that a command could not be started.
type StartError struct {
	// What is the thing at fault, such as "shell zsh" or "directory /gone".
	What string
	// Err is the reason; [errors.Is] finds [io/fs.ErrNotExist] and the like.
	Err error
}

// Error returns the thing at fault and the reason.
func (e *StartError) Error() string { return fmt.Sprintf("%s: %v", e.What, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }
