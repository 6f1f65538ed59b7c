package shell

import (
	"slices"
	"strings"
)

// runs returns the command that a project's tool runs: uv run x, npx x. It is
// nil if the call is none of these.
func runs(argv []Word) []Word {
	args, verbs := argv[1:], ""
	switch argv[0].Text {
	case "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda", "mamba":
		verbs = "run"
	case "bundle":
		verbs = "exec"
	case "npm", "pnpm", "yarn":
		verbs = "exec dlx"
	case "npx", "bunx", "pnpx", "uvx":
	default:
		return nil
	}
	if verbs != "" {
		if len(args) == 0 || !slices.Contains(strings.Fields(verbs), args[0].Text) {
			return nil
		}
		args = args[1:]
	}
	w := wrapper{values: "pn", long: []string{"--with", "--python", "--extra", "--group", "--env-file", "--project", "--directory", "--name", "--package"}}
	args, _ = w.skipFlags(args)
	return args
}

// runner reads a command for what it does. An allow list has to admit the tool
// that runs it, as it is written.
func (r *reader) runner(st *state, args []Word) {
	from := len(r.out.Commands)
	r.program(st.clone(), args, "")
	for i := range r.out.Commands[from:] {
		r.out.Commands[from+i].Needs = ""
	}
}
