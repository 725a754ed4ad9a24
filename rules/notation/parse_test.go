package notation

import (
	"errors"
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ouverte/rules"
)

var table = []string{"Ann", "Bob", "Cat", "Dan", "Eve"}

// house is a shipped set with one thing changed.
func house(t testing.TB, id string, change ...func(*rules.House)) *rules.House {
	t.Helper()
	h, ok := rules.Set(id)
	if !ok {
		t.Fatalf("no set %q", id)
	}
	own := *h
	for _, f := range change {
		f(&own)
	}
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

func lastTrick(h *rules.House) { h.AllPass = rules.LastTrick }
func goulash(h *rules.House)   { h.AllPass = rules.Goulash }
func fewest(h *rules.House)    { h.AllPass = rules.Fewest }

// Any deal that can be reckoned, of players with whatever names, is read back as it was written.
func TestLineRoundTrip(t *testing.T) {
	var houses []*rules.House
	for _, set := range rules.Sets() {
		for _, all := range []func(*rules.House){lastTrick, fewest, goulash} {
			if set.Has(rules.Solo) {
				houses = append(houses, house(t, set.ID, all))
			}
		}
	}
	houses = append(houses, house(t, "irish"))
	odd := []string{
		"Ann", "ann", "Anna", "Änn", "Mary Ann", "Rev", "rev", "Wrong", "Loser", "Exposed", "H",
		"nt", "7", "6h", "Solo", "Ouverte", "Slam", "Misère", "Declared", `"`, `a"b`, `\`, "a\nb",
		"-", "O'Neill", "Jean-Luc", "李", "🂡", " Bob ", "Bob", "é", "e\u0301",
	}
	name := rapid.OneOf(rapid.SampledFrom(odd), rapid.StringMatching(`[A-Z][a-zé]{0,6}`),
		rapid.StringN(1, 8, -1))
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.SampledFrom(houses).Draw(t, "house")
		seats := rapid.IntRange(3, 5).Draw(t, "seats")
		names := rapid.SliceOfNDistinct(name, seats, seats, rapid.ID[string]).Draw(t, "names")
		seat := func(what string) rules.Seat { return rules.Seat(rapid.IntRange(0, seats).Draw(t, what)) }
		seldom := func(what string) bool { return rapid.IntRange(0, 3).Draw(t, what) == 0 }
		dealer := rules.Seat(rapid.IntRange(1, seats).Draw(t, "dealer"))
		d := rules.Deal{Seats: seats, Dealer: dealer, Tricks: rules.NotSaid}
		calls := []rules.Call{rules.Passed, rules.Void, rules.GeneralMisere}
		for _, r := range h.Calls {
			calls = append(calls, r.Call)
		}
		d.Call = rapid.SampledFrom(calls).Draw(t, "call")
		if d.Call.Biddable() {
			d.Caller = seat("caller")
			d.Tricks = rapid.IntRange(rules.NotSaid, rules.TricksInDeal).Draw(t, "tricks")
		}
		switch d.Call {
		case rules.Prop:
			d.Partner = seat("partner")
		case rules.Irish:
			d.Bid, d.Trumps = rapid.IntRange(1, 13).Draw(t, "bid"), rules.Suit(rapid.IntRange(1, 5).Draw(t, "trumps"))
		case rules.GeneralMisere:
			if h.AllPass == rules.Fewest {
				left := int8(rules.TricksInDeal)
				for s := rules.Seat(1); int(s) <= seats; s++ {
					if d.Active(s) {
						d.TricksBy[s] = int8(rapid.IntRange(0, int(left)).Draw(t, "took"))
						left -= d.TricksBy[s]
					}
				}
				d.TricksBy[d.Eldest()] += left
			} else {
				d.Loser = seat("loser")
			}
		}
		if d.Call != rules.Irish && seldom("trumps said") {
			d.Trumps = rules.Suit(rapid.IntRange(1, 5).Draw(t, "trumps"))
		}
		for s := rules.Seat(1); int(s) <= seats; s++ {
			if seldom("revoked") {
				d.Revokes[s] = uint8(rapid.IntRange(1, 13).Draw(t, "revokes"))
			}
			d.WrongCards[s] = d.Call.Biddable() && seldom("wrong")
		}
		if d.Call == rules.Misere && seldom("exposed") {
			d.Forfeit = seat("forfeit")
		}
		if _, err := rules.Settle(h, &d); err != nil {
			t.Skip(err)
		}
		line := Write(h, names, &d)
		got, err := Parse(h, names, d.Dealer, line)
		if err != nil || got != d {
			t.Fatalf("%q of %q reads %+v, %v\nwant %+v", line, names, got, err, d)
		}
		read++
	})
	least := 50
	if testing.Short() { // a fifth is tried
		least = 10
	}
	if read < least {
		t.Errorf("only %d deals were read", read)
	}
}

func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"solo ann 7", "prop ann bob 8", "mis dan 1 rev cat 2", "pass", "void", "6h ann 7",
		"irish ann 6h 7", "misery loser ann", "misery ann 3 bob 4 cat 2 dan 4", `solo "Mary Ann" 7`,
		"solo ann wrong bob", "mis ann exposed cat", "solo 李 7 ♥",
	} {
		f.Add(line, "Mary Ann", "李")
	}
	f.Fuzz(func(t *testing.T, line, first, second string) {
		names := []string{first, second, "Cat", "Dan"}
		for _, h := range []*rules.House{house(t, "hoyle"), house(t, "irish"), house(t, "units", fewest)} {
			d, err := Parse(h, names, 4, line)
			var p *rules.Problem
			if err != nil {
				if !errors.As(err, &p) || p.Sentence == "" || !unicode.IsPrint([]rune(p.Sentence)[0]) {
					t.Fatalf("%q: %#v", line, err)
				}
				continue
			}
			twice := first == second || slices.Contains(names[2:], first) || slices.Contains(names[2:], second)
			if _, err := rules.Settle(h, &d); err != nil || twice || !utf8.ValidString(first+second) {
				continue
			}
			again, err := Parse(h, names, 4, Write(h, names, &d))
			if err != nil || again != d {
				t.Fatalf("%q is written %q, which reads %+v, %v", line, Write(h, names, &d), again, err)
			}
		}
	})
}
