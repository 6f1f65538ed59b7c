package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// maxMeta is the size in bytes over which a meta file is not read; real ones have a few hundred.
const maxMeta = 1 << 20

// meta is what a meta file says. The zero value says nothing.
type meta struct {
	name      string
	toolUseID string // the call that started the agent
}

// isInner reports whether the event is the end of a fork that the host made for itself. Claude Code compacts in
// one: it fires SubagentStop, in a session with an agent even under that agent's type, and names a transcript
// that it never writes. Hosts that name no transcript can't be told apart this way.
func isInner(q Query) bool {
	path := q.AgentTranscriptPath
	return q.Stopped && path != "" && missing(path) && missing(metaBeside(path))
}

// missing is false when the file can't be looked at: a check that is held back by mistake is worse than one too many.
func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func metaBeside(transcript string) string {
	return strings.TrimSuffix(transcript, ".jsonl") + ".meta.json"
}

// readMeta reads the first meta file of the agent that exists and is sound, and notes where its transcript is.
func (a *Agent) readMeta(q Query) meta {
	a.TranscriptPath = q.AgentTranscriptPath
	if !plainName(q.AgentID) {
		a.warn(fmt.Sprintf("agent id %.80q can't be part of a file name", q.AgentID))
		return meta{}
	}
	for _, path := range agentTranscripts(q) {
		m, err := readMetaFile(metaBeside(path))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			continue
		}
		if a.TranscriptPath == "" {
			a.TranscriptPath = path
		}
		if err == nil {
			return m
		}
		a.warn(fmt.Sprintf("meta file %.200q: %v", metaBeside(path), bare(err)))
	}
	return meta{}
}

// plainName reports whether an id that came from outside can be pasted into a path without leaving the directory.
func plainName(id string) bool {
	return !strings.ContainsAny(id, "/\\:\x00") && !strings.Contains(id, "..")
}

// agentTranscripts lists where the agent's own transcript may be, the likeliest place first.
func agentTranscripts(q Query) []string {
	var paths []string
	if q.AgentTranscriptPath != "" {
		paths = append(paths, q.AgentTranscriptPath)
	}
	if q.TranscriptPath == "" || q.AgentID == "" {
		return paths
	}
	file := filepath.Join("subagents", "agent-"+q.AgentID+".jsonl")
	paths = append(paths, filepath.Join(strings.TrimSuffix(q.TranscriptPath, ".jsonl"), file))
	if q.SessionID != "" && plainName(q.SessionID) {
		paths = append(paths, filepath.Join(filepath.Dir(q.TranscriptPath), q.SessionID, file))
	}
	return slices.Compact(paths)
}

func readMetaFile(path string) (meta, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return meta{}, err
	}
	defer f.Close()
	if size > maxMeta {
		return meta{}, fmt.Errorf("%d bytes are more than a meta file has", size)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxMeta))
	if err != nil {
		return meta{}, err
	}
	return parseMeta(data)
}

// parseMeta prefers the type that a teammate was made from over agentType, which is the teammate's own name.
func parseMeta(data []byte) (meta, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return meta{}, err
	}
	m := meta{toolUseID: text(fields["toolUseId"])}
	for _, key := range []string{"customAgentType", "spawnedAgentType", "agentType"} {
		if m.name = strings.TrimSpace(text(fields[key])); m.name != "" {
			break
		}
	}
	return m, nil
}

// text is the JSON string in raw, or "" if raw is something else.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
