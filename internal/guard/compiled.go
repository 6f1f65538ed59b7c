package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"conclaude/config"
	"conclaude/glob"
)

// compiled is what the rules become once per process.
type compiled struct {
	bases      []string // Base as given and as it really is, slashes
	fold       bool
	uneditable []fileRule
	unreadable []fileRule
	additions  []fileRule
	tools      []toolRule
}

// fileRule is a file rule ready to match.
type fileRule struct {
	name string // preToolUse.uneditableFiles[2]
	rule config.FileRule
	path *glob.Path // nil covers everything: a rule that can't be read must not fall open
}

// toolRule is a tool rule ready to match.
type toolRule struct {
	name string
	rule config.ToolRule
	tool *glob.Name
	path *glob.Path
	cmd  *commandPattern
}

func (r *Rules) compile() {
	c := &r.compiled
	c.bases = baseNames(r.Base)
	c.fold = r.foldsCase()
	c.uneditable = r.fileRules("uneditableFiles", r.Guards.UneditableFiles)
	c.unreadable = r.fileRules("unreadableFiles", r.Guards.UnreadableFiles)
	c.additions = r.fileRules("preventAdditions", r.Guards.PreventAdditions)
	for i, t := range r.Guards.ToolUsageValidation {
		c.tools = append(c.tools, r.toolRule(i, t))
	}
}

func (r *Rules) fileRules(key string, rules []config.FileRule) []fileRule {
	out := make([]fileRule, len(rules))
	for i, rule := range rules {
		out[i] = fileRule{name: fmt.Sprintf("preToolUse.%s[%d]", key, i), rule: rule, path: r.pathPattern(rule.Pattern)}
	}
	return out
}

func (r *Rules) pathPattern(pattern string) *glob.Path {
	return glob.CheckedPath(r.folded(pattern))
}

func (r *Rules) toolRule(i int, t config.ToolRule) toolRule {
	out := toolRule{name: fmt.Sprintf("preToolUse.toolUsageValidation[%d]", i), rule: t}
	out.tool = namePattern(t.Tool)
	if t.Pattern != "" {
		out.path = r.pathPattern(t.Pattern)
	}
	if t.CommandPattern != "" {
		out.cmd = newCommandPattern(t.CommandPattern, t.MatchMode)
	}
	return out
}

// namePattern compiles a name pattern; nil, which matches everything, if it
// can't be read.
func namePattern(pattern string) *glob.Name {
	n, err := glob.CompileName(pattern)
	if err != nil {
		return nil
	}
	return n
}

func matchName(n *glob.Name, s string) bool { return n == nil || n.Match(s) }

// folded returns a text as names are compared.
func (r *Rules) folded(s string) string {
	if r.compiled.fold {
		return strings.ToLower(s)
	}
	return s
}

// foldsCase finds out whether the file system takes two spellings for one
// file, by the configuration file itself.
func (r *Rules) foldsCase() bool {
	if r.FoldCase != nil {
		return *r.FoldCase
	}
	dir, file := filepath.Split(r.ConfigFile)
	if file == "" {
		return false
	}
	a, errA := os.Stat(r.ConfigFile)
	b, errB := os.Stat(dir + strings.ToUpper(file))
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// baseNames returns a directory's name and, where it differs, its real name.
func baseNames(base string) []string {
	base = filepath.ToSlash(filepath.Clean(base))
	if resolved, err := filepath.EvalSymlinks(base); err == nil && filepath.ToSlash(resolved) != base {
		return []string{base, filepath.ToSlash(resolved)}
	}
	return []string{base}
}

// applies reports whether a rule is for the agent of the request.
func (c *check) applies(agent, rule string, pos config.Position) bool {
	if agent == "" || agent == "*" {
		return true
	}
	n := namePattern(agent)
	for _, a := range c.req.Agent {
		if matchName(n, a) {
			return true
		}
	}
	c.step(rule, pos, agent, "is for another agent")
	return false
}

// protects reports whether protectConfig is on.
func (r *Rules) protects() bool {
	return r.Guards.ProtectConfig == nil || *r.Guards.ProtectConfig
}

func (r *Rules) rootGuarded() bool {
	return r.Guards.PreventRootAdditions == nil || *r.Guards.PreventRootAdditions
}

// writesGuarded reports whether a rule could refuse a write.
func (r *Rules) writesGuarded() bool {
	g := &r.Guards
	return r.protects() || r.rootGuarded() || len(g.UneditableFiles)+len(g.PreventAdditions) > 0 ||
		g.PreventUpdateGitIgnored || g.PreventGeneratedFileEdits
}

// anyRule reports whether a rule could apply to the tool at all.
func (c *check) anyRule() bool {
	if c.writesGuarded() || len(c.Guards.UnreadableFiles) > 0 {
		return true
	}
	for i := range c.compiled.tools {
		t := &c.compiled.tools[i]
		if matchName(t.tool, c.req.Tool) && c.applies(t.rule.Agent, t.name, t.rule.Pos) {
			return true
		}
	}
	return false
}
