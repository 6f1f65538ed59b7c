package hook_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"conclaude/internal/hook"
)

func read(t *testing.T, text string) *hook.Payload {
	t.Helper()
	p, err := hook.Read(strings.NewReader(text), time.Minute)
	if err != nil {
		t.Fatalf("Read(%.60q): %v", text, err)
	}
	return p
}

func TestReadBad(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``:                 "stdin is empty: wanted the event's JSON",
		`{`:                "stdin: the JSON ends in the middle, after 1 bytes",
		`{"a":"b`:          "stdin: the JSON ends in the middle, after 7 bytes",
		`{"a":1}`[:6]:      "stdin: the JSON ends in the middle, after 6 bytes",
		`null`:             "stdin: after 4 bytes: wanted an object, found null",
		`[1]`:              "stdin: wanted a JSON object, found array",
		`"text"`:           "stdin: wanted a JSON object, found string",
		`12`:               "stdin: wanted a JSON object, found number",
		`true`:             "stdin: wanted a JSON object, found bool",
		`hello`:            "stdin: not JSON at byte 1: invalid character 'h' looking for beginning of value",
		`{"a":1,}`:         "stdin: not JSON at byte 8: invalid character '}' looking for beginning of object key string",
		`{'a':1}`:          "stdin: not JSON at byte 2: invalid character '\\'' looking for beginning of object key string",
		"{\"a\":\"\n\"}":   "stdin: not JSON at byte 7: invalid character '\\n' in string literal",
		"\x00":             "stdin: not JSON at byte 1: invalid character '\\x00' looking for beginning of value",
		`{"a":1` + "\x00}": "stdin: not JSON at byte 7: invalid character '\\x00' after object key:value pair",
		"\x1f\x8b\x08":     "stdin: not JSON at byte 1: invalid character '\\x1f' looking for beginning of value",
	} {
		p, err := hook.Read(strings.NewReader(in), time.Minute)
		if p != nil || err == nil || err.Error() != want {
			t.Errorf("Read(%q) = %v, %v; want %s", in, p, err, want)
		}
	}
}

func TestReadGood(t *testing.T) {
	t.Parallel()
	for in, raw := range map[string]string{
		`{}`:                               `{}`,
		" \n\t{\"a\": 1}\n":                `{"a": 1}`,
		`{"a":1}{"a":2}`:                   `{"a":1}`,
		`{"a":1} and what comes behind it`: `{"a":1}`,
		"{\"a\":\"\xff\"}":                 "{\"a\":\"\xff\"}",
		`{"a":"\ud800"}`:                   `{"a":"\ud800"}`,
		`{"":""}`:                          `{"":""}`,
	} {
		if p := read(t, in); string(p.Raw) != raw {
			t.Errorf("Read(%q): Raw = %q, want %q", in, p.Raw, raw)
		}
	}
}

