package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules/english"
)

// TestSweep settles every deal of every set: calls, tables of three to five, dealers, callers, partners,
// tricks, small revokes, wrong cards, forfeits, general misères. Each is reckoned a second time by the book
// (byTheBook shares nothing with settle.go), and each is turned round the table and played at other stakes.
func TestSweep(t *testing.T) {
	houses := append([]*House{}, Sets()...)
	houses = append(houses,
		with("hoyle", func(h *House) { h.ID, h.OffenderPays = "everyone-pays", false }),
		with("hoyle", func(h *House) { h.ID, h.RevokeTricks, h.AllPass = "revokes-cost-none", 0, LastTrick }),
		with("sporting", func(h *House) { h.ID, h.RevokeTricks, h.AllPass = "revokes-cost-two", 2, FiveOrFour }),
		with("shilling", func(h *House) { h.ID, h.RevokeTricks, h.AllPass = "revokes-cost-all", 13, Fewest }),
		with("units", func(h *House) { h.ID, h.AllPass = "fewest", Fewest }),
		with("units", func(h *House) {
			h.ID, h.Calls[1].Stake = "odd-coins", 7
			h.Calls = append(h.Calls, Rank{Call: PetitSlam, Target: 12, Stake: 5, Over: 2, Under: 1},
				Rank{Call: GrandSlam, Target: 13, Stake: 11})
		}),
		with("hoyle", func(h *House) {
			h.ID, h.AllPass, h.Misery, h.RevokeTricks = "second-edition", LastTrick, 5, 2
			for i := range h.Calls {
				second(&h.Calls[i], 15)
			}
		}),
		with("irish", func(h *House) {
			h.ID, h.AllPass, h.Misery, h.Calls[0].Lost = "irish-second", Fewest, 3, 2
			second(&h.Calls[1], 7)
		}),
	)
	for i, h := range houses {
		if !testenv.Whole() && i%3 != 0 {
			continue
		}
		t.Run(h.ID, func(t *testing.T) {
			t.Parallel()
			if err := h.Check(); err != nil {
				t.Fatal(err)
			}
			scaled, err := h.Scaled(7)
			if err != nil {
				t.Fatal(err)
			}
			s := sweep{t: t, h: h, scaled: scaled}
			for seats := 3; seats <= MaxSeats; seats++ {
				s.table(seats)
			}
			if s.deals < 1000 {
				t.Errorf("only %d deals were swept", s.deals)
			}
			t.Logf("%d deals, each also turned and scaled", s.deals)
		})
	}
}

// second gives a call what the second edition lets a set say of it, as the bits tell: another amount when
// lost,
// under-tricks of a misère, free ones, a bonus.
func second(r *Rank, bits int) {
	if bits&1 != 0 {
		r.Lost = r.Stake + 2
	}
	if bits&2 != 0 && (r.Call.Counted() || r.Call.Losing()) {
		r.Under++
	}
	if bits&4 != 0 && (r.Call.Counted() || r.Call.Losing()) {
		r.FreeUnder = 2
	}
	if bits&8 != 0 && r.Call.Counted() {
		r.Bonus = 5
	}
}

// TestSweepOfSwitches settles every deal of a set that has every call, with every combination of the switches
// that move money, or every seventh without CI=true, and reckons each by the book.
func TestSweepOfSwitches(t *testing.T) {
	every := with("hoyle", func(h *House) {
		h.Calls = append(h.Calls, Rank{Call: PetitSlam, Target: 12, Stake: 5, Over: 2, Under: 1},
			Rank{Call: GrandSlam, Target: 13, Stake: 11})
		h.Calls[3].Over = 0 // an abundance whose bonus stands alone
	})
	irish := with("irish", func(*House) {})
	step := 7
	if testenv.Whole() {
		step = 1
	}
	for bits := 0; bits < 1<<6; bits += step {
		t.Run(strconv.FormatInt(int64(bits), 2), func(t *testing.T) {
			t.Parallel()
			for _, set := range []*House{every, irish} {
				h := *set
				h.Calls = slices.Clone(set.Calls)
				for i := range h.Calls {
					if second(&h.Calls[i], bits); h.Calls[i].Call.Counted() {
						h.Calls[i].Target += bits % 2
					}
				}
				h.OffenderPays = bits&16 == 0
				h.Misery = int64(1 + bits%3)
				h.AllPass = []AllPass{LastTrick, FiveOrFour, Fewest, Fewest}[bits/3%4]
				if h.Slam = SlamPlain; bits&32 != 0 && h.Has(Prop) {
					h.Slam = SlamDoublesOver
				}
				if err := h.Check(); err != nil {
					t.Fatal(err)
				}
				s := sweep{t: t, h: &h}
				for seats := 3; seats <= MaxSeats; seats++ {
					s.table(seats)
				}
			}
		})
	}
}

