package sheet

import (
	"strings"
	"testing"

	"ouverte/rules"
)

// What a table must know before the first card stands in the line of duties: nothing where a card is turned
// and the pack is shuffled each time.
func TestBeforehand(t *testing.T) {
	t.Parallel()
	hoyle, _ := rules.Set("hoyle")
	slams, _ := rules.Set("grand-slam")
	irish, _ := rules.Set("irish")
	second, goulashes, turns := *hoyle, *hoyle, *slams
	second.Trumps = rules.TrumpsSecondPack
	goulashes.AllPass = rules.Goulash
	turns.Trumps = rules.TrumpsCycleNT
	solo, passed, abundance := rules.Past{Call: rules.Solo}, rules.Past{Call: rules.Passed},
		rules.Past{Call: rules.Abundance}
	for _, c := range []struct {
		house *rules.House
		seats int
		past  []rules.Past
		says  string
	}{
		{hoyle, 4, nil, ""},
		{hoyle, 4, []rules.Past{solo}, ""},
		{slams, 4, nil, "♥ Hearts are trumps · shuffled"},
		{slams, 4, []rules.Past{solo}, "♣ Clubs are trumps · not shuffled"},
		{slams, 4, []rules.Past{solo, abundance}, "♦ Diamonds are trumps · shuffled"},
		{&turns, 4, []rules.Past{solo, solo, solo, solo}, "No trumps · not shuffled"},
		{&second, 4, nil, "Trumps from the second pack"},
		{&goulashes, 4, []rules.Past{solo}, "shuffled"},
		{&goulashes, 4, []rules.Past{passed}, "goulash: 5, 3, 5"},
		{irish, 3, nil, "fourth hand open"},
		{irish, 4, nil, ""},
	} {
		var says []string
		for _, d := range Beforehand(c.house, rules.DutiesOf(c.house, c.seats, 1, c.past)) {
			says = append(says, strings.TrimSpace(d.Suit+" "+d.What))
		}
		if got := strings.Join(says, " · "); got != c.says {
			t.Errorf("%s, %d seats, after %v: %q, not %q", c.house.ID, c.seats, c.past, got, c.says)
		}
	}
}
