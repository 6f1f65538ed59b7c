package hook

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// FuzzRead: any input gives either a payload or an error in one line that says
// that stdin is meant, and what was read reads the same again.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("../../testdata/payloads/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("payloads: %d, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{``, `{`, `null`, `[]`, `{"sessionId":"s"}`, `{"a":1,"a":null}`, `{"a":"\ud800"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(bytes.NewReader(data), time.Minute)
		if (p == nil) == (err == nil) {
			t.Fatalf("Read = %v, %v", p, err)
		}
		if err != nil {
			if text := err.Error(); !strings.HasPrefix(text, "stdin") || strings.ContainsAny(text, "\n\r") {
				t.Errorf("error = %q", text)
			}
			return
		}
		again, err := Read(bytes.NewReader(p.Raw), time.Minute)
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("reading %q again: %v", p.Raw, err)
		}
	})
}
