package ledger

// Recording deals: one, many at once, or only trying what one would come to. What a page doesn't say of a
// deal is filled in from the night; what can't have been is refused before anything is written.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type DealSaid struct {
	// Deal by seats. Seats zero is as many as sit. Dealer nobody is whose turn it is (for a correction: who
	// it was).
	Deal rules.Deal
	// Chairs are who sat. Nil is the table as it is (for a correction: as it was; for an insertion: as at the
	// deal it goes before). A page that queues deals sends what it showed.
	Chairs []chain.Chair
	// Nth is the number of the deal the page believes it records, from Night.Nth. If another deal was
	// recorded as that number meanwhile, or the table or the dealer isn't what is said here, Record returns
	// *Stale. Zero doesn't check.
	Nth int
	// Auction is the calls, word by word as rules.Auction takes them, if the table followed them. It is kept
	// only if it comes to what the deal says.
	Auction string `json:",omitempty"`
	// Round is the round of its evening the page believes the deal is of, from Night.Round. If another has begun
	// meanwhile, Record returns *Stale. Zero doesn't check.
	Round int `json:",omitempty"`
	// Late says that it was played in Round, and by Chairs, though the next round has begun or others sit there
	// now. It goes to the end of that round.
	Late bool `json:",omitempty"`
}

func complete(n *state.ResolvedNight, said DealSaid) (rules.Deal, []chain.Chair, error) {
	if n.Several != nil {
		return rules.Deal{}, nil, errAtTables
	}
	deal, chairs, err := said.seated(n.Names, n.Chairs(), "sit")
	if err == nil && deal.Dealer == 0 {
		t := n.Turn()
		if d := n.Asks(t); d != nil {
			return deal, nil, refuse("dealer", "%s", d.Words(n.Names.Name))
		}
		deal.Dealer = chain.SeatOf(chairs, t.To(n.Chairs(), chairs)[0])
	}
	return deal, chairs, err
}

var errAtTables = &rules.Problem{Field: "night",
	Sentence: "This evening is played at several tables: choose one."}

// seated returns the deal and who sat in it: chairs, if it says nothing else. sit is the verb for a refusal.
func (said *DealSaid) seated(
	names *people.Roster, chairs []chain.Chair, sit string,
) (deal rules.Deal, _ []chain.Chair, err error) {
	deal = said.Deal
	if said.Chairs != nil {
		if chairs, err = seatable(names, said.Chairs); err != nil {
			return deal, nil, err
		}
	}
	if deal.Seats == 0 {
		deal.Seats = len(chairs)
	}
	if deal.Seats != len(chairs) {
		return deal, nil, refuse("seats", "The deal names %d seats, but %d %s at the table.", deal.Seats,
			len(chairs), sit)
	}
	return deal, chairs, nil
}

func (b *Book) Record(ctx context.Context, s Slip, n chain.NightID, said DealSaid) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "record", asked{n, said}, func(d *desk, night *state.ResolvedNight) error {
		return d.record(night, said)
	})
}

type asked struct {
	Night chain.NightID
	Said  DealSaid
}

func (p *poster) record(n *state.ResolvedNight, said DealSaid) error {
	if n.Several == nil {
		if err := asShown(n, said); err != nil {
			return err
		}
	}
	deal, chairs, err := complete(n, said)
	if err != nil {
		return err
	}
	before, round := n.Count, 0
	if said.overdue(n) {
		before, round = n.DealtBy(said.Round), said.Round
	}
	result, err := settleAs(n, &deal, before)
	if err != nil {
		return err
	}
	body := chain.DealOf(&deal, chairs)
	body.Round = round
	body.Auction = calling(n, &deal, said.Auction)
	if err := royalCalled(n, body.Auction, before); err != nil {
		return err
	}
	err = p.deal(n, &body, chairs, &result)
	p.receipt.Deal = chain.DealID(p.draft.Last())
	return err
}

// overdue tells whether a deal is of a round after which another has begun.
func (said *DealSaid) overdue(n *state.ResolvedNight) bool {
	return said.Round != 0 && said.Round < n.RoundOf(nil)
}

func settleAs(n *state.ResolvedNight, d *rules.Deal, after int) (rules.Result, error) {
	if err := d.CheckTurned(n.Stakes.TurnedSuit(after)); err != nil {
		return rules.Result{}, err
	}
	return rules.Settle(n.Stakes, d)
}

// calling returns the calls as they are kept: nothing if they don't come to this deal.
func calling(n *state.ResolvedNight, d *rules.Deal, said string) string {
	calls := strings.Fields(said)
	if len(calls) == 0 || !d.CalledBy(n.Stakes, calls) {
		return ""
	}
	return strings.Join(calls, " ")
}

