package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"conclaude/config"
	"conclaude/exec"
)

// worktreeTimeout is how long making a worktree may take by default.
const worktreeTimeout = 60 * time.Second

// gitWorktree makes a worktree where the host itself would: its hook replaces
// the host's own way, so a hook without a command of the user must do the same.
const gitWorktree = `set -e
root=$(git rev-parse --show-toplevel)
path=$root/.claude/worktrees/$CONCLAUDE_WORKTREE_NAME
branch=worktree-$CONCLAUDE_WORKTREE_NAME
if git show-ref --verify --quiet "refs/heads/$branch"
then git worktree add -- "$path" "$branch" >&2
else git worktree add -b "$branch" -- "$path" >&2
fi
printf '%s\n' "$path"`

// worktree makes the worktree that the host asks for. Any failure means for the
// host that there is none, so it is exit code 1 with the reason.
func (r Report) worktree(ctx context.Context, call Call, p *Payload, s *config.Section) Report {
	if r.Verdict.Block != "" || r.Exit == ExitError {
		return r
	}
	ctx, stop, err := prepare(ctx, call)
	defer stop()
	if err != nil {
		r.warnings = append(r.warnings, err.Error())
	}
	if s == nil {
		s = &config.Section{}
	}
	ctx, cancel := context.WithDeadlineCause(ctx, call.Start.Add(deadline(call, r.Config, s, r.Event)), ErrDeadline)
	defer cancel()
	path, err := r.makeWorktree(ctx, call, p, s)
	if err != nil {
		r.Answer = Answer{Exit: ExitError, Stderr: line(fmt.Sprintf("conclaude %s: %v", r.Event.Name, err))}
		r.warnings = append(r.warnings, err.Error())
		return r
	}
	r.Why = ""
	r.Verdict.Path = path
	return r
}

func (r *Report) makeWorktree(ctx context.Context, call Call, p *Payload, s *config.Section) (string, error) {
	name := p.String("name")
	if !plainName(name) {
		return "", fmt.Errorf("worktree name %q: wanted letters, digits, dots, dashes and underscores", name)
	}
	c := r.Config
	if c == nil {
		c = &config.Config{Dir: workingDir(call, p)}
	}
	script, dir, timeout := gitWorktree, workingDir(call, p), worktreeTimeout
	if s.Command != "" {
		script, dir, timeout = s.Command, c.Dir, s.Timeout.Or(worktreeTimeout)
	}
	env := &environment{base: call.Environ, spill: call.Store.Values}
	list, trouble := env.of(Step{}, values(c, r.Event, p, r.Agent))
	output, err := runWorktree(ctx, exec.Command{Script: script, Dir: dir, Env: list, Timeout: timeout})
	if trouble = errors.Join(trouble, env.remove()); trouble != nil {
		r.warnings = append(r.warnings, trouble.Error())
	}
	if err != nil {
		return "", err
	}
	return worktreePath(output, dir)
}

// runWorktree runs the command that makes a worktree; its failure is the error.
func runWorktree(ctx context.Context, command exec.Command) (exec.Output, error) {
	command.Capture = exec.Capture{Stdout: true, Stderr: true, Separate: true}
	result, err := exec.Run(ctx, command)
	if err != nil {
		return exec.Output{}, err
	}
	o := Outcome{Result: result}
	o.Name, o.ShowCommand, o.Timeout = "the worktree command", new(false), new(config.Duration(command.Timeout))
	if o.Failed() {
		return exec.Output{}, errors.New(oneLine(failure(&o, commandBudget)))
	}
	return result.Output, nil
}

// oneLine makes one line of several: the host shows no more of an error.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == '\n' }), "; ")
}

// plainName reports whether a name can be neither a path nor a flag.
func plainName(s string) bool {
	return s != "" && s[0] != '-' && s[0] != '.' && strings.IndexFunc(s, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("._-", c)
	}) < 0
}

// worktreePath takes the last line of what the command printed: it may have
// logged before.
func worktreePath(output exec.Output, dir string) (string, error) {
	data, _ := output.Bytes()
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	path := strings.TrimSpace(lines[len(lines)-1])
	if path == "" {
		return "", errors.New("the worktree command printed nothing: wanted the worktree's path")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return "", fmt.Errorf("the worktree command printed %q: wanted the path of a directory", path)
	}
	return path, nil
}
