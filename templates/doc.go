// Package templates turns values of the book and the rules into HTML, with templ. It holds what every screen
// shares: the page's frame (page.templ), its parts (parts.templ: notices, complaints, chips), amounts, running
// lines, paths and the links into the laws. Each group of screens has a package of its own:
//
//   - seating: starting a night, and who sits at its table
//   - table: a night being played: the deal form, a deal put right, the auction, penalties, paper
//   - sheet: the score sheet, on the screen and printed, and the duties of the coming deal
//   - settle: settling and closing a night, balances, why somebody owes, the picture to share
//   - watch: a night as others look on
//   - stats: the book of years: figures, players, evenings, deals found, awards
//   - laws: the laws, what to do when something went wrong, house rules, the circle's words
//   - keeper: devices, pairing, persons, trust
//
// A file is one screen, or a part of one. Its view model is shaped like the screen, not like the book. No
// package here sees a database or a request. CSS classes that several screens use are in static/css/base.css.
// After a change run `go tool templ generate`; the generated files are committed.
package templates
