package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/web/webtest"
)

// over closes a night and returns its last page.
func over(h *webtest.Site, id chain.NightID) *webtest.Answer {
	h.T.Helper()
	h.Closes(id)
	return h.Get(webtest.NightPath(id)).Is(200)
}

func TestTheLastPage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", ids...)
	h.Plays(id, "solo bob 5", "misere ann 0", "solo ann 5", "solo cat 4")
	h.Does(h.Get(webtest.SettlePath(id)), "#pays li:first-child .whole").Is(303)
	page := over(h, id)
	page.Says(".taken h2", "Ann takes the night, +4s 7d").Says(".taken header p", "ahead since deal 2").
		Has(1, ".taken .lines .turn").Says(".taken .turn title", "From deal 2 Ann was ahead").Has(4, ".ended li").
		Says(".ended li:first-child", "Ann+4s 7d").Has(1, ".last-payments .paid").
		Has(1, ".keepsake #picture").Has(1, `.bar form[action="/nights"] .primary`)
	page.Says(".last-payments h2", "Three payments, two still open")
	if n := h.NightNow(id); page.Text(".keepsake .seal") != n.Seal ||
		!strings.Contains(page.Text("#handon"), n.Seal) {
		t.Errorf("the seal is %s", page.Text(".keepsake .seal"))
	}

	// A second evening of the same, and one that two take.
	id = h.Night("hoyle", ids...)
	h.Plays(id, "solo bob 5", "misere ann 0", "misere ann 0")
	over(h, id).Says(".taken header p", "ahead since deal 2; two evenings in a row")
	id = h.Night("hoyle", ids...)
	h.Plays(id, "passed")
	over(h, id).Says(".taken h2", "Nobody is up, nobody is down").Has(0, ".taken header p").
		Says(".last-payments h2", "Nobody owes anybody anything").Has(0, ".taken .turn")
	id = h.Night("hoyle", ids...)
	h.Plays(id, "prop ann bob 8")
	over(h, id).Says(".taken h2", "Ann and Bob take the night, +6d each").Has(0, ".taken header p")
	id = h.Night("units", ids...)
	h.Plays(id, "misere ann 0", "solo ann 5")
	over(h, id).Says(".taken header p", "ahead from the first deal to the last").Has(0, ".last-payments .coin")
}

// TestAheadSince compares who led since when with a second reading of the sheet, on nights at random.
func TestAheadSince(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	names := []string{"ann", "bob", "cat", "dan"}
	dice := rand.New(rand.NewPCG(3, 5))
	for range 12 {
		id := h.Night("hoyle", ids...)
		for range 1 + dice.IntN(9) {
			h.Plays(id, "solo "+names[dice.IntN(4)]+" "+strconv.Itoa(dice.IntN(14)))
		}
		n := h.NightNow(id)
		var sums [][4]int64 // after each deal
		var now [4]int64
		for i := range n.Deals {
			for _, net := range n.Deals[len(n.Deals)-1-i].Nets {
				now[net.Player-ids[0]] += net.Amount
			}
			sums = append(sums, now)
		}
		best, since := -1, 0
		for p := range 4 {
			ahead := true
			for q := range 4 {
				ahead = ahead && (p == q || now[p] > now[q])
			}
			if ahead {
				best = p
			}
		}
		for deal := len(sums) - 1; deal >= 0 && best >= 0; deal-- {
			led := true
			for q := range 4 {
				led = led && (q == best || sums[deal][best] > sums[deal][q])
			}
			if !led {
				break
			}
			since = deal + 1
		}
		want := "ahead since deal " + strconv.Itoa(since)
		switch {
		case since == 0, len(sums) == 1:
			want = ""
		case since == 1:
			want = "ahead from the first deal to the last"
		case since == len(sums):
			want = "decided by the last deal"
		}
		got, _, _ := strings.Cut(over(h, id).Text(".taken header p"), "; ")
		if got != want && !(want == "" && strings.HasSuffix(got, "in a row")) {
			t.Errorf("%v: %q, not %q", sums, got, want)
		}
	}
}

// TestASubstituteIsSaidEverywhere: who played for whom is said on the last page, in the picture, on both
// sheets and down to the deals; and on the printed sheet each column ends with its total, the kitty's too.
func TestASubstituteIsSaidEverywhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Frank", "Eve")
	id := h.Night("units", ids[:4]...)
	h.Plays(id, "solo ann 5", "prop bob cat 8")
	chairs := slices.Clone(h.NightNow(id).Table)
	chairs[3] = chain.Chair{Player: ids[4], Account: ids[3]}
	must(h.Book.ChangeTable(t.Context(), h.Slip(), id, 0, ledger.TableChange{Chairs: chairs}))(t)
	at := webtest.NightPath(id)
	foretold := h.Get(at+"/preview?call=solo&who=4&tricks=7").Tells("#result", "Eve plays for Frank.")
	all := string(h.Get(foretold.Doc.Find("#deal").AttrOr("data-outcomes", "")).Is(200).Bytes)
	if !strings.Contains(all, ". Eve plays for Frank.") {
		t.Errorf("none of the outcomes says who plays for whom: %.300s", all)
	}
	h.Plays(id, "solo eve 7", "mis bob 0")
	h.Get(at).Tells("#deal .save", "Eve played for Frank.")
	h.Get(at+"/news?had=1").Tells(".notice", "Eve played for Frank.")
	h.Get(h.Link(id)).Tells(".said", "Eve played for Frank.")
	must(h.Book.Penalise(t.Context(), h.Slip(), id,
		ledger.Penalty{By: ids[0], Kitty: true, Amount: 6, Reason: "talking"}))(t)
	h.Closes(id)
	h.Get(at).Tells(".taken", "Eve played deals 3 and 4 for Frank.")
	h.Get(at).Tells("#sheet", "Eve for Frank")
	h.Get(at+"/settle/why/4").Tells(".why", "Eve for Frank")
	if words := strings.Join(drawnIn(t, h, at+"/picture.svg"), " "); !strings.Contains(words, "For Frank Eve") {
		t.Errorf("the picture says %s", words)
	}
	page := h.Get(at+"/sheet").Tells(".a4", "(Eve for Frank)")
	var names []string
	first := 1 + page.Doc.Find("thead .amount").First().Index()
	page.Doc.Find("thead .amount").Each(func(_ int, th *goquery.Selection) {
		names = append(names, webtest.Plain(th.Text()))
	})
	same(t, strings.Join(names, " "), "Ann Bob Cat Frank Kitty", "the columns are %s")
	sums := func(css string) (all []int) {
		cells := page.Doc.Find(css)
		cells.Find("small").Remove()
		cells.Each(func(_ int, td *goquery.Selection) {
			if text := webtest.Plain(td.Text()); text != "" {
				all = append(all, must(strconv.Atoi(strings.NewReplacer("+", "", "−", "-").Replace(text)))(t))
			}
		})
		return all
	}
	deals, besides, total := sums("tfoot tr:nth-child(1) .amount"), sums("tfoot tr:nth-child(2) .amount"),
		sums("tfoot .grand .amount")
	for i, name := range names {
		column := sums(fmt.Sprintf("tbody td:nth-child(%d)", first+i))
		if deals[i]+besides[i] != total[i] || column[len(column)-1] != total[i] {
			t.Errorf("%s ends with %d, and has %d and %d, %d together", name, column, deals[i], besides[i], total[i])
		}
	}
}
