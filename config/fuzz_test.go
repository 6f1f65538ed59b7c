package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"conclaude/config"
)

// FuzzParse: any text gives either a configuration or problems, all of them
// with a line of the file and a message, and the same ones again.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../testdata/config/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("x.yaml", data)
		if (c == nil) == (err == nil) {
			t.Fatalf("Parse = %v, %v", c, err)
		}
		again, err2 := config.Parse("x.yaml", data)
		if !reflect.DeepEqual(c, again) || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Fatalf("Parse differs: %v, %v", err, err2)
		}
		e, ok := errors.AsType[*config.Error](err)
		if err != nil && (!ok || len(e.Problems) == 0) {
			t.Fatalf("error = %#v", err)
		}
		for i := 0; ok && i < len(e.Problems); i++ {
			if p := e.Problems[i]; p.Line < 1 || p.Message == "" {
				t.Errorf("problem %+v", p)
			}
		}
	})
}
