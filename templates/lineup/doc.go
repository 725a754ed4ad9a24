// Package lineup draws who plays: the page that starts a night, and the one where people come, go, change
// seats or stand in for each other between two deals. Both go round as an address: every tap is a request for
// the page as it would be, and nothing is written before the last button.
package lineup
