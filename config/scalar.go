package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"conclaude/glob"
	"conclaude/internal/event"
)

// DurationPattern is what a duration in text form looks like: 1s to 3600s, 1m
// to 60m, 1m30s, 1h.
const DurationPattern = `^(([1-9]|[1-9][0-9]|[1-9][0-9][0-9]|[12][0-9][0-9][0-9]|3[0-5][0-9][0-9]|3600)s|([1-9]|[1-5][0-9]|60)m|([1-9]|[1-5][0-9])m([1-9]|[1-5][0-9])s|1h)$`

// scalar decodes a single value: text, true or false, or a number.
func (d *decoder) scalar(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	if n.Kind != yaml.ScalarNode {
		d.problem(n, at, fmt.Sprintf("wanted %s, found %s", wanted(v.Kind()), describe(n)))
		return
	}
	switch tag := n.ShortTag(); v.Kind() {
	case reflect.Bool:
		yes := strings.EqualFold(n.Value, "true")
		if tag != "!!bool" || !yes && !strings.EqualFold(n.Value, "false") { // a tag can be put on anything
			d.problem(n, at, fmt.Sprintf("wanted true or false without quotes, found %s", describe(n)))
			return
		}
		v.SetBool(yes)
	case reflect.Int:
		d.number(n, v, f, at)
	default:
		d.text(n, v, f, at)
	}
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a number"
	}
	return "text"
}

func (d *decoder) number(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	i, err := strconv.Atoi(n.Value)
	if err != nil || n.ShortTag() != "!!int" {
		d.problem(n, at, fmt.Sprintf("wanted a number from %d to %d, found %s", f.Min, f.Max, describe(n)))
		return
	}
	if i < f.Min || i > f.Max {
		d.problem(n, at, fmt.Sprintf("wanted %d to %d, found %d", f.Min, f.Max, i))
	}
	v.SetInt(int64(i))
}

func (d *decoder) duration(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	seconds, err := strconv.Atoi(n.Value)
	length := time.Duration(seconds) * time.Second
	ok := n.Kind == yaml.ScalarNode && err == nil && n.ShortTag() == "!!int" && seconds >= f.Min && seconds <= f.Max
	if !ok && n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
		length, ok = parseDuration(n.Value)
	}
	if !ok {
		d.problem(n, at, fmt.Sprintf("wanted %d to %d seconds, or a duration like 90s, 5m or 1h, found %s", f.Min, f.Max, describe(n)))
		return
	}
	v.Set(reflect.ValueOf(new(Duration(length))))
}

// parseDuration takes what DurationPattern describes, without the cost of
// compiling it.
func parseDuration(s string) (time.Duration, bool) {
	minutes, seconds, cut := strings.Cut(s, "m")
	switch {
	case s == "1h":
		return time.Hour, true
	case !cut:
		n, ok := counted(s, "s", 3600)
		return time.Duration(n) * time.Second, ok
	case seconds == "":
		n, ok := counted(minutes, "", 60)
		return time.Duration(n) * time.Minute, ok
	}
	m, ok1 := counted(minutes, "", 59)
	n, ok2 := counted(seconds, "s", 59)
	return time.Duration(m)*time.Minute + time.Duration(n)*time.Second, ok1 && ok2
}

// counted reads a number from 1 to most, without leading zeros, before a unit.
func counted(s, unit string, most int) (int, bool) {
	digits, ok := strings.CutSuffix(s, unit)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 1 && n <= most && strconv.Itoa(n) == digits
}

// text takes any plain value for text: run: true is the command true.
func (d *decoder) text(n *yaml.Node, v reflect.Value, f *Field, at *trail) {
	if strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!") || n.ShortTag() == "!!binary" {
		d.problem(n, at, fmt.Sprintf("wanted text, found the tag %s; tags have no meaning here", n.Tag))
		return
	}
	v.SetString(n.Value)
	if len(f.Enum) > 0 && !slices.Contains(f.Enum, n.Value) {
		message := fmt.Sprintf("wanted %s, found %s", spellings(f.Enum), describe(n))
		if s := suggestion(n.Value, f.Enum); s != "" {
			message = fmt.Sprintf("%s (%s)", message, s)
		}
		d.problem(n, at, message)
	}
	if problem := check(f.Format, n.Value); problem != "" {
		d.problem(n, at, problem)
	}
	if f.Required && strings.TrimSpace(n.Value) == "" {
		d.empty(n, f, at)
	}
}

// spellings lists the values of an enum, those that differ in case once.
func spellings(enum []string) string {
	var list []string
	for _, value := range enum {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, value) }) {
			list = append(list, value)
		}
	}
	return strings.Join(list, ", ")
}

// empty tells what an empty required text means. Older versions took an empty
// script for nothing to do, so that one is only a warning.
func (d *decoder) empty(n *yaml.Node, f *Field, at *trail) {
	if f.Key == "run" {
		d.warn(n, at, "empty, so nothing runs")
		return
	}
	d.problem(n, at, "empty, but required")
}

// check tells what is wrong with a text of the format; "" when nothing is.
func check(format, s string) string {
	var err error
	switch format {
	case "name-glob", "text-glob":
		err = glob.CheckName(s)
	case "path-glob":
		if s != "" { // older versions wanted a pattern also where it has no use
			err = glob.CheckPath(s)
		}
	case "permission":
		_, _, _, err = SplitPermission(s)
	case "regex":
		_, err = regexp.Compile(s)
	case "event":
		return checkEvent(s)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// Valid reports whether a text has the format of a field. An unknown format
// takes everything.
func Valid(format, s string) bool { return check(format, s) == "" }

// SplitPermission takes an entry of an allow or deny list apart: a tool name
// pattern, and with inside the pattern in the parentheses behind it.
func SplitPermission(text string) (tool, pattern string, inside bool, err error) {
	tool, rest, inside := strings.Cut(text, "(")
	tool = strings.TrimSpace(tool)
	if inside {
		var closed bool
		if pattern, closed = strings.CutSuffix(rest, ")"); !closed || strings.TrimSpace(pattern) == "" {
			return "", "", true, fmt.Errorf("wanted a tool name or Tool(pattern), found %q", text)
		}
	}
	return tool, pattern, inside, errors.Join(glob.CheckName(tool), glob.CheckName(pattern))
}

func checkEvent(s string) string {
	known := slices.ContainsFunc(event.All(), func(e event.Event) bool { return e.Name == s })
	if s == "*" || known {
		return ""
	}
	return UnknownEvent(s)
}

// describe says what a node is, in the words of the file.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "the alias *" + n.Value
	}
	if n.ShortTag() == "!!str" {
		return fmt.Sprintf("the text %q", shorten(n.Value))
	}
	return shorten(n.Value)
}

func shorten(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}

func isNull(n *yaml.Node) bool {
	n = target(n)
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}

// target is what an alias stands for, and any other node itself.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// validVariable reports whether s can name an environment variable.
func validVariable(s string) bool {
	for i, c := range s {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
