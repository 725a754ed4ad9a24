// Package rules knows the game of Solo Whist as RULES.md has it: house rules, what a deal pays and why, the
// auction, the duties of the table, and money in words. It is pure: no clock, no files, nothing kept between
// two calls. Comments cite the paragraphs of RULES.md (§5).
//
// Packages beside it: rules/english makes the small parts of sentences, rules/notation reads and writes what
// people and pipes write, rules/laws has the rulings on misfortunes.
//
// # A deal, from the table to the money
//
// Ann, Bob, Cat and Dan play "Hoyle, six-twelve-eighteen": a solo is worth sixpence from each opponent, and a
// penny more for each trick over five. Dan deals, Ann calls solo and takes four tricks; then it turns out
// that Cat revoked. A [House] and a [Deal] say all of it:
//
//	hoyle, _ := rules.Set("hoyle")
//	deal := rules.Deal{Seats: 4, Dealer: 4, Call: rules.Solo, Caller: 1, Tricks: 4}
//	deal.Revokes[3] = 1
//	result, err := rules.Settle(hoyle, &deal)
//
// The [Result] is in numbers: Won, two over, and one [Pay] of 24 pence from seat 3 to seat 1. [Explain] puts
// it in words, with the paragraph for each step: "Cat revokes, so Ann makes solo, two over: 2s from Cat".
// [Telling] has the shorter ways to tell a deal.
//
// # What holds everywhere
//
//   - Players are seats, 1 to 5 clockwise; names come in only where sentences are made. Seat 0 is nobody, and
//     arrays indexed by Seat leave their first place empty.
//   - The same deal is always the same value: what doesn't belong to a call stays zero, tricks that nobody
//     need count are [NotSaid], and anything else is refused. So deals can be compared.
//   - A [House] is plain data, and the same set is always the same JSON. [ParseHouse] reads one strictly;
//     code that builds one asks [House.Check], for Settle takes a set as sound.
//   - Every error is a [*Problem]: the field, as the wire names it, and a sentence for the person who can put
//     it right.
//   - The numbers of a [Call] and a [Suit] are kept in books and never change.
//   - Settle allocates nothing for a sound deal.
package rules
