package guard_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// grammar makes random scripts about the files of the lab. They stay below the
// lab's directory: they climb at most as far as its depth allows.
type grammar struct {
	rand  *rand.Rand
	base  string
	depth int
	n     int // for fresh names
}

func (g *grammar) pick(of ...string) string { return of[g.rand.IntN(len(of))] }
func (g *grammar) chance(n int) bool        { return g.rand.IntN(n) == 0 }

func (g *grammar) script() string {
	var b strings.Builder
	for range 1 + g.rand.IntN(5) {
		b.WriteString(g.statement())
		b.WriteString(g.pick("; ", "\n", " && ", " || ", "\n"))
	}
	return b.String() + "true"
}

// name is a file's name, seldom a protected one, plainly written.
func (g *grammar) name() string {
	if g.chance(5) {
		return g.pick(".env", "conf/prod.yaml", "src/gen/api.go", "sub/deep/y.lock", "prod.yaml", "gen/api.go", ".conclaude.yaml")
	}
	return g.pick("a.txt", "b.txt", "env", "conf/dev.yaml", "src/main.go", "sub/deep/z", "dev.yaml", "main.go", "x1", "x2", "sub/x3", "../a.txt", "list")
}

func (g *grammar) dir() string {
	return g.pick("conf", "src", "sub", "sub/deep", "src/gen", ".", "..", "lconf", "up", "new", "nowhere", g.base, g.base+"/conf", "../conf", "new/gen")
}

