package exec

import (
	"slices"
	"strings"
	"time"
)

// DefaultGrace is how long a command has between the request to end (SIGTERM)
// and its end by force (SIGKILL) if [Command.Grace] is zero.
const DefaultGrace = 500 * time.Millisecond

// DefaultKeep is how many bytes an [Output] keeps of each end of a stream if
// [Capture.Keep] is zero.
const DefaultKeep = 128 << 10

// Command describes one run of a script by a shell. The zero value runs an
// empty script.
type Command struct {
	// Script is handed whole to the shell's -c and never split.
	Script string
	// Shell is the name or the path of the shell, which is looked up in the
	// PATH of Env. A relative path is relative to Dir. Empty means bash, or
	// sh where there is no bash. PowerShell (pwsh, powershell) gets the
	// script by -Command.
	Shell string
	// Dir is the directory to run in; empty means the current one.
	Dir string
	// Env is the complete environment, each entry K=V; of several entries
	// with one key the last counts. Nil means the environment of this
	// process.
	Env []string
	// Stdin is what the command can read. Nil means /dev/null. A command
	// that does not read it loses nothing and delays nobody.
	Stdin []byte
	// Timeout is the time the command may take; zero or less means that
	// only the context bounds it.
	Timeout time.Duration
	// Grace is the time between SIGTERM and SIGKILL; zero or less means
	// [DefaultGrace]. Windows knows no such request: there it has no effect.
	Grace time.Duration
	// Capture says which output is kept. The zero value keeps none.
	Capture Capture
}

// Capture says what to keep of a command's output.
type Capture struct {
	// Stdout and Stderr are the streams to keep. One that is not kept goes
	// to /dev/null and costs nothing.
	Stdout, Stderr bool
	// Separate keeps the streams apart. Without it both go through one pipe,
	// so that their order is exactly that of the command.
	Separate bool
	// Keep is the number of bytes kept of each end; zero or less means
	// [DefaultKeep]. A stream of at most twice as many bytes is kept whole.
	Keep int
	// Log names a file for the full output, see [Output.Log]. With Separate
	// it takes stdout, and stderr goes to a file with ".stderr" appended to
	// the name. Empty means no log.
	Log string
}

// arguments are what the shell is called with.
func (c Command) arguments(shell string) []string {
	name := strings.ToLower(baseName(shell))
	if slices.Contains([]string{"pwsh", "powershell"}, name) {
		return []string{shell, "-NoProfile", "-NonInteractive", "-Command", c.Script}
	}
	script := c.Script
	if strings.HasPrefix(script, "-") || strings.HasPrefix(script, "+") {
		// Shells read options also behind -c, and not all know "--".
		script = " " + script
	}
	return []string{shell, "-c", script}
}

func (c Command) grace() time.Duration {
	if c.Grace <= 0 {
		return DefaultGrace
	}
	return c.Grace
}
