// Package rules knows the game of Solo Whist as RULES.md has it: the sets of house rules, what a deal pays and why, the
// auction, the duties of the table, and money in words. It is pure: no clock, no files, nothing remembered between two calls.
// The paragraphs cited everywhere (§5) are those of RULES.md, beside this file.
//
// # A deal, from the table to the money
//
// Ann, Bob, Cat and Dan play "Hoyle, six-twelve-eighteen": a solo is worth sixpence from each opponent, and a penny more for
// each trick over five. Dan deals, so Ann, on his left, is eldest. She calls solo and takes four tricks; then it turns out that
// Cat revoked. A [House] and a [Deal] are all there is to say:
//
//	hoyle, _ := rules.Set("hoyle")
//	deal := rules.Deal{Seats: 4, Dealer: 4, Call: rules.Solo, Caller: 1, Tricks: 4}
//	deal.Revokes[3] = 1
//	result, err := rules.Settle(hoyle, &deal)
//
// A revoke costs three tricks, which go to Ann: she counts as seven, two over, and is due 8d. from each of the three. Under these
// rules the offender pays for all, so Cat alone pays two shillings. The [Result] says so in numbers: Won, two over, and one [Pay]
// of 24 pence from seat 3 to seat 1. [Explain] says it in words, with the paragraph for each step:
//
//	Cat revokes, so Ann makes solo, two over: 2s. from Cat
//
// # Seats
//
// Players are seats here, 1 to 5 clockwise; names live elsewhere and come in only where sentences are made. Seat 0 is nobody, and
// arrays are indexed by Seat, so their first place stays empty. With five at the table the player on the dealer's right sits out.
// Tricks are those of the caller's side, and [NotSaid] where nobody need count them. Whatever does not belong to a call is
// refused, so that the same deal is always the same value and deals can be compared.
//
// # House rules
//
// A [House] is plain data. [Sets] are those that come with the product; [ParseHouse] reads one of the user's own, strictly, and
// its MarshalJSON writes one canonically: the same set is always the same bytes. [House.Scaled] is a set at so many times
// its amounts. Whoever builds a House in code asks [House.Check] before settling with it: Settle takes a set as sound.
//
// # Refusals
//
// What cannot be is refused by a [*Problem]: the field, as the wire names it, and a whole sentence for the person who can put it
// right. There are no errors of another kind; a sum that does not fit in 64 bits is a Problem too.
//
// # Speed
//
// Settle works on values without pointers and allocates nothing when the deal is sound; a million deals take well under a second.
// Sentences are made only when asked for.
package rules
