package ledger

// Deals: recording one, many at once, or only trying what one would come to. A page tells a deal as the table said it; what it leaves
// out is filled in from the night, and what can't have been is refused before anything is written.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// DealSaid is a deal as the table tells it.
type DealSaid struct {
	// Deal by seats. Seats zero is as many as sit; Dealer nobody is the one whose turn it is (for a correction: who it was).
	Deal rules.Deal
	// Chairs are who sat. Nil is the table as it is (for a correction: as it was; for an insertion: as at the deal it goes
	// before). A page that queues deals sends what it showed.
	Chairs []Chair
	// Nth is the number of the deal the page believes it records, from Night.Nth. If meanwhile another deal was recorded
	// as that number, or the table or the dealer isn't what is said here, Record answers *Stale. Zero doesn't check:
	// record it as whatever comes next, as said.
	Nth int
	// Auction is how it was called, word by word as rules.Auction takes them, where the table followed that. It is kept
	// only where it comes to what the deal says. (For a correction: as it was, as long as it still does.)
	Auction string `json:",omitempty"`
}

// Previewed is what a deal would come to.
type Previewed struct {
	Deal   rules.Deal // filled in
	Chairs []Chair
	Names  []string
	Result rules.Result
	Nets   []Net // by chair
	Stakes *rules.House
	Words  rules.Words
}

// Preview settles a deal without recording it. Errors as of Record.
func (b *Book) Preview(ctx context.Context, n NightID, d DealSaid) (out Previewed, err error) {
	err = b.withFold(ctx, n, func(k *kept) error {
		names := b.roster.Load()
		deal, chairs, err := k.fold.complete(names, d)
		if err != nil {
			return err
		}
		result, err := rules.Settle(k.fold.stakes, &deal)
		if err != nil {
			return err
		}
		out = Previewed{
			Deal: deal, Chairs: chairs, Names: names.Names(chairs), Result: result, Nets: netsOf(names, chairs, &result),
			Stakes: k.fold.stakes, Words: k.fold.wordsIn(names),
		}
		return nil
	})
	return out, err
}

// complete fills in what a deal doesn't say, from the table as it is, and refuses who can't have sat there.
func (n *fold) complete(names *people.Roster, said DealSaid) (rules.Deal, []Chair, error) {
	deal, chairs, err := said.seated(names, n.chairs, "sit")
	if err == nil && deal.Dealer == 0 {
		deal.Dealer = chain.SeatOf(chairs, n.dueIn(chairs))
	}
	return deal, chairs, err
}

// seated tells who sat in a deal, which is these where it says nothing else, and refuses who can't have. sit is how they do: now, or
// as they sat then.
func (said *DealSaid) seated(names *people.Roster, chairs []Chair, sit string) (deal rules.Deal, _ []Chair, err error) {
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
		return deal, nil, refuse("seats", "The deal speaks of %d seats, but %d %s at the table.", deal.Seats, len(chairs), sit)
	}
	return deal, chairs, nil
}

// Record writes a deal. Errors: *rules.Problem for what can't have been, *Stale, *Refusal (the night is closed),
// *NotFound.
func (b *Book) Record(ctx context.Context, s Slip, n NightID, d DealSaid) (Receipt, error) {
	return b.post(ctx, s, "record", asked{n, d}, func(desk *desk) (Receipt, error) {
		night, err := desk.open(n)
		if err != nil {
			return Receipt{}, err
		}
		e, err := night.record(&desk.poster, desk.roster, d)
		if err != nil {
			return Receipt{}, err
		}
		return Receipt{Deal: DealID(e.Seq)}, nil
	})
}

// asked is a request to record, as it is told from another.
type asked struct {
	Night NightID
	Said  DealSaid
}

// record posts a deal at the end of the night.
func (n *fold) record(p *poster, names *people.Roster, said DealSaid) (*Entry, error) {
	if said.Nth != 0 {
		if err := n.asShown(names, said); err != nil {
			return nil, err
		}
	}
	deal, chairs, err := n.complete(names, said)
	if err != nil {
		return nil, err
	}
	result, err := rules.Settle(n.stakes, &deal)
	if err != nil {
		return nil, err
	}
	body := chain.DealOf(&deal, chairs)
	body.Auction = n.calling(&deal, said.Auction)
	return p.deal(n, &body, chairs, &result)
}

// calling is how a deal was called, as it is kept: nothing where that isn't how it came to be this deal.
func (n *fold) calling(d *rules.Deal, said string) string {
	calls := strings.Fields(said)
	if len(calls) == 0 || !d.CalledBy(n.stakes, calls) {
		return ""
	}
	return strings.Join(calls, " ")
}

// asShown refuses a deal from a page that showed another coming deal than is coming now.
func (n *fold) asShown(names *people.Roster, said DealSaid) error {
	switch {
	case said.Nth <= n.count:
		nth := 0
		for _, d := range n.order {
			if d.standing == nil {
				continue
			}
			if nth++; nth == said.Nth {
				shown := d.show(d.standing, nth, names)
				return &Stale{
					Sentence: fmt.Sprintf("Deal %d was recorded meanwhile: %s", nth, n.dealText(names, d.standing)),
					Deal:     shown,
				}
			}
		}
	case said.Nth > n.count+1:
		return &Stale{Sentence: fmt.Sprintf("The deals before this one were taken back meanwhile: the next one is deal %d.", n.count+1)}
	}
	if said.Chairs != nil {
		chairs, err := seatable(names, said.Chairs)
		if err != nil {
			return err
		}
		if !slices.Equal(chairs, n.chairs) {
			return &Stale{Sentence: "Others sit at the table now than when this deal was filled in."}
		}
	}
	if said.Deal.Dealer != 0 && said.Deal.Dealer != chain.SeatOf(n.chairs, n.due()) {
		return &Stale{Sentence: fmt.Sprintf("It is %s’s deal now, not whose it was when this was filled in.", names.Name(n.due()))}
	}
	return nil
}

