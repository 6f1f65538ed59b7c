// Command conclaude runs a project's own commands on the lifecycle events of a
// coding agent and gives the agent their verdict.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
