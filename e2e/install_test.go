//go:build e2e

package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// version is the client that everything here was observed with.
const version = "2.1.328"

// need reports the first tool that the suite cannot do without.
func need(tools ...string) error {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is not on PATH: these tests install and run the real client; "+
				"they need npm (to install it) and tmux (to run it interactively)", tool)
		}
	}
	return nil
}

// installClient returns the client's executable, from the cache or from the
// npm registry. CONCLAUDE_E2E_CACHE names the cache folder.
func installClient() (string, error) {
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "claude-code-"+version)
	if _, err := os.Stat(dir); err == nil {
		return executable(dir)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(cache, "install-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := npmInstall(tmp); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dir); err != nil && !os.IsExist(err) {
		return "", err
	}
	return executable(dir)
}

func cacheDir() (string, error) {
	if dir := os.Getenv("CONCLAUDE_E2E_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "conclaude-e2e"), err
}

// npmInstall runs none of the package's scripts: all they do is to link the
// executable that npm has put beside it already.
func npmInstall(dir string) error {
	pkg := "@anthropic-ai/claude-code@" + version
	cmd := exec.Command("npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund",
		"--no-save", "--loglevel", "error", pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// executable finds the one platform package and asks it for its version.
func executable(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "node_modules", "@anthropic-ai", "claude-code-*", "claude"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("%s holds %d executables, want one (delete it to install again)", dir, len(found))
	}
	out, err := exec.Command(found[0], "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", found[0], err)
	}
	if got := string(out); !strings.HasPrefix(got, version+" ") {
		return "", fmt.Errorf("%s is version %s, want %s", found[0], got, version)
	}
	return found[0], nil
}
