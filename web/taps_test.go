package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/rules"
	"ouverte/web/webtest"
)

// TestFourTaps counts the taps of every call of every shipped set, at three, four and five seats: the form
// offers each as a button of its own, and records it. Irish bids take five, and a general misère by fewest
// one for each player, of whom the last follows from the others.
func TestFourTaps(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	for _, set := range rules.Sets() {
		for seats := 3; seats <= 5; seats++ {
			at := webtest.NightPath(h.Night(set.ID, all[:seats]...))
			page := h.Get(at).Is(200)
			var calls []string
			page.Doc.Find("#ask-call .k:not([hidden]) input").Each(func(_ int, call *goquery.Selection) {
				calls = append(calls, call.AttrOr("id", ""))
			})
			for _, call := range calls {
				page = h.Get(at).Is(200)
				input := page.Doc.Find("#" + call)
				kind, most := strings.Fields(input.AttrOr("class", ""))[0], 4
				asks := map[string][]string{"c-one": {"who", "tricks"}, "c-mis": {"who", "tricks"}, "c-two": {"pair",
					"tricks"}, "c-loser": {"who"}, "c-irish": {"bid", "who", "tricks"}, "c-each": nil, "c-none": nil}[kind]
				switch kind {
				case "c-irish":
					most = 5
				case "c-each":
					most = 2 + page.Doc.Find(".each:not(.rests)").Length()
					page.Doc.Find(".each:not(.rests)").Each(func(_ int, each *goquery.Selection) {
						asks = append(asks, "took-"+each.AttrOr("data-seat", ""))
					})
				}
				form := page.Form("#deal", "")
				form.Set("call", input.AttrOr("value", ""))
				left := rules.TricksInDeal
				for i, asked := range asks {
					first := page.Doc.Find(fmt.Sprintf(`#deal [name=%q]:not([disabled])`, asked)).First()
					form.Set(asked, first.AttrOr("value", "nothing to tap"))
					if kind == "c-each" { // all but the last take four
						took := min(left, 4)
						if i == len(asks)-1 {
							took = left
						}
						left -= took
						form.Set(asked, strconv.Itoa(took))
					}
				}
				if taps := 1 + len(asks) + 1; taps > most {
					t.Errorf("%s at %d seats: %s takes %d taps", set.ID, seats, call, taps)
				}
				if a := h.Post(at+"/deals", form); a.StatusCode != 303 {
					t.Errorf("%s at %d seats: %s, tapped as %v, isn't recorded: %d", set.ID, seats, call, asks, a.StatusCode)
				}
			}
		}
	}
}
