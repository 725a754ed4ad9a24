package years

// Somebody's page worked out the straight way: deal by deal from the sheets, with the settlement at hand.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// straight works out the page that p is. Only at which evenings they were without anything coming of it is
// taken from it.
func straight(s *state.State, p *Person, newest int) *Person {
	var nights []*state.Night
	for n := range s.Nights() {
		if n.Meeting == 0 && n.Money() == p.Money && p.Span.Holds(n.Date) {
			nights = append(nights, n)
		}
	}
	slices.SortFunc(nights, byDate)
	w := &straightly{Person: &Person{Player: p.Player, Money: p.Money, Span: p.Span}, s: s, me: p.Player.ID,
		calls: map[callAs]*CallFigures{}, pairs: map[chain.PlayerID]*PairFigures{},
		met: map[chain.PlayerID]map[chain.NightID]bool{}}
	for _, n := range nights {
		w.night(n, slices.ContainsFunc(p.Evenings, func(e EveningPoint) bool { return e.Night == n.ID }))
	}
	for _, call := range rules.Calls() {
		for part, list := range map[string]*[]CallFigures{
			"called": &w.Called, "accepted": &w.Accepted, "against": &w.Against,
		} {
			if f := w.calls[callAs{part, call}]; f != nil {
				*list = append(*list, *f)
			}
		}
	}
	if f := w.calls[callAs{"each", rules.GeneralMisere}]; f != nil {
		w.Misery = *f
	}
	for _, f := range w.pairs {
		w.Pairs = append(w.Pairs, *f)
	}
	slices.SortFunc(w.Pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
	for other, evenings := range w.met {
		if other != w.me && len(evenings) >= LeastEvenings {
			w.Rivals = append(w.Rivals, other)
		}
	}
	slices.Sort(w.Rivals)
	if more := len(w.Evenings) - newest; more > 0 {
		w.Evenings, w.Months = w.Evenings[more:], w.months
	}
	w.WonInARow, w.LostInARow, w.Driest, w.Dry = longest(w.won), longest(w.lost), longest(w.dry), atTheEnd(w.dry)
	w.UpInARow, w.DownInARow, w.UpNow, w.DownNow = longest(w.up), longest(w.down),
		atTheEnd(w.up), atTheEnd(w.down)
	return w.Person
}

type callAs struct {
	part string
	call rules.Call
}

type straightly struct {
	*Person
	s  *state.State
	me chain.PlayerID

	calls                    map[callAs]*CallFigures
	pairs                    map[chain.PlayerID]*PairFigures
	met                      map[chain.PlayerID]map[chain.NightID]bool
	months                   []MonthPoint
	won, lost, dry, up, down []bool
}

func (w *straightly) night(n *state.Night, there bool) {
	var score, penalties int64
	var sat bool
	for _, at := range sheetByHand(w.s, n) {
		chairs, result := at.view.ChairsOf(at.v), at.view.Result(at.v)
		for i, c := range chairs {
			if seat := rules.Seat(i + 1); c.Pays() == w.me {
				score, there = score+result.Net[seat], true
			}
			sat = sat || c.Player == w.me
		}
		if seat := chain.SeatOf(chairs, w.me); seat != 0 {
			w.deal(n, at, chairs, &result, seat)
			for _, c := range chairs {
				if w.met[c.Player] == nil {
					w.met[c.Player] = map[chain.NightID]bool{}
				}
				w.met[c.Player][n.ID] = true
			}
		}
	}
	for _, table := range append([]chain.NightID{n.ID}, w.s.Tables(n.ID)...) {
		for _, o := range w.s.Night(table).Others {
			for _, move := range o.Transfers {
				if o.Kind == chain.KindPenalty && w.s.Names().Who(move.To) == w.me {
					penalties += move.Amount
				}
				if o.Kind == chain.KindPenalty && w.s.Names().Who(move.From) == w.me {
					penalties -= move.Amount
				}
			}
		}
	}
	if score += penalties; !there && !sat && score == 0 && penalties == 0 {
		return
	}
	w.Score, w.Penalties = w.Score+score, w.Penalties+penalties
	e := EveningPoint{Night: n.ID, Date: n.Date, Score: score, After: w.Score, Open: n.Closed == 0}
	w.Evenings = append(w.Evenings, e)
	w.Open += one(n.Closed == 0 && (sat || score != 0))
	if sat || score != 0 {
		if at := len(w.months) - 1; at < 0 || w.months[at].Month != n.Date[:7] {
			w.months = append(w.months, MonthPoint{Month: n.Date[:7]})
		}
		month := &w.months[len(w.months)-1]
		month.Nights, month.Score, month.After = month.Nights+one(sat), month.Score+score, w.Score
	}
	if !sat {
		return
	}
	e.After, e.Open = 0, false
	w.Nights, w.Up, w.Down = w.Nights+1, w.Up+one(score > 0), w.Down+one(score < 0)
	if n.Closed == 0 {
		return
	}
	w.up, w.down = append(w.up, score > 0), append(w.down, score < 0)
	if w.Best == nil || score > w.Best.Score {
		w.Best = &e
	}
	if w.Worst == nil || score < w.Worst.Score {
		w.Worst = &e
	}
}

func (w *straightly) deal(
	n *state.Night, at onSheet, chairs []chain.Chair, result *rules.Result, s rules.Seat,
) {
	d := at.v.Said()
	if !d.Active(s) {
		w.Out++
		return
	}
	net := result.Net[s]
	w.Deals, w.Played, w.Revokes = w.Deals+1, w.Played+net, w.Revokes+int64(d.Revokes[s])
	point := &DealPoint{Night: n.ID, Deal: at.v.Deal, Date: n.Date,
		Player: w.me, Name: w.Player.Name, Amount: net, Call: d.Call}
	if net > 0 && (w.BestDeal == nil || net > w.BestDeal.Amount) {
		w.BestDeal = point
	}
	if net < 0 && (w.WorstDeal == nil || net < w.WorstDeal.Amount) {
		w.WorstDeal = point
	}
	called, right := d.Caller != 0, func(s rules.Seat) bool { return s == d.Caller || s == d.Partner }
	mine := called && right(s)
	iWon := result.Outcome == rules.Won && mine || result.Outcome == rules.Lost && called && !mine
	iLost := result.Outcome == rules.Lost && mine || result.Outcome == rules.Won && called && !mine
	k := callAs{"against", d.Call}
	switch {
	case d.Call == rules.GeneralMisere:
		k.part, iWon, iLost = "each", net > 0, net < 0
	case s == d.Caller:
		k.part = "called"
	case s == d.Partner:
		k.part = "accepted"
	}
	if called || k.part == "each" {
		if w.calls[k] == nil {
			w.calls[k] = &CallFigures{Call: d.Call}
		}
		f := w.calls[k]
		f.N, f.Won, f.Lost = f.N+1, f.Won+one(iWon), f.Lost+one(iLost)
		if d.Tricks >= 0 {
			f.Told, f.Tricks = f.Told+1, f.Tricks+int64(d.Tricks)
		}
		f.Over, f.Under = f.Over+int64(result.Over), f.Under+int64(result.Under)
		f.Money = f.Money.plus(Mean{1, net, net * net})
	}
	w.Broken += one((d.Call == rules.Misere || d.Call == rules.MisereOuverte) && !mine && iWon)
	if mine && d.Tricks >= 0 {
		w.Tricks[d.Call].Won[d.Tricks] += one(iWon)
		w.Tricks[d.Call].Lost[d.Tricks] += one(iLost)
	}
	if mine && (iWon || iLost) {
		w.won, w.lost = append(w.won, iWon), append(w.lost, iLost)
	}
	w.dry = append(w.dry, !(mine && iWon))
	for i, c := range chairs {
		o := rules.Seat(i + 1)
		if o == s || !d.Active(o) || !called {
			continue
		}
		if mine == right(o) && !mine {
			continue
		}
		if f := w.pair(c.Player); mine && right(o) {
			f.Together, f.Won, f.Lost = f.Together+1, f.Won+one(iWon), f.Lost+one(iLost)
			f.Amount += net + result.Net[o]
		} else {
			f.Against++
		}
	}
	for _, pay := range result.Pays() {
		if pay.To == s {
			w.pair(chairs[pay.From-1].Player).Got += pay.Amount
		}
		if pay.From == s {
			w.pair(chairs[pay.To-1].Player).Paid += pay.Amount
		}
	}
}

func (w *straightly) pair(o chain.PlayerID) *PairFigures {
	if w.pairs[o] == nil {
		names := w.s.Names()
		w.pairs[o] = &PairFigures{A: w.me, NameA: w.Player.Name, B: o, NameB: names.Name(o), FaceA: w.Player.Face,
			FaceB: names.Face(o)}
	}
	return w.pairs[o]
}
