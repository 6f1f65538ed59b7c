// Package glob matches names and paths against the patterns of a
// configuration file.
//
// Patterns are whole-string and case sensitive:
//
//   - any run of characters, also none
//     ?        one character
//     [a-z_]   one character of the set; [!a-z_] one outside it
//     {a,b*}   one of the alternatives
//     \x       the character x itself
//
// [CompileName] is for names: agents, tools, tasks, triggers. [CompilePath] and
// [CheckedPath] are for files, see [Path] for what differs.
// The engine is github.com/gobwas/glob; what it can't express (sets of several
// ranges) is rewritten first, and what it would accept and never match (a
// stray brace) is taken literally.
package glob
