// Package store keeps a book's file: it opens, locks, migrates and copies it, reads its chain and appends to
// it. It is the only package that imports the SQLite driver, or knows pragmas, DSNs and error codes, and the
// only one with SQL for entries and transfers. What isn't of the chain others read and write by SQL of their
// own, over the connections it gives. Cause tells what kind of failure an error is.
//
//   - Open takes the lock beside the file and on it, makes the book, or has its caller read it and brings it
//     up to date if it is sound, and gives a File with a pool of readers and one writing connection.
//   - Tx.Entries reads the whole chain, Writer.Append writes to its end.
//   - File.Altered says how a file differs from a book as it is made. Here and Whole say that an open book
//     isn't in its place any more, or was cut off; who writes asks before each commit.
//   - Read gives one connection in one read transaction, a Tx: a snapshot of the book. It ends with the
//     function it is given to. A context that ends interrupts the query, and the wait for a connection.
//   - Writer is the writing connection. It keeps its statements prepared.
//   - Look opens a book of any version for reading, that another process may be writing to; nothing in it is
//     changed.
//   - Beside writes rows in one transaction that the process which has the book open doesn't cache.
//
// Functions that read take a Tx as a parameter and never ask for another connection; so no reader waits for a
// second while it holds one.
package store
