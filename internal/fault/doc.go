// Package fault holds the tests of what goes wrong around a hook call: killed
// and stopped processes, full disks, commands that misbehave, payloads that
// are no payloads. They start the real program and look at what the host would
// see and at what is left on the machine.
//
// The suite runs them with small counts. CONCLAUDE_FAULTS=full runs them with
// those of docs/faults.md; the figures are the attributes in the log of -v.
package fault
