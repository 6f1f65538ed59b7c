package guard

import (
	"strings"

	"conclaude/internal/guard/shell"
)

// powerShell checks a PowerShell script. It is read as text: split at line
// ends, semicolons and pipes, into words. Command rules see these pieces; a
// word that names a protected file is unresolved, since what the command does
// to it is not known.
func (c *check) powerShell(in fields) {
	text, ok := in.text("command")
	if !ok {
		c.malformed("command is not a string")
		return
	}
	if len(text) > shell.MaxSize {
		c.unresolvedPart(shell.Unresolved{Limit: true, What: "a script of more than 64 KiB"})
		return
	}
	s := powerShellScript(text)
	c.commandRules(s, text)
	for _, cmd := range s.Commands {
		for i, w := range strings.Fields(cmd.Text) {
			if i > 0 && !c.denied() {
				c.mentioned(w, cmd.Text)
			}
		}
	}
	if strings.ContainsAny(text, "$&`") || strings.Contains(strings.ToLower(text), "iex") {
		c.unresolved("PowerShell with computed parts", short(text))
	}
}

func powerShellScript(text string) shell.Script {
	var s shell.Script
	pieces := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";|&\n\r(){}", r) })
	for _, piece := range pieces {
		if t := normalised(strings.NewReplacer(`"`, "", "'", "", ">", " > ").Replace(piece)); t != "" {
			s.Commands = append(s.Commands, shell.Command{Text: t, Needs: t})
		}
	}
	return s
}

// mentioned checks a word that may be a file's name.
func (c *check) mentioned(word, command string) {
	word = strings.Trim(word, `,`)
	if i := strings.LastIndexByte(word, ':'); i > 1 {
		word = word[i+1:]
	}
	t, err := c.locate(strings.ReplaceAll(word, `\`, "/"))
	if err != nil || word == "" {
		return
	}
	for _, kind := range []shell.Kind{shell.Write, shell.Read} {
		c.access(access{target: t, kind: kind, command: command, maybe: true, asked: word})
	}
}
