package ledger

import (
	"cmp"
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/years"
)

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

// CountSeason says how the club counts a season: a new one, or the one it names.
func (b *Book) CountSeason(ctx context.Context, s Slip, season chain.Season) (Receipt, error) {
	return b.post(ctx, s, "count season", season, func(d *desk) error {
		if err := chain.CheckSeason(&season); err != nil {
			return err
		}
		if season.Season != 0 && d.draft.Counted(season.Season) == nil {
			return &chain.NotFound{What: "season"}
		}
		err := d.post(0, chain.KindSeason, &season)
		d.receipt.ID = int64(cmp.Or(season.Season, d.draft.Last()))
		return err
	})
}
