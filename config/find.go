package config

import (
	"fmt"
	"os"
	"path/filepath"
)

// MaxLevels is how many directories are searched, the first one included.
const MaxLevels = 12

// FileNames are the names of a configuration file, the preferred one first.
func FileNames() []string { return []string{".conclaude.yaml", ".conclaude.yml"} }

// Found is the outcome of a search.
type Found struct {
	File    string   // absolute; "" when there is none
	Skipped []string // files that were passed over, each with the reason
}

// Find searches dir and the directories above it. A configuration runs
// commands, so a file that a stranger could have put there is passed over:
// owned by neither us nor root, or it or its directory writable by everybody.
// As root any owner is accepted.
func Find(dir string) Found {
	var found Found
	dir, err := filepath.Abs(dir)
	if err != nil {
		return found
	}
	for range MaxLevels {
		for _, name := range FileNames() {
			file := filepath.Join(dir, name)
			info, err := os.Stat(file)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			if reason := distrust(file, info); reason != "" {
				found.Skipped = append(found.Skipped, fmt.Sprintf("%s: %s", file, reason))
				continue
			}
			found.File = file
			return found
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return found
}
