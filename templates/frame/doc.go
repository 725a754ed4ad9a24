// Package frame draws what stands around every page: the head, the bar with its menu, and the page for what
// went wrong. A handler fills a Frame, and Page draws it around the page's own content.
//
// Four packages hold what screens share, each importing only those after it:
//
//   - frame: the page, its menu, errors
//   - ui: parts of pages and fields of forms
//   - draw: faces, running lines, coins, codes, icons
//   - say: amounts, names, dates, addresses and links into the laws, in words
//
// Each group of screens has a package of its own:
//
//   - lineup: starting a night, and who sits at its table
//   - table: a night being played: the deal form, a deal put right, the auction, penalties, paper
//   - sheet: the score sheet, on the screen and printed, and the duties of the coming deal
//   - settleup: settling and closing a night, balances, why somebody owes
//   - last: the last page of a night, an evening or a season, on each device
//   - watch: a night as others look on
//   - meeting: an evening at several tables, and its wall
//   - picture: the pictures people send each other
//   - stats: the figures of the circle and of a player, evenings, seasons, deals found
//   - lawbook: the laws, what to do when something went wrong, house rules, the circle's words
//   - keeper: devices and how they are let in, copies, evenings from another book, people, trust
//
// A file is one screen, or a part of one. It is drawn from the book's own values where they say what it
// shows, else from a view model shaped like the screen, which a New… function builds. No package here sees a
// database or a request. Classes that several screens use are in static/css/parts.css. After a change run
// `go tool templ generate`; the generated files are committed.
package frame
