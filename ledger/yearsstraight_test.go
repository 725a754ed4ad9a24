package ledger

// The statistics worked out the straight way: deal by deal from the nights as they stand, one page after the
// other, with nothing kept from one to the next.

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"ouverte/ledger/people"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// reckoned is the statistics worked out the straight way, from the nights as they stand and nothing else.
type reckoned struct {
	t      testing.TB
	nights []*Night
	newest int // so many evenings are wanted one by one
}

// reckon takes those of all nights that are in a span and played for a money.
func (l *life) reckon(all []*Night, money rules.Money, span Span) *reckoned {
	r := &reckoned{t: l.t, newest: [...]int{1, 5, 60}[l.rand.IntN(3)]}
	for _, n := range all {
		if n.Money == money && n.Date >= span.From && (span.Until == "" || n.Date <= span.Until) {
			r.nights = append(r.nights, n)
		}
	}
	return r
}

// each goes through the deals in the order they were played.
func (r *reckoned) each(do func(n *Night, d *Dealt)) {
	for _, n := range r.nights {
		for _, d := range slices.Backward(n.Deals) {
			do(n, d)
		}
	}
}

// seat is where somebody sat in a deal.
func (d *Dealt) seat(p PlayerID) rules.Seat {
	for i, c := range d.Chairs {
		if c.Player == p {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

func rightSide(d *Dealt, s rules.Seat) bool { return s == d.Deal.Caller || s == d.Deal.Partner }

// player works out one person's page.
func (r *reckoned) player(p Player, money rules.Money, span Span, names *people.Roster) *PlayerBook {
	out := &PlayerBook{Player: p, Money: money, Span: span}
	var months []MonthPoint
	type key struct {
		part string
		call rules.Call
	}
	calls := map[key]*CallFigures{}
	seats := map[int]*SeatFigures{}
	pairs := map[PlayerID]*PairFigures{}
	pair := func(o PlayerID) *PairFigures {
		if pairs[o] == nil {
			pairs[o] = &PairFigures{A: p.ID, NameA: p.Name, B: o, NameB: names.Name(o),
				FaceA: p.Face, FaceB: names.Face(o)}
		}
		return pairs[o]
	}
	var won, lost, dry, up, down []bool
	for _, n := range r.nights {
		var sat bool
		var score int64
		for _, q := range n.People {
			if q.ID == p.ID {
				score = q.Sum.Deals + q.Sum.Penalties
				out.Penalties += q.Sum.Penalties
			}
		}
		for _, d := range slices.Backward(n.Deals) {
			sat = sat || d.seat(p.ID) != 0
		}
		here := slices.ContainsFunc(
			n.People,
			func(q Person) bool { return q.ID == p.ID && (q.Seat != 0 || sat || score != 0 || q.Sum.Penalties != 0) },
		)
		here = here || slices.ContainsFunc(n.Deals, func(d *Dealt) bool {
			return slices.ContainsFunc(d.Chairs, func(c Chair) bool { return c.Pays() == p.ID })
		}) || slices.ContainsFunc(n.Table, func(c Chair) bool { return c.Pays() == p.ID })
		if !here {
			continue
		}
		out.Score += score
		e := EveningPoint{Night: n.ID, Date: n.Date, Score: score, After: out.Score}
		out.Evenings = append(out.Evenings, e)
		if sat || score != 0 {
			if at := len(months) - 1; at < 0 || months[at].Month != n.Date[:7] {
				months = append(months, MonthPoint{Month: n.Date[:7]})
			}
			month := &months[len(months)-1]
			month.Nights, month.Score, month.After = month.Nights+flag(sat), month.Score+score, out.Score
		}
		if !sat {
			continue
		}
		e.After = 0
		out.Nights++
		up, down = append(up, score > 0), append(down, score < 0)
		if score > 0 {
			out.Up++
		} else if score < 0 {
			out.Down++
		}
		if out.Best == nil || score > out.Best.Score {
			out.Best = &e
		}
		if out.Worst == nil || score < out.Worst.Score {
			out.Worst = &e
		}
	}
	r.each(func(n *Night, d *Dealt) {
		s := d.seat(p.ID)
		if s == 0 {
			return
		}
		if !d.Deal.Active(s) {
			out.Out++
			return
		}
		net := d.Result.Net[s]
		out.Deals++
		out.Played += net
		out.Revokes += int64(d.Deal.Revokes[s])
		if net > 0 {
			out.DealsWon++
			if out.BestDeal == nil || net > out.BestDeal.Amount {
				out.BestDeal = &years.DealPoint{
					Night:  n.ID,
					Deal:   d.ID,
					Date:   n.Date,
					Player: p.ID,
					Name:   p.Name,
					Amount: net,
				}
			}
		}
		if net < 0 && (out.WorstDeal == nil || net < out.WorstDeal.Amount) {
			out.WorstDeal = &years.DealPoint{
				Night:  n.ID,
				Deal:   d.ID,
				Date:   n.Date,
				Player: p.ID,
				Name:   p.Name,
				Amount: net,
			}
		}
		place := (int(s)-int(d.Deal.Dealer)+d.Deal.Seats-1)%d.Deal.Seats + 1 // from the dealer's left
		active := d.Deal.Seats
		if active == 5 {
			active = 4
			if place == 5 {
				place = 4 // the dealer; the one on his right, fourth, sits out
			}
		}
		if seats[active*10+place] == nil {
			seats[active*10+place] = &SeatFigures{Active: active, Place: place}
		}
		seat := seats[active*10+place]
		seat.Deals++
		seat.Amount += net
		called := d.Deal.Caller != 0
		mine := called && rightSide(d, s)
		iWon := d.Result.Outcome == rules.Won && mine || d.Result.Outcome == rules.Lost && called && !mine
		iLost := d.Result.Outcome == rules.Lost && mine || d.Result.Outcome == rules.Won && called && !mine
		k := key{"against", d.Deal.Call}
		switch {
		case d.Deal.Call == rules.GeneralMisere:
			k.part, iWon, iLost = "each", net > 0, net < 0
		case s == d.Deal.Caller:
			k.part = "called"
			seat.Called++
			seat.Won += flag(iWon)
			seat.Lost += flag(iLost)
			seat.Money = seat.Money.Plus(years.NewMean(1, net, net*net))
		case s == d.Deal.Partner:
			k.part = "accepted"
		}
		if called || k.part == "each" {
			if calls[k] == nil {
				calls[k] = &CallFigures{Call: d.Deal.Call}
			}
			f := calls[k]
			f.N++
			f.Won += flag(iWon)
			f.Lost += flag(iLost)
			if d.Deal.Tricks >= 0 {
				f.Told++
				f.Tricks += int64(d.Deal.Tricks)
			}
			f.Over += int64(d.Result.Over)
			f.Under += int64(d.Result.Under)
			f.Money = f.Money.Plus(years.NewMean(1, net, net*net))
		}
		if (d.Deal.Call == rules.Misere || d.Deal.Call == rules.MisereOuverte) && !mine && iWon {
			out.Broken++
		}
		if mine && (iWon || iLost) {
			won, lost = append(won, iWon), append(lost, iLost)
		}
		dry = append(dry, !(mine && iWon))
		for i, c := range d.Chairs {
			o := rules.Seat(i + 1)
			if o == s || !d.Deal.Active(o) || !called {
				continue
			}
			theirs := rightSide(d, o)
			switch {
			case mine && theirs:
				f := pair(c.Player)
				f.Together++
				f.Won += flag(iWon)
				f.Lost += flag(iLost)
				f.Amount += net + d.Result.Net[o]
			case mine != theirs:
				pair(c.Player).Against++
			}
		}
		for _, pay := range d.Result.Pays() {
			if pay.To == s {
				pair(d.Chairs[pay.From-1].Player).Got += pay.Amount
			}
			if pay.From == s {
				pair(d.Chairs[pay.To-1].Player).Paid += pay.Amount
			}
		}
	})
	for _, call := range rules.Calls() {
		for part, list := range map[string]*[]CallFigures{"called": &out.Called, "accepted": &out.Accepted,
			"against": &out.Against} {
			if f := calls[key{part, call}]; f != nil {
				*list = append(*list, *f)
			}
		}
	}
	if f := calls[key{"each", rules.GeneralMisere}]; f != nil {
		out.Misery = *f
	}
	for _, place := range []int{41, 42, 43, 44, 31, 32, 33} {
		if s := seats[place]; s != nil {
			out.Seats = append(out.Seats, *s)
		}
	}
	for _, f := range pairs {
		out.Pairs = append(out.Pairs, *f)
	}
	slices.SortFunc(out.Pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
	if more := len(out.Evenings) - r.newest; more > 0 {
		out.Evenings = out.Evenings[more:]
		out.Months = slices.DeleteFunc(months, func(m MonthPoint) bool { return m.Nights == 0 && m.Score == 0 })
	}
	out.WonInARow, out.LostInARow, out.Driest = longest(won), longest(lost), longest(dry)
	out.Dry = atTheEnd(dry)
	out.UpInARow, out.DownInARow, out.UpNow, out.DownNow = longest(
		up,
	), longest(
		down,
	), atTheEnd(
		up,
	), atTheEnd(
		down,
	)
	return out
}

func longest(row []bool) int {
	best := 0
	for i := range row {
		n := 0
		for j := i; j < len(row) && row[j]; j++ {
			n++
		}
		best = max(best, n)
	}
	return best
}

func atTheEnd(row []bool) int {
	n := 0
	for i := len(row) - 1; i >= 0 && row[i]; i-- {
		n++
	}
	return n
}

// circle works the circle's page out.
func (r *reckoned) circle(pages []*PlayerBook, money rules.Money, span Span, from int) *CircleBook {
	out := &CircleBook{Money: money, Span: span, Heat: map[PlayerID][]CallFigures{}}
	for _, n := range r.nights {
		out.Nights += flag(len(n.Deals) > 0)
	}
	calls := map[rules.Call]*CallFigures{}
	r.each(func(n *Night, d *Dealt) {
		out.Deals++
		out.Played += flag(d.Deal.Caller != 0 || d.Deal.Call == rules.GeneralMisere)
		var side int64 // of the caller and the partner
		for i := range d.Chairs {
			s := rules.Seat(i + 1)
			if d.Deal.Active(s) {
				out.Revokes += int64(d.Deal.Revokes[s])
			}
			if d.Deal.Caller != 0 && rightSide(d, s) {
				side += d.Result.Net[s]
			}
		}
		told, tricks := int64(0), int64(0)
		if d.Deal.Tricks >= 0 {
			told, tricks = 1, int64(d.Deal.Tricks)
		}
		one := CallFigures{
			Call: d.Deal.Call, N: 1, Won: flag(d.Result.Outcome == rules.Won),
			Lost: flag(d.Result.Outcome == rules.Lost), Told: told, Tricks: tricks,
			Over: int64(d.Result.Over), Under: int64(d.Result.Under), Money: years.NewMean(1, side, side*side),
		}
		addFigures(calls, one)
	})
	out.Calls = inRank(calls)

	seats := map[int]*SeatFigures{}
	for _, p := range pages {
		line := PlayerStanding{
			Player:  p.Player.ID,
			Name:    p.Player.Name,
			Face:    p.Player.Face,
			Away:    p.Player.Away,
			Score:   p.Score,
			Nights:  p.Nights,
			Up:      p.Up,
			Down:    p.Down,
			Deals:   p.Deals,
			Won:     p.DealsWon,
			Revokes: p.Revokes,
			Broken:  p.Broken,
			Out:     p.Out,
		}
		if p.Nights != 0 || p.Score != 0 || p.Penalties != 0 || p.Played != 0 || p.Out != 0 {
			out.Standing = append(out.Standing, line)
		}
		for _, s := range p.Seats {
			at := seats[s.Active*10+s.Place]
			if at == nil {
				at = &SeatFigures{Active: s.Active, Place: s.Place}
				seats[s.Active*10+s.Place] = at
			}
			at.Deals, at.Amount, at.Called, at.Won, at.Lost = at.Deals+s.Deals, at.Amount+s.Amount, at.Called+s.Called,
				at.Won+s.Won, at.Lost+s.Lost
			at.Money = at.Money.Plus(s.Money)
		}
		r.circleRecords(out, p)
	}
	r.circleEquals(out, pages)
	for _, place := range []int{41, 42, 43, 44, 31, 32, 33} {
		if s := seats[place]; s != nil {
			out.Seats = append(out.Seats, *s)
		}
	}
	slices.SortFunc(out.Standing, func(a, b PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
	})
	out.Shown = slices.DeleteFunc(
		slices.Clone(out.Standing),
		func(p PlayerStanding) bool { return p.Deals == 0 },
	)
	slices.SortFunc(out.Shown, func(a, b PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Deals, a.Deals), cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
	})
	if len(out.Shown) > 0 {
		out.Shown = out.Shown[min(from, len(out.Shown)-1):]
	}
	out.Shown = out.Shown[:min(12, len(out.Shown))]
	shown := func(p PlayerID) bool {
		return slices.ContainsFunc(out.Shown, func(s PlayerStanding) bool { return s.Player == p })
	}
	for _, p := range pages {
		if !shown(p.Player.ID) {
			continue
		}
		both := map[rules.Call]*CallFigures{}
		for _, f := range slices.Concat(p.Called, p.Accepted) {
			addFigures(both, f)
		}
		out.Heat[p.Player.ID] = inRank(both)
		for _, f := range p.Pairs {
			if !shown(f.B) {
				continue
			}
			if f.Together > 0 && f.A < f.B {
				out.Partners = append(out.Partners, f)
			}
			if net := f.Got - f.Paid; net > 0 || net == 0 && f.Got > 0 && f.A < f.B {
				out.Rivals = append(out.Rivals, f)
			}
		}
	}
	slices.SortFunc(out.Partners, func(a, b PairFigures) int {
		return cmp.Or(
			cmp.Compare(b.Together, a.Together),
			cmp.Compare(a.NameA, b.NameA),
			cmp.Compare(a.NameB, b.NameB),
		)
	})
	slices.SortFunc(out.Rivals, func(a, b PairFigures) int {
		return cmp.Or(
			cmp.Compare(b.Got-b.Paid, a.Got-a.Paid),
			cmp.Compare(a.NameA, b.NameA),
			cmp.Compare(a.NameB, b.NameB),
		)
	})
	out.Partners = out.Partners[:min(len(out.Partners), years.PairsShown)]
	out.Rivals = out.Rivals[:min(len(out.Rivals), years.PairsShown)]
	return out
}

// circleRecords holds somebody's best and worst against the circle's. Of equal ones the earliest counts, and
// of one evening whoever came into the book first.
func (r *reckoned) circleRecords(out *CircleBook, p *PlayerBook) {
	earlier := func(aDate string, aNight NightID, a PlayerID, bDate string, bNight NightID, b PlayerID) bool {
		return cmp.Or(cmp.Compare(aDate, bDate), cmp.Compare(aNight, bNight), cmp.Compare(a, b)) < 0
	}
	for _, e := range []struct {
		mine *EveningPoint
		to   **years.EveningRecord
		sign int64
	}{{p.Best, &out.Best, 1}, {p.Worst, &out.Worst, -1}} {
		if e.mine == nil {
			continue
		}
		was := *e.to
		if was == nil || e.sign*e.mine.Score > e.sign*was.Score ||
			e.mine.Score == was.Score &&
				earlier(e.mine.Date, e.mine.Night, p.Player.ID, was.Date, was.Night, was.Player) {
			*e.to = &years.EveningRecord{Player: p.Player.ID, Name: p.Player.Name, EveningPoint: *e.mine}
		}
	}
	if d, was := p.BestDeal, out.BestDeal; d != nil && (was == nil || d.Amount > was.Amount ||
		d.Amount == was.Amount && earlier(d.Date, d.Night, d.Player, was.Date, was.Night, was.Player)) {
		out.BestDeal = d
	}
}

// circleEquals adds those who share the records: of the evening, in the order they came into the book; of the
// deal, as they sat.
func (r *reckoned) circleEquals(out *CircleBook, pages []*PlayerBook) {
	for _, e := range []*years.EveningRecord{out.Best, out.Worst} {
		if e == nil {
			continue
		}
		n := r.nights[slices.IndexFunc(r.nights, func(n *Night) bool { return n.ID == e.Night })]
		for _, p := range pages {
			at := slices.IndexFunc(n.People, func(q Person) bool { return q.ID == p.Player.ID })
			if at < 0 || p.Player.ID == e.Player ||
				!slices.ContainsFunc(n.Deals, func(d *Dealt) bool { return d.seat(p.Player.ID) != 0 }) {
				continue
			}
			if sum := n.People[at].Sum; sum.Deals+sum.Penalties == e.Score {
				e.Equals = append(e.Equals, p.Player.Name)
			}
		}
	}
	r.each(func(n *Night, d *Dealt) {
		for i := range d.Chairs {
			if best := out.BestDeal; best != nil && best.Deal == d.ID && best.Night == n.ID &&
				d.Result.Net[i+1] == best.Amount {
				out.BestDealBy = append(out.BestDealBy, d.Names[i])
			}
		}
	})
}

func addFigures(to map[rules.Call]*CallFigures, f CallFigures) {
	at := to[f.Call]
	if at == nil {
		at = &CallFigures{Call: f.Call}
		to[f.Call] = at
	}
	at.N, at.Won, at.Lost = at.N+f.N, at.Won+f.Won, at.Lost+f.Lost
	at.Told, at.Tricks, at.Over, at.Under = at.Told+f.Told, at.Tricks+f.Tricks, at.Over+f.Over, at.Under+f.Under
	at.Money = at.Money.Plus(f.Money)
}

// inRank lists figures in the usual order of the calls.
func inRank(all map[rules.Call]*CallFigures) (out []CallFigures) {
	for _, c := range slices.Sorted(maps.Keys(all)) {
		out = append(out, *all[c])
	}
	return out
}
