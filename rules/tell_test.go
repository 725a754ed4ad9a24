package rules

import "testing"

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
