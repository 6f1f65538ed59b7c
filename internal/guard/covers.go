package guard

import "conclaude/config"

// Match is a rule that covers a file.
type Match struct {
	Rule    string // preToolUse.uneditableFiles[2]
	Pos     config.Position
	Pattern string // empty for rules without one
	Agent   string // empty for every agent
}

// Covers returns the rules that cover a file, whichever tool and agent: what
// they refuse is to be seen by their names. A relative path starts at Base.
func (r *Rules) Covers(path string) []Match {
	r.once.Do(r.compile)
	c := &check{Rules: r, req: Request{Cwd: r.Base}, found: map[string]target{}}
	t, err := c.locate(path)
	if err != nil {
		return nil
	}
	var out []Match
	if r.protects() && (r.guarding(t.given) || r.guarding(t.real)) {
		out = append(out, Match{Rule: "preToolUse.protectConfig", Pos: config.Position{File: r.ConfigFile}})
	}
	for _, rules := range [][]fileRule{r.compiled.uneditable, r.compiled.unreadable, r.compiled.additions} {
		for i := range rules {
			if f := &rules[i]; f.covers(t.names) {
				out = append(out, Match{f.name, f.rule.Pos, f.rule.Pattern, f.rule.Agent})
			}
		}
	}
	for i := range r.compiled.tools {
		tool := &r.compiled.tools[i]
		f := fileRule{path: tool.path}
		if tool.rule.Pattern != "" && tool.cmd == nil && f.covers(t.names) {
			out = append(out, Match{tool.name, tool.rule.Pos, tool.rule.Pattern, tool.rule.Agent})
		}
	}
	if r.Guards.PreventGeneratedFileEdits && generatedMarker(t.real) != "" {
		out = append(out, Match{Rule: "preToolUse.preventGeneratedFileEdits", Pos: config.Position{File: r.ConfigFile}})
	}
	return out
}
