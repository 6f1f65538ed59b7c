// Package exec runs one command, a whole shell script, and says what happened.
//
// [Run] starts a shell in a process group of its own, hands it the script,
// keeps a bounded record of what it prints, and comes back when the script has
// ended, its time is over, or the context ends. Nothing of the command
// survives the return: what is left of its group is killed, also after a
// command that passed, and after [Adopt] (Linux) so are the processes that
// moved to a session of their own.
//
// A command that fails is a [Result], not an error. An error means that the
// command could not be started at all, and is a [*StartError].
//
// What a command prints goes through [Output], whose size does not depend on
// how much that is, and is made readable by [Truncate]: free of escape
// sequences, and cut so that the lines that matter stay.
//
// The command's group is not the terminal's, so Ctrl-C does not reach it: the
// context should come from [os/signal.NotifyContext].
package exec
