package hook

import (
	"time"

	"github.com/rs/zerolog"

	"conclaude/exec"
)

// journal writes what the call did; nothing for a call that did nothing.
func (r Report) journal(call Call, p *Payload) Report {
	if len(r.Outcomes) == 0 && len(r.warnings) == 0 && r.Said() == (Said{}) && r.Verdict.Block == "" && !r.logged() {
		return r
	}
	// A journal that can't be written must not change the answer.
	_ = call.Store.Write(call.Start, func(entry *zerolog.Event) { r.record(entry, call, p) })
	return r
}

// logged reports whether the event is one for the journal even if nothing ran.
func (r Report) logged() bool { return r.Config != nil && len(r.Event.Log) > 0 }

// maxLogged is how much of a payload's field the journal has, in characters.
const maxLogged = 500

// fields are what the journal keeps of the payload.
func (r Report) fields(p *Payload) *zerolog.Event {
	d := zerolog.Dict()
	for _, key := range r.Event.Log {
		if value, ok := p.Text(key); ok {
			d.Str(key, exec.Truncate(value, exec.Limit{Chars: maxLogged}).Body)
		}
	}
	return d
}

func (r Report) record(entry *zerolog.Event, call Call, p *Payload) {
	name := call.Event
	if r.Event != nil {
		name = r.Event.Name
	}
	entry.Str("event", name)
	if p != nil {
		entry.Str("session", p.String("session_id"))
	}
	if r.Agent.Name != "" {
		entry.Dict("agent", zerolog.Dict().Str("name", r.Agent.Name).Str("id", r.Agent.ID).Str("source", string(r.Agent.Source)))
	}
	if r.Config != nil {
		entry.Str("config", r.Config.File)
	}
	if r.logged() && p != nil {
		entry.Dict("payload", r.fields(p))
	}
	commands := zerolog.Arr()
	for i := range r.Outcomes {
		commands.Dict(r.Outcomes[i].record())
	}
	entry.Array("commands", commands).Str("verdict", r.verdict())
	optional(entry, "block", r.Verdict.Block)
	if len(r.Verdict.Notices) > 0 {
		entry.Strs("notices", r.Verdict.Notices)
	}
	if len(r.warnings) > 0 {
		entry.Strs("warnings", r.warnings)
	}
	entry.Int64("ms", time.Since(call.Start).Milliseconds())
}

func optional(entry *zerolog.Event, key, value string) {
	if value != "" {
		entry.Str(key, value)
	}
}

// verdict is the answer in one word.
func (r Report) verdict() string {
	switch {
	case r.Exit == ExitError:
		return "error"
	case r.Verdict.Block != "":
		return "block"
	}
	return "allow"
}

func (o *Outcome) record() *zerolog.Event {
	d := zerolog.Dict().Str("run", scriptLine(o.Run))
	optional(d, "name", o.Name)
	d.Str("pattern", o.Group).Int64("ms", o.Result.Duration.Milliseconds())
	if o.Err != nil {
		return d.Str("status", "not started").Str("error", o.Err.Error())
	}
	d.Str("status", o.Result.Status.String()).Int("exit", o.Result.Code)
	optional(d, "signal", o.Result.Signal)
	if o.Result.Swept > 0 {
		d.Int("swept", o.Result.Swept)
	}
	return d
}
