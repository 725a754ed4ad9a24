package ledger

// Writing an evening at several tables: it begins with its tables, seats its rounds, takes over what its
// tables leave, and closes with all of them at once.

import (
	"context"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
	"ouverte/rules/english"
)

type NewMeeting struct {
	Name    string         // may be empty
	Date    string         // empty is today by the book's clock
	House   *rules.House   // frozen by content, for all tables
	Scale   int            // 1 to 1000; 0 is 1
	Auction bool           // tap the calls as they fall
	Agree   bool           // an opponent agrees each result
	Goes    bool           `json:",omitempty"` // paid as it goes, unless it is played for points
	Words   rules.Words    // the circle's names for the calls; nil is the usual ones
	Deals   int            // a round at most; 0 is DealsARound, or with Minutes as many as fit
	Minutes int            `json:",omitempty"` // a round by the clock
	Rounds  int            // as agreed; 0: not agreed
	Moves   chain.Movement `json:",omitempty"` // how people move; empty: everybody meets everybody
	Tables  []NewTable
	Rest    []chain.PlayerID // who rests in the first round
}

// NewTable is a table of an evening: three to five, clockwise, and who deals first.
type NewTable struct {
	Name   string // "By the fire"; empty is "Table 2"
	Seats  []chain.PlayerID
	Dealer chain.PlayerID
}

const DealsARound = 4

const MostTables = chain.MostTables

// StartMeeting opens an evening with its tables and seats the first round. Receipt.Night is the evening;
// Book.Evening has those of the tables.
func (b *Book) StartMeeting(ctx context.Context, s Slip, e NewMeeting) (Receipt, error) {
	return b.post(ctx, s, "start evening", e, func(d *desk) error {
		if len(e.Tables) == 0 || len(e.Tables) > MostTables {
			return refuse("tables", "An evening is played at one to %d tables.", MostTables)
		}
		if err := d.distinctPlayers(e.Tables, e.Rest); err != nil {
			return err
		}
		body, err := d.newMeetingBody(e)
		if err == nil {
			err = d.meant(body.Date)
		}
		if err != nil {
			return err
		}
		body.Night = d.draft.LastNight() + 1
		if err := d.post(body.Night, chain.KindEvening, body); err != nil {
			return err
		}
		if err := d.payAsItGoes(body.Night, e.Goes && e.House.Money.Handed()); err != nil {
			return err
		}
		evening, err := d.night(body.Night)
		if err != nil {
			return err
		}
		round := &chain.Round{Round: 1, Rest: d.persons(e.Rest)}
		for i, t := range e.Tables {
			table, err := d.newTable(evening, t, i+1)
			if err != nil {
				return err
			}
			round.Tables = append(round.Tables, table)
		}
		return d.post(body.Night, chain.KindRound, round)
	})
}

// newMeetingBody checks what an evening is to be started with, but for its tables, which are checked as any
// night is when they begin.
func (d *desk) newMeetingBody(e NewMeeting) (*chain.Evening, error) {
	like, err := d.newNightBody(NewNight{
		Name: e.Name, Date: e.Date, House: e.House, Scale: e.Scale, Auction: e.Auction, Agree: e.Agree,
		Words: e.Words, Seats: e.Tables[0].Seats, Dealer: e.Tables[0].Dealer,
	})
	if err != nil {
		return nil, err
	}
	body := &chain.Evening{
		Name: like.Name, Date: like.Date, House: like.House, Scale: like.Scale, Auction: like.Auction,
		Agree: like.Agree, Words: like.Words, Deals: e.Deals, Minutes: e.Minutes, Rounds: e.Rounds,
	}
	if !e.Moves.Known() {
		return nil, refuse("moves", "People can’t move in this way.")
	}
	if e.Moves != chain.MeetAll {
		body.Moves = e.Moves
	}
	if body.Deals+body.Minutes == 0 {
		body.Deals = DealsARound
	}
	if err := roundOf(body.Deals, body.Minutes); err != nil {
		return nil, err
	}
	if body.Rounds < 0 || body.Rounds > chain.MostRounds {
		return nil, refuse("rounds", "An evening has at most %d rounds.", chain.MostRounds)
	}
	for _, t := range e.Tables {
		body.People = append(body.People, d.persons(t.Seats)...)
	}
	body.People = append(body.People, d.persons(e.Rest)...)
	return body, nil
}

