package ledger

import (
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
)

// TestBrief takes nights of every kind through the bytes they are kept as.
func TestBrief(t *testing.T) {
	testenv.Thorough(t)
	l := newLife(t, 5, 7)
	for range 30 {
		l.evening(6)
		l.mishap()
	}
	for _, id := range l.nights {
		f := inRead(t, l.Book, func(tx *store.Tx) (*fold, error) { return l.freshFold(tx, id) })
		was := f.inBrief()
		text := was.Append(nil)
		open := func(text []byte) (*years.Brief, error) {
			return years.ReadBrief(f.id, f.date, f.stakes, f.scale, text)
		}
		back, err := open(text)
		l.must(err)
		inside := gocmp.Exporter(func(reflect.Type) bool { return true })
		if diff := gocmp.Diff(was, back, inside); diff != "" {
			t.Fatalf("night %d: −before +after\n%s", id, diff)
		}
		// a brief that is cut short, or changed in the middle, is an error and never a panic
		for cut := range text {
			if _, err := open(text[:cut]); err == nil {
				t.Fatalf("night %d was read from %d of its %d bytes", id, cut, len(text))
			}
			bad := slices.Clone(text)
			bad[cut] ^= byte(1 + l.rand.IntN(255))
			_, _ = open(bad)
		}
	}
}
