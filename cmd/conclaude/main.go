// Command conclaude runs a project's own commands on the lifecycle events of a
// coding agent and gives the agent their verdict.
package main

import (
	"context"
	"os"
	"runtime/debug"
)

func main() {
	debug.SetTraceback("crash") // what the runtime dies of would else exit with 2, which a host takes for a block
	os.Exit(run(context.Background(), os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
