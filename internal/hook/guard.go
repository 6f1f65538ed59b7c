package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"time"

	"conclaude/config"
	"conclaude/internal/guard"
	"conclaude/internal/journal"
	"conclaude/transcript"
)

// guardTimeout bounds what a guard waits for (git, when asked what it ignores).
const guardTimeout = 10 * time.Second

// guarded reports whether the event is one that rules decide, and not only
// commands.
func guarded(event string) bool { return event == "PreToolUse" || event == "PermissionRequest" }

// guard lets the rules of the section decide. What it refuses runs no commands.
func (r Report) guard(ctx context.Context, call Call, p *Payload, s *config.Section) Report {
	req := guard.Request{
		Tool:  p.String("tool_name"),
		Input: p.Field("tool_input"),
		Cwd:   workingDir(call, p),
		Agent: agentNames(r.Agent),
	}
	if r.Event.Name == "PermissionRequest" {
		r.permit(guard.Permission(s.Permissions, req))
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, guardTimeout)
	defer cancel()
	d := GuardRules(r.Config, s, call.Store).Check(ctx, req)
	switch d.Action {
	case guard.Deny:
		r.Verdict.Block = d.Reason
	case guard.Ask:
		r.Verdict.Permission = permission{"ask", d.Reason}
	case guard.Warn:
		r.Verdict.Notices = append(r.Verdict.Notices, d.Reason)
	case guard.None, guard.Allow:
	}
	return r
}

// permit answers a permission request.
func (r *Report) permit(d guard.Decision) {
	switch d.Action {
	case guard.Allow:
		r.Verdict.Specific = decision(map[string]string{"behavior": "allow"})
	case guard.Deny:
		r.Verdict.Block = d.Reason
	case guard.None, guard.Warn, guard.Ask:
	}
}

func decision(d map[string]string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"decision": bytes.TrimSpace(encode(d))}
}

// GuardRules are the rules of a section as the guard takes them.
func GuardRules(c *config.Config, s *config.Section, store *journal.Store) *guard.Rules {
	return &guard.Rules{Guards: s.Guards, Base: c.Dir, ConfigFile: c.File, StateDir: store.Dir(), Env: os.LookupEnv}
}

// agentNames are the names that agent rules match. The main session is main; if
// it was started as some agent, also that one.
func agentNames(a transcript.Agent) []string {
	if a.Main && a.Type != "" && a.Type != a.Name {
		return []string{a.Name, a.Type}
	}
	return []string{a.Name}
}
