package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// idWindow is how many bytes before the most recent call are searched for the line that ties another call to the
// agent's id. Mostly there is no such line yet when the agent stops, and the search must not go through the whole
// file to find that out.
const idWindow = 512 << 10

// byTranscript names the agent after the call that started it; callID is the id of that call if it is known.
func (a *Agent) byTranscript(q Query, callID string) {
	if q.TranscriptPath == "" {
		return
	}
	warn := func(text string) { a.warn(fmt.Sprintf("transcript %.200q: %s", q.TranscriptPath, text)) }
	f, size, err := openRegular(q.TranscriptPath)
	if err != nil {
		warn(bare(err).Error())
		return
	}
	defer f.Close()
	s := search{agentID: q.AgentID, callID: callID, tiedOnly: q.HasAgentType, others: map[string]bool{}}
	for line := range (Tail{Warn: warn}).Lines(f, size) {
		if s.see(line); s.over() {
			break
		}
	}
	if s.malformed > 0 {
		warn(fmt.Sprintf("%d malformed lines left out", s.malformed))
	}
	if !a.named(s.answer(), SourceTranscript) {
		warn("no call found that names the agent")
	}
}

// search looks for the call that started an agent, line by line, newest first. Without a line that ties a call to
// the agent's id it is the most recent call, leaving out those that are tied to other agents. Calls of subagents
// (isSidechain) count like others: Claude Code 2.1.328 keeps them out of the session's transcript, and where a host
// mixes them in, an agent that a subagent started stops before that subagent does.
type search struct {
	agentID   string          // "" if the payload has none
	callID    string          // the call that started the agent, once that is known
	resultOf  string          // the type of the agent in the result of that call; may be empty
	tiedOnly  bool            // the most recent call won't do
	others    map[string]bool // calls that started other agents
	recent    string          // the type in the most recent call that has one and may be the agent's
	behind    int             // bytes seen since recent was found
	name      string          // the type in the call callID
	found     bool            // the call callID was seen
	malformed int
}

// block is a part of a message: a tool_use of the assistant or a tool_result.
type block struct {
	Type      string                     `json:"type"`
	ID        string                     `json:"id"`
	Name      string                     `json:"name"`
	ToolUseID string                     `json:"tool_use_id"`
	Input     map[string]json.RawMessage `json:"input"` // a map, because struct fields would match without case
}

type message struct {
	Content []block `json:"content"`
}

func (s *search) see(line []byte) {
	line = bytes.TrimSpace(line)
	if s.recent != "" {
		s.behind += len(line)
	}
	switch {
	case len(line) == 0:
	case line[0] != '{' || line[len(line)-1] != '}':
		s.malformed++
	case s.mayTie(line):
		s.seeResult(line)
	case s.mayCall(line):
		s.seeCall(line)
	}
}

// mayTie and mayCall are the cheap looks that spare most lines the decoder.
func (s *search) mayTie(line []byte) bool {
	return s.callID == "" && s.agentID != "" &&
		bytes.Contains(line, []byte(`"toolUseResult"`)) && bytes.Contains(line, []byte(`"agentId"`))
}

func (s *search) mayCall(line []byte) bool {
	return bytes.Contains(line, []byte(`"subagent_type"`)) ||
		s.callID != "" && bytes.Contains(line, []byte(s.callID))
}

// seeResult notes which agent a call started.
func (s *search) seeResult(line []byte) {
	var r struct {
		Message       message `json:"message"`
		ToolUseResult struct {
			AgentID   string `json:"agentId"`
			AgentType string `json:"agentType"`
		} `json:"toolUseResult"`
	}
	if !s.decode(line, &r) || r.ToolUseResult.AgentID == "" {
		return
	}
	for _, b := range r.Message.Content {
		switch {
		case b.Type != "tool_result" || b.ToolUseID == "":
		case r.ToolUseResult.AgentID == s.agentID:
			s.callID, s.resultOf = b.ToolUseID, r.ToolUseResult.AgentType
		default:
			s.others[b.ToolUseID] = true
		}
	}
}

func (s *search) seeCall(line []byte) {
	var r struct {
		Type    string  `json:"type"`
		Message message `json:"message"`
	}
	if !s.decode(line, &r) || r.Type != "assistant" {
		return
	}
	for _, b := range slices.Backward(r.Message.Content) {
		if b.Type == "tool_use" {
			s.seeToolUse(b)
		}
	}
}

func (s *search) seeToolUse(b block) {
	starts := b.Name == "Task" || b.Name == "Agent"
	name := strings.TrimSpace(text(b.Input["subagent_type"]))
	switch tied := s.callID != "" && b.ID == s.callID; {
	case tied && starts:
		s.found, s.name = true, cmp.Or(name, s.resultOf)
	case tied:
		// Other tools report agent ids too, such as one that sends a finished agent back to work.
		s.callID, s.resultOf = "", ""
	case starts && !s.others[b.ID]:
		s.recent = cmp.Or(s.recent, name)
	}
}

// over reports whether older lines can't change the answer, or are not worth it.
func (s *search) over() bool {
	switch {
	case s.found:
		return true
	case s.callID != "":
		return false
	case s.tiedOnly:
		return s.agentID == ""
	}
	return s.recent != "" && (s.agentID == "" || s.behind > idWindow)
}

// answer is the type of the agent, "" if it was not found. A call that is known to be the agent's but was not
// seen rules out all others.
func (s *search) answer() string {
	if s.found || s.callID != "" || s.tiedOnly {
		return s.name
	}
	return s.recent
}

// decode is false for what is not JSON. Fields of an unexpected type stay zero: hosts add and change fields.
func (s *search) decode(line []byte, v any) bool {
	err := json.Unmarshal(line, v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err == nil || ok {
		return true
	}
	s.malformed++
	return false
}