// TestReadErrors: a stream that breaks is told with its own reason.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("wire cut")
	in := io.MultiReader(strings.NewReader(`{"a":`), failing{broken})
	if p, err := hook.Read(in, time.Minute); p != nil || !errors.Is(err, broken) {
		t.Errorf("Read = %v, %v; want %v", p, err, broken)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// letters is a stream of the letter x without end.
type letters struct{}

func (letters) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

// long is an object of n bytes.
func long(n int64) io.Reader {
	const before, after = `{"a":"`, `"}`
	middle := io.LimitReader(letters{}, n-int64(len(before)+len(after)))
	return io.MultiReader(strings.NewReader(before), middle, strings.NewReader(after))
}

func TestReadLimit(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	if p, err := hook.Read(long(size), time.Minute); err != nil || len(p.Raw) != size {
		t.Errorf("Read of %d bytes: %v", size, err)
	}
	if testing.Short() || raceDetector {
		t.Skip("reads 64 MiB, which takes the race detector ten seconds")
	}
	const want = "stdin: wanted at most 67108864 bytes of JSON"
	endless := io.MultiReader(strings.NewReader(`{"`), letters{})
	if p, err := hook.Read(endless, time.Minute); p != nil || err == nil || err.Error() != want {
		t.Errorf("Read without an end = %v", err)
	}
}

// pipes are the two kinds of streams: those with a file, which the host makes,
// and others.
func pipes(t *testing.T) map[string]struct {
	r io.Reader
	w io.WriteCloser
} {
	t.Helper()
	fr, fw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	t.Cleanup(func() { _, _, _, _ = fr.Close(), fw.Close(), r.Close(), w.Close() })
	return map[string]struct {
		r io.Reader
		w io.WriteCloser
	}{"file": {fr, fw}, "stream": {r, w}}
}

// Some hosts never close the pipe: the end of the object is the end.
func TestReadOpenPipe(t *testing.T) {
	t.Parallel()
	for name, pipe := range pipes(t) {
		go func() {
			for _, part := range []string{" ", `{"se`, `ssion_id"`, `:"s"`, "}"} {
				_, _ = io.WriteString(pipe.w, part)
			}
		}()
		p, err := hook.Read(pipe.r, time.Minute)
		if err != nil || p.String("session_id") != "s" {
			t.Errorf("%s: Read = %v", name, err)
		}
	}
}

func TestReadClosedPipe(t *testing.T) {
	t.Parallel()
	for name, pipe := range pipes(t) {
		go func() {
			_, _ = io.WriteString(pipe.w, `{"session_id"`)
			_ = pipe.w.Close()
		}()
		const want = "stdin: the JSON ends in the middle, after 13 bytes"
		if _, err := hook.Read(pipe.r, time.Minute); err == nil || err.Error() != want {
			t.Errorf("%s: Read = %v", name, err)
		}
	}
}

func TestReadDeadline(t *testing.T) {
	t.Parallel()
	for name, pipe := range pipes(t) {
		for _, text := range []string{"", `{"session_id"`} {
			go func() { _, _ = io.WriteString(pipe.w, text) }()
			start := time.Now()
			_, err := hook.Read(pipe.r, 30*time.Millisecond)
			if err == nil || err.Error() != "stdin: no complete JSON object within 10s" {
				t.Errorf("%s, %q: Read = %v", name, text, err)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s, %q: Read took %v", name, text, took)
			}
			if name == "stream" {
				break // the first read still takes what comes
			}
		}
	}
}

// Other hosts write keys in camel case; ours win where both are there.
func TestCamelCase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"sessionId":"camel"}`:                       "camel",
		`{"sessionId":"camel","session_id":"ours"}`:   "ours",
		`{"session_id":"ours","sessionId":"camel"}`:   "ours",
		`{"session_id":"","sessionId":"camel"}`:       "",
		`{"Session_id":"another key"}`:                "another key",
		`{"SESSION_ID":"shouted"}`:                    "",
		`{"session_ID":"half"}`:                       "",
		`{"session_id":"first","session_id":"last"}`:  "last",
		`{"session\u005fid":"escaped"}`:               "escaped",
		`{"session_id ":"with a space"}`:              "",
		`{"a":{"sessionId":"inside"}}`:                "",
		`{"session_id":"ours","SESSION_ID":"shouts"}`: "ours",
	} {
		if got := read(t, in).String("session_id"); got != want {
			t.Errorf("session_id of %s = %q, want %q", in, got, want)
		}
	}
}

// A key in another case must not take the place of the real one: what a tool
// is about to do is decided by it.
func TestCaseSensitive(t *testing.T) {
	t.Parallel()
	p := read(t, `{"tool_input":{"file_path":".env","FILE_PATH":"ok","File_Path":"ok","filePath":"ok"}}`)
	if got := p.String("tool_input.file_path"); got != ".env" {
		t.Errorf("tool_input.file_path = %q", got)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	p := read(t, `{"s":"a\nb","empty":"","n":1.50,"big":12345678901234567890,"t":true,"f":false,"null":null,
		"o":{"k":"v","deep":{"x":"y"},"nothing":null},"list":[{"n":"A"},{"n":"B"},{"m":1},{"n":null},"s"],
		"none":[],"words":["p","q"],"a.b":"dotted","obj":{ "x" : [1, 2] }}`)
	for path, want := range map[string]string{
		"s": "a\nb", "empty": "", "n": "1.50", "big": "12345678901234567890", "t": "true", "f": "false",
		"o.k": "v", "o.deep.x": "y", "o.deep": `{"x":"y"}`, "obj": `{ "x" : [1, 2] }`,
		"list.#": "5", "none.#": "0", "list.*.n": "A,B", "none.*.n": "", "words.*": "p,q", "words": `["p","q"]`,
	} {
		if got, ok := p.Text(path); got != want || !ok {
			t.Errorf("Text(%q) = %q, %v; want %q", path, got, ok, want)
		}
	}
	for _, path := range []string{"", "null", "missing", "o.missing", "o.nothing", "s.x", "n.#", "s.#", "o.#", "null.#", "words.k", "missing.a.b", "a.b", "o.k.v"} {
		if got, ok := p.Text(path); got != "" || ok {
			t.Errorf("Text(%q) = %q, %v; want none", path, got, ok)
		}
	}
}

// A subject is what patterns can match: a text that is not empty.
func TestSubject(t *testing.T) {
	t.Parallel()
	p := read(t, `{"s":"Bash","empty":"","n":1,"null":null,"list":["Bash"],"o":{"Bash":1}}`)
	for key, want := range map[string]string{"s": "Bash", "empty": "", "n": "", "null": "", "list": "", "o": "", "missing": ""} {
		if got, ok := p.Subject(key); got != want || ok != (want != "") {
			t.Errorf("Subject(%q) = %q, %v; want %q", key, got, ok, want)
		}
	}
}

func TestBool(t *testing.T) {
	t.Parallel()
	p := read(t, `{"t":true,"f":false,"s":"true","n":1,"null":null,"spaced": true }`)
	for key, want := range map[string]bool{"t": true, "spaced": true, "f": false, "s": false, "n": false, "null": false, "missing": false} {
		if got := p.Bool(key); got != want {
			t.Errorf("Bool(%q) = %v", key, got)
		}
	}
}
