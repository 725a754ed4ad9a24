// Package laws rules on what goes wrong at the table. It is data: a tree of questions (inquiry.go) ends in rulings
// (texts.go), and a ruling says what becomes of the deal and what it is worth (worth.go).
package laws
