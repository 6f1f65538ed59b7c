package shell_test

import (
	"strings"
	"testing"

	"conclaude/internal/guard/shell"

	"github.com/google/go-cmp/cmp"
)

// parse reads a script in /r and describes what was found, one line each:
// "$ command", "kind path", "? what".
func parse(script string) []string {
	s := shell.Parse(script, shell.Options{Dir: "/r", Env: func(name string) (string, bool) { return "/home/u", name == "HOME" }})
	var out []string
	for _, c := range s.Commands {
		out = append(out, "$ "+c.Text)
	}
	for _, e := range s.Effects {
		line := [...]string{"write", "remove", "read", "mkdir"}[e.Kind] + " " + e.Path
		if e.Glob != "" {
			line += " glob " + e.Glob
		}
		if e.Tree {
			line += " tree " + e.Name
		}
		if e.Maybe {
			line += " maybe"
		}
		out = append(out, strings.TrimSpace(line))
	}
	for _, u := range s.Unresolved {
		out = append(out, "? "+u.What)
	}
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], shell.Unknown, "…")
	}
	return out
}

func TestParse(t *testing.T) {
	t.Parallel()
	for script, want := range map[string][]string{
		"":                                    nil,
		"# nothing":                           nil,
		"a 'b c' \"d\"":                       {"$ a b c d"},
		"a  b\tc \\\n d":                      {"$ a b c d"},
		"a\\ b c":                             {"$ a b c"},
		"$'\\x61\\142\\t' \"\\$x\\n\"":        {"$ ab\t $x\\n"},
		"/usr/bin/a b":                        {"$ a b"},
		"echo ~ ~/x '~'":                      {"$ echo /home/u /home/u/x ~"},
		"echo {a,b{c,d}} {1..3} {x}":          {"$ echo a bc bd 1 2 3 {x}"},
		"x=1; echo $x ${x} \"$x$y\"":          {"$ echo 1 1 1…"},
		"x='a b'; c $x \"$x\"":                {"$ c a b a b"},
		"echo ${x:-d}":                        {"$ echo …", "$ echo d"},
		"x=a.txt; echo ${x%.txt} ${x#a}":      {"$ echo a .txt"},
		"x=d/e; echo ${x##*/} ${x%/*}":        {"$ echo e d"},
		"if c; then x=1; else x=2; fi; a $x":  {"$ c", "$ a 2", "$ a 1"},
		"for i in a b; do c $i; done":         {"$ c a", "$ c b"},
		"f() { c $1 $#; }; f x":               {"$ c x 0"},
		"echo x > f":                          {"$ echo x", "write /r/f"},
		"echo x 2>&1 >&2 3>&-":                {"$ echo x"},
		"echo x >/dev/null":                   {"$ echo x"},
		"cd s && echo > f":                    {"$ cd s", "$ echo", "write /r/s/f"},
		"cd s; echo > f":                      {"$ cd s", "$ echo", "write /r/s/f", "write /r/f"},
		"cd /x/../y && echo > f":              {"$ cd /x/../y", "$ echo", "write /y/f"},
		"cd $d && echo > f":                   {"$ cd …", "$ echo", "write …/f"},
		"(cd s && a); echo > f":               {"$ cd s", "$ a", "$ echo", "write /r/f"},
		"cd s || exit; echo > f":              {"$ cd s", "$ exit", "$ echo", "write /r/s/f"},
		"rm a*":                               {"$ rm a*", "remove /r/a* glob /r/a*"},
		"rm 'a*'":                             {"$ rm a*", "remove /r/a*"},
		"rm -r a":                             {"$ rm -r a", "remove /r/a tree"},
		"rm -- -r":                            {"$ rm -- -r", "remove /r/-r"},
		"mv a b/":                             {"$ mv a b/", "remove /r/a tree", "write /r/b/a tree"},
		"cp -t d a b":                         {"$ cp -t d a b", "write /r/d/a", "write /r/d/b"},
		"mkdir -p -m 700 a b":                 {"$ mkdir -p -m 700 a b", "mkdir /r/a", "mkdir /r/b"},
		"sed -n p f":                          {"$ sed -n p f"},
		"sed 's/a/b/w out' f":                 {"$ sed s/a/b/w out f", "write /r/out maybe"},
		"find a b -name '*.o' -delete":        {"$ find a b -name *.o -delete", "remove /r/a tree *.o", "remove /r/b tree *.o"},
		"find . ! -name a -delete":            {"$ find . ! -name a -delete", "remove /r/. tree"},
		"git -C s rm f":                       {"$ git -C s rm f", "remove /r/s/f tree"},
		"git checkout main":                   {"$ git checkout main"},
		"sudo -u x rm f":                      {"$ sudo -u x rm f", "$ rm f", "remove /r/f"},
		"env -C s A=1 rm f":                   {"$ env -C s A=1 rm f", "$ rm f", "remove /r/s/f"},
		"sh -c 'rm \"$@\"' - a":               {"$ rm a", "$ sh -c rm \"$@\" - a", "remove /r/a"},
		"sh <<E\nrm f\nE":                     {"$ rm f", "$ sh", "remove /r/f"},
		"eval \"$x\"":                         {"$ …", "$ eval …", "? a script that is computed", "? a command whose name is computed"},
		"$x/bin/rm f":                         {"$ rm f", "remove /r/f"},
		"rm \"$x\"":                           {"$ rm …", "remove …"},
		"rm \"/t/$x\"":                        {"$ rm /t/…", "remove /t/…"},
		"touch a$((1+1))":                     {"$ touch a0", "write /r/a0 glob /r/a[\\-0-9]*"},
		"d=$(mktemp -d); touch $d/x":          {"$ mktemp -d", "$ touch /tmp/tmp.conclaude-unknown/x", "write /tmp/tmp.conclaude-unknown/x"},
		"python -c 'import os; os.remove(1)'": {"$ python -c import os; os.remove(1)", "? a program in python -c"},
		"python -c 'print(1)'":                {"$ python -c print(1)"},
		"a 'b":                                {"? a script that does not parse (reached EOF without closing quote `'`)"},
		"command -v rm":                       {"$ command -v rm"},
		"ln -s a b; touch b/c":                {"$ ln -s a b", "$ touch b/c", "write /r/b", "write /r/b/c", "write /r/a/c"},
	} {
		if diff := cmp.Diff(want, parse(script)); diff != "" {
			t.Errorf("Parse(%q): (-want +got)\n%s", script, diff)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	s := shell.Parse("A=1 timeout 5 git -C x --no-pager push", shell.Options{Dir: "/r"})
	last := s.Commands[len(s.Commands)-1]
	want := []string{"A=1 git -C x --no-pager push", "timeout 5 A=1 git -C x --no-pager push", "git push"}
	if diff := cmp.Diff(want, last.Forms); diff != "" || last.Needs != "git push" {
		t.Errorf("needs %q, forms (-want +got)\n%s", last.Needs, diff)
	}
}

// FuzzParse: no script makes Parse panic or report paths that are neither
// absolute nor unknown, and reading is repeatable.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"a && b > c", "x=$(y); eval \"$x\"", "for i in {a,b}; do rm $i*; done", "cat <<E | sh\nrm x\nE", "git -C a -c b=c push", "find . -exec rm {} +", "a=(1 2); rm \"${a[@]}\"", "sed -i -e s/a/b/w\\ x f", "tar xf a -C b c", "curl -o a -O b", "env -S 'a b' c", "xargs -I{} rm {}/x <<< a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, script string) {
		s := shell.Parse(script, shell.Options{Dir: "/r", Reads: true})
		for _, e := range s.Effects {
			if !strings.HasPrefix(e.Path, "/") && !strings.HasPrefix(e.Path, shell.Unknown) {
				t.Errorf("path %q", e.Path)
			}
		}
		if diff := cmp.Diff(len(s.Effects), len(shell.Parse(script, shell.Options{Dir: "/r", Reads: true}).Effects)); diff != "" {
			t.Error(diff)
		}
	})
}
