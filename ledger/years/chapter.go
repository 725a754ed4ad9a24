package years

// Facts of a chapter that follow from its figures.

import (
	"cmp"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Of is somebody of the standing; nobody where they aren't in it.
func (o *Circle) Of(p chain.PlayerID) PlayerStanding {
	if i := o.row(p); i >= 0 {
		return o.Standing[i]
	}
	return PlayerStanding{}
}

func (o *Circle) row(p chain.PlayerID) int {
	return slices.IndexFunc(o.Standing, func(s PlayerStanding) bool { return s.Player == p })
}

// Place is where somebody stands, from 1; who won as much shares a place. Who isn't in the standing has none.
func (o *Circle) Place(p chain.PlayerID) int {
	if o.row(p) < 0 {
		return 0
	}
	score := o.Of(p).Score
	return 1 + slices.IndexFunc(o.Standing, func(s PlayerStanding) bool { return s.Score == score })
}

// Ranked are those shown, best first.
func (o *Circle) Ranked() []PlayerStanding {
	return slices.DeleteFunc(slices.Clone(o.Standing), func(p PlayerStanding) bool {
		return !slices.ContainsFunc(o.Shown, func(s PlayerStanding) bool { return s.Player == p.Player })
	})
}

// Kitty is what the standing lacks of nothing.
func (o *Circle) Kitty() (score int64) {
	for _, p := range o.Standing {
		score -= p.Score
	}
	return score
}

// Ended are how many results lie above nothing and below.
func (o *Circle) Ended() (up, down int64) {
	for _, p := range o.Standing {
		up, down = up+p.Up, down+p.Down
	}
	return up, down
}

// AheadSince is the mark since which the one who leads was ahead of everybody, from 0; ok is false where
// several lead, or nobody.
func (o *Circle) AheadSince() (since int, ok bool) {
	reigns := o.Race.Reigns()
	if len(reigns) == 0 {
		return 0, false
	}
	last := reigns[len(reigns)-1]
	return last.From, last.Who != 0
}

// ChampionsOf are those who won most in a part of the span.
func (o *Circle) ChampionsOf(part Span) (names []string, score int64) {
	scores := map[chain.PlayerID]int64{}
	from, _ := slices.BinarySearchFunc(o.went, part.From, func(e attended, day string) int {
		return cmp.Compare(e.night.Date, day)
	})
	for _, e := range o.went[from:] {
		if !part.Holds(e.night.Date) {
			break
		}
		scores[e.player] += e.score
	}
	within := Circle{Standing: slices.Clone(o.Standing)}
	for i := range within.Standing {
		within.Standing[i].Score = scores[within.Standing[i].Player]
	}
	slices.SortStableFunc(within.Standing, best)
	return within.Champions()
}

// Shared are how many evenings more than one took.
func (o *Circle) Shared() (n int) {
	for _, e := range o.Evenings {
		n += int(one(len(e.By) > 1))
	}
	return n
}

// Regulars are the takers among those shown who came more than a few times.
func (o *Circle) Regulars() []Taker {
	return slices.DeleteFunc(o.Takers(o.Shown), func(t Taker) bool { return t.Nights < Few })
}

// Ending is how evenings end for somebody: their results, newest last, and the middle one.
type Ending struct {
	PlayerStanding
	Results []*Result
	Middle  int64
}

// Middle is the middle one of somebody's results.
func (o *Circle) Middle(p chain.PlayerID) int64 {
	var of []*Result
	for i := range o.Results {
		if o.Results[i].Player == p {
			of = append(of, &o.Results[i])
		}
	}
	return middleOf(of)
}

// Endings are those of each one shown who has any, the best middle first.
func (o *Circle) Endings() []Ending {
	out := make([]Ending, len(o.Shown))
	at := make(map[chain.PlayerID]*Ending, len(out))
	for i, p := range o.Shown {
		out[i].PlayerStanding, at[p.Player] = p, &out[i]
	}
	for i := range o.Results {
		r := &o.Results[i]
		if e := at[r.Player]; e != nil {
			e.Results = append(e.Results, r)
		}
	}
	for i := range out {
		out[i].Middle = middleOf(out[i].Results)
	}
	out = slices.DeleteFunc(out, func(e Ending) bool { return len(e.Results) == 0 })
	slices.SortStableFunc(out, func(a, b Ending) int { return cmp.Compare(b.Middle, a.Middle) })
	return out
}

// Upsets are how many pairs of those shown are not quits, and those in which the better placed has paid the
// other, seen from the better.
func (o *Circle) Upsets() (pairs int, upset []PairFigures) {
	people := o.Ranked()
	for i, p := range people {
		for _, other := range people[i+1:] {
			f := o.Between(p.Player, other.Player)
			pairs += int(one(f.Net() != 0))
			if f.Net() < 0 && p.Score > other.Score {
				upset = append(upset, f)
			}
		}
	}
	return pairs, upset
}

// PlayedCalls are the calls of the deals that were played, with what each of those who called had by them.
func (o *Circle) PlayedCalls() (out []CallFigures) {
	for _, f := range o.Calls {
		if f.Call == rules.Prop {
			f.Money = f.Money.half()
		}
		if f.Call.Biddable() {
			out = append(out, f)
		}
	}
	return out
}

// OwnCalls are those that somebody shown made or accepted.
func (o *Circle) OwnCalls() []rules.Call {
	return slices.DeleteFunc(slices.Clone(rules.BiddableCalls()), func(c rules.Call) bool {
		return !slices.ContainsFunc(o.Shown, func(p PlayerStanding) bool {
			return CallIn(o.Heat[p.Player], c).N > 0
		})
	})
}

// Contrast is a call that brought one of two people much and the other little.
type Contrast struct {
	Low, High       string // their names
	LowHad, HighHad CallFigures
	Others          Rate // of all but the one it brought little
	Chance          bool // the two are no farther apart than luck takes them
}

// Contrast is that of those farthest apart, of calls made more than a few times; nil where there are none.
func (o *Circle) Contrast() (out *Contrast) {
	most := 0.
	for _, call := range rules.BiddableCalls() {
		for _, low := range o.Shown {
			for _, high := range o.Shown {
				a, b := CallIn(o.Heat[low.Player], call), CallIn(o.Heat[high.Player], call)
				if min(a.N, b.N) < 2*Few {
					continue
				}
				one, _ := a.Money.Give()
				other, _ := b.Money.Give()
				apart := (b.Money.Each() - a.Money.Each()) / max(1, math.Hypot(one, other))
				if apart <= most {
					continue
				}
				all := CallIn(o.Calls, call).Rate()
				most, out = apart, &Contrast{low.Name, high.Name, a, b, all.less(a.Rate()), apart <= 1}
			}
		}
	}
	return out
}

// CallIn are the figures of a call among some.
func CallIn(all []CallFigures, c rules.Call) CallFigures {
	for _, f := range all {
		if f.Call == c {
			return f
		}
	}
	return CallFigures{Call: c}
}

// shapedFrom is of how many deals the tricks of a call have a shape.
const shapedFrom = 30

// Shaped are the calls whose tricks have one.
func Shaped(calls []CallFigures) []CallFigures {
	return slices.DeleteFunc(slices.Clone(calls), func(f CallFigures) bool {
		return !f.Call.Biddable() || f.Told < shapedFrom
	})
}

// Sides are the calls somebody made and accepted, together.
func (p *Person) Sides() (out []CallFigures) {
	for _, c := range rules.BiddableCalls() {
		f, accepted := CallIn(p.Called, c), CallIn(p.Accepted, c)
		f.N, f.Won, f.Lost, f.Told = f.N+accepted.N, f.Won+accepted.Won, f.Lost+accepted.Lost, f.Told+accepted.Told
		if f.Money = f.Money.plus(accepted.Money); f.N > 0 {
			out = append(out, f)
		}
	}
	return out
}

// Met are the calls met as an opponent, and the general misère, where each plays for himself.
func (p *Person) Met() []CallFigures {
	out := slices.Clone(p.Against)
	if p.Misery.N > 0 {
		out = append(out, p.Misery)
	}
	return out
}

// Peak is the most that one evening of theirs brought, or one month where the story is of months; nothing
// where none brought any.
func (p *Person) Peak() (most int64) {
	for _, m := range p.Months {
		most = max(most, m.Score)
	}
	for _, e := range p.Evenings {
		if len(p.Months) == 0 {
			most = max(most, e.Score)
		}
	}
	return most
}
