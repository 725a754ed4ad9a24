// Package lineup draws who plays: the page that starts a night, and the one where people come, go, change
// seats or stand in for each other between two deals. Their whole state is in the address:
// every tap asks for the page as it would be, and nothing is written before the last button.
package lineup
