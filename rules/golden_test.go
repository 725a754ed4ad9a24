package rules

// Tables in players' notation, in testdata: what is asked a line, and what is answered below it.
//
//	go test ./rules -golden    writes the answers anew

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

var golden = flag.Bool("golden", false, "write the answers of the tables in testdata anew")

// changes are what a head of a table says of a set besides its id.
var changes = map[string]func(h *House){
	"last trick": lastTrick, "five or four": fiveOrFour, "fewest": fewest, "goulash": goulash,
	"a solo is seven": func(h *House) { h.Calls[1].Stake = 7 },
	"only over":       func(h *House) { h.Calls[1].Over, h.Calls[1].Under = 1, 0 },
	"only under":      func(h *House) { h.Calls[1].Over, h.Calls[1].Under = 0, 1 },
	"some are free": func(h *House) {
		h.Calls[0].FreeUnder, h.Calls[2].Under, h.Calls[2].FreeUnder = 1, 2, 2
	},
	"dear": func(h *House) {
		h.Calls[1].Lost, h.Calls[1].Bonus, h.Calls[2].Under, h.Misery, h.AllPass = 9, 5, 2, 4, LastTrick
	},
	"second edition": func(h *House) {
		h.AllPass, h.Misery = LastTrick, 4
		h.Calls[0].Over, h.Calls[0].Bonus = 0, 5
		h.Calls[1].Lost, h.Calls[1].FreeUnder, h.Calls[1].Bonus = 9, 2, 5
		h.Calls[2].Under, h.Calls[2].FreeUnder = 2, 1
	},
	"everyone pays":        func(h *House) { h.OffenderPays = false },
	"revokes cost nothing": func(h *House) { h.RevokeTricks = 0 },

	"single": single, "eldest twice": eldestTwice, "lone solo": loneSolo, "no solo": withoutSolo,
	"last raise": raiseLast, "royal over": royalOver,
	"lone raise": func(h *House) { h.Lone = LoneRaise },
	"thrown in":  func(h *House) { h.Lone = LoneThrownIn },
	"solo lowest": func(h *House) {
		h.Calls[0], h.Calls[1] = h.Calls[1], h.Calls[0]
	},
	"no higher": func(h *House) { h.Calls = h.Calls[:5] },

	"shuffled after abundance": func(h *House) { h.Shuffle = ShuffleAfterAbundance },
	"never shuffled":           func(h *House) { h.Shuffle = ShuffleNever },
	"threes":                   func(h *House) { h.Packets = PacketsThrees },
	"one by one":               func(h *House) { h.Packets = PacketsOnes },
	"rotating four":            func(h *House) { h.Packets = PacketsRotatingFour },
	"second pack":              func(h *House) { h.Trumps = TrumpsSecondPack },
	"cycle without":            func(h *House) { h.Trumps = TrumpsCycleNT },
	"drop a suit":              func(h *House) { h.Short = ShortDropSuit },
}

// headed is the set of a head, "hoyle, last trick, five seats", and how many sit there.
func headed(t *testing.T, head string) (h *House, seats int) {
	t.Helper()
	said := strings.Split(head, ", ")
	seats = 4
	h = with(said[0], func(h *House) {
		for _, change := range said[1:] {
			switch {
			case change == "three seats":
				seats = 3
			case change == "five seats":
				seats = 5
			case changes[change] != nil:
				changes[change](h)
			default:
				t.Fatalf("%s: what is %q?", head, change)
			}
		}
	})
	if err := h.Check(); err != nil {
		t.Fatalf("%s: %v", head, err)
	}
	return h, seats
}

// refused is a refusal as the tables have it, with a sentence that could stand on the screen.
func refused(t *testing.T, err error) string {
	t.Helper()
	var p *Problem
	if !errors.As(err, &p) || !wellPut(p.Sentence) {
		t.Errorf("refused by %v", err)
		return fmt.Sprint(err)
	}
	return "✗ " + p.Field + ": " + p.Sentence
}

// TestTold reads the sentences about each kind of deal, and the refusals.
func TestTold(t *testing.T) {
	testenv.Golden(t, "testdata/told.txt", *golden, func(head, line string) string {
		h, seats := headed(t, head)
		names := five[:seats]
		d := readDeal(t, names, line)
		r, err := Settle(h, &d)
		if err != nil {
			if (r != Result{}) {
				t.Errorf("%s, %s: a refusal came with %+v", head, line, r)
			}
			return refused(t, err)
		}
		a, tell := Explain(h, &d, &r, names, nil), Telling{House: h, Deal: &d, Names: names}
		says := []string{short(&d, &r), a.Sentence(), a.Money,
			strings.Join([]string{tell.Contract(), tell.Line(), tell.Course()}, " | ")}
		for _, s := range a.Steps {
			says = append(says, s.Rule+" "+s.Text)
		}
		return plain(strings.Join(says, "\n"))
	})
}

