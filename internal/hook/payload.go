package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"conclaude/transcript"
)

// MaxPayload is how large a payload may be, in bytes.
const MaxPayload = 64 << 20

// ReadTimeout is how long a payload may take to arrive. The host writes it at
// once; some hosts never close the pipe.
const ReadTimeout = 10 * time.Second

// Payload is the event as the host sent it. Keys are looked up as they are
// written: a struct would match them in any case, and let a second key in
// another case take the place of the first.
type Payload struct {
	Raw    []byte
	fields map[string]json.RawMessage
}

// Read reads one JSON object from r. It does not wait for the end of r, and
// not longer than timeout for the object's own end.
func Read(r io.Reader, timeout time.Duration) (*Payload, error) {
	if timed, ok := timedReader(r, time.Now().Add(timeout)); ok {
		return decode(timed)
	}
	type read struct {
		p   *Payload
		err error
	}
	done := make(chan read, 1)
	go func() {
		p, err := decode(r)
		done <- read{p, err}
	}()
	select {
	case r := <-done:
		return r.p, r.err
	case <-time.After(timeout):
		return nil, errLate
	}
}

// errLate is what a payload that does not end in time gives.
var errLate = errors.New("stdin: no complete JSON object within 10s")

func decode(r io.Reader) (*Payload, error) {
	counted := &io.LimitedReader{R: r, N: MaxPayload + 1}
	decoder := json.NewDecoder(counted)
	p := &Payload{}
	err := decoder.Decode((*json.RawMessage)(&p.Raw))
	if err == nil {
		err = json.Unmarshal(p.Raw, &p.fields)
	}
	if err == nil && p.fields == nil {
		err = errors.New("wanted an object, found null")
	}
	if err != nil {
		return nil, readError(err, counted, decoder)
	}
	p.foldCamelCase()
	return p, nil
}

// readError says where the JSON broke.
func readError(err error, r *io.LimitedReader, decoder *json.Decoder) error {
	read := MaxPayload + 1 - r.N
	switch {
	case errors.Is(err, errLate):
		return errLate
	case r.N <= 0:
		return fmt.Errorf("stdin: wanted at most %d bytes of JSON", MaxPayload)
	case errors.Is(err, io.EOF): // nothing but white space
		return errors.New("stdin is empty: wanted the event's JSON")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("stdin: the JSON ends in the middle, after %d bytes", read)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("stdin: not JSON at byte %d: %w", syntax.Offset, err)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("stdin: wanted a JSON object, found %s", kind.Value)
	}
	return fmt.Errorf("stdin: after %d bytes: %w", decoder.InputOffset(), err)
}

// foldCamelCase gives the keys of other hosts (sessionId) the names we know;
// a key that is there in our form wins.
func (p *Payload) foldCamelCase() {
	for _, key := range slices.Sorted(maps.Keys(p.fields)) { // of two that fold alike the first counts, each time
		snake := snakeCase(key)
		if _, taken := p.fields[snake]; !taken {
			p.fields[snake] = p.fields[key]
		}
	}
}

func snakeCase(key string) string {
	if strings.IndexFunc(key, unicode.IsUpper) < 0 {
		return key
	}
	var b strings.Builder
	for i, c := range key {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// Field returns the value of a top-level key; nil when it is not there.
func (p *Payload) Field(key string) json.RawMessage { return p.fields[key] }

// Text returns the value at path as text: strings as they are, other values
// as JSON. It reports whether there is one; null is none. The path is a key,
// a.b, a.# for the length of a list, or a.*.b for the values in it, joined
// with commas.
func (p *Payload) Text(path string) (string, bool) {
	first, rest, _ := strings.Cut(path, ".")
	return text(p.fields[first], rest)
}

// String is Text without the report: "" when there is no value.
func (p *Payload) String(path string) string {
	s, _ := p.Text(path)
	return s
}

// Subject is the value at path if it is a text with something in it: what
// patterns can match.
func (p *Payload) Subject(path string) (string, bool) {
	var s string
	err := json.Unmarshal(p.fields[path], &s)
	return s, err == nil && s != ""
}

// Bool reports whether the key has the value true.
func (p *Payload) Bool(key string) bool { return string(p.fields[key]) == "true" }

func text(value json.RawMessage, path string) (string, bool) {
	if len(value) == 0 || string(value) == "null" {
		return "", false
	}
	key, rest, _ := strings.Cut(path, ".")
	switch key {
	case "":
		return plain(value), true
	case "#", "*":
		return listText(value, key, rest)
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(value, &object) != nil {
		return "", false
	}
	return text(object[key], rest)
}

func listText(value json.RawMessage, key, rest string) (string, bool) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return "", false
	}
	if key == "#" {
		return strconv.Itoa(len(list)), true
	}
	var parts []string
	for _, item := range list {
		if s, ok := text(item, rest); ok {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ","), true
}

func plain(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(bytes.TrimSpace(value))
}

// Session tells one session from another: by its id, or on hosts that send
// none by what else is its own.
func (p *Payload) Session() string {
	return cmp.Or(p.String("session_id"), p.String("transcript_path"), p.String("cwd"))
}

// Query is what the payload says about the agent.
func (p *Payload) Query(event string) transcript.Query {
	_, hasType := p.Text("agent_type")
	return transcript.Query{
		Stopped:             event == "SubagentStop",
		Started:             event == "SubagentStart",
		SessionID:           p.String("session_id"),
		TranscriptPath:      p.String("transcript_path"),
		AgentID:             p.String("agent_id"),
		AgentType:           p.String("agent_type"),
		HasAgentType:        hasType,
		AgentTranscriptPath: p.String("agent_transcript_path"),
	}
}
