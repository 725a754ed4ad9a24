// Package web answers browsers: echo, one list of all routes (routes.go), and a file for each noun, with its
// forms beside its handlers.
//
// A request passes the middleware (its number, where it comes from, the Host it asks for, the headers of
// every answer), then the right its route asks (rights.go), then one handler. A handler gets the night its
// address names and its form, bound and validated by package forms; it asks the book and shows a page. What
// goes wrong it returns. Only render.go writes pages, and only errors.go makes pages of errors.
//
// Handlers get what their address names from adapters.go. A form that is refused goes through refuse
// (errors.go). Package live streams news to open pages, guard limits connections and guesses, host opens and
// closes books.
package web
