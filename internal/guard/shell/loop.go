package shell

import "mvdan.cc/sh/v3/syntax"

// loop reads a body that runs any number of times. What the body changes is
// not known at its start.
func (r *reader) loop(st *state, s *syntax.Stmt, body func(*state)) {
	forget(st, s)
	turn := st.clone()
	body(turn)
	st.merge(turn)
}

// forget makes not known what a loop's body sets: its later turns begin with
// what the earlier ones left.
func forget(st *state, s *syntax.Stmt) {
	syntax.Walk(s.Cmd, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.FuncDecl:
			return false
		case *syntax.Assign:
			if x.Name != nil {
				st.weaken(x.Name.Value)
			}
		case *syntax.CallExpr:
			st.forgetCall(x)
		}
		return true
	})
}

func (st *state) weaken(name string) {
	st.vars[name] = mergeWords(st.vars[name], []Word{unknownWord()})
}

func (st *state) forgetCall(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	if name == "cd" || name == "pushd" || name == "popd" || st.funcs[name] != nil {
		st.dirs = union(st.dirs, []string{Unknown})
	}
	if name == "read" || name == "mapfile" || name == "readarray" || name == "printf" || name == "getopts" {
		for _, a := range c.Args[1:] {
			if syntax.ValidName(a.Lit()) {
				st.weaken(a.Lit())
			}
		}
	}
}

// forClause follows a short list turn by turn and takes a long one as one turn
// with any of its values.
func (r *reader) forClause(st *state, s *syntax.Stmt, c *syntax.ForClause) {
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		r.inside(st, c.Loop)
		r.loop(st, s, func(st *state) { r.stmts(st, c.Do) })
		return
	}
	items := r.items(st, iter)
	if len(items) <= maxUnroll {
		start := st.clone()
		for _, v := range items {
			st.vars[iter.Name.Value] = []Word{v}
			r.stmts(st, c.Do)
			start.merge(st)
		}
		*st = *start
		return
	}
	if len(items) > maxAlts {
		items = []Word{unknownWord()}
	}
	r.loop(st, s, func(st *state) {
		st.vars[iter.Name.Value] = items
		r.stmts(st, c.Do)
	})
}

// items returns every value of the list that a for loop goes through.
func (r *reader) items(st *state, iter *syntax.WordIter) []Word {
	if !iter.InPos.IsValid() {
		if st.args != nil {
			return st.args
		}
		return []Word{unknownWord()}
	}
	var out []Word
	for _, w := range iter.Items {
		for _, fs := range r.fields(st, w) {
			out = append(out, expanded(fs)...)
		}
	}
	return out
}
