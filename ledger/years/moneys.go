package years

// What the moneys of the book came to: in all, for each player, and for who won a season.

import (
	"cmp"
	"slices"

	"ouverte/ledger/face"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type Played struct {
	Money  rules.Money
	Nights int64
	Deals  int64
}

// PlayedFor lists the moneys anybody sat down for, the one with most evenings first. One with evenings and no
// deal may still have penalties.
func PlayedFor(s *state.State) []Played { return read(s).playedFor(Span{}) }

func (r *reader) playedFor(span Span) (out []Played) {
	for _, n := range r.nights("", span) {
		deals := 0
		for _, part := range r.parts(n) {
			deals += part.Count
		}
		i := slices.IndexFunc(out, func(p Played) bool { return p.Money == n.Money() })
		if i < 0 {
			i, out = len(out), append(out, Played{Money: n.Money()})
		}
		if deals > 0 {
			out[i].Nights++
			out[i].Deals += int64(deals)
		}
	}
	slices.SortFunc(out, func(a, b Played) int {
		return cmp.Or(cmp.Compare(b.Nights, a.Nights), cmp.Compare(a.Money, b.Money))
	})
	return out
}

type MoneyScore struct {
	Money rules.Money
	Score int64
}

// WhoPlayed tells of everybody, by person, whether they sat at a deal that stands.
func WhoPlayed(s *state.State) []bool {
	r := read(s)
	out := make([]bool, len(r.who))
	for n := range s.Nights() {
		for _, m := range n.Members {
			if p := r.who[m.ID]; m.Sat && !out[p] {
				out[p] = slices.ContainsFunc(n.Deals, func(d state.Deal) bool {
					v := n.Stands(&d)
					return v != nil && slices.ContainsFunc(v.Players[:v.Seats], func(id int32) bool {
						return r.who[id] == p
					})
				})
			}
		}
	}
	return out
}

type SeasonWon struct {
	Money         rules.Money
	Nights, Deals int64
	Names         []string // who won most, those who won as much too; none where nobody is up
	Faces         []face.Face
	Score         int64
}

// Won tells who won a season, for each money a deal was played for, that with most evenings first.
func Won(s *state.State, season Span) (out []SeasonWon) {
	r := read(s)
	for _, p := range r.playedFor(season) {
		if p.Deals == 0 {
			continue
		}
		c := r.counter().count(p.Money, season).circle(p.Money, season)
		won := SeasonWon{Money: p.Money, Nights: p.Nights, Deals: p.Deals}
		won.Names, won.Score = c.Champions()
		for _, p := range c.Standing[:len(won.Names)] {
			won.Faces = append(won.Faces, p.Face)
		}
		out = append(out, won)
	}
	return out
}

// Second are those who came next to a single champion, and by how much.
func (o *Circle) Second() (names []string, behind int64) {
	if won, score := o.Champions(); len(won) == 1 {
		for _, p := range o.Standing[1:] {
			if p.Score == o.Standing[1].Score {
				names, behind = append(names, p.Name), score-p.Score
			}
		}
	}
	return names, behind
}

// Champions are those who won most; none where nobody won anything.
func (o *Circle) Champions() (names []string, score int64) {
	for _, p := range o.Standing {
		if p.Score > 0 && p.Score == o.Standing[0].Score {
			names, score = append(names, p.Name), p.Score
		}
	}
	return names, score
}
