// Package ledger keeps a circle's book: who played, which deals, who owes whom.
//
// A Book is one SQLite file, held by one process. Every change is an Entry; entries form a hash chain and are
// never edited. Money moves by Transfer, from one account to another, so the book always balances. Accounts
// belong to players and, in each money, to the Kitty; moneys never mix. Opening reads and checks all entries;
// from then on the whole book is in memory, as a state.State that never changes.
//
//   - Writes: one goroutine, the desk, applies each request to a draft of the newest state, appends the
//     entries and their transfers, and commits what has queued up meanwhile with them. Then the draft is the
//     newest state.
//   - Reads: Now is the newest state, one atomic pointer, as a show.Snapshot. No query, no lock.
//   - Repairs: an entry that reverses another, and a new one. Nothing is updated in place.
//
// A book that isn't as it was written is open up to its last sound entry, for reading only (Warnings, Until).
//
// A method that writes takes a Slip, whose key makes it idempotent, and returns a Receipt once the entry is
// on disk. A method that corrects takes the version the page saw and returns Stale if somebody was faster.
// Refusal is what a person can put right, NotFound what isn't there, CannotWrite a disk that fails,
// CannotOpen a book that can't be opened. Any other error is a bug of ours.
//
//	b, err := ledger.Open(ctx, "circle.ouverte", ledger.Options{})
//	ann, err := b.AddPlayer(ctx, ledger.Slip{Key: key, Device: "tablet"}, "Ann")
//	night, err := b.StartNight(ctx, slip, ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]})
//	solo := rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}
//	_, err = b.Record(ctx, slip, night.Night, ledger.DealSaid{Deal: solo})
//	n, err := b.Now().Night(night.Night) // all that the table's page shows
//
// The format of entries is in ledger/chain, what they come to in ledger/state, what is read in ledger/show,
// SQLite in ledger/store, the statistics in ledger/years, who is let in in ledger/door.
package ledger
