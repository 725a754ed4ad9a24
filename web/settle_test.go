package web_test

// Settling up through the whole house: the plans, what is ticked and taken back, costs, rounding and the
// kitty. Whatever is posted, the night adds up to nothing, and what the page says to pay brings everybody
// there. The close is in closing_test.go.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// settlesBy says how a night is settled, as the page does.
func settlesBy(h *webtest.Site, id chain.NightID, by string, banker int64) {
	h.T.Helper()
	page := h.Get(webtest.SettlePath(id))
	form := page.Form("form.ways-to-pay", "")
	form.Set("by", by)
	form.Set("read", page.Doc.Find("#ways .ask [name=read]").AttrOr("value", ""))
	if (chain.Way{By: by}).Kind().Banker {
		form.Set("banker", fmt.Sprint(banker))
	}
	h.Post(webtest.SettlePath(id)+"/way", form).Is(303)
}

// TestTheKittysRowStays: what the kitty was owed from before was brought into this night, and carried on by
// its close. Its row stays, so that what stands above "adds up to nothing" does.
func TestTheKittysRowStays(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	owes := chain.Debt{From: 2, To: chain.Kitty, Amount: 6}
	must(h.Book.OpenBalance(h.T.Context(), h.Slip(), rules.LSD, owes, "from before"))(t)
	must(h.Book.BringFromSlate(h.T.Context(), h.Slip(), id, nil))(t)
	for range 2 { // open, and closed
		page := h.Get(webtest.SettlePath(id)).Is(200).Has(5, ".stand .came")
		var came []string
		page.Doc.Find(".stand .came").Each(func(_ int, cell *sel) { came = append(came, cell.Text()) })
		slices.Sort(came)
		same(t, strings.Join(came, " "), "+6d 0 0 0 −6d", "it came to %s")
		if h.NightNow(id).Open {
			h.Closes(id)
		}
	}
}

func TestSettlePlans(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	settlesBy(h, id, "banker", 4)
	banker := h.Get(webtest.SettlePath(id)).Is(200).Has(3, ".pays .pay").Says(".pays header p", "All with Dan.").
		Says("#ways [aria-pressed=true]", "Dan")
	banker.Has(1, "#pay1-4").Has(1, "#pay4-2").Has(1, "#pay4-3")
	settlesBy(h, id, "fell", 0)
	h.Get(webtest.SettlePath(id)).Is(200).Says("#ways [aria-pressed=true]", "As they fell")
	h.Get(webtest.SettlePath(99)).Is(404)
}

// TestFromNowPaidAsWeGo: what is open is asked for first, with its sums; a payment ticked before isn't one
// that was taken back. An evening with nothing but payments there and back wasn't held.
func TestFromNowPaidAsWeGo(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "#pay4-3 .whole").Is(303)
	stale := h.Get(webtest.SettlePath(id))
	h.Plays(id, "misère ann 1") // on another tablet, after the page was loaded
	h.Does(stale, "#ways .ask form", "by", "go").Is(409).
		Says("#ways .ask[open] ul", "Ann hands Bob 1s 6dAnn hands Cat 2s"+
			"Ann hands Dan 6dBob hands Cat 6dDan hands Bob 1sCat hands Dan 1s 6d")
	deal := h.NightNow(id).Deals[0]
	h.Mends(id, ledger.Mend{Do: ledger.Remove, Deal: deal.ID, Saw: deal.Version})
	page := h.Get(webtest.SettlePath(id)).Has(0, ".ways-to-pay [value=go]").
		Says("#ways .ask ul", "Ann hands Bob 6dAnn hands Cat 1sDan hands Ann 6d"+
			"Bob hands Cat 6dDan hands Bob 1sCat hands Dan 1s 6d")
	h.Does(page, "#ways .ask form", "by", "go", "key", "twice").Is(303)
	h.Does(page, "#ways .ask form", "by", "go", "key", "twice").Is(303)
	same(t, h.Open(id), "Ann 0 Bob 0 Cat 0 Dan 0", "from now on it is paid: %s")
	h.Get(webtest.SettlePath(id)).Has(0, ".again").Has(1, ".ways-to-pay [value=go]").
		Says("#handed li:last-child", "A payment Dan hands Cat 3s")
	h.Plays(id, "misère ann 1")
	// A payment made as you went isn't ticked among those to come, and can be taken back by itself.
	settlesBy(h, id, "fell", 0)
	page = h.Get(webtest.SettlePath(id)).Has(1, ".pays .pay").Has(9, "#handed li").
		Says("#handed li:first-child .how", "Ann hands Bob 1s")
	h.Does(page, "#handed li:first-child form").Is(303)
	h.Get(webtest.SettlePath(id)).Says("#pay1-2 .amt", "1s")
	sheet := h.Get(webtest.NightPath(id) + "/sheet").Doc.Find("section:has(h2:contains(Settlement)) li")
	same(t, sheet.Text(), "Each deal was paid when it was recorded.Dan paid 3s to Cat", "the sheet has: %s")
	void := h.Night("hoyle", 1, 2, 3, 4)
	settlesBy(h, void, "go", 0)
	h.Plays(void, "solo Ann 5")
	deal = h.NightNow(void).Deals[0]
	h.Mends(void, ledger.Mend{Do: ledger.Remove, Deal: deal.ID, Saw: deal.Version})
	n := h.NightNow(void)
	h.Closes(void)
	if evenings, _ := h.Book.Now().Size(); len(n.Payments()) == 0 || !n.Empty() || evenings != 1 {
		t.Errorf("%v came to something, with %d evenings", n.Payments(), evenings)
	}
}

