// Package ledger is the book: who played, what was dealt, and who owes whom.
//
// # A short guide
//
// A [Book] is one SQLite file, opened by one process at a time with [Open]. Everything that happens becomes an [Entry]: a
// player's name, the start of a night, a deal, a penalty, a payment, a closing. Entries are only ever added. Money moves by
// [Transfer], each from one account to another and above zero, so that a book can't be out of balance. Accounts belong to
// players and, in each money, to the [Kitty]; moneys never mix.
//
//	b, err := ledger.Open(ctx, "circle.ouverte", ledger.Options{})
//	ann, err := b.AddPlayer(ctx, ledger.Slip{Key: key, Device: "tablet"}, "Ann")
//	night, err := b.StartNight(ctx, slip, ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]})
//	deal, err := b.Record(ctx, slip, ledger.NightID(night.ID), ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}})
//	n, err := b.Night(ctx, ledger.NightID(night.ID)) // all that the table's page shows
//
// A method that writes takes a [Slip]. Its key is made by the page: a form that comes twice is answered twice and recorded
// once. A method that corrects takes the version the page saw, and answers [*Stale] if somebody was faster. What a person can
// put right comes as [*Refusal] or [*rules.Problem], what isn't there as [*NotFound], a disk that fails as [*CannotWrite],
// a book that can't be opened as [*CannotOpen]. Every other error is ours.
//
// What is wrong is put right by an entry that reverses the wrong one by name, and another that says it anew ([Book.Mend]
// for deals, [Book.Withdraw] for the rest). [Book.WhatIf] works the same out on a copy and says what it would change.
//
// # How it is made
//
// One goroutine writes (desk.go). It works each request out in memory on the night folded from its entries (fold.go),
// writes entry, transfers and everything derived from them in one transaction (flush.go), and commits what has come in
// meanwhile together; whoever has a [Receipt] may pull the plug. Readers have connections of their own and keep the nights
// they looked at (read.go). Apart from entry and transfer, all tables are derived from them and could be made again. An entry's
// body is one of the types in body.go; moves, there, says what transfers follow from it, and looks at nothing but the body
// and what was frozen when its night began. So an import writes entries through the same door as the desk (replay), and an
// audit can reckon everything a second way.
//
// # What the chain proves, and what it doesn't
//
// Each entry holds the SHA-256 of the entry before it, of its own content and of its transfers (entry.go gives the form to
// the byte). Triggers in the file refuse to change or remove an entry. Whoever gets round them and changes a letter, an amount or
// the order breaks the chain from there on, and the audit names the first entry that is wrong.
//
// A chain alone doesn't prove that it is the chain it was. Somebody with the file and the patience can take entries off its
// end, or change one and reckon all hashes after it anew: the new chain is as sound as the old. Nor does it prove that what
// was typed is what was played, or when: the clock is the machine's. The gap is closed by the seal. When a night is closed
// its last hash is shown as four short groups ([Night.Seal]) on every phone that watches. Whoever has noted the seal, in a
// message or on a slip of paper in the cards' box, can compare it years later: as long as it is found in the chain, not a
// farthing up to that night has been touched. Of entries after the last seal anybody noted, the book can say only that they
// fit together.
package ledger
