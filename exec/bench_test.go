//go:build linux

package exec_test

import (
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"conclaude/exec"
)

// BenchmarkOverhead measures what a run costs over a bare "bash -c true".
// To hold: 2 ms.
func BenchmarkOverhead(b *testing.B) {
	var bare, ours time.Duration
	c := exec.Command{Script: "true", Timeout: time.Minute, Capture: both}
	for b.Loop() {
		// One after the other, so that both see the same machine.
		start := time.Now()
		if err := osexec.Command("bash", "-c", "true").Run(); err != nil {
			b.Fatal(err)
		}
		bare += time.Since(start)
		start = time.Now()
		run(b, c)
		ours += time.Since(start)
	}
	n := float64(b.N)
	b.ReportMetric((ours-bare).Seconds()*1e3/n, "ms-over-bash")
	b.ReportMetric(ours.Seconds()/bare.Seconds(), "x-bash")
}

// BenchmarkOverheadAdopted is the same in a process that has called Adopt.
func BenchmarkOverheadAdopted(b *testing.B) {
	for b.Loop() {
		out, _ := part(b, "overhead")
		ms, err := strconv.ParseFloat(strings.TrimSpace(out), 64)
		if err != nil {
			b.Fatal(out)
		}
		b.ReportMetric(ms, "ms-over-bash")
	}
}

// overhead prints the milliseconds that a run costs over a bare bash.
func overhead() int {
	const n = 200
	if err := exec.Adopt(); err != nil {
		return 1
	}
	c := exec.Command{Script: "true", Timeout: time.Minute, Capture: both, Env: environ(child + "=")}
	var bare, ours time.Duration
	for range n {
		start := time.Now()
		_ = osexec.Command("bash", "-c", "true").Run()
		bare += time.Since(start)
		start = time.Now()
		_, _ = exec.Run(context.Background(), c)
		ours += time.Since(start)
	}
	fmt.Println((ours - bare).Seconds() * 1e3 / n)
	return 0
}

// BenchmarkGigabyte measures the speed of a command that prints 1 GB against
// the same command into "cat >/dev/null" (to hold: 0.5), and the memory of the
// process that runs it (to hold: 40 MiB).
func BenchmarkGigabyte(b *testing.B) {
	for name, script := range map[string]string{
		"lines":     "yes 'a line of some forty characters, or so' | head -c 1000000000",
		"unbroken":  "head -c 1000000000 /dev/zero",
		"big-lines": "yes \"$(head -c 100000 /dev/zero | tr '\\0' x)\" | head -c 1000000000",
	} {
		b.Run(name, func(b *testing.B) {
			var cat, ours time.Duration
			var rss int
			for b.Loop() {
				start := time.Now()
				if err := osexec.Command("bash", "-c", script+" | cat >/dev/null").Run(); err != nil {
					b.Fatal(err)
				}
				cat += time.Since(start)
				out, state := part(b, "gigabyte", "SCRIPT="+script, "LOG="+b.TempDir()+"/log")
				ns, err := strconv.Atoi(strings.TrimSpace(out))
				if err != nil {
					b.Fatal(out)
				}
				ours += time.Duration(ns)
				rss = max(rss, int(state.SysUsage().(*syscall.Rusage).Maxrss))
			}
			b.ReportMetric(cat.Seconds()/ours.Seconds(), "x-cat-speed")
			b.ReportMetric(float64(rss)/1024, "MiB-peak-RSS")
		})
	}
}

// gigabyte runs $SCRIPT and prints how many nanoseconds that took.
func gigabyte() int {
	start := time.Now()
	r, err := exec.Run(context.Background(), exec.Command{
		Script:  os.Getenv("SCRIPT"),
		Capture: exec.Capture{Stdout: true, Stderr: true, Log: os.Getenv("LOG")},
		Env:     environ(child + "="),
	})
	if err != nil || r.Status != exec.Passed || r.Output.Size() < 1e9 {
		fmt.Println(err, r.Status, r.Output.Size())
		return 1
	}
	r.Output.Text(exec.Limit{Chars: 4000})
	fmt.Println(time.Since(start).Nanoseconds())
	return 0
}

// leaving is a script that leaves behind what it can.
const leaving = `trap '' TERM
sleep 60 &
setsid sleep 60 &
(setsid sh -c 'trap "" TERM; sleep 60 & sleep 60' >/dev/null 2>&1 &)
setsid -w sh -c 'trap "" TERM HUP; (sleep 60 &) ; sleep 60'`

// BenchmarkLeftBehind counts the processes that are left after 1,000 commands
// with grandchildren that timed out. To hold: 0.
func BenchmarkLeftBehind(b *testing.B) {
	for b.Loop() {
		left(b, 1000)
	}
}

// left runs n commands that leave processes behind and counts these.
func left(tb testing.TB, n int) {
	tb.Helper()
	env, mark := marked(tb)
	start := time.Now()
	out, _ := part(tb, "leaving", append(env, fmt.Sprintf("COUNT=%d", n))...)
	after := survivors(tb, mark)
	if bench, ok := tb.(*testing.B); ok {
		bench.ReportMetric(float64(len(after)), "left")
		bench.ReportMetric(time.Since(start).Seconds()*1e3/float64(n), "ms/command")
	}
	if len(after) > 0 {
		tb.Errorf("left after %d commands: %q", n, after)
	}
	tb.Log(strings.TrimSpace(out))
}

// leave runs $COUNT commands that time out.
func leave() int {
	count, _ := strconv.Atoi(os.Getenv("COUNT"))
	if err := exec.Adopt(); err != nil {
		return 1
	}
	swept := 0
	for range count {
		r, err := exec.Run(context.Background(), exec.Command{
			Script: leaving, Timeout: 20 * time.Millisecond, Grace: 5 * time.Millisecond,
			Capture: both, Env: environ(child + "="),
		})
		if err != nil || r.Status != exec.TimedOut {
			fmt.Println(err, r.Status)
			return 1
		}
		swept += r.Swept
	}
	fmt.Printf("%d commands, %d processes killed outside of their groups\n", count, swept)
	return 0
}

func TestLeftBehind(t *testing.T) {
	t.Parallel()
	left(t, 20)
}

// turns runs commands at the same time after Adopt and counts those that pass.
func turns() int {
	if err := exec.Adopt(); err != nil {
		return 1
	}
	var passed atomic.Int32
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			r, _ := exec.Run(context.Background(), exec.Command{Script: "sleep 0.02; sleep 60 &", Env: environ(child + "=")})
			if r.Status == exec.Passed && r.Swept == 1 {
				passed.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Print(passed.Load())
	return 0
}

func TestAdoptTakesTurns(t *testing.T) {
	t.Parallel()
	if out, _ := part(t, "turns"); out != "5" {
		t.Errorf("%s of 5 commands passed", out)
	}
}

// part runs the test binary in a part and returns what it prints.
func part(tb testing.TB, name string, env ...string) (out string, state *os.ProcessState) {
	tb.Helper()
	path, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := osexec.Command(path)
	cmd.Env = append(append(environ(), env...), child+"="+name)
	data, err := cmd.CombinedOutput()
	if err != nil {
		tb.Fatalf("%v\n%s", err, data)
	}
	return string(data), cmd.ProcessState
}
