package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/internal/hook"
)

func newTest(std stdio) *cobra.Command {
	var t trial
	cmd := &cobra.Command{
		Use:   "test EVENT",
		Short: "Try a hook without the host",
		Long: `Run the hook of an event with the configuration of the current directory and a
payload like the host's, and print what ran, what the host would do, and what
the agent would read. The exit code is 1 if the event would be blocked.`,
		Example: example(
			"conclaude test Stop",
			"conclaude test SubagentStop --agent coder",
			"conclaude test PreToolUse --set tool_name=Write",
			"conclaude test Stop --payload payload.json",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("test wants one event, found %d: conclaude test Stop", len(args))
			}
			return t.run(cmd.Context(), args[0], std)
		},
		ValidArgs: eventNames(),
	}
	cmd.Flags().StringVar(&t.agent, "agent", "", "name of the agent that the event is about")
	cmd.Flags().StringVar(&t.payload, "payload", "", "file with a payload to use instead (- for stdin)")
	cmd.Flags().StringArrayVar(&t.set, "set", nil, "set a field of the payload: KEY=VALUE, where VALUE is JSON or text")
	return cmd
}

func eventNames() []string {
	var names []string
	for _, e := range event.All() {
		names = append(names, e.Name)
	}
	return names
}

// trial is one conclaude test.
type trial struct {
	agent   string
	payload string
	set     []string
}

func (t *trial) run(ctx context.Context, name string, std stdio) error {
	e, known := event.Lookup(name)
	if !known {
		return errors.New(config.UnknownEvent(name))
	}
	payload, err := t.makePayload(e, std.in)
	if err != nil {
		return err
	}
	call := complete(hook.Call{Event: e.Name}, stdio{in: bytes.NewReader(payload), out: std.out, err: std.err})
	if isTerminal(std.err) {
		call.Progress = func(number, total int, what string) {
			fmt.Fprintf(std.err, "running %d of %d: %s\n", number, total, what)
		}
	}
	report := hook.Handle(ctx, call)
	if report.Event == nil {
		return errors.New(report.Why)
	}
	printTrial(std.out, report)
	if report.Exit != hook.ExitOK || report.Verdict.Block != "" {
		return errReported
	}
	return nil
}

// makePayload reads the payload, or makes one like the host's.
func (t *trial) makePayload(e *event.Event, in io.Reader) ([]byte, error) {
	fields, err := t.base(e, in)
	if err != nil {
		return nil, err
	}
	if t.agent != "" {
		fields["agent_type"] = t.agent
		if _, ok := fields["agent_id"]; !ok {
			fields["agent_id"] = "test-agent"
		}
	}
	for _, setting := range t.set {
		key, value, ok := strings.Cut(setting, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: wanted KEY=VALUE", setting)
		}
		fields[key] = value
		if json.Valid([]byte(value)) {
			fields[key] = json.RawMessage(value)
		}
	}
	return json.Marshal(fields)
}

func (t *trial) base(e *event.Event, in io.Reader) (map[string]any, error) {
	fields := map[string]any{}
	if t.payload != "" {
		data, err := readFile(t.payload, in)
		if err == nil {
			err = json.Unmarshal(data, &fields)
		}
		if err == nil && fields == nil {
			err = errors.New("wanted an object, found null")
		}
		if err != nil {
			return nil, fmt.Errorf("payload %s: %w", t.payload, err)
		}
		return fields, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	fields = map[string]any{
		"session_id":      fmt.Sprintf("test-%d", time.Now().UnixNano()), // its own count of blocks
		"transcript_path": "",
		"cwd":             dir,
		"permission_mode": "default",
		"hook_event_name": e.Name,
	}
	if e.Subject == event.AgentName {
		fields["agent_id"], fields["agent_type"] = "test-agent", "general-purpose"
	}
	return fields, json.Unmarshal([]byte(e.Sample), &fields)
}

func readFile(name string, in io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(in)
	}
	data, err := os.ReadFile(name)
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		err = pathError.Err
	}
	return data, err
}

// printTrial says what a call did, would do, and would be read as.
func printTrial(out io.Writer, r hook.Report) {
	title := r.Event.Name
	if r.Agent.Name != "" && !r.Agent.Main {
		title += fmt.Sprintf(" of the agent %s (name from: %s)", r.Agent.Name, r.Agent.Source)
	}
	fmt.Fprintln(out, title)
	if r.Config != nil {
		fmt.Fprintf(out, "configuration: %s\n", r.Config.File)
	}
	if r.Why != "" {
		fmt.Fprintf(out, "nothing ran: %s\n", r.Why)
	}
	for i := range r.Outcomes {
		fmt.Fprintf(out, "  %d. %s\n", i+1, r.Outcomes[i].Line())
	}
	printAnswer(out, r)
}

func printAnswer(out io.Writer, r hook.Report) {
	said := r.Said()
	switch {
	case r.Exit == hook.ExitError:
		fmt.Fprintf(out, "the host: %s (exit code 1): %s", afterError(r.Event), r.Stderr)
		return
	case r.Verdict.Block != "":
		fmt.Fprintf(out, "the host: blocked (exit code %d): %s\n", r.Exit, r.Event.Effect)
		said.Model = or(string(r.Stderr), r.Verdict.Block)
	default:
		fmt.Fprintf(out, "the host: goes on (exit code 0)%s\n", r.Verdict.Decision())
	}
	printRead(out, "the agent reads", said.Model)
	if r.Exit == hook.ExitOK {
		printRead(out, "the user reads", said.User)
	}
}

// afterError is what the host does when a call has no answer.
func afterError(e *event.Event) string {
	if e.Context == event.PathOutput { // it wants a path
		return e.Effect
	}
	return "goes on"
}

// printRead shows a text and what it costs.
func printRead(out io.Writer, who, text string) {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		fmt.Fprintf(out, "%s: nothing\n", who)
		return
	}
	fmt.Fprintf(out, "%s (%s):\n", who, count(utf8.RuneCountInString(text), "character"))
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(out, "  | %s\n", line)
	}
}
