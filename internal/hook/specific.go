package hook

import (
	"encoding/json"
	"maps"
	"slices"
)

// startsWith is how the JSON of the keys of hookSpecificOutput has to begin.
// One of another type makes the host refuse the answer as a whole, with what
// the other commands said in it.
var startsWith = map[string]string{
	"updatedInput": "{", "decision": "{", "content": "{", "action": `"`, "displayContent": `"`, "sessionTitle": `"`,
	"initialUserMessage": `"`, "classifierContext": `"`, "watchPaths": "[",
	"retry": "tf", "reloadSkills": "tf", "suppressOriginalPrompt": "tf",
}

// wellFormed returns the fields without those of a wrong type. Keys that this
// version does not know are the host's business.
func (r *fieldReader) wellFormed() map[string]json.RawMessage {
	for _, key := range slices.Sorted(maps.Keys(r.fields)) {
		if first, known := startsWith[key]; known && !slices.Contains([]byte(first), r.fields[key][0]) {
			r.fail(key, "has the wrong type")
			delete(r.fields, key)
		}
	}
	return r.fields
}

// mergeSpecific adds the keys of a later answer to those of an earlier one. Of
// two values the later one counts, but a refusal stays one.
func mergeSpecific(earlier, later map[string]json.RawMessage) map[string]json.RawMessage {
	if len(earlier) == 0 {
		return later
	}
	merged := maps.Clone(earlier)
	for key, value := range later {
		if !refusal(merged[key]) {
			merged[key] = value
		}
	}
	return merged
}

// refusal reports whether the value is that of a denied permission request or
// of a declined question.
func refusal(value json.RawMessage) bool {
	var decision struct{ Behavior string }
	var action string
	return json.Unmarshal(value, &decision) == nil && decision.Behavior == "deny" ||
		json.Unmarshal(value, &action) == nil && (action == "decline" || action == "cancel")
}
