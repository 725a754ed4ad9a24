package years

// Who won each season.

import (
	"slices"

	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// SeasonWon is what a season came to in one money.
type SeasonWon struct {
	Money         rules.Money
	Nights, Deals int64
	Names         []string // who won most, those who won as much too; none where nobody is up
	Faces         []face.Face
	Score         int64
}

// Won tells who won a season, for each money a deal was played for, that with most evenings first.
func (r *Reading) Won(names *people.Roster, season Span) ([]SeasonWon, error) {
	moneys, err := r.moneys()
	if err != nil {
		return nil, err
	}
	var out []SeasonWon
	for _, m := range moneys {
		t, err := r.total(m, season)
		if err != nil {
			return nil, err
		}
		all := cell(t.standing, wholeCircle)
		if all.deals == 0 {
			continue
		}
		c := &Circle{Money: m, Span: season}
		c.fill(t.Sums, names)
		won := SeasonWon{Money: m, Nights: all.nights, Deals: all.deals}
		won.Names, won.Score = c.Champions()
		for _, p := range c.Standing[:len(won.Names)] {
			won.Faces = append(won.Faces, p.Face)
		}
		out = append(out, won)
	}
	slices.SortStableFunc(out, func(a, b SeasonWon) int { return int(b.Nights - a.Nights) })
	return out, nil
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
