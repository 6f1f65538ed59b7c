// Package e2e runs the real Claude Code with this program as its hooks,
// against a scripted API on loopback. README.md says how to run the tests
// and how to write a scenario. Its tests need the build tag e2e, and npm,
// tmux and a registry to install the client from.
package e2e
