package hook

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"conclaude/config"
	"conclaude/internal/event"
	"conclaude/internal/journal"
)

// loaded is the configuration of a call and what there is to say about it.
type loaded struct {
	config   *config.Config // nil when no configuration counts
	notices  []string       // for the user
	warnings []string       // for the journal
	stale    bool           // config is the last valid version, not the file as it is
	broken   string         // the file that can't be used as it is; "" when it can
}

// load finds the configuration from dir upward, and reads it unless it is known
// to say nothing about the event. One that does not validate is
// replaced by its last valid version, so that an edit does not switch the
// checks off.
func load(call Call, dir string, e *event.Event) loaded {
	var l loaded
	found := config.Find(dir)
	for _, skipped := range found.Skipped {
		l.notices = append(l.notices, "conclaude passed over "+skipped)
	}
	if found.File == "" {
		return l
	}
	events, known := call.Store.Events(found.File)
	if known && !slices.Contains(events, e.Name) {
		l.config = &config.Config{File: found.File, Dir: filepath.Dir(found.File)}
		return l
	}
	c, data, err := config.Load(found.File)
	if err != nil {
		l.fallBack(call.Store, found.File, err)
		return l
	}
	l.config = c
	if !known {
		if err := call.Store.KeepValid(found.File, data, c.Events.Names(), call.Start); err != nil {
			l.warnings = append(l.warnings, fmt.Sprintf("keeping the configuration: %v", err))
		}
	}
	return l
}

func (l *loaded) fallBack(store *journal.Store, file string, broken error) {
	l.broken = file
	data, err := store.LastValid(file)
	if err != nil {
		l.warnings = append(l.warnings, err.Error())
	}
	if data != nil {
		l.config, err = config.Parse(file, data)
		l.stale = err == nil
	}
	what := "nothing of it runs"
	if l.stale {
		what = "its last valid version is used"
	}
	l.notices = append(l.notices, fmt.Sprintf("%s; %s (all problems: conclaude validate)", describe(file, broken), what))
}

// said is what the user is to be told now: at every Stop, where a gate that is
// off matters, and else once a session. A last valid version that says nothing
// about the event is as good as the file. Where the answer has no place for it,
// it is left to the journal and the next call.
func (l *loaded) said(call Call, p *Payload, e *event.Event, concerned bool) []string {
	if l.stale && !concerned || len(l.notices) == 0 {
		return nil
	}
	key := p.Session() + "\x00" + strings.Join(l.notices, "\n")
	if e.Name == "Stop" || e.Context == event.PathOutput || e.Detached || call.Store.First(key) {
		return l.notices
	}
	return nil
}

// describe names the file when the error does not.
func describe(file string, err error) string {
	if e, ok := errors.AsType[*config.Error](err); ok {
		return e.Error()
	}
	return fmt.Sprintf("%s: %v", file, err)
}
