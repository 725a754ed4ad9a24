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
	Tables  []show.SeatTable
	Rest    []chain.PlayerID // who rests in the first round
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
		if err := d.post(body.Night, chain.KindMeeting, body); err != nil {
			return err
		}
		if err := d.payAsItGoes(body.Night, e.Goes && e.House.Money.Handed()); err != nil {
			return err
		}
		meeting, err := d.night(body.Night)
		if err != nil {
			return err
		}
		round := &chain.Round{Round: 1, Rest: d.persons(e.Rest)}
		for i, t := range e.Tables {
			table, err := d.newTable(meeting, t, i+1)
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
func (d *desk) newMeetingBody(e NewMeeting) (*chain.Meeting, error) {
	like, err := d.newNightBody(NewNight{
		Name: e.Name, Date: e.Date, House: e.House, Scale: e.Scale, Auction: e.Auction, Agree: e.Agree,
		Words: e.Words, Seats: e.Tables[0].Seats, Dealer: e.Tables[0].Dealer,
	})
	if err != nil {
		return nil, err
	}
	body := &chain.Meeting{
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

func (d *desk) distinctPlayers(tables []show.SeatTable, rest []chain.PlayerID) error {
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

func (d *desk) newTable(meeting *state.ResolvedNight, t show.SeatTable, nth int) (chain.Placed, error) {
	if t.Name == "" {
		t.Name = fmt.Sprintf("Table %d", nth)
	}
	body, err := d.newNightBody(NewNight{
		Name: t.Name, Date: meeting.Date, House: meeting.House, Scale: meeting.Scale, Auction: meeting.Auction,
		Agree: meeting.Agree, Seats: t.Seats, Dealer: t.Dealer,
	})
	if err != nil {
		return chain.Placed{}, err
	}
	for call, word := range meeting.Night.Words {
		if body.Words == nil {
			body.Words = map[string]string{}
		}
		body.Words[call.String()] = word
	}
	body.Night, body.Evening = d.draft.LastNight()+1, meeting.ID
	err = d.post(body.Night, chain.KindNight, body)
	return chain.Placed{Night: body.Night, Seats: body.Seats, Dealer: body.Dealer}, err
}

// ComeLate enters somebody who comes late, or comes back. They rest until a round seats them.
func (b *Book) ComeLate(
	ctx context.Context, s Slip, meeting chain.NightID, p chain.PlayerID,
) (Receipt, error) {
	return b.attend(ctx, s, meeting, p, false)
}

// GoHome enters that somebody goes home: who sits at a table, once the round is over.
func (b *Book) GoHome(ctx context.Context, s Slip, meeting chain.NightID, p chain.PlayerID) (Receipt, error) {
	return b.attend(ctx, s, meeting, p, true)
}

func (b *Book) attend(
	ctx context.Context, s Slip, meeting chain.NightID, p chain.PlayerID, gone bool,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "attend", []any{meeting, p, gone},
		func(d *desk, n *state.ResolvedNight) error {
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
			return d.post(meeting, chain.KindPresent, &chain.Present{Player: at.ID, Gone: gone})
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
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID, what string, content any,
	plan func(*desk, *state.ResolvedNight) error,
) (Receipt, error) {
	return b.inNight(ctx, s, meeting, saw, what, content, func(d *desk, n *state.ResolvedNight) error {
		if n.Several == nil {
			return show.ErrNoMeeting
		}
		return plan(d, n)
	})
}

func (p *poster) playing(n *state.ResolvedNight) (open []*state.ResolvedNight) {
	for _, id := range n.Several.Seated {
		if t := p.draft.Resolve(id); t.Closed == 0 {
			open = append(open, t)
		}
	}
	return open
}

// sendHome posts that a table leaves what is open there to its evening, by what passed between each two, so
// that there, too, everybody can settle as it fell. Then it closes.
func (p *poster) sendHome(table *state.ResolvedNight) error {
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
func handed(n *state.ResolvedNight, kind chain.Kind, other chain.NightID) chain.EntryID {
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
	return b.inNight(ctx, s, table, saw, "close table", []any{table, saw}, func(d *desk, n *state.ResolvedNight,
	) error {
		if n.Meeting == 0 {
			return refuse("night", "This table is an evening by itself.")
		}
		if _, err := d.opened(n.Meeting); err != nil {
			return err
		}
		return d.sendHome(n)
	})
}

func (d *desk) reopenTable(table *state.ResolvedNight, reason string) error {
	meeting, err := d.night(table.Meeting)
	if err != nil {
		return err
	}
	if meeting.Closed != 0 {
		return refuse("night", "This table’s evening is closed. Open that again first.")
	}
	if hand := handed(table, chain.KindHand, meeting.ID); hand != 0 {
		took := handed(meeting, chain.KindTake, table.ID)
		if meeting.Rounded() != 0 {
			return refuse("night", "This evening was rounded with this table. Take the rounding back first.")
		}
		if err := d.reverse(meeting.ID, took, reason); err != nil {
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
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "close evening", []any{meeting, saw},
		func(d *desk, n *state.ResolvedNight) error {
			if err := d.sendAllHome(n, saw); err != nil {
				return err
			}
			return d.closeNight(meeting)
		})
}

// GatherTables closes the open tables of an evening, so that it can be settled together. saw as of
// CloseMeeting; zero doesn't check it.
func (b *Book) GatherTables(
	ctx context.Context, s Slip, meeting chain.NightID, saw chain.EntryID,
) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "gather tables", []any{meeting, saw},
		func(d *desk, n *state.ResolvedNight) error {
			before := len(d.entries)
			err := d.sendAllHome(n, saw)
			if err == nil && len(d.entries) == before {
				err = refuse("tables", "All tables have closed already.")
			}
			return err
		})
}

func (d *desk) sendAllHome(n *state.ResolvedNight, saw chain.EntryID) error {
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
func (d *desk) unmoved(n *state.ResolvedNight, saw chain.EntryID) error {
	var where []string
	var rows []*show.Row
	for _, id := range n.Several.Seated {
		if t := d.draft.Resolve(id); t.Version > saw {
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

func (d *desk) stillPlaying(n *state.ResolvedNight) error {
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
