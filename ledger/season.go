package ledger

import (
	"context"

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
