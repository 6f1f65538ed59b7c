package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"conclaude/e2e/oracle"
	"conclaude/internal/event"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect, and docs/scenarios.md")

// Where the captured payloads say that the project and its transcripts are,
// and where the transcripts are in a script.
const (
	capturedProject     = "/home/user/project"
	capturedTranscripts = "/home/user/.claude/projects/-home-user-project"
	transcripts         = ".claude"
)

// TestScripts runs the scripts with the real program, built once: this test
// binary as the program would start ten times slower, for what else it links.
func TestScripts(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	build := exec.Command("go", "build", raceFlag, "-o", bin, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	// Scripts mostly wait for processes, so more of them than there are cores.
	if err := flag.Set("test.parallel", "8"); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               func(env *testscript.Env) error { return setup(env, bin) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"agent":      cmdAgent,
			"gone":       cmdGone,
			"hook":       cmdHook,
			"payload":    cmdPayload,
			"transcript": cmdTranscript,
		},
	})
}

// scenariosDoc lists what the scripts say in their first lines that they show.
const scenariosDoc = "../../docs/scenarios.md"

// TestScenarios: every scenario, case and weakness in the list has a script
// that begins with it, and the other way round. Lines that are no table rows
// are free text; -update writes the rows anew below the heads of the tables.
func TestScenarios(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(scenariosDoc)
	if err != nil {
		t.Fatal(err)
	}
	got, want := string(doc), withRows(string(doc), titles(t))
	if *update {
		if err := os.WriteFile(scenariosDoc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("docs/scenarios.md is not what the scripts say; rewrite it: go test ./cmd/conclaude -run TestScenarios -update")
	}
}

// titles are the rows of the tables, by the first word of their heads.
func titles(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	title := regexp.MustCompile(`^# (?:(Scenario): (.+) / (.+)|(Case) (\d+): (.+)|(W)(\d+): (.+))$`)
	rows := map[string][]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "#") {
				break
			}
			if m := title.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
				kind := m[1] + m[4] + m[7]
				rows[kind] = append(rows[kind], fmt.Sprintf("| %s | %s | %s |\n",
					m[2]+m[5]+m[8], m[3]+m[6]+m[9], strings.TrimSuffix(filepath.Base(file), ".txtar")))
			}
		}
	}
	for _, list := range rows {
		slices.SortFunc(list, byNumber)
	}
	return rows
}

