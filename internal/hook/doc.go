// Package hook answers one hook call: it reads the event from stdin, finds out
// which agent it is about, collects the commands that the configuration has
// for it, runs them, and says what the host is to do.
//
// The stages are functions with values in and out, and none reaches back:
//
//	Read → event → config → agent → plan → run → judge → limit → Encode
//
// What the answer may look like is the host's contract, observed with Claude
// Code 2.1.328: exit code 2 with the reason on stderr blocks; JSON on stdout
// with exit code 0 says everything else; JSON beside anything loses what it
// says. A verdict is a value; an error is something that kept us from having
// one, and allows.
package hook
