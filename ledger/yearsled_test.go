package ledger

import (
	"slices"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// TestMisereLeads compares the misères counted by who led with going round each table, from the nights as
// they stand: those that are counted and those that are still open, in every money and span, also when they
// were counted before and something was put right since.
func TestMisereLeads(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	l := newLife(t, 7, 5)
	seen, spans := map[years.Leader]int64{}, l.spans()
	for i := range 30 {
		l.evening(6)
		l.mishap()
		if i%10 == 9 {
			l.compareLeads(spans, seen)
		}
	}
	for range 3 {
		l.compareLeads(spans, seen)
		l.mishap()
	}
	l.compareLeads(spans, seen)
	for led := years.LedHimself; led <= years.LedOnLeft; led++ {
		if seen[led] == 0 {
			t.Errorf("no misère with leader %d in the book", led)
		}
	}
}

// compareLeads adds to seen how many were led by whom.
func (l *life) compareLeads(spans []Span, seen map[years.Leader]int64) {
	t, all := l.t, l.inOrder()
	t.Helper()
	for _, money := range []rules.Money{rules.LSD, rules.Units, "GBP", "EUR"} {
		for _, span := range spans {
			want := map[years.Leader]years.Rate{}
			l.reckon(all, money, span).each(func(_ *Night, d *Dealt) {
				x, won := &d.Deal, d.Result.Outcome == rules.Won
				if x.Call != rules.Misere && x.Call != rules.MisereOuverte || !won && d.Result.Outcome != rules.Lost {
					return
				}
				led := ledBy(x)
				rate := want[led]
				rate.Of++
				if won {
					rate.Won++
				}
				want[led] = rate
			})
			got, err := l.MisereLeads(l.ctx, money, span)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(want) || !slices.IsSortedFunc(got, func(a, b MisereLed) int {
				return int(a.Leader) - int(b.Leader)
			}) {
				t.Errorf("%s, %v: %v, and the nights say %v", money, span, got, want)
			}
			for _, f := range got {
				if f.Made != want[f.Leader] {
					t.Errorf("%s, %v, leader %d: %v, and the nights say %v", money, span, f.Leader, f.Made,
						want[f.Leader])
				}
				seen[f.Leader] += f.Made.Of
			}
		}
	}
}

// ledBy goes from the dealer's left round to whoever plays before, opposite or after the caller.
func ledBy(d *rules.Deal) years.Leader {
	var order []rules.Seat // of play in the first trick
	for i := 1; i <= d.Seats; i++ {
		if s := rules.Seat((int(d.Dealer)+i-1)%d.Seats + 1); d.Seats != 5 || i != 4 {
			order = append(order, s)
		}
	}
	switch at := slices.Index(order, d.Caller); {
	case at == 0:
		return years.LedHimself
	case at == len(order)-1:
		return years.LedOnLeft
	case at == 1:
		return years.LedOnRight
	}
	return years.LedOpposite
}
