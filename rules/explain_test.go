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

func TestHeadlineAndMoney(t *testing.T) {
	hoyle := with("hoyle", func(*House) {})
	lastTrick := with("hoyle", func(h *House) { h.AllPass = LastTrick })
	fiveOrFour := with("hoyle", func(h *House) { h.AllPass = FiveOrFour })
	fewest := with("hoyle", func(h *House) { h.AllPass = Fewest })
	sevens := with("units", func(h *House) { h.Calls[1].Stake = 7 })
	irish := with("irish", func(*House) {})
	everyonePays := with("hoyle", func(h *House) { h.OffenderPays = false })
	free := with("hoyle", func(h *House) {
		h.Calls[0].FreeUnder, h.Calls[2].Under, h.Calls[2].FreeUnder = 1, 2, 2
	})
	dear := with("hoyle", func(h *House) {
		h.Calls[1].Lost, h.Calls[1].Bonus, h.Calls[2].Under, h.Misery, h.AllPass = 9, 5, 2, 4, LastTrick
	})
	for _, c := range []struct {
		house    *House
		names    []string
		deal     string
		sentence string
		tail     string // what Money adds to Due
	}{
		{hoyle, four, "solo ann 7", "Ann makes solo, two over: 8d from each", "Ann +2s"},
		{hoyle, four, "solo ann 4", "Ann loses solo, one short: 7d to each", "Ann −1s 9d"},
		{hoyle, four, "prop ann bob 7", "Ann and Bob lose the proposal, one short: 7d to each",
			"Ann and Bob −7d each"},
		{hoyle, four, "prop dan bob 9 rev bob rev dan",
			"Dan and Bob revoke and lose the proposal, five short: 11d to each", "Dan and Bob −11d each"},
		{hoyle, four, "prop cat ann 8 rev dan rev bob",
			"Bob and Dan revoke, so Cat and Ann make the proposal, five over: 11d from each",
			"Cat and Ann +11d each"},
		{hoyle, four, "prop ann bob 13",
			"Ann and Bob make the proposal with a slam, five over: 1s 4d from each",
			"Ann and Bob +1s 4d each"},
		{hoyle, four, "misere ann 1", "Ann fails misère: 1s to each", "Ann −3s"},
		{hoyle, four, "misere ann forfeit cat", "Cat forfeits, so Ann makes misère: 3s from Cat", "Ann +3s"},
		{hoyle, four, "solo ann 6 rev ann", "Ann revokes and loses solo, two short: 8d to each", "Ann −2s"},
		{hoyle, four, "prop ann bob 7 rev bob",
			"Bob revokes, so Ann and Bob lose the proposal, four short: 10d to each",
			"Ann and Bob −10d each"},
		{hoyle, four, "solo ann 4 rev cat", "Cat revokes, so Ann makes solo, two over: 2s from Cat", "Ann +2s"},
		{everyonePays, four, "solo ann 4 rev cat", "Cat revokes, so Ann makes solo, two over: 8d from each",
			"Ann +2s"},
		{hoyle, four, "prop ann bob 7 rev dan",
			"Dan revokes, so Ann and Bob make the proposal, two over: 1s 4d from Dan",
			"Ann and Bob +8d each"},
		{hoyle, four, "solo ann 4 rev cat rev bob rev bob",
			"Bob and Cat revoke, so Ann makes solo, eight over: 1s 9d each from Bob and Cat",
			"Ann +3s 6d"},
		{sevens, four, "solo ann 5 rev bob rev dan",
			"Bob and Dan revoke, so Ann makes solo, six over: 11 from Bob, 10 from Dan", "Ann +21"},
		{hoyle, four, "solo ann 4 rev ann rev cat",
			"Ann and Cat revoke, so the deal is void: nothing is paid", ""},
		{hoyle, four, "solo ann wrong cat",
			"Cat has the wrong number of cards, so Ann makes solo: 6d from each", "Ann +1s 6d"},
		{hoyle, four, "solo ann wrong ann", "Ann has the wrong number of cards and loses solo: 6d to each",
			"Ann −1s 6d"},
		{hoyle, four, "prop ann bob wrong bob wrong cat",
			"Bob and Cat have the wrong number of cards, so Ann and Bob lose the proposal: 6d to each",
			"Ann and Bob −6d each"},
		{hoyle, five, "misere eve 0 rev ann rev bob rev cat",
			"Ann, Bob and Cat revoke, so Eve makes misère: 1s from each", "Eve +3s"},
		{irish, four, "irish ann 6S 6", "Ann makes six in spades: 6 from each", "Ann +18"},
		{irish, four, "irish ann 13NT 12", "Ann loses thirteen in no trumps: 13 to each", "Ann −39"},
		{lastTrick, four, "general-misere loser cat",
			"Cat takes the last trick and loses the misery: 6d to each", "Cat −1s 6d"},
		{fiveOrFour, five, "general-misere loser cat", "Cat loses the misery: 6d to each", "Cat −1s 6d"},
		{fewest, four, "general-misere took 1 5 2 5", "Ann takes fewest tricks in the misery: 6d from each",
			"Ann +1s 6d"},
		{fewest, four, "general-misere took 2 5 2 4",
			"Ann and Cat take fewest tricks in the misery: 6d from each to each", "Ann and Cat +1s each"},
		{fewest, four, "general-misere took 3 3 3 4",
			"Ann, Bob and Cat take fewest tricks in the misery: 6d to each", "Dan −1s 6d"},
		{fewest, four, "general-misere rev cat rev cat", "Cat revokes and loses the misery: 6d to each",
			"Cat −1s 6d"},
		{free, four, "prop ann bob 7",
			"Ann and Bob lose the proposal, one short, the first trick short is free: 6d to each",
			"Ann and Bob −6d each"},
		{free, four, "misere ann 3",
			"Ann fails misère with three tricks, the first two tricks are free: 1s 2d to each", "Ann −3s 6d"},
		{dear, four, "misere ann 3", "Ann fails misère with three tricks: 1s 6d to each", "Ann −4s 6d"},
		{dear, four, "solo ann 13", "Ann makes solo, eight over, and 5d for all thirteen: 1s 7d from each",
			"Ann +4s 9d"},
		{dear, four, "solo ann wrong ann", "Ann has the wrong number of cards and loses solo: 9d to each",
			"Ann −2s 3d"},
		{dear, four, "general-misere wrong cat rev cat", "Cat revokes and loses the misery: 4d to " +
			"each", "Cat −1s"},
		{dear, four, "general-misere wrong cat rev bob",
			"Bob revoked once, and Cat had the wrong number of cards, so the deal is void: nothing is paid", ""},
		{dear, four, "general-misere wrong cat wrong bob",
			"Bob and Cat had the wrong number of cards, so the deal is void: nothing is paid", ""},
		{hoyle, four, "passed", "All passed: nothing is paid", ""},
		{hoyle, four, "void", "The deal is void: nothing is paid", ""},
	} {
		d := readDeal(t, c.names, c.deal)
		r, err := Settle(c.house, &d)
		if err != nil {
			t.Errorf("%s: %v", c.deal, err)
			continue
		}
		a := Explain(c.house, &d, &r, c.names, nil)
		if got := plain(a.Sentence()); got != c.sentence {
			t.Errorf("%s:\n got %s\nwant %s", c.deal, got, c.sentence)
		}
		money := "Nothing is paid"
		if c.tail != "" {
			money = plain(a.Due) + ": " + c.tail
		}
		if got := plain(a.Money); got != money {
			t.Errorf("%s: money is %q, want %q", c.deal, got, money)
		}
	}
}

