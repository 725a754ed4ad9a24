package ledger

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// TestYearsByHand plays the book of testdata/years.txt and holds the pages against the figures worked out
// there.
func TestYearsByHand(t *testing.T) {
	text := must1(os.ReadFile("testdata/years.txt"))
	tb := &table{Book: newBook(t), t: t, ctx: t.Context(), players: map[string]PlayerID{}}
	tb.keys.n = 500
	said := 0
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "night":
			handNight(tb, words[1], words[2], words[3:])
		case "deal":
			tb.deal(strings.Join(words[1:], " "))
		case "correct":
			handCorrect(tb, words[1], strings.Join(words[2:], " "))
		default:
			want := strings.Join(words, " ")
			got := handSays(tb, words)
			if !slices.Contains(got, want) {
				t.Errorf("years.txt:%d: %s\nthe book says\n%s", i+1, want, strings.Join(got, "\n"))
			}
			said++
		}
	}
	if said < 25 {
		t.Errorf("only %d figures were compared", said)
	}
}

func handNight(tb *table, day, set string, names []string) {
	tb.t.Helper()
	if tb.night != 0 {
		must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	}
	house, _ := rules.Set(set)
	var seats []PlayerID
	for _, name := range names {
		if tb.players[name] == 0 {
			r := must1(tb.AddPlayer(tb.ctx, tb.slip(), name))
			tb.players[name] = PlayerID(r.ID)
		}
		seats = append(seats, tb.players[name])
	}
	r := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{Date: day, House: house, Seats: seats,
		Dealer: seats[len(seats)-1]}))
	tb.night = r.Night
}

// handCorrect closes the night first, so that the correction goes through counting, taking out and counting
// again.
func handCorrect(tb *table, nth, line string) {
	tb.t.Helper()
	must := func(_ Receipt, err error) {
		tb.t.Helper()
		if err != nil {
			tb.t.Fatal(err)
		}
	}
	must(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	must(tb.ReopenNight(tb.ctx, tb.slip(), tb.night, "a slip of the pen"))
	for _, d := range tb.now().Deals {
		if fmt.Sprint(d.Nth) == nth {
			must(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Correct, Deal: d.ID, Saw: d.Version,
				Said: DealSaid{Deal: tb.parse(d.Names, d.Deal.Dealer, line)}}))
		}
	}
	must(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
}

// handSays writes a page in the words of the file.
func handSays(tb *table, words []string) (out []string) {
	tb.t.Helper()
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if strings.HasPrefix(words[0], "circle") {
		c := must1(tb.CircleBook(tb.ctx, rules.LSD, Span{}, 0))
		say("circle: nights %d, deals %d, called %d", c.Nights, c.Deals, c.Played)
		for _, f := range c.Calls {
			say("circle %s: %d, won %d, money %d", f.Call, f.N, f.Won, f.Money.Sum)
		}
		return out
	}
	name := words[0]
	scores := must1(tb.Scores(tb.ctx))
	for _, s := range scores[tb.players[name]] {
		say("%s in all years: %d %s", name, s.Score, s.Money)
	}
	p, err := tb.PlayerBook(tb.ctx, tb.players[name], rules.LSD, Span{}, 60)
	if err != nil {
		tb.t.Fatal(err)
	}
	say("%s score %d", name, p.Score)
	say("%s nights %d, up %d, down %d", name, p.Nights, p.Up, p.Down)
	say("%s deals %d, won %d", name, p.Deals, p.DealsWon)
	say("%s broken %d", name, p.Broken)
	for part, list := range map[string][]CallFigures{"called": p.Called, "accepted": p.Accepted,
		"against": p.Against} {
		for _, f := range list {
			say("%s %s %s: %d, won %d, lost %d, tricks %d, money %d", name, part, f.Call, f.N, f.Won, f.Lost,
				f.Tricks, f.Money.Sum)
		}
	}
	for _, s := range p.Seats {
		say("%s place %d: %d deals, called %d, won %d, money %d", name, s.Place, s.Deals, s.Called, s.Won,
			s.Money.Sum)
	}
	for _, f := range p.Pairs {
		say("%s with %s: together %d, won %d, amount %d, against %d, got %d, paid %d", name, f.NameB,
			f.Together, f.Won, f.Amount, f.Against, f.Got, f.Paid)
	}
	say("%s best %s %d, worst %s %d", name, p.Best.Date, p.Best.Score, p.Worst.Date, p.Worst.Score)
	say("%s best deal %d, worst deal %d", name, p.BestDeal.Amount, p.WorstDeal.Amount)
	say("%s evenings in a row: up %d, down %d, now %d and %d", name, p.UpInARow, p.DownInARow, p.UpNow,
		p.DownNow)
	if p, err = tb.PlayerBook(tb.ctx, tb.players[name], rules.LSD, Span{}, 1); err != nil {
		tb.t.Fatal(err)
	}
	for _, m := range p.Months {
		say("%s in %s: %d evenings, %d, after it %d", name, m.Month, m.Nights, m.Score, m.After)
	}
	for _, e := range p.Evenings {
		say("%s at last: %s %d, after it %d", name, e.Date, e.Score, e.After)
	}
	say("%s runs: won %d, lost %d, driest %d, dry %d", name, p.WonInARow, p.LostInARow, p.Driest, p.Dry)
	return out
}
