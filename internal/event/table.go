package event

import "time"

// The fields that several rows share. They are never written to; like the table
// they are laid out by the compiler, so that starting costs nothing.
var toolVars = []Var{
	{"TOOL_NAME", "tool_name"},
	{"TOOL_INPUT", "tool_input"},
	{"TOOL_USE_ID", "tool_use_id"},
	{"FILE_PATH", "tool_input.file_path"},
	{"TOOL_COMMAND", "tool_input.command"},
	{"MCP_SERVER_NAME", "mcp_server.name"},
}

var taskVars = []Var{
	{"TASK_ID", "task_id"},
	{"TASK_SUBJECT", "task_subject"},
	{"TASK_DESCRIPTION", "task_description"},
	{"TEAMMATE_NAME", "teammate_name"},
	{"TEAM_NAME", "team_name"},
}

var modelVars = []Var{
	{"FROM_MODEL", "from_model"},
	{"TO_MODEL", "to_model"},
	{"REQUESTED_MODEL", "requested_model"},
	{"MODEL_SWITCH_SOURCE", "source"},
	{"CONTEXT_TOKENS", "context_tokens"},
}

var stopVars = []Var{
	{"STOP_HOOK_ACTIVE", "stop_hook_active"},
	{"LAST_ASSISTANT_MESSAGE", "last_assistant_message"},
	{"BACKGROUND_TASKS", "background_tasks.#"},
}

// Blocks is set where a block sends an agent back to work, so that a check which
// can't pass ends: the host itself overrides the ninth block in a row of Stop,
// but not while the agent calls tools in between. A veto has no limit.

