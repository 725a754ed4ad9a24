package ledger

import (
	"context"

	"ouverte/ledger/store"
)

// NoReaders holds all connections pages are read by: reading from the file waits until it is undone, or the
// reader's context ends.
func (b *Book) NoReaders() (undo func(), err error) {
	var held []*store.Tx
	undo = func() {
		for _, tx := range held {
			tx.End()
		}
	}
	for range connections {
		tx, err := b.file.Begin(context.Background())
		if err != nil {
			undo()
			return nil, err
		}
		held = append(held, tx)
	}
	return undo, nil
}
