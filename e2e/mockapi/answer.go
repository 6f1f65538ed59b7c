package mockapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
)

// answer is one message of the model on its way out.
type answer struct {
	id, model string
	blocks    []map[string]any
	stop      string
}

// newAnswer takes the ids of the message and of its tool calls from ids.
func newAnswer(model string, turn Turn, ids *atomic.Int64) *answer {
	a := &answer{id: fmt.Sprintf("msg_%08d", ids.Add(1)), model: model, stop: "end_turn"}
	if turn.Text != "" || len(turn.Tools) == 0 {
		a.blocks = append(a.blocks, map[string]any{"type": "text", "text": turn.Text})
	}
	for _, call := range turn.Tools {
		a.stop = "tool_use"
		for name, input := range call {
			id := fmt.Sprintf("toolu_%08d", ids.Add(1))
			a.blocks = append(a.blocks, map[string]any{"type": "tool_use", "id": id, "name": name, "input": input})
		}
	}
	return a
}

func (a *answer) message() map[string]any {
	return map[string]any{
		"id": a.id, "type": "message", "role": "assistant", "model": a.model,
		"content": a.blocks, "stop_reason": a.stop, "stop_sequence": nil, "usage": usage(),
	}
}

func usage() map[string]int {
	return map[string]int{
		"input_tokens": 100, "output_tokens": 10,
		"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
	}
}

// stream writes the message as server-sent events.
func (a *answer) stream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	start := a.message()
	start["content"], start["stop_reason"] = []any{}, nil
	send(w, "message_start", map[string]any{"message": start})
	for i, block := range a.blocks {
		begin, delta := split(block)
		send(w, "content_block_start", map[string]any{"index": i, "content_block": begin})
		send(w, "content_block_delta", map[string]any{"index": i, "delta": delta})
		send(w, "content_block_stop", map[string]any{"index": i})
	}
	send(w, "message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": a.stop, "stop_sequence": nil}, "usage": usage(),
	})
	send(w, "message_stop", map[string]any{})
}

// split turns a block into its empty beginning and the one delta that fills it.
func split(block map[string]any) (begin, delta map[string]any) {
	if block["type"] == "text" {
		return map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": block["text"]}
	}
	input, _ := json.Marshal(block["input"]) // came from YAML: maps, lists and scalars
	begin = map[string]any{"type": "tool_use", "id": block["id"], "name": block["name"], "input": map[string]any{}}
	return begin, map[string]any{"type": "input_json_delta", "partial_json": string(input)}
}

func send(w http.ResponseWriter, event string, data map[string]any) {
	data["type"] = event
	text, _ := json.Marshal(data) // as above
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, text)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