// byNumber orders rows by the number that they begin with, else by their text.
func byNumber(a, b string) int {
	number := func(row string) (n int) {
		_, _ = fmt.Sscanf(row, "| %d ", &n) // 0 for a row without a number
		return n
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
}

// withRows puts the rows below the heads of their tables, in the place of
// those that are there.
func withRows(doc string, rows map[string][]string) string {
	var b strings.Builder
	kind := ""
	for line := range strings.Lines(doc) {
		switch {
		case !strings.HasPrefix(line, "|"):
			kind = ""
		case strings.HasPrefix(line, "|---"):
			line += strings.Join(rows[kind], "")
		case kind != "":
			continue
		default:
			kind, _, _ = strings.Cut(strings.TrimPrefix(line, "| "), " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// setup gives a script a home and a state directory of its own, and makes sure
// that its files are not such that anybody could have written them.
func setup(env *testscript.Env, bin string) error {
	env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
	env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, ".state"))
	env.Setenv("STATE", filepath.Join(env.WorkDir, ".state", "conclaude"))
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	return filepath.WalkDir(env.WorkDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		return errors.Join(err, os.Chmod(path, info.Mode().Perm()&^0o022))
	})
}

// How the payload gets to the hook call: through a pipe, as from the host.
const (
	viaPipe = `cat "$0" | conclaude "$@"`
	// The pipe has a writer until the call is over.
	viaOpenPipe = `p=$(mktemp -u); mkfifo "$p"; exec 3<>"$p"; rm "$p"; cat "$0" >&3; exec conclaude "$@" <&3`
	// The command that the hook runs opens the FIFO "started", and is not done.
	viaPipeThenTERM = `conclaude "$@" <"$0" & p=$!; read -r _ <started; kill -TERM $p; wait $p`
)

// cmdHook makes one hook call and checks its exit code, and with the oracle
// that the host would take the answer:
//
//	hook [-code N] [-silent] [-user] [-open] [-term] EVENT PAYLOAD [ARG...]
//
// EVENT can be several words, PAYLOAD is a file. What the call printed is for
// stdout, stderr and cmp, with names for what is never the same (see same).
// -silent wants nothing printed; -user wants a systemMessage and nothing else
// and makes it the stdout; -open leaves the pipe open; -term sends SIGTERM
// once something was written to the FIFO "started".
func cmdHook(ts *testscript.TestScript, neg bool, args []string) {
	flags := flag.NewFlagSet("hook", flag.ContinueOnError)
	code := flags.Int("code", 0, "")
	silent := flags.Bool("silent", false, "")
	user := flags.Bool("user", false, "")
	open := flags.Bool("open", false, "")
	term := flags.Bool("term", false, "")
	if err := flags.Parse(args); err != nil || neg || flags.NArg() < 2 {
		ts.Fatalf("usage: hook [-code N] [-silent] [-user] [-open] [-term] EVENT PAYLOAD [ARG...]")
	}
	how := viaPipe
	switch {
	case *open:
		how = viaOpenPipe
	case *term:
		how = viaPipeThenTERM
	}
	words, payload := strings.Fields(flags.Arg(0)), ts.MkAbs(flags.Arg(1))
	err := ts.Exec("sh", append(append([]string{"-c", how, payload}, words...), flags.Args()[2:]...)...)
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	if got := exitCode(err); got != *code {
		ts.Fatalf("exit code %d, want %d", got, *code)
	}
	ts.Check(oracle.Check(eventOf(words[len(words)-1], ts.ReadFile(payload)), *code, []byte(stdout), []byte(stderr)))
	if *silent && stdout+stderr != "" {
		ts.Fatalf("want no answer")
	}
	if *user {
		stdout = systemMessage(ts, stdout)
	}
	fmt.Fprint(ts.Stdout(), same(ts, stdout))
	fmt.Fprint(ts.Stderr(), same(ts, stderr))
}

func exitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		return -1
	}
	return 0
}

// eventOf is the event that the host called for: what the payload says, else
// the command line.
func eventOf(word, payload string) string {
	var fields struct {
		HookEventName string `json:"hook_event_name"`
	}
	if json.Unmarshal([]byte(payload), &fields) == nil && fields.HookEventName != "" {
		return fields.HookEventName
	}
	if e, ok := event.Lookup(word); ok {
		return e.Name
	}
	return word
}

func systemMessage(ts *testscript.TestScript, answer string) string {
	var fields map[string]string
	ts.Check(json.Unmarshal([]byte(answer), &fields))
	if len(fields) != 1 {
		ts.Fatalf("want an answer with a systemMessage only")
	}
	return fields["systemMessage"] + "\n"
}

// same gives what differs from run to run a name: durations (not those of a
// timeout, which come from the configuration), the script's directory, and the
// names of log files.
func same(ts *testscript.TestScript, answer string) string {
	answer = strings.ReplaceAll(answer, ts.Getenv("WORK"), "$WORK")
	answer = regexp.MustCompile(`/logs/[\d-]+(\w+)-\d+-(\d+\.log)`).ReplaceAllString(answer, "/logs/$1-$2")
	return regexp.MustCompile(`(exit code \d+[^,\n]*, |after |passed \()\d[\d.m]*s\b`).ReplaceAllString(answer, "${1}TIME")
}

// cmdPayload writes the payload testdata/payloads/NAME.json, for the script's
// directory, to FILE. KEY=VALUE sets a field to JSON or text, KEY=@FILE to the
// text of a file; -KEY removes a field:
//
//	payload NAME FILE [KEY=VALUE|-KEY...]
func cmdPayload(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: payload NAME FILE [KEY=VALUE|-KEY...]")
	}
	writePayload(ts, filepath.Join("../../testdata/payloads", args[0]+".json"), args[1], args[2:])
}

