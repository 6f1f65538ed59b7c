package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conclaude/config"
)

// tree makes a directory with files in it and returns its real path.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("d/", 11)
	for name, test := range map[string]struct {
		files []string
		start string
		want  string
	}{
		"in the directory":                {[]string{".conclaude.yaml"}, ".", ".conclaude.yaml"},
		"yaml before yml":                 {[]string{".conclaude.yml", ".conclaude.yaml"}, ".", ".conclaude.yaml"},
		"yml":                             {[]string{".conclaude.yml"}, ".", ".conclaude.yml"},
		"nearest wins":                    {[]string{".conclaude.yaml", "a/.conclaude.yml", "a/b/x"}, "a/b", "a/.conclaude.yml"},
		"above a package.json":            {[]string{".conclaude.yaml", "a/package.json"}, "a", ".conclaude.yaml"},
		"eleven up":                       {[]string{".conclaude.yaml", deep + "x"}, deep, ".conclaude.yaml"},
		"twelve up is too far":            {[]string{".conclaude.yaml", deep + "d/x"}, deep + "d", ""},
		"a directory of the name is none": {[]string{".conclaude.yaml", "a/.conclaude.yaml/x"}, "a", ".conclaude.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tree(t, test.files...)
			got := config.Find(filepath.Join(dir, test.start)).File
			if strings.HasPrefix(got, dir) {
				got = strings.TrimPrefix(got, dir+"/")
			} else {
				got = "" // a file above the temporary directory is not ours
			}
			if got != test.want {
				t.Errorf("Find = %q, want %q", got, test.want)
			}
		})
	}
}

// TestFindPassesOverStrangersFiles is W26: a file planted in a shared
// directory runs no commands.
func TestFindPassesOverStrangersFiles(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(dir string) error{
		"everybody can write to the file": func(dir string) error {
			return os.Chmod(filepath.Join(dir, "a/.conclaude.yaml"), 0o666)
		},
		"everybody can write to its directory": func(dir string) error {
			return os.Chmod(filepath.Join(dir, "a"), 0o777|os.ModeSticky)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tree(t, ".conclaude.yaml", "a/.conclaude.yaml", "a/b/x")
			if err := spoil(dir); err != nil {
				t.Fatal(err)
			}
			found := config.Find(filepath.Join(dir, "a/b"))
			if want := filepath.Join(dir, ".conclaude.yaml"); found.File != want {
				t.Errorf("File = %q, want %q", found.File, want)
			}
			if len(found.Skipped) != 1 || !strings.Contains(found.Skipped[0], "everybody can write") {
				t.Errorf("Skipped = %q", found.Skipped)
			}
		})
	}
}

func TestOptionsOver(t *testing.T) {
	t.Parallel()
	yes, no, lines := true, false, 7
	base := config.Options{
		Message: "base", ShowStdout: &yes, ShowStderr: &yes, MaxOutputLines: &lines,
		Env: map[string]string{"A": "base", "B": "base"},
	}
	got := config.Options{Message: "own", ShowStdout: &no, Env: map[string]string{"A": "own"}}.Over(base)
	if got.Message != "own" || *got.ShowStdout || !*got.ShowStderr || *got.MaxOutputLines != 7 {
		t.Errorf("Over = %+v", got)
	}
	if got.Env["A"] != "own" || got.Env["B"] != "base" || base.Env["A"] != "base" {
		t.Errorf("Env = %v, base %v", got.Env, base.Env)
	}
}
