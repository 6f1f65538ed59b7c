package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"conclaude/internal/event"
)

func newEvents(std stdio) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "events",
		Short: "List the events that hooks can run on",
		Long: `List the events that hooks can run on: what patterns match, what a failure does
by default, what a block does, who reads what a passing command shows, and how
long the host waits.`,
		Example: example("conclaude events", "conclaude events --json"),
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return eventsJSON(std.out)
			}
			return eventsTable(std.out)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the table as JSON")
	return cmd
}

func eventsTable(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EVENT\tALIAS\tPATTERNS MATCH\tONFAILURE\tA BLOCK MEANS\tSHOWN TO\tHOST WAITS")
	for _, e := range event.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			e.Name, e.Alias(), or(e.Subject, "-"), e.Policy, or(e.Effect, "-"), e.Reader(), e.HostTimeout())
	}
	return w.Flush()
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// eventRow is one event, as --json prints it.
type eventRow struct {
	Name      string   `json:"name"`
	Alias     string   `json:"alias"`
	Aliases   []string `json:"aliases,omitempty"`
	Section   string   `json:"section"`
	Subject   string   `json:"subject,omitempty"`
	OnFailure string   `json:"onFailure"`
	CanBlock  bool     `json:"canBlock"`
	Effect    string   `json:"effect,omitempty"`
	Reader    string   `json:"reader"`
	Timeout   float64  `json:"hostTimeoutSeconds"`
	Variables []string `json:"variables"`
}

func eventsJSON(out io.Writer) error {
	var rows []eventRow
	for _, e := range event.All() {
		row := eventRow{
			e.Name, e.Alias(), e.Aliases, e.Key(), e.Subject, string(e.Policy), e.CanBlock(), e.Effect, e.Reader(),
			e.HostTimeout().Seconds(),
			[]string{},
		}
		for _, v := range e.Variables() {
			row.Variables = append(row.Variables, "CONCLAUDE_"+v.Name)
		}
		rows = append(rows, row)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(rows)
}
