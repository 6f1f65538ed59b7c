//go:build unix

package exec

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// signalName returns the name of a signal; those without one have a number.
func signalName(sig syscall.Signal) string {
	if name := unix.SignalName(sig); name != "" {
		return name
	}
	return sig.String()
}
