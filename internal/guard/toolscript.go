package guard

import (
	"encoding/json"
	"strings"
)

// script returns the script in a tool's input. Tools of MCP servers name it in
// several ways: command or cmd, as a text or as a list of words, with args.
func (f fields) script(tool string) (string, bool) {
	if tool == "Bash" {
		return f.text("command")
	}
	for _, key := range []string{"command", "cmd"} {
		text, ok := f.text(key)
		if words, isList := f.list(key); isList && len(words) > 0 {
			text, ok = quoteWords(words), true
		}
		if !ok {
			continue
		}
		if args, isList := f.list("args"); isList {
			text += " " + quoteWords(args)
		}
		return text, true
	}
	return "", false
}

// list returns a list of strings; ok is false if it is something else.
func (f fields) list(key string) (words []string, ok bool) {
	raw, found := f[key]
	return words, found && raw[0] == '[' && json.Unmarshal(raw, &words) == nil
}

// quoteWords makes a command of its words.
func quoteWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(quoted, " ")
}
