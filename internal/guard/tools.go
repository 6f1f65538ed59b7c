package guard

import (
	"fmt"
	"strings"

	"conclaude/config"
	"conclaude/internal/guard/shell"
)

// met returns the tool rules for the request's tool and agent.
func (c *check) met() []*toolRule {
	var out []*toolRule
	for i := range c.compiled.tools {
		t := &c.compiled.tools[i]
		if !matchName(t.tool, c.req.Tool) {
			c.step(t.name, t.rule.Pos, c.req.Tool, "is for another tool")
			continue
		}
		if c.applies(t.rule.Agent, t.name, t.rule.Pos) {
			out = append(out, t)
		}
	}
	return out
}

func (c *check) hasPathRule() bool {
	for i := range c.compiled.tools {
		t := &c.compiled.tools[i]
		if t.rule.Pattern != "" && t.cmd == nil && matchName(t.tool, c.req.Tool) {
			return true
		}
	}
	return false
}

// pathRules applies the rules with a path pattern, and those with no pattern
// at all, to the files of a request.
func (c *check) pathRules(all []access) {
	var allow []*toolRule
	for _, t := range c.met() {
		switch {
		case t.cmd != nil:
		case t.rule.Action == "allow":
			if t.rule.Pattern != "" {
				allow = append(allow, t)
			}
		case t.rule.Pattern == "":
			c.hit(t, c.req.Tool, c.req.Tool+" call")
		default:
			c.pathRule(t, all)
		}
		if c.denied() {
			return
		}
	}
	c.allowedPaths(allow, all)
}

func (c *check) pathRule(t *toolRule, all []access) {
	for _, a := range all {
		f := fileRule{path: t.path}
		if f.covers(a.names) {
			c.hit(t, a.shown, a.what())
			return
		}
		c.step(t.name, t.rule.Pos, a.shown, "no match")
	}
}

// hit takes the decision of a rule that matches.
func (c *check) hit(t *toolRule, subject, what string) {
	pattern := t.rule.CommandPattern
	if pattern == "" {
		pattern = t.rule.Pattern
	}
	text := fmt.Sprintf("%s refused by the rule for %q.", what, pattern)
	d := c.deny(t.name, t.rule.Pos, t.rule.Message, t.rule.Agent, text)
	switch t.rule.Action {
	case "ask":
		d.Action = Ask
		d.Reason = strings.Replace(d.Reason, "refused by", "needs your word by", 1)
	case "warn":
		d.Action = Warn
		d.Reason = strings.Replace(d.Reason, "refused by", "matches", 1)
	}
	c.decide(d, subject)
}

// allowedPaths refuses files that no allow rule covers. The rules are a union.
func (c *check) allowedPaths(allow []*toolRule, all []access) {
	if len(allow) == 0 {
		return
	}
	for _, a := range all {
		if a.maybe || a.kind == shell.Read && c.req.Tool == "Bash" || admits(allow, a) {
			continue
		}
		c.outside(allow, a.what(), a.shown)
		return
	}
}

func admits(allow []*toolRule, a access) bool {
	for _, t := range allow {
		f := fileRule{path: t.path}
		if f.path != nil && f.covers(a.names) {
			return true
		}
	}
	return false
}

// outside refuses what no allow rule admits, in the words of the first.
func (c *check) outside(allow []*toolRule, what, subject string) {
	first := allow[0]
	var patterns []string
	for _, t := range allow {
		p := t.rule.CommandPattern
		if p == "" {
			p = t.rule.Pattern
		}
		patterns = append(patterns, fmt.Sprintf("%q", p))
	}
	text := fmt.Sprintf("%s refused: only %s allowed.", what, list(patterns))
	c.decide(c.deny(first.name, first.rule.Pos, first.rule.Message, first.rule.Agent, text), subject)
}

func list(items []string) string {
	const most = 5
	verb := " is"
	if len(items) > 1 {
		verb = " are"
	}
	if len(items) > most {
		items = append(items[:most:most], "…")
	}
	return strings.Join(items, ", ") + verb
}

// commandRules applies the rules with a command pattern to a script.
func (c *check) commandRules(s shell.Script, text string) {
	var allow []*toolRule
	for _, t := range c.met() {
		if t.cmd == nil {
			continue
		}
		if t.rule.Action == "allow" {
			allow = append(allow, t)
			continue
		}
		c.commandRule(t, s, text)
		if c.denied() {
			return
		}
	}
	if len(allow) > 0 {
		c.allowedCommands(allow, s)
	}
}

func (c *check) commandRule(t *toolRule, s shell.Script, text string) {
	if t.cmd.operators && t.cmd.match(normalised(text)) {
		c.hit(t, short(text), quoted(text))
		return
	}
	for _, cmd := range s.Commands {
		if t.cmd.hits(cmd) {
			c.hit(t, short(cmd.Text), quoted(cmd.Text))
			return
		}
		if t.rule.Action == "block" && t.cmd.couldHit(cmd) {
			c.possible(fmt.Sprintf("%s could turn out as %q. Write it out. [%s, %s]", quoted(cmd.Text), t.rule.CommandPattern, t.name, c.place(t.rule.Pos)), short(cmd.Text))
		}
		if c.Explain {
			c.step(t.name, t.rule.Pos, short(cmd.Text), "no match")
		}
	}
}

// allowedCommands refuses a script with a command that no allow rule admits.
func (c *check) allowedCommands(allow []*toolRule, s shell.Script) {
	for _, cmd := range s.Commands {
		if cmd.Needs == "" || anyMatch(allow, cmd.Needs) {
			continue
		}
		c.outside(allow, quoted(cmd.Text), short(cmd.Text))
		return
	}
	if len(s.Commands) == 0 && len(s.Unresolved) > 0 {
		c.step(allow[0].name, config.Position{}, "", "the script can't be read")
	}
}

func anyMatch(allow []*toolRule, text string) bool {
	for _, t := range allow {
		if t.cmd.match(text) {
			return true
		}
	}
	return false
}

// normalised returns a text with single spaces between its words.
func normalised(text string) string {
	if !strings.Contains(text, "  ") && !strings.ContainsAny(text, "\t\n\r\v\f") && strings.TrimSpace(text) == text {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}
