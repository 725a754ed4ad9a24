package ledger

// The statistics that pages ask the book for. Package years counts them from the newest state.

import (
	"context"
	"errors"
	"iter"

	"ouverte/ledger/years"
	"ouverte/rules"
)

type (
	Span           = years.Span
	Season         = years.Season
	PlayerBook     = years.Person
	CircleBook     = years.Circle
	PlayerStanding = years.PlayerStanding
	Played         = years.Played
	CallFigures    = years.CallFigures
	SeatFigures    = years.SeatFigures
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
	MisereLed      = years.MisereLed
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

func MiddleOf(all []Result) int64 { return years.MiddleOf(all) }

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
func (b *Book) PlayerBook(
	_ context.Context, id PlayerID, money rules.Money, span Span, newest int,
) (*PlayerBook, error) {
	s := b.now()
	p, err := somebody(s.Names(), id)
	if err != nil {
		return nil, err
	}
	return years.OfPlayer(s, p.Player, money, span, newest), nil
}

// Size is how much is in the book; deals are those that stand.
func (b *Book) Size() (evenings, deals int) { return b.now().Evenings(), b.now().Deals() }

func (b *Book) WholeCircle(money rules.Money, span Span) *CircleBook {
	return years.Whole(b.now(), money, span)
}

func (b *Book) CircleBook(money rules.Money, span Span, from int) *CircleBook {
	return b.CircleChapter(money, span, from, years.Everything)
}

func (b *Book) CircleChapter(money rules.Money, span Span, from int, parts years.Part) *CircleBook {
	return years.OfCircle(b.now(), money, span, from, parts)
}

// Played lists the moneys of all nights, the one with most evenings first, also of nights without a deal.
func (b *Book) Played() []Played { return years.PlayedFor(b.now()) }

func (b *Book) Scores() map[PlayerID][]years.MoneyScore { return years.Scores(b.now()) }

func (b *Book) Ladder() []Rung { return years.Rungs(b.now()) }

func (b *Book) RatingLine(p PlayerID) []RatingPoint {
	s := b.now()
	return years.RatingLine(s, s.Names().Who(p))
}

// FindDeals gives the deals that fit with the evening of each, from the newest night to the oldest: those
// before the night from, or all if that is zero.
func (b *Book) FindDeals(f DealFilter, from NightID) (iter.Seq2[NightID, DealFound], error) {
	deals, err := years.FindDeals(b.now(), f, from)
	if errors.Is(err, years.ErrNoNight) {
		return nil, &NotFound{What: "night"}
	}
	return deals, err
}

func (b *Book) CountDeals(filters []DealFilter) []int64 { return years.CountDeals(b.now(), filters) }

// DearestDeals lists the deals that fit and cost their player most, so many at most, the dearest first.
func (b *Book) DearestDeals(f DealFilter, most int) []DealFound {
	return years.Dearest(b.now(), f, most)
}

// Otherwise settles the deals of a span by another set of house rules.
func (b *Book) Otherwise(money rules.Money, span Span, house *rules.House) (Otherwise, error) {
	return years.OtherwiseBy(b.now(), money, span, house)
}

func (b *Book) Seasons() []Season { return years.Seasons(b.now(), b.SeasonBegins()) }

func (b *Book) SeasonWon(s Season) []SeasonWon { return years.Won(b.now(), s.Span) }

// SetSeason sets the day of the year on which seasons begin, as "09-01"; "01-01" is calendar years. The
// export has it, but it is no entry.
func (b *Book) SetSeason(ctx context.Context, begins string) error {
	if err := years.CheckSeason(begins); err != nil {
		return err
	}
	err := b.write(ctx, func(d *desk) error {
		return d.exec(`INSERT INTO season (one, begins) VALUES (1, ?)
			ON CONFLICT (one) DO UPDATE SET begins = excluded.begins`, begins)
	})
	if err == nil {
		b.season.Store(&begins)
	}
	return err
}

func (b *Book) SeasonBegins() string {
	if begins := b.season.Load(); begins != nil {
		return *begins
	}
	return years.Calendar
}

func (b *Book) MisereLeads(money rules.Money, span Span) []MisereLed {
	return years.MisereLeads(b.now(), money, span)
}
