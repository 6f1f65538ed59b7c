package config

// FileRule protects the files that a pattern covers. In YAML it is the pattern
// alone, or a mapping with the keys below.
type FileRule struct {
	Pattern string   `yaml:"pattern" jsonschema:"required" format:"path-glob" scalar:"true" doc:"Files that the rule covers, relative to the directory of the configuration file."`
	Message string   `yaml:"message" doc:"What the agent is told instead of the default text."`
	Agent   string   `yaml:"agent" format:"name-glob" doc:"Only for agents whose name matches; main is the main session. Default: every agent."`
	Pos     Position `yaml:"-"`
}

// ToolRule allows or refuses calls of a tool by its path or, for shells, by
// the commands in the script.
type ToolRule struct {
	Tool           string   `yaml:"tool" jsonschema:"required" format:"name-glob" doc:"Tool names, for example Bash or mcp__*."`
	Pattern        string   `yaml:"pattern" format:"path-glob" doc:"Paths that the rule covers. Not needed for shell rules."`
	CommandPattern string   `yaml:"commandPattern" format:"text-glob" doc:"Shell commands that the rule covers, for example git push *."`
	MatchMode      string   `yaml:"matchMode" jsonschema:"enum=full,enum=prefix,enum=any" doc:"How commandPattern meets a command: full (the whole command, the default), prefix (its first words), any (some run of its words)."`
	Action         string   `yaml:"action" jsonschema:"required,enum=block,enum=allow,enum=ask,enum=warn" doc:"block refuses what matches, allow refuses what does not, ask lets the user decide, warn tells the user."`
	Message        string   `yaml:"message" doc:"What the agent is told instead of the default text."`
	Agent          string   `yaml:"agent" format:"name-glob" doc:"Only for agents whose name matches; main is the main session. Default: every agent."`
	Pos            Position `yaml:"-"`
}

// Guards are the rules of preToolUse about files, tools and shell commands.
type Guards struct {
	PreventRootAdditions        *bool      `yaml:"preventRootAdditions" doc:"No new files in the directory of the configuration file. Default: true as soon as a preToolUse section exists."`
	PreventRootAdditionsMessage string     `yaml:"preventRootAdditionsMessage" doc:"Text for preventRootAdditions; {file_path} and {tool} are replaced."`
	UneditableFiles             []FileRule `yaml:"uneditableFiles" doc:"Files that must stay as they are."`
	UnreadableFiles             []FileRule `yaml:"unreadableFiles" doc:"Files that must not be read, for example secrets."`
	PreventAdditions            []FileRule `yaml:"preventAdditions" doc:"Where no new files may be made."`
	PreventUpdateGitIgnored     bool       `yaml:"preventUpdateGitIgnored" doc:"Files that git ignores must stay as they are."`
	PreventGeneratedFileEdits   bool       `yaml:"preventGeneratedFileEdits" doc:"Files with a generated-code marker in a comment at their top must stay as they are."`
	GeneratedFileMessage        string     `yaml:"generatedFileMessage" doc:"Text for preventGeneratedFileEdits; {file_path} and {marker} are replaced."`
	ToolUsageValidation         []ToolRule `yaml:"toolUsageValidation" doc:"Rules for tools and shell commands."`
	ProtectConfig               *bool      `yaml:"protectConfig" doc:"The configuration, the host's settings files and the state directory protect themselves. Default: true as soon as a preToolUse section exists."`
	Unresolved                  string     `yaml:"unresolved" jsonschema:"enum=allow,enum=ask,enum=deny" doc:"What happens to a shell command whose target can't be read from its text while a rule could apply. Default: ask."`
}

// Permissions decide permission requests without asking the user.
type Permissions struct {
	Default string       `yaml:"default" jsonschema:"enum=allow,enum=deny,enum=Allow,enum=Deny,enum=ALLOW,enum=DENY" doc:"The answer where no entry matches. Without it the host asks the user."`
	Allow   []Permission `yaml:"allow" doc:"Requests to approve: tool name patterns, or Bash(git status*) for shell commands."`
	Deny    []Permission `yaml:"deny" doc:"Requests to refuse; deny wins over allow."`
}

// Permission is one entry of an allow or deny list: a tool name pattern, or
// Tool(command pattern).
type Permission struct {
	Entry string   `yaml:"entry" jsonschema:"required" format:"permission" scalar:"only" doc:"A tool name pattern, or Tool(command pattern)."`
	Pos   Position `yaml:"-"`
}
