package years

// A circle's page against its persons' pages, and both against the sheets.

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// compareWithCircle holds a person's page against the circle's.
func compareWithCircle(t *testing.T, c *Circle, stood PlayerStanding, p *Person) {
	t.Helper()
	if p.Tally != stood.Tally {
		t.Fatalf("%s stands with\n%+v, on the circle's page\n%+v", stood.Name, p.Tally, stood.Tally)
	}
	at := slices.IndexFunc(c.Shown, func(q PlayerStanding) bool { return q.Player == stood.Player })
	if at < 0 {
		return
	}
	for _, f := range c.Heat[stood.Player] {
		called, accepted := CallIn(p.Called, f.Call), CallIn(p.Accepted, f.Call)
		if called.N+accepted.N != f.N || called.Won+accepted.Won != f.Won || called.Over+accepted.Over != f.Over ||
			called.Tricks+accepted.Tricks != f.Tricks || called.Money.plus(accepted.Money) != f.Money {
			t.Fatalf("%s called %+v and accepted %+v, the circle has %+v", stood.Name, called, accepted, f)
		}
	}
	for _, f := range c.Pairs {
		if f.A != stood.Player {
			continue
		}
		i := slices.IndexFunc(p.Pairs, func(mine PairFigures) bool { return mine.B == f.B })
		if i < 0 || p.Pairs[i] != f {
			t.Fatalf("%s has %+v, the circle %+v", stood.Name, p.Pairs, f)
		}
	}
	compareRace(t, c.Race, c.Race.Lines[at], p)
	if s := c.Race.Streaks[at]; s.Up != p.UpInARow || s.Made != p.WonInARow {
		t.Fatalf("the streaks of %s are %+v, their page has %d and %d", stood.Name, s, p.UpInARow, p.WonInARow)
	}
	var results []Result
	for _, e := range c.Results {
		if e.Player == stood.Player {
			results = append(results, e)
		}
	}
	if int64(len(results)) != p.Nights {
		t.Fatalf("%s has %d results of %d evenings", stood.Name, len(results), p.Nights)
	}
	if b := c.Best; b != nil && b.Player == stood.Player && (*p.Best != b.EveningPoint) {
		t.Fatalf("the best evening is %+v, that of %s %+v", b, stood.Name, p.Best)
	}
	if d := c.BestDeal; d != nil && d.Player == stood.Player && (*p.BestDeal != *d) {
		t.Fatalf("the best deal is %+v, that of %s %+v", d, stood.Name, p.BestDeal)
	}
}

// compareRace holds somebody's line against their evenings.
func compareRace(t *testing.T, race *Race, line Line, p *Person) {
	t.Helper()
	if last := len(race.Marks); line.Player != p.Player.ID || len(line.Points) != last+1 ||
		line.Points[0] != 0 ||
		line.Points[last] != p.Score {
		t.Fatalf("the line of %s ends with %+v, their score is %d", p.Player.Name, line, p.Score)
	}
	if !race.Monthly {
		for m, mark := range race.Marks {
			var want int64
			for _, e := range p.Evenings {
				if e.Date < mark.Date || e.Date == mark.Date && e.Night <= mark.Night {
					want = e.After
				}
			}
			if line.Points[m+1] != want {
				t.Fatalf("%s after %+v: %d, want %d", p.Player.Name, mark, line.Points[m+1], want)
			}
		}
	}
}

