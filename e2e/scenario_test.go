//go:build e2e

package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"gopkg.in/yaml.v3"

	"conclaude/e2e/mockapi"
)

// The sections of a scenario that are not files of the project.
const (
	scenarioSection = "scenario.yaml"
	toldSection     = "told"
)

// A scenario is one file of testdata; README.md describes it.
type scenario struct {
	path    string
	archive *txtar.Archive

	Client client         `yaml:"client"`
	Model  mockapi.Script `yaml:"model"`
	Want   want           `yaml:"want"`
}

// client says how the client is run.
type client struct {
	// Prompts are what the user types, each after the answer to the one before.
	Prompts []string          `yaml:"prompts"`
	Args    []string          `yaml:"args"`
	Env     map[string]string `yaml:"env"`
	// PermissionMode is the client's; "" skips all permissions.
	PermissionMode string `yaml:"permissionMode"`
	// Timeouts are the seconds that the host gives a hook, by event.
	Timeouts map[string]float64 `yaml:"timeouts"`
	// Interactive runs it in a terminal, until the script is used up and
	// the files of Until exist.
	Interactive bool     `yaml:"interactive"`
	Until       []string `yaml:"until"`
}

// args are those of the scenario and of its permissions.
func (c client) args() []string {
	if c.PermissionMode == "" {
		return append([]string{"--dangerously-skip-permissions"}, c.Args...)
	}
	return append([]string{"--permission-mode", c.PermissionMode}, c.Args...)
}

func loadScenario(path string) (*scenario, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	s := &scenario{path: path, archive: archive}
	dec := yaml.NewDecoder(bytes.NewReader(s.section(scenarioSection)))
	dec.KnownFields(true)
	if err := dec.Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", scenarioSection, err)
	}
	return s, nil
}

func (s *scenario) section(name string) []byte {
	for _, f := range s.archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// set replaces a section, or adds it at the end.
func (s *scenario) set(name string, data []byte) {
	at := slices.IndexFunc(s.archive.Files, func(f txtar.File) bool { return f.Name == name })
	if at < 0 {
		s.archive.Files = append(s.archive.Files, txtar.File{Name: name, Data: data})
		return
	}
	s.archive.Files[at].Data = data
}

// project writes the files of the project and the host's settings.
func (s *scenario) project(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, ".claude", "settings.json"), settings(t, s.Client.Timeouts))
	for _, f := range s.archive.Files {
		if f.Name != scenarioSection && f.Name != toldSection {
			write(t, filepath.Join(dir, f.Name), f.Data)
		}
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	mode := os.FileMode(0o644)
	if bytes.HasPrefix(data, []byte("#!")) {
		mode = 0o755
	}
	if err := os.WriteFile(path, data, mode); err != nil {
		t.Fatal(err)
	}
}
