//go:build linux

package fault

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLittleRoom lets calls run out of space at each page of what they write:
// what is on disk stays whole, but for a line of the journal that is cut off,
// and with room again all is as before.
func TestLittleRoom(t *testing.T) {
	t.Parallel()
	p := newProject(t, gates)
	tmpfs(t, p)
	filler := filepath.Join(filepath.Dir(p.state), "filler")
	blocked, let := 0, 0
	for pages := range int64(14) {
		if err := os.RemoveAll(p.state); err != nil {
			t.Fatal(err)
		}
		size := fill(t, filler)
		if err := os.Truncate(filler, size-4096*pages); err != nil {
			t.Fatal(err)
		}
		switch r := p.call(t, p.payload(t, "Stop", nil), "Stop"); {
		case r.exit == 2:
			blocked++
		case r.told(t) != "":
			let++
		default:
			t.Errorf("with %d pages of room the failure is lost", pages)
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		if r := p.call(t, p.payload(t, "Stop", map[string]any{"session_id": "with room"}), "Stop"); r.exit != 2 {
			t.Errorf("with room again: exit code %d", r.exit)
		}
		p.wholeBut(t, 1)
	}
	figure(t, "0 to 13 pages of room: %d blocked, %d let go and said, 0 lost", blocked, let)
}
