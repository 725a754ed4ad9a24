package rules

import "testing"

// A deal in few words: as the auction made it, as a score sheet writes it, and how it went.
func TestTelling(t *testing.T) {
	hoyle, _ := Set("hoyle")
	irish, _ := Set("irish")
	for _, c := range []struct {
		house                        *House
		names                        []string
		deal, contract, line, course string
	}{
		{hoyle, four, "solo ann 7", "Solo, Ann", "Solo, Ann, 7", "Ann, 7 of 5"},
		{hoyle, four, "prop ann bob 8 rev cat",
			"Prop & cop, Ann with Bob", "Prop & cop, Ann and Bob, 8, Cat revoked",
			"Ann and Bob, 8 of 8 · Cat revoked"},
		{hoyle, four, "solo ann 7 rev cat rev cat rev dan", "Solo, Ann", "Solo, Ann, 7, Cat revoked, Dan revoked",
			"Ann, 7 of 5 · Cat ×2 and Dan revoked"},
		{hoyle, four, "misere ann 0", "Misère, Ann", "Misère, Ann, 0", "Ann, no trick"},
		{hoyle, four, "misere ann 1", "Misère, Ann", "Misère, Ann, 1", "Ann, 1 trick"},
		{hoyle, four, "misere ann 2", "Misère, Ann", "Misère, Ann, 2", "Ann, 2 tricks"},
		{hoyle, four, "misere ann forfeit cat", "Misère, Ann", "Misère, Ann, Cat forfeited",
			"Ann · Cat showed or led wrongly"},
		{hoyle, four, "solo ann wrong bob wrong cat",
			"Solo, Ann", "Solo, Ann, wrong cards with Bob, wrong cards with Cat",
			"Ann · Bob and Cat had wrong cards"},
		{irish, four, "irish ann 6H 7", "Ann, 6 ♥", "Irish, Ann, bid 6, 7", "Ann, 6♥, 7 of 6"},
		{irish, four, "irish ann 13NT 12", "Ann, 13 NT", "Irish, Ann, bid 13, 12", "Ann, 13NT, 12 of 13"},
		{hoyle, four, "general-misere loser dan", "all passed", "Misery, lost by Dan", "Dan pays"},
		{hoyle, four, "passed", "all passed", "All passed", ""},
		{hoyle, four, "void", "all passed", "Void", ""},
	} {
		d := readDeal(t, c.names, c.deal)
		tell := Telling{House: c.house, Deal: &d, Names: c.names}
		for _, told := range [][2]string{
			{tell.Contract(), c.contract}, {tell.Line(), c.line}, {tell.Course(), c.course},
		} {
			if told[0] != told[1] {
				t.Errorf("%s: got %q, want %q", c.deal, told[0], told[1])
			}
		}
	}
	d := readDeal(t, four, "abundance ann 9")
	own := Telling{House: hoyle, Deal: &d, Names: four, Words: Words{Abundance: "bundle"}}
	if got := own.Line(); got != "Bundle, Ann, 9" {
		t.Errorf("in the circle's words: %q", got)
	}
}

func TestBidsInWords(t *testing.T) {
	words := Words{Solo: "going alone"}
	for call, want := range map[string][2]string{
		"pass": {"Pass", "passes"}, "prop": {"I propose", "proposes"}, "cop": {"I accept", "goes along"},
		"solo": {"Going alone", "calls going alone"}, "misere": {"Misère", "calls misère"},
		"6H": {"6 ♥", "calls 6 ♥"}, "10NT": {"10 NT", "calls 10 NT"}, "bingo": {"bingo", "calls bingo"},
	} {
		if got := [2]string{words.Bid(call), words.Said(call)}; got != want {
			t.Errorf("%s: got %q, want %q", call, got, want)
		}
	}
}
