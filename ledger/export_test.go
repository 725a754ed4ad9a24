package ledger

// CloseReaders closes the connections pages are read by: from then on, whatever is read from the file fails.
func (b *Book) CloseReaders() error { return b.pool.Close() }
