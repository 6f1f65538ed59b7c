package exec

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	osexec "os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	// drainTime is how long a pipe may stay open after the shell has ended.
	// "cmd > >(tee log)" needs some: bash does not wait for tee.
	drainTime = 100 * time.Millisecond
	// restTime is for what is still in the pipe when nothing can write to it
	// any more, unless a process escaped us with it.
	restTime = 50 * time.Millisecond
	// killTime is how long a killed shell may take to end. Only one that
	// hangs in the kernel (a dead network disk) needs more.
	killTime = time.Second
)

// errTimeout tells the end of the command's own time from the caller's.
var errTimeout = errors.New("timeout")

// errNUL is what no system can hand to a program.
var errNUL = errors.New("has a NUL byte")

// Run runs one command to its end and says what came of it. It returns at the
// latest shortly after the end of ctx or of c.Timeout plus c.Grace, whatever
// the command does. If ctx has ended before, the command is not started and
// the status is Stopped. An error is a [*StartError].
//
// Run may be called concurrently; after [Adopt] the calls wait for each other.
func Run(ctx context.Context, c Command) (Result, error) {
	release, ok := takeTurn(ctx)
	if !ok {
		return Result{Status: Stopped, Cause: context.Cause(ctx)}, nil
	}
	defer release()
	// The kernel kills the shell together with the thread that started it
	// (Pdeathsig), which must be when we die and not before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p, err := start(c)
	if err != nil {
		return Result{}, err
	}
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, errTimeout)
		defer cancel()
	}
	return p.run(ctx, c.grace()), nil
}

// process is a command while it runs.
type process struct {
	tree    *tree
	began   time.Time
	ended   chan struct{} // closed when the shell has ended
	streams streams
	stdin   *feed
}

// start starts the command. All that it opened is closed again on an error.
func start(c Command) (*process, error) {
	cmd, err := c.prepare()
	if err != nil {
		return nil, err
	}
	p := &process{tree: newTree(cmd), ended: make(chan struct{})}
	if p.streams, err = c.Capture.open(cmd); err != nil {
		return nil, &StartError{What: "pipe", Err: err}
	}
	if p.stdin, err = openFeed(cmd, c.Stdin); err != nil {
		p.streams.abandon()
		return nil, &StartError{What: "pipe", Err: err}
	}
	p.began = time.Now()
	if err := p.tree.start(); err != nil {
		p.streams.abandon()
		p.stdin.abandon()
		return nil, c.startError(cmd.Path, err)
	}
	p.streams.read()
	p.stdin.write(c.Stdin)
	go func() {
		p.tree.await()
		close(p.ended)
	}()
	return p, nil
}

// prepare returns the call of the shell.
func (c Command) prepare() (*osexec.Cmd, error) {
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	hasNUL := func(s string) bool { return strings.ContainsRune(s, 0) }
	if hasNUL(c.Script) {
		return nil, &StartError{What: "script", Err: errNUL}
	}
	if slices.ContainsFunc(env, hasNUL) {
		return nil, &StartError{What: "environment", Err: errNUL}
	}
	shell, err := c.shell(env)
	if err != nil {
		return nil, err
	}
	return &osexec.Cmd{Path: shell, Args: c.arguments(shell), Dir: c.Dir, Env: env}, nil
}

// startError names what kept the command from starting.
func (c Command) startError(shell string, err error) error {
	what := "shell " + shell
	info, statErr := os.Stat(cmp.Or(c.Dir, "."))
	switch {
	case statErr != nil:
		what, err = "directory "+c.Dir, statErr
	case !info.IsDir():
		what, err = "directory "+c.Dir, syscall.ENOTDIR
	case c.Dir != "" && errors.Is(err, fs.ErrPermission):
		what = "directory " + c.Dir // the shell was seen to be executable
	case errors.Is(err, syscall.E2BIG):
		what = "script and environment"
	}
	return &StartError{What: what, Err: reasonOf(err)}
}

// run waits for the end of the command, or brings it about.
func (p *process) run(ctx context.Context, grace time.Duration) Result {
	var r Result
	patience := drainTime
	if cause := p.await(ctx); cause != nil {
		r.Status, r.Cause = Stopped, cause
		if errors.Is(cause, errTimeout) {
			r.Status, r.Cause = TimedOut, nil
		}
		p.tree.terminate()
		patience = grace
	}
	p.settle(patience)
	p.tree.kill()
	dead := p.dead()
	r.Duration = time.Since(p.began)
	r.Swept = p.tree.sweep()
	p.stdin.close()
	r.Output, r.Stderr = p.streams.close()
	p.collect(&r, dead)
	return r
}

// await waits for the end of the shell and returns nil, or returns the cause if
// ctx ends before.
func (p *process) await(ctx context.Context) error {
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
	}
	select {
	case <-p.ended: // both at once: what it did counts
		return nil
	default:
		return context.Cause(ctx)
	}
}

// settle waits until the shell has ended and all writers have closed their
// pipes. The pipes tell that the rest of the group has ended as well.
func (p *process) settle(patience time.Duration) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for _, end := range append(p.streams.ends(), p.ended) {
		select {
		case <-end:
		case <-late.C:
			return
		}
	}
}

// dead tells that the shell, which has been killed, is dead.
func (p *process) dead() bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(killTime):
		return false
	}
}

// collect takes the shell's exit status.
func (p *process) collect(r *Result, dead bool) {
	if !dead {
		return
	}
	state := p.tree.reap()
	if r.Status == 0 && state != nil {
		r.describe(state)
	}
}
