// Package archive takes a book out of its file and puts it back: copies, exports and imports.
//
//   - Backup writes a copy of a book beside the process that has it open; Restore makes a copy the book
//     again. A copy is verified before it gets its name, and a file that is there is never written over.
//   - Export writes the whole book as JSON, as a table, or as a journal for hledger, ledger or beancount
//     (Forms; ledger/journal has the words). It reads and checks the book first. From an unsound one it
//     writes everything before the wrong entry, and returns an *Unsound.
//   - Import makes a book from an export as JSON: the same chain, the same seals, the same balances, and it
//     exports the same bytes. All of it is imported and verified, or nothing.
package archive
