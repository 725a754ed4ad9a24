package show

// The statistics that pages ask the book for. Package years counts them from the newest state.

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/years"
	"ouverte/rules"
)

type (
	Span           = years.Span
	Season         = years.Season
	HowCounted     = years.HowCounted
	PlayerBook     = years.Person
	CircleBook     = years.Circle
	PlayerStanding = years.PlayerStanding
	Played         = years.Played
	CallFigures    = years.CallFigures
	PairFigures    = years.PairFigures
	Rate           = years.Rate
	Mean           = years.Mean
	Rung           = years.Rung
	RatingPoint    = years.RatingPoint
	DealFilter     = years.DealFilter
	As             = years.As
	DealFound      = years.DealFound
	Otherwise      = years.Otherwise
	Line           = years.Line
	Told           = years.Told
	Race           = years.Race
	Award          = years.Award
	Tricks         = years.Tricks
	Taken          = years.Taken
	Result         = years.Result
	EveningRecord  = years.EveningRecord
	SeasonWon      = years.SeasonWon
	MoneyScore     = years.MoneyScore
)

// ShownAtOnce is how many people a picture shows. A figure of fewer than Few is marked as uncertain.
const (
	ShownAtOnce = years.ShownAtOnce
	Few         = years.Few
)

const (
	AsCaller   = years.AsCaller
	AsPartner  = years.AsPartner
	AsOpponent = years.AsOpponent
	AsSide     = years.AsSide
)

// newest is at most how many of the evenings there are one by one.
func (now *Snapshot) PlayerBook(id chain.PlayerID, money rules.Money, span Span, newest int,
) (*PlayerBook, error) {
	s := now.state
	p, err := s.Names().Somebody(id)
	if err != nil {
		return nil, err
	}
	return years.OfPlayer(s, p.Player, money, span, newest), nil
}

// Duel is what two took from each other over the evenings of a span.
func (now *Snapshot) Duel(a, b Player, money rules.Money, span Span) *years.Duel {
	return years.DuelOf(now.state, a, b, money, span)
}

// Size is how much is in the book; deals are those that stand.
func (now *Snapshot) Size() (evenings, deals int) { return now.state.Evenings(), now.state.Deals() }

// CircleBook is shared with other pages, as what Otherwise and CountDeals give: nobody may change it.
func (now *Snapshot) CircleBook(money rules.Money, span Span, from int) *CircleBook {
	return now.memo.circles.of(circleKey{now.state, money, span, from}, func() *CircleBook {
		return years.OfCircle(now.state, money, span, from)
	})
}

// Played lists the moneys of all nights, the one with most evenings first, also of nights without a deal.
func (now *Snapshot) Played() []Played { return years.PlayedFor(now.state) }

func (now *Snapshot) ladder() *years.Ladder {
	return now.memo.ladders.of(now.state, func() *years.Ladder { return years.LadderOf(now.state) })
}

func (now *Snapshot) Ladder() []Rung { return now.ladder().Rungs() }

func (now *Snapshot) RatingLine(p chain.PlayerID) []RatingPoint {
	return now.ladder().Line(now.state.Names().Who(p))
}

// Scores are what a person won or lost in each money, the money with most evenings first.
func (now *Snapshot) Scores(p chain.PlayerID) []MoneyScore { return now.ladder().Scores(p) }

// PlayersWhoPlayed are those who sat at a deal and aren't put away, in the order of the list.
func (now *Snapshot) PlayersWhoPlayed() []Player {
	played := years.WhoPlayed(now.state)
	return slices.DeleteFunc(now.Players(), func(p Player) bool { return p.Away || !played[p.ID] })
}

// FindDeals gives the deals that fit with the evening of each, from the newest night to the oldest: those
// before the night from, or all if that is zero.
func (now *Snapshot) FindDeals(
	f DealFilter, from chain.NightID,
) (iter.Seq2[chain.NightID, DealFound], error) {
	deals, err := years.FindDeals(now.state, f, from)
	if errors.Is(err, years.ErrNoNight) {
		return nil, &chain.NotFound{What: "night"}
	}
	return deals, err
}

func (now *Snapshot) CountDeals(filters []DealFilter) []int64 {
	return now.memo.counts.of(countKey{now.state, fmt.Sprintf("%#v", filters)}, func() []int64 {
		return years.CountDeals(now.state, filters)
	})
}

// DearestDeals lists the deals that fit and cost their player most, so many at most, the dearest first.
func (now *Snapshot) DearestDeals(f DealFilter, most int) []DealFound {
	return years.Dearest(now.state, f, most)
}

// Otherwise settles the deals of a span by other sets of house rules, of those the book has.
func (now *Snapshot) Otherwise(
	money rules.Money, span Span, houses []*rules.House,
) (*years.Answer, error) {
	ids := ""
	for _, h := range houses {
		ids += h.ID + "\n"
	}
	a := now.memo.answers.of(answerKey{now.state, money, span, ids}, func() (a answered) {
		a.is, a.err = years.OtherwiseBy(now.state, money, span, houses...)
		return a
	})
	return a.is, a.err
}

func (now *Snapshot) Seasons() []Season { return years.Seasons(now.state, now.SeasonBegins()) }

// TurnedOver is the newest season once it has ended: on its last day with the last of its evenings, or when
// that day is past. Next is the one that follows; its name is empty until it can begin.
func (now *Snapshot) TurnedOver(today string) (season, next Season, over bool) {
	all := now.Seasons()
	if len(all) == 0 || all[0].Until > today {
		return season, next, false
	}
	if season = all[0]; season.Until < today {
		return season, years.SeasonOf(today, now.season), true
	}
	for n := range now.state.Nights() {
		if n.Closed == 0 && season.Holds(n.Date) {
			return season, next, false
		}
		over = over || n.Date == today
	}
	return season, next, over
}

func (now *Snapshot) SeasonWon(s Season) []SeasonWon { return years.Won(now.state, s.Span) }

// SeasonsWon are who won each of the seasons, in their order.
func (now *Snapshot) SeasonsWon() [][]SeasonWon {
	return now.memo.seasons.of(seasonsKey{now.state, now.SeasonBegins()}, func() (out [][]SeasonWon) {
		for _, s := range now.Seasons() {
			out = append(out, now.SeasonWon(s))
		}
		return out
	})
}

// SeasonBegins is the day of the year on which seasons begin, as "09-01".
func (now *Snapshot) SeasonBegins() string { return now.season }

// Counted are the seasons the club counts, newest first.
func (now *Snapshot) Counted() []*state.Season {
	out := slices.Clone(now.state.Seasons())
	slices.Reverse(out)
	return out
}

// CountedSeason is one of them, and what it came to as it is counted now.
func (now *Snapshot) CountedSeason(id chain.EntryID) (*state.Season, *years.Counted, error) {
	s := now.state.Counted(id)
	if s == nil {
		return nil, nil, &chain.NotFound{What: "season"}
	}
	return s, years.CountOf(now.state, *s.Counts()), nil
}

// EveningNames are those evenings have, in the order of the alphabet.
func (now *Snapshot) EveningNames() (out []string) {
	for n := range now.state.Nights() {
		if n.Meeting == 0 && n.Name != "" {
			out = append(out, n.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
