package ledger

// Rounds of an evening at several tables: agreed, seated, moved, counted by deals or by the clock.

import (
	"context"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// AgreeRound seats a round, the next or the present one otherwise. Tables at which others sit than before are
// changed as by ChangeTable, new ones begin, and those nobody sits at close (see CloseTable). saw is the
// version of the evening's own night the page showed.
func (b *Book) AgreeRound(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, r show.Seating,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, saw, "agree round", []any{meeting, saw, r},
		func(d *desk, n *state.ResolvedNight) error {
			leaving := d.leaving(n)
			body, err := d.seatRound(n, r)
			if err == nil {
				err = d.post(meeting, chain.KindRound, body)
			}
			for _, p := range leaving {
				if err == nil && d.draft.Resolve(meeting).Here(p) { // seated otherwise, and going home all the same
					err = d.post(meeting, chain.KindPresent, &chain.Present{Player: p, Gone: true})
				}
			}
			return err
		})
}

// PlanRound keeps who is to sit where in the next round, until it is agreed; Meeting.Next then has that. A
// Seating without tables is planned as usual again. saw as in AgreeRound.
func (b *Book) PlanRound(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, r show.Seating,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, saw, "plan round", []any{meeting, saw, r},
		func(d *desk, n *state.ResolvedNight) error {
			if now := n.Several.Last().Round; r.Round != now+1 {
				return refuse("round", "Round %d is being played: plan the next.", now)
			}
			body := &chain.Round{Round: r.Round, Plan: true}
			if len(r.Tables) > 0 {
				if err := d.canSeat(n, r); err != nil {
					return err
				}
				body.Rest = d.persons(r.Rest)
			}
			for _, t := range r.Tables {
				seats := d.persons(t.Seats)
				if len(seats) < 3 || len(seats) > rules.MaxSeats {
					return refuse("tables", "A table has three to five seats.")
				}
				body.Tables = append(body.Tables, chain.Placed{Night: t.Night, Seats: seats, Dealer: seats[0]})
			}
			return d.post(meeting, chain.KindRound, body)
		})
}

// MoveBy says how people move from the next round on; seats that were chosen by hand for it are planned anew.
// saw as in AgreeRound.
func (b *Book) MoveBy(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, by chain.Movement,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, saw, "move by", []any{meeting, saw, by},
		func(d *desk, n *state.ResolvedNight) error {
			if by == "" || !by.Known() {
				return refuse("moves", "People can’t move in this way.")
			}
			next := n.Several.Last().Round + 1
			return d.post(meeting, chain.KindRound, &chain.Round{Round: next, Plan: true, Moves: by})
		})
}

// SetLength says how long a round is from the next one on: at most so many deals, in so many minutes; zero is
// no such end. saw as in AgreeRound.
func (b *Book) SetLength(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, l show.Length,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, saw, "set length", []any{meeting, saw, l},
		func(d *desk, n *state.ResolvedNight) error {
			if err := roundOf(l.Deals, l.Minutes); err != nil {
				return err
			}
			return d.post(meeting, chain.KindRound, &chain.Round{Round: n.Several.Last().Round + 1, Plan: true,
				Clock: chain.ClockSet, Deals: l.Deals, Minutes: l.Minutes})
		})
}

// SetClock stops the clock of a round, lets it go on, or gives it so many minutes more. It also makes the
// break after the round so many minutes longer; with no minutes it calls the break off.
func (b *Book) SetClock(
	ctx context.Context, s Slip, meeting chain.NightID, round int, do chain.ClockDo, minutes int,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "set clock", []any{meeting, round, do, minutes},
		func(d *desk, n *state.ResolvedNight) error {
			now := n.Several.Last()
			switch stands := now.Clock.Stands(); {
			case round != now.Round:
				return refuse("clock", "Round %d has begun meanwhile.", now.Round)
			case do == chain.ClockBreak && (minutes < 0 || minutes > chain.MostMinutes):
				return refuse("clock", "A break has at most %d minutes.", chain.MostMinutes)
			case do == chain.ClockBreak: // by the clock or not
			case !now.Clock.On():
				return refuse("clock", "This round isn’t played by the clock.")
			case do == chain.ClockStop && stands:
				return refuse("clock", "The clock is stopped already.")
			case do == chain.ClockGo && !stands:
				return refuse("clock", "The clock goes on already.")
			case do == chain.ClockMore && (minutes < 1 || minutes > chain.MostMinutes):
				return refuse("clock", "Give it one to %d minutes more.", chain.MostMinutes)
			}
			return d.post(meeting, chain.KindRound, &chain.Round{Round: round, Plan: true, Clock: do,
				Minutes: minutes})
		})
}

