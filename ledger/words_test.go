package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// The circle's words are used wherever a night is told, looking back too, and last.
func TestWords(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "book.ouverte")
	b := openBook(t, path)
	if b.Words() != nil {
		t.Fatalf("a new book has words: %v", b.Words())
	}
	var k keys
	var seats []PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		r := must1(b.AddPlayer(ctx, k.slip(), name))
		seats = append(seats, PlayerID(r.ID))
	}
	units, _ := rules.Set("units")
	night := must1(b.StartNight(ctx, k.slip(), NewNight{House: units, Seats: seats, Dealer: seats[3]}))
	must1(b.Record(ctx, k.slip(), night.Night,
		DealSaid{Deal: rules.Deal{Call: rules.Abundance, Caller: 1, Tricks: 9}}))
	before := must1(b.Night(ctx, night.Night))

	slip := k.slip()
	want := rules.Words{rules.Prop: "Proposal", rules.Abundance: "bundle"}
	saved := must1(b.SaveWords(ctx, slip, rules.Words{rules.Prop: " Proposal ", rules.Abundance: "bundle",
		rules.Solo: ""}))
	if again, err := b.SaveWords(ctx, slip, rules.Words{rules.Prop: " Proposal ", rules.Abundance: "bundle",
		rules.Solo: ""}); err != nil || !again.Again || again.Entry != saved.Entry {
		t.Errorf("the same form twice: %+v, %v", again, err)
	}
	if !maps.Equal(b.Words(), want) {
		t.Errorf("words %v, want %v", b.Words(), want)
	}
	after := must1(b.Night(ctx, night.Night))
	if !maps.Equal(after.Words, want) {
		t.Errorf("the night's words %v, want %v", after.Words, want)
	}
	if was, is := before.Rows[0].Text, after.Rows[0].Text; !strings.Contains(was, "abundance") ||
		!strings.Contains(is, "bundle") {
		t.Errorf("the deal was told as %q, and is as %q", was, is)
	}

	for _, bad := range []struct {
		words    rules.Words
		field    string
		sentence string
	}{
		{rules.Words{rules.Solo: "bundle", rules.Abundance: "Bundle"}, "abundance",
			"already the name of another call"},
		{rules.Words{rules.Royal: strings.Repeat("r", 25)}, "royal", "too long for a button"},
		{rules.Words{rules.Misere: "mis\u202eere"}, "misere", "can't be seen"},
	} {
		_, err := b.SaveWords(ctx, k.slip(), bad.words)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Field != bad.field ||
			!strings.Contains(refusal.Sentence, bad.sentence) {
			t.Errorf("%v: %v", bad.words, err)
		}
	}

	testenv.Fine(t, b.Close())
	b = openBook(t, path)
	if !maps.Equal(b.Words(), want) {
		t.Errorf("after opening again %v, want %v", b.Words(), want)
	}
	must1(b.SaveWords(ctx, k.slip(), nil))
	if n, err := b.Night(ctx, night.Night); err != nil || n.Words.Name(rules.Abundance) != "Abundance" {
		t.Errorf("with no words chosen it is %q, %v", n.Words.Name(rules.Abundance), err)
	}
}

// A set that was just made or changed is offered before all others, and a night keeps the version it began
// with.
func TestNewHouseComesFirst(t *testing.T) {
	ctx := context.Background()
	b := newBook(t)
	var k keys
	own, _ := rules.Set("hoyle")
	mine := *own
	mine.ID, mine.Name = "ours", "Ours"
	must1(b.SaveHouse(ctx, k.slip(), &mine))
	first := func() HouseLine {
		t.Helper()
		return b.Houses()[0]
	}
	if got := first(); got.House.ID != "ours" || !got.Own || got.Version != 1 {
		t.Fatalf("first is %+v", got)
	}
	var seats []PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		r := must1(b.AddPlayer(ctx, k.slip(), name))
		seats = append(seats, PlayerID(r.ID))
	}
	units, _ := rules.Set("units")
	must1(b.StartNight(ctx, k.slip(), NewNight{House: units, Seats: seats, Dealer: seats[0]}))
	if got := first(); got.House.ID != "units" {
		t.Fatalf("after a night of units first is %s", got.House.ID)
	}
	night := must1(b.StartNight(ctx, k.slip(), NewNight{House: &mine, Seats: seats, Dealer: seats[0]}))
	dearer := mine
	dearer.Calls = append([]rules.Rank(nil), mine.Calls...)
	dearer.Calls[0].Stake = 7
	must1(b.SaveHouse(ctx, k.slip(), &dearer))
	if got := first(); got.House.ID != "ours" || got.Version != 2 || got.House.Calls[0].Stake != 7 {
		t.Errorf("after the change first is %+v", got)
	}
	if n, err := b.Night(ctx, night.Night); err != nil || n.House.Calls[0].Stake != 6 {
		t.Errorf("the night already begun plays at %d, %v", n.House.Calls[0].Stake, err)
	}
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
		for _, l := range b.Houses() {
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
	testenv.Same(t, b.Houses()[0].House.ID, "units-face-up-2", "a set of that name has the id %s")
	shipped := *units
	shipped.ID = "units-face-up-shipped"
	if _, err := b.SaveHouse(t.Context(), k.slip(), &shipped); err == nil {
		t.Error("the shipped set was changed")
	}
}