// word is a name written in some way that a shell reads as that name.
func (g *grammar) word() string {
	n := g.name()
	switch g.rand.IntN(12) {
	case 0:
		return "'" + n + "'"
	case 1:
		return `"` + n + `"`
	case 2:
		i := g.rand.IntN(len(n))
		return n[:i] + `\` + n[i:]
	case 3:
		i := g.rand.IntN(len(n))
		return n[:i] + "'" + n[i:i+1] + "'" + n[i+1:]
	case 4:
		return "./" + n
	case 5:
		return g.base + "/" + n
	case 6:
		return "$(echo " + n + ")"
	case 7:
		return g.pick("$v", `"$v"`, "${v}", `"${w}"`, "$w", `"$v$w"`, "${v:-x}", "${v%.txt}", "x$v", "$1", `"$@"`)
	case 8:
		return g.pick("*.txt", "*", "x*", "s*/*", "[ab].txt", "?.txt", "conf/d*", "{a,b}.txt", "e*", "*/*.yaml", "l*")
	case 9:
		return fmt.Sprintf("$'\\x%02x'%s", n[0], n[1:])
	}
	return n
}

// command changes files in some way.
func (g *grammar) command() string {
	w, d := g.word(), g.dir()
	switch g.rand.IntN(44) {
	case 0:
		return "echo x > " + w
	case 1:
		return "echo x >> " + w
	case 2:
		return "rm -f " + w
	case 3:
		return "cp " + w + " " + g.word()
	case 4:
		return "mv " + w + " " + g.word()
	case 5:
		return "cp " + w + " " + d
	case 6:
		return "mv " + w + " " + d
	case 7:
		return "ln -s " + w + " x" + fmt.Sprint(g.rand.IntN(4))
	case 8:
		return "ln -sfn " + d + " x" + fmt.Sprint(g.rand.IntN(4))
	case 9:
		return "touch " + w
	case 10:
		return "echo y | tee -a " + w + " >/dev/null"
	case 11:
		return "sed -i s/a/b/ " + w
	case 12:
		return "cp -r " + d + " " + g.dir()
	case 13:
		return "find " + d + " -name '" + g.pick("*.txt", "x*", "z", "*.go", "dev*") + "' " + g.pick("-delete", "-exec rm {} +", `-exec touch {} \;`)
	case 14:
		return "echo " + g.name() + " | xargs " + g.pick("rm -f", "touch", "truncate -s 0")
	case 15:
		return "cat > " + w + " <<E\nrm -f " + g.name() + "\nE"
	case 16:
		return "cat > x0 <<'E'\necho q > " + g.name() + "\nE\nbash x0"
	case 17:
		return "truncate -s 0 " + w
	case 18:
		return "rm -rf " + d + "/" + g.pick("deep", "gen", "x1", "z")
	case 19:
		return "mkdir -p " + d + "/x9 && mv " + w + " " + d + "/x9"
	case 20:
		return "perl -pi -e s/a/b/ " + w
	case 21:
		return "dd if=a.txt of=" + g.name() + " 2>/dev/null"
	case 22:
		return "sort -o " + w + " a.txt"
	case 23:
		return "chmod 700 " + w
	case 24:
		return "install a.txt " + w
	case 25:
		return "ls " + g.pick("", "*.txt", "x*") + " | while read f; do touch \"$f\"; done"
	case 26:
		return "tee " + w + " < a.txt > /dev/null"
	case 27:
		return "x1/" + g.pick("a", "b") + " 2>/dev/null; echo z > x1/" + g.name()
	case 29:
		return "find " + d + " -name '" + g.pick("*.txt", "d*", "*") + "' -exec sh -c 'echo q >> \"$1\"' _ {} \\;"
	case 30:
		return "printf '%s\\n' " + w + " " + g.name() + " | xargs -I{} " + g.pick("touch {}", "cp a.txt {}", "sh -c 'echo q > {}'", "mv {} x2")
	case 31:
		return "rsync " + g.pick("-a ", "-a --delete ", "") + d + g.pick("/ ", " ") + g.dir()
	case 32:
		return "tar cf x1 " + w + " 2>/dev/null; tar xf x1 -C " + d
	case 33:
		return "tar cf " + w + " a.txt"
	case 34:
		return "exec 3> " + w + "; echo q >&3"
	case 35:
		return "echo q | tee " + w + " " + g.word() + " > /dev/null"
	case 36:
		return "awk 'BEGIN{print 1 > \"" + g.name() + "\"}'"
	case 37:
		return "sed -n 'w " + g.name() + "' a.txt"
	case 38:
		return "gzip -f " + w
	case 39:
		return "cp -rT " + d + " " + g.dir()
	case 40:
		return "(cd " + d + " && " + g.pick("rm -f *", "touch *", "mv * ..", "rm -f .e*", "cp * ..") + ")"
	case 41:
		return "ln -f " + w + " x" + fmt.Sprint(g.rand.IntN(4))
	case 42:
		return "alias t=touch; shopt -s expand_aliases\nt " + w
	case 43:
		return "split -b 1 a.txt " + g.pick("x", ".en", "conf/p")
	case 28:
		return "echo z > " + g.pick("x0", "x1", "x2", "x3", "lenv", "lconf", "up") + g.pick("", "/prod.yaml", "/dev.yaml", "/.env", "/gen/api.go")
	}
	return "rm -rf " + w
}

// statement sets the stage or runs a command.
func (g *grammar) statement() string {
	if g.depth++; g.depth > 4 {
		g.depth--
		return g.command()
	}
	defer func() { g.depth-- }()
	switch g.rand.IntN(24) {
	case 0, 1, 2:
		return g.pick("cd ", "cd ", "pushd ") + g.dir() + g.pick("", " 2>/dev/null", " >/dev/null || true")
	case 3, 4:
		return g.pick("v", "w") + "=" + g.pick(g.name(), g.word(), ".e", "nv", "conf")
	case 5:
		return "(" + g.statement() + "; " + g.statement() + ")"
	case 6:
		return "{ " + g.statement() + "; " + g.statement() + "\n}"
	case 7:
		return "for v in " + g.word() + " " + g.word() + "; do " + g.statement() + "\ndone"
	case 8:
		return "if " + g.pick("true", "false", "[ -e a.txt ]", "cd conf") + "; then " + g.statement() + "\nelse " + g.statement() + "\nfi"
	case 9:
		return "bash -c '" + strings.ReplaceAll(g.statement(), "'", `'\''`) + "'"
	case 10:
		return "eval '" + strings.ReplaceAll(g.statement(), "'", `'\''`) + "'"
	case 11:
		g.n++
		f := fmt.Sprintf("f%d", g.n)
		return f + "() { " + g.statement() + "\n}; " + f + " " + g.word() + " " + g.word()
	case 12:
		return "set -- " + g.word()
	case 13:
		return "case a in " + g.pick("a", "b", "*") + ") " + g.statement() + "\n;; esac"
	case 14:
		return "bash <<'E'\n" + strings.ReplaceAll(g.statement(), "\nE\n", "\n") + "\nE"
	case 15:
		return "read v <<< " + g.word()
	case 16:
		return "a=(" + g.word() + " " + g.word() + "); touch \"${a[@]}\""
	case 17:
		return "i=0; while [ $i -lt 2 ]; do i=$((i+1)); " + g.statement() + "\ndone"
	case 18:
		return g.pick("env ", "nohup ", "command ", "timeout 5 ", "nice ") + g.pick("rm -f ", "touch ") + g.word() + " >/dev/null 2>&1"
	case 19:
		return "x=$(" + g.statement() + ")"
	}
	return g.command()
}
