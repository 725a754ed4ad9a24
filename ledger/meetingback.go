package ledger

// Taking back a round of an evening that was started too early.

import (
	"context"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
)

// TakeBackRound goes back to the round before, until a deal of the present one stands: everybody sits where
// they sat, and the same people deal; tables that the present round sent home play on, and those it began go
// home. saw is as in AgreeRound.
func (b *Book) TakeBackRound(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, round int,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, saw, "take back round", []any{meeting, saw, round},
		func(d *desk, n *state.ResolvedNight) error {
			body, err := d.roundBefore(n, round)
			if err == nil {
				err = d.post(meeting, chain.KindRound, body)
			}
			return err
		})
}

func (d *desk) roundBefore(n *state.ResolvedNight, round int) (*chain.Round, error) {
	all := n.Sittings()
	now := all[len(all)-1]
	switch {
	case round != now.Round:
		return nil, refuse("round", "This is round %d.", now.Round)
	case len(all) < 2:
		return nil, refuse("round", "This is the first round.")
	case d.draft.DealtIn(n.ID, round, 0):
		return nil, refuse("round", "Round %d has a recorded deal: you can’t take it back now.", round)
	}
	before := all[len(all)-2]
	from := began(n, round)
	was := func(id chain.NightID) bool {
		return slices.ContainsFunc(before.Tables, func(at show.SatAt) bool { return at.Night == id })
	}
	for _, t := range d.playing(n) { // first those that close, so that nobody sits at two
		if !was(t.ID) {
			if err := d.sendHome(t); err != nil {
				return nil, err
			}
		}
	}
	body := &chain.Round{Round: before.Round, Rest: before.Rest}
	for _, at := range before.Tables {
		if t := d.draft.Resolve(at.Night); t.Closed >= from {
			if err := d.reopen(at.Night, ""); err != nil {
				return nil, err
			}
		} else if t.Closed != 0 {
			continue
		}
		table := d.draft.Resolve(at.Night)
		if chairs, turn := table.SeatedBefore(from); !slices.Equal(chairs, table.Chairs()) || turn != table.Turn() {
			if err := d.sit(table, TableChange{Chairs: chairs, Dealer: turn[0]}); err != nil {
				return nil, err
			}
			table = d.draft.Resolve(at.Night)
		}
		body.Tables = append(body.Tables, chain.Placed{
			Night: at.Night, Seats: chain.PlayersIn(table.Chairs()), Dealer: table.Due(),
		})
	}
	return body, nil
}

// began is the first entry of the posting that first seated a round.
func began(n *state.ResolvedNight, round int) (first chain.EntryID) {
	for _, o := range slices.Backward(n.Others) {
		if b, ok := o.Body.(*chain.Round); ok && !b.Plan {
			if b.Round != round {
				break
			}
			first = o.Entry - chain.EntryID(o.Part) + 1
		}
	}
	return first
}
