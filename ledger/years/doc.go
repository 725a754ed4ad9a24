// Package years keeps a circle's statistics and reads them.
//
//   - A Brief holds the standing deals of one night in a few bytes each, without names and amounts. The
//     ledger makes it of a closed night; everything else here is counted from briefs.
//   - Sums are what some nights of one money come to: everybody's standing, and the figures of each player by
//     call, seat, partner and evening. The book stores those of whole years, as the circle counts them
//     (SeasonOf), packed in one row for the circle and one for each player.
//   - A Keeper writes both, at the desk: it counts a closed night when the desk is idle, and takes it out in
//     the transaction that reopens or changes it. A night that is open, or closed and not yet counted, is
//     loose: it has no brief in the book and is in no sum.
//   - A Reading answers pages in one read transaction, on its one connection: whole years from their sums,
//     the days at the edges from the briefs of their nights, on all processors, and the loose nights from
//     briefs the ledger adds.
//   - Ratings aren't stored. A Cache keeps them in memory once a page has asked for them.
//
// The bytes of briefs, standings and figures are stored: brief.go and pack.go, pinned by tests. All of it
// follows from the entries, so the audit counts every night again and compares.
package years
