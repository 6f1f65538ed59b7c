//go:build e2e

package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// update rewrites the told sections of the scenarios.
var update = flag.Bool("update", false, "rewrite what the scenarios say the model was told")

// claude is the client's executable, bin the folder of ours; set by TestMain.
var claude, bin string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	tmp, err := os.MkdirTemp("", "conclaude-e2e-bin-")
	if err == nil {
		defer os.RemoveAll(tmp)
		err = prepare(tmp)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return m.Run()
}

// prepare builds conclaude and installs the client. CONCLAUDE_E2E_BIN names
// a folder with a conclaude to test instead.
func prepare(tmp string) error {
	if err := need("npm", "tmux"); err != nil {
		return err
	}
	var err error
	if bin = os.Getenv("CONCLAUDE_E2E_BIN"); bin == "" {
		bin = tmp
		err = build(filepath.Join(tmp, "conclaude"))
	}
	if err != nil {
		return err
	}
	if bin, err = filepath.Abs(bin); err != nil {
		return err
	}
	claude, err = installClient()
	return err
}

func build(to string) error {
	cmd := exec.Command("go", "build", "-o", to, "conclaude/cmd/conclaude")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
