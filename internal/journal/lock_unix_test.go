//go:build unix

package journal_test

import (
	"bufio"
	osexec "os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A process that is stopped while it holds the lock keeps others waiting, but
// not for long, and they say why; when it is gone all is well.
func TestCountLockHeld(t *testing.T) {
	s, _ := open(t)
	if err := s.Count("key", oneMore); err != nil {
		t.Fatal(err)
	}
	holder := hold(t, only(t, s, "sessions/*.lock"))
	if err := holder.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	err := s.Count("key", oneMore)
	if err == nil || !strings.Contains(err.Error(), "another process holds the lock") {
		t.Errorf("Count = %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("Count waited %v", took)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	if got := counters(t, s, "key"); got.Blocks != 1 {
		t.Errorf("counters = %+v, want the one block before", got)
	}
}

// hold starts a process that holds the lock of the file.
func hold(t *testing.T, file string) *osexec.Cmd {
	t.Helper()
	cmd := process(t, "", "hold", 0)
	cmd.Args = append(cmd.Args, file)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = bufio.NewReader(out).ReadString('\n')
	}
	if err != nil {
		t.Fatal(err)
	}
	return cmd
}
