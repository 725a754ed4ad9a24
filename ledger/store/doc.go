// Package store keeps a book's file: it opens, locks, migrates and copies it, and gives connections to read
// and write it. It is the only package that imports the SQLite driver, or knows pragmas, DSNs and error
// codes; the others write SQL against what it gives them, and find by Cause what kind of failure an error is.
//
//   - Open takes the lock beside the file and on it, makes the book or brings it up to date, and gives a File
//     with a pool of readers and one writing connection.
//   - Altered says how a file differs from a book as it is made. Here and Whole say that an open book isn't
//     in its place any more, or was cut off; who writes asks before each commit.
//   - Read gives one connection in one read transaction, a Tx: a snapshot of the book. It ends with the
//     function it is given to. A context that ends interrupts the query, and the wait for a connection.
//   - Writer is the writing connection. It keeps its statements prepared.
//   - Look opens a book for reading that another process may be writing to; nothing in it is changed.
//   - Beside writes rows in one transaction that the process which has the book open doesn't cache.
//
// # One connection, and then locks
//
// Functions that read take a Tx as a parameter and never ask for another connection; so no reader waits for a
// second while it holds one. What is kept in memory beside the file is guarded by a Mutex, which Tx.Lock
// takes: whoever holds it has its connection already, so its holder never waits for one. A sync.Mutex guards
// memory alone and is never held during a query.
package store
