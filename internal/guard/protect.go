package guard

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"conclaude/config"
)

// protected refuses changes of what the guards themselves depend on: the
// configuration, the host's settings and the state directory.
func (c *check) protected(a access) {
	if c.denied() || !c.protects() {
		return
	}
	if slices.ContainsFunc([]string{a.given, a.real}, c.guarding) {
		c.refuseConfig(a)
		return
	}
}

func (c *check) refuseConfig(a access) {
	if a.maybe {
		c.possible(fmt.Sprintf("%s could change %s, which protects itself [preToolUse.protectConfig, %s]", quoted(a.command), a.shown, c.place(config.Position{})), a.shown)
		return
	}
	text := fmt.Sprintf("%s refused: the guards' own configuration protects itself. Tell the user what should change.", a.what())
	c.decide(c.deny("preToolUse.protectConfig", config.Position{}, "", "", text), a.shown)
}

// guarding reports whether a path is one that the guards depend on. A new
// .conclaude.yaml further down counts: it would be found before ours.
func (r *Rules) guarding(p string) bool {
	p = r.folded(filepath.ToSlash(p))
	for _, base := range r.compiled.bases {
		if rel, ok := within(r.folded(base), p); ok && (configName(path.Base(rel)) || settings(rel)) {
			return true
		}
	}
	for _, own := range r.own() {
		if _, ok := within(own, p); ok {
			return true
		}
	}
	return false
}

func configName(name string) bool {
	return name == ".conclaude.yaml" || name == ".conclaude.yml"
}

// settings reports whether a path is a settings file of the host.
func settings(p string) bool {
	dir, file := path.Split(p)
	return path.Base(path.Clean(dir)) == ".claude" && strings.HasPrefix(file, "settings") && strings.HasSuffix(file, ".json")
}

// own returns the paths outside of any name rule: this configuration, the
// user's settings, the state.
func (r *Rules) own() []string {
	out := []string{r.folded(filepath.ToSlash(r.ConfigFile))}
	if r.StateDir != "" {
		for _, d := range baseNames(r.StateDir) {
			out = append(out, r.folded(d))
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		home = r.folded(filepath.ToSlash(home))
		out = append(out, home+"/.claude/settings.json", home+"/.claude/settings.local.json")
	}
	return out
}

// ownBelow returns a protected path that exists below one of some directories
// and whose base name matches, empty if there is none.
func (c *check) ownBelow(name string, dirs ...string) string {
	if !c.protects() {
		return ""
	}
	candidates := c.own()
	for _, base := range c.compiled.bases {
		base = c.folded(base)
		candidates = append(candidates, base+"/.conclaude.yaml", base+"/.conclaude.yml",
			base+"/.claude/settings.json", base+"/.claude/settings.local.json")
	}
	for _, p := range candidates {
		if name != "" && !matchFile(c.folded(name), path.Base(p)) {
			continue
		}
		for _, d := range dirs {
			if _, ok := within(c.folded(filepath.ToSlash(d)), p); !ok {
				continue
			}
			if _, err := os.Lstat(p); err == nil {
				return p
			}
		}
	}
	return ""
}
