package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// kept is an entry as Entries gives it, with bytes and transfers of its own.
func kept(e *chain.Entry) *chain.Entry {
	own := *e
	own.Body, own.Transfers = bytes.Clone(e.Body), slices.Clone(e.Transfers)
	return &own
}

func readAll(ctx context.Context, f *File, after chain.EntryID) (out []*chain.Entry, err error) {
	err = f.Read(ctx, func(tx *Tx) error {
		return tx.Entries(after, func(e *chain.Entry) error {
			out = append(out, kept(e))
			return nil
		})
	})
	return out, err
}

// A chain of n entries, with up to 17 transfers each.
func someEntries(n int) (all []*chain.Entry) {
	for i := range n {
		e := &chain.Entry{Seq: chain.EntryID(i + 1), Kind: chain.KindDeal, Key: fmt.Sprint("key-", i), Part: 1,
			Device: "tablet", At: 1795219200000 + int64(i), Body: []byte(`{"seats":[1,2,3,4],"call":"solo"}`)}
		e.Ask[3] = byte(i)
		if i > 0 {
			e.Prev = all[i-1].Hash
			e.Night = chain.NightID(i % 3)
		}
		if i%7 == 6 {
			e.Kind, e.Reverses = chain.KindReversal, chain.EntryID(i)
		}
		for n := range i % 18 {
			e.Transfers = append(e.Transfers, chain.Transfer{Night: e.Night, Money: rules.LSD,
				From: chain.PlayerID(n%4 + 1), To: chain.Kitty, Amount: int64(n + 1)})
		}
		e.Hash = e.Digest()
		all = append(all, e)
	}
	return all
}

func appended(t testing.TB, path string, all []*chain.Entry) *File {
	t.Helper()
	f := testenv.Must(Open(t.Context(), path, Options{Throwaway: true}))(t)
	t.Cleanup(func() { _ = f.Close() })
	w := f.Writer()
	testenv.Fine(t, once(w, func(w *Writer) error {
		for p := range chain.PlayerID(4) {
			if err := w.AddPlayer(p + 1); err != nil {
				return err
			}
		}
		for _, e := range all {
			if err := w.Append(e); err != nil {
				return err
			}
		}
		return nil
	}))
	return f
}

// Appended entries are read, from any entry on.
func TestEntries(t *testing.T) {
	all := someEntries(40)
	f := appended(t, filepath.Join(t.TempDir(), "book"), all)
	for _, after := range []int{0, 1, 17, 39, 40} {
		has, err := readAll(t.Context(), f, chain.EntryID(after))
		if err != nil || len(has) != len(all)-after {
			t.Fatalf("after %d: %d entries, %v", after, len(has), err)
		}
		for i, e := range has {
			want := kept(all[after+i])
			if len(want.Transfers)+len(e.Transfers) == 0 {
				e.Transfers, want.Transfers = nil, nil
			}
			if !reflect.DeepEqual(e, want) || e.Digest() != e.Hash {
				t.Errorf("read  %+v\nwrote %+v", e, want)
			}
		}
	}
	err := f.Read(t.Context(), func(tx *Tx) error {
		sums := map[chain.PlayerID]int64{}
		for _, e := range all {
			for _, move := range e.Transfers {
				sums[move.From] -= move.Amount
				sums[move.To] += move.Amount
			}
		}
		has, err := tx.Balances()
		for _, b := range has {
			if b.Money != rules.LSD || sums[b.Player] != b.Amount {
				t.Errorf("%+v, and not %d", b, sums[b.Player])
			}
		}
		testenv.Same(t, len(has), 5, "%d balances")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	stop := errors.New("enough")
	err = f.Read(t.Context(), func(tx *Tx) error {
		return tx.Entries(0, func(e *chain.Entry) error {
			if e.Seq == 3 {
				return stop
			}
			return nil
		})
	})
	testenv.Same(t, err, stop, "stopped with %v")
	if err := once(f.Writer(), func(w *Writer) error { return w.Append(all[3]) }); Cause(err) != ErrConstraint {
		t.Errorf("an entry was written twice: %v", err)
	}
	if err := once(f.Writer(), func(w *Writer) error { return w.AddPlayer(3) }); Cause(err) != ErrConstraint {
		t.Errorf("a player was added twice: %v", err)
	}
	testenv.Must(f.Writer().Exec(`CREATE TEMP TRIGGER trap BEFORE INSERT ON transfer
		BEGIN SELECT RAISE(IGNORE); END`))(t)
	next := someEntries(42)
	err = once(f.Writer(), func(w *Writer) error { return errors.Join(w.Append(next[40]), w.Append(next[41])) })
	if !errors.Is(err, ErrNotKept) {
		t.Errorf("transfers that weren't kept: %v", err)
	}
}

// The chain of a book of the first release, as it is and migrated, holds.
func TestEntriesOfAnyVersion(t *testing.T) {
	older := released(t)
	var was []*chain.Entry
	for _, path := range []string{copyOf(t, older), migratedBook(t, older)} {
		db := testenv.Must(openDB(dsn(fileURI(path, "rw"), lookerHas...), 1))(t)
		f := &File{pool: db}
		all, err := readAll(t.Context(), f, 0)
		if err != nil || len(all) != 345 {
			t.Fatalf("%d entries, %v", len(all), err)
		}
		var prev chain.Hash
		for i, e := range all {
			if e.Seq != chain.EntryID(i+1) || e.Prev != prev || e.Digest() != e.Hash {
				t.Fatalf("entry %d doesn't follow, or isn't what it was", e.Seq)
			}
			prev = e.Hash
		}
		if was != nil && !reflect.DeepEqual(was, all) {
			t.Error("the migration changed entries")
		}
		was = all
		testenv.Fine(t, db.Close())
	}
}