// TestAuction reads each sentence of §7, and what is refused. That all auctions are read so is
// TestAuctionReadTwice's.
func TestAuction(t *testing.T) {
	testenv.Golden(t, "testdata/auctions.txt", *golden, func(head, line string) string {
		h, seats := headed(t, head)
		a, before := play(t, h, seats, "")
		for _, call := range strings.Fields(strings.Replace(line, "nobody yet", "", 1)) {
			if err := a.Say(call); err != nil {
				testenv.Same(t, stand(a), before, "refused, "+call+" changes the auction to %s")
				return refused(t, err)
			}
			before = stand(a)
		}
		return before
	})
	for _, c := range []struct {
		seats  int
		dealer Seat
	}{{2, 1}, {6, 1}, {4, 0}, {4, 5}, {3, 4}} {
		if _, err := NewAuction(Sets()[0], c.seats, c.dealer); err == nil {
			t.Errorf("an auction of %d seats dealt by %d", c.seats, c.dealer)
		}
	}
}

// TestDuties reads who does what before a deal (§8).
func TestDuties(t *testing.T) {
	testenv.Golden(t, "testdata/duties.txt", *golden, func(head, line string) string {
		h, seats := headed(t, head)
		dealer, after, _ := strings.Cut(line, " after ")
		var before []Past
		for call := range strings.FieldsSeq(after) {
			c, ok := ParseCall(call)
			if !ok {
				t.Fatalf("%s: no call %s", line, call)
			}
			before = append(before, Past{c})
		}
		due := DutiesOf(h, seats, Seat(slices.Index(table, dealer)+1), before)
		says := strings.TrimSpace(duties(due) + "\ntrumps: " + due.Trumps + " " + due.CycleTrumps.String())
		if len(due.CallersLead) > 0 {
			says += "\nthe caller leads in " + fmt.Sprint(due.CallersLead)
		}
		return strings.Join(append([]string{says}, due.Remarks...), "\n")
	})
}

// TestNonsenseInSets: each kind of nonsense in a set has its field and its sentence.
func TestNonsenseInSets(t *testing.T) {
	read := func(text string) string {
		h, err := ParseHouse([]byte(text))
		if err == nil || h != nil {
			t.Errorf("%s was taken as %+v, %v", text, h, err)
		}
		return refused(t, err)
	}
	testenv.Golden(t, "testdata/nonsense.txt", *golden, func(_, line string) string { return read(line) })
	const begins = `{"id":"ours","name":"Ours","calls":[{"call":"solo","stake":1}`
	many := begins + strings.Repeat(`,{"call":"solo","stake":1}`, 20) + "]}"
	for text, want := range map[string]string{
		``:                     "✗ : The set is not whole, well-formed JSON.",
		begins + "]\x00}":      "✗ : The set is not whole, well-formed JSON.",
		begins + "]" + "\xff}": "✗ : The text of the set is damaged: it is not UTF-8.",
		many:                   "✗ calls: The set has more calls than the game.",
		`{"` + strings.Repeat("x", 1000) + `":1}`: "✗ " + strings.Repeat("x", 40) +
			"…: A set of house rules has no field “" + strings.Repeat("x", 40) + "…”.",
	} {
		testenv.Same(t, read(text), want, "it is %q")
	}
}

// TestMoney reads amounts in words and as they are typed; ~ is a word joiner and _ a space that holds a line.
func TestMoney(t *testing.T) {
	testenv.Golden(t, "testdata/money.txt", *golden, func(head, line string) string {
		money, inWords := strings.CutSuffix(head, " in words")
		m := Money(money)
		if inWords {
			n := testenv.Must(strconv.ParseInt(line, 10, 64))(t)
			return strings.NewReplacer("\u2060", "~", "\u00a0", "_").Replace(m.Words(n) + " | " + m.Signed(n))
		}
		read := m.Parse
		if id, how, typed := strings.Cut(head, " "); typed { // by a set's stakes: a number alone is its coins
			times, _ := strconv.Atoi(strings.TrimSuffix(how, " times"))
			h := testenv.Must(set(t, id).Scaled(max(times, 1)))(t)
			if read = h.ParseAmount; how == "total" {
				read = h.ParseTotal
			}
		}
		n, err := read(line)
		if err != nil {
			return refused(t, err)
		}
		return strconv.FormatInt(n, 10)
	})
}
