package ui

import (
	"context"
	"strings"
	"testing"

	"ouverte/rules"
	"ouverte/templates/say"
)

// TestLinked: words of the game lead to the laws once each, the longest that fits, and nothing else in the
// sentence changes.
func TestLinked(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"Nobody pays.", "Nobody pays."},
		{"He revoked: a revoke.", `He [revoke:revoked]: a revoke.`},
		{"Open misère, then misère", `[misere-ouverte:Open misère], then [misere:misère]`},
		{"the kittyhawk and stakes", "the kittyhawk and stakes"},
		{"Bundle <b> & stake", `[abundance:Bundle] &lt;b&gt; &amp; [stake:stake]`},
		{"Hearts are trumps; the dealer shuffles.", "Hearts are [trumps:trumps]; the dealer [shuffling:shuffles]."},
		{"Spades, then no trumps", "Spades, then [trumps:no trumps]"},
		{"", ""},
	} {
		var b strings.Builder
		words := rules.Words{rules.Abundance: "bundle"}
		if err := Linked(tc.text, words, say.NightLaws[int64](7)).Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		marks := strings.NewReplacer(`<a class="term" href="/laws?night=7#`, "[", `">`, ":", "</a>", "]")
		got := marks.Replace(b.String())
		if got != tc.want {
			t.Errorf("%q became %q, not %q", tc.text, got, tc.want)
		}
	}
}