func roundOf(deals, minutes int) error {
	switch {
	case deals < 0 || deals > chain.MostDeals || deals+minutes == 0:
		return refuse("deals", "A round has one to %d deals.", chain.MostDeals)
	case !chain.RoundOf(deals, minutes):
		return refuse("minutes", "A round has one to %d minutes.", chain.MostMinutes)
	}
	return nil
}

func (d *desk) persons(players []chain.PlayerID) []chain.PlayerID {
	out := make([]chain.PlayerID, 0, len(players))
	for _, p := range players {
		out = append(out, d.who(p))
	}
	return out
}

func (d *desk) distinctPlayers(tables []NewTable, rest []chain.PlayerID) error {
	var seen []chain.PlayerID
	all := slices.Clone(rest)
	for _, t := range tables {
		all = append(all, t.Seats...)
	}
	for _, p := range all {
		at, err := d.names().Somebody(p)
		if err != nil {
			return err
		}
		if slices.Contains(seen, at.ID) {
			return refuse("tables", "%s can't be in two places.", at.Name)
		}
		seen = append(seen, at.ID)
	}
	return nil
}

func (d *desk) newTable(evening *state.View, t NewTable, nth int) (chain.Placed, error) {
	if t.Name == "" {
		t.Name = fmt.Sprintf("Table %d", nth)
	}
	body, err := d.newNightBody(NewNight{
		Name: t.Name, Date: evening.Date, House: evening.House, Scale: evening.Scale, Auction: evening.Auction,
		Agree: evening.Agree, Seats: t.Seats, Dealer: t.Dealer,
	})
	if err != nil {
		return chain.Placed{}, err
	}
	for call, word := range evening.Night.Words {
		if body.Words == nil {
			body.Words = map[string]string{}
		}
		body.Words[call.String()] = word
	}
	body.Night, body.Evening = d.draft.LastNight()+1, evening.ID
	err = d.post(body.Night, chain.KindNight, body)
	return chain.Placed{Night: body.Night, Seats: body.Seats, Dealer: body.Dealer}, err
}

// AgreeRound seats a round, the next or the present one otherwise. Tables at which others sit than before are
// changed as by ChangeTable, new ones begin, and those nobody sits at close (see CloseTable). saw is the
// version of the evening's own night the page showed.
func (b *Book) AgreeRound(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID, r show.Seating,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, saw, "agree round", []any{evening, saw, r},
		func(d *desk, n *state.View) error {
			leaving := d.leaving(n)
			body, err := d.seatRound(n, r)
			if err == nil {
				err = d.post(evening, chain.KindRound, body)
			}
			for _, p := range leaving {
				if err == nil && d.draft.View(evening).Here(p) { // seated otherwise, and going home all the same
					err = d.post(evening, chain.KindPresent, &chain.Present{Player: p, Gone: true})
				}
			}
			return err
		})
}

// PlanRound keeps who is to sit where in the next round, until it is agreed; Meeting.Next then has that. A
// Seating without tables is planned as usual again. saw as in AgreeRound.
func (b *Book) PlanRound(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID, r show.Seating,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, saw, "plan round", []any{evening, saw, r},
		func(d *desk, n *state.View) error {
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
			return d.post(evening, chain.KindRound, body)
		})
}

// MoveBy says how people move from the next round on; seats that were chosen by hand for it are planned anew.
// saw as in AgreeRound.
func (b *Book) MoveBy(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID, by chain.Movement,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, saw, "move by", []any{evening, saw, by},
		func(d *desk, n *state.View) error {
			if by == "" || !by.Known() {
				return refuse("moves", "People can’t move in this way.")
			}
			next := n.Several.Last().Round + 1
			return d.post(evening, chain.KindRound, &chain.Round{Round: next, Plan: true, Moves: by})
		})
}

