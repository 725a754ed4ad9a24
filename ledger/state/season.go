package state

import (
	"fmt"
	"slices"

	"ouverte/ledger/chain"
)

// Season is a stretch of evenings as the club counts it, with all that was said of it, the newest last.
type Season struct {
	ID   EntryID // of the first entry
	Said []SeasonSaid
}

// SeasonSaid is a season as chosen, by which device, and when.
type SeasonSaid struct {
	chain.Season
	Device string
	At     int64
}

// Counts is how it is counted now.
func (s *Season) Counts() *chain.Season { return &s.Said[len(s.Said)-1].Season }

// Seasons are those the club counts, in the order they were chosen. Nobody may change them.
func (s *State) Seasons() []*Season { return s.seasons }

// Counted is the one an entry began, or nil.
func (s *State) Counted(id EntryID) *Season {
	for _, season := range s.seasons {
		if season.ID == id {
			return season
		}
	}
	return nil
}

func (d *Draft) countSeason(e Made, _ *Night, b *chain.Season) error {
	said := SeasonSaid{*b, d.Device(d.deviceAt(e.Device)), e.At}
	if b.Season == 0 {
		d.seasons = append(slices.Clip(d.seasons), &Season{ID: e.Seq, Said: []SeasonSaid{said}})
		return nil
	}
	at := slices.IndexFunc(d.seasons, func(s *Season) bool { return s.ID == b.Season })
	if at < 0 {
		return fmt.Errorf("it counts a season that entry %d doesn't begin", b.Season)
	}
	d.seasons = slices.Clone(d.seasons)
	d.seasons[at] = &Season{ID: b.Season, Said: append(slices.Clip(d.seasons[at].Said), said)}
	return nil
}
