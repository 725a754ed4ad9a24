// Package webtest is what tests of web, of its router and of its screens in a browser, have in common.
//
// Open makes a Site: the real router on a real book in a temporary folder, with a clock that stands and dice
// that always fall alike. Requests come from this machine's own browser, who is the keeper. Site enters
// people, nights and deals into the book, and asks for pages; an Answer is what came back.
//
//	h := webtest.Open(t)
//	h.Players("Ann", "Bob", "Cat")
//	h.Get("/").Is(200).Says("h2", "Who plays?")
//
// Screens is the list of all screens: each prepares a site and gives a path. Tests of the router read them;
// web/browser does on a phone what it has in its thens, and looks at them. A new screen joins by an entry in
// the file of its noun.
package webtest
