package hook

import (
	"bytes"
	"encoding/json"
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
	SystemMessage      string          `json:"systemMessage,omitzero"`
	HookSpecificOutput *specificOutput `json:"hookSpecificOutput,omitzero"`
}

type specificOutput struct {
	HookEventName     string `json:"hookEventName"`
	AdditionalContext string `json:"additionalContext,omitzero"`
}

// Encode puts a verdict into the host's protocol for the event.
func Encode(e *event.Event, v Verdict) Answer {
	if v.Block != "" {
		return Answer{Exit: ExitBlock, Stderr: line(fit(append([]string{v.Block}, v.Notices...)...))}
	}
	var r reply
	switch context := fit(v.Context...); {
	case context == "":
	case e.Context == event.PlainText:
		return Answer{Stdout: line(context)}
	case e.Context == event.ToModel:
		r.HookSpecificOutput = &specificOutput{e.Name, context}
	default:
		v.Notices = append([]string{context}, v.Notices...)
	}
	r.SystemMessage = fit(v.Notices...)
	if r == (reply{}) {
		return Answer{}
	}
	return Answer{Stdout: marshal(r)}
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
	return Said{r.HookSpecificOutput.AdditionalContext, r.SystemMessage}
}

// marshal keeps <, > and & as they are: people read them.
func marshal(r reply) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return nil // strings always encode
	}
	return b.Bytes()
}

func line(s string) []byte { return []byte(strings.TrimSuffix(s, "\n") + "\n") }
