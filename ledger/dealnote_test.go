package ledger

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// note writes a word about a deal, on a page that shows the last one.
func (tb *table) note(d DealID, text string) error {
	tb.t.Helper()
	deal, ok := tb.now().Deal(d)
	if !ok {
		tb.t.Fatalf("deal %d doesn't stand", d)
	}
	_, err := tb.NoteDeal(tb.ctx, tb.slip(), tb.night, d, deal.Note.Entry, text)
	return err
}

func TestAWordAboutADeal(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	first, second := tb.deal("solo ann 5"), tb.deal("misere cat 0")
	totals := tb.totals()
	note := func(id DealID) string {
		d, _ := tb.now().Deal(id)
		return d.Note.Text
	}
	testenv.Fine(t, tb.note(first, "  the one with the\tnine singletons "))
	testenv.Same(t, note(first), "the one with the nine singletons", "noted: %q")
	d, _ := tb.now().Deal(first)
	testenv.Fine(t, tb.note(first, "Ann’s nine singletons"))

	// Two tablets: the second saw the note before.
	_, err := tb.NoteDeal(tb.ctx, tb.slip(), tb.night, first, d.Note.Entry, "something else")
	if stale := (*Stale)(nil); !errors.As(err, &stale) || !strings.Contains(stale.Sentence, "Ann’s nine") {
		t.Errorf("an old page: %v", err)
	}
	wantRefusal(t, tb.note(first, "Ann’s nine singletons"), "note")
	wantRefusal(t, tb.note(second, " "), "note")
	wantRefusal(t, tb.note(second, strings.Repeat("é", MostNote+1)), "note")
	wantRefusal(t, tb.note(second, "a \u202e turn"), "note")
	testenv.Fine(t, tb.note(second, strings.Repeat("é", MostNote)))

	testenv.Fine(t, tb.note(second, "Cat’s misère"))
	testenv.Fine(t, tb.note(second, ""))
	testenv.Same(t, note(second), "", "taken away: %q")

	// It stays with its deal through corrections, off the sheet and back, and when the night is closed.
	tb.mend(Mend{Do: Correct, Deal: first, Saw: tb.version(first),
		Said: DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 6}}})
	back := tb.mend(Mend{Do: Remove, Deal: first, Saw: tb.version(first)})
	tb.mend(Mend{Do: PutBack, Deal: first, Saw: back.Entry})
	testenv.Same(t, note(first), "Ann’s nine singletons", "after it was put right: %q")
	tb.mend(Mend{Do: Correct, Deal: first, Saw: tb.version(first),
		Said: DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}}})
	for name, n := range tb.totals() {
		if totals[name] != n {
			t.Errorf("with notes %s has %d, not %d", name, n, totals[name])
		}
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	seal := tb.now().Seal
	testenv.Fine(t, tb.note(second, "told at the door"))
	if n := tb.now(); n.Open || n.Seal != seal {
		t.Error("a note opened the night, or changed its seal")
	}
	var texts []string
	for _, n := range must1(tb.Notes(tb.ctx, tb.night, second)) {
		texts = append(texts, n.Text)
	}
	want := []string{strings.Repeat("é", MostNote), "Cat’s misère", "", "told at the door"}
	if !slices.Equal(texts, want) {
		t.Errorf("its notes: %q", texts)
	}

	for range must1(tb.FindDeals(DealFilter{Note: "misère", Tricks: rules.NotSaid}, 0)) {
		t.Error("what was taken away is found")
	}
	path := tb.Path()
	testenv.Fine(t, tb.Close())
	well(t, path)
}