func TestSettleCoins(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	page := h.Get(webtest.SettlePath(id))
	form := page.Form("#bowl form", "")
	form["coins"] = []string{"1", "6"}
	kept := asks(h, webtest.SettlePath(id), form).Is(303)
	cookie := kept.Cookies()
	if len(cookie) != 1 {
		t.Fatalf("%d cookies", len(cookie))
	}
	r := httptest.NewRequest("GET", webtest.SettlePath(id), nil)
	r.AddCookie(cookie[0])
	h.Ask(r).Is(200).Says("#pay4-3 .counted small", "six sixpences").Has(2, "#bowl input[checked]")
}

func TestPaidAndTakenBack(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	page := h.Get(webtest.SettlePath(id))
	part := "#pay4-3 details form"
	h.Does(page, part, "amount", "1s 6d").Is(303)
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 18 Dan -18", "after half of it: %s")
	// Another tablet still shows the whole of it, and ticks it: nothing is paid twice.
	h.Does(page, "#pay4-3 .whole").Is(409).
		Says(".pays .says", "Something else was recorded already. This is how it stands now.")
	h.Does(page, part, "amount", "1s 6d").Is(303)
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 18 Dan -18", "after it was sent twice: %s")
	page = h.Get(webtest.SettlePath(id)).Says("#pay4-3 .amt", "1s 6d").
		Says(".stand li:first-child", "Cat +1s 6d deals +3s · has got 1s 6d").
		Says(".pays .paid h3", "Dan hands Cat")
	h.Does(page, "#pay4-3 .whole").Is(303)
	h.Does(page, "#pay1-2 .whole").Is(303)
	same(t, h.Open(id), "Ann 0 Bob 0 Cat 0 Dan 0", "after all was paid: %s")
	page = h.Get(webtest.SettlePath(id)).Has(0, ".pays .whole").
		Says("#counted small", "Nobody owes anybody anything").Has(3, ".pays .paid")
	back := ".pays .paid:first-child form"
	h.Does(page, back).Is(303)
	h.Does(page, back).Is(303) // a tap that came twice
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 0 Dan 0", "after one was taken back: %s")
	h.Does(h.Get(webtest.SettlePath(id)), "#pay1-2 .whole").Is(303)
	same(t, h.Open(id), "Ann 0 Bob 0 Cat 0 Dan 0", "after it was paid once more: %s")
	h.Does(page, back, "entry", "1", "key", "other").Is(404)
	// the night itself is nothing that can be taken back
}

// TestPaysAnother sends forms made by hand; those for what nobody owes are in testdata/refused.txt.
func TestPaysAnother(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	page := h.Get(webtest.SettlePath(id))
	whole := "#pay4-3 .whole"
	// Who owes may pay another who is to get it, and a banker.
	h.Does(page, whole, "from", "4", "to", "2", "amount", "6d", "key", "another").Is(303)
	settlesBy(h, id, "banker", 1)
	h.Does(h.Get(webtest.SettlePath(id)), "#pay1-3 .whole").Is(303)
	same(t, h.Open(id), "Ann 24 Bob 6 Cat 0 Dan -30", "after two payments: %s")
}

