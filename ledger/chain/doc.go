// Package chain is the file format of a book: what an entry is, what it says, and the bytes it is hashed
// over.
//
// Nothing in it may change for a book once kept. A body may gain fields marked omitempty at its end, a kind
// may be added; no field, value or order that was ever written changes its meaning.
//
//   - Entry: one immutable line of the book. Its canonical form is hashed together with the hash of the entry
//     before it; a closed night's last hash, shown as four short groups, is its seal (Hash.Seal).
//   - Bodies: one type for each Kind (Player, Night, Deal, Penalty, …). Encode writes the canonical JSON,
//     Decode reads it and accepts nothing else.
//   - Transfer: one movement of money. Moves gives those that follow from a body; it looks at nothing but the
//     body and what was frozen when the night began, so that anybody can check them.
//   - Texts: CleanName, CleanText and their kin say what a text in an entry may be; CheckTexts and CheckSlip
//     hold entries made elsewhere to the same.
//
// The package does no I/O and knows nothing of nights as they stand.
package chain