type sweep struct {
	t         *testing.T
	h, scaled *House // without scaled, deals are only reckoned by the book
	deals     int
}

// table goes through all deals of a table where seat 1 deals; turning gives the other dealers.
func (s *sweep) table(seats int) {
	start := Deal{Seats: seats, Dealer: 1, Tricks: NotSaid}
	var active []Seat
	for seat := Seat(1); int(seat) <= seats; seat++ {
		if start.Active(seat) {
			active = append(active, seat)
		}
	}
	for _, call := range []Call{Passed, Void} {
		d := start
		d.Call = call
		s.check(d)
	}
	s.generalMisere(start, active)
	for _, rank := range s.h.Calls {
		if rank.Call == Prop && seats == 3 {
			continue
		}
		for _, caller := range active {
			d := start
			d.Call, d.Caller = rank.Call, caller
			switch d.Call {
			case Prop:
				for _, partner := range active {
					if partner != caller {
						d.Partner = partner
						s.tricks(d, active)
					}
				}
			case Irish:
				for d.Bid = 1; d.Bid <= TricksInDeal; d.Bid++ {
					d.Trumps = Suit(d.Bid%5) + 1
					s.tricks(d, active)
				}
			default:
				s.tricks(d, active)
			}
		}
	}
}

func (s *sweep) tricks(d Deal, active []Seat) {
	s.endedEarly(d, active) // tricks not said
	for d.Tricks = 0; d.Tricks <= TricksInDeal; d.Tricks++ {
		eachRevoke(d, active, s.check)
		if d.Tricks%6 == 1 {
			s.endedEarly(d, active)
		}
	}
}

// endedEarly goes through wrong cards in every combination of hands, and through every forfeit.
func (s *sweep) endedEarly(d Deal, active []Seat) {
	for hands := 1; hands < 1<<len(active); hands++ {
		wrong := d
		for i, seat := range active {
			wrong.WrongCards[seat] = hands&(1<<i) != 0
		}
		s.check(wrong)
		wrong.Revokes[active[0]] = 1 // whatever else happened
		s.check(wrong)
	}
	if d.Call == Misere || d.Call == MisereOuverte {
		for _, seat := range active {
			if seat != d.Caller {
				d.Forfeit = seat
				s.check(d)
			}
		}
	}
}

// eachRevoke goes through no revoke, one or two revokes by a player, three by a pair, and one by each of
// three or four.
func eachRevoke(d Deal, active []Seat, check func(Deal)) {
	for revokes := range 81 {
		with, sum, players := d, 0, 0
		for _, seat := range active {
			n := revokes % 3
			revokes /= 3
			with.Revokes[seat] = uint8(n)
			sum += n
			if n > 0 {
				players++
			}
		}
		if revokes == 0 && (sum <= 3 || sum == players) {
			check(with)
		}
	}
}

// eachWrong goes through wrong cards in every combination of hands, with no revoke and with one by each
// player.
func eachWrong(d Deal, active []Seat, check func(Deal)) {
	for hands := 1; hands < 1<<len(active); hands++ {
		wrong := d
		for i, seat := range active {
			wrong.WrongCards[seat] = hands&(1<<i) != 0
		}
		check(wrong)
		for _, seat := range active {
			with := wrong
			with.Revokes[seat] = 1
			check(with)
		}
	}
}

func (s *sweep) generalMisere(d Deal, active []Seat) {
	if !s.h.AllPass.Played() {
		return
	}
	d.Call = GeneralMisere
	if s.h.AllPass != Fewest {
		for _, d.Loser = range active {
			eachRevoke(d, active, s.check)
			eachWrong(d, active, s.check)
		}
		d.Loser = 0
		eachWrong(d, active, s.check)
		return
	}
	eachWrong(d, active, s.check)
	var share func(players []Seat, left int)
	share = func(players []Seat, left int) {
		if len(players) == 1 {
			d.TricksBy[players[0]] = int8(left)
			s.check(d)
			if left%4 == 1 {
				eachRevoke(d, active, s.check)
				eachWrong(d, active, s.check)
			}
			return
		}
		for n := 0; n <= left; n++ {
			d.TricksBy[players[0]] = int8(n)
			share(players[1:], left-n)
		}
	}
	share(active, TricksInDeal)
}

