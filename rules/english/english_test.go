package english_test

import (
	"strings"
	"testing"

	"ouverte/rules/english"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{english.List(nil), ""},
		{english.List([]string{"Ann"}), "Ann"},
		{english.List([]string{"Ann", "Bob"}), "Ann and Bob"},
		{english.List([]string{"Ann", "Bob", "Cat"}), "Ann, Bob and Cat"},

		{english.Count(0, "deal"), "0 deals"},
		{english.Count(1, "deal"), "1 deal"},
		{english.Count(int64(1234), "deal"), "1234 deals"},
		{english.Spelled(0, "trick"), "no tricks"},
		{english.Spelled(1, "more payment"), "one more payment"},
		{english.Spelled(13, "more payment"), "thirteen more payments"},
		{english.Spelled(14, "trick"), "14 tricks"},
		{english.SoFar(0, "evening"), "no evening yet"},
		{english.SoFar(1, "evening"), "one evening"},
		{english.SoFar(2, "evening"), "2 evenings"},

		{english.Plural(1, "entry"), "entry"},
		{english.Plural(2, "entry"), "entries"},
		{english.Plural(0, "day"), "days"},
		{english.Plural(2, "misère"), "misères"},
		{english.Plural(2, "toss"), "tosses"},
		{english.Plural(2, "box"), "boxes"},
		{english.Plural(2, "match"), "matches"},
		{english.Plural(2, "wish"), "wishes"},
		{english.Plural(2, "person"), "people"},
		{english.Plural(2, "old penny"), "old pennies"},
		{english.Plural(2, "y"), "ys"},
		{english.Verb(1, "wins", "win"), "wins"},
		{english.Verb(0, "wins", "win"), "win"},

		{english.Number(0), "no"},
		{english.Number(12), "twelve"},
		{english.Number(-1), "-1"},
		{english.None(0), "none"},
		{english.None(7), "seven"},
		{english.Times(0), "no times"},
		{english.Times(1), "once"},
		{english.Times(2), "twice"},
		{english.Times(3), "three times"},
		{english.Grouped(999, ","), "999"},
		{english.Grouped(1000, ","), "1,000"},
		{english.Grouped(int64(-1234567), "\u202f"), "−1\u202f234\u202f567"},

		{english.A("solo"), "a solo"},
		{english.A("abundance"), "an abundance"},
		{english.A("Irish bid"), "an Irish bid"},
		{english.A("école"), "an école"},
		{english.Capital(""), ""},
		{english.Capital("misère"), "Misère"},
		{english.Capital("école"), "École"},
		{english.Capital("ßa"), "ßa"},
		{english.Small(""), ""},
		{english.Small("Misère"), "misère"},
		{english.Small("École"), "école"},
		{english.Small("BBQ"), "BBQ"},
		{english.Small("A proposal"), "a proposal"},
		{english.Stop("Nothing is paid"), "Nothing is paid."},
		{english.Stop("That makes 8d"), "That makes 8d."}, {english.Stop("Ask Dan B."), "Ask Dan B."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// Text from a form need not be UTF-8: all but its first byte stays as it is.
func TestBrokenText(t *testing.T) {
	const broken = "\xffab"
	for _, got := range []string{english.Small(broken), english.Capital(broken), english.A(broken)} {
		if !strings.HasSuffix(got, "ab") {
			t.Errorf("%q lost its end", got)
		}
	}
}
