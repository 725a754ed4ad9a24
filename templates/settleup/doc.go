// Package settleup draws what becomes of the money: the settlement of a night (settle, with a file for each
// of its parts), its closing, the balances over all nights, the walk down to why somebody owes (why), the
// message and the picture that are handed on.
package settleup
