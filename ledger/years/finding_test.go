package years

// Deals that are searched for, against going through the sheets.

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestFindDeals finds every deal once, the newest night's last deal first, and each where it stands.
func TestFindDeals(t *testing.T) {
	books(t, func(s *state.State) {
		var want []chain.DealID
		nights := slices.Collect(s.Nights())
		slices.SortFunc(nights, func(a, b *state.Night) int { return -byDate(a, b) })
		for _, n := range nights {
			if n.Meeting == 0 {
				for _, at := range slices.Backward(sheetByHand(s, n)) {
					want = append(want, at.v.Deal)
				}
			}
		}
		var got []chain.DealID
		all, err := FindDeals(s, DealFilter{Tricks: rules.NotSaid}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			got = append(got, d.ID)
			n := s.Resolve(d.Night)
			at := n.Find(d.ID)
			if nth := slices.Index(n.Stand(), at) + 1; nth != d.Nth {
				t.Fatalf("deal %d is the %d. of night %d, want %d.", d.ID, d.Nth, d.Night, nth)
			}
			if d.Result != n.Result(n.Stands(at)) || d.Deal != n.Stands(at).Said() ||
				d.Change != (n.Changed(at) > 0) {
				t.Fatalf("deal %d is found as %+v", d.ID, d)
			}
			for i, c := range d.Chairs {
				if got, ok := d.Brought(c.Player); !ok || got != d.Result.Net[i+1] {
					t.Fatalf("deal %d brought %d: %d, %v of %+v", d.ID, c.Player, got, ok, d.Result)
				}
			}
			if got, ok := d.Brought(0); ok != (d.Deal.Caller != 0) || got != d.Result.Net[d.Deal.Caller] {
				t.Fatalf("deal %d brought its caller %d, %v of %+v", d.ID, got, ok, d.Result)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, want %v", got, want)
		}
	})
}

// TestFindFits asks random questions, and compares with going through the sheets.
func TestFindFits(t *testing.T) {
	found := 0
	books(t, func(s *state.State) {
		r := rand.New(rand.NewPCG(8, uint64(s.Last())))
		for range 60 {
			f := DealFilter{Tricks: rules.NotSaid}
			if r.IntN(2) == 0 {
				f.From = dayOf(r.IntN(900))
			}
			if r.IntN(2) == 0 {
				f.Player, f.As = chain.PlayerID(1+r.IntN(10)), As(r.IntN(4))
			}
			switch r.IntN(11) {
			case 0:
				f.Money = rules.LSD
			case 1:
				f.Call = rules.Solo
			case 2:
				f.Outcome = rules.Lost
			case 3:
				f.Tricks = 7
			case 4:
				f.OverMin, f.HasOver = r.IntN(5)-2, true
			case 5:
				f.Revoked = true
			case 6:
				f.Changed = true
			case 7:
				f.AtLeast = 40
			case 8:
				f.AtLeast, f.AtMost, f.HasMost = int64(r.IntN(30)), int64(20+r.IntN(30)), true
			case 9:
				f.Note = " NINE "
			case 10:
				f.Noted = true
			}
			want := map[chain.DealID]bool{}
			for n := range s.Nights() {
				if n.Meeting != 0 || !f.Span.Holds(n.Date) || f.Money != "" && n.Money() != f.Money {
					continue
				}
				for _, at := range sheetByHand(s, n) {
					if straightlyFits(&f, at) {
						want[at.v.Deal] = true
					}
				}
			}
			got := map[chain.DealID]bool{}
			from, parts := chain.NightID(0), r.IntN(2) == 0
			for more := true; more; {
				more = false
				last := from
				for night, d := range testenv.Must(FindDeals(s, f, from))(t) {
					if more = parts && last != from && night != last; more {
						break
					}
					got[d.ID], last = true, night
				}
				from = last
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%+v: found %v, want %v", f, got, want)
			}
			found += len(got)
		}
	})
	if found < 300 {
		t.Errorf("only %d deals were found: the questions ask for too much", found)
	}
}

// straightlyFits is DealFilter in so many words.
func straightlyFits(f *DealFilter, at onSheet) bool {
	x, result, chairs, deal := at.v.Said(), at.view.Result(at.v), at.view.ChairsOf(at.v), at.view.Find(at.v.Deal)
	any := func(is func(s rules.Seat, p chain.PlayerID) bool) bool {
		for i, c := range chairs {
			if s := rules.Seat(i + 1); x.Active(s) && is(s, c.Player) {
				return true
			}
		}
		return false
	}
	over := func(s rules.Seat) bool { return f.HasMost && max(result.Net[s], -result.Net[s]) > f.AtMost }
	return (f.Call == 0 || x.Call == f.Call) && (f.Outcome == 0 || result.Outcome == f.Outcome) &&
		(!f.Noted && f.Note == "" || len(at.view.Notes(at.v.Deal)) > 0) && // there is one text only
		(f.Tricks < 0 || x.Tricks == f.Tricks) && (!f.Changed || at.view.Changed(deal) > 0) &&
		(!f.Revoked || any(func(s rules.Seat, p chain.PlayerID) bool {
			return x.Revokes[s] > 0 && (f.Player == 0 || p == f.Player)
		})) &&
		(!f.HasOver || f.OverMin >= 0 && result.Outcome == rules.Won && int(result.Over) >= f.OverMin ||
			f.OverMin < 0 && int(result.Under) >= -f.OverMin) &&
		any(func(s rules.Seat, p chain.PlayerID) bool {
			if f.Player != 0 && p != f.Player || over(s) || max(result.Net[s], -result.Net[s]) < f.AtLeast {
				return false
			}
			if f.Player == 0 {
				return !any(func(s rules.Seat, _ chain.PlayerID) bool { return over(s) })
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