// royalCalled refuses the calls of the coming deal if royal is among them and the deal has no trumps. A book
// kept by a program that took them passes its audit, and what is put right there keeps its calls.
func royalCalled(n *state.ResolvedNight, calls string, before int) error {
	if n.Stakes.TurnedSuit(before) != rules.NoTrumps ||
		!slices.Contains(strings.Fields(calls), rules.Royal.String()) {
		return nil
	}
	return refuse("contract", "It is the turn of no trumps, so nobody can have called a royal abundance.")
}

// asShown returns *show.Stale for a deal from a page that showed another coming deal.
func asShown(n *state.ResolvedNight, said DealSaid) error {
	dealt := n.Count
	if said.overdue(n) {
		if !said.Late {
			return &show.Stale{Sentence: fmt.Sprintf("Round %d has begun. This deal belonged to round %d.",
				n.RoundOf(nil), said.Round)}
		}
		dealt = n.DealtBy(said.Round)
	}
	switch {
	case said.Nth == 0:
		return nil
	case said.Nth <= dealt:
		if standing := n.Stand(); said.Nth > 0 {
			now := show.Drafted(n).RowOf(standing[said.Nth-1].ID)
			return &show.Stale{
				Sentence: fmt.Sprintf("Deal %d was recorded meanwhile: %s", said.Nth, now.Text),
				Deal:     now.Deal,
			}
		}
	case said.Nth > dealt+1:
		return &show.Stale{Sentence: fmt.Sprintf(
			"Somebody took back the deals before this one: the next one is deal %d.", dealt+1)}
	case said.Late:
		return nil
	}
	if said.Chairs != nil {
		chairs, err := seatable(n.Names, said.Chairs)
		if err != nil {
			return err
		}
		if !slices.Equal(chairs, n.Chairs()) {
			return &show.Stale{Sentence: "Other people sit at the table now than when you filled in this deal."}
		}
	}
	if due := n.Due(); said.Deal.Dealer != 0 && said.Deal.Dealer != chain.SeatOf(n.Chairs(), due) {
		return &show.Stale{Sentence: fmt.Sprintf("It is %s’s deal now. It was "+
			"somebody else’s when you filled this in.",
			n.Names.Name(due))}
	}
	return nil
}

// RecordMany writes deals one after another, all or none. saw is the version of the night the page showed;
// zero doesn't check it. The receipt is of the last one.
func (b *Book) RecordMany(
	ctx context.Context, s Slip, n chain.NightID, saw chain.EntryID, deals []DealSaid,
) (Receipt, error) {
	return b.inNight(ctx, s, n, saw, "record many", []any{n, saw, deals},
		func(d *desk, night *state.ResolvedNight) error {
			evening := make([]Happened, len(deals))
			for i := range deals {
				evening[i].Deal = &deals[i]
			}
			return d.recordAll(n, evening)
		})
}

// Happened is one thing of an evening that is written down afterwards; one of its fields is set.
type Happened struct {
	Deal    *DealSaid
	Penalty *Penalty
	Table   []chain.Chair // who sits from here on
	Note    string        // on the last deal before it
}

// typed is the text it was read from, by which a form that is sent twice is known. saw is the version of the
// night the page showed. The receipt is of the last thing.
func (b *Book) RecordPaper(
	ctx context.Context, s Slip, n chain.NightID, saw chain.EntryID, typed string, evening []Happened,
) (Receipt, error) {
	return b.inNight(ctx, s, n, saw, "record paper", []any{n, saw, typed},
		func(d *desk, night *state.ResolvedNight) error { return d.recordAll(n, evening) })
}

func (d *desk) recordAll(id chain.NightID, evening []Happened) error {
	var last chain.DealID
	for _, h := range evening {
		d.receipt.Deal = 0
		night, err := d.night(id)
		if err != nil {
			return err
		}
		switch {
		case h.Deal != nil:
			err = d.record(night, *h.Deal)
			last = d.receipt.Deal
		case h.Penalty != nil:
			err = d.penalise(night, *h.Penalty)
		case h.Note != "":
			note := chain.Note{Deal: last}
			if note.Text, err = chain.CleanNote(h.Note); err == nil {
				err = d.post(id, chain.KindNote, &note)
			}
		default:
			err = d.sit(night, TableChange{Chairs: h.Table})
		}
		if err != nil {
			return err
		}
	}
	if last == 0 {
		return refuse("deals", "This has no deal in it.")
	}
	return nil
}