// SetLength says how long a round is from the next one on: at most so many deals, in so many minutes; zero is
// no such end. saw as in AgreeRound.
func (b *Book) SetLength(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID, l show.Length,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, saw, "set length", []any{evening, saw, l},
		func(d *desk, n *state.View) error {
			if err := roundOf(l.Deals, l.Minutes); err != nil {
				return err
			}
			return d.post(evening, chain.KindRound, &chain.Round{Round: n.Several.Last().Round + 1, Plan: true,
				Clock: chain.ClockSet, Deals: l.Deals, Minutes: l.Minutes})
		})
}

// SetClock stops the clock of a round, lets it go on, or gives it so many minutes more.
func (b *Book) SetClock(
	ctx context.Context, s Slip, evening chain.NightID, round int, do chain.ClockDo, minutes int,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, 0, "set clock", []any{evening, round, do, minutes},
		func(d *desk, n *state.View) error {
			now := n.Several.Last()
			switch stands := now.Clock.Stands(); {
			case round != now.Round:
				return refuse("clock", "Round %d has begun meanwhile.", now.Round)
			case !now.Clock.On():
				return refuse("clock", "This round isn’t played by the clock.")
			case do == chain.ClockStop && stands:
				return refuse("clock", "The clock is stopped already.")
			case do == chain.ClockGo && !stands:
				return refuse("clock", "The clock goes on already.")
			case do == chain.ClockMore && (minutes < 1 || minutes > chain.MostMinutes):
				return refuse("clock", "Give it one to %d minutes more.", chain.MostMinutes)
			}
			return d.post(evening, chain.KindRound, &chain.Round{Round: round, Plan: true, Clock: do,
				Minutes: minutes})
		})
}

// Seen says that somebody is at their table in a round that begins, or that they aren't and are called there.
// Who sits elsewhere, and whose table has recorded a deal meanwhile, is left as they are.
func (b *Book) Seen(
	ctx context.Context, s Slip, evening chain.NightID, round int, players []chain.PlayerID, called bool,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, 0, "seen", []any{evening, round, players, called},
		func(d *desk, n *state.View) error {
			for _, p := range players {
				seen := n.Seen(n.Who(p))
				sits := slices.ContainsFunc(d.playing(n), func(t *state.View) bool {
					return chain.SeatOf(t.Chairs(), n.Who(p)) != 0
				})
				if round != n.Several.Last().Round || !sits || seen.Back() || seen.Called && called {
					continue
				}
				err := d.post(evening, chain.KindPresent, &chain.Present{Player: n.Who(p), Round: round, Called: called})
				if err != nil {
					return err
				}
			}
			return nil
		})
}

// leaving are those who sit at a table and go home once the round is over.
func (d *desk) leaving(n *state.View) (out []chain.PlayerID) {
	for _, t := range d.playing(n) {
		for _, c := range t.Chairs() {
			if n.Gone(c.Player) {
				out = append(out, c.Player)
			}
		}
	}
	return out
}

