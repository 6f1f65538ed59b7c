//go:build unix

package exec

import "syscall"

// detached puts a process into a session of its own: the host kills the
// sessions of its hooks.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
