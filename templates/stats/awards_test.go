package stats

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/notation"
	"ouverte/templates/say"
)

// Two evenings at hoyle in old pence: 6 for a proposal or a solo, 12 for a misère, 18 for an abundance, a
// penny a trick over or under. Beside each deal stands what it brings Ann, Bob, Cat and Dan.
const (
	awardsFirst = `
		prop ann bob 8          #  +6  +6  −6  −6   Cat pays Ann, Dan pays Bob
		solo cat 5              #  −6  −6 +18  −6
		solo cat 6              #  −7  −7 +21  −7
		misere dan 1            # +12 +12 +12 −36   all three broke it
		solo dan 4              #  +7  +7  +7 −21   and Dan stands at −76
		prop ann bob 9          #  +7  +7  −7  −7   Cat pays Bob, Dan pays Ann: Dan is at his lowest, −83
		pass
		abundance dan 9         # −18 −18 −18 +54
		prop cat dan 7          #  +7  +7  −7  −7   Cat pays Ann, Dan pays Bob
		solo ann 4 rev cat      # +24      −24      counts as seven, and Cat pays for all
		solo ann 9 rev ann      # −18  +6  +6  +6   six are left, enough, so only the stake is lost
		                        # +14 +14  +2 −30`
	awardsSecond = `
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8
		prop ann bob 8          # 8 times 6: +48 +48 −48 −48, and each declarer has 24 from each opponent`
)

// eveningsOf is a book of four, and a function that plays an evening in it and closes it: a line a deal.
func eveningsOf(t *testing.T) (*ledger.Book, func(day, deals string) *show.Night) {
	t.Helper()
	ctx := context.Background()
	b, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "book.db"), ledger.Options{Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	keys := 0
	slip := func() ledger.Slip { keys++; return ledger.Slip{Key: fmt.Sprint(keys), Device: "test"} }
	must := func(r ledger.Receipt, err error) ledger.Receipt {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	house, _ := rules.Set("hoyle")
	var seats []chain.PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		seats = append(seats, chain.PlayerID(must(b.AddPlayer(ctx, slip(), name)).ID))
	}
	return b, func(day, deals string) *show.Night {
		t.Helper()
		id := must(b.StartNight(ctx, slip(), ledger.NewNight{Date: day, House: house, Seats: seats,
			Dealer: seats[3]})).Night
		now := func() *show.Night {
			n, err := b.Now().Night(id)
			must(ledger.Receipt{}, err)
			return n
		}
		for line := range strings.SplitSeq(deals, "\n") {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			n := now()
			d, err := notation.Parse(n.Stakes, n.SeatNames(), n.Dealer, line)
			must(ledger.Receipt{}, err)
			must(b.Record(ctx, slip(), id, ledger.DealSaid{Deal: d}))
		}
		must(b.CloseNight(ctx, slip(), id, 0))
		return now()
	}
}

// TestAwards plays both evenings and compares every award with its winner and figure, then those of the
// season.
func TestAwards(t *testing.T) {
	b, night := eveningsOf(t)
	same := func(what string, got AwardList, want ...string) {
		t.Helper()
		var lines []string
		for _, e := range got.Entries() {
			line := e.Title + ": " + e.Who + ", " + e.Figure
			lines = append(lines, strings.ReplaceAll(line, "\u00a0", " "))
		}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Errorf("%s: −want +got\n%s", what, diff)
		}
	}
	first := night("2026-01-02", awardsFirst)
	same("the first evening", NightAwards(first),
		"Paid for it: Dan, −2s 6d",
		"Most calls made: Ann, made 3 calls", // two proposals, and the solo Cat revoked in
		"The optimist: Dan, lost 3 calls",
		"Best pair: Ann with Bob, won a proposal together twice",
		"The spoilsport: Ann, Bob and Cat, helped to break a misère",
		"The long way back: Dan, 4s 5d up again from the lowest point", // from −83 to −30
		"Butterfingers: Ann and Cat, 1 revoke each",
		"The deal of the evening: Dan, +4s 6d in deal 8: Abundance",
	)
	same("the second evening", NightAwards(night("2026-01-09", awardsSecond)),
		"Paid for it: Cat and Dan, −4s each",
		"Most calls made: Ann and Bob, made 8 calls each",
		"Best pair: Ann with Bob, won a proposal together eight times",
		"The wallflower: Cat and Dan, called nothing in 8 deals each",
		"The deal of the evening: Ann and Bob, +6d in deal 1: Prop & cop")

	circle := b.Now().CircleBook(rules.LSD, show.Span{}, 0)
	found := func(path string, more ...string) string { return path + "?" + strings.Join(more, "&") }
	all := AwardList{All: circle.Awards(), Money: rules.LSD, Names: b.Now().Words(), At: found}
	same("the season", all,
		"The purse: Ann and Bob, +5s 2d each", // 14 + 48
		"Patron of the circle: Dan, −6s 6d",   // 30 + 48
		// Ann made 11 of 12, and nobody else called ten times.
		"The safe pair of hands: Bob, 10 of 10 calls made",
		"The bold one: Ann, a caller or a partner in 12 of 19 deals", // 12 of 19
		"The firm: Ann with Bob, 10 of 10, +10s 2d",                  // 12 + 14 + 8·12, in ten proposals
		"Dear friend: Cat, 3s 6d to "+
			"Ann", // 6 − 6 − 7 + 7 + 24 − 6 the first evening, 24 the second
		"The spoilsport: Ann, Bob and Cat, helped to break a misère",
		"Butterfingers: Ann and Cat, 1 revoke each",
		"The evening to remember: Ann and Bob, +4s on 9 Jan 2026",
		"The evening to forget: Cat and Dan, −4s on 9 Jan 2026",
		"The deal to tell of: Dan, +4s 6d on 2 Jan 2026",
		"The long way back: Ann, from −7d to +1s 2d on 2 Jan 2026", // and Bob, who was named later
	)
	for _, a := range all.All {
		href := all.href(a)
		if a.For == years.DealToTell && href != say.DealPath(first.ID, circle.BestDeal.Deal) ||
			a.For == years.EveningToForget && href != "/nights/2" ||
			(href == "") != (a.For == years.Spoilsport || a.For == years.BestSeat) {
			t.Errorf("%s leads to %q", awardTitles[a.For], href)
		}
	}
}