func (d *desk) seatRound(n *state.View, r show.Seating) (*chain.Round, error) {
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
			at, err := d.newTable(n, NewTable{t.Name, t.Seats, t.Dealer}, len(n.Several.Seated)+1+len(body.Tables))
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

func (d *desk) canSeat(n *state.View, r show.Seating) error {
	now := n.Several.Last()
	switch {
	case r.Round != now.Round && r.Round != now.Round+1:
		return refuse("round", "This is round %d: change its seats, or those of the next.", now.Round)
	case r.Round > chain.MostRounds:
		return refuse("round", "An evening has at most %d rounds.", chain.MostRounds)
	case len(r.Tables) == 0 || len(r.Tables) > MostTables:
		return refuse("tables", "A round is played at one to %d tables.", MostTables)
	}
	tables := make([]NewTable, len(r.Tables))
	for i, t := range r.Tables {
		tables[i] = NewTable{t.Name, t.Seats, t.Dealer}
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
	if err := d.distinctPlayers(tables, r.Rest); err != nil {
		return err
	}
	all := slices.Clone(r.Rest)
	for _, t := range tables {
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

func mustBeHere(n *state.View, p chain.PlayerID) error {
	switch p = n.Who(p); {
	case n.Here(p):
		return nil
	case n.Gone(p):
		return refuse("tables", "%s went home.", n.Names.Name(p))
	}
	return refuse("tables", "%s isn't at this evening yet.", n.Names.Name(p))
}

// seatFor seats a table for a round, unless these sit there already and the same deals.
func (p *poster) seatFor(n *state.View, t show.SeatTable) error {
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

// ComeLate enters somebody who comes late, or comes back. They rest until a round seats them.
func (b *Book) ComeLate(
	ctx context.Context, s Slip, evening chain.NightID, p chain.PlayerID,
) (Receipt, error) {
	return b.attend(ctx, s, evening, p, false)
}

// GoHome enters that somebody goes home: who sits at a table, once the round is over.
func (b *Book) GoHome(ctx context.Context, s Slip, evening chain.NightID, p chain.PlayerID) (Receipt, error) {
	return b.attend(ctx, s, evening, p, true)
}

func (b *Book) attend(
	ctx context.Context, s Slip, evening chain.NightID, p chain.PlayerID, gone bool,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, 0, "attend", []any{evening, p, gone},
		func(d *desk, n *state.View) error {
			at, err := d.names().Somebody(p)
			if err != nil {
				return err
			}
			switch here := n.Here(at.ID); {
			case !gone && here:
				return refuse("player", "%s is here already.", at.Name)
			case gone && !here:
				return refuse("player", "%s isn't at this evening.", at.Name)
			}
			return d.post(evening, chain.KindPresent, &chain.Present{Player: at.ID, Gone: gone})
		})
}

// joinMeeting enters those at a table who weren't at its evening, after the table was changed from before.
// Who sits at another table of it is refused.
func (d *desk) joinMeeting(id chain.NightID, before []chain.Chair) error {
	table, err := d.night(id)
	if err != nil {
		return err
	}
	n, err := d.opened(table.Meeting)
	if err != nil {
		return err
	}
	for _, c := range table.Chairs() {
		for _, t := range d.playing(n) {
			if t.ID != id && chain.SeatOf(t.Chairs(), c.Player) != 0 {
				return refuse("seats", "%s sits at %s.", d.names().Name(c.Player), t.Name)
			}
		}
		if n.Here(c.Player) || chain.SeatOf(before, c.Player) != 0 {
			continue
		}
		if err := d.post(n.ID, chain.KindPresent, &chain.Present{Player: c.Player}); err != nil {
			return err
		}
	}
	return nil
}

// inMeeting posts something about an open evening at several tables. saw is the version of its own night the
// page showed; zero doesn't check it.
func (b *Book) inMeeting(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID, what string, content any,
	plan func(*desk, *state.View) error,
) (Receipt, error) {
	return b.inNight(ctx, s, evening, saw, what, content, func(d *desk, n *state.View) error {
		if n.Several == nil {
			return show.ErrNoMeeting
		}
		return plan(d, n)
	})
}

func (p *poster) playing(n *state.View) (open []*state.View) {
	for _, id := range n.Several.Seated {
		if t := p.draft.View(id); t.Closed == 0 {
			open = append(open, t)
		}
	}
	return open
}

// sendHome posts that a table leaves what is open there to its evening, by what passed between each two, so
// that there, too, everybody can settle as it fell. Then it closes.
func (p *poster) sendHome(table *state.View) error {
	if debts := table.Between(); len(debts) > 0 {
		left := &chain.Handed{Night: table.Meeting, Debts: debts}
		if err := p.post(table.ID, chain.KindHand, left); err != nil {
			return err
		}
		took := &chain.Handed{Night: table.ID, Debts: debts}
		if err := p.post(table.Meeting, chain.KindTake, took); err != nil {
			return err
		}
	}
	return p.post(table.ID, chain.KindClose, &chain.Close{})
}

// handed is what a table left to its evening and stands: the entry of that kind in the one night, about the
// other; zero if there is none.
func handed(n *state.View, kind chain.Kind, other chain.NightID) chain.EntryID {
	for _, o := range slices.Backward(n.Others) {
		if o.Kind == kind && o.Undone == 0 && o.Body.(*chain.Handed).Night == other {
			return o.Entry
		}
	}
	return 0
}

// CloseTable closes a table of an evening while the others play on. What is open there is in the evening's
// settlement from then on. saw is the version of the table the page showed; zero doesn't check it.
func (b *Book) CloseTable(
	ctx context.Context, s Slip, table chain.NightID, saw chain.EntryID,
) (Receipt, error) {
	return b.inNight(ctx, s, table, saw, "close table", []any{table, saw}, func(d *desk, n *state.View) error {
		if n.Meeting == 0 {
			return refuse("night", "This table is an evening by itself.")
		}
		if _, err := d.opened(n.Meeting); err != nil {
			return err
		}
		return d.sendHome(n)
	})
}

func (d *desk) reopenTable(table *state.View, reason string) error {
	evening, err := d.night(table.Meeting)
	if err != nil {
		return err
	}
	if evening.Closed != 0 {
		return refuse("night", "This table’s evening is closed. Open that again first.")
	}
	if hand := handed(table, chain.KindHand, evening.ID); hand != 0 {
		took := handed(evening, chain.KindTake, table.ID)
		if evening.Rounded() != 0 {
			return refuse("night", "This evening was rounded with this table. Take the rounding back first.")
		}
		if err := d.reverse(evening.ID, took, reason); err != nil {
			return err
		}
		if err := d.reverse(table.ID, hand, reason); err != nil {
			return err
		}
	}
	return nil
}

// CloseMeeting closes an evening: its open tables leave to it what is open there and close, what is unpaid
// goes onto the slate, and the chain so far is sealed. saw is Evening.Version, as the page showed it: if
// anything was written at any of the tables since, CloseMeeting returns *Stale.
func (b *Book) CloseMeeting(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, 0, "close evening", []any{evening, saw},
		func(d *desk, n *state.View) error {
			if err := d.sendAllHome(n, saw); err != nil {
				return err
			}
			return d.closeNight(evening)
		})
}

// GatherTables closes the open tables of an evening, so that it can be settled together. saw as of
// CloseMeeting; zero doesn't check it.
func (b *Book) GatherTables(
	ctx context.Context, s Slip, evening chain.NightID, saw chain.EntryID,
) (Receipt, error) {
	return b.inMeeting(ctx, s, evening, 0, "gather tables", []any{evening, saw},
		func(d *desk, n *state.View) error {
			before := len(d.entries)
			err := d.sendAllHome(n, saw)
			if err == nil && len(d.entries) == before {
				err = refuse("tables", "All tables have closed already.")
			}
			return err
		})
}

func (d *desk) sendAllHome(n *state.View, saw chain.EntryID) error {
	if saw != 0 {
		if err := d.unmoved(n, saw); err != nil {
			return err
		}
	}
	for _, t := range d.playing(n) {
		if err := d.sendHome(t); err != nil {
			return err
		}
	}
	return nil
}

// unmoved returns *show.Stale if an evening or a table of it was written to since a page showed it.
func (d *desk) unmoved(n *state.View, saw chain.EntryID) error {
	var where []string
	var rows []*show.Row
	for _, id := range n.Several.Seated {
		if t := d.draft.View(id); t.Version > saw {
			where, rows = append(where, t.Name), append(rows, show.Drafted(t).RowsSince(saw)...)
		}
	}
	switch {
	case len(where) > 0:
		return &show.Stale{Sentence: fmt.Sprintf("Somebody has just written something down at %s. Look at "+
			"it again before you go on.", english.List(where)), Rows: rows}
	case n.Version > saw:
		return &show.Stale{
			Sentence: "Somebody has just changed this evening. Look at it again before you go on.",
			Rows:     show.Drafted(n).RowsSince(saw),
		}
	}
	return nil
}

func (d *desk) stillPlaying(n *state.View) error {
	if n.Several == nil {
		return nil
	}
	open := d.playing(n)
	if len(open) == 0 {
		return nil
	}
	names := make([]string, len(open))
	for i, t := range open {
		names[i] = t.Name
	}
	return refuse("tables", "%s %s still open. Close the tables first: then the evening is settled together.",
		english.List(names), english.Verb(len(names), "is", "are"))
}
