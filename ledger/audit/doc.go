// Package audit reads a book as a sceptic: whether it is what it was when it was written.
//
//   - Read makes the state of a book from its entries: it follows the chain, decodes every body, settles
//     every deal and compares every transfer. Opening a book, the audit, exports and copies all read by it.
//     Of an unsound book it gives the sound part, and says which entry is wrong.
//   - Check is the audit of a file, of any version, which another process may have open. Besides Read it adds
//     the balances up a second time in SQL, asks SQLite for its own opinion of the file, compares the schema
//     with a new book's and the end with the note beside the file, and looks for seals.
//   - Verify checks a copy: whole, or by its bytes where the state is known that it was made of.
//   - Found says what is wrong, first what other things follow from. A book is well, or sound with a debt
//     that is stuck, or unsound.
//
// What an entry is and what follows from one it shares with the desk (ledger/chain, ledger/state): two
// versions of that would be two chances to be wrong.
//
// Every entry has the hash of its content and of the entry before it, so nothing in the chain can be changed,
// put in, taken out or moved without all hashes after it changing too. What a chain can't prove alone is that
// it is the chain it was: somebody with the file and this program can write another, or take entries off its
// end. Against that there is the seal of a night, noted elsewhere: a seal that is found in the chain vouches
// for everything up to it.
package audit
