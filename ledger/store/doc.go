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
// What guards a book, the fault there would be without it, and the test that shows the fault; TestTampered
// says of 330 tampered books who finds it:
//
//   - The lock beside a book and the byte locked in it: two programs write, or one under two names
//     (TestOneProcessAtATime, TestOneBookTwoNames).
//   - Here and Whole: deals are acknowledged that go into a file nobody finds again (TestTakenAway,
//     TestCutOffAfterItGrew).
//   - The salts in the lock file: the log of a killed program is written into the copy that was put in its
//     place (TestKilledWhileAnotherLiesThere); without them its own log is set aside (TestLogOfItsOwn).
//   - The log read by hand: a book that was killed while its log was written back is taken for one cut off
//     (TestCutOffBesideItsLog).
//   - The plan held against the schema: somebody's trigger takes rows away, or adds some
//     (TestTriggersOfSomebodyElse, TestTrapsInABook).
//   - The head looked at: a file of a form that SQLite can't read is told without a sentence (TestTampered).
//   - Names that must be files: opening a pipe hangs, and a link leads elsewhere (TestNoFileBesideABook).
//   - Rights and owners: others read the book, or the program that root helped can't (TestTheBookIsItsOwners,
//     TestABookOfSomebodyElseAsRoot).
//   - The spare connection: a book that was taken away can't be copied any more
//     (TestACopyOfWhatWasTakenAway).
//   - Room for the log's index: a full disk is told as damage (TestFullDiskAsRoot).
//
// Functions that read take a Tx as a parameter and never ask for another connection; so no reader waits for a
// second while it holds one.
package store
