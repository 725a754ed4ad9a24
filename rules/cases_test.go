package rules

import (
	"fmt"
	"strings"
	"testing"
)

// Every row of RULES.md §10: the set, the deal in players' notation, and what it comes to seat by seat.
func TestExamplesOfTheRules(t *testing.T) {
	for _, row := range []struct{ set, deal, result string }{
		{"hoyle", "prop ann bob 8", "won +6 +6 −6 −6"},
		{"hoyle", "prop ann bob 7", "lost −7 −7 +7 +7, 1 under"},
		{"hoyle", "prop ann bob 13", "won +16 +16 −16 −16, 5 over"},
		{"hoyle", "solo ann 4", "lost −21 +7 +7 +7, 1 under"},
		{"hoyle", "abundance ann 10", "won +60 −20 −20 −20, 1 over"},
		{"hoyle", "abundance ann 8", "lost −57 +19 +19 +19, 1 under"},
		{"hoyle", "misere ann 1", "lost −36 +12 +12 +12"},
		{"hoyle", "solo ann 9 rev ann", "lost −18 +6 +6 +6"},
		{"hoyle", "solo ann 6 rev ann", "lost −24 +8 +8 +8, 2 under"},
		{"hoyle", "solo ann 4 rev cat", "won +24 0 −24 0, 2 over"},
		{"hoyle", "misere ann 2 rev bob", "won +36 −36 0 0"},
		{"hoyle", "misere ann forfeit cat", "won +36 0 −36 0"},
		{"hoyle", "prop ann bob 7 rev dan", "won +8 +8 0 −16, 2 over"},
		{"hoyle", "solo ann 5 rev ann rev cat", "void 0 0 0 0"},
		{"sporting", "solo ann 7", "won +18 −6 −6 −6, 2 over"},
		{"sporting", "abundance ann 7", "lost −48 +16 +16 +16, 2 under"},
		{"units", "declared ann 13", "won +18 −6 −6 −6"},
		{"fagelson", "prop ann cat 7", "won +1 −1 +1 −1"},
		{"irish", "irish ann 6S 6", "won +18 −6 −6 −6"},
	} {
		checkDeal(t, set(t, row.set), []string{"Ann", "Bob", "Cat", "Dan"}, row.deal, row.result)
	}
	checkDeal(t, set(t, "hoyle"), []string{"Ann", "Bob", "Cat", "Dan", "Eve"}, "solo ann 5", "won +18 −6 −6 "+
		"0 −6")
}

// The rows of §10 whose sets are shipped ones with something changed.
func TestExamplesOfOwnSets(t *testing.T) {
	units := func(change func(h *House)) *House { return with("units", change) }
	prop := units(func(h *House) { h.Calls[0].Under, h.Calls[0].FreeUnder = 1, 1 })
	solo := units(func(h *House) { h.Calls[1].Lost, h.Calls[1].Bonus = 2, 5 })
	for _, row := range []struct {
		house        *House
		deal, result string
	}{
		{prop, "prop ann bob 7", "lost −1 −1 +1 +1, 1 under"},
		{prop, "prop ann bob 5", "lost −3 −3 +3 +3, 3 under"},
		{solo, "solo ann 4", "lost −6 +2 +2 +2, 1 under"},
		{solo, "solo ann 13", "won +18 −6 −6 −6, 8 over"},
		{units(func(h *House) { h.Calls[2].Under = 1 }), "misere ann 3", "lost −15 +5 +5 +5"},
		{units(func(h *House) { h.AllPass, h.Misery = LastTrick, 4 }), "general-misere wrong cat",
			"played +4 +4 −12 +4"},
		{with("irish", func(h *House) { h.AllPass, h.Misery = LastTrick, 2 }), "general-misere loser bob",
			"played +2 −6 +2 +2"},
	} {
		if err := row.house.Check(); err != nil {
			t.Errorf("%s: %v", row.deal, err)
		}
		checkDeal(t, row.house, []string{"Ann", "Bob", "Cat", "Dan"}, row.deal, row.result)
	}
}

func set(t testing.TB, id string) *House {
	t.Helper()
	h, ok := Set(id)
	if !ok {
		t.Fatalf("no set %q", id)
	}
	return h
}

// checkDeal settles a deal, dealt by the last of the names, and compares the result in short.
func checkDeal(t testing.TB, h *House, names []string, line, want string) {
	t.Helper()
	d := readDeal(t, names, line)
	r, err := Settle(h, &d)
	if err != nil {
		t.Errorf("%s, %s: %v", h.ID, line, err)
		return
	}
	if got := short(&d, &r); got != want {
		t.Errorf("%s, %s:\n got %s\nwant %s", h.ID, line, got, want)
	}
}

func short(d *Deal, r *Result) string {
	var b strings.Builder
	b.WriteString(r.Outcome.String())
	for s := 1; s <= d.Seats; s++ {
		switch n := r.Net[s]; {
		case n > 0:
			fmt.Fprintf(&b, " +%d", n)
		case n < 0:
			fmt.Fprintf(&b, " −%d", -n)
		default:
			b.WriteString(" 0")
		}
	}
	if r.Over > 0 {
		fmt.Fprintf(&b, ", %d over", r.Over)
	}
	if r.Under > 0 {
		fmt.Fprintf(&b, ", %d under", r.Under)
	}
	return b.String()
}

// readDeal reads a case such as "prop ann bob 8 rev dan wrong cat": the call, its players, the tricks, the
// misfortunes.
func readDeal(t testing.TB, names []string, line string) Deal {
	t.Helper()
	d := Deal{Seats: len(names), Dealer: Seat(len(names)), Tricks: NotSaid}
	words := strings.Fields(line)
	next := func() string {
		if len(words) == 0 {
			t.Fatalf("%q breaks off", line)
		}
		w := words[0]
		words = words[1:]
		return w
	}
	seat := func() Seat {
		w := next()
		for i, name := range names {
			if strings.EqualFold(name, w) {
				return Seat(i + 1)
			}
		}
		t.Fatalf("%q: who is %s?", line, w)
		return 0
	}
	var ok bool
	if d.Call, ok = ParseCall(next()); !ok {
		t.Fatalf("%q: unknown call", line)
	}
	if d.Call.Biddable() {
		d.Caller = seat()
	}
	if d.Call == Prop {
		d.Partner = seat()
	}
	if d.Call == Irish {
		var suit string
		if _, err := fmt.Sscanf(next(), "%d%s", &d.Bid, &suit); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		d.Trumps = map[string]Suit{"C": Clubs, "D": Diamonds, "H": Hearts, "S": Spades, "NT": NoTrumps}[suit]
	}
	for len(words) > 0 {
		switch w := next(); w {
		case "rev":
			d.Revokes[seat()]++
		case "forfeit":
			d.Forfeit = seat()
		case "wrong":
			d.WrongCards[seat()] = true
		case "loser":
			d.Loser = seat()
		case "took":
			for s := 1; s <= d.Seats; s++ {
				fmt.Sscan(next(), &d.TricksBy[s])
			}
		default:
			if _, err := fmt.Sscan(w, &d.Tricks); err != nil {
				t.Fatalf("%q: what is %s?", line, w)
			}
		}
	}
	return d
}
