// Package door keeps who is let in: devices and their rights, codes, the PIN, links for looking on, and the
// phones that look on.
//
// None of it is in the chain. It has tables of its own, an export has none of it, and an entry keeps the name
// its device had. Of a token, a code or the secret of a link the book keeps the hash.
//
//   - Device: one that was let in, with its Right. It pairs with a code, or as the first keeper.
//   - Watch: a link by which others look on at one night. It ends with that night.
//   - Phone: one that looks on and said whose it is. It ends with its link.
//
// A Door has all of it in memory, read when the book is opened, as one immutable value behind an atomic
// pointer: a request asks it without a query or a lock. A write reads again, in its own transaction, the rows
// it touched, and publishes them once that transaction is committed. So what is in memory is what is
// committed.
//
// Codes alone are not in memory: another process may write one (NewCode), so they are looked up in the file.
package door
