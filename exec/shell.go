package exec

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// defaultPath is searched where the environment has no PATH at all, as
// execvp(3) does.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// shell finds the shell of the command.
func (c Command) shell(env []string) (string, error) {
	if c.Shell == "" {
		if path, err := c.find("bash", env); err == nil {
			return path, nil
		}
		return c.find("sh", env)
	}
	return c.find(c.Shell, env)
}

// find returns the path of the program that name means to the command.
func (c Command) find(name string, env []string) (string, error) {
	if filepath.Base(name) != name {
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.Dir, name)
		}
		// A relative Dir would be applied twice, by us and by the child.
		return absolute(name)
	}
	for _, dir := range filepath.SplitList(searchPath(env)) {
		// "." and "" would let the project put a shell of its own there.
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := executable(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &StartError{What: "shell " + name, Err: fmt.Errorf("not in PATH: %w", fs.ErrNotExist)}
}

// absolute returns the path of a program that is named by one.
func absolute(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = executable(path)
	}
	if err != nil {
		return "", &StartError{What: "shell " + name, Err: reasonOf(err)}
	}
	return path, nil
}

// executable returns path, with the suffix of programs where the system has
// one, if it is a file that may be run.
func executable(path string) (string, error) {
	info, err := os.Stat(path)
	if runtime.GOOS == "windows" && (err != nil || info.IsDir()) {
		path += ".exe"
		info, err = os.Stat(path)
	}
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return "", errors.New("is a directory")
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return "", fs.ErrPermission
	}
	return path, nil
}

// searchPath returns the PATH of env.
func searchPath(env []string) string {
	path := defaultPath
	for _, entry := range env {
		key, value, _ := strings.Cut(entry, "=")
		if key == "PATH" || runtime.GOOS == "windows" && strings.EqualFold(key, "PATH") {
			path = value
		}
	}
	return path
}

// baseName returns the name of a program without directory and suffix.
func baseName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".exe")
}

// reasonOf drops the operation and the path from an error of package os,
// where the thing is named already.
func reasonOf(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
