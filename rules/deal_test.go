package rules

import (
	"errors"
	"strings"
	"testing"
	"unicode"
)

// Everything that makes a deal impossible has a field and a sentence for the players. What the notation can
// say is in testdata/told.txt.
func TestImpossibleDeals(t *testing.T) {
	for _, c := range []struct {
		set, deal       string
		change          func(d *Deal)
		field, sentence string
	}{
		{"hoyle", "solo ann 5", func(d *Deal) { d.Seats = 6 }, "seats",
			"The table must have three, four or five players."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Dealer = 5 }, "dealer",
			"The dealer must be one of the players at the table."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Call = NoCall }, "contract", "Say what was called."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Call = Call(CallNumbers) }, "contract",
			"Say what was called."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Caller = 0 }, "caller", "Say who called."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Caller = 5 }, "caller",
			"The caller must be one of the players at the table."},
		{"hoyle", "prop ann bob 8", func(d *Deal) { d.Partner = 0 }, "partner",
			"Say who accepted the proposal."},
		{"hoyle", "prop ann bob 8", func(d *Deal) { d.Partner = 5 }, "partner",
			"The partner must be one of the players at the table."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Partner = 2 }, "partner", "A solo has no partner."},
		{"irish", "misere ann 0", func(d *Deal) { d.Bid = 5 }, "bid", "A misère has no bid."},
		{"irish", "irish ann 6C 6", func(d *Deal) { d.Trumps = NoSuit }, "trumps",
			"Say which trumps the Irish bid named, or no trumps."},
		{"irish", "irish ann 6C 6", func(d *Deal) { d.Trumps = NoTrumps + 1 }, "trumps",
			"Trumps are clubs, diamonds, hearts, spades or no trumps."},
		{"hoyle", "misere ann 0", func(d *Deal) { d.Trumps = Hearts }, "trumps",
			"A misère is played without trumps."},
		{"units", "declared ann 13", func(d *Deal) { d.Trumps = Hearts }, "trumps",
			"Under these rules an abundance declared is played without trumps."},
		{"units", "solo ann 5", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"By these rules solo always has a trump suit."},
		{"units", "abundance ann 9", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"In abundance the caller names a trump suit."},
		{"units", "passed", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"A deal that was thrown in has no trumps."},
		{"hoyle", "void", func(d *Deal) { d.Caller = 1 }, "caller", "A void deal has no caller."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Revokes[5] = 1 }, "revokes",
			"Only a player who plays the deal can revoke."},
		{"hoyle", "solo ann 5", func(d *Deal) { d.Revokes[2] = 14 }, "revokes",
			"Nobody can revoke more than 13 times in a deal."},
	} {
		d := readDeal(t, four, c.deal)
		c.change(&d)
		r, err := Settle(set(t, c.set), &d)
		if got, want := refused(t, err), "✗ "+c.field+": "+c.sentence; got != want || r != (Result{}) {
			t.Errorf("%s, %s: got %+v, %s; want %s", c.set, c.deal, r, got, want)
		}
	}
}

// What RULES.md allows to be left out, or to stand there without making a difference.
func TestPossibleDeals(t *testing.T) {
	cycleNT := with("units", func(h *House) { h.Trumps = TrumpsCycleNT })
	hoyle, _ := Set("hoyle")
	fewest := with("units", func(h *House) { h.AllPass = Fewest })
	for _, c := range []struct {
		house  *House
		names  []string
		deal   string
		trumps Suit
	}{
		{hoyle, four, "solo ann 5", Hearts},
		{hoyle, four, "misere ann 0", NoTrumps},
		{hoyle, four, "declared ann 13", Spades},
		{hoyle, four, "declared ann 13", NoTrumps},
		{cycleNT, four, "solo ann 5", NoTrumps},
		{cycleNT, four, "declared ann 13", NoTrumps},
		{cycleNT, four, "royal ann 9", NoTrumps}, // which CheckTurned refuses, and old books may have
		{hoyle, four, "misere ann forfeit cat", NoSuit},
		{hoyle, four, "misere ann 4 forfeit cat", NoSuit},
		{hoyle, four, "prop ann bob wrong dan", NoSuit},
		{hoyle, five, "solo eve 5 rev ann", NoSuit},
		{fewest, four, "general-misere rev ann", NoSuit},
		{fewest, four, "general-misere wrong ann", NoSuit},
		{fewest, four, "general-misere wrong ann rev ann wrong bob", NoSuit},
		{fewest, four, "general-misere took 13 0 0 0", NoTrumps},
	} {
		d := readDeal(t, c.names, c.deal)
		d.Trumps = c.trumps
		if r, err := Settle(c.house, &d); err != nil || r.Outcome == NoOutcome {
			t.Errorf("%s, trumps %d: %+v, %v", c.deal, c.trumps, r, err)
		}
	}
}

