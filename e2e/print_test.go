//go:build e2e

package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"testing"
	"time"
)

// An event is one line of the client's stream-json output.
type event map[string]any

func (e event) text(key string) string {
	text, _ := e[key].(string)
	return text
}

// limit bounds one run of the client.
const limit = 2 * time.Minute

// print runs the client in print mode, as scripts and CI do.
func (s *session) print(t *testing.T) {
	t.Helper()
	args := append([]string{
		"--print", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose",
		"--include-hook-events",
	}, s.scenario.Client.args()...)
	cmd := exec.CommandContext(t.Context(), claude, args...)
	cmd.Dir, cmd.Env = s.path("project"), s.env()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = 5 * time.Second
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	s.converse(t, stdin, stdout)
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Error(err)
	} else if ok {
		s.exit = exit.ExitCode()
	}
	s.stderr = stderr.String()
}

// converse types the prompts, each after the result of the one before, and
// collects what the client prints.
func (s *session) converse(t *testing.T, stdin io.WriteCloser, stdout io.Reader) {
	t.Helper()
	prompts := s.scenario.Client.Prompts
	next := func() {
		if len(prompts) > 0 {
			typed(t, stdin, prompts[0])
			prompts = prompts[1:]
		}
		if len(prompts) == 0 {
			stdin.Close()
		}
	}
	next()
	lines := bufio.NewReader(stdout)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			s.events = append(s.events, e)
			if e.text("type") == "result" && len(prompts) > 0 {
				next()
			}
		}
		if err != nil {
			return
		}
	}
}

func typed(t *testing.T, w io.Writer, prompt string) {
	t.Helper()
	line, err := json.Marshal(map[string]any{
		"type": "user", "message": map[string]any{"role": "user", "content": prompt},
	})
	if err == nil {
		_, err = w.Write(append(line, '\n'))
	}
	if err != nil {
		t.Error(err)
	}
}
