package ledger

// What changes about an open night between two deals: its name and options, who sits where, the last round.

import (
	"context"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// seatable checks who is to sit: three to five different people, each account playing once.
func seatable(r *people.Roster, chairs []chain.Chair) ([]chain.Chair, error) {
	if len(chairs) < 3 || len(chairs) > rules.MaxSeats {
		return nil, refuse("seats", "Three, four or five play Solo Whist at a table; you seat %d.", len(chairs))
	}
	out := make([]chain.Chair, len(chairs))
	for i, c := range chairs {
		p, err := r.Somebody(c.Player)
		if err != nil {
			return nil, err
		}
		if chain.SeatOf(out[:i], p.ID) != 0 {
			return nil, refuse("seats", "%s can't sit in two places.", p.Name)
		}
		out[i].Player = p.ID
		if c.Account != 0 && r.Who(c.Account) != p.ID {
			lender, err := r.Somebody(c.Account)
			if err != nil {
				return nil, err
			}
			out[i].Account = lender.ID
		}
		for _, other := range out[:i] {
			if other.Pays() == out[i].Pays() {
				return nil, refuse("seats", "Two can't play for %s at once.",
					r.Name(other.Pays()))
			}
		}
	}
	return out, nil
}

// NightEdit changes a night's name, date or options. Nil leaves as it is.
type NightEdit struct {
	Name, Date     *string
	Auction, Agree *bool
	Phones         *bool      `json:",omitempty"` // see Night.Phones
	Head           *int64     `json:",omitempty"` // see Till.Head
	Pay            *chain.Way `json:",omitempty"` // of an open night, or evening at several tables
	// Paid is all that is open between any two, which to pay as you go from now on writes down as paid: if
	// anything else is open, EditNight returns *Stale.
	Paid []chain.Debt `json:"-"`
}

func (b *Book) EditNight(ctx context.Context, s Slip, n chain.NightID, e NightEdit) (Receipt, error) {
	return b.post(ctx, s, "edit night", []any{n, e}, func(d *desk) error {
		night, err := d.night(n)
		if err != nil {
			return err
		}
		body := chain.Edit{
			Name: e.Name, Date: e.Date, Auction: e.Auction, Agree: e.Agree, Phones: e.Phones, Pay: e.Pay,
			Head: e.Head,
		}
		if e.Name != nil {
			name, err := chain.CleanText("name", *e.Name, false)
			if err != nil {
				return err
			}
			body.Name = &name
		}
		if e.Date != nil {
			if err := chain.CheckDate("date", *e.Date); err != nil {
				return err
			}
			if err := d.meant(*e.Date); err != nil && *e.Date != night.Date {
				return err
			}
		}
		if e.Head != nil {
			if err := d.asksHead(night, *e.Head); err != nil {
				return err
			}
		}
		if e.Pay != nil {
			if err := d.settlesBy(night, e.Pay, e.Paid); err != nil {
				return err
			}
		}
		if err := d.dateTables(night, e.Date); err != nil {
			return err
		}
		return d.post(n, chain.KindEdit, &body)
	})
}

// settlesBy checks how a night is to be settled, and that what is written down as paid with it is known.
func (d *desk) settlesBy(night *state.ResolvedNight, way *chain.Way, paid []chain.Debt) error {
	if _, err := d.opened(night.ID); err != nil {
		return err
	}
	if err := settledHere(night); err != nil {
		return err
	}
	if !night.Money().Handed() {
		return refuse("by", "You play for points: nobody pays anything.")
	}
	if err := (&chain.Edit{Pay: way}).Check(chain.At{}); err != nil {
		return refuse("by", "Say how you settle, and who the banker is.")
	}
	if way.Kind().Banker && !slices.Contains(night.There(), d.who(way.Banker)) {
		return refuse("banker", "%s isn’t here to be the banker.", d.names().Name(way.Banker))
	}
	if way.Kind().Go && !slices.Equal(d.draft.Unpaid(night), paid) {
		return &show.Stale{Sentence: "This also writes down as paid what is open now. Read the sums first, then " +
			"say yes."}
	}
	return nil
}

func (d *desk) dateTables(night *state.ResolvedNight, date *string) error {
	switch {
	case date == nil:
		return nil
	case night.Meeting != 0 && *date != night.Date:
		return refuse("date", "%s is a table of an evening: change the date of that.", night.Name)
	case night.Several == nil:
		return nil
	}
	for _, id := range night.Several.Seated {
		if err := d.post(id, chain.KindEdit, &chain.Edit{Date: date}); err != nil {
			return err
		}
	}
	return nil
}

// TableChange says who sits where from the next deal on. Nil Chairs leaves everybody where they are. Dealer
// zero is whose turn it would be, or the next on the left who is still there.
type TableChange struct {
	Chairs []chain.Chair
	Dealer chain.PlayerID
}

func (b *Book) ChangeTable(
	ctx context.Context, s Slip, n chain.NightID, saw chain.EntryID, c TableChange,
) (Receipt, error) {
	return b.inNight(ctx, s, n, saw, "change table", []any{n, saw, c}, func(d *desk, night *state.ResolvedNight,
	) error {
		before := night.Chairs()
		if err := d.sit(night, c); err != nil || night.Meeting == 0 {
			return err
		}
		return d.joinMeeting(n, before)
	})
}

// sit posts who sits where from here on. Where it is in doubt who deals next, the dealer must be said: the
// entry would else read as a choice nobody made.
func (p *poster) sit(n *state.ResolvedNight, c TableChange) (err error) {
	if n.Several != nil {
		return errAtTables
	}
	before := n.Chairs()
	chairs := before
	if c.Chairs != nil {
		if chairs, err = seatable(n.Names, c.Chairs); err != nil {
			return err
		}
	}
	turn := n.Turn()
	t := turn.To(before, chairs)
	dealer := t[0]
	switch {
	case c.Dealer != 0:
		if dealer = n.Who(c.Dealer); chain.SeatOf(chairs, dealer) == 0 {
			return refuse("dealer", "Choose one of those at the table to deal.")
		}
	case t.Doubtful():
		return refuse("dealer", "%s", n.Asks(turn).Words(n.Names.Name))
	}
	if slices.Equal(chairs, before) && t == (state.Turn{dealer}) {
		return refuse("seats", "The table is like this already.")
	}
	return p.post(n.ID, chain.KindTable, &chain.Table{Chairs: chairs, Dealer: dealer})
}

var errNoPhones = &rules.Problem{
	Sentence: "The table doesn’t let phones do that this evening. Ask at the table.",
}

// letsPhones tells whether phones may tick and agree: at a table of an evening, whether that lets them.
func (d *desk) letsPhones(n *state.ResolvedNight) bool {
	if n.Meeting != 0 {
		return d.draft.Night(n.Meeting).Phones
	}
	return n.Phones
}

// inNight posts something about an open night. saw is the version of it the page showed; zero doesn't check
// it.
func (b *Book) inNight(
	ctx context.Context, s Slip, n chain.NightID, saw chain.EntryID, what string, content any,
	plan func(*desk, *state.ResolvedNight) error,
) (Receipt, error) {
	return b.post(ctx, s, what, content, func(d *desk) error {
		night, err := d.opened(n)
		if err != nil {
			return err
		}
		if s.Phone != 0 && !d.letsPhones(night) {
			return errNoPhones
		}
		if saw != 0 && saw != night.Version && !onlyPaid(night, saw) {
			return &show.Stale{
				Sentence: "Somebody has just changed this night. Look at it again before you go on.",
				Rows:     show.Drafted(night).RowsSince(saw),
			}
		}
		return plan(d, night)
	})
}

// onlyPaid tells whether an evening at several tables has, since a page showed it, only payments that
// followed from the tables' entries. Who seats a round has seen what matters.
func onlyPaid(n *state.ResolvedNight, saw chain.EntryID) bool {
	return n.Several != nil && !slices.ContainsFunc(n.Others, func(o *state.Other) bool {
		return o.Entry > saw && o.Kind != chain.KindPayment || o.Undone > saw
	})
}

// SetLastRound agrees to stop after so many more deals; a negative number takes that back. It locks nothing.
func (b *Book) SetLastRound(ctx context.Context, s Slip, n chain.NightID, more int) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "last round", []any{n, more},
		func(d *desk, night *state.ResolvedNight) error {
			if more > 1000 {
				return refuse("more", "This can’t be a last round.")
			}
			if night.Several != nil {
				return errAtTables
			}
			return d.post(n, chain.KindLast, &chain.Last{More: max(more, -1)})
		})
}
