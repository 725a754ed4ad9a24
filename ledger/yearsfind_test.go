package ledger

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestFindDeals compares what is found with going through the nights, for random questions.
func TestFindDeals(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	l := newLife(t, 8, 6)
	for range 25 {
		l.evening(6)
		l.mishap()
	}
	nights := l.inOrder()
	found := 0
	for range 300 {
		f := DealFilter{Tricks: rules.NotSaid, Span: l.spans()[l.rand.IntN(6)]}
		if l.rand.IntN(2) == 0 {
			f.Player, f.As = l.people[l.rand.IntN(len(l.people))], As(l.rand.IntN(4))
		}
		switch l.rand.IntN(11) {
		case 10:
			f.Noted = true
		case 9:
			f.Note = " NINE "
		case 8:
			f.AtLeast, f.AtMost, f.HasMost = int64(l.rand.IntN(30)), int64(20+l.rand.IntN(30)), true
		case 0:
			f.Money = rules.LSD
		case 1:
			f.Call = rules.Solo
		case 2:
			f.Outcome = rules.Lost
		case 3:
			f.Tricks = 7
		case 4:
			f.OverMin, f.HasOver = l.rand.IntN(5)-2, true
		case 5:
			f.Revoked = true
		case 6:
			f.Changed = true
		case 7:
			f.AtLeast = 40
		}
		var want []DealID
		for _, n := range slices.Backward(nights) {
			for _, d := range n.Deals {
				if f.Span.Holds(n.Date) && (f.Money == "" || n.Money == f.Money) && straightlyFits(&f, d) {
					want = append(want, d.ID)
				}
			}
		}
		var got []DealID
		from, parts := NightID(0), l.rand.IntN(2) == 0
		for {
			var stoppedAt NightID
			err := l.FindDeals(
				l.ctx,
				f,
				from,
				func(d DealFound) bool { got = append(got, d.ID); return true },
				func(g Gone) bool {
					if parts && g.Nights%3 == 0 && g.Nights < g.Of {
						stoppedAt = g.Night
					}
					return stoppedAt == 0
				},
			)
			l.must(err)
			if from = stoppedAt; from == 0 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: found %v, want %v", f, got, want)
		}
		found += len(got)
	}
	if found < 300 {
		t.Errorf("only %d deals were found in 300 searches: they ask for too much", found)
	}
}

// straightlyFits is DealFilter in so many words.
func straightlyFits(f *DealFilter, d *Dealt) bool {
	x := d.Deal
	any := func(is func(s rules.Seat, p PlayerID) bool) bool {
		for i, c := range d.Chairs {
			if s := rules.Seat(i + 1); x.Active(s) && is(s, c.Player) {
				return true
			}
		}
		return false
	}
	if (f.Noted || f.Note != "") && d.Note.Text == "" ||
		f.Note != "" && !strings.Contains(strings.ToLower(d.Note.Text), "nine") {
		return false
	}
	return (f.Call == 0 || x.Call == f.Call) && (f.Outcome == 0 || d.Result.Outcome == f.Outcome) &&
		(f.Tricks < 0 || x.Tricks == f.Tricks) && (!f.Changed || d.Changed > 0) &&
		(!f.Revoked || any(func(s rules.Seat, _ PlayerID) bool { return x.Revokes[s] > 0 })) &&
		(!f.HasOver || f.OverMin >= 0 && d.Result.Outcome == rules.Won && d.Result.Over >= f.OverMin ||
			f.OverMin < 0 && d.Result.Under >= -f.OverMin) &&
		any(func(s rules.Seat, p PlayerID) bool {
			if f.Player != 0 && p != f.Player {
				return false
			}
			net := d.Result.Net[s]
			if f.AtLeast > 0 && net < f.AtLeast && -net < f.AtLeast {
				return false
			}
			if f.HasMost && (net > f.AtMost || -net > f.AtMost) {
				return false
			}
			if f.Player == 0 {
				return !f.HasMost ||
					!any(
						func(s rules.Seat, _ PlayerID) bool {
							return d.Result.Net[s] > f.AtMost ||
								-d.Result.Net[s] > f.AtMost
						},
					)
			}
			switch f.As {
			case AsCaller:
				return s == x.Caller
			case AsPartner:
				return s == x.Partner
			case AsOpponent:
				return x.Caller != 0 && s != x.Caller && s != x.Partner
			}
			return true
		})
}

// TestOtherwise settles nights by another set, and compares with settling them one by one. It writes nothing.
func TestOtherwise(t *testing.T) {
	l := newLife(t, 9, 6)
	for range 25 {
		l.evening(6)
	}
	house, _ := rules.Set("units-steep")
	was, would := map[PlayerID]int64{}, map[PlayerID]int64{}
	var deals, left int64
	for _, n := range l.inOrder() {
		if n.Money != rules.LSD {
			continue
		}
		stakes, err := house.Scaled(n.Scale)
		l.must(err)
		for _, d := range n.Deals {
			r, err := rules.Settle(stakes, &d.Deal)
			if err != nil {
				left++
				continue
			}
			deals++
			for i, c := range d.Chairs {
				was[c.Pays()] += d.Result.Net[i+1]
				would[c.Pays()] += r.Net[i+1]
			}
		}
	}
	before := l.head0(t)
	told := 0
	var last Otherwise
	l.must(
		l.Otherwise(l.ctx, rules.LSD, Span{}, house, func(o Otherwise) bool { told++; last = o; return true }),
	)
	if told == 0 || last.Deals != deals || last.Left != left || last.Gone.Nights != last.Gone.Of {
		t.Fatalf("settled %d, left %d, %+v; want %d and %d", last.Deals, last.Left, last.Gone, deals, left)
	}
	for _, line := range last.Standing {
		if line.Was != was[line.Player] || line.WouldBe != would[line.Player] {
			t.Errorf(
				"%s: %d would be %d; want %d would be %d",
				line.Name,
				line.Was,
				line.WouldBe,
				was[line.Player],
				would[line.Player],
			)
		}
	}
	if left == 0 || deals == 0 {
		t.Error("no deal was left out, or none settled: the test shows nothing")
	}
	if after := l.head0(t); after != before {
		t.Errorf("the book grew from %d to %d entries", before, after)
	}
	ctx, stop := context.WithCancel(l.ctx)
	stop()
	if err := l.Otherwise(ctx, rules.LSD, Span{}, house, func(Otherwise) bool { return true }); !errors.Is(
		err,
		context.Canceled,
	) {
		t.Errorf("stopped: %v", err)
	}
}

// TestPictures compares the small pictures of nights with their running lines.
func TestPictures(t *testing.T) {
	testenv.Thorough(t)
	l := newLife(t, 6, 7)
	for range 20 {
		l.evening(5)
		l.mishap()
	}
	pictures, err := l.Pictures(l.ctx, l.nights)
	l.must(err)
	for _, id := range l.nights {
		want := map[PlayerID]Line{}
		for _, line := range l.night(id).Lines() {
			want[line.Player] = line
		}
		for _, line := range pictures[id] {
			if diff := gocmp.Diff(want[line.Player], line); diff != "" {
				t.Fatalf("night %d, %s: −lines +picture\n%s", id, line.Name, diff)
			}
		}
	}
}
