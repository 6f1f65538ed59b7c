package exec

import (
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
)

// Detach starts a program of its own life: in a session of its own, with stdin
// to read and nothing to write to, not killed by Run or by the end of this
// process. It returns as soon as the program runs. The program has to see to
// its own end.
func Detach(program string, args, env []string, stdin []byte) error {
	input, err := unnamed(stdin)
	if err != nil {
		return fmt.Errorf("detach %s: %w", program, err)
	}
	defer input.Close()
	cmd := osexec.Command(program, args...) //nolint:noctx // it outlives every context we have
	cmd.Env = env
	cmd.Stdin = input
	cmd.SysProcAttr = detached()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("detach %s: %w", program, err)
	}
	return cmd.Process.Release()
}

// unnamed is an open file with the data that no longer has a name, where the
// system can do that.
func unnamed(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "conclaude-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // Windows keeps it until it is closed
	_, err = f.Write(data)
	if err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
