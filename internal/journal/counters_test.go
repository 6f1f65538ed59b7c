package journal_test

import (
	"os"
	osexec "os/exec"
	"strings"
	"sync"
	"testing"

	"conclaude/internal/journal"
)

func TestCountGoroutines(t *testing.T) {
	s, _ := open(t)
	const n = 50
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if err := s.Count("key", oneMore); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := counters(t, s, "key"); got.Blocks != n {
		t.Errorf("%d goroutines counted %d blocks", n, got.Blocks)
	}
}

func TestCountProcesses(t *testing.T) {
	s, base := open(t)
	const processes, times = 20, 5
	var all []*osexec.Cmd
	for range processes {
		cmd := process(t, base, "count", times)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if got := counters(t, s, "key"); got.Blocks != processes*times {
		t.Errorf("%d processes counted %d blocks, want %d", processes, got.Blocks, processes*times)
	}
}

func TestCountKeepsKeysApart(t *testing.T) {
	s, _ := open(t)
	keys := []string{"", "a", "A", "a\x00b", "../../a", strings.Repeat("k", 10_000)}
	for i, key := range keys {
		if s.Counting(key) {
			t.Errorf("Counting(%.20q) before it was counted", key)
		}
		if err := s.Count(key, func(c *journal.Counters) { c.Rounds = i + 1 }); err != nil {
			t.Fatal(err)
		}
	}
	for i, key := range keys {
		if got := counters(t, s, key); got.Rounds != i+1 || !s.Counting(key) {
			t.Errorf("counters of %.20q = %+v, want %d rounds", key, got, i+1)
		}
	}
}

// What a counters file says that is not ours is a fresh start, and the next
// call finds it mended.
func TestCountBrokenFile(t *testing.T) {
	for name, content := range map[string]string{
		"empty":        "",
		"half":         `{"blocks":3`,
		"binary":       "\x00\xff\x00",
		"another type": `{"blocks":"three","same":2}`,
		"list":         `[1,2]`,
		"null":         `null`,
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t)
			if err := s.Count("key", oneMore); err != nil {
				t.Fatal(err)
			}
			file := only(t, s, "sessions/*.json")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := s.Count("key", oneMore); err != nil {
				t.Fatal(err)
			}
			if got := counters(t, s, "key"); got != (journal.Counters{Blocks: 1}) {
				t.Errorf("counters = %+v, want one block", got)
			}
		})
	}
}

// A newer version may count more than this one knows.
func TestCountUnknownField(t *testing.T) {
	s, _ := open(t)
	if err := s.Count("key", oneMore); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(only(t, s, "sessions/*.json"), []byte(`{"blocks":3,"future":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := counters(t, s, "key"); got.Blocks != 3 {
		t.Errorf("counters = %+v, want 3 blocks", got)
	}
}

func TestCountLeavesNothingElse(t *testing.T) {
	s, _ := open(t)
	for range 5 {
		if err := s.Count("key", oneMore); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(s.Dir() + "/sessions")
	if err != nil || len(entries) != 2 {
		t.Errorf("entries = %v, %v; want the counters and their lock", entries, err)
	}
}

func TestFirst(t *testing.T) {
	s, _ := open(t)
	for i, want := range []bool{true, false, false} {
		if got := s.First("key"); got != want {
			t.Errorf("First, time %d = %v", i+1, got)
		}
	}
	if !s.First("another key") {
		t.Error("First of another key = false")
	}
	if s.Counting("key") {
		t.Error("First made counters")
	}
}

func TestFirstOfMany(t *testing.T) {
	s, _ := open(t)
	var wg sync.WaitGroup
	firsts := make(chan bool, 20)
	for range cap(firsts) {
		wg.Go(func() { firsts <- s.First("key") })
	}
	wg.Wait()
	close(firsts)
	count := 0
	for first := range firsts {
		if first {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d calls were the first", count)
	}
}
