package guard_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"conclaude/internal/guard"
)

// TestDifferential runs random scripts for real in a scratch directory, those
// that the guard lets through: none of them may change a protected file.
// GUARD_SCRIPTS sets how many, GUARD_SEED where to begin.
func TestDifferential(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	want, seed := number("GUARD_SCRIPTS", 120), number("GUARD_SEED", 1)
	const workers = 2
	for w := range workers {
		t.Run(strconv.Itoa(w), func(t *testing.T) {
			t.Parallel()
			differential(t, want/workers, seed+w, workers)
		})
	}
}

func differential(t *testing.T, want, seed, stride int) {
	t.Helper()
	l := newLab(t)
	refused := 0
	for run := 0; run < want; seed += stride {
		if l.try(t, uint64(seed)) {
			run++
		} else {
			refused++
		}
	}
	t.Logf("%d scripts run, %d refused or asked", want, refused)
	if refused < want/4 || refused > want*20 {
		t.Errorf("%d of %d scripts refused: the grammar tests little", refused, refused+want)
	}
}

func number(name string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return def
}

// FuzzDifferential is the same with the fuzzer's seeds.
func FuzzDifferential(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		newLab(t).try(t, seed)
	})
}

// lab is a scratch project, so deep that no script climbs out of its own
// temporary directory.
type lab struct {
	top, base string
	clean     bool // the files are as they were made
	rules     *guard.Rules
}

func newLab(t *testing.T) *lab {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	base := top + strings.Repeat("/d", 30)
	g := rules()
	g.PreventRootAdditions = off()
	g.PreventAdditions, g.UnreadableFiles = nil, nil
	l := &lab{top: top, base: base}
	l.rules = &guard.Rules{Base: base, ConfigFile: base + "/.conclaude.yaml", Guards: g, Env: func(name string) (string, bool) {
		v, ok := map[string]string{"HOME": top, "PWD": base}[name]
		return v, ok
	}}
	return l
}

var labFiles = map[string]string{
	".env": "S", ".conclaude.yaml": "{}", ".claude/settings.json": "{}", "conf/prod.yaml": "p", "conf/dev.yaml": "d",
	"src/gen/api.go": "g", "src/main.go": "m", "sub/deep/y.lock": "1", "sub/deep/z": "z", "a.txt": "a", "b.txt": "b", "env": "e", "prod.yaml": "p", "list": ".env\nconf/prod.yaml\n", "new/gen/api.go": "n",
}

var labProtected = []string{".env", ".conclaude.yaml", ".claude/settings.json", "conf/prod.yaml", "src/gen/api.go", "sub/deep/y.lock"}

func (l *lab) reset(t *testing.T) {
	t.Helper()
	// A script may have made its directory read-only or moved it.
	if err := os.RemoveAll(l.top + "/d"); err != nil {
		t.Fatal(err)
	}
	for name, text := range labFiles {
		write(t, filepath.Join(l.base, name), text)
	}
	for link, to := range map[string]string{"lenv": ".env", "lconf": "conf", "src/up": ".."} {
		if err := os.Symlink(to, filepath.Join(l.base, link)); err != nil {
			t.Fatal(err)
		}
	}
}

// watch describes the protected files.
func (l *lab) watch() map[string]string {
	out := map[string]string{}
	for _, name := range labProtected {
		text, err := os.ReadFile(filepath.Join(l.base, name))
		out[name] = fmt.Sprintf("%q %v", text, err != nil)
		if info, err := os.Lstat(filepath.Join(l.base, name)); err == nil {
			out[name] += fmt.Sprintf(" %v %v", info.Mode(), info.ModTime().UnixNano())
		}
	}
	return out
}

// try runs one script if the guard lets it through.
func (l *lab) try(t *testing.T, seed uint64) bool {
	t.Helper()
	g := &grammar{rand: rand.New(rand.NewPCG(seed, 7)), base: l.base}
	script := g.script()
	if !l.clean {
		l.reset(t)
	}
	l.clean = true
	in, err := json.Marshal(map[string]string{"command": script})
	if err != nil {
		t.Fatal(err)
	}
	cwd := l.base + []string{"", "/src", "/conf"}[seed%3]
	if d := l.rules.Check(t.Context(), guard.Request{Tool: "Bash", Input: in, Cwd: cwd}); d.Action >= guard.Ask {
		return false
	}
	before := l.watch()
	l.clean = false
	l.run(t, cwd, script)
	for name, was := range before {
		if now := l.watch()[name]; now != was {
			t.Errorf("seed %d in %s: the guard lets through a script that changes %s (%s → %s):\n%s", seed, cwd[len(l.base):]+"/", name, was, now, script)
		}
	}
	return true
}

func (l *lab) run(t *testing.T, cwd, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
	cmd.Dir, cmd.Env = cwd, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.top, "LC_ALL=C"}
	cmd.WaitDelay = time.Second
	timer := time.AfterFunc(10*time.Second, func() { _ = cmd.Cancel() })
	defer timer.Stop()
	_ = cmd.Run() // its failure is as good as its success
}
