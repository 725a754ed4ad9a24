package show

// The till of an evening at several tables: table money, what else went into the kitty's bowl and out of it,
// and what lies there. It is reckoned from the payments alone, so it adds up with the coins.

import (
	"fmt"
	"slices"

	"ouverte/ledger/chain"
)

// Till is the bowl of an evening.
type Till struct {
	Head    int64 // table money of each; zero: none
	Heads   []Head
	In, Out []TillLine // oldest first
	Lies    int64      // what came in less what went out
}

// Head is somebody who came, and their table money.
type Head struct {
	MeetingPerson
	Amount int64         // theirs: what they paid or owe; else what the evening asks now
	Paid   int64         // of that
	Owes   bool          // it is in the settlement, and not paid at the door
	Entry  chain.EntryID // by which it is taken back at the door; zero: it can't be
	Key    string        // of its form: the same on every page
}

// TillLine is a payment into the till or out of it.
type TillLine struct {
	*Row
	Who    chain.PlayerID // who put it in, or took it out
	For    TillFor
	Reason string        // of a penalty, or of a payment out
	Spent  chain.EntryID // the entry that takes a payment out back
}

// TillFor is what a payment into the till or out of it is for.
type TillFor int

const (
	ForHead    TillFor = iota // table money
	ForPenalty                // a coin put in with its penalty
	ForHome                   // of who went home
	ForSpent                  // paid out for the club
	ForSettled                // the rest, to settle
)

// Of is somebody's table money.
func (t *Till) Of(p chain.PlayerID) Head {
	if i := slices.IndexFunc(t.Heads, func(h Head) bool { return h.ID == p }); i >= 0 {
		return t.Heads[i]
	}
	return Head{}
}

// Unpaid are those who are here and have paid no table money.
func (t *Till) Unpaid() (out []Head) {
	for _, h := range t.Heads {
		if h.Here && h.Paid < h.Amount && !h.Owes {
			out = append(out, h)
		}
	}
	return out
}

// Till is the evening's.
func (e *Meeting) Till() *Till {
	t := &Till{Head: e.Night.head}
	for _, p := range e.People {
		if p.Here || p.Gone {
			t.Heads = append(t.Heads, e.head(p))
		}
	}
	for _, r := range e.Night.Standing(chain.KindPayment) {
		line := TillLine{Row: r, Who: r.Paid.From}
		amount := r.Paid.Amount
		switch chain.Kitty {
		case r.Paid.To:
		case r.Paid.From:
			line.Who, amount = r.Paid.To, -amount
		default:
			continue
		}
		line.For, line.Reason, line.Spent = e.tillFor(r, line.Who)
		if t.Lies += amount; amount > 0 {
			t.In = append(t.In, line)
		} else {
			t.Out = append(t.Out, line)
		}
	}
	return t
}

// LastHead is the table money of the evening before this one that had some, for the same money.
func (now *Snapshot) LastHead(n *Night) int64 {
	for before := range now.state.Backward() {
		if before.ID < n.ID && before.Head > 0 && before.Money() == n.Money {
			return before.Head
		}
	}
	return 0
}

func (e *Meeting) tillFor(r *Row, who chain.PlayerID) (is TillFor, reason string, spent chain.EntryID) {
	for _, with := range e.Night.Rows {
		switch {
		case r.with == 0 || with.Entry != r.with:
		case with.Kind == chain.KindCost:
			return ForHead, "", 0
		default:
			return ForSpent, with.Reason, with.Entry
		}
	}
	if r.begun < r.Entry && r.Paid.To == chain.Kitty {
		for _, table := range e.Tables {
			for _, with := range table.Rows {
				if with.Entry == r.Entry-1 {
					return ForPenalty, with.Reason, 0
				}
			}
		}
	}
	if slices.Contains(e.Night.home, who) {
		return ForHome, "", 0
	}
	return ForSettled, "", 0
}

// head is somebody's table money. A player who went home square has paid the rest of it with that.
func (e *Meeting) head(p MeetingPerson) Head {
	h := Head{MeetingPerson: p, Amount: e.Night.head}
	said := 0
	for _, r := range e.Night.Rows {
		if r.head != p.ID {
			continue
		}
		if said++; r.Undone != 0 {
			continue
		}
		h.Entry, h.Amount = r.Entry, r.Moves[0].Amount
		if h.Owes = e.Night.paidWith(r) == nil && !(p.Gone && p.Total == 0); !h.Owes {
			h.Paid = h.Amount
		}
	}
	h.Key = fmt.Sprintf("%s%d", HeadKeys(e.Night.ID, p.ID), said)
	return h
}

// HeadKeys is how the keys of the forms of somebody's table money begin.
func HeadKeys(n chain.NightID, p chain.PlayerID) string { return fmt.Sprintf("head-%d-%d-", n, p) }
