package ledger

// A word about a deal, whatever the table wants remembered of it. Each is an entry; the last one stands, and
// an empty one takes it away. It moves nothing, so it may also be written once the night is closed.

import (
	"context"
	"time"

	"ouverte/ledger/chain"
)

// Noted is one note on a deal, or with an empty text that there is none any more.
type Noted struct {
	Entry  EntryID
	At     time.Time
	Device string
	Text   string
}

// note is the text that stands; empty if none does.
func (d *dealState) note() Noted {
	if len(d.notes) == 0 {
		return Noted{}
	}
	return d.notes[len(d.notes)-1]
}

// noteDeal applies an entry.
func (n *fold) noteDeal(e *Entry, b *chain.Note) bool {
	d, ok := n.deals[b.Deal]
	if ok {
		d.notes = append(d.notes, Noted{Entry: e.Seq, At: e.Time(), Device: e.Device, Text: b.Text})
	}
	return ok
}

// NoteDeal writes a note of at most chain.MostNote letters on a deal; an empty one takes the note away. saw
// is the entry of the note the page showed, zero for none: if another was written since, NoteDeal returns
// *Stale.
func (b *Book) NoteDeal(
	ctx context.Context, s Slip, n NightID, d DealID, saw EntryID, text string,
) (Receipt, error) {
	body := chain.Note{Deal: d, Text: text}
	return b.post(ctx, s, "note", []any{n, saw, body}, func(desk *desk) (Receipt, error) {
		night, err := desk.fold(n)
		if err != nil {
			return Receipt{}, err
		}
		deal, ok := night.deals[d]
		if !ok {
			return Receipt{}, &NotFound{"deal"}
		}
		if body.Text, err = chain.CleanNote(text); err != nil {
			return Receipt{}, err
		}
		switch was := deal.note(); {
		case was.Entry != saw && was.Text == "":
			return Receipt{}, &Stale{Sentence: "The note on this deal was taken away meanwhile."}
		case was.Entry != saw:
			return Receipt{}, &Stale{Sentence: "Somebody wrote about this deal meanwhile: “" + was.Text + "”"}
		case was.Text == body.Text && was.Text == "":
			return Receipt{}, refuse("note", "There is no note here to take away.")
		case was.Text == body.Text:
			return Receipt{}, refuse("note", "That is what the note says already.")
		}
		_, err = desk.post(night, chain.KindNote, &body, nil)
		return Receipt{Deal: d}, err
	})
}

// Notes lists the notes on a deal, oldest first.
func (b *Book) Notes(ctx context.Context, n NightID, d DealID) (out []Noted, err error) {
	err = b.withFold(ctx, n, func(k *kept) error {
		deal, ok := k.fold.deals[d]
		if !ok {
			return &NotFound{"deal"}
		}
		out = append(out, deal.notes...)
		return nil
	})
	return out, err
}
