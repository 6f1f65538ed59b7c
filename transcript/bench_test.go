package transcript_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"conclaude/transcript"
)

// BenchmarkIdentify finds a name near the end of a transcript of 1 GB and of 1 MB. The ratio is of the medians.
func BenchmarkIdentify(b *testing.B) {
	tail, err := os.ReadFile(filepath.Join("../testdata/transcripts/c-subagent/SubagentStop-1", "85dd516d-bb72-4bfb-ab6e-1199a624e3e5.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	head := strings.Repeat(`{"type":"user","message":{"content":"`+strings.Repeat("x", 200)+"\"}}\n", 4000)
	small := sparse(b, "", 1<<20-int64(len(head)+len(tail)), head+string(tail))
	large := sparse(b, "", 1<<30-int64(len(head)+len(tail)), head+string(tail))
	for name, id := range map[string]string{"most-recent": "", "id-without-result": "a442f49c41217460e"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var smalls, larges []time.Duration
			for b.Loop() {
				smalls = append(smalls, timed(b, small, id))
				larges = append(larges, timed(b, large, id))
			}
			s, l := median(smalls), median(larges)
			b.ReportMetric(float64(s.Microseconds()), "µs/1MB")
			b.ReportMetric(float64(l.Microseconds()), "µs/1GB")
			b.ReportMetric(float64(l)/float64(s), "ratio")
		})
	}
}

func timed(b *testing.B, path, id string) time.Duration {
	b.Helper()
	start := time.Now()
	a := transcript.Identify(transcript.Query{Stopped: true, AgentID: id, TranscriptPath: path})
	if a.Name != "coder" {
		b.Fatalf("Identify = %+v", a)
	}
	return time.Since(start)
}

func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[len(ds)/2]
}

// BenchmarkLines reads a whole transcript.
func BenchmarkLines(b *testing.B) {
	data := strings.Repeat(strings.Repeat("x", 1000)+"\n", 16<<10)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		for range (transcript.Tail{}).Lines(strings.NewReader(data), int64(len(data))) {
		}
	}
}
