package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/mattn/go-isatty"
)

// The exit codes of commands for people. Those of hook calls are the host's
// protocol, see package hook. 2 is never one of ours: a host takes it for a block.
const (
	exitOK    = 0
	exitError = 1 // also for wrong usage
)

// stdio is the world of one run.
type stdio struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// run does what args say and returns the exit code. A hook call is recognised
// before anything for people is set up.
func run(ctx context.Context, args []string, std stdio) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(std.err, "conclaude: internal error: %v\n%s", v, debug.Stack())
			code = exitError // an unrecovered panic would exit with 2
		}
	}()
	if call, ok := hookCall(args); ok {
		return runHook(ctx, call, std)
	}
	root := newRoot(std)
	root.SetArgs(args)
	if err := root.ExecuteContext(ctx); err != nil {
		if text := err.Error(); text != "" {
			fmt.Fprintf(std.err, "conclaude: %s\n", text)
		}
		return exitError
	}
	return exitOK
}

// isTerminal reports whether a person sits at the other end.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