// TestPaidByTwoAtOnce: three tablets tick what Dan owes, one as it was before the table settled otherwise.
// One payment is written, and the other form is refused.
func TestPaidByTwoAtOnce(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	few := h.Get(webtest.SettlePath(id))
	settlesBy(h, id, "banker", 1)
	banker := h.Get(webtest.SettlePath(id))
	settlesBy(h, id, "fewest", 0)
	forms := []url.Values{few.Form("#pay4-3 .whole", ""), few.Form("#pay4-3 .whole", ""),
		banker.Form("#pay4-1 .whole", "")}
	codes := make([]int, len(forms))
	bodies := make([]string, len(forms))
	var all sync.WaitGroup
	for i, form := range forms {
		all.Go(func() {
			got := h.Post(webtest.SettlePath(id)+"/pay", form)
			codes[i], bodies[i] = got.StatusCode, string(got.Bytes)
		})
	}
	all.Wait()
	few303, told := codes[0] == 303 && codes[1] == 303 &&
		codes[2] == 422, "Dan has nothing to pay Ann any more."
	if codes[2] == 303 {
		few303, told = codes[0] == 422 && codes[1] == 422, "Dan has nothing to pay Cat any more."
	}
	refused := slices.Index(codes, 422)
	if !few303 || refused < 0 || !strings.Contains(bodies[refused], told) {
		t.Fatalf("answered with %v", codes)
	}
	var paid int
	n := h.NightNow(id)
	for i := range n.Rows {
		if n.Rows[i].Paid != nil {
			paid++
		}
	}
	if got := h.Open(id); paid != 1 ||
		got != "Ann -12 Bob 12 Cat 0 Dan 0" && got != "Ann -48 Bob 12 Cat 36 Dan 0" {
		t.Errorf("%d payments, and open is %s", paid, got)
	}
	// Sent once more, also after the night was closed, each hears what it heard first.
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	for i, form := range forms {
		if codes[i] == 303 {
			again := h.Post(webtest.SettlePath(id)+"/pay", form).Is(303)
			h.Get(again.Header.Get("Location")).Says(".did", "This was recorded already.")
		}
	}
}

// TestSettleAsPart asks as htmx does: each posting is answered with the page's part.
func TestSettleAsPart(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	form := h.Get(webtest.SettlePath(id)).Form("#pay1-2 .whole", "")
	got := part(h, "POST", webtest.SettlePath(id)+"/pay", form).Is(200).Says(".did", "Ann paid Bob 1s.").
		Has(1, ".pays .whole")
	if strings.Contains(string(got.Bytes), "<html") {
		t.Error("a whole page was sent")
	}
}

func TestSettleDisputed(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	_, id, deals := h.ThreeDeals()
	_, err := h.Book.DisputeDeal(context.Background(), h.Slip(), id, deals[0], chain.EntryID(deals[0]), 2,
		"it was four")
	if err != nil {
		t.Fatal(err)
	}
	h.Get(webtest.SettlePath(id)).Says(".settle .column .notice p", "Deal 1 is disputed: it was four").
		Says(".closing > p:last-of-type", "Deal 1 is disputed: it was four.")
}