// table is never written to; it is a variable because Go has no constant structs.
var table = [...]Event{
	{
		Name: "SessionStart", Subject: "source", Policy: Warn, Context: ToModel, Output: true,
		Vars:         []Var{{"SESSION_SOURCE", "source"}, {"SESSION_MODEL", "model"}},
		PlainContext: true,
		Sample:       `{"source":"startup","model":"claude-opus-5-5"}`,
	},
	{
		// The host takes additionalContext, but no model was seen to get it.
		Name: "Setup", Subject: "trigger", Policy: Warn, Output: true, Scripts: true,
		Vars:   []Var{{"SETUP_TRIGGER", "trigger"}},
		Sample: `{"trigger":"init"}`,
	},
	{
		Name: "InstructionsLoaded", Subject: "memory_type", Policy: Warn,
		Vars: []Var{
			{"INSTRUCTIONS_FILE_PATH", "file_path"},
			{"MEMORY_TYPE", "memory_type"},
			{"LOAD_REASON", "load_reason"},
		},
		Sample: `{"file_path":"CLAUDE.md","memory_type":"Project","load_reason":"session_start"}`,
	},
	{
		Name: "UserPromptSubmit", Policy: Exit2, Effect: "the prompt is not sent", Context: ToModel, Output: true,
		Timeout:      30 * time.Second,
		Vars:         []Var{{"USER_PROMPT", "prompt"}},
		PlainContext: true,
		Log:          []string{"prompt"},
		Sample:       `{"prompt":"Say hello."}`,
	},
	{
		Name: "UserPromptExpansion", Subject: "command_name", Policy: Exit2, Effect: "the prompt is not sent",
		Context: ToModel, Output: true,
		Vars: []Var{
			{"EXPANSION_TYPE", "expansion_type"},
			{"COMMAND_NAME", "command_name"},
			{"COMMAND_ARGS", "command_args"},
			{"COMMAND_SOURCE", "command_source"},
			{"EXPANDED_PROMPT", "prompt"},
		},
		PlainContext: true,
		Sample:       `{"expansion_type":"slash_command","command_name":"greet","command_args":"Bob","command_source":"projectSettings","prompt":"/greet Bob"}`,
	},
	{
		Name: "PreToolUse", Aliases: []string{"pre-tool"}, Subject: "tool_name", Policy: Exit2,
		Effect: "the tool does not run, the model is told", Context: ToModel, Output: true, Decides: true,
		Vars:   toolVars,
		Sample: `{"tool_name":"Bash","tool_input":{"command":"echo hi","description":"say hi"},"tool_use_id":"toolu_test"}`,
	},
	{
		Name: "PermissionRequest", Subject: "tool_name", Policy: Exit2, Effect: "the request is denied", Refusal: ByDecision, Output: true,
		Vars:   toolVars,
		Log:    []string{"tool_name", "tool_input"},
		Sample: `{"tool_name":"Bash","tool_input":{"command":"touch x","description":"x"}}`,
	},
	{
		Name: "PermissionDenied", Subject: "tool_name", Policy: Warn, Output: true,
		Vars: toolVars, More: []Var{{"DENY_REASON", "reason"}},
		Sample: `{"tool_name":"Bash","tool_input":{"command":"touch x"},"tool_use_id":"toolu_test","reason":"denied by the user"}`,
	},
	{
		Name: "PostToolUse", Aliases: []string{"post-tool"}, Subject: "tool_name", Policy: Warn,
		Effect: "the model is told; the call stays done", Context: ToModel, Output: true,
		Vars: toolVars, More: []Var{{"TOOL_RESPONSE", "tool_response"}, {"DURATION_MS", "duration_ms"}},
		Sample: `{"tool_name":"Write","tool_input":{"file_path":"n.txt","content":"one"},"tool_response":{"type":"create","filePath":"n.txt"},"tool_use_id":"toolu_test","duration_ms":12}`,
	},
	{
		Name: "PostToolUseFailure", Aliases: []string{"post-tool-failure"}, Subject: "tool_name", Policy: Warn,
		Effect: "the model is told; the call stays failed", Context: ToModel, Output: true,
		Vars: toolVars, More: []Var{{"TOOL_ERROR", "error"}, {"IS_INTERRUPT", "is_interrupt"}, {"DURATION_MS", "duration_ms"}},
		Log:    []string{"tool_name", "error", "is_interrupt"},
		Sample: `{"tool_name":"Bash","tool_input":{"command":"false"},"tool_use_id":"toolu_test","error":"Exit code 1","is_interrupt":false,"duration_ms":12}`,
	},
	{
		Name: "PostToolBatch", Policy: Exit2, Effect: "the turn ends", Context: ToModel, Output: true,
		Vars:   []Var{{"TOOL_BATCH_SIZE", "tool_calls.#"}, {"TOOL_BATCH_NAMES", "tool_calls.*.tool_name"}},
		Sample: `{"tool_calls":[{"tool_name":"Bash","tool_input":{"command":"echo hi"},"tool_use_id":"toolu_test","tool_response":"hi"}]}`,
	},
	{
		Name: "Notification", Subject: "notification_type", Policy: Warn, Output: true, Scripts: true,
		Vars: []Var{
			{"NOTIFICATION_MESSAGE", "message"},
			{"NOTIFICATION_TITLE", "title"},
			{"NOTIFICATION_TYPE", "notification_type"},
		},
		Log:    []string{"message", "title", "notification_type"},
		Sample: `{"message":"Claude needs your permission","notification_type":"permission_prompt"}`,
	},
	{
		Name: "MessageDisplay", Policy: Warn, Output: true,
		Vars: []Var{
			{"MESSAGE_ID", "message_id"},
			{"TURN_ID", "turn_id"},
			{"MESSAGE_INDEX", "index"},
			{"MESSAGE_FINAL", "final"},
			{"MESSAGE_DELTA", "delta"},
		},
		Sample: `{"turn_id":"turn-test","message_id":"message-test","index":0,"final":true,"delta":"Hello."}`,
	},
	{
		// additionalContext would make the turn go on, so what a passing gate
		// has to say goes to the user.
		Name: "Stop", Policy: Block, Effect: "the turn goes on", Blocks: 8, Output: true, Scripts: true,
		Vars:   stopVars,
		Sample: `{"stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[],"session_crons":[]}`,
	},
	{
		Name: "StopFailure", Subject: "error", Policy: Warn, Detached: true,
		Vars: []Var{
			{"STOP_ERROR", "error"},
			{"STOP_ERROR_DETAILS", "error_details"},
			{"LAST_ASSISTANT_MESSAGE", "last_assistant_message"},
		},
		Sample: `{"error":"rate_limit","last_assistant_message":"API Error: 429"}`,
	},
	{
		Name: "SubagentStart", Keys: []string{"skillStart"}, Subject: AgentName, Policy: Warn, Context: ToModel, Output: true,
		Vars:   []Var{{"SUBAGENT_TYPE", "agent_type"}, {"SKILL_NAME", "agent_type"}},
		Log:    []string{"agent_id", "agent_transcript_path"},
		Sample: `{}`,
	},
	{
		Name: "SubagentStop", Subject: AgentName, Policy: Warn, Effect: "the subagent goes on", RunAll: true, Blocks: 8,
		Output: true, Scripts: true,
		Vars:   stopVars,
		Sample: `{"stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[],"session_crons":[]}`,
	},
	{
		Name: "TeammateIdle", Subject: "teammate_name", Policy: Exit2, Effect: "the teammate goes on", Blocks: 1,
		Vars:   []Var{{"TEAMMATE_NAME", "teammate_name"}, {"TEAM_NAME", "team_name"}},
		Log:    []string{"teammate_name", "team_name"},
		Sample: `{"teammate_name":"cody","team_name":"team-test"}`,
	},
	{
		Name: "TaskCreated", Subject: "task_subject", Policy: Exit2, Effect: "the task is not created, the model is told",
		Vars:   taskVars,
		Sample: `{"task_id":"1","task_subject":"First task","task_description":"Do the first thing"}`,
	},
	{
		Name: "TaskCompleted", Subject: "task_subject", Policy: Exit2, Effect: "the task stays open, the model is told",
		Vars:   taskVars,
		Log:    []string{"task_id", "task_subject", "teammate_name"},
		Sample: `{"task_id":"1","task_subject":"First task","task_description":"Do the first thing"}`,
	},
	{
		Name: "PreCompact", Aliases: []string{"compact"}, Subject: "trigger", Policy: Exit2, Effect: "the context is not compacted",
		Context:      PlainText,
		Vars:         []Var{{"COMPACT_TRIGGER", "trigger"}, {"COMPACT_INSTRUCTIONS", "custom_instructions"}},
		PlainContext: true,
		Sample:       `{"trigger":"manual","custom_instructions":null}`,
	},
	{
		Name: "PostCompact", Subject: "trigger", Policy: Warn, Context: PlainText,
		Vars:         []Var{{"COMPACT_TRIGGER", "trigger"}, {"COMPACT_SUMMARY", "compact_summary"}},
		PlainContext: true,
		Sample:       `{"trigger":"manual","compact_summary":"<summary>what was said</summary>"}`,
	},
	{
		Name: "PreModelSwitch", Subject: "to_model", Policy: Exit2, Effect: "the model is not switched", Output: true, Decides: true,
		Timeout: 30 * time.Second, Vars: modelVars,
		Sample: `{"from_model":"claude-opus-5-5","to_model":"claude-sonnet-5-5","requested_model":"sonnet","source":"command","context_tokens":120}`,
	},
	{
		Name: "PostModelSwitch", Subject: "to_model", Policy: Warn, Context: ToModel, Output: true,
		Timeout: 30 * time.Second, Vars: modelVars,
		PlainContext: true,
		Sample:       `{"from_model":"claude-opus-5-5","to_model":"claude-sonnet-5-5","requested_model":"sonnet","source":"command","context_tokens":120}`,
	},
	{
		Name: "Elicitation", Subject: "mcp_server_name", Policy: Exit2, Effect: "the request is declined", Output: true,
		Vars: []Var{
			{"MCP_SERVER_NAME", "mcp_server_name"},
			{"ELICITATION_MESSAGE", "message"},
			{"ELICITATION_MODE", "mode"},
			{"ELICITATION_ID", "elicitation_id"},
		},
		Sample: `{"mcp_server_name":"elicit","message":"Which colour?","mode":"form","requested_schema":{"type":"object"}}`,
	},
	{
		Name: "ElicitationResult", Subject: "mcp_server_name", Policy: Exit2, Effect: "the answer becomes a decline", Output: true,
		Vars: []Var{
			{"MCP_SERVER_NAME", "mcp_server_name"},
			{"ELICITATION_ACTION", "action"},
			{"ELICITATION_MODE", "mode"},
			{"ELICITATION_ID", "elicitation_id"},
		},
		Sample: `{"mcp_server_name":"elicit","mode":"form","action":"accept","content":{"colour":"green"}}`,
	},
	{
		Name: "ConfigChange", Subject: "source", Policy: Exit2, Effect: "the change is not applied", NoBlock: "source=policy_settings",
		Vars:   []Var{{"CONFIG_SOURCE", "source"}, {"CONFIG_FILE_PATH", "file_path"}},
		Sample: `{"source":"project_settings","file_path":".claude/settings.json"}`,
	},
	{
		Name: "CwdChanged", Subject: "new_cwd", Policy: Warn, Output: true,
		Vars:   []Var{{"OLD_CWD", "old_cwd"}, {"NEW_CWD", "new_cwd"}},
		Sample: `{"old_cwd":"/tmp","new_cwd":"/tmp/sub"}`,
	},
	{
		Name: "FileChanged", Subject: "file_path", Policy: Warn, Output: true,
		Vars:   []Var{{"FILE_PATH", "file_path"}, {"FILE_EVENT", "event"}},
		Sample: `{"file_path":"watched.txt","event":"change"}`,
	},
	{
		Name: "DirectoryAdded", Subject: "directory", Policy: Warn,
		Vars:   []Var{{"DIRECTORY", "directory"}, {"DIRECTORY_SOURCE", "source"}},
		Sample: `{"directory":"/tmp/extra","source":"slash_command"}`,
	},
	{
		Name: "WorktreeCreate", Subject: "name", Policy: Block, Effect: "the worktree is not made", Context: PathOutput,
		Vars:   []Var{{"WORKTREE_NAME", "name"}},
		Sample: `{"name":"w1"}`,
	},
	{
		Name: "WorktreeRemove", Subject: "worktree_path", Policy: Warn,
		Vars:   []Var{{"WORKTREE_PATH", "worktree_path"}},
		Sample: `{"worktree_path":"/tmp/w1"}`,
	},
	{
		Name: "SessionEnd", Subject: "reason", Policy: Warn, Timeout: 1500 * time.Millisecond,
		Vars:   []Var{{"SESSION_END_REASON", "reason"}},
		Sample: `{"reason":"other"}`,
	},
}
