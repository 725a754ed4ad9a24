package ledger

// A word about a deal, whatever the table wants remembered of it. Each is an entry; the last one stands, and
// an empty one takes it away. It moves nothing, so it may also be written once the night is closed.

import (
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
)

// NoteDeal writes a note of at most chain.MostNote letters on a deal; an empty one takes the note away. saw
// is the entry of the note the page showed, zero for none: if another was written since, NoteDeal returns
// *Stale.
func (b *Book) NoteDeal(
	ctx context.Context, s Slip, n chain.NightID, d chain.DealID, saw chain.EntryID, text string,
) (Receipt, error) {
	body := chain.Note{Deal: d, Text: text}
	return b.post(ctx, s, "note", []any{n, saw, body}, func(desk *desk) error {
		night, err := desk.night(n)
		if err != nil {
			return err
		}
		if night.Find(d) == nil {
			return &chain.NotFound{What: "deal"}
		}
		if body.Text, err = chain.CleanNote(text); err != nil {
			return err
		}
		switch was := night.Note(d); {
		case was.Entry != saw && was.Text == "":
			return &show.Stale{Sentence: "Somebody has just taken this deal’s note away."}
		case was.Entry != saw:
			return &show.Stale{Sentence: "Somebody wrote about this deal meanwhile: “" + was.Text + "”"}
		case was.Text == body.Text && was.Text == "":
			return refuse("note", "This deal has no note.")
		case was.Text == body.Text:
			return refuse("note", "The note says that already.")
		}
		desk.receipt.Deal = d
		return desk.post(n, chain.KindNote, &body)
	})
}
