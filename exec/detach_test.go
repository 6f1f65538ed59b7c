package exec_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"conclaude/exec"
)

func TestDetach(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "out")
	err := exec.Detach("/bin/sh", []string{"-c", `cat >"$OUT.new"; ps -o sid= -p $$ >>"$OUT.new"; mv "$OUT.new" "$OUT"`}, append(os.Environ(), "OUT="+file), []byte("input\n"))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if data, err := os.ReadFile(file); err == nil {
			if got := string(data[:min(6, len(data))]); got != "input\n" {
				t.Errorf("it read %q", got)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("it did not run")
		}
	}
}

func TestDetachMissingProgram(t *testing.T) {
	t.Parallel()
	if err := exec.Detach("/nowhere/program", nil, nil, nil); err == nil {
		t.Error("no error")
	}
}
