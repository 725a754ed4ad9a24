package audit

import (
	"context"
	"database/sql"
	"errors"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
)

// LongWork is a value of GOGC with which a program that only checks, copies or exports a book is a quarter
// faster: it allocates many times what it holds.
const LongWork = 400

type Book struct {
	Last chain.EntryID // the latest entry when the book was opened

	file *store.File
	tx   *store.Tx // the snapshot of that moment
}

// Open opens a book that another process may have open. Errors are *store.CannotOpen.
func Open(ctx context.Context, path string) (b *Book, err error) {
	b = new(Book)
	defer func() {
		if err != nil {
			_ = b.Close()
			b, err = nil, store.ExplainLook(path, err)
		}
	}()
	if b.file, err = store.Look(ctx, path); err != nil {
		return b, err
	}
	if b.tx, err = b.file.Begin(ctx); err != nil {
		return b, err
	}
	b.Last, err = lastOf(b.tx)
	return b, err
}

func (b *Book) Close() error {
	if b.tx != nil {
		b.tx.End()
	}
	if b.file != nil {
		return b.file.Close()
	}
	return nil
}

// Alike tells whether two books have the same entry at a place: then all before it are the same, too.
func Alike(a, b *store.Tx, at chain.EntryID) (bool, error) {
	var hash [2]string
	for i, tx := range []*store.Tx{a, b} {
		err := tx.Row(`SELECT hex(hash) FROM entry WHERE seq = ?`, at).Scan(&hash[i])
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return false, err
		}
	}
	return hash[0] == hash[1] && hash[0] != "", nil
}

func (b *Book) Tx() *store.Tx { return b.tx }

func (b *Book) Read(progress Progress) (*state.State, *Found, error) {
	return Read(b.tx, progress, nil)
}

// CopyTo copies the book into an empty file. The copy may be newer than the snapshot.
func (b *Book) CopyTo(ctx context.Context, path string) error { return b.file.CopyTo(ctx, path) }
