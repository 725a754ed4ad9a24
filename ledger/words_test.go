package ledger

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// Every sentence about a night uses the circle's words, for old nights too.
func TestWords(t *testing.T) {
	tb := sit(t, newBook(t), "units", "Ann", "Bob", "Cat", "Dan")
	if tb.Now().Words() != nil {
		t.Fatalf("a new book has words: %v", tb.Now().Words())
	}
	tb.deal("abundance ann 9")
	before := tb.now().Rows[0].Text
	slip, typed := tb.slip(), rules.Words{rules.Prop: " Proposal ", rules.Abundance: "bundle", rules.Solo: ""}
	saved := must1(tb.SaveWords(tb.ctx, slip, typed))
	if again := must1(tb.SaveWords(tb.ctx, slip, typed)); !again.Repeated || again.Entry != saved.Entry {
		t.Errorf("the same form twice: %+v", again)
	}
	want := rules.Words{rules.Prop: "Proposal", rules.Abundance: "bundle"}
	path := tb.Path()
	for range 2 {
		if !maps.Equal(tb.Now().Words(), want) || !maps.Equal(tb.now().Words, want) {
			t.Errorf("words %v and the night's %v, want %v", tb.Now().Words(), tb.now().Words, want)
		}
		testenv.Fine(t, tb.Close())
		tb.Book = openBook(t, path)
	}
	if is := tb.now().Rows[0].Text; !strings.Contains(before, "abundance") || !strings.Contains(is, "bundle") {
		t.Errorf("the deal was told as %q, and is as %q", before, is)
	}
	for _, bad := range []struct {
		words           rules.Words
		field, sentence string
	}{
		{rules.Words{rules.Solo: "bundle", rules.Abundance: "Bundle"}, "abundance",
			"already the name of another call"},
		{rules.Words{rules.Royal: strings.Repeat("r", 25)}, "royal", "too long for a button"},
		{rules.Words{rules.Misere: "mis\u202eere"}, "misere", "an invisible character"},
	} {
		_, err := tb.SaveWords(tb.ctx, tb.slip(), bad.words)
		wantRefusal(t, err, bad.field)
		wantPart(t, err, bad.sentence)
	}
	must1(tb.SaveWords(tb.ctx, tb.slip(), nil))
	testenv.Same(t, tb.now().Words.Name(rules.Abundance), "Abundance", "with no words chosen it is %q")
}

// A set that was just made or changed is offered before all others, and a night keeps the version it began
// with.
func TestNewHouseComesFirst(t *testing.T) {
	tb := sit(t, newBook(t), "units", "Ann", "Bob", "Cat", "Dan")
	first := func() show.HouseLine { return tb.Now().Houses()[0] }
	testenv.Same(t, first().House.ID, "units", "after a night of units first is %s")
	set, _ := rules.Set("hoyle")
	mine := *set
	mine.ID, mine.Name = "ours", "Ours"
	must1(tb.SaveHouse(tb.ctx, tb.slip(), &mine))
	if got := first(); got.House.ID != "ours" || !got.Own || got.Version != 1 {
		t.Fatalf("first is %+v", got)
	}
	begun := NewNight{House: &mine, Seats: []chain.PlayerID{1, 2, 3, 4}, Dealer: 1}
	tb.night = must1(tb.StartNight(tb.ctx, tb.slip(), begun)).Night
	dearer := mine
	dearer.Calls = slices.Clone(mine.Calls)
	dearer.Calls[0].Stake = 7
	must1(tb.SaveHouse(tb.ctx, tb.slip(), &dearer))
	if got := first(); got.House.ID != "ours" || got.Version != 2 || got.House.Calls[0].Stake != 7 {
		t.Errorf("after the change first is %+v", got)
	}
	testenv.Same(t, tb.now().House.Calls[0].Stake, 6, "the night already begun plays at %d")
}

// A set that a circle kept under an id before a set of that id was shipped keeps its id, and both can be
// played by, changed and hidden.
func TestOwnHouseUnderAShippedID(t *testing.T) {
	b := newBook(t)
	var k keys
	units, _ := rules.Set("units")
	own := *units
	own.ID, own.Name, own.Lone = "units-face-up", "Face up", rules.LoneSolo
	keptBefore := func(h *rules.House) {
		t.Helper()
		must1(b.post(t.Context(), k.slip(), "save house", h, func(d *desk) error {
			return d.post(0, chain.KindHouse, &chain.House{House: h})
		}))
	}
	keptBefore(&own)
	told := func() string {
		var out []string
		for _, l := range b.Now().Houses() {
			if strings.HasPrefix(l.House.ID, "units-face-up") {
				out = append(out, fmt.Sprintf("%s %s own=%v v%d hidden=%v", l.House.ID, l.House.Lone, l.Own, l.Version,
					l.Hidden))
			}
		}
		return strings.Join(out, "; ")
	}
	if got, want := told(), "units-face-up solo own=true v1 hidden=false; "+
		"units-face-up-shipped thrown-in own=false v0 hidden=false"; got != want {
		t.Fatalf("\n got %s\nwant %s", got, want)
	}
	own.Lone = rules.LoneRaise
	must1(b.SaveHouse(t.Context(), k.slip(), &own))
	must1(b.HideHouse(t.Context(), k.slip(), "units-face-up-shipped", true))
	if got, want := told(), "units-face-up raise own=true v2 hidden=false; "+
		"units-face-up-shipped thrown-in own=false v0 hidden=true"; got != want {
		t.Fatalf("changed:\n got %s\nwant %s", got, want)
	}
	another := own
	another.ID, another.Name = "", "Units, face up"
	if _, err := b.SaveHouse(t.Context(), k.slip(), &another); err == nil {
		t.Error("a new set was given the name of the shipped one")
	}
	another.Name = "Units face up"
	must1(b.SaveHouse(t.Context(), k.slip(), &another))
	testenv.Same(t, b.Now().Houses()[0].House.ID, "units-face-up-2", "a set of that name has the id %s")
	shipped := *units
	shipped.ID = "units-face-up-shipped"
	if _, err := b.SaveHouse(t.Context(), k.slip(), &shipped); err == nil {
		t.Error("the shipped set was changed")
	}
}