// Seen says that somebody is at their table in a round that begins, or that they aren't and are called there.
// Who sits elsewhere, and whose table has recorded a deal meanwhile, is left as they are.
func (b *Book) Seen(
	ctx context.Context, s Slip, meeting chain.NightID, round int, players []chain.PlayerID, called bool,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "seen", []any{meeting, round, players, called},
		func(d *desk, n *state.ResolvedNight) error {
			for _, p := range players {
				seen := n.Seen(n.Who(p))
				sits := slices.ContainsFunc(d.playing(n), func(t *state.ResolvedNight) bool {
					return chain.SeatOf(t.Chairs(), n.Who(p)) != 0
				})
				if round != n.Several.Last().Round || !sits || seen.Back() || seen.Called && called {
					continue
				}
				err := d.post(meeting, chain.KindPresent, &chain.Present{Player: n.Who(p), Round: round, Called: called})
				if err != nil {
					return err
				}
			}
			return nil
		})
}

// leaving are those who sit at a table and go home once the round is over.
func (d *desk) leaving(n *state.ResolvedNight) (out []chain.PlayerID) {
	for _, t := range d.playing(n) {
		for _, c := range t.Chairs() {
			if n.Gone(c.Player) {
				out = append(out, c.Player)
			}
		}
	}
	return out
}

func (d *desk) seatRound(n *state.ResolvedNight, r show.Seating) (*chain.Round, error) {
	if err := d.canSeat(n, r); err != nil {
		return nil, err
	}
	body := &chain.Round{Round: r.Round, Rest: d.persons(r.Rest)}
	for _, t := range d.playing(n) { // first those that close, so that nobody sits at two
		if slices.ContainsFunc(r.Tables, func(s show.SeatTable) bool { return s.Night == t.ID }) {
			continue
		}
		if err := d.sendHome(t); err != nil {
			return nil, err
		}
	}
	for _, t := range r.Tables {
		if t.Night == 0 {
			if t.Dealer == 0 && len(t.Seats) > 0 {
				t.Dealer = t.Seats[0]
			}
			at, err := d.newTable(n, t, len(n.Several.Seated)+1+len(body.Tables))
			if err != nil {
				return nil, err
			}
			body.Tables = append(body.Tables, at)
			continue
		}
		table, err := d.night(t.Night)
		if err != nil {
			return nil, err
		}
		if err := d.seatFor(table, t); err != nil {
			return nil, err
		}
		if table, err = d.night(t.Night); err != nil {
			return nil, err
		}
		body.Tables = append(body.Tables, chain.Placed{
			Night: t.Night, Seats: chain.PlayersIn(table.Chairs()), Dealer: table.Due(),
		})
	}
	return body, nil
}

func (d *desk) canSeat(n *state.ResolvedNight, r show.Seating) error {
	now := n.Several.Last()
	switch {
	case r.Round != now.Round && r.Round != now.Round+1:
		return refuse("round", "This is round %d: change its seats, or those of the next.", now.Round)
	case r.Round > chain.MostRounds:
		return refuse("round", "An evening has at most %d rounds.", chain.MostRounds)
	case len(r.Tables) == 0 || len(r.Tables) > MostTables:
		return refuse("tables", "A round is played at one to %d tables.", MostTables)
	}
	for i, t := range r.Tables {
		if t.Night == 0 {
			continue
		}
		if !slices.Contains(n.Several.Seated, t.Night) ||
			slices.ContainsFunc(r.Tables[:i], func(o show.SeatTable) bool { return o.Night == t.Night }) {
			return refuse("tables", "This evening has no such table.")
		}
		if table := d.draft.Night(t.Night); table.Closed != 0 {
			return refuse("tables", "%s has closed. Open it again, or begin another table.", table.Name)
		}
	}
	if err := d.distinctPlayers(r.Tables, r.Rest); err != nil {
		return err
	}
	all := slices.Clone(r.Rest)
	for _, t := range r.Tables {
		all = append(all, t.Seats...)
	}
	leaving := d.leaving(n)
	for _, p := range all {
		if r.Round == now.Round && slices.Contains(leaving, n.Who(p)) {
			continue
		}
		if err := mustBeHere(n, p); err != nil {
			return err
		}
	}
	return nil
}

func mustBeHere(n *state.ResolvedNight, p chain.PlayerID) error {
	switch p = n.Who(p); {
	case n.Here(p):
		return nil
	case n.Gone(p):
		return refuse("tables", "%s went home.", n.Names.Name(p))
	}
	return refuse("tables", "%s isn't at this evening yet.", n.Names.Name(p))
}

// seatFor seats a table for a round, unless these sit there already and the same deals.
func (p *poster) seatFor(n *state.ResolvedNight, t show.SeatTable) error {
	before := n.Chairs()
	chairs, err := seatable(n.Names, chain.ChairsOf(t.Seats))
	if err != nil {
		return err
	}
	same := sameTable(chairs, before)
	if same {
		chairs = before // with the accounts of substitutes
	}
	turn := n.Turn().To(before, chairs)
	dealer := turn[0]
	if t.Dealer != 0 {
		dealer = n.Who(t.Dealer)
	} else if same {
		return nil
	}
	if same && dealer == turn[0] && !turn.Doubtful() {
		return nil
	}
	return p.sit(n, TableChange{Chairs: chairs, Dealer: dealer})
}
