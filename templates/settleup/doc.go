// Package settleup draws the money of a night: its settlement (settle, with a file for each part), its
// closing, the message to send, why somebody owes (why), and the balances over all nights.
package settleup
