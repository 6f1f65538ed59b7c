// Package schema carries the JSON schema of the configuration file, the same
// bytes as schema.json at the top of the repository. cmd/schemagen writes both.
package schema

import _ "embed" // for the schema

//go:generate go run conclaude/cmd/schemagen

//go:embed schema.json
var data []byte

// JSON returns the schema. It must not be changed.
func JSON() []byte { return data }
