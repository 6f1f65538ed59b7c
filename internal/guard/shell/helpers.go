package shell

import "strings"

// runBy reads a value that a program runs as a command: what an allow list
// must admit is the text that sets it. A name alone is a program that is out of
// sight: vim, cat.
func (r *reader) runBy(st *state, text string) {
	if r.mute > 0 || !strings.Contains(text, " ") {
		return
	}
	from, line := len(r.out.Commands), r.line
	in := st.clone()
	in.args = []Word{unknownWord()}
	r.script(in, text, line)
	r.line = line
	for i := range r.out.Commands[from:] {
		r.out.Commands[from+i].Needs = ""
	}
}

// runsValue reports whether programs run the value of a variable.
func runsValue(name string) bool {
	switch name {
	case "PAGER", "GIT_PAGER", "MANPAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF",
		"GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "BROWSER", "RSYNC_RSH", "PROMPT_COMMAND":
		return true
	}
	return false
}

// gitSettings reads git config: an alias that begins with "!" is a command,
// and so are some settings.
func (r *reader) gitSettings(st *state, ws []Word) {
	for i, w := range ws {
		if i+1 == len(ws) || !runsByConfig(w.Text+"=x") {
			continue
		}
		value, shell := strings.CutPrefix(ws[i+1].Text, "!")
		if shell || !strings.HasPrefix(w.Text, "alias.") {
			r.runBy(st, value)
		}
	}
}
