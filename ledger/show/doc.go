// Package show is what is read of a book: one state of it, with every read as a method.
//
//   - A Snapshot is a state at a moment of the clock. A page takes one, once, and draws from nothing else, so
//     that no two of its figures come from different states. No read waits; one fails only if something isn't
//     in the book (NotFound) or the question makes no sense (Refusal).
//   - A Night is one night as it stands, a Meeting an evening at several tables. Facts about them (who
//     leads since when, what is left to pay) are their methods, and no other package computes them again.
//   - Lists, balances, debts, people and house rules are methods of the Snapshot. So are the statistics,
//     which ledger/years counts.
//
// Readers share these values, and nobody may change them. Nothing here writes; the desk plans from the state,
// not from a Snapshot.
package show
