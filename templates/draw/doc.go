// Package draw has the drawings: faces, the running lines of a night, coins and notes, codes to scan, icons.
// It takes its colours and shapes from ledger/face and static/css/tokens.css, and words nothing.
package draw
