package rules

import (
	"strings"
	"testing"
)

var (
	four = []string{"Ann", "Bob", "Cat", "Dan"}
	five = []string{"Ann", "Bob", "Cat", "Dan", "Eve"}
)

// with is a shipped set with something changed.
func with(id string, change func(h *House)) *House {
	h, _ := Set(id)
	own := *h
	own.Calls = append([]Rank(nil), h.Calls...)
	change(&own)
	return &own
}

// A circle's own words go into the sentences, and names nobody gave do not break them.
func TestOwnWords(t *testing.T) {
	words := Words{Prop: "Belle", Solo: "going alone", Abundance: "BBQ"}
	if got := words.Name(Solo); got != "Going alone" {
		t.Errorf("the button says %q", got)
	}
	if got := words.Name(Misere); got != "Misère" {
		t.Errorf("a call with no word of its own is %q", got)
	}
	for deal, want := range map[string]string{
		"prop ann bob 8":   "Ann and Bob make belle: 6d from each",
		"solo ann 5":       "Ann makes going alone: 6d from each",
		"abundance ann 10": "Ann makes BBQ, one over: 1s 8d from each",
	} {
		hoyle, _ := Set("hoyle")
		d := readDeal(t, four, deal)
		r, err := Settle(hoyle, &d)
		if err != nil {
			t.Fatal(err)
		}
		if got := plain(Explain(hoyle, &d, &r, four, words).Sentence()); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	hoyle, _ := Set("hoyle")
	d := readDeal(t, four, "abundance ann 9")
	if got := (Telling{House: hoyle, Deal: &d, Names: four, Words: words}).Line(); got != "BBQ, Ann, 9" {
		t.Errorf("on a score sheet it is %q", got)
	}
	d = readDeal(t, four, "solo dan 5")
	r, _ := Settle(hoyle, &d)
	if got := Explain(hoyle, &d, &r, four[:2], nil).Headline; got != "Seat 4 makes solo" {
		t.Errorf("without a name the headline is %q", got)
	}
	d.Tricks = 14
	if got := Explain(hoyle, &d, &r, four, nil).Sentence(); !strings.HasPrefix(got, "The caller's side takes") {
		t.Errorf("an impossible deal is explained as %q", got)
	}
}

// TestHands says who hands what to whom.
func TestHands(t *testing.T) {
	for deal, want := range map[string]string{
		"solo ann 7":     "Bob, Cat and Dan hand Ann 8d each",
		"solo ann 4":     "Ann hands Bob, Cat and Dan 7d each",
		"prop ann bob 8": "Cat hands Ann 6d and Dan hands Bob 6d",
		"passed":         "",
	} {
		hoyle, _ := Set("hoyle")
		d := readDeal(t, four, deal)
		r, err := Settle(hoyle, &d)
		if err != nil {
			t.Fatal(err)
		}
		if got := plain(r.Hands(LSD, four)); got != want {
			t.Errorf("%s: got %q, want %q", deal, got, want)
		}
	}
}
