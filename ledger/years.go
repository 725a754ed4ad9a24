package ledger

// The statistics, which package years keeps: what the desk tells it of nights, and what pages ask the book.

import (
	"context"
	"errors"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// The figures that pages name.
type (
	Span           = years.Span
	Season         = years.Season
	PlayerBook     = years.Person
	CircleBook     = years.Circle
	PlayerStanding = years.PlayerStanding
	EveningPoint   = years.EveningPoint
	MonthPoint     = years.MonthPoint
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
	Gone           = years.Gone
	Otherwise      = years.Otherwise
	Line           = years.Line
	MisereLed      = years.MisereLed
	Story          = years.Story
	Race           = years.Race
	SeasonWon      = years.SeasonWon
)

// ShownAtOnce is how many people a heat map shows. A figure of fewer than Few is marked as uncertain.
const (
	ShownAtOnce = years.ShownAtOnce
	Few         = years.Few
)

// The role of the player a DealFilter names.
const (
	AsAnything = years.AsAnything
	AsCaller   = years.AsCaller
	AsPartner  = years.AsPartner
	AsOpponent = years.AsOpponent
)

// forYears is a night as package years takes it. An evening at several tables is one night there.
func (d *desk) forYears(n *fold) years.Night {
	out := years.Night{ID: n.id, Closed: n.closed != nil, At: n.at, House: n.house}
	out.Brief = func() (*years.Brief, error) { return n.inBrief(), nil }
	if n.hub != nil {
		out.Brief = func() (*years.Brief, error) { return d.eveningBrief(n) }
	}
	return out
}

// nightForYears folds a night and returns it so.
func (d *desk) nightForYears(id NightID) (out years.Night, err error) {
	n, err := d.fold(id)
	if err != nil {
		return out, err
	}
	out = d.forYears(n)
	if n.hub == nil {
		return out, nil
	}
	for _, id := range n.hub.tables {
		table, err := d.fold(id)
		if err != nil {
			return out, err
		}
		out.At = max(out.At, table.at)
	}
	return out, nil
}

// eveningBrief makes the brief of an evening at several tables.
func (d *desk) eveningBrief(hub *fold) (*years.Brief, error) {
	var all eveningBrief
	all.add(hub)
	for _, id := range hub.hub.tables {
		table, err := d.fold(id)
		if err != nil {
			return nil, err
		}
		all.add(table)
	}
	return all.brief(hub), nil
}

// inBrief makes the night's brief.
func (n *fold) inBrief() *years.Brief {
	b := years.NewBrief(n.id, n.date, n.stakes, n.scale)
	for _, d := range n.order {
		if d.standing != nil {
			b.AddDeal(d.id, d.inserted, d.corrected(), d.standing.chairs, &d.standing.deal, &d.standing.result)
		}
	}
	b.Sit(n.chairs)
	for _, h := range n.others {
		if h.entry.Kind == chain.KindPenalty && h.undone == nil {
			b.AddPenalty(h.entry.Seq, h.entry.Transfers, n.who)
		}
	}
	b.End()
	return b
}

// corrected tells whether the deal was ever put right.
func (d *dealState) corrected() bool {
	return slices.ContainsFunc(d.versions[1:], func(t *version) bool { return !t.removal })
}

// yearsIn begins a reading of the statistics within a transaction.
func (b *Book) yearsIn(tx *store.Tx) (*years.Reading, error) {
	r, loose, err := years.Read(tx, b.years)
	if err != nil {
		return nil, err
	}
	for _, id := range loose {
		several := false
		err := b.foldIn(tx, id, func(k *kept) error {
			if several = k.fold.hub != nil; several {
				return nil
			}
			r.Add(k.fold.inBrief(), k.fold.version, k.joins)
			return nil
		})
		if err == nil && several {
			err = b.addEvening(tx, r, id)
		}
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// addEvening adds an evening at several tables to a reading.
func (b *Book) addEvening(tx *store.Tx, r *years.Reading, id NightID) error {
	var all eveningBrief
	var latest EntryID
	return b.foldIn(tx, id, func(hub *kept) error {
		all.add(hub.fold)
		latest = hub.fold.version
		for _, id := range hub.fold.hub.tables {
			err := b.foldIn(tx, id, func(table *kept) error {
				all.add(table.fold)
				latest = max(latest, table.fold.version)
				return nil
			})
			if err != nil {
				return err
			}
		}
		r.Add(all.brief(hub.fold), latest, hub.joins)
		return nil
	})
}

// readYears calls do with a reading of the statistics.
func (b *Book) readYears(ctx context.Context, do func(*years.Reading) error) error {
	return b.read(ctx, func(tx *store.Tx) error {
		r, err := b.yearsIn(tx)
		if err != nil {
			return err
		}
		return do(r)
	})
}

// PlayerBook returns a player's figures, with at most that many of the newest evenings one by one.
func (b *Book) PlayerBook(ctx context.Context, id PlayerID, money rules.Money, span Span,
	newest int) (out *PlayerBook, err error) {
	p, err := b.Player(ctx, id)
	if err != nil {
		return nil, err
	}
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Person(p, b.roster.Load(), money, span, newest)
		return err
	})
	return out, err
}

// CircleOf returns the circle's figures against which a player's are held; nil for a span that isn't of whole
// years.
func (b *Book) CircleOf(ctx context.Context, money rules.Money, span Span) (out *CircleBook, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Everybody(b.roster.Load(), money, span)
		return err
	})
	return out, err
}

