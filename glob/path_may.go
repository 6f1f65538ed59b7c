package glob

import "strings"

// MayMatchBelow reports whether the pattern could cover something in a
// directory, given as names are for Match; "." is the directory that relative
// names are relative to. It errs towards true.
func (p *Path) MayMatchBelow(dir string) bool {
	alts := p.expand()
	for i := range alts {
		if alts[i].mayMatchBelow(dir) {
			return true
		}
	}
	return false
}

func (a *alternative) mayMatchBelow(dir string) bool {
	if strings.HasPrefix(dir, "/") != strings.HasPrefix(a.text, "/") {
		return strings.HasPrefix(dir, "/") && strings.HasPrefix(a.text, "*")
	}
	if a.base || dir == "." {
		return true
	}
	dir = strings.TrimSuffix(dir, "/") + "/"
	return strings.HasPrefix(dir, a.fixed) || strings.HasPrefix(a.fixed, dir)
}

// MayMatchTail reports whether the pattern could cover a name that ends with
// tail, directories that it covers aside. It errs towards true.
func (p *Path) MayMatchTail(tail string) bool {
	alts := p.expand()
	for i := range alts {
		a := &alts[i]
		last := a.tail
		if strings.HasSuffix(last, tail) || strings.HasSuffix(tail, last) {
			return true
		}
	}
	return false
}

// Literals returns the alternatives of the pattern that are plain names.
func (p *Path) Literals() []string {
	var out []string
	alts := p.expand()
	for i := range alts {
		if alts[i].kind == literalAlt {
			out = append(out, alts[i].text)
		}
	}
	return out
}

// Absolute reports whether an alternative of the pattern is an absolute path.
func (p *Path) Absolute() bool {
	if p.pattern != "" && strings.IndexByte(`/~{\[.`, p.pattern[0]) < 0 {
		return false
	}
	alts := p.expand()
	for i := range alts {
		if strings.HasPrefix(alts[i].text, "/") {
			return true
		}
	}
	return false
}
