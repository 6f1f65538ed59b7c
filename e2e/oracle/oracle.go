// Package oracle says whether the host would take what a hook call answered.
// It knows nothing of this program's code: only what was observed of the
// host, which is written down in testdata/host. Tests only.
package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"conclaude/testdata/host"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	exitOK    = 0
	exitError = 1
	exitBlock = 2

	schemaURL = "answers.schema.json"
)

// Check reports why the host would not do what an answer to the event says:
// exit is the exit code of the hook call, stdout and stderr all that it
// printed. The answers are
//
//	exit 0, nothing printed       go on
//	exit 0, one JSON object       go on, with what the object says; plain
//	                              text where the host wants that instead
//	exit 1, one line on stderr    the call could not be read; goes on
//	exit 2, text on stderr        blocked, on an event that can be
//
// An event that the host does not have can only be answered with the first
// or the third. The error names the event and what was wrong.
func Check(event string, exit int, stdout, stderr []byte) error {
	var err error
	switch exit {
	case exitOK:
		err = checkGoOn(event, stdout, stderr)
	case exitError:
		err = checkError(stdout, stderr)
	case exitBlock:
		err = checkBlock(event, stdout, stderr)
	default:
		err = fmt.Errorf("exit code %d, want 0, 1 or 2", exit)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", event, err)
	}
	return nil
}

func checkGoOn(event string, stdout, stderr []byte) error {
	if len(stderr) > 0 {
		return fmt.Errorf("exit 0 with text on stderr, which nobody reads: %q", clip(stderr))
	}
	if len(stdout) == 0 {
		return nil
	}
	if isPlain(event, stdout) {
		return nil
	}
	return checkAnswer(event, stdout)
}

// checkError wants one line: the host shows no more of it.
func checkError(stdout, stderr []byte) error {
	if len(stdout) > 0 {
		return fmt.Errorf("exit 1 with text on stdout, which the host may take for an answer: %q", clip(stdout))
	}
	line, rest, _ := strings.Cut(string(stderr), "\n")
	if strings.TrimSpace(line) == "" || rest != "" {
		return fmt.Errorf("exit 1 with %q on stderr, want one line", clip(stderr))
	}
	return nil
}

// checkBlock wants stdout empty: a JSON answer there replaces the reason on
// stderr.
func checkBlock(event string, stdout, stderr []byte) error {
	if !CanBlock(event) {
		return errors.New("exit 2, but the host does not let this event be blocked")
	}
	if len(stdout) > 0 {
		return fmt.Errorf("exit 2 with text on stdout: %q", clip(stdout))
	}
	if len(bytes.TrimSpace(stderr)) == 0 {
		return errors.New("exit 2 without a reason on stderr")
	}
	return nil
}

// CanBlock reports whether exit code 2 holds the event up. It is false for an
// event that the host does not have.
func CanBlock(event string) bool {
	probe := map[string]any{"decision": "block", "reason": "probe"}
	return event == "WorktreeCreate" || validate(event, probe) == nil
}

// Blocks reports whether the host takes an answer that Check finds right for a
// refusal: by exit code 2, by decision "block", or by the event's own words.
func Blocks(event string, exit int, stdout []byte) bool {
	var answer struct {
		Decision string
		Specific struct {
			PermissionDecision string
			Decision           struct{ Behavior string }
			Action             string
		} `json:"hookSpecificOutput"`
	}
	if exit == exitBlock {
		return CanBlock(event)
	}
	if exit != exitOK || json.Unmarshal(stdout, &answer) != nil {
		return false
	}
	own := answer.Specific
	return answer.Decision == "block" || own.PermissionDecision == "deny" ||
		own.Decision.Behavior == "deny" || own.Action == "decline" || own.Action == "cancel"
}

// checkAnswer wants one JSON object that starts at the first byte: text
// before or after it makes the host read it all as plain text.
func checkAnswer(event string, stdout []byte) error {
	if stdout[0] != '{' {
		return fmt.Errorf("stdout is no JSON object from its first byte on: %q", clip(stdout))
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(stdout))
	if err != nil {
		return fmt.Errorf("stdout is not one JSON value: %w: %q", err, clip(stdout))
	}
	return validate(event, value)
}

// isPlain reports whether stdout is the plain text that few events take: the
// path of the worktree, instructions for a compaction, words after it.
func isPlain(event string, stdout []byte) bool {
	switch event {
	case "WorktreeCreate":
		line, rest, _ := strings.Cut(string(stdout), "\n")
		return strings.HasPrefix(line, "/") && rest == ""
	case "PreCompact", "PostCompact":
		return stdout[0] != '{'
	}
	return false
}

func clip(text []byte) []byte {
	const most = 300
	return text[:min(len(text), most)]
}

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(host.Answers))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
})

// validate wants an event that the host has and a value that it takes.
func validate(event string, value any) error {
	answers, err := schema()
	if err != nil {
		return err
	}
	return answers.Validate(map[string]any{event: value})
}
