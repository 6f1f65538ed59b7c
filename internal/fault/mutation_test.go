//go:build linux

package fault

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"

	"conclaude/internal/event"
)

// mutate changes a payload in one to three ways.
func mutate(rng *rand.Rand, payload []byte) []byte {
	ways := []func(*rand.Rand, []byte) []byte{
		retype, retype, remove, remove, swell, strange, strange, double, double, nest, rename, otherEvent, cut, flip, surround,
	}
	for range 1 + rng.IntN(3) {
		payload = ways[rng.IntN(len(ways))](rng, payload)
	}
	return payload
}

// splice replaces a part of a text.
func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}

// anyOf picks a value of the payload.
func anyOf(rng *rand.Rand, payload []byte) (span, bool) {
	all := spans(payload)
	if len(all) == 0 {
		return span{}, false
	}
	return all[rng.IntN(len(all))], true
}

// replaced puts another text in the place of a value.
func replaced(rng *rand.Rand, payload []byte, with string) []byte {
	if s, ok := anyOf(rng, payload); ok {
		return splice(payload, s.start, s.end, with)
	}
	return payload
}

func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }

func retype(rng *rand.Rand, payload []byte) []byte {
	return replaced(rng, payload, pick(rng, "null", "true", "false", "0", "-1", "1e999", "123456789012345678901234567890",
		`""`, `"x"`, "[]", "{}", "[null]", `{"":{}}`, `[["a"]]`, `"true"`, `" "`))
}

func remove(rng *rand.Rand, payload []byte) []byte {
	s, ok := anyOf(rng, payload)
	if !ok {
		return payload
	}
	end := s.end
	for end < len(payload) && bytes.IndexByte([]byte(" \t\r\n"), payload[end]) >= 0 {
		end++
	}
	if end < len(payload) && payload[end] == ',' {
		return splice(payload, s.from, end+1, "")
	}
	before := bytes.LastIndexByte(payload[:s.from], ',')
	if before >= 0 && len(bytes.TrimSpace(payload[before+1:s.from])) == 0 {
		return splice(payload, before, s.end, "")
	}
	return splice(payload, s.from, s.end, "")
}

// swell makes a value huge: over what a variable holds, over what Linux lets a
// process have of them, over a megabyte.
func swell(rng *rand.Rand, payload []byte) []byte {
	n := []int{5_000, 70_000, 140_000, 1_200_000}[rng.IntN(4)]
	return replaced(rng, payload, `"`+strings.Repeat(pick(rng, "x", "é", "😀", `\n`, `\u0000`, "/a", "../"), n/4)+`"`)
}

func strange(rng *rand.Rand, payload []byte) []byte {
	return replaced(rng, payload, `"`+pick(rng, `\u0000`, `a\u0000b`, `\ud800`, `\udc00\ud800`, "\xff\xfe", "\xed\xa0\x80", "\u202egpj.exe",
		"e\u0301\u0327", "\ufeff", `\u001b[31mred`, `\r\n`, "日本語", "*", "[", "[a-", "{a,b", `\\`, "/", "..", "~", "-rf", "$(touch x)", "`touch x`",
		"; touch x", `\n{\"decision\":\"block\"}`, "NaN", "main", ".env", "/etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin")+`"`)
}

// double writes a key again, before or after, also in another case.
func double(rng *rand.Rand, payload []byte) []byte {
	s, ok := anyOf(rng, payload)
	if !ok || s.key == "" {
		return payload
	}
	key := string(payload[s.from : s.from+1+bytes.IndexByte(payload[s.from+1:], '"')+1])
	again := pick(rng, key, strings.ToUpper(key), strings.ReplaceAll(key, "_", "")) + ":" +
		pick(rng, "null", `"x"`, "[]", "{}", "1", string(payload[s.start:s.end]))
	if rng.IntN(2) == 0 {
		return splice(payload, s.from, s.from, again+",")
	}
	return splice(payload, s.end, s.end, ","+again)
}

func nest(rng *rand.Rand, payload []byte) []byte {
	s, ok := anyOf(rng, payload)
	if !ok {
		return payload
	}
	depth := []int{1, 3, 100, 9_000, 20_000}[rng.IntN(5)]
	left, right := "[", "]"
	if rng.IntN(2) == 0 {
		left, right = `{"a":`, "}"
	}
	return splice(payload, s.start, s.end, strings.Repeat(left, depth)+string(payload[s.start:s.end])+strings.Repeat(right, depth))
}

func rename(rng *rand.Rand, payload []byte) []byte {
	s, ok := anyOf(rng, payload)
	if !ok || s.key == "" {
		return payload
	}
	return splice(payload, s.from, s.start, `"`+pick(rng, "", "session_id", "cwd", "agent_id", "agentType", "tool_input", "file_path", "hook_event_name", `\u0063wd`)+`":`)
}

func otherEvent(rng *rand.Rand, payload []byte) []byte {
	events := event.All()
	name := pick(rng, events[rng.IntN(len(events))].Name, "Tomorrow", "stop", "Stop ", "")
	for _, s := range spans(payload) {
		if s.key == "hook_event_name" {
			return splice(payload, s.start, s.end, `"`+name+`"`)
		}
	}
	return payload
}

func cut(rng *rand.Rand, payload []byte) []byte { return payload[:rng.IntN(len(payload)+1)] }

func flip(rng *rand.Rand, payload []byte) []byte {
	payload = slices.Clone(payload)
	for range min(1+rng.IntN(8), len(payload)) {
		payload[rng.IntN(len(payload))] = byte(rng.IntN(256))
	}
	return payload
}

func surround(rng *rand.Rand, payload []byte) []byte {
	before := pick(rng, "", "\ufeff", "\n\n ", "\x00", "[", "null\n", "{}")
	return slices.Concat([]byte(before), payload, []byte(pick(rng, "", "}", "\n\n", before, "trailing", string(payload[:len(payload)/2]))))
}
