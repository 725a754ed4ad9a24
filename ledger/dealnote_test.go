package ledger

import (
	"errors"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// note writes a word about a deal, on a page that shows the last one.
func (tb *table) note(d chain.DealID, text string) error {
	tb.t.Helper()
	deal, ok := tb.now().Deal(d)
	if !ok {
		tb.t.Fatalf("deal %d doesn't stand", d)
	}
	_, err := tb.NoteDeal(tb.ctx, tb.slip(), tb.night, d, deal.Note.Entry, text)
	return err
}

// What a note may be, and that it changes neither money nor a seal; the shadow writes them at random.
func TestAWordAboutADeal(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	deal := tb.deal("misere cat 0")
	testenv.Fine(t, tb.note(deal, "  the one with the\tnine singletons "))
	d, _ := tb.now().Deal(deal)
	testenv.Same(t, d.Note.Text, "the one with the nine singletons", "noted: %q")
	for _, bad := range []string{d.Note.Text, strings.Repeat("é", chain.MostNote+1), "a \u202e turn"} {
		wantRefusal(t, tb.note(deal, bad), "note")
	}
	testenv.Fine(t, tb.note(deal, strings.Repeat("é", chain.MostNote)))
	testenv.Fine(t, tb.note(deal, "Cat’s misère"))

	// Two tablets: the second saw the note before.
	_, err := tb.NoteDeal(tb.ctx, tb.slip(), tb.night, deal, d.Note.Entry, "something else")
	stale := (*show.Stale)(nil)
	if !errors.As(err, &stale) || !strings.Contains(stale.Sentence, "Cat’s misère") {
		t.Errorf("an old page: %v", err)
	}
	testenv.Fine(t, tb.note(deal, ""))
	for range must1(tb.Now().FindDeals(show.DealFilter{Note: "misère", Tricks: rules.NotSaid}, 0)) {
		t.Error("what was taken away is found")
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	seal := tb.now().Seal
	testenv.Fine(t, tb.note(deal, "told at the door"))
	if n := tb.now(); n.Open || n.Seal != seal {
		t.Error("a note opened the night, or changed its seal")
	}
	testenv.Same(t, len(must1(tb.Now().Notes(tb.night, deal))), 5, "%d notes on it")
}
