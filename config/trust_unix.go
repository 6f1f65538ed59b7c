//go:build unix

package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// worldWritable is the permission bit for everybody's writing.
const worldWritable = 0o002

// distrust tells why a stranger could have written the file; "" when none could.
func distrust(file string, info fs.FileInfo) string {
	if info.Mode().Perm()&worldWritable != 0 {
		return "everybody can write to it (mend: chmod o-w)"
	}
	dir, err := os.Stat(filepath.Dir(file))
	if err != nil {
		return err.Error()
	}
	if dir.Mode().Perm()&worldWritable != 0 {
		return "everybody can write to its directory (mend: chmod o-w)"
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if us := os.Geteuid(); ok && us != 0 && stat.Uid != 0 && int(stat.Uid) != us {
		return fmt.Sprintf("it belongs to user %d, not to you (mend: chown)", stat.Uid)
	}
	return ""
}
