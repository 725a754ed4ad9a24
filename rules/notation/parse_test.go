package notation

import (
	"errors"
	"slices"
	"strings"
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

// Several ways to write a deal read as the same deal. Dan deals.
func TestParseLine(t *testing.T) {
	hoyle, irish, slams := house(t, "hoyle"), house(t, "irish"), house(t, "grand-slam")
	misery, counted := house(t, "units", lastTrick), house(t, "units", fewest)
	deal := func(c rules.Call, caller rules.Seat, tricks int, more ...func(*rules.Deal)) rules.Deal {
		d := rules.Deal{Seats: 4, Dealer: 4, Call: c, Caller: caller, Tricks: tricks}
		for _, f := range more {
			f(&d)
		}
		return d
	}
	partner := func(s rules.Seat) func(*rules.Deal) { return func(d *rules.Deal) { d.Partner = s } }
	trumps := func(s rules.Suit) func(*rules.Deal) { return func(d *rules.Deal) { d.Trumps = s } }
	wrong := func(s rules.Seat) func(*rules.Deal) { return func(d *rules.Deal) { d.WrongCards[s] = true } }
	revokes := func(s rules.Seat, n uint8) func(*rules.Deal) { return func(d *rules.Deal) { d.Revokes[s] = n } }
	sixHearts := func(d *rules.Deal) { d.Bid, d.Trumps = 6, rules.Hearts }
	for _, c := range []struct {
		house *rules.House
		lines string // several ways to say the same, the last the way Write says it
		want  rules.Deal
	}{
		{hoyle, "solo ann 7|SOLO ANN 7|sol a 7|s Ann 7|  solo   \"Ann\"\t7 |solo Ann 7", deal(rules.Solo, 1, 7)},
		{hoyle, "solo ann 7 h|solo ann h 7|solo ann 7 ♥|solo ann 7 hearts|solo Ann 7 h",
			deal(rules.Solo, 1, 7, trumps(rules.Hearts))},
		{hoyle, "prop ann bob 8|proposal ann bob 8|prop a b 8|prop Ann Bob 8",
			deal(rules.Prop, 1, 8, partner(2))},
		{hoyle,
			"mis dan 1 rev cat|misère dan 1 revoked cat|MISÈRE d 1 rev c|mise\u0300re dan 1 rev cat 1|misere Dan 1 " +
				"rev Cat",
			deal(rules.Misere, 4, 1, revokes(3, 1))},
		{hoyle,
			"abundance ann 9 rev cat 2 rev dan|ab ann 9 rev dan rev cat 2|bundle a 9 rev cat 2 rev dan|abundance " +
				"Ann 9 rev Cat 2 rev Dan",
			deal(rules.Abundance, 1, 9, revokes(3, 2), revokes(4, 1))},
		{hoyle, "abundance declared ann 13|declared ann 13|dec ann 13|declared Ann 13",
			deal(rules.Declared, 1, 13)},
		{hoyle, "royal abundance ann 9|roy ann 9|royal Ann 9", deal(rules.Royal, 1, 9)},
		{hoyle, "open ann 0|open misere ann 0|misère ouverte ann 0|ouv ann 0|misere-ouverte Ann 0",
			deal(rules.MisereOuverte, 1, 0)},
		{slams, "petit ann 12|petit slam ann 12|petit-slam Ann 12", deal(rules.PetitSlam, 1, 12)},
		{slams, "pe ann 12|petit-slam Ann 12", deal(rules.PetitSlam, 1, 12)},
		{slams, "g ann 13|grand slam ann 13|grand-slam Ann 13", deal(rules.GrandSlam, 1, 13)},
		{hoyle, "solo ann wrong bob|solo Ann wrong Bob",
			deal(rules.Solo, 1, rules.NotSaid, func(d *rules.Deal) { d.WrongCards[2] = true })},
		{hoyle, "solo ann 5 wrong bob wrong ann|solo Ann 5 wrong Ann wrong Bob",
			deal(rules.Solo, 1, 5, func(d *rules.Deal) { d.WrongCards = [6]bool{1: true, 2: true} })},
		{hoyle, "mis ann exposed cat|mis ann forfeit cat|misere Ann exposed Cat",
			deal(rules.Misere, 1, rules.NotSaid, func(d *rules.Deal) { d.Forfeit = 3 })},
		{irish, "6h ann 7|irish ann 6h 7|irish 6h ann 7|6♥ ann 7|6H a 7|6h Ann 7",
			deal(rules.Irish, 1, 7, sixHearts)},
		{irish, "13nt ann 13|13nt Ann 13",
			deal(rules.Irish, 1, 13, func(d *rules.Deal) { d.Bid, d.Trumps = 13, rules.NoTrumps })},
		{misery, "misery loser ann|general misere loser a|misery loser Ann",
			deal(rules.GeneralMisere, 0, rules.NotSaid, func(d *rules.Deal) { d.Loser = 1 })},
		{misery, "misery rev ann nt|misery nt rev Ann",
			deal(rules.GeneralMisere, 0, rules.NotSaid, revokes(1, 1), trumps(rules.NoTrumps))},
		{misery, "misery wrong ann rev bob|misery rev bob wrong a|misery wrong Ann rev Bob",
			deal(rules.GeneralMisere, 0, rules.NotSaid, revokes(2, 1), wrong(1))},
		{counted,
			"misery ann 3 bob 4 cat 2 dan 4|misery dan 4 cat 2 bob 4 ann 3|misery Ann 3 Bob 4 Cat 2 Dan 4",
			deal(rules.GeneralMisere, 0, rules.NotSaid, func(d *rules.Deal) { d.TricksBy = [6]int8{0, 3, 4, 2, 4} })},
		{hoyle, "pass|passed|all passed|pas|pass", deal(rules.Passed, 0, rules.NotSaid)},
		{hoyle, "void|Void|v|void", deal(rules.Void, 0, rules.NotSaid)},
	} {
		ways := strings.Split(c.lines, "|")
		for _, line := range ways {
			got, err := Parse(c.house, table[:4], 4, line)
			if err != nil || got != c.want {
				t.Errorf("%q reads %+v, %v\nwant %+v", line, got, err, c.want)
			}
		}
		if got, want := Write(c.house, table[:4], &c.want), ways[len(ways)-1]; got != want {
			t.Errorf("writes %q, want %q", got, want)
		}
		if _, err := rules.Settle(c.house, &c.want); err != nil {
			t.Errorf("%s cannot be reckoned: %v", ways[0], err)
		}
	}
}

func TestParseLineNames(t *testing.T) {
	h := house(t, "hoyle")
	for _, c := range []struct {
		names string // by seat
		who   string
		want  rules.Seat // 0 is refused
	}{
		{"Ann Anna Bob Cat", "Ann", 1}, {"Ann Anna Bob Cat", "ann", 1}, {"Ann Anna Bob Cat", "anna", 2},
		{"Ann Anna Bob Cat", "an", 0},
		{"Zoé Zoe Bob Cat", "Zoe", 2}, {"Zoé Zoe Bob Cat", "Zoé", 1}, {"Zoé Zoe Bob Cat", "zoe", 0},
		{"Zoé Åke Bob Cat", "zoe", 1}, {"Zoé Åke Bob Cat", "ak", 2},
		{"Solo Rev H 7", "solo", 1}, {"Solo Rev H 7", "rev", 2}, {"Solo Rev H 7", "h", 3},
		{"Solo Rev H 7", "7", 4},
		{"Mary_Ann Mary Bob Cat", `"mary ann"`, 1}, {"Mary_Ann Mary Bob Cat", `"Mary Ann"`, 1},
		{"Mary_Ann Mary Bob Cat", "mary", 2}, {"Mary_Ann Eve Bob Cat", "mary", 1},
		{"Mary_Ann Mary Bob Cat", `"mar"`, 0},
		{"Ann Bob Cat Dan", "eve", 0}, {"Ann Bob Cat Dan", `""`, 0},
	} {
		names := strings.Fields(c.names)
		for i := range names {
			names[i] = strings.ReplaceAll(names[i], "_", " ")
		}
		d, err := Parse(h, names, 4, "solo "+c.who+" 7")
		var p *rules.Problem
		if c.want == 0 && !errors.As(err, &p) ||
			c.want != 0 && (err != nil || d.Caller != c.want || d.Tricks != 7) {
			t.Errorf("%s at the table of %v is seat %d, %v; want %d", c.who, names, d.Caller, err, c.want)
		}
	}
}

func TestParseLineRefused(t *testing.T) {
	for _, c := range []struct{ line, says string }{
		{"", "The line is empty; write a deal like “solo ann 7”."}, {"   ", "empty"},
		{"bingo ann 7", "There is no call “bingo”; a line begins with one, as in “solo ann 7”."},
		{"ann 7", "no call “ann”"}, {`"solo" ann 7`, "no call “solo”"},
		{"mise ann 0", "“mise” may be misere or general-misere."},
		{"a", "The line ends where it should say who called."},
		{"solo", "who called"}, {"prop ann", "who accepted"},
		{"solo eve 7", "Nobody at the table is called “eve”; the line should say who called there."},
		{"solo ann 14", "“14” is not a number of tricks from 0 to 13."},
		{"solo ann 7 8", "The tricks are there twice: 7 and 8."},
		{"solo ann -7", "“-7” is not understood there."},
		{"solo ann 99999999999999999999", "not a number of tricks"},
		{"solo ann 7 h c", "The trumps are there twice."},
		{"solo ann 7 bob", "“bob” is not understood there."},
		{"solo ann l", "“l” is written with a letter: for one trick type 1."},
		{"solo ann lO", "“lO” is written with a letter: for ten tricks type 10."},
		{"solo ann 7 rev", "The line ends where it should say whose it was after “rev”."},
		{"solo ann 7 rev cat 0", "“0” is not a number of revokes from 1 to 13."},
		{"solo ann 7 rev cat rev cat", "“rev Cat” is there twice."},
		{"solo ann wrong bob wrong bob", "“wrong Bob” is there twice."},
		{"mis ann exposed bob exposed cat", "“exposed Cat” is there twice."},
		{"solo ann 7 loser bob", "“loser” is not understood there."},
		{"pass ann", "Nothing follows “pass” in a line."}, {"void 7", "Nothing follows “void” in a line."},
		{"irish ann 7", "Say what “Ann” bid: tricks and trumps in one word, such as 6h."},
		{"14h ann 7", "no call “14h”"}, {"0h ann 7", "no call “0h”"},
		{"6h 6h ann 7", "Nobody at the table is called “6h”"},
		{"misery ann", "Say after “Ann” how many tricks that player took."},
		{"misery ann 3 ann 4", "The tricks of “Ann” are there twice."},
		{"misery ann 3 bob 10", "Say how many tricks “Cat” took."},
		{"misery exposed ann", "“exposed” is not understood there."},
		{"misery loser ann loser bob", "“loser Bob” is there twice."},
		{`solo "ann 7`, "A quotation mark is not closed."},
		{"solo ann 7 \"h\"", "“h” is not understood there."},
	} {
		d, err := Parse(house(t, "hoyle"), table[:4], 4, c.line)
		var p *rules.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Sentence, c.says) || d != (rules.Deal{}) {
			t.Errorf("%q gives %v, want %q", c.line, err, c.says)
		}
	}
}

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
	if read < 50 {
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
