package ledger

import (
	"fmt"
	"reflect"
	"testing"

	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestShownAnew: a night that is shown again and again, while all kinds of things happen to it, to people's
// names and to the circle's words, is what it is when it is folded and shown for the first time.
func TestShownAnew(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	l := newLife(t, 21, 7)
	compare := func(step int) {
		t.Helper()
		for _, id := range l.nights {
			got := l.night(id)
			fresh := inRead(t, l.Book, func(tx *store.Tx) (*fold, error) { return l.freshFold(tx, id) })
			want := fresh.show(l.roster.Load(), got.Kitty.Holds)
			if want.names = got.names; !reflect.DeepEqual(want, got) {
				t.Fatalf("step %d, night %d: it is shown as\n%+v\nand anew as\n%+v", step, id, got, want)
			}
		}
	}
	agreed := 0
	for i := range 16 {
		l.evening(4)
		compare(i)
		l.mishap()
		compare(i)
		if n := l.night(l.nights[i]); n.Open && len(n.Deals) > 0 {
			for _, d := range n.Deals[:1] {
				for _, c := range d.Chairs {
					_, err := l.AgreeDeal(l.ctx, l.slip(), n.ID, d.ID, d.Version, c.Player)
					l.may(err)
					compare(i)
					_, err = l.DisputeDeal(l.ctx, l.slip(), n.ID, d.ID, d.Version, c.Player, "no")
					l.may(err)
					compare(i)
					agreed++
				}
			}
		}
		switch i % 4 {
		case 1:
			_, err := l.RenamePlayer(l.ctx, l.slip(), l.people[i%len(l.people)], fmt.Sprintf("Renamed %d", i))
			l.must(err)
		case 2:
			_, err := l.SaveWords(l.ctx, l.slip(), rules.Words{rules.Solo: fmt.Sprintf("Alone%d", i)})
			l.must(err)
		case 3:
			if _, joined := l.join(); joined {
				l.people = l.people[:7]
			}
		}
		compare(i)
	}
	if agreed == 0 {
		t.Error("nobody agreed to anything")
	}
}
