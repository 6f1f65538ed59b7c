package event_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"conclaude/internal/event"
)

// captured are the payloads of the real host by event.
func captured(t *testing.T) map[string][]map[string]any {
	t.Helper()
	files, err := filepath.Glob("../../testdata/payloads/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("payloads: %d, %v", len(files), err)
	}
	all := map[string][]map[string]any{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(data, &fields); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		if fields["hook_event_name"] != name {
			t.Errorf("%s is about %v", file, fields["hook_event_name"])
		}
		all[name] = append(all[name], fields)
	}
	return all
}

// What patterns match is there whenever the real host sends the event, and
// what variables are made of is what it sends.
func TestCaptures(t *testing.T) {
	t.Parallel()
	// Optional, or of other versions of the host: known, but not captured.
	never := []string{
		"Elicitation.elicitation_id", "ElicitationResult.elicitation_id",
		"Notification.title", "StopFailure.error_details",
		"PermissionDenied.mcp_server", "PermissionRequest.mcp_server", "PermissionRequest.tool_use_id",
		"PostToolUse.mcp_server", "PostToolUseFailure.mcp_server",
		"TaskCompleted.team_name", "TaskCompleted.teammate_name",
		"TaskCreated.team_name", "TaskCreated.teammate_name",
	}
	for name, payloads := range captured(t) {
		e, ok := event.Lookup(name)
		if !ok {
			t.Errorf("no row for %s", name)
			continue
		}
		for _, fields := range payloads {
			if text, ok := fields[e.Subject].(string); e.Subject != "" && e.Subject != event.AgentName && (!ok || text == "") {
				t.Errorf("%s: no %s in %v", name, e.Subject, fields)
			}
		}
		for _, v := range e.Variables() {
			key, _, _ := strings.Cut(v.Field, ".")
			sent := slices.ContainsFunc(payloads, func(fields map[string]any) bool { return fields[key] != nil })
			if !sent && !slices.Contains(never, name+"."+key) {
				t.Errorf("%s is never sent with %s", name, key)
			}
		}
	}
}
