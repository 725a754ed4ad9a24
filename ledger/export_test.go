package ledger

import "ouverte/ledger/store"

// NoReaders takes away the connections pages are read by: reading from the file is a panic until it is
// undone.
func (b *Book) NoReaders() (undo func()) {
	file := b.file
	b.file = new(store.File)
	return func() { b.file = file }
}
