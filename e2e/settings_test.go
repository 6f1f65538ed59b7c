//go:build e2e

package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// hooked are the events that the settings name, as README.md tells users to:
// all, but those where a hook replaces what the host would do by itself.
const hooked = `SessionStart Setup SessionEnd InstructionsLoaded UserPromptSubmit UserPromptExpansion
	PreToolUse PermissionRequest PermissionDenied PostToolUse PostToolUseFailure PostToolBatch
	Notification MessageDisplay Stop StopFailure SubagentStart SubagentStop TeammateIdle TaskCreated
	TaskCompleted PreCompact PostCompact PreModelSwitch PostModelSwitch Elicitation ElicitationResult
	ConfigChange CwdChanged DirectoryAdded WorktreeRemove`

type entry struct {
	Type    string  `json:"type"`
	Command string  `json:"command"`
	Timeout float64 `json:"timeout,omitempty"`
}

type group struct {
	Hooks []entry `json:"hooks"`
}

// settings is a settings.json with conclaude on every event. The seconds are
// the host's own defaults where timeouts says nothing.
func settings(t *testing.T, timeouts map[string]float64) []byte {
	t.Helper()
	hooks := map[string][]group{}
	for event := range strings.FieldsSeq(hooked) {
		timeout := 600.0
		if strings.HasPrefix(event, "UserPrompt") || strings.HasSuffix(event, "ModelSwitch") {
			timeout = 30
		}
		if given, ok := timeouts[event]; ok {
			timeout = given
		}
		hooks[event] = []group{{Hooks: []entry{{Type: "command", Command: "conclaude " + event, Timeout: timeout}}}}
	}
	data, err := json.MarshalIndent(map[string]any{"hooks": hooks}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}
