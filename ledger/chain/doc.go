// Package chain is the file format of a book: what an entry is, what it says, and the bytes it is hashed
// over.
//
// Nothing in it may change for a book once kept. A body may gain fields marked omitempty at its end, a kind
// may be added; no field, value or order that was ever written changes its meaning.
//
//   - Entry: one immutable line of the book. Its canonical form is hashed together with the hash of the entry
//     before it.
//   - Body: what an entry says, one type for each Kind (Player, Night, Deal, Penalty, …), in the file of its
//     noun. Its methods say what may be in it, whom it names, what it moves, how it reads. Encode writes
//     the canonical JSON. Decode reads it; a Reader's accepts nothing else, and reuses what it reads into.
//   - Transfer: one movement of money. Moves returns those of a body.
//   - Texts: CleanName, CleanText and their kin say what a text in an entry may be.
//
// The chain proves that no entry was changed, removed or moved, as long as its end is known: somebody with
// the file could write all hashes anew. The seal closes that gap (Hash.Seal). It is the last hash of a closed
// night in four short groups, shown on every phone that watches; a seal noted elsewhere and found in the
// chain vouches for everything up to it.
package chain
