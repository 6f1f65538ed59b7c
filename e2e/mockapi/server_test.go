package mockapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"conclaude/e2e/mockapi"
)

const tools = `"tools":[{"name":"Bash"}],`

func ask(t *testing.T, s *mockapi.Server, fields string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/messages?beta=true",
		strings.NewReader(`{"model":"m",`+fields+`}`))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func start(t *testing.T, script mockapi.Script) *mockapi.Server {
	t.Helper()
	s := mockapi.Start(script, t.TempDir())
	t.Cleanup(s.Close)
	return s
}

func TestTurnsPerConversation(t *testing.T) {
	t.Parallel()
	s := start(t, mockapi.Script{
		"main":  {{Text: "one"}, {Text: "two"}},
		"coder": {{Text: "coded"}},
	})
	first := tools + `"system":"be good","messages":[{"role":"user","content":"do it"}]`
	answers := []string{
		ask(t, s, first),
		ask(t, s, tools+`"messages":[{"role":"user","content":[{"type":"text","text":"[coder] write"}]}]`),
		ask(t, s, `"messages":[{"role":"user","content":"a title for this"}]`),
		ask(t, s, tools+`"messages":[{"role":"user","content":"do it"},{"role":"assistant","content":"one"},
			{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"again"}]}]}]`),
	}
	for i, want := range []string{"one", "coded", "ok", "two"} {
		if !strings.Contains(answers[i], `"text":"`+want+`"`) {
			t.Errorf("answer %d = %s, want text %q", i, answers[i], want)
		}
	}
	want := []mockapi.Request{
		{Conversation: "main", Turn: 1, Told: []string{"do it"}, All: []string{"be good", "do it"}},
		{Conversation: "coder", Turn: 1, Told: []string{"[coder] write"}, All: []string{"[coder] write"}},
		{Conversation: "main", Turn: 2, Told: []string{"again"}, All: []string{"do it", "one", "again"}},
	}
	if diff := cmp.Diff(want, s.Requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if left := s.Left(); left != 0 || s.Problems() != nil {
		t.Errorf("left %d, problems %v, want none", left, s.Problems())
	}
	ask(t, s, first)
	if len(s.Problems()) != 1 {
		t.Errorf("problems = %v, want one: the script has no third turn", s.Problems())
	}
}

func TestStream(t *testing.T) {
	t.Parallel()
	s := start(t, mockapi.Script{"main": {{
		Text:  "I call",
		Tools: []map[string]any{{"Bash": map[string]any{"command": "ls"}}},
	}}})
	out := ask(t, s, tools+`"stream":true,"messages":[{"role":"user","content":"x"}]`)
	var kinds []string
	for block := range strings.SplitSeq(strings.TrimSpace(out), "\n\n") {
		name, data, _ := strings.Cut(block, "\ndata: ")
		var event struct{ Type string }
		if err := json.Unmarshal([]byte(data), &event); err != nil || name != "event: "+event.Type {
			t.Errorf("event %q: %v", block, err)
		}
		kinds = append(kinds, strings.TrimPrefix(event.Type, "content_"))
	}
	want := "message_start block_start block_delta block_stop block_start block_delta block_stop message_delta message_stop"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("events = %s, want %s", got, want)
	}
	for _, part := range []string{`"stop_reason":"tool_use"`, `"partial_json":"{\"command\":\"ls\"}"`, `"text":"I call"`} {
		if !strings.Contains(out, part) {
			t.Errorf("stream lacks %s:\n%s", part, out)
		}
	}
}

func TestHeldBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mockapi.Start(mockapi.Script{"main": {{Text: "late", After: "now"}}}, dir)
	t.Cleanup(s.Close)
	answer := make(chan string)
	go func() { answer <- ask(t, s, tools+`"messages":[{"role":"user","content":"x"}]`) }()
	for len(s.Requests()) == 0 {
		select {
		case got := <-answer:
			t.Fatalf("answered before the file was there: %s", got)
		default:
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "now"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := <-answer; !strings.Contains(got, "late") {
		t.Errorf("answer = %s, want late", got)
	}
}

func TestSealed(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, bytes.NewReader(nil))
	if err != nil {
		t.Fatal(err)
	}
	req.URL.Opaque = "http://example.invalid/x" // as a client of a proxy asks
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden || len(s.Problems()) != 1 {
		t.Errorf("status %d, problems %v, want 403 and one problem", resp.StatusCode, s.Problems())
	}
}
