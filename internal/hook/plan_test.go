package hook_test

import (
	"bytes"
	"testing"
	"time"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/internal/hook"
	"conclaude/transcript"

	"github.com/google/go-cmp/cmp"
)

var (
	mainAgent = transcript.Agent{Name: "main", Main: true}
	coder     = transcript.Agent{Name: "coder", ID: "a1", Type: "coder"}
	asCoder   = transcript.Agent{Name: "main", Type: "coder", Main: true} // a session started with --agent coder
)

// plan is what would run, by the commands' scripts.
func plan(t *testing.T, name, file, payload string, agent transcript.Agent) []hook.Step {
	t.Helper()
	c, err := config.Parse("/p/.conclaude.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	p, err := hook.Read(bytes.NewReader([]byte(payload)), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return hook.Plan(c, lookup(t, name), p, agent)
}

func runs(steps []hook.Step) []string {
	var scripts []string
	for _, s := range steps {
		scripts = append(scripts, s.Run)
	}
	return scripts
}

func TestPlan(t *testing.T) {
	t.Parallel()
	const task = `taskCreated: {commands: {"a*": [{run: a}], "*": [{run: all}, {run: " "}], "A*": [{run: A}], "{ab,x}": [{run: ab}]}}`
	const stop = `stop: {commands: [{run: main, agent: main}, {run: coder, agent: "co*"}, {run: any}]}`
	tests := map[string]struct {
		event, file, payload string
		agent                transcript.Agent
		want                 []string
	}{
		"the star first":          {"TaskCreated", task, `{"task_subject":"ab"}`, mainAgent, []string{"all", "a", "ab"}},
		"case counts":             {"TaskCreated", task, `{"task_subject":"AB"}`, mainAgent, []string{"all", "A"}},
		"no subject":              {"TaskCreated", task, `{}`, mainAgent, []string{"all"}},
		"empty subject":           {"TaskCreated", task, `{"task_subject":""}`, mainAgent, []string{"all"}},
		"subject of another type": {"TaskCreated", task, `{"task_subject":["ab"]}`, mainAgent, []string{"all"}},
		"other section":           {"TaskCompleted", task, `{"task_subject":"ab"}`, mainAgent, nil},
		"agent main":              {"Stop", stop, `{}`, mainAgent, []string{"main", "any"}},
		"agent coder":             {"Stop", stop, `{}`, coder, []string{"coder", "any"}},
		"main as coder":           {"Stop", stop, `{}`, asCoder, []string{"main", "coder", "any"}},
		"part of a message":       {"MessageDisplay", `messageDisplay: {commands: [{run: x}]}`, `{"final":false}`, mainAgent, nil},
		"end of a message":        {"MessageDisplay", `messageDisplay: {commands: [{run: x}]}`, `{"final":true}`, mainAgent, []string{"x"}},
		"any part":                {"MessageDisplay", `messageDisplay: {onlyFinal: false, commands: [{run: x}]}`, `{}`, mainAgent, []string{"x"}},
		"old section":             {"SubagentStart", `skillStart: {commands: {coder: [{run: x}]}}`, `{}`, coder, []string{"x"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, runs(plan(t, test.event, test.file, test.payload, test.agent))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A policy of the whole file counts only where the event can carry it out.
func TestPlanPolicy(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		for _, policy := range []event.Policy{event.Block, event.Exit2, event.Warn} {
			want := policy
			if policy != event.Warn && !e.CanBlock() {
				want = e.Policy
			}
			file := "defaults: {onFailure: " + string(policy) + "}\n" + e.Key() + `: {commands: [{run: x}]}`
			steps := plan(t, e.Name, file, `{"final":true,"prompt":"x"}`, mainAgent)
			if len(steps) != 1 || steps[0].Policy != want {
				t.Errorf("%s with %s: %+v, want policy %s", e.Name, policy, steps, want)
			}
		}
	}
}
