package rules

import (
	"errors"
	"strings"
	"testing"
	"unicode"
)

// Everything that makes a deal impossible has a field and a sentence for the players.
func TestImpossibleDeals(t *testing.T) {
	type change = func(d *Deal)
	plain := func(*Deal) {}
	for _, c := range []struct {
		set   string
		names []string
		deal  string
		change
		field, sentence string
	}{
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Seats = 6 }, "seats",
			"There must be three, four or five players at the table."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Dealer = 5 }, "dealer",
			"The dealer must be one of the players at the table."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Call = NoCall }, "contract", "Say what was called."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Call = Call(CallNumbers) }, "contract",
			"Say what was called."},
		{"hoyle", four, "grand-slam ann 13", plain, "contract", "There is no grand slam under these rules."},
		{"straight", four, "prop ann bob 8", plain, "contract", "There is no proposal under these rules."},
		{"hoyle", four[:3], "prop ann bob 8", plain, "contract", "There is no proposal with three at the table."},
		{"hoyle", four, "general-misere loser ann", plain, "contract",
			"Under these rules a deal is thrown in when all pass: no general misère is played."},

		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Caller = 0 }, "caller", "Say who called."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Caller = 5 }, "caller",
			"The caller must be one of the players at the table."},
		{"hoyle", five, "solo dan 5", plain, "caller",
			"The caller sits this deal out: with five at the table the player on the dealer's right does not play."},
		{"hoyle", four, "prop ann bob 8", func(d *Deal) { d.Partner = 0 }, "partner",
			"Say who accepted the proposal."},
		{"hoyle", four, "prop ann ann 8", plain, "partner", "Nobody can accept their own proposal."},
		{"hoyle", four, "prop ann bob 8", func(d *Deal) { d.Partner = 5 }, "partner",
			"The partner must be one of the players at the table."},
		{"hoyle", five, "prop ann dan 8", plain, "partner",
			"The partner sits this deal out: with five at the table the player on the dealer's right does not play."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Partner = 2 }, "partner", "A solo has no partner."},
		{"irish", four, "irish ann 0C 5", plain, "bid", "Say how many tricks the Irish call bid."},
		{"irish", four, "irish ann 14C 5", plain, "bid", "An Irish bid is 1 to 13 tricks."},
		{"irish", four, "irish ann -1C 5", plain, "bid", "An Irish bid is 1 to 13 tricks."},
		{"irish", four, "misere ann 0", func(d *Deal) { d.Bid = 5 }, "bid", "A misère has no bid."},

		{"irish", four, "irish ann 6C 6", func(d *Deal) { d.Trumps = NoSuit }, "trumps",
			"Say which trumps the Irish bid named, or no trumps."},
		{"irish", four, "irish ann 6C 6", func(d *Deal) { d.Trumps = NoTrumps + 1 }, "trumps",
			"Trumps are clubs, diamonds, hearts, spades or no trumps."},
		{"hoyle", four, "misere ann 0", func(d *Deal) { d.Trumps = Hearts }, "trumps",
			"A misère is played without trumps."},
		{"units", four, "declared ann 13", func(d *Deal) { d.Trumps = Hearts }, "trumps",
			"Under these rules an abundance declared is played without trumps."},
		{"units", four, "solo ann 5", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"Under these rules there is always a trump suit in solo."},
		{"units", four, "abundance ann 9", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"In abundance the caller names a trump suit."},
		{"units", four, "passed", func(d *Deal) { d.Trumps = NoTrumps }, "trumps",
			"A deal that was thrown in has no trumps."},

		{"hoyle", four, "solo ann", plain, "tricks", "Say how many tricks the caller's side took."},
		{"hoyle", four, "solo ann 14", plain, "tricks",
			"There are 13 tricks in a deal: the caller's side takes 0 to 13."},
		{"hoyle", four, "passed 0", plain, "tricks",
			"A deal that was thrown in has no tricks to count for one side."},
		{"hoyle", four, "void rev ann", plain, "revokes", "A void deal has no revokes."},
		{"hoyle", four, "void", func(d *Deal) { d.Caller = 1 }, "caller", "A void deal has no caller."},

		{"hoyle", five, "solo ann 5 rev dan", plain, "revokes", "Only a player who plays the deal can revoke."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Revokes[5] = 1 }, "revokes",
			"Only a player who plays the deal can revoke."},
		{"hoyle", four, "solo ann 5", func(d *Deal) { d.Revokes[2] = 14 }, "revokes",
			"Nobody can revoke more than 13 times in a deal."},
		{"hoyle", five, "solo ann 5 wrong dan", plain, "wrongCards",
			"Only a player who plays the deal can have a wrong number of cards."},
		{"hoyle", four, "passed wrong ann", plain, "wrongCards", "A deal that was thrown in has no wrong cards."},
		{"hoyle", four, "solo ann 5 forfeit cat", plain, "forfeit",
			"Only a misère can be forfeited: record what happened as a revoke, or count the tricks."},
		{"hoyle", four, "misere ann 0 forfeit ann", plain, "forfeit",
			"The caller of a misère cannot forfeit it; only an opponent can."},
		{"hoyle", five, "misere ann forfeit dan", plain, "forfeit",
			"Only a player who plays the deal can forfeit it."},
		{"hoyle", four, "misere ann forfeit cat rev cat", plain, "forfeit",
			"A deal ends either by a forfeit or by a revoke: record the one that ended it."},

		{"hoyle", four, "solo ann 5 loser bob", plain, "loser", "A solo has no single loser."},
		{"hoyle", four, "solo ann 5 took 1 2 4 6", plain, "tricksBy",
			"A solo has no tricks to count player by player."},
		{"last-trick", four, "general-misere", plain, "loser", "Say who took the last trick."},
		{"last-trick", five, "general-misere loser dan", plain, "loser",
			"Only a player who plays the deal can lose it."},
		{"last-trick", four, "general-misere took 1 2 4 6", plain, "tricksBy",
			"A general misère under these rules has no tricks to count player by player."},
		{"last-trick", four, "general-misere 4 loser ann", plain, "tricks",
			"A general misère under these rules has no tricks to count for one side."},
		{"last-trick", four, "general-misere loser ann", func(d *Deal) { d.Trumps = Clubs }, "trumps",
			"A misère is played without trumps."},
		{"last-trick", five, "general-misere loser ann wrong dan", plain, "wrongCards",
			"Only a player who plays the deal can have a wrong number of cards."},
		{"five-or-four", four, "general-misere", plain, "loser",
			"Say who was the first to take five tricks or, if nobody took five, four."},
		{"fewest", four, "general-misere loser ann", plain, "loser",
			"A general misère under these rules has no single loser."},
		{"fewest", four, "general-misere", plain, "tricksBy", "Say how many tricks each player took."},
		{"fewest", four, "general-misere took 1 2 4 5", plain, "tricksBy",
			"There are 13 tricks in a deal, and these make 12."},
		{"fewest", four, "general-misere took 14 -1 0 0", plain, "tricksBy", "A player takes 0 to 13 tricks."},
		{"fewest", five, "general-misere took 1 2 4 6 0", plain, "tricksBy",
			"Only a player who plays the deal can take tricks."},
	} {
		h, shipped := Set(c.set)
		if !shipped {
			h = with("hoyle", func(h *House) { h.AllPass = AllPass(c.set) })
		}
		d := readDeal(t, c.names, c.deal)
		c.change(&d)
		r, err := Settle(h, &d)
		var p *Problem
		if !errors.As(err, &p) {
			t.Errorf("%s, %s: settled as %+v", c.set, c.deal, r)
			continue
		}
		if p.Field != c.field || p.Sentence != c.sentence {
			t.Errorf("%s, %s:\n got %s: %s\nwant %s: %s", c.set, c.deal, p.Field, p.Sentence, c.field, c.sentence)
		}
		if err.Error() != p.Sentence {
			t.Errorf("the error reads %q", err)
		}
		if !wellPut(p.Sentence) {
			t.Errorf("%q is not a sentence", p.Sentence)
		}
		if (r != Result{}) {
			t.Errorf("%s, %s: a refusal came with %+v", c.set, c.deal, r)
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
