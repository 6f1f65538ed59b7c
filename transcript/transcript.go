// Package transcript tells which agent a hook event is about, and reads the host's JSONL transcripts newest line first.
//
// The name of an agent comes from the first of these that has one:
//
//  1. the meta file beside the agent's own transcript (agent-ID.meta.json),
//  2. the agent_type of the payload,
//  3. the call of the Task or Agent tool in the session's transcript that started the agent,
//  4. the word "unknown".
//
// The transcript is read only when an agent stopped and the payload does not name it, as with hosts older than
// Claude Code 2.1.69. Nothing here waits: a line that the host has not written yet is not there. Nothing fails
// either: a file that is missing, damaged or too large gives a warning and the next rule its turn.
package transcript

import "strings"

// Unknown is the name of an agent that no rule could name.
const Unknown = "unknown"

// MainName is the name of the main session.
const MainName = "main"

// Source says where the name of an agent came from. The zero value is not a source.
type Source string

// The sources of a name, in the order in which they are asked.
const (
	SourceFlag       Source = "flag" // the command line; set by callers, never by Identify
	SourceMeta       Source = "meta"
	SourcePayload    Source = "payload"
	SourceTranscript Source = "transcript"
	SourceUnknown    Source = "unknown"
)

// Query is what a payload says about the agent. The zero value asks about the main session.
type Query struct {
	Stopped             bool   // the event is SubagentStop
	Started             bool   // the event is SubagentStart; matters only if there is no AgentID
	SessionID           string // may be empty
	TranscriptPath      string // the session's transcript; may be empty or name no file
	AgentID             string // "" means that the payload has none
	AgentType           string // the payload's agent_type
	HasAgentType        bool   // the payload has the key agent_type, even if it is ""
	AgentTranscriptPath string // "" means that the payload names none
}

// Agent is the answer to a Query.
type Agent struct {
	ID             string
	Name           string   // what patterns match; never empty
	Type           string   // the payload's agent_type as given; for a teammate this is its name, not its type
	Source         Source   // where Name came from
	TranscriptPath string   // the agent's own transcript; "" if it is not known
	Inner          bool     // a fork that the host made for itself (compaction): no command is to run
	Main           bool     // the event is about the main session
	Warnings       []string // what went wrong on the way, one short line each
}

// Identify finds the agent that q is about. It reads at most the agent's meta file and the end of the transcript.
func Identify(q Query) Agent {
	a := Agent{ID: q.AgentID, Type: q.AgentType}
	if q.AgentID == "" && !q.Stopped && !q.Started {
		a.Main, a.Name, a.Source = true, MainName, SourcePayload
		return a
	}
	if isInner(q) {
		a.Inner, a.TranscriptPath = true, q.AgentTranscriptPath
		a.byPayload(q)
		return a
	}
	m := a.readMeta(q)
	switch {
	case a.named(m.name, SourceMeta):
	case a.byPayload(q):
	case q.Stopped:
		a.byTranscript(q, m.toolUseID)
	}
	return a
}

// named gives the agent its name unless that is blank, and says whether it did.
func (a *Agent) named(name string, from Source) bool {
	name = strings.TrimSpace(name)
	if name == "" {
		a.Name, a.Source = Unknown, SourceUnknown
		return false
	}
	a.Name, a.Source = name, from
	return true
}

func (a *Agent) byPayload(q Query) bool { return a.named(q.AgentType, SourcePayload) }

func (a *Agent) warn(text string) { a.Warnings = append(a.Warnings, text) }
