package event_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"conclaude/internal/event"
)

// hostEvents are the names that the host itself lists for an unknown one.
var hostEvents = []string{
	"ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged",
	"InstructionsLoaded", "MessageDisplay", "Notification", "PermissionDenied", "PermissionRequest",
	"PostCompact", "PostModelSwitch", "PostToolBatch", "PostToolUse", "PostToolUseFailure", "PreCompact",
	"PreModelSwitch", "PreToolUse", "SessionEnd", "SessionStart", "Setup", "Stop", "StopFailure",
	"SubagentStart", "SubagentStop", "TaskCompleted", "TaskCreated", "TeammateIdle",
	"UserPromptExpansion", "UserPromptSubmit", "WorktreeCreate", "WorktreeRemove",
}

func TestAllEvents(t *testing.T) {
	t.Parallel()
	var names []string
	for _, e := range event.All() {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(hostEvents, names); diff != "" {
		t.Errorf("events of the host (-) and of the table (+):\n%s", diff)
	}
}

// Every spelling means one event.
func TestSpellings(t *testing.T) {
	t.Parallel()
	spelled, sections := map[string]string{}, map[string]string{}
	for _, e := range event.All() {
		for _, name := range append([]string{e.Name, e.Alias()}, e.Aliases...) {
			if other := spelled[name]; other != "" {
				t.Errorf("%s means %s and %s", name, other, e.Name)
			}
			spelled[name] = e.Name
			if found, ok := event.Lookup(name); !ok || found.Name != e.Name {
				t.Errorf("Lookup(%q) = %v, want %s", name, found, e.Name)
			}
		}
		for _, key := range append([]string{e.Key()}, e.Keys...) {
			if other := sections[key]; other != "" {
				t.Errorf("%s is the section of %s and %s", key, other, e.Name)
			}
			sections[key] = e.Name
			if found, ok := event.Section(key); !ok || found.Name != e.Name {
				t.Errorf("Section(%q) = %v, want %s", key, found, e.Name)
			}
		}
	}
}

func TestSpellingsOfOne(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"SubagentStop":     "SubagentStop",
		"subagent-stop":    "SubagentStop",
		"pre-tool":         "PreToolUse",
		"pre-tool-use":     "PreToolUse",
		"compact":          "PreCompact",
		"subagentStop":     "", // a section, not a name
		"subagentstop":     "",
		"SUBAGENTSTOP":     "",
		" Stop":            "",
		"":                 "",
		"SubagentStop\x00": "",
	} {
		e, ok := event.Lookup(name)
		if ok != (want != "") || ok && e.Name != want {
			t.Errorf("Lookup(%q) = %v, want %q", name, e, want)
		}
	}
	for key, want := range map[string]string{
		"subagentStop": "SubagentStop", "skillStart": "SubagentStart",
		"SubagentStop": "", "subagent-stop": "", "subagentstop": "", "": "",
	} {
		e, ok := event.Section(key)
		if ok != (want != "") || ok && e.Name != want {
			t.Errorf("Section(%q) = %v, want %q", key, e, want)
		}
	}
}

// The sections that configuration files of older versions have.
func TestOldSections(t *testing.T) {
	t.Parallel()
	for key := range strings.FieldsSeq(`preToolUse postToolUse stop subagentStop subagentStart notification
		userPromptSubmit permissionRequest sessionStart sessionEnd preCompact teammateIdle taskCreated
		taskCompleted configChange worktreeCreate worktreeRemove skillStart`) {
		if _, ok := event.Section(key); !ok {
			t.Errorf("no section %s", key)
		}
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		room := e.HostTimeout() - e.Deadline()
		if e.Deadline() <= 0 || room < 300*time.Millisecond {
			t.Errorf("%s: the host waits %v, the deadline is %v", e.Name, e.HostTimeout(), e.Deadline())
		}
	}
	for name, want := range map[string]time.Duration{
		"Stop": 540 * time.Second, "UserPromptSubmit": 27 * time.Second, "SessionEnd": 1200 * time.Millisecond,
	} {
		if e, _ := event.Lookup(name); e.Deadline() != want {
			t.Errorf("%s: Deadline() = %v, want %v", name, e.Deadline(), want)
		}
	}
}

// What a row says fits together.
func TestRows(t *testing.T) {
	t.Parallel()
	path := regexp.MustCompile(`^[a-z_]+(\.(#|\*|[a-z_]+))*$`)
	variable := regexp.MustCompile(`^[A-Z][A-Z_]*$`)
	for _, e := range event.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if !e.Allows(e.Policy) || !e.Allows(event.Warn) {
				t.Errorf("policy %s, but effect %q", e.Policy, e.Effect)
			}
			if e.Allows(event.Block) != e.CanBlock() || e.Allows(event.Exit2) != e.CanBlock() {
				t.Error("Allows and CanBlock differ")
			}
			if !e.CanBlock() && e.Blocks+len(e.NoBlock)+len(e.Refusal) > 0 {
				t.Error("says how it blocks, but can't")
			}
			if e.Context == event.ToModel && !e.Output {
				t.Error("context for the model needs a hookSpecificOutput")
			}
			if field, value, ok := strings.Cut(e.NoBlock, "="); e.NoBlock != "" && (!ok || !path.MatchString(field) || value == "") {
				t.Errorf("NoBlock = %q, want FIELD=VALUE", e.NoBlock)
			}
			if e.Subject != "" && e.Subject != event.AgentName && !path.MatchString(e.Subject) {
				t.Errorf("Subject = %q", e.Subject)
			}
			seen := map[string]bool{}
			for _, v := range e.Variables() {
				if !variable.MatchString(v.Name) || !path.MatchString(v.Field) || seen[v.Name] {
					t.Errorf("variable %+v is malformed or there twice", v)
				}
				seen[v.Name] = true
			}
		})
	}
}

// A sample is an object with the event's own fields, its subject among them.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		var fields map[string]any
		if err := json.Unmarshal([]byte(e.Sample), &fields); err != nil || fields == nil {
			t.Errorf("%s: sample %s: %v", e.Name, e.Sample, err)
		}
		for _, common := range []string{"session_id", "cwd", "hook_event_name", "transcript_path"} {
			if _, ok := fields[common]; ok {
				t.Errorf("%s: the sample has the common field %s", e.Name, common)
			}
		}
		if text, ok := fields[e.Subject].(string); e.Subject != "" && e.Subject != event.AgentName && (!ok || text == "") {
			t.Errorf("%s: the sample has no %s", e.Name, e.Subject)
		}
	}
}

// A team that says nothing gets these.
func TestPolicies(t *testing.T) {
	t.Parallel()
	want := map[event.Policy][]string{
		event.Block: {"Stop", "WorktreeCreate"},
		event.Exit2: {
			"UserPromptSubmit", "UserPromptExpansion", "PreToolUse", "PermissionRequest", "PostToolBatch",
			"TeammateIdle", "TaskCreated", "TaskCompleted", "PreCompact", "PreModelSwitch", "Elicitation",
			"ElicitationResult", "ConfigChange",
		},
	}
	got := map[event.Policy][]string{}
	for _, e := range event.All() {
		if e.Policy != event.Warn {
			got[e.Policy] = append(got[e.Policy], e.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("default policies (-want +got):\n%s", diff)
	}
}
