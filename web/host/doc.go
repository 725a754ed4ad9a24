// Package host serves books: one by itself (Alone), or a folder of them, a circle each, at host names of
// their own (Host). It opens and closes them under their visitors; what a visitor sees of a book is package
// web's.
//
//   - A Host looks at the name a request comes for, and at nothing else of it (names.go). The circle it means
//     is opened if it is asleep, and closed when nobody has used it for a while (waking.go). In place of one
//     that isn't there a page says why (absent.go).
//   - A copy takes a book's place while that is closed: web.Options.Exchange. Whoever asks meanwhile waits.
//   - What must not begin anew when a book is opened again, such as limits on guessing, is in its web.Share.
package host