// wellPut tells whether a sentence could stand on the screen: it begins large, ends with a point, and is one
// line.
func wellPut(sentence string) bool {
	first := []rune(sentence + " ")[0]
	return (unicode.IsUpper(first) || first == '“') && strings.HasSuffix(sentence, ".") &&
		!strings.ContainsAny(sentence, "\n\r\x00") &&
		len(sentence) < 400
}

// Which fields a deal may have depends on its call (§11): a sound deal of each call, with what it may have
// besides.
func TestWhatBelongs(t *testing.T) {
	add := map[string]func(d *Deal){
		"caller":     func(d *Deal) { d.Caller = 1 },
		"partner":    func(d *Deal) { d.Partner = 2 },
		"bid":        func(d *Deal) { d.Bid = 3 },
		"trumps":     func(d *Deal) { d.Trumps = NoTrumps },
		"tricks":     func(d *Deal) { d.Tricks = 5 },
		"revokes":    func(d *Deal) { d.Revokes[2] = 1 },
		"forfeit":    func(d *Deal) { d.Forfeit = 2 },
		"wrongCards": func(d *Deal) { d.WrongCards[2] = true },
		"loser":      func(d *Deal) { d.Loser = 2 },
		"tricksBy":   func(d *Deal) { d.TricksBy[2] = 13 },
	}
	const played = "caller trumps tricks revokes wrongCards"
	for _, c := range []struct {
		form AllPass
		deal string
		may  string
	}{
		{ThrowIn, "passed", ""},
		{ThrowIn, "void", ""},
		{LastTrick, "general-misere loser cat", "trumps revokes wrongCards loser"},
		{FiveOrFour, "general-misere loser cat", "trumps revokes wrongCards loser"},
		{Fewest, "general-misere took 0 0 13 0", "trumps revokes " +
			"wrongCards"}, // and tricksBy, which would make 26 here
		{ThrowIn, "prop ann bob 8", played + " partner"},
		{ThrowIn, "solo ann 8", played},
		{ThrowIn, "misere ann 0", played + " forfeit"},
		{ThrowIn, "abundance ann 8", "caller tricks revokes wrongCards"}, // and trumps, but a suit
		{ThrowIn, "royal ann 8", played},
		{ThrowIn, "petit-slam ann 8", "caller tricks revokes wrongCards"},
		{ThrowIn, "misere-ouverte ann 0", played + " forfeit"},
		{ThrowIn, "declared ann 8", played},
		{ThrowIn, "grand-slam ann 8", "caller tricks revokes wrongCards"},
	} {
		h := with("hoyle", func(h *House) {
			h.AllPass, h.Trumps = c.form, TrumpsCycleNT
			h.Calls = append(h.Calls, Rank{Call: PetitSlam, Target: 12, Stake: 1},
				Rank{Call: GrandSlam, Target: 13, Stake: 1})
		})
		for thing, said := range add {
			d := readDeal(t, four, c.deal)
			said(&d)
			_, err := Settle(h, &d)
			may := strings.Contains(" "+c.may+" ", " "+thing+" ")
			var p *Problem
			switch {
			case may && err != nil:
				t.Errorf("%s with %s: %v", c.deal, thing, err)
			case !may && (!errors.As(err, &p) || p.Field != thing):
				t.Errorf("%s with %s is refused as %#v", c.deal, thing, err)
			}
		}
	}
}

// TestProposal: who speaks first of two proposes.
func TestProposal(t *testing.T) {
	for dealer := Seat(1); dealer <= 4; dealer++ {
		d := Deal{Seats: 4, Dealer: dealer}
		if proposes, accepts := d.Proposal(dealer, d.Eldest()); proposes != d.Eldest() || accepts != dealer {
			t.Errorf("the dealer, %d, accepts what the eldest hand proposes, and not %d", dealer, accepts)
		}
	}
}