// check settles one deal and checks all that must hold of the result.
func (s *sweep) check(d Deal) {
	s.deals++
	r, err := Settle(s.h, &d)
	if err != nil {
		s.t.Fatalf("%+v: %v", d, err)
	}
	want := byTheBook(s.h, &d)
	if got := (reckoning{r.Outcome, r.Over, r.Under, r.Net}); got != want {
		s.t.Fatalf("%+v:\n got %+v\nbook %+v", d, got, want)
	}
	if fault := unsound(&d, &r); fault != "" {
		s.t.Fatalf("%+v: %s: %+v", d, fault, r)
	}
	if s.scaled == nil {
		if s.deals%61 == 0 {
			if fault := s.unnamed(d, r) + s.illTold(d, r); fault != "" {
				s.t.Fatalf("%+v: %s", d, fault)
			}
		}
		return
	}
	turned, expected := d, r
	for range d.Seats {
		turned, expected = turn(turned), turnResult(expected, d.Seats)
		got, err := Settle(s.h, &turned)
		if err != nil || got != expected {
			s.t.Fatalf("%+v turned:\n got %+v, %v\nwant %+v", turned, got, err, expected)
		}
	}
	big, err := Settle(s.scaled, &d)
	if err != nil {
		s.t.Fatalf("%+v at seven times the stakes: %v", d, err)
	}
	if fault := notScaled(&d, &r, &big, 7); fault != "" {
		s.t.Fatalf("%+v at seven times the stakes: %s:\n%+v\n%+v", d, fault, r, big)
	}
	if s.deals%11 == 0 {
		if fault := s.illTold(d, r); fault != "" {
			s.t.Fatalf("%+v: %s", d, fault)
		}
	}
}

// Explain keeps what it is given, so it is given copies: the deals that aren't explained stay on the stack.
func (s *sweep) unnamed(d Deal, r Result) string { return unnamed(s.h, &d, &r) }
func (s *sweep) illTold(d Deal, r Result) string { return illTold(s.h, &d, &r) }

// unnamed tells what moves money in a deal and isn't named in its headline and its steps: without it the deal
// would come to something else. Of what can be told apart it finds as well what is named and moves nothing.
func unnamed(h *House, d *Deal, r *Result) string {
	a := Explain(h, d, r, five, nil)
	steps := ""
	for _, step := range a.Steps {
		steps += step.Text + " "
	}
	each := func(of func(*Rank)) func(*House) {
		return func(h *House) {
			h.Calls = slices.Clone(h.Calls)
			for i := range h.Calls {
				of(&h.Calls[i])
			}
		}
	}
	for _, of := range []struct {
		headline, steps string
		only            bool // named nowhere else
		none            func(*House)
	}{
		{" for all thirteen", " for all thirteen", false, each(func(r *Rank) { r.Bonus = 0 })},
		{" free", " free", false, each(func(r *Rank) { r.FreeUnder = 0 })},
		{"", "Losing ", true, each(func(r *Rank) { r.Lost = 0 })},
		{" with ", "each trick taken", true, each(func(r *Rank) {
			if r.Call.Losing() {
				r.Under = 0
			}
		})},
		{"", " the stake of a general misère, " + h.Money.Words(h.Misery), false, func(h *House) { h.Misery += 3 }},
	} {
		without := *h
		of.none(&without)
		other, err := Settle(&without, d)
		moves := err == nil && other.Net != r.Net
		named := strings.Contains(a.Headline, of.headline) && strings.Contains(steps, of.steps)
		if moves && !named || !moves && of.only && strings.Contains(steps, of.steps) ||
			!moves && of.headline == " for all thirteen" && strings.Contains(a.Headline, of.headline) {
			return fmt.Sprintf("%q moves money: %v; %s. %s", of.headline+of.steps, moves, a.Headline, steps)
		}
	}
	return ""
}