// compareEvenings holds who took each evening, and who was ahead after it, against all results.
func compareEvenings(t *testing.T, c *Circle) {
	t.Helper()
	results, score := c.Results, map[chain.PlayerID]int64{}
	for _, e := range c.Evenings {
		var most int64
		var by []chain.PlayerID
		for len(results) > 0 && results[0].Night == e.Night {
			r := results[0]
			if results = results[1:]; r.Score > most {
				most, by = r.Score, nil
			}
			if r.Score > 0 && r.Score == most {
				by = append(by, r.Player)
			}
			if r.Low > min(0, r.Score) && r.Low > 0 {
				t.Fatalf("%+v was never so far down", r)
			}
			score[r.Player] += r.Score
		}
		if most != e.Score || !slices.Equal(by, e.By) {
			t.Fatalf("evening %d was taken by %v with %d, it says %v with %d", e.Night, by, most, e.By, e.Score)
		}
	}
	if len(results) > 0 {
		t.Fatalf("results of no evening: %v", results)
	}
	if n := len(c.Race.Led); n > 0 {
		var first chain.PlayerID
		names, _ := c.Champions()
		if len(names) == 1 {
			first = c.Standing[0].Player
		}
		if c.Race.Led[n-1] != first {
			t.Fatalf("%d leads in the end, of %+v", c.Race.Led[n-1], c.Standing)
		}
	}
}

// compareDeals holds what the circle's page counts of all deals against the sheets.
func compareDeals(t *testing.T, s *state.State, c *Circle) {
	t.Helper()
	var deals, played int64
	var tricks [rules.CallNumbers]Tricks
	calls := map[rules.Call]*CallFigures{}
	for n := range s.Nights() {
		if n.Meeting != 0 || n.Money() != c.Money || !c.Span.Holds(n.Date) {
			continue
		}
		for _, at := range sheetByHand(s, n) {
			d, result := at.v.Said(), at.view.Result(at.v)
			deals, played = deals+1, played+one(d.Caller != 0 || d.Call == rules.GeneralMisere)
			f := calls[d.Call]
			if f == nil {
				f = &CallFigures{Call: d.Call}
				calls[d.Call] = f
			}
			won, lost := result.Outcome == rules.Won, result.Outcome == rules.Lost
			f.N, f.Won, f.Lost = f.N+1, f.Won+one(won), f.Lost+one(lost)
			if d.Tricks >= 0 {
				f.Told, f.Tricks = f.Told+1, f.Tricks+int64(d.Tricks)
			}
			if d.Tricks >= 0 && d.Caller != 0 {
				tricks[d.Call].Won[d.Tricks] += one(won)
				tricks[d.Call].Lost[d.Tricks] += one(lost)
			}
			f.Over, f.Under = f.Over+int64(result.Over), f.Under+int64(result.Under)
			var side int64
			if d.Caller != 0 {
				side = result.Net[d.Caller] + result.Net[d.Partner]
			}
			f.Money = f.Money.plus(Mean{1, side, side * side})
		}
	}
	var want []CallFigures
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		want = append(want, *calls[call])
	}
	if c.Deals != deals || c.Played != played || !slices.Equal(c.Calls, want) || c.Tricks != tricks {
		t.Fatalf("%d deals, %d played, %+v; by the sheets %d, %d, %+v", c.Deals, c.Played, c.Calls,
			deals, played, want)
	}
}

type onSheet struct {
	v    *state.Version
	view *state.ResolvedNight
	at   chain.EntryID
}

// sheetByHand are the deals of a night at all its tables, in the order they were dealt.
func sheetByHand(s *state.State, n *state.Night) (out []onSheet) {
	for _, table := range append([]chain.NightID{n.ID}, s.Tables(n.ID)...) {
		n := s.Resolve(table)
		var at chain.EntryID
		for _, d := range n.Stand() {
			if !d.Inserted {
				at = max(at, chain.EntryID(d.ID))
			}
			out = append(out, onSheet{n.Stands(d), n, at})
		}
	}
	slices.SortStableFunc(out, func(a, b onSheet) int { return cmp.Compare(a.at, b.at) })
	return out
}

func longest(row []bool) (best int) {
	for i := range row {
		best = max(best, atTheEnd(row[:i+1]))
	}
	return best
}

func atTheEnd(row []bool) (n int) {
	for i := len(row) - 1; i >= 0 && row[i]; i-- {
		n++
	}
	return n
}
