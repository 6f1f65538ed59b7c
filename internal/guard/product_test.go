package guard_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"conclaude/internal/guard"
)

// ways are ways to change a file; F is its name as a shell word.
var ways = []string{
	"echo x > F", "echo x >> F", "echo x >| F", "echo x &> F", "exec 3<> F", ": > F", "cat a.txt > F", "{ echo x; } > F",
	"echo x | tee F", "tee F < a.txt", "cp /etc/hosts F", "mv /etc/hosts F", "mv F /tmp/gone", "rm F", "rm -f -- F", "rm -rf F", "/bin/rm F", "unlink F",
	"ln -sf x F", "truncate -s 0 F", "touch F", "chmod 600 F", "chown root F", "dd of=F", "install /etc/hosts F", "sed -i s/a/b/ F", "perl -pi -e s/a/b/ F",
	"sort -o F /etc/hosts", "curl -o F https://example.com", "wget -O F https://example.com", "git checkout -- F", "git restore F", "git rm F",
	"gzip F", "patch F x.diff", "ed -s F", "shred F", "tar xf a.tar F", "rsync /etc/hosts F", "git mv F x", "git rm --force F", "shred -u F", "mv -t /tmp F", "ln F /tmp/x", "vim -es F", "setfacl -m u::r F", "dos2unix F", "cat a.txt 1> F", "echo F | xargs rm", "find F -delete", "A=1 rm F", "env rm F", "nohup rm F",
}

// frames are places that a command can stand in; C is the command.
var frames = []string{
	"C", "true && C", "false || { C; }", "true; C", "true\nC", "(C)", "{ C; }", "! C", "C &", "if true; then C; fi", "while C; do break; done", "for i in 1; do C; done",
	"case x in *) C;; esac", "f() { C; }; f", "echo $(C)", "echo \"$(C)\"", "echo `C`", "cat <(C)", "sudo sh -c 'C'", "bash -c 'C'", "eval 'C'", "true | { C; }", "bash <<'E'\nC\nE", "trap 'C' EXIT", "x=$(C)",
}

// spellings are ways to write the name of ROOT/conf/prod.yaml from ROOT and
// from ROOT/src.
var spellings = map[string][]string{
	"":    {"conf/prod.yaml", "./conf/prod.yaml", "ROOT/conf/prod.yaml", "src/../conf/prod.yaml", "conf//prod.yaml", "conflink/prod.yaml", "rootlink/conf/prod.yaml", "$PWD/conf/prod.yaml", "\"conf/prod.yaml\"", "conf/prod.\\yaml", "conf/p\"ro\"d.yaml", "conf/prod.{yaml,yml}", "conf/prod.y*", "conf/*", "c*f/p??d.yaml", "$(echo conf/prod.yaml)", "${X:-conf/prod.yaml}"},
	"src": {"../conf/prod.yaml", "ROOT/conf/prod.yaml", "uplink/prod.yaml", "../src/../conf/prod.yaml", ".././conf/prod.yaml", "\"$PWD\"/../conf/prod.yaml", "../conflink/prod.yaml", "../c*/prod.yaml"},
}

// notThere reports whether a shell does not expand a spelling in a way.
func notThere(way, name string) bool {
	switch {
	case strings.Contains(way, "of="):
		return strings.ContainsAny(name, "*?{")
	case strings.Contains(name, "${X"):
		return strings.Contains(way, "git mv F") || strings.Contains(way, "xargs")
	case strings.Contains(name, "{yaml"):
		return strings.Contains(way, "/etc/hosts F") || strings.Contains(way, ">") || strings.HasPrefix(way, "ln")
	}
	return false
}

// TestEveryWay goes through ways × spellings × directories, and ways × frames.
func TestEveryWay(t *testing.T) {
	t.Parallel()
	r := project(t)
	n := 0
	try := func(cwd, script string) {
		n++
		script = strings.ReplaceAll(script, "ROOT", r.Base)
		in, err := json.Marshal(map[string]string{"command": script})
		if err != nil {
			t.Fatal(err)
		}
		d := r.Check(t.Context(), guard.Request{Tool: "Bash", Input: in, Cwd: cwd})
		if d.Action != guard.Deny || d.Rule != "preToolUse.uneditableFiles[1]" {
			t.Errorf("in %s: %q: %v by %s: %s", cwd, script, d.Action, d.Rule, d.Reason)
		}
	}
	for _, way := range ways {
		for dir, names := range spellings {
			for _, name := range names {
				if notThere(way, name) {
					continue
				}
				try(strings.TrimSuffix(r.Base+"/"+dir, "/"), strings.ReplaceAll(way, "F", name))
				if dir != "" {
					try(r.Base, "cd "+dir+" && "+strings.ReplaceAll(way, "F", name))
					try(r.Base+"/conf", "cd ../"+dir+"; "+strings.ReplaceAll(way, "F", name))
				}
			}
		}
		for _, frame := range frames {
			try(r.Base, strings.ReplaceAll(frame, "C", strings.ReplaceAll(way, "F", "conf/prod.yaml")))
			try(r.Base, strings.ReplaceAll(frame, "C", fmt.Sprintf("cd conf && %s", strings.ReplaceAll(way, "F", "prod.yaml"))))
		}
	}
	if n < 4000 {
		t.Errorf("only %d scripts", n)
	}
	t.Logf("%d scripts", n)
}
