package hook

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"conclaude/internal/event"
)

// The exit codes of a hook call. They are the host's protocol.
const (
	ExitOK    = 0 // allow, or what stdout says
	ExitError = 1 // the call could not be read, or was stopped; the host goes on
	ExitBlock = 2 // block; stderr is the reason
)

// Answer is what a call gives the host: at most one of the streams is not empty.
type Answer struct {
	Exit   int
	Stdout []byte
	Stderr []byte
}

// reply is the host's JSON answer, as far as we say things in it.
type reply struct {
	Continue           *bool                      `json:"continue,omitzero"`
	StopReason         string                     `json:"stopReason,omitzero"`
	SuppressOutput     bool                       `json:"suppressOutput,omitzero"`
	SystemMessage      string                     `json:"systemMessage,omitzero"`
	HookSpecificOutput map[string]json.RawMessage `json:"hookSpecificOutput,omitzero"`
}

// Encode puts a verdict into the host's protocol for the event.
func Encode(e *event.Event, v Verdict) Answer {
	switch {
	case v.Block != "":
		return refuse(e, v)
	case v.Path != "":
		return Answer{Stdout: line(v.Path)}
	case e.PlainOnly():
		return Answer{Stdout: plainLines(fit(slices.Concat(v.Context, v.Notices)...))}
	case e.Context == event.ToUser:
		v.Notices, v.Context = slices.Concat(v.Context, v.Notices), nil
	}
	context := fit(slices.Concat(v.Context, v.Additional)...)
	r := reply{SuppressOutput: v.Suppress, SystemMessage: fit(v.Notices...), HookSpecificOutput: specific(e, v, context)}
	if v.Stop != nil {
		r.Continue, r.StopReason = new(false), *v.Stop
	}
	return Answer{Stdout: marshal(r)}
}

// refuse says a block in the way that the event has for it.
func refuse(e *event.Event, v Verdict) Answer {
	if e.Refusal != event.ByDecision {
		return Answer{Exit: ExitBlock, Stderr: line(fit(append([]string{v.Block}, v.Notices...)...))}
	}
	v.Specific = decision(map[string]string{"behavior": "deny", "message": fit(v.Block)})
	return Answer{Stdout: marshal(reply{SystemMessage: fit(v.Notices...), HookSpecificOutput: specific(e, v, "")})}
}

// plainLines is plain text on stdout, which must not look like JSON.
func plainLines(text string) []byte {
	switch {
	case text == "":
		return nil
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		text = "Output:\n" + text
	}
	return line(text)
}

// specific is hookSpecificOutput, nil when there is nothing to say in it. The
// host refuses one for an event that has none, so there it stays nil.
func specific(e *event.Event, v Verdict, context string) map[string]json.RawMessage {
	s := map[string]json.RawMessage{}
	maps.Copy(s, v.Specific)
	for key, value := range map[string]string{
		"additionalContext":        context,
		"permissionDecision":       v.Permission.Decision,
		"permissionDecisionReason": v.Permission.Reason,
	} {
		if value != "" {
			s[key] = quote(value)
		}
	}
	if len(s) == 0 || !e.Output {
		return nil
	}
	s["hookEventName"] = quote(e.Name)
	return s
}

// Said is who reads what of an answer that does not block.
type Said struct{ Model, User string }

// Said takes the answer apart again.
func (a Answer) Said() Said {
	var r reply
	switch err := json.Unmarshal(a.Stdout, &r); {
	case len(a.Stdout) == 0:
		return Said{}
	case err != nil:
		return Said{Model: string(a.Stdout)}
	case r.HookSpecificOutput == nil:
		return Said{User: r.SystemMessage}
	}
	return Said{plain(r.HookSpecificOutput["additionalContext"]), r.SystemMessage}
}

// marshal encodes a reply; one that says nothing is no bytes.
func marshal(r reply) []byte {
	if b := encode(r); string(b) != "{}\n" {
		return b
	}
	return nil
}

func quote(s string) json.RawMessage { return bytes.TrimSpace(encode(s)) }

// encode keeps <, > and & as they are: people read them. Texts and raw JSON
// that was decoded before always encode.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil
	}
	return b.Bytes()
}

func line(s string) []byte { return []byte(strings.TrimSuffix(s, "\n") + "\n") }
