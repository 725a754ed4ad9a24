// Package meeting draws an evening at several tables: its own page, with who sits where in the next round,
// and the wall, which shows the same to everybody who looks on.
package meeting
