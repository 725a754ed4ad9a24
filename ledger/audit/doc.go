// Package audit is the second opinion on a book: whether it is what it was when it was written, and whether
// its tables are what its entries come to. It shares with the desk what an entry is and what follows from one
// (ledger/chain), how evenings are counted (ledger/years), and nothing of how the desk keeps sums.
//
//   - A Book is a book opened for reading, beside the process that may have it open. Entries reads all of it
//     in stretches, in several goroutines, and hands the entries on in order; each is checked alone: its
//     hash, and whether it decodes.
//   - The reckoning takes the entries one after another: chain, rules, balances, nights. A night that has had
//     its last entry goes to the comparison, beside it, which holds it against the tables and frees it; so a
//     large book takes little more memory than a small one.
//   - Check does both, asks SQLite for its own opinion of the file, compares the schema with a new book's,
//     and looks for seals. Found says what is wrong, first what other things follow from.
//   - A Follower gives the reckoning to one who tells of the entries, as an export does.
//
// Every entry has the hash of its content and of the entry before it, so nothing in the chain can be changed,
// put in, taken out or moved without all hashes after it changing too. What a chain can't prove alone is that
// it is the chain it was: somebody with the file and this program can write another, or take entries off its
// end. Against that there is the seal of a night, noted elsewhere: a seal that is found in the chain vouches
// for everything up to it.
package audit