// TestRandomEveningsSettle plays evenings of all sizes, ticks the payments of a plan one by one as the page
// shows them, and expects that each leaves the others alone and that they end at nothing.
func TestRandomEveningsSettle(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dice := rand.New(rand.NewPCG(7, 11))
	for _, way := range chain.Ways {
		for _, set := range []string{"hoyle", "units"} {
			h := webtest.Open(t)
			people := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
			id := h.Night(set, people[:4+dice.IntN(2)]...)
			for range 12 {
				n := h.NightNow(id)
				d := rules.Deal{
					Seats:  len(n.Table),
					Dealer: n.Dealer,
					Call:   rules.Solo,
					Caller: n.Duties.Leader,
					Tricks: dice.IntN(14),
				}
				if dice.IntN(3) == 0 {
					d.Call = rules.Misere
				}
				must(h.Book.Record(context.Background(), h.Slip(), id, ledger.DealSaid{Deal: d}))(t)
			}
			at := webtest.SettlePath(id)
			settlesBy(h, id, way.By, int64(h.NightNow(id).Table[0].Player))
			page := h.Get(at).Is(200)
			if wants := len(h.NightNow(id).Owed()) - 1; !way.Pairs && page.Doc.Find(".pays .whole").Length() > wants {
				t.Errorf("%s: more than %d payments", way.By, wants)
			}
			for page.Doc.Find(".pays .whole").Length() > 0 {
				shown := unpaid(page)
				form := page.Doc.Find(".pays .whole").First()
				fields := url.Values{}
				form.Find("input").
					Each(func(_ int, in *sel) { fields.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
				h.Post(form.AttrOr("action", ""), fields).Is(303)
				h.Open(id)
				page = h.Get(at)
				if rest := unpaid(page); !slices.Equal(rest, shown[2:]) {
					t.Fatalf("%s: paying %q changed the others: %q, before %q", way.By, shown[0], rest, shown[2:])
				}
			}
			for _, o := range h.NightNow(id).Owed() {
				if o.Amount != 0 {
					t.Errorf("%s %s: all was paid, and %s stands at %d", set, way.By, o.Name, o.Amount)
				}
			}
		}
	}
}

// unpaid are who is still to hand to whom, and how much.
func unpaid(page *webtest.Answer) []string {
	return page.Doc.Find(".pay:has(.whole) h3, .pay:has(.whole) .amt").
		Map(func(_ int, p *sel) string { return p.Text() })
}

// TestEveryWay: each way to settle can be tapped, and the page says which it is.
func TestEveryWay(t *testing.T) {
	t.Parallel()
	for _, way := range chain.Ways {
		h := webtest.Open(t)
		id := h.ThreePlayed()
		settlesBy(h, id, way.By, 2)
		page := h.Get(webtest.SettlePath(id)).Is(200).Has(1, "#ways [aria-pressed=true]")
		page.Says("#ways summary small", strings.ReplaceAll(way.Now, "{banker}", "Bob"))
		if !way.Banker {
			page.Says("#ways [aria-pressed=true]", way.Name)
		}
		if way.Plan != "" && !way.Go {
			page.Says(".pays header p", strings.ReplaceAll(way.Plan, "{banker}", "Bob"))
		}
		for _, a := range page.Doc.Find("a.why, .stand a").EachIter() {
			h.Get(a.AttrOr("href", "")).Is(200)
		}
	}
}

// TestPaidAsAClubGoes: a club pays as it goes from any time on. What is handed over names the table and its
// deal, and what became of that; a coin comes out of the bowl with its penalty.
func TestPaidAsAClubGoes(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id, tables := h.Club("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
	page := h.Get(webtest.SettlePath(id)).Says("#ways .ask ul", "Bob hands Ann 8dCat hands Ann 8d"+
		"Dan hands Ann 8dFay hands Eve 8dFay hands Gus 8dFay hands Hal 8d")
	h.Does(page, "#ways .ask form", "by", "go").Is(303)
	h.Plays(tables[0], "solo bob 5", "pass")
	deal := h.Plays(tables[1], "mis eve 0")[0]
	goes := func(want ...string) {
		t.Helper()
		page := h.Get(webtest.SettlePath(id))
		for i, line := range want {
			page.Says(fmt.Sprintf("#handed li:nth-child(%d)", i+1), line)
		}
	}
	mends := func(do ledger.MendKind, change func(*ledger.Mend)) {
		t.Helper()
		n := h.NightNow(tables[1])
		m := ledger.Mend{Do: do, Deal: deal, Saw: n.Version}
		if d, stands := n.Deal(deal); stands {
			m.Saw = d.Version
			m.Said.Deal = d.Deal
		} else {
			m.Saw = n.Removed[0].Version
		}
		if change != nil {
			change(&m)
		}
		h.Mends(tables[1], m)
	}
	bob := "By the fire, deal 2 Ann, Cat and Dan hand Bob 6d each"
	goes("By the window, deal 2 Fay, Gus and Hal hand Eve 1s each", bob)
	mends(ledger.Remove, nil)
	h.Get(webtest.NightPath(tables[1])).Has(1, "#sheet[data-aloud^='Deal 2 was taken back: Eve hands Fay, ']")
	goes("Taken back Eve hands Fay, Gus and Hal 1s each",
		"A deal taken back since Fay, Gus and Hal hand Eve 1s each")
	mends(ledger.PutBack, nil)
	back := "By the window, deal 2, put back Fay, Gus and Hal hand Eve 1s each"
	goes(back, "Taken back Eve hands Fay, Gus and Hal 1s each",
		"By the window, deal 2 Fay, Gus and Hal hand Eve 1s each")
	for range 2 { // a deal put right again was put right before
		mends(ledger.Correct, func(m *ledger.Mend) { m.Said.Deal.Tricks = 1 - m.Said.Deal.Tricks })
	}
	goes("By the window, deal 2, put right Fay, Gus and Hal hand Eve 2s each",
		"By the window, deal 2, put right Eve hands Fay, Gus and Hal 2s each", back)
	there := fmt.Sprintf("%s/deals/%d", webtest.NightPath(tables[1]), deal)
	saw := h.Get(there+"/change").Form("#deal", "")
	h.Get(there).Has(1, ".how:contains('Eve hands Fay, Gus and Hal 1s each')")
	h.Get(webtest.MeetingPath(id)).Has(1, "main:contains('Fay, Gus and Hal hand Eve 1s each')")
	h.Post(there+"/agree", url.Values{"key": {"no"}, "saw": saw["saw"], "by": {"5"},
		"say": {"disputed"}}).Is(303)
	h.Get(webtest.SettlePath(id)).Says("div.notice p", "By the window, deal 2 is disputed").
		Has(1, "div.notice a[href='"+there+"']")
	fines := webtest.NightPath(tables[1]) + "/penalties"
	h.Does(h.Get(fines), "#penalty", "by", "5", "to", "kitty", "amount", "6d", "reason", "talked").Is(303)
	h.Get(fines+"?did=put").Tells(".penalties li:first-child", "In the bowl.")

	h = webtest.Open(t)
	alone := h.PaidAsTheyGo()
	h.Get(webtest.SettlePath(alone)).Says(".again", "Deal 1 was put right: Bob, Cat and Dan hand Ann 1d each.")
	bowl := webtest.NightPath(alone) + "/penalties"
	page = h.Get(bowl)
	to, _ := page.Doc.Find(".penalties form").First().Attr("action")
	h.Post(to, page.Form(".penalties li:first-child form", "")).Is(303)
	const withdrawn = "A penalty was withdrawn: Dan takes 6d out of the bowl."
	h.Get(webtest.SettlePath(alone)).Says(".again", withdrawn)
	h.Get(bowl+"?did=withdrawn").Says(".notice", withdrawn+" It no longer counts, and the list keeps it.").
		Says(".penalties .struck + p", "Withdrawn. Dan takes 6d out of the bowl.")
}

// TestSaidAloud: whatever was done last at the table is said, by whichever device; the strip of every device
// says of a deal taken back or put back the same.
func TestSaidAloud(t *testing.T) {
	t.Parallel()
	for _, goes := range []bool{false, true} {
		h := webtest.Open(t)
		var night chain.NightID
		if goes {
			night = h.PaidAsTheyGo()
		} else {
			night = h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
		}
		says := func(want, went string) *webtest.Answer {
			t.Helper()
			if goes {
				want = went
			}
			page := h.Get(webtest.NightPath(night))
			if got := page.Doc.Find("#sheet").AttrOr("data-aloud", ""); got != want {
				t.Errorf("it says %q, not %q", got, want)
			}
			return page
		}
		h.Plays(night, "solo ann 5")
		deal := h.Plays(night, "mis bob 0")[0]
		page := says("Bob makes misère: a shilling from each. Bob deals.",
			"Bob makes misère. Cat, Dan and Ann hand Bob a shilling each. Bob deals.")
		h.Does(page, "#take-back").Is(303)
		page = says("Deal 2 was taken back. Ann deals.",
			"Deal 6 was taken back: Bob hands Ann, Cat and Dan a shilling each. Ann deals.").
			Says(".save .undo", "Put back")
		if got := page.Text("#notice"); !strings.Contains(got, " was taken back") {
			t.Errorf("the strip says %q", got)
		}
		h.Does(page, "#put-back").Is(303)
		says("Deal 2 is back on the sheet. Bob deals.",
			"Deal 6 is back on the sheet: Ann, Cat and Dan hand Bob a shilling each. Bob deals.")
		d, _ := h.NightNow(night).Deal(deal)
		d.Deal.Tricks = 1
		h.Mends(night, ledger.Mend{Do: ledger.Correct, Deal: deal, Saw: d.Version,
			Said: ledger.DealSaid{Deal: d.Deal}})
		says("Deal 2 was put right: Bob fails misère: a shilling to each. Bob deals.",
			"Deal 6 was put right: Bob hands Ann, Cat and Dan two shillings each. Bob deals.")
		path := webtest.NightPath(night) + "/penalties"
		h.Does(h.Get(path), "#penalty", "by", "2", "to", "others", "amount", "6d", "reason", "talking").Is(303)
		says("Penalty: Bob, sixpence each to Ann, Cat and Dan: talking. Bob deals.",
			"Penalty: Bob, sixpence each to Ann, Cat and Dan: talking. Bob deals.")
		h.Does(h.Get(path), ".penalties li:first-child form").Is(303)
		says("A penalty was withdrawn. Bob deals.",
			"A penalty was withdrawn: Ann, Cat and Dan hand Bob sixpence each. Bob deals.")
	}
}
