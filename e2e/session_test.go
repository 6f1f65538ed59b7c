//go:build e2e

package e2e_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"conclaude/e2e/mockapi"
)

// dummyKey looks like a key to the client and opens nothing.
const dummyKey = "sk-ant-api03-this-is-not-a-key"

// A session is one run of the client in its own sealed world: its own home,
// project, state and API, and every other address replaced by that API.
type session struct {
	scenario *scenario
	api      *mockapi.Server
	root     string
	bin      string // the folder of the conclaude that its hooks call

	events []event
	exit   int
	stderr string
	// screen is what was seen last when run interactively.
	screen string
}

func newSession(t *testing.T, s *scenario) *session {
	t.Helper()
	root, err := os.MkdirTemp("", "e2e-") //nolint:usetesting // sockets below it need a short path
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() && os.Getenv("CONCLAUDE_E2E_KEEP") != "" {
			t.Logf("kept: %s", root)
			return
		}
		os.RemoveAll(root)
	})
	run := &session{scenario: s, root: root, bin: bin}
	for _, dir := range []string{"home", "project", "state", "tmp"} {
		if err := os.Mkdir(run.path(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.project(t, run.path("project"))
	run.api = mockapi.Start(s.Model, run.path("project"))
	t.Cleanup(run.api.Close)
	t.Cleanup(run.sweep)
	return run
}

func (s *session) path(elem ...string) string {
	return filepath.Join(append([]string{s.root}, elem...)...)
}

// env is the whole environment of the client.
func (s *session) env() []string {
	env := []string{
		"PATH=" + s.bin + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + s.path("home"),
		"XDG_STATE_HOME=" + s.path("state"),
		"TMPDIR=" + s.path("tmp"),
		"LANG=C.UTF-8",
		"TERM=xterm-256color",
		"ANTHROPIC_BASE_URL=" + s.api.URL,
		"ANTHROPIC_API_KEY=" + dummyKey,
		"HTTP_PROXY=" + s.api.URL, "HTTPS_PROXY=" + s.api.URL, "NO_PROXY=127.0.0.1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1",
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		"IS_SANDBOX=1", // the client refuses to skip permissions as root outside a sandbox
	}
	for name, value := range s.scenario.Client.Env {
		env = append(env, name+"="+value)
	}
	return env
}

// sweep ends what a failed scenario left running.
func (s *session) sweep() {
	for pid := range s.left() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// left are the processes that still have the session's state directory in
// their environment: what a hook started and nobody ended.
func (s *session) left() map[int]string {
	mark := "XDG_STATE_HOME=" + s.path("state")
	found := map[int]string{}
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environs {
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), mark) {
			continue
		}
		dir := filepath.Dir(path)
		pid, _ := strconv.Atoi(filepath.Base(dir))
		command, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		found[pid] = strings.ReplaceAll(string(command), "\x00", " ")
	}
	return found
}