// LineError says which of the deals handed to RecordMany was refused, and why.
type LineError struct {
	Index int // from 0
	Err   error
}

func (e *LineError) Error() string { return e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// RecordMany writes deals one after another, all or none: an entry each. saw is the version of the night the page showed;
// zero doesn't check it. The receipt is of the last one.
func (b *Book) RecordMany(ctx context.Context, s Slip, n NightID, saw EntryID, deals []DealSaid) (Receipt, error) {
	return b.post(ctx, s, "record many", []any{n, saw, deals}, func(desk *desk) (Receipt, error) {
		night, err := desk.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if err := desk.fresher(night, saw); err != nil {
			return Receipt{}, err
		}
		if len(deals) == 0 {
			return Receipt{}, refuse("deals", "There is no deal in this.")
		}
		var last *Entry
		for i, d := range deals {
			if last, err = night.record(&desk.poster, desk.roster, d); err != nil {
				return Receipt{}, &LineError{Index: i, Err: err}
			}
		}
		return Receipt{Deal: DealID(last.Seq)}, nil
	})
}

// Happened is one thing of an evening that is written down afterwards: one of its fields is said.
type Happened struct {
	Deal    *DealSaid
	Penalty *Penalty
	Table   []Chair // who sits from here on
}

// RecordPaper writes what is typed from paper, one thing after another, all or none: an entry each. typed is the text it was
// read from, by which a form that is sent twice is known. saw is the version of the night the page showed. The receipt is of the last thing.
func (b *Book) RecordPaper(ctx context.Context, s Slip, n NightID, saw EntryID, typed string, evening []Happened) (Receipt, error) {
	return b.post(ctx, s, "record paper", []any{n, saw, typed}, func(desk *desk) (Receipt, error) {
		night, err := desk.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if err := desk.fresher(night, saw); err != nil {
			return Receipt{}, err
		}
		var receipt Receipt
		dealt := false
		for i, h := range evening {
			receipt.Deal = 0
			switch {
			case h.Deal != nil:
				var e *Entry
				if e, err = night.record(&desk.poster, desk.roster, *h.Deal); err == nil {
					receipt.Deal, dealt = DealID(e.Seq), true
				}
			case h.Penalty != nil:
				var body *chain.Penalty
				if body, err = desk.fine(night, *h.Penalty); err == nil {
					_, err = desk.post(night, chain.KindPenalty, body, nil)
				}
			default:
				err = desk.seats(night, TableChange{Chairs: h.Table})
			}
			if err != nil {
				return Receipt{}, &LineError{Index: i, Err: err}
			}
		}
		if !dealt {
			return Receipt{}, refuse("deals", "There is no deal in this.")
		}
		return receipt, nil
	})
}

// MendKind is what is put right. The numbers are in the hash of a request that is kept with its entries.
type MendKind uint8

const (
	Correct MendKind = 1 // say anew what the deal was
	Remove  MendKind = 2 // it wasn't played; also takes the last one back
	PutBack MendKind = 3 // it was, after all
	Insert  MendKind = 4 // a deal was forgotten: it goes before Deal
	Swap    MendKind = 5 // Deal and With were recorded the wrong way round
)

// Mend puts an earlier deal right.
type Mend struct {
	Do   MendKind
	Deal DealID
	// Saw is the version of Deal the page showed (Dealt.Version; for PutBack the version that was removed). If it is
	// not the one that stands, the answer is *Stale. For Insert zero doesn't check.
	Saw     EntryID
	With    DealID   // Swap: the other one …
	SawWith EntryID  // … and its version
	Said    DealSaid // Correct and Insert
	// MoveDealers moves the deal along: of the deals that follow, after an insertion, a removal or a return; of the two,
	// after a swap; after a correction of the dealer, of the deals that follow. It goes as far as the same people sit.
	MoveDealers bool
	Reason      string // may be empty
}

// Effect is what a Mend would do.
type Effect struct {
	Before *Dealt      // the deal as it stands; nil for Insert and PutBack
	After  *Dealt      // as it would stand; nil for Remove
	Change []Net       // of everybody's total tonight, without zeros
	Shifts []Shift     // other deals whose dealer changes
	Dealer [2]PlayerID // who deals next: before and after
	Duties [2]rules.Duties
	Night  *Night // the whole night as it would be
}

// Shift is a deal whose dealer changes, and with it perhaps who pays.
type Shift struct {
	Deal     DealID
	Nth      int
	From, To PlayerID
	Change   []Net
}

// Version is one telling of a deal.
type Version struct {
	Entry    EntryID
	What     string // "recorded", "corrected", "removed", "put back", "dealer moved"
	At       time.Time
	Device   string
	Reason   string
	Chairs   []Chair
	Names    []string
	Deal     rules.Deal
	Result   rules.Result
	Nets     []Net
	Removed  bool // this version says that the deal wasn't played; Deal is what it had been
	Standing bool
}
