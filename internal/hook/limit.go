package hook

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"conclaude/config"
	"conclaude/exec"
	"conclaude/internal/event"
	"conclaude/internal/journal"
)

const (
	defaultSame     = 3   // blocks in a row for one and the same failure
	defaultRounds   = 100 // of infinite mode
	infiniteMessage = "continue working on the task"
)

// limiter keeps blocks from going on forever. The host says with
// stop_hook_active that a block came before, but not how many, and its own
// limit starts again whenever the agent calls a tool.
type limiter struct {
	store   *journal.Store
	section *config.Section
	event   *event.Event
	key     string // session, agent and event
	prompt  string // id of the user's prompt; "" on hosts that have none
	active  bool   // stop_hook_active
}

// apply returns the verdict after the limits, and infinite mode, had their say.
func (l *limiter) apply(v Verdict, outcomes []Outcome) Verdict {
	switch {
	case v.Block != "":
		return l.block(v, outcomes)
	case l.section.Infinite && l.event.Name == "Stop":
		return l.round(v)
	case l.store.Counting(l.key):
		// A counter that can't be reset only ends a later row of blocks early.
		_ = l.store.Count(l.key, func(c *journal.Counters) { *c = journal.Counters{Prompt: l.prompt} })
	}
	return v
}

func (l *limiter) block(v Verdict, outcomes []Outcome) Verdict {
	maxBlocks, maxSame := l.limits()
	if maxBlocks == 0 && maxSame == 0 {
		return v
	}
	var now journal.Counters
	failed := fingerprint(outcomes)
	err := l.store.Count(l.key, func(c *journal.Counters) {
		l.refresh(c)
		if c.Fingerprint != failed {
			c.Fingerprint, c.Same = failed, 0
		}
		c.Same++
		c.Blocks++
		c.Released = maxSame > 0 && c.Same > maxSame || maxBlocks > 0 && c.Blocks > maxBlocks
		now = *c
	})
	switch {
	case err != nil:
		return l.release(v, fmt.Sprintf("its blocks can't be counted (%v)", err))
	case maxSame > 0 && now.Same > maxSame:
		return l.release(v, fmt.Sprintf("the same failure blocked it %s in a row (maxSameFailures: %d)", times(maxSame), maxSame))
	case maxBlocks > 0 && now.Blocks > maxBlocks:
		return l.release(v, fmt.Sprintf("failures blocked it %s in a row (maxBlocks: %d)", times(maxBlocks), maxBlocks))
	case now.Same > 1:
		v.Block = fit(v.Block, fmt.Sprintf("(the same failure %d times in a row)", now.Same))
	}
	return v
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (l *limiter) limits() (maxBlocks, maxSame int) {
	if l.event.Blocks >= defaultSame {
		maxSame = defaultSame
	}
	return config.Or(l.section.MaxBlocks, l.event.Blocks), config.Or(l.section.MaxSameFailures, maxSame)
}

// refresh starts again when the user has spoken since: with a new prompt, or,
// on hosts that don't number prompts, after a row of blocks that was let go.
func (l *limiter) refresh(c *journal.Counters) {
	fresh := l.prompt != c.Prompt
	if l.prompt == "" {
		fresh = c.Released
	}
	if fresh && !l.active {
		*c = journal.Counters{}
	}
	c.Prompt = l.prompt
}

// release lets a block go and tells the user.
func (l *limiter) release(v Verdict, why string) Verdict {
	notice := fmt.Sprintf("%s is let through although a check failed: %s.\n%s", l.event.Name, why, v.Block)
	return Verdict{Notices: append([]string{notice}, v.Notices...)}
}

// round is infinite mode: everything passed, and the agent goes on.
func (l *limiter) round(v Verdict) Verdict {
	limit := config.Or(l.section.MaxRounds, defaultRounds)
	var rounds int
	err := l.store.Count(l.key, func(c *journal.Counters) {
		l.refresh(c)
		*c = journal.Counters{Prompt: c.Prompt, Rounds: c.Rounds + 1, Released: limit > 0 && c.Rounds >= limit}
		rounds = c.Rounds
	})
	switch {
	case err != nil:
		v.Notices = append(v.Notices, fmt.Sprintf("infinite mode ended: its rounds can't be counted (%v)", err))
	case limit > 0 && rounds > limit:
		v.Notices = append(v.Notices, fmt.Sprintf("infinite mode ended after %d rounds (maxRounds: %d)", limit, limit))
	default:
		v.Block = infiniteMessage
		if l.section.InfiniteMessage != "" {
			v.Block = l.section.InfiniteMessage
		}
	}
	return v
}

// fingerprint tells one failure from another: which commands may have failed, how, and
// what they printed, but for what differs from run to run.
func fingerprint(outcomes []Outcome) string {
	hash := fnv.New128a()
	for i := range outcomes {
		o := &outcomes[i]
		if !o.Failed() && o.Output != "hook" { // a script's answer may block whatever its exit code
			continue
		}
		fmt.Fprintf(hash, "%s\x00%v %d %s\x00", o.Run, o.Result.Status, o.Result.Code, o.Result.Signal)
		for _, output := range []exec.Output{o.Result.Output, o.Result.Stderr} {
			fmt.Fprintf(hash, "%s\x00", stable(output.Text(limit(o.Options, commandBudget)).Body))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// stable removes times, durations, addresses and temporary names.
func stable(text string) string {
	volatile := regexp.MustCompile(strings.Join([]string{
		`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z|[+-]\d\d:?\d\d)?`,  // dates with times
		`(^|[\s(\[])\d\d?:\d\d(:\d\d)?([.,]\d+)?\b`,                          // times
		`\b\d+([.,]\d+)?\s?(ns|µs|us|ms|s|sec|secs|seconds|m|min|minutes)\b`, // durations
		`\b0x[0-9a-fA-F]+\b`, // addresses
		`\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`, // UUIDs
		`/tmp/[^\s:'"]+`, // temporary files
		`\b(pid|PID)[ =:]*\d+\b`,
	}, "|"))
	return volatile.ReplaceAllString(text, "~")
}
