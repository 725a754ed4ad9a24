package ledger

// A poster makes entries in memory, at the end of a draft of the book. The desk writes them afterwards; who
// only asks what would be throws them away.

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/years"
	"ouverte/rules"
)

type poster struct {
	draft *state.Draft
	slip  Slip
	ask   [16]byte
	at    int64

	entries []*chain.Entry
	receipt Receipt // what isn't known from the entries
}

func (p *poster) names() *people.Roster { return p.draft.Names() }

func (p *poster) who(id chain.PlayerID) chain.PlayerID { return p.draft.Names().Who(id) }

// shown is the book as it is after the entries posted so far, to tell people of.
func (p *poster) shown() *show.Snapshot {
	return show.Of(&p.draft.State, time.UnixMilli(p.at), years.Calendar, new(show.Memo))
}

// night finds a night as it is after the entries posted so far. Ask anew after posting more: what is posted
// later may be in it or not.
func (p *poster) night(id chain.NightID) (*state.ResolvedNight, error) {
	if v := p.draft.Resolve(id); v != nil {
		return v, nil
	}
	return nil, &chain.NotFound{What: "night"}
}

// opened is night; a closed one is refused.
func (p *poster) opened(id chain.NightID) (*state.ResolvedNight, error) {
	n, err := p.night(id)
	if err == nil && n.Closed != 0 {
		return nil, errNightClosed
	}
	return n, err
}

// post makes the next entry, which is no deal, with the transfers that follow from it. night is the one it
// belongs to or begins, zero for none.
func (p *poster) post(night chain.NightID, kind chain.Kind, body chain.Body) error {
	return p.moving(night, kind, body, 0)
}

// reverse makes the entry that takes another one back.
func (p *poster) reverse(night chain.NightID, e chain.EntryID, reason string) error {
	return p.moving(night, chain.KindReversal, &chain.Reason{Reason: reason}, e)
}

func (p *poster) moving(night chain.NightID, kind chain.Kind, body chain.Body, reverses chain.EntryID) error {
	transfers, err := p.draft.Moves(kind, night, body, reverses)
	if err != nil {
		return err
	}
	return p.enter(night, kind, body, reverses, transfers, nil)
}

func (p *poster) deal(
	n *state.ResolvedNight, body *chain.Deal, chairs []chain.Chair, result *rules.Result,
) error {
	return p.enter(n.ID, chain.KindDeal, body, 0, chain.Paid(nil, n.ID, n.Money(), chairs, result), result)
}

func (p *poster) enter(
	night chain.NightID, kind chain.Kind, body chain.Body, reverses chain.EntryID, transfers []chain.Transfer,
	result *rules.Result,
) error {
	text, err := chain.Encode(body)
	if err != nil {
		return err
	}
	e := &chain.Entry{
		Seq: p.draft.Last() + 1, Night: night, Kind: kind, Key: p.slip.Key, Part: len(p.entries) + 1,
		Device: p.slip.Device, At: p.at, Ask: p.ask, Body: text, Reverses: reverses, Prev: p.draft.Hash(),
		Transfers: transfers,
	}
	e.Hash = e.Digest()
	p.entries = append(p.entries, e)
	err = p.draft.ApplyMade(state.Made{Entry: e, Said: body, Result: result})
	if errors.Is(err, state.ErrTooMuch) {
		return errTooMuch
	}
	return err
}

// handOver posts, for each open night that is paid as it goes and that this posting is about, what is handed
// over for it: all that is open between any two. What a correction hands back is such a payment, too. Who is
// joined or parted has a part in any of them.
func (p *poster) handOver() (handed []settle.Payment, err error) {
	var nights []chain.NightID
	for _, e := range p.entries {
		if e.Kind == chain.KindJoin || e.Kind == chain.KindReversal && e.Night == 0 {
			nights = p.draft.OpenNights()
			break
		}
		if !slices.Contains(nights, e.Night) {
			nights = append(nights, e.Night)
		}
	}
	for _, id := range nights {
		n := p.settling(id)
		if n == nil || n.Closed != 0 || !n.Settles().Kind().Go {
			continue
		}
		for _, d := range p.draft.Unpaid(n) {
			body := &chain.Payment{Money: n.Money(), From: d.From, To: d.To, Amount: d.Amount}
			if err := p.post(n.ID, chain.KindPayment, body); err != nil {
				return nil, err
			}
			handed = append(handed, settle.Payment(d))
		}
	}
	return handed, nil
}

// settling is the night in which another is settled: of a table, its evening; nil where it is of none.
func (p *poster) settling(id chain.NightID) *state.ResolvedNight {
	if n := p.draft.Night(id); n != nil && n.Meeting != 0 {
		id = n.Meeting
	}
	return p.draft.Resolve(id)
}

var errTooMuch = &rules.Problem{Field: "amount", Sentence: "The book can’t count that much money."}

func add(to *int64, n int64) error {
	sum := *to + n
	if (sum > *to) != (n > 0) && n != 0 {
		return errTooMuch
	}
	*to = sum
	return nil
}

// askHash hashes a request, its name and its content: the same key with another hash is another request.
func askHash(what string, content any) ([16]byte, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return [16]byte{}, fmt.Errorf("ledger: %s: %w", what, err)
	}
	h := sha256.New()
	h.Write([]byte(what))
	h.Write([]byte{0})
	h.Write(text)
	var out [16]byte
	copy(out[:], h.Sum(nil))
	return out, nil
}
