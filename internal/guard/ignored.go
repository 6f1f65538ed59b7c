package guard

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"conclaude/config"
	"conclaude/exec"
)

// gitTimeout bounds the question to git.
const gitTimeout = 5 * time.Second

// askGit refuses changes of files that git ignores. All files of the request
// are asked in one call.
func (c *check) askGit() {
	if len(c.ignored) == 0 || c.denied() {
		return
	}
	ask := c.GitIgnored
	if ask == nil {
		ask = gitIgnored
	}
	paths := make([]string, len(c.ignored))
	for i, a := range c.ignored {
		paths[i] = a.real
	}
	hits, err := ask(c.ctx, c.Base, paths)
	if err != nil {
		c.step("preToolUse.preventUpdateGitIgnored", config.Position{}, "git", err.Error())
	}
	for _, a := range c.ignored {
		if !hits[a.real] {
			c.step("preToolUse.preventUpdateGitIgnored", config.Position{}, a.shown, "no match")
			continue
		}
		text := fmt.Sprintf("%s refused: git ignores the file. If it belongs to the project, ask the user about .gitignore.", a.what())
		c.decide(c.deny("preToolUse.preventUpdateGitIgnored", config.Position{}, "", "", text), a.shown)
		return
	}
}

// gitIgnored asks git itself, so that its own rules hold: nested files,
// exclude files, tracked files, worktrees.
func gitIgnored(ctx context.Context, dir string, paths []string) (map[string]bool, error) {
	inside := make([]string, 0, len(paths))
	for _, p := range paths {
		for _, base := range baseNames(dir) {
			if rel, ok := within(base, filepath.ToSlash(p)); ok && rel != "." {
				inside = append(inside, base+"/"+rel)
				break
			}
		}
	}
	if len(inside) == 0 {
		return nil, nil
	}
	res, err := exec.Run(ctx, exec.Command{
		Script: "git check-ignore -z --stdin", Shell: "sh", Dir: dir, Timeout: gitTimeout,
		Stdin:   []byte(strings.Join(inside, "\x00") + "\x00"),
		Capture: exec.Capture{Stdout: true, Separate: true, Keep: 1 << 20},
	})
	if err != nil {
		return nil, fmt.Errorf("git check-ignore: %w", err)
	}
	if res.Status == exec.Failed && res.Code > 1 {
		return gitIgnoredEach(ctx, dir, paths) // no repository, or one path in a submodule
	}
	hits := map[string]bool{}
	out, _ := res.Output.Bytes()
	for p := range strings.SplitSeq(string(out), "\x00") {
		hits[p] = p != ""
	}
	return hits, nil
}

// gitIgnoredEach asks for one path at a time, since git gives up on all of
// them for one that it does not like.
func gitIgnoredEach(ctx context.Context, dir string, paths []string) (map[string]bool, error) {
	hits := map[string]bool{}
	if len(paths) == 1 || len(paths) > 32 {
		return hits, nil
	}
	for _, p := range paths {
		one, err := gitIgnored(ctx, dir, []string{p})
		if err != nil {
			return hits, err
		}
		maps.Copy(hits, one)
	}
	return hits, nil
}