func TestSteps(t *testing.T) {
	hoyle, _ := Set("hoyle")
	fagelson, _ := Set("fagelson")
	noCost := with("hoyle", func(h *House) { h.RevokeTricks = 0 })
	onlyOver := with("units", func(h *House) { h.Calls[1].Over, h.Calls[1].Under = 1, 0 })
	onlyUnder := with("units", func(h *House) { h.Calls[1].Over, h.Calls[1].Under = 0, 1 })
	second := with("hoyle", func(h *House) {
		h.AllPass, h.Misery = LastTrick, 4
		h.Calls[0].Over, h.Calls[0].Bonus = 0, 5
		h.Calls[1].Lost, h.Calls[1].FreeUnder, h.Calls[1].Bonus = 9, 2, 5
		h.Calls[2].Under, h.Calls[2].FreeUnder = 2, 1
	})
	goulash := with("hoyle", func(h *House) { h.AllPass = Goulash })
	sevens := with("units", func(h *House) { h.Calls[1].Stake = 7 })
	fewest := with("units", func(h *House) { h.AllPass = Fewest })
	for _, c := range []struct {
		house *House
		names []string
		deal  string
		steps string
	}{
		{hoyle, four, "solo ann 7", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took seven tricks, two over.
			§4 The stake is 6d, and each trick over 1d: 8d.
			§4 Each opponent pays Ann 8d.`},
		{hoyle, four, "solo ann 9 rev ann", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took nine tricks.
			§5 Ann revoked once: three tricks are taken off, six are left.
			§5 A side that revoked never wins, but six would be enough: only the stake is lost.
			§4 The stake is 6d.
			§4 Ann pays each opponent 6d.`},
		{hoyle, four, "solo ann 1 rev ann rev ann rev ann", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took one trick.
			§5 Ann revoked three times: one trick is taken off, none are left.
			§5 A side that revoked never wins: Ann loses, five short.
			§4 The stake is 6d, and each trick short 1d: 11d.
			§4 Ann pays each opponent 11d.`},
		{noCost, four, "solo ann 4 rev cat", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took four tricks.
			§5 Cat revoked once: no tricks change hands, and Ann counts as four.
			§5 A side that revoked never wins: Ann wins even so, with the stake only.
			§4 The stake is 6d.
			§5 Cat pays for all the opponents: 1s 6d.`},
		{hoyle, four, "prop ann bob 13", `
			§2 Ann proposed and Bob accepted: together they need eight tricks.
			§4 Ann and Bob took thirteen tricks, five over.
			§4 The stake is 6d, and each trick over counts 1d twice, for all thirteen were taken: 1s 4d.
			§4 First settles with first and second with second from the dealer's left: Cat pays Ann, Dan pays Bob, 1s 4d each.`},
		{hoyle, four, "prop dan cat 7 rev bob", `
			§2 Dan proposed and Cat accepted: together they need eight tricks.
			§4 Dan and Cat took seven tricks.
			§5 Bob revoked once: three tricks to Dan and Cat, who count as ten.
			§5 A side that revoked never wins: Dan and Cat win, two over.
			§4 The stake is 6d, and each trick over 1d: 8d.
			§5 Bob revoked alone and pays both: 8d to Cat and 8d to Dan.`},
		{fagelson, four, "prop ann bob 9", `
			§3 Ann proposed and Bob accepted: together they need seven tricks.
			§4 Ann and Bob took nine tricks, two over.
			§4 The stake is 1; tricks over or short are not paid for.
			§4 First settles with first and second with second from the dealer's left: Cat pays Ann, Dan pays Bob, 1 each.`},
		{onlyUnder, four, "solo ann 7", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took seven tricks, two over.
			§4 The stake is 1; tricks over are not paid for.
			§4 Each opponent pays Ann 1.`},
		{onlyOver, four, "solo ann 3", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took three tricks, two short.
			§4 The stake is 1; tricks short are not paid for.
			§4 Ann pays each opponent 1.`},
		{sevens, four, "solo ann 0 rev bob rev bob rev dan", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took no tricks.
			§5 Bob revoked twice and Dan once: nine tricks to Ann, who counts as nine.
			§5 A side that revoked never wins: Ann wins, four over.
			§4 The stake is 7; tricks over or short are not paid for.
			§5 Bob and Dan share what all the opponents owe, 21: Bob 11, Dan 10; what does not divide falls on the first from the dealer's left.`},
		{hoyle, four, "misere ann 2 rev bob", `
			§2 Ann called misère and must take no tricks.
			§4 Ann took two tricks.
			§5 Bob revoked once: a side that revoked never wins, so Ann wins.
			§4 The stake is 1s.
			§5 Bob pays for all the opponents: 3s.`},
		{hoyle, four, "misere ann forfeit cat", `
			§2 Ann called misère and must take no tricks.
			§5 Cat exposed a card or played out of turn: Ann wins, whatever the tricks.
			§4 The stake is 1s.
			§5 Cat pays for all the opponents: 3s.`},
		{fewest, four, "general-misere took 2 5 2 4", `
			§6 All passed, so the misery is played, each player alone.
			§6 Ann took two, Bob took five, Cat took two and Dan took four.
			§6 Ann and Cat have fewest: everyone with more pays each of Ann and Cat the stake of a solo, 1.
			§6 Ann and Cat pay each other nothing.`},
		{second, four, "solo ann 13", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took thirteen tricks, eight over.
			§4 The stake is 6d, and each trick over 1d, and 5d for all thirteen: 1s 7d.
			§4 Each opponent pays Ann 1s 7d.`},
		{second, four, "prop ann bob 13", `
			§2 Ann proposed and Bob accepted: together they need eight tricks.
			§4 Ann and Bob took thirteen tricks, five over.
			§4 The stake is 6d, and 5d for all thirteen: 11d.
			§4 First settles with first and second with second from the dealer's left: Cat pays Ann, Dan pays Bob, 11d each.`},
		{second, four, "solo ann 2", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took two tricks, three short.
			§4 Lost, solo costs 9d, and each trick short 1d, but the first two tricks short are free: 10d.
			§4 Ann pays each opponent 10d.`},
		{second, four, "solo ann 3", `
			§2 Ann called solo and needs five tricks.
			§4 Ann took three tricks, two short.
			§4 Lost, solo costs 9d; the first two tricks short are free.
			§4 Ann pays each opponent 9d.`},
		{second, four, "solo ann wrong ann", `
			§2 Ann called solo and needs five tricks.
			§5 Ann had the wrong number of cards: Ann loses, whatever else happened.
			§4 Lost, solo costs 9d.
			§4 Ann pays each opponent 9d.`},
		{second, four, "misere ann 3 rev ann", `
			§2 Ann called misère and must take no tricks.
			§4 Ann took three tricks.
			§5 Ann revoked once: a side that revoked never wins, so Ann loses.
			§4 The stake is 1s, and each trick taken 2d, but the first trick taken is free: 1s 4d.
			§4 Ann pays each opponent 1s 4d.`},
		{second, four, "general-misere wrong cat rev cat", `
			§6 All passed, so the misery is played, each player alone.
			§6 Cat revoked once and had the wrong number of cards, and so is the loser.
			§6 Cat pays every other player the stake of a general misère, 4d.`},
		{goulash, four, "passed", `
			§6 Nothing is paid, and the next deal is a goulash: unshuffled, five, three and five cards to each.`},
	} {
		d := readDeal(t, c.names, c.deal)
		r, err := Settle(c.house, &d)
		if err != nil {
			t.Errorf("%s: %v", c.deal, err)
			continue
		}
		var got strings.Builder
		for _, s := range Explain(c.house, &d, &r, c.names, nil).Steps {
			got.WriteString("\n\t\t\t" + s.Rule + " " + s.Text)
		}
		if plain(got.String()) != c.steps {
			t.Errorf("%s: got%s\nwant%s", c.deal, got.String(), c.steps)
		}
	}
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
	d := readDeal(t, four, "solo dan 5")
	r, _ := Settle(hoyle, &d)
	if got := Explain(hoyle, &d, &r, four[:2], nil).Headline; got != "Seat 4 makes solo" {
		t.Errorf("without a name the headline is %q", got)
	}
	d.Tricks = 14
	if got := Explain(hoyle, &d, &r, four, nil).Sentence(); !strings.HasPrefix(got, "There are 13 tricks") {
		t.Errorf("an impossible deal is explained as %q", got)
	}
}
