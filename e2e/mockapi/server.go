package mockapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Server answers from one script, in the order of the requests. It is safe
// for several requests at once.
type Server struct {
	// URL is the base address, http://127.0.0.1:PORT.
	URL string

	http   *httptest.Server
	script Script
	dir    string
	ids    atomic.Int64

	mu       sync.Mutex
	requests []Request
	last     map[string][]string
	problems []string
}

// Start serves the script; dir is where the files of Turn.After are.
func Start(script Script, dir string) *Server {
	s := &Server{script: script, dir: dir, last: map[string][]string{}}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

// Close ends the service. Answers that are held back are dropped.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns what took a turn so far, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Left counts the turns that nobody asked for yet.
func (s *Server) Left() int {
	n := -len(s.Requests())
	for _, turns := range s.script {
		n += len(turns)
	}
	return n
}

// Problems returns what should not have happened: requests beyond the
// script, and attempts to reach anything but this server.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

func (s *Server) problem(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodConnect || r.URL.IsAbs():
		s.problem("the client tried to reach %s", r.Host)
		http.Error(w, "sealed", http.StatusForbidden)
	case r.URL.Path == "/v1/messages" && r.Method == http.MethodPost:
		s.messages(w, r)
	case r.URL.Path == "/v1/messages/count_tokens":
		writeJSON(w, map[string]int{"input_tokens": 1000})
	default:
		writeError(w, http.StatusNotFound, "not_found_error", r.Method+" "+r.URL.Path)
	}
}

func (s *Server) messages(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var b body
	if err := json.Unmarshal(data, &b); err != nil {
		s.problem("request: %v", err)
		writeError(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	turn := s.take(&b)
	if !s.hold(r.Context(), turn.After) {
		return
	}
	answer := newAnswer(b.Model, turn, &s.ids)
	if b.Stream {
		answer.stream(w)
		return
	}
	writeJSON(w, answer.message())
}

// take finds the turn for a request and records it. A request without tools
// is a question of the client's own (a title, a summary of a page) and takes
// none.
func (s *Server) take(b *body) Turn {
	if len(b.Tools) == 0 {
		return Turn{Text: "ok"}
	}
	name := s.script.conversation(b.first())
	s.mu.Lock()
	n := 0
	for _, r := range s.requests {
		if r.Conversation == name {
			n++
		}
	}
	told := b.told()
	request := Request{Conversation: name, Turn: n + 1, Told: without(told, s.last[name]), All: b.all()}
	s.last[name] = told
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	if n >= len(s.script[name]) {
		s.problem("%s: the script has only %d turns", request, len(s.script[name]))
		return Turn{Text: "nothing more in the script"}
	}
	return s.script[name][n]
}

// hold waits for a file; it reports false when the client has gone.
func (s *Server) hold(ctx context.Context, file string) bool {
	const poll = 20 * time.Millisecond
	for file != "" {
		if _, err := os.Stat(filepath.Join(s.dir, file)); err == nil {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(poll):
		}
	}
	return true
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

func writeError(w http.ResponseWriter, status int, kind, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{ // the client may be gone
		"type": "error", "error": map[string]string{"type": kind, "message": message},
	})
}
