// Package compare measures conclaude against what people would otherwise use
// as the Stop hook of an agent: a shell script, lefthook, and cchook.
//
// It is a module of its own, so that the tools it compares with are no
// requirements of the program. Those that are Go modules are built by the
// benchmark; cchook, which the module proxy does not always have, takes part
// if it is in PATH.
package compare
