package compare

import (
	osexec "os/exec"
	"path/filepath"
	"testing"
)

// scenario is what the gate has to do, in the words of each tool.
type scenario struct {
	conclaude, script, lefthook, cchook string
}

func scenarios() map[string]scenario {
	return map[string]scenario{
		"nothing-to-do": {
			conclaude: "subagentStop: {commands: [{run: 'true'}]}\n",
			script:    "#!/bin/bash\nexit 0\n",
			lefthook:  "stop: {skip: true, jobs: [{run: 'true'}]}\n",
			cchook:    "SubagentStop: [{actions: [{type: command, command: 'true'}]}]\n",
		},
		"passes": {
			conclaude: "stop: {commands: [{run: 'true'}, {run: 'test 1 = 1'}]}\n",
			script:    script("true", "test 1 = 1"),
			lefthook:  "stop: {jobs: [{name: a, run: 'true'}, {name: b, run: 'test 1 = 1'}]}\n",
			cchook:    "Stop: [{actions: [{type: command, command: 'true'}, {type: command, command: 'test 1 = 1'}]}]\n",
		},
		"fails": {
			conclaude: "stop: {maxBlocks: 1000, maxSameFailures: 1000, commands: [{run: 'true'}, {run: 'echo x.go:3: broken; exit 1'}]}\n",
			script:    script("true", "echo x.go:3: broken; exit 1"),
			lefthook:  "stop: {jobs: [{name: a, run: 'true'}, {name: b, run: 'echo x.go:3: broken; exit 1'}]}\n",
			cchook:    "Stop: [{actions: [{type: command, command: 'true'}, {type: command, command: 'echo x.go:3: broken; exit 1'}]}]\n",
		},
	}
}

// script is what a careful person writes: all output to the agent, exit code 2.
func script(commands ...string) string {
	text := "#!/bin/bash\n"
	for _, c := range commands {
		text += "out=$( (" + c + ") 2>&1 ) || { echo \"$out\" >&2; exit 2; }\n"
	}
	return text
}

// BenchmarkStop compares the tools as a Stop hook. The first one is conclaude.
func BenchmarkStop(b *testing.B) {
	conclaude := build(b, "../..", "./cmd/conclaude")
	lefthook := build(b, ".", "github.com/evilmartians/lefthook/v2")
	cchook, err := osexec.LookPath("cchook")
	if err != nil {
		b.Logf("cchook is left out: %v", err)
	}
	for _, name := range []string{"nothing-to-do", "passes", "fails"} {
		b.Run(name, func(b *testing.B) {
			s := scenarios()[name]
			gates := []gate{s.ours(b, conclaude), s.bash(b), s.theirs(b, lefthook), s.wrapped(b, lefthook)}
			if cchook != "" {
				gates = append(gates, s.hook(b, cchook))
			}
			compare(b, 150, gates)
		})
	}
}

func (s scenario) ours(tb testing.TB, program string) gate {
	tb.Helper()
	dir := tb.TempDir()
	write(tb, filepath.Join(dir, ".conclaude.yaml"), s.conclaude, 0o600)
	return gate{"conclaude", []string{program, "Stop"}, dir, []string{"XDG_STATE_HOME=" + tb.TempDir(), "CONCLAUDE_DEPTH="}}
}

func (s scenario) bash(tb testing.TB) gate {
	tb.Helper()
	dir := tb.TempDir()
	return gate{"script", []string{write(tb, filepath.Join(dir, "gate"), s.script, 0o700)}, dir, nil}
}

// theirs is lefthook as its own integration writes it. It needs a repository.
func (s scenario) theirs(tb testing.TB, program string) gate {
	tb.Helper()
	dir := tb.TempDir()
	if out, err := osexec.CommandContext(tb.Context(), "git", "init", "-q", dir).CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	write(tb, filepath.Join(dir, "lefthook.yml"), s.lefthook, 0o600)
	return gate{"lefthook", []string{program, "run", "stop"}, dir, nil}
}

// wrapped is lefthook made to block by hand.
func (s scenario) wrapped(tb testing.TB, program string) gate {
	tb.Helper()
	g := s.theirs(tb, program)
	g.name = "lefthook-wrapped"
	g.args = []string{write(tb, filepath.Join(g.dir, "gate"), "#!/bin/bash\nNO_COLOR=1 "+program+" run stop >&2 || exit 2\n", 0o700)}
	return g
}

func (s scenario) hook(tb testing.TB, program string) gate {
	tb.Helper()
	dir := tb.TempDir()
	file := write(tb, filepath.Join(dir, "config.yaml"), s.cchook, 0o600)
	return gate{"cchook", []string{program, "-config", file, "-event", "Stop"}, dir, nil}
}
