// Package templates turns what a screen shows into HTML, with templ.
//
// One file per screen, its view model on top, shaped like the screen and not like the book. Where a screen is large, a part of it
// has a file of its own that begins with the screen's name, as settleround.go. Templates never see a database handle or a
// request. What several screens share stands in page.templ and parts.templ; the classes they use are in static/css/base.css. After
// a change run `go tool templ generate`; the generated files are committed.
package templates
