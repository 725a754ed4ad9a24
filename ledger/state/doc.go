// Package state is a whole book as a value: its people, deals and debts, as its entries so far say. It is
// pure: no file, clock, goroutine or SQL.
//
//   - A State is immutable. It shares with the one before what the entry between them didn't change, so that
//     readers may hold one for as long as they like.
//   - A Draft makes the next one. ApplyRead adds an entry that was read, and checks its hash, its form and
//     its transfers; ApplyMade adds one that was made by Moves. Both refuse what the book can't have, with a
//     *Wrong; such a draft is thrown away. Done ends a draft. WhatIf begins one that is only looked at.
//   - A Night is one night as entries name players; a Resolved is the same with each player resolved to the
//     person they are now, since players who were joined count as one.
//   - A Version is one version of a deal, in a record without pointers, so that the collector passes over a
//     million of them. Reasons, auctions and notes stand beside, by deal.
//   - OpenDebts is who owes whom from former evenings, folded from the slate of a money and carried on.
//
// This is the only place that says what an entry of any age may be and what follows from it. It never becomes
// stricter: what it once took it takes for ever. What new entries may not be besides is the desk's list.
package state