// cmdTranscript lays a capture of testdata/transcripts out, and writes its
// payload to payload.json:
//
//	transcript SCENARIO/EVENT-N [KEY=VALUE|-KEY...]
func cmdTranscript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: transcript SCENARIO/EVENT-N [KEY=VALUE|-KEY...]")
	}
	dir := filepath.Join("../../testdata/transcripts", args[0])
	to := filepath.Join(ts.Getenv("WORK"), transcripts)
	ts.Check(os.RemoveAll(to))
	ts.Check(os.CopyFS(to, os.DirFS(dir)))
	writePayload(ts, filepath.Join(dir, "payload.json"), "payload.json", args[1:])
}

// cmdAgent makes an agent with its transcript and meta file, and writes the
// payload of its SubagentStop to NAME.json:
//
//	agent NAME [KEY=VALUE|-KEY...]
func cmdAgent(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: agent NAME [KEY=VALUE|-KEY...]")
	}
	name, id := args[0], "a-"+args[0]
	own := filepath.Join(ts.Getenv("WORK"), transcripts, "session", "subagents", "agent-"+id)
	ts.Check(os.MkdirAll(filepath.Dir(own), 0o755))
	ts.Check(os.WriteFile(own+".jsonl", nil, 0o644))
	ts.Check(os.WriteFile(own+".meta.json", fmt.Appendf(nil, `{"agentType":%q}`, name), 0o644))
	settings := []string{
		"session_id=session", "transcript_path=" + filepath.Join(ts.Getenv("WORK"), transcripts, "session.jsonl"),
		"agent_id=" + id, "agent_type=" + name, "agent_transcript_path=" + own + ".jsonl",
	}
	writePayload(ts, "../../testdata/payloads/SubagentStop.json", name+".json", append(settings, args[1:]...))
}

func writePayload(ts *testscript.TestScript, from, to string, settings []string) {
	work := ts.Getenv("WORK")
	data, err := os.ReadFile(from)
	ts.Check(err)
	data = bytes.ReplaceAll(data, []byte(capturedTranscripts), []byte(filepath.Join(work, transcripts)))
	data = bytes.ReplaceAll(data, []byte(capturedProject), []byte(work))
	fields := map[string]json.RawMessage{}
	ts.Check(json.Unmarshal(data, &fields))
	for _, setting := range settings {
		set(ts, fields, setting)
	}
	data, err = json.MarshalIndent(fields, "", "  ")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(to), append(data, '\n'), 0o644))
}

// set does what KEY=VALUE, KEY=@FILE or -KEY says.
func set(ts *testscript.TestScript, fields map[string]json.RawMessage, setting string) {
	key, value, given := strings.Cut(setting, "=")
	file, isFile := strings.CutPrefix(value, "@")
	switch {
	case !given && strings.HasPrefix(key, "-"):
		delete(fields, key[1:])
		return
	case !given:
		ts.Fatalf("%s: want KEY=VALUE or -KEY", setting)
	case isFile:
		value = ts.ReadFile(file)
	case json.Valid([]byte(value)):
		fields[key] = json.RawMessage(value)
		return
	}
	text, err := json.Marshal(value)
	ts.Check(err)
	fields[key] = text
}

// cmdGone wants the processes to be gone whose ids are in the files.
func cmdGone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: gone FILE...")
	}
	for _, file := range args {
		pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(file)))
		ts.Check(err)
		process, err := os.FindProcess(pid)
		if err == nil && process.Signal(syscall.Signal(0)) == nil && !zombie(pid) {
			ts.Fatalf("%s: process %d is there", file, pid)
		}
	}
}

// zombie reports whether a process is dead and waits for its parent to know:
// in a container there may be no init that does.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(stat), ") ")
	return err == nil && strings.HasPrefix(state, "Z")
}
