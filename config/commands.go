package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"conclaude/glob"
	"conclaude/internal/event"
)

// commands decodes a list of commands or a mapping from patterns to lists.
func (d *decoder) commands(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	var groups Commands
	switch {
	case n.Kind == yaml.SequenceNode && !f.Patterns:
		groups = Commands{{Pattern: "*", Commands: d.commandList(n, at), Pos: d.position(n)}}
	case n.Kind == yaml.SequenceNode:
		d.problem(n, at, `wanted a mapping from patterns to lists of commands, found a list (write it under the pattern "*")`)
	case n.Kind == yaml.MappingNode && !f.Patterns && d.event != nil && d.event.Subject == "":
		d.problem(n, at, fmt.Sprintf("%s has nothing that patterns could match: wanted a list of commands, found a mapping", d.event.Key()))
	case n.Kind == yaml.MappingNode:
		groups = d.groups(n, at)
	default:
		d.problem(n, at, fmt.Sprintf("wanted a list of commands or a mapping from patterns to such lists, found %s", describe(n)))
	}
	v.Set(reflect.ValueOf(groups))
}

func (d *decoder) groups(n *yaml.Node, at *trail) Commands {
	var groups Commands
	d.mapping(n, at, func(pattern string, kn, vn *yaml.Node) {
		at := at.pattern(pattern)
		if strings.TrimSpace(pattern) == "" {
			d.problem(kn, at, `the pattern is empty; "*" matches everything`)
		} else if err := glob.CheckName(pattern); err != nil {
			d.problem(kn, at, err.Error())
		}
		groups = append(groups, Group{Pattern: pattern, Commands: d.commandList(vn, at), Pos: d.position(kn)})
	})
	slices.SortStableFunc(groups, func(a, b Group) int { return rank(a) - rank(b) })
	return groups
}

// rank puts the pattern * before the others.
func rank(g Group) int {
	if g.Pattern == "*" {
		return 0
	}
	return 1
}

func (d *decoder) commandList(n *yaml.Node, at *trail) []Command {
	var list []Command
	d.value(n, reflect.ValueOf(&list).Elem(), &Field{}, at)
	for i := range list {
		d.checkPolicy(target(n).Content, i, list[i].OnFailure, at)
	}
	return list
}

// checkPolicy refuses a policy that the event can't carry out.
func (d *decoder) checkPolicy(items []*yaml.Node, i int, policy string, at *trail) {
	known := policy == string(event.Block) || policy == string(event.Exit2)
	if d.event == nil || i >= len(items) || !known || d.event.Allows(event.Policy(policy)) {
		return
	}
	n := target(items[i])
	for j := 0; j+1 < len(n.Content); j += 2 {
		if n.Content[j].Value == "onFailure" {
			n = n.Content[j+1]
			break
		}
	}
	d.problem(n, at.item(i).key("onFailure"),
		fmt.Sprintf("%s: the host does not let %s be blocked; wanted warn", policy, d.event.Name))
}