// illTold tells which sentence about a deal could not stand on the screen.
func illTold(h *House, d *Deal, r *Result) string {
	a := Explain(h, d, r, five, nil)
	if !wellPut(english.Stop(a.Headline)) || len(a.Steps) == 0 {
		return "headline " + a.Headline
	}
	for _, step := range a.Steps {
		if !wellPut(step.Text) || !strings.HasPrefix(step.Rule, "§") {
			return "step " + step.Rule + " " + step.Text
		}
	}
	for _, p := range r.Pays() {
		if !strings.Contains(a.Due, h.Money.Words(p.Amount)) &&
			!strings.Contains(a.Due, h.Money.Words(-r.Net[p.From])) {
			return fmt.Sprintf("%+v is not in %q", p, a.Due)
		}
	}
	if len(r.Pays()) == 0 && a.Money != "Nothing is paid" || strings.Contains(a.Sentence(), "Seat") {
		return "money " + a.Money
	}
	return ""
}

// unsound tells what is wrong with a result whatever the deal was worth.
func unsound(d *Deal, r *Result) string {
	var sum int64
	var rebuilt [MaxSeats + 1]int64
	for _, n := range r.Net {
		sum += n
	}
	for _, p := range r.Pays() {
		if p.Amount <= 0 || p.From == p.To || !d.Active(p.From) || !d.Active(p.To) {
			return fmt.Sprintf("payment %+v", p)
		}
		rebuilt[p.From] -= p.Amount
		rebuilt[p.To] += p.Amount
	}
	switch {
	case sum != 0:
		return "the money does not add up to nothing"
	case rebuilt != r.Net:
		return "the payments do not make the net"
	case r.Net[0] != 0 || r.Net[d.Sitter()] != 0:
		return "money for a player who does not play"
	case r.Over > 0 && r.Outcome != Won || r.Under > 0 && r.Outcome != Lost:
		return "tricks over or under where they cannot be"
	case r.Over < 0 || r.Under < 0 || r.Over > TricksInDeal || r.Under > TricksInDeal:
		return "impossible tricks over or under"
	}
	if d.Call == GeneralMisere || d.WrongCards != [MaxSeats + 1]bool{} {
		return ""
	}
	for seat, n := range d.Revokes {
		declares := Seat(seat) == d.Caller || Seat(seat) == d.Partner
		switch {
		case n == 0:
		case r.Net[seat] > 0, declares && r.Outcome == Won, !declares && r.Outcome == Lost:
			return "a side that revoked wins"
		}
	}
	return ""
}

// notScaled tells where stakes n times as high did not cost n times as much. Where offenders share a sum, odd
// coins fall anew, so each of them may be a few coins off; all others, and the sum, may not.
func notScaled(d *Deal, r, big *Result, n int64) string {
	if big.Outcome != r.Outcome || big.Over != r.Over || big.Under != r.Under ||
		len(big.Pays()) != len(r.Pays()) {
		return "another outcome"
	}
	for seat := range r.Net {
		off := big.Net[seat] - n*r.Net[seat]
		if off != 0 && (d.Revokes[seat] == 0 || off >= n || off <= -n) {
			return fmt.Sprintf("seat %d is off by %d", seat, off)
		}
	}
	return ""
}

// turn moves every player, the dealer with them, one seat to the left.
func turn(d Deal) Deal {
	left := func(s Seat) Seat {
		if s == 0 {
			return 0
		}
		return Seat(int(s)%d.Seats) + 1
	}
	turned := d
	turned.Dealer, turned.Caller, turned.Partner = left(d.Dealer), left(d.Caller), left(d.Partner)
	turned.Forfeit, turned.Loser = left(d.Forfeit), left(d.Loser)
	for s := Seat(1); int(s) <= d.Seats; s++ {
		l := left(s)
		turned.Revokes[l], turned.WrongCards[l], turned.TricksBy[l] = d.Revokes[s], d.WrongCards[s], d.TricksBy[s]
	}
	return turned
}

func turnResult(r Result, seats int) Result {
	turned := r
	for s := 1; s <= seats; s++ {
		turned.Net[s%seats+1] = r.Net[s]
	}
	for i, p := range r.Pays() {
		turned.pays.pays[i] = Pay{Seat(int(p.From)%seats) + 1, Seat(int(p.To)%seats) + 1, p.Amount}
	}
	return turned
}
