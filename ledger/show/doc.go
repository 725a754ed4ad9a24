// Package show is what is read of a book: one state of it, with every read as a method.
//
//   - A Snapshot is a state at a moment of the clock. A page takes one, once, and draws from nothing else, so
//     that no two of its figures come from different states. No read waits, and none fails but for what isn't
//     in the book (NotFound) or isn't asked right (Refusal).
//   - A Night is one night as it stands, a Meeting an evening at several tables. What is known of them (who
//     leads since when, what is left to pay) are their methods, and nobody else reckons it again.
//   - Lists, balances, debts, people and house rules are methods of the Snapshot. So are the statistics,
//     which ledger/years counts.
//
// What is here is shared by readers: nobody may change it. Nothing here writes, and nothing that is written
// follows from it: the desk plans from the state.
package show
