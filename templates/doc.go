// Package templates turns values of the book and the rules into HTML, with templ. It holds what screens
// share: the page's frame (page), parts of pages (parts, fields), amounts, running lines, addresses and links
// into the laws. Each group of screens has a package of its own:
//
//   - lineup: starting a night, and who sits at its table
//   - table: a night being played: the deal form, a deal put right, the auction, penalties, paper
//   - sheet: the score sheet, on the screen and printed, and the duties of the coming deal
//   - settleup: settling and closing a night, balances, why somebody owes, the picture to share
//   - watch: a night as others look on
//   - meeting: an evening at several tables, and its wall
//   - picture: the pictures people send each other
//   - stats: the figures of the circle and of a player, seasons, evenings, deals found, awards
//   - lawbook: the laws, what to do when something went wrong, house rules, the circle's words
//   - keeper: devices and how they are let in, copies, evenings from another book, people, trust
//
// A file is one screen, or a part of one. Its view model is shaped like the screen, not like the book; a New…
// function builds it. No package here sees a database or a request. Classes that several screens use are in
// static/css/parts.css. After a change run `go tool templ generate`; the generated files are committed.
package templates
