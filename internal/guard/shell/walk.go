package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// reader collects what a script does.
type reader struct {
	opts  Options
	out   Script
	steps int
	size  int // bytes parsed
	depth int
	mute  int      // > 0: words are expanded a second time, nothing is reported
	outer []string // texts of the wrappers around the command that is read
	line  int
}

func (r *reader) quiet() int { r.mute++; return r.mute }
func (r *reader) loud(n int) { r.mute = n - 1 }

// step counts work; false means that the script is too large to go on.
func (r *reader) step() bool {
	r.steps++
	if r.steps == maxSteps {
		r.mute = 0
		r.limit("a script that does too much to follow", r.line)
	}
	return r.steps < maxSteps
}

func (r *reader) unresolved(what, command string, line int) {
	if r.mute > 0 {
		return
	}
	r.note(Unresolved{What: what, Command: command, Line: line})
}

// limit notes that the reading has ended before the script has.
func (r *reader) limit(what string, line int) {
	r.note(Unresolved{Limit: true, What: what, Line: line})
}

func (r *reader) note(u Unresolved) {
	if !slices.Contains(r.out.Unresolved, u) {
		r.out.Unresolved = append(r.out.Unresolved, u)
	}
}

func (r *reader) stmts(st *state, list []*syntax.Stmt) {
	for _, s := range list {
		r.stmt(st, s)
	}
}

func (r *reader) stmt(st *state, s *syntax.Stmt) {
	if !r.step() {
		return
	}
	if r.depth++; r.depth > maxDepth {
		r.limit("a script with deep nesting", int(s.Pos().Line()))
		r.depth--
		return
	}
	defer func() { r.depth-- }()
	if s.Background || s.Coprocess {
		st = st.clone()
	}
	r.line = int(s.Pos().Line())
	in := st.stdin
	if len(s.Redirs) > 0 {
		r.redirects(st, s)
	}
	r.command(st, s)
	st.stdin = in
	if s.Negated {
		st.cd = nil
	}
}

func (r *reader) command(st *state, s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.call(st, c)
	case *syntax.Subshell:
		r.stmts(st.clone(), c.Stmts)
	case *syntax.Block:
		r.stmts(st, c.Stmts)
	case *syntax.BinaryCmd:
		r.binary(st, c)
	case *syntax.IfClause:
		r.ifClause(st, c)
	case *syntax.WhileClause:
		r.loop(st, s, func(st *state) { r.stmts(st, c.Cond); r.stmts(st, c.Do) })
	case *syntax.ForClause:
		r.forClause(st, s, c)
	case *syntax.CaseClause:
		r.caseClause(st, c)
	case *syntax.FuncDecl:
		if c.Name != nil {
			st.funcs[c.Name.Value] = c.Body
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.stmt(st, c.Stmt)
		}
	case *syntax.CoprocClause:
		r.stmt(st.clone(), c.Stmt)
	case *syntax.DeclClause:
		r.declare(st, c)
	case nil:
	default:
		r.inside(st, c)
	}
}

// inside reads the command substitutions anywhere in a node that has no
// commands of its own.
func (r *reader) inside(st *state, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.CmdSubst:
			r.stmts(st.clone(), x.Stmts)
			return false
		case *syntax.ProcSubst:
			r.stmts(st.clone(), x.Stmts)
			return false
		case *syntax.BinaryArithm:
			r.arithmAssign(st, x)
		}
		return true
	})
}

func (r *reader) arithmAssign(st *state, x *syntax.BinaryArithm) {
	if w, ok := x.X.(*syntax.Word); ok && syntax.ValidName(w.Lit()) && strings.HasSuffix(x.Op.String(), "=") {
		st.vars[w.Lit()] = []Word{digits()}
	}
}

func (r *reader) binary(st *state, b *syntax.BinaryCmd) {
	switch b.Op {
	case syntax.AndStmt:
		r.stmt(st, b.X)
		yes := st.clone()
		if st.cd != nil {
			yes.dirs = st.cd
		}
		r.stmt(yes, b.Y)
		st.merge(yes)
		if st.cd == nil && yes.cd != nil {
			st.cd = yes.cd
		}
	case syntax.OrStmt:
		r.stmt(st, b.X)
		no := st.clone()
		r.stmt(no, b.Y)
		if !leaves(b.Y) {
			st.merge(no)
		} else if st.cd != nil {
			st.dirs = st.cd
		}
	default:
		r.stmt(st.clone(), b.X)
		quiet := r.quiet()
		in := r.output(st, b.X)
		r.loud(quiet)
		y := st.clone()
		y.stdin = in
		r.stmt(y, b.Y)
	}
}

// leaves reports whether a statement ends the script: cd x || exit.
func leaves(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	return c.Args[0].Lit() == "exit" || c.Args[0].Lit() == "return"
}

func (r *reader) ifClause(st *state, c *syntax.IfClause) {
	if len(c.Cond) == 0 { // the else of another one
		r.stmts(st, c.Then)
		return
	}
	r.stmts(st, c.Cond)
	yes := st.clone()
	if st.cd != nil {
		yes.dirs = st.cd
	}
	r.stmts(yes, c.Then)
	if c.Else != nil {
		no := st.clone()
		no.cd = nil
		r.ifClause(no, c.Else)
		*st = *no
	}
	st.merge(yes)
}

func (r *reader) caseClause(st *state, c *syntax.CaseClause) {
	r.single(st, c.Word)
	start := st.clone()
	for _, item := range c.Items {
		branch := start.clone()
		r.stmts(branch, item.Stmts)
		st.merge(branch)
	}
}
