package ledger

import "context"

// NoReaders holds all connections pages are read by: reading from the file waits until it is undone, or the
// reader's context ends.
func (b *Book) NoReaders() (undo func(), err error) {
	ctx, cancel := context.WithCancel(context.Background())
	for range connections {
		if _, err := b.file.Begin(ctx); err != nil {
			cancel()
			return nil, err
		}
	}
	return cancel, nil
}