// WholeCircle returns what of the circle's figures everybody did together: evenings, deals, calls and seats.
func (b *Book) WholeCircle(ctx context.Context, money rules.Money, span Span) (out *CircleBook, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Whole(b.roster.Load(), money, span)
		return err
	})
	return out, err
}

// CircleBook returns the circle's figures. The heat map and the pairs skip the from players with the most
// deals.
func (b *Book) CircleBook(
	ctx context.Context, money rules.Money, span Span, from int,
) (out *CircleBook, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Circle(b.roster.Load(), money, span, from)
		return err
	})
	return out, err
}

// Played lists the moneys of all nights, the one with most evenings first, also of nights without a deal.
func (b *Book) Played(ctx context.Context) (out []Played, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Played()
		return err
	})
	return out, err
}

// Scores returns what each player won or lost in all, by money, the one with most evenings first.
func (b *Book) Scores(ctx context.Context) (out map[PlayerID][]years.MoneyScore, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Scores()
		return err
	})
	return out, err
}

// Ladder returns everybody's rating, best first.
func (b *Book) Ladder(ctx context.Context) (out []Rung, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		out, err = b.years.Ladder(tx, b.yearsIn, b.roster.Load())
		return err
	})
	return out, err
}

// RatingLine returns a player's rating after each of their evenings.
func (b *Book) RatingLine(ctx context.Context, p PlayerID) (out []RatingPoint, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		out, err = b.years.RatingLine(tx, b.yearsIn, b.roster.Load().Who(p))
		return err
	})
	return out, err
}

// reader reads the statistics in a transaction for each call.
func (b *Book) reader(ctx context.Context) years.Reader {
	return func(do func(*years.Reading) error) error { return b.readYears(ctx, do) }
}

// FindDeals calls found with each deal that fits, from the newest night to the oldest, until it returns
// false. It begins before the night from, or with the newest if that is zero. gone, unless nil, is called
// after each night.
func (b *Book) FindDeals(ctx context.Context, f DealFilter, from NightID, found func(DealFound) bool,
	gone func(Gone) bool) error {
	err := b.reader(ctx).FindDeals(ctx, b.roster.Load(), f, from, found, gone)
	if errors.Is(err, years.ErrNoNight) {
		return &NotFound{"night"}
	}
	return err
}

// Otherwise settles the deals of a span by another set of house rules. It calls tell with the standing so far
// now and then and at the end, until tell returns false.
func (b *Book) Otherwise(ctx context.Context, money rules.Money, span Span, house *rules.House,
	tell func(Otherwise) bool) error {
	return b.reader(ctx).Otherwise(ctx, b.roster.Load(), money, span, house, tell)
}

// Pictures returns the running lines of nights: how everybody stood after each deal.
func (b *Book) Pictures(ctx context.Context, nights []NightID) (out map[NightID][]Line, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Pictures(b.roster.Load(), nights)
		return err
	})
	return out, err
}

// SeasonBegins is the day of the year on which seasons begin, as "09-01".
func (b *Book) SeasonBegins(ctx context.Context) (begins string, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		begins, err = years.Begins(tx)
		return err
	})
	return begins, err
}

// Seasons lists the seasons from the first evening to the last, newest first.
func (b *Book) Seasons(ctx context.Context) (out []Season, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		out, err = years.Seasons(tx)
		return err
	})
	return out, err
}

// SeasonWon tells who won a season, money by money.
func (b *Book) SeasonWon(ctx context.Context, s Season) (out []SeasonWon, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.Won(b.roster.Load(), s.Span)
		return err
	})
	return out, err
}

// SetSeason sets the day of the year on which seasons begin, as "09-01"; "01-01" is calendar years. The
// export has it, but it is no entry. Before SetSeason returns, the desk adds up the statistics of one year
// after another and records deals in between; until then pages count night by night.
func (b *Book) SetSeason(ctx context.Context, begins string) error {
	if err := years.CheckSeason(begins); err != nil {
		return err
	}
	err := b.write(ctx, func(d *desk) error {
		if err := d.exec(`INSERT INTO season (one, begins) VALUES (1, ?)
			ON CONFLICT (one) DO UPDATE SET begins = excluded.begins`, begins); err != nil {
			return err
		}
		return d.years.Restart(begins)
	})
	for more := true; more && err == nil; {
		err = b.write(context.WithoutCancel(ctx), func(d *desk) (err error) {
			more, err = d.years.Sum()
			return err
		})
	}
	return err
}

// MisereLeads counts the misères of a span in one money by who led to the first trick.
func (b *Book) MisereLeads(ctx context.Context, money rules.Money, span Span) (out []MisereLed, err error) {
	err = b.readYears(ctx, func(r *years.Reading) error {
		out, err = r.MisereLeads(money, span)
		return err
	})
	return out, err
}
