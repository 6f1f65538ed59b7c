// Package host holds what was observed of the host: the JSON Schema of what
// Claude Code 2.1.328 takes from a hook, per event.
package host

import _ "embed"

// Answers is the schema, with one definition per event under $defs.
//
//go:embed answers.schema.json
var Answers []byte
