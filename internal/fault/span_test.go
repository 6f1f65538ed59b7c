//go:build linux

package fault

import (
	"bytes"
	"encoding/json"
)

// span is a value in a JSON text: its place, and that of its key if it has one.
type span struct {
	key        string
	from       int // where the key, or the value without one, begins
	start, end int // of the value
}

// spans lists all values of a JSON text but the outermost; nil if it is none.
func spans(text []byte) (found []span) {
	s := scanner{text: text, decoder: json.NewDecoder(bytes.NewReader(text))}
	if s.value(&found) != nil {
		return nil
	}
	return found
}

// scanner goes through a text token by token.
type scanner struct {
	text    []byte
	decoder *json.Decoder
}

// next is where the next token begins.
func (s *scanner) next() int {
	at := int(s.decoder.InputOffset())
	for at < len(s.text) && bytes.IndexByte([]byte(" \t\r\n,:"), s.text[at]) >= 0 {
		at++
	}
	return at
}

// value goes through one value and adds those in it.
func (s *scanner) value(found *[]span) error {
	token, err := s.decoder.Token()
	if err != nil {
		return err
	}
	open, isDelim := token.(json.Delim)
	if !isDelim {
		return nil
	}
	for s.decoder.More() {
		var one span
		one.from = s.next()
		if open == '{' {
			key, err := s.decoder.Token()
			if err != nil {
				return err
			}
			one.key, _ = key.(string)
		}
		one.start = s.next()
		if err := s.value(found); err != nil {
			return err
		}
		one.end = int(s.decoder.InputOffset())
		*found = append(*found, one)
	}
	_, err = s.decoder.Token()
	return err
}
