// Package mockapi is a Messages API that answers from a script, on loopback.
// The client under test talks to it as to the real one; it records what the
// client sent, which is what the model would have read. Tests only.
package mockapi

import (
	"fmt"
	"strings"
)

// Main is the conversation of the session itself. Every other conversation
// is a subagent's or a teammate's: it is the one whose name stands in square
// brackets in the first message, as in "[coder] write the parser".
const Main = "main"

// A Script says what the model answers: the turns of each conversation, in
// order. One request to the API takes one turn.
type Script map[string][]Turn

// A Turn is one answer of the model.
type Turn struct {
	// Text is what the model says, before the tools; "" for nothing.
	Text string `yaml:"text"`
	// Tools are the calls: each a map with one key, the tool's name, and
	// under it the input.
	Tools []map[string]any `yaml:"tools"`
	// After names a file of the project: the answer is held back until the
	// file exists. "" for at once.
	After string `yaml:"after"`
}

// A Request is one request that took a turn.
type Request struct {
	// Conversation is the name in the script, Turn counts from 1.
	Conversation string
	Turn         int
	// Told are the texts that the request has and the one before in the
	// same conversation had not, without what the model said itself.
	Told []string
	// All are all texts of the request, the system prompt included.
	All []string
}

// Says reports whether the text stands in what the model was newly told.
func (r Request) Says(text string) bool {
	return strings.Contains(strings.Join(r.Told, "\n"), text)
}

// String names the request: "coder 2" is the second of that conversation.
func (r Request) String() string {
	return fmt.Sprintf("%s %d", r.Conversation, r.Turn)
}

// conversation finds whose request it is.
func (s Script) conversation(first string) string {
	for name := range s {
		if name != Main && strings.Contains(first, "["+name+"]") {
			return name
		}
	}
	return Main
}
