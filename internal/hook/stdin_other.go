//go:build !unix

package hook

import (
	"io"
	"time"
)

// timedReader knows no way to read with a deadline here but a goroutine.
func timedReader(io.Reader, time.Time) (io.Reader, bool) { return nil, false }
