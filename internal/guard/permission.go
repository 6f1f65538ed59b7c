package guard

import (
	"fmt"
	"path/filepath"
	"strings"

	"conclaude/config"
	"conclaude/glob"
	"conclaude/internal/guard/shell"
)

// entry is one item of an allow or deny list: Tool or Tool(pattern).
type entry struct {
	tool    *glob.Name
	inside  bool // there is a pattern in parentheses
	pattern string
}

func parseEntry(text string) (entry, error) {
	tool, pattern, inside, err := config.SplitPermission(text)
	if err != nil {
		return entry{}, err
	}
	if before, ok := strings.CutSuffix(pattern, ":*"); ok { // the host's way to write a prefix
		pattern = before + "*"
	}
	name, err := glob.CompileName(tool)
	return entry{tool: name, inside: inside, pattern: pattern}, err
}

// Permission decides a permission request: a deny entry wins over an allow
// entry, an allow entry over the default; without any of them nothing is said
// and the host asks the user. Entries with a pattern look at every command of
// a script, or at every path; a script that can't be read wholly, or that
// writes files by redirection, is not approved by them.
func Permission(p config.Permissions, req Request) Decision {
	v := newView(req)
	unclear := false
	for i, d := range p.Deny {
		hit, maybe := v.denied(d.Entry)
		unclear = unclear || maybe
		if hit {
			rule := fmt.Sprintf("permissionRequest.deny[%d]", i)
			return Decision{Action: Deny, Rule: rule, Pos: d.Pos, Reason: fmt.Sprintf("%s refused by %q [%s, %s]", v.what(), d.Entry, rule, place(d.Pos))}
		}
	}
	if unclear {
		return Decision{}
	}
	if d, ok := v.approved(p.Allow); ok {
		return d
	}
	switch strings.ToLower(p.Default) {
	case "allow":
		return Decision{Action: Allow, Rule: "permissionRequest.default"}
	case "deny":
		return Decision{Action: Deny, Rule: "permissionRequest.default", Reason: v.what() + " refused: no entry of permissionRequest.allow admits it [permissionRequest.default]"}
	}
	return Decision{}
}

func place(pos config.Position) string {
	pos.File, pos.Col = filepath.Base(pos.File), 0
	return pos.String()
}

// view is a request as entries see it.
type view struct {
	req    Request
	script *shell.Script // of a shell tool
	paths  []string      // of other tools, as they came
	bad    bool          // the input can't be understood
}

func newView(req Request) *view {
	v := &view{req: req}
	in, err := decode(req.Input)
	c := &check{Rules: &Rules{}, req: req}
	switch {
	case err != nil:
		v.bad = true
	case c.kind(in) == shellTool || c.kind(in) == powerShellTool:
		text, ok := in.text("command")
		s := shell.Parse(text, shell.Options{Dir: req.Cwd, Stat: stat})
		if c.kind(in) == powerShellTool {
			s = powerShellScript(text)
		}
		v.script, v.bad = &s, !ok
	default:
		for _, p := range c.paths(in, c.kind(in)) {
			v.paths = append(v.paths, p.path)
			v.bad = v.bad || p.bad != ""
		}
	}
	return v
}

func (v *view) what() string {
	if v.script != nil && len(v.script.Commands) > 0 {
		return quoted(v.script.Commands[0].Text)
	}
	return v.req.Tool
}

// denied reports whether a deny entry is for the request, or could be.
func (v *view) denied(text string) (hit, maybe bool) {
	e, err := parseEntry(text)
	if err != nil {
		return true, false // a list that can't be read must not fall open
	}
	switch {
	case !e.tool.Match(v.req.Tool):
		return false, false
	case !e.inside:
		return true, false
	case v.bad:
		return false, true
	case v.script == nil:
		return v.anyPath(e), false
	}
	p := newCommandPattern(e.pattern, "full")
	for _, cmd := range v.script.Commands {
		hit = hit || p.hits(cmd)
		maybe = maybe || p.couldHit(cmd)
	}
	return hit, maybe || len(v.script.Unresolved) > 0
}

// approved looks for allow entries that together admit the whole request.
func (v *view) approved(allow []config.Permission) (Decision, bool) {
	var patterns []*commandPattern
	var first Decision
	for i, a := range allow {
		e, err := parseEntry(a.Entry)
		if err != nil || !e.tool.Match(v.req.Tool) {
			continue
		}
		d := Decision{Action: Allow, Rule: fmt.Sprintf("permissionRequest.allow[%d]", i), Pos: a.Pos}
		switch {
		case !e.inside:
			return d, true
		case v.bad:
		case v.script == nil:
			if len(v.paths) > 0 && v.everyPath(e) {
				return d, true
			}
		default:
			patterns = append(patterns, newCommandPattern(e.pattern, "full"))
			if first.Rule == "" {
				first = d
			}
		}
	}
	return first, v.admitted(patterns)
}

// admitted reports whether every command of the script matches a pattern.
func (v *view) admitted(patterns []*commandPattern) bool {
	if v.script == nil || len(v.script.Commands) == 0 || len(v.script.Unresolved) > 0 {
		return false
	}
	for _, e := range v.script.Effects {
		if e.Redirect && e.Kind != shell.Read {
			return false
		}
	}
	for _, cmd := range v.script.Commands {
		if cmd.Needs != "" && !matchOne(patterns, cmd.Needs) {
			return false
		}
	}
	return len(patterns) > 0
}

func matchOne(patterns []*commandPattern, text string) bool {
	for _, p := range patterns {
		if p.match(text) {
			return true
		}
	}
	return false
}

func (v *view) anyPath(e entry) bool {
	for _, p := range v.paths {
		if v.pathMatches(e, p) {
			return true
		}
	}
	return len(v.paths) == 0 && matchName(namePattern(e.pattern), "")
}

func (v *view) everyPath(e entry) bool {
	for _, p := range v.paths {
		if !v.pathMatches(e, p) {
			return false
		}
	}
	return true
}

// pathMatches matches a path as patterns for files do, relative to the
// directory that the request is about.
func (v *view) pathMatches(e entry, p string) bool {
	r := &Rules{Base: v.req.Cwd}
	r.compiled.bases = baseNames(v.req.Cwd)
	c := &check{Rules: r, req: v.req, found: map[string]target{}}
	t, err := c.locate(p)
	f := fileRule{path: r.pathPattern(e.pattern)}
	return err == nil && f.path != nil && f.covers(t.names)
}
