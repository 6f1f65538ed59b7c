package mockapi

import (
	"encoding/json"
	"slices"
	"strings"
)

// body is the part of a request that the mock reads.
type body struct {
	Model    string            `json:"model"`
	Stream   bool              `json:"stream"`
	System   content           `json:"system"`
	Messages []message         `json:"messages"`
	Tools    []json.RawMessage `json:"tools"`
}

type message struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is text, or a list of blocks; a tool result has content again.
type content []block

type block struct {
	Type    string  `json:"type"`
	Text    string  `json:"text"`
	Content content `json:"content"`
}

// UnmarshalJSON takes a string for a single block of text.
func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]block)(c))
}

func (c content) texts() []string {
	var texts []string
	for _, b := range c {
		if b.Text != "" {
			texts = append(texts, b.Text)
		}
		texts = append(texts, b.Content.texts()...)
	}
	return texts
}

// first is the text of the first message: the prompt and what the client
// puts around it.
func (b *body) first() string {
	if len(b.Messages) == 0 {
		return ""
	}
	return strings.Join(b.Messages[0].Content.texts(), "\n")
}

// told are the texts that did not come from the model.
func (b *body) told() []string {
	var texts []string
	for _, m := range b.Messages {
		if m.Role != "assistant" {
			texts = append(texts, m.Content.texts()...)
		}
	}
	return texts
}

func (b *body) all() []string {
	texts := b.System.texts()
	for _, m := range b.Messages {
		texts = append(texts, m.Content.texts()...)
	}
	return texts
}

// without returns the texts that are not in before; one that comes twice
// counts twice.
func without(texts, before []string) []string {
	before = slices.Clone(before)
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		at := slices.Index(before, text)
		if at >= 0 {
			before = slices.Delete(before, at, at+1)
		}
		return at >= 0
	})
}
