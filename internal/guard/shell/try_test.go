package shell

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	b, _ := os.ReadFile("/tmp/try.txt")
	for l := range strings.SplitSeq(string(b), "\n") {
		if l == "" {
			continue
		}
		l = strings.ReplaceAll(l, "⏎", "\n")
		s := Parse(l, Options{Dir: "/r", Env: func(n string) (string, bool) {
			if n == "HOME" {
				return "/home/u", true
			}
			return "", false
		}})
		fmt.Printf("== %s\n", l)
		for _, c := range s.Commands {
			fmt.Printf("   C %q %q needs=%q\n", c.Text, c.Forms, c.Needs)
		}
		for _, e := range s.Effects {
			fmt.Printf("   E %d %q glob=%q tree=%v name=%q maybe=%v\n", e.Kind, e.Path, e.Glob, e.Tree, e.Name, e.Maybe)
		}
		for _, u := range s.Unresolved {
			fmt.Printf("   U %s %q\n", u.What, u.Command)
		}
	}
	for _, n := range []string{"(", "{ ", "$(", "`", "a|", "a&&", "! ", "if ", "${a:-", "$((", "((", "a=(", "[[ ! ", "case x in x) ", "f() ", "time ", "<(", "\"$(", "a;", "while ", "x ${a[", "cat <<a\n", "[[ a && ", "[[ (", "$((1+", "$((-", "$((a?", "{a,", "coproc ", "@(", "function f "} {
		for _, size := range []int{64000, 1 << 20} {
			s := strings.Repeat(n, size/len(n))
			start := time.Now()
			r := Parse(s, Options{Dir: "/r"})
			d := time.Since(start)
			if d > 20*time.Millisecond {
				fmt.Printf("%q %d: %v %v\n", n, size, d, len(r.Unresolved))
			}
		}
	}
}
