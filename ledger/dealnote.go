package ledger

// A word about a deal, whatever the table wants remembered of it. Each is an entry; the last one stands, and
// an empty one takes it away. It moves nothing, so it may also be written once the night is closed.

import (
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
)

// Noted is one note on a deal, or with an empty text that there is none any more.
type Noted = state.Note

// noteOn is the one on a deal that stands; without an entry if there never was one.
func noteOn(n *state.View, d DealID) Noted {
	if notes := n.Notes(d); len(notes) > 0 {
		return notes[len(notes)-1]
	}
	return Noted{}
}

// NoteDeal writes a note of at most chain.MostNote letters on a deal; an empty one takes the note away. saw
// is the entry of the note the page showed, zero for none: if another was written since, NoteDeal returns
// *Stale.
func (b *Book) NoteDeal(
	ctx context.Context, s Slip, n NightID, d DealID, saw EntryID, text string,
) (Receipt, error) {
	body := chain.Note{Deal: d, Text: text}
	return b.post(ctx, s, "note", []any{n, saw, body}, func(desk *desk) error {
		night, err := desk.night(n)
		if err != nil {
			return err
		}
		if night.Find(d) == nil {
			return &NotFound{What: "deal"}
		}
		if body.Text, err = chain.CleanNote(text); err != nil {
			return err
		}
		switch was := noteOn(night, d); {
		case was.Entry != saw && was.Text == "":
			return &Stale{Sentence: "The note on this deal was taken away meanwhile."}
		case was.Entry != saw:
			return &Stale{Sentence: "Somebody wrote about this deal meanwhile: “" + was.Text + "”"}
		case was.Text == body.Text && was.Text == "":
			return refuse("note", "There is no note here to take away.")
		case was.Text == body.Text:
			return refuse("note", "That is what the note says already.")
		}
		desk.receipt.Deal = d
		return desk.post(n, chain.KindNote, &body)
	})
}

// Notes lists the notes on a deal, oldest first. Nobody may change them.
func (b *Book) Notes(ctx context.Context, n NightID, d DealID) ([]Noted, error) {
	night := b.now().Night(n)
	switch {
	case night == nil:
		return nil, &NotFound{What: "night"}
	case night.Find(d) == nil:
		return nil, &NotFound{What: "deal"}
	}
	return night.Notes(d), nil
}
