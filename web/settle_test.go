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
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// settlePath is where a night is settled.
func settlePath(id ledger.NightID) string { return nightPath(id) + "/settle" }

// threePlayed is a night with three deals: Ann −12, Bob +12, Cat +36, Dan −36, in pence.
func (h *house) threePlayed() ledger.NightID {
	h.t.Helper()
	_, id, _ := h.threeDeals()
	return id
}

// does sends the form that matches css on the page, with some answers changed, and gives what came of it.
func (h *house) does(page *answer, css string, answers ...string) *answer {
	h.t.Helper()
	form := page.form(css, "")
	for i := 0; i+1 < len(answers); i += 2 {
		form[answers[i]] = strings.Split(answers[i+1], ",")
	}
	return h.post(page.doc.Find(css).AttrOr("action", ""), form)
}

// open is what is still open for each, in the order they came.
func (h *house) open(id ledger.NightID) string {
	h.t.Helper()
	var out []string
	sum := int64(0)
	for _, o := range h.nightNow(id).Owed() {
		out = append(out, fmt.Sprintf("%s %d", o.Name, o.Amount))
		sum += o.Amount
	}
	if sum != 0 {
		h.t.Errorf("the night doesn't add up to nothing: %v", out)
	}
	return strings.Join(out, " ")
}

// settlesBy says how a night is settled, as the page does.
func (h *house) settlesBy(id ledger.NightID, by string, banker int64) {
	h.t.Helper()
	form := h.get(settlePath(id)).form("form.ways-to-pay", "")
	form.Set("by", by)
	if (ledger.Way{By: by}).Kind().Banker {
		form.Set("banker", fmt.Sprint(banker))
	}
	h.post(settlePath(id)+"/way", form).is(303)
}

// TestTheKittysRowStays: what the kitty was owed from before was brought into this night, and carried on by
// its close. Its row stays, so that what stands above "adds up to nothing" does.
func TestTheKittysRowStays(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	owes := ledger.Debt{From: 2, To: ledger.Kitty, Amount: 6}
	if _, err := h.book.OpenBalance(h.t.Context(), h.slip(), rules.LSD, owes, "from before"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.book.BringFromSlate(h.t.Context(), h.slip(), id, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 { // open, and closed
		page := h.get(settlePath(id)).is(200).has(5, ".stand .came")
		var came []string
		page.doc.Find(".stand .came").Each(func(_ int, cell *sel) { came = append(came, cell.Text()) })
		slices.Sort(came)
		if got := strings.Join(came, " "); got != "+6d 0 0 0 −6d" {
			t.Errorf("it came to %s", got)
		}
		if h.nightNow(id).Open {
			h.closes(id)
		}
	}
}

func TestSettlePlans(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id)).is(200)
	page.says(".pays h2", "Two payments, and you are even").
		says(".pays header p", "It can’t be done with fewer.").has(2, ".pays .pay")
	page.says("#pay1-2 h3", "Ann hands Bob").says("#pay1-2 .amt", "1s").
		says("#pay1-2 .counted small", "shilling").
		says("#pay4-3 h3", "Dan hands Cat").says("#pay4-3 .amt", "3s").
		says("#pay4-3 .counted small", "half-crown, sixpence")
	page.says(".stand li:first-child .came", "+3s").says("#ways [aria-pressed=true]", "Fewest payments")

	h.settlesBy(id, "banker", 4)
	banker := h.get(settlePath(id)).
		is(200).
		has(3, ".pays .pay").
		says(".pays header p", "All with Dan.").
		says("#ways [aria-pressed=true]", "Dan")
	banker.has(1, "#pay1-4").has(1, "#pay4-2").has(1, "#pay4-3")
	h.settlesBy(id, "fell", 0)
	h.get(settlePath(id)).is(200).says("#ways [aria-pressed=true]", "As they fell")
	ways := h.get(settlePath(id))
	h.does(ways, "form.ways-to-pay", "by", "dice").
		is(422).
		says(".says", "Say how you settle, and who the banker is.")
	wrong := ways.form("form.bankers", "")
	wrong.Set("banker", "99")
	h.post(settlePath(id)+"/way", wrong).is(422)
	h.get(settlePath(99)).is(404)
}

func TestSettleCoins(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	form := page.form("#bowl form", "")
	form["coins"] = []string{"1", "6"}
	kept := h.asks(settlePath(id), form).is(303)
	cookie := kept.Cookies()
	if len(cookie) != 1 {
		t.Fatalf("%d cookies", len(cookie))
	}
	r := httptest.NewRequest("GET", settlePath(id), nil)
	r.AddCookie(cookie[0])
	h.ask(r).is(200).says("#pay4-3 .counted small", "six sixpences").has(2, "#bowl input[checked]")
}

func TestPaidAndTakenBack(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	part := "#pay4-3 details form"
	h.does(page, part, "amount", "1s 6d").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 18 Dan -18" {
		t.Errorf("after half of it: %s", got)
	}
	// Another tablet still shows the whole of it, and ticks it: nothing is paid twice.
	h.does(page, "#pay4-3 .whole").
		is(409).
		says(".pays .says", "Something else was recorded already. This is how it stands now.")
	h.does(page, part, "amount", "1s 6d").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 18 Dan -18" {
		t.Errorf("after it was sent twice: %s", got)
	}
	page = h.get(settlePath(id)).
		says("#pay4-3 .amt", "1s 6d").
		says(".stand li:first-child", "Cat +1s 6d deals +3s · has got 1s 6d").
		says(".pays .paid h3", "Dan hands Cat")
	for _, bad := range []string{"2s", "0", "-1s", "a lot", ""} {
		h.does(page, part, "amount", bad).
			is(422).
			has(1, "#pay4-3 details[open] input[aria-invalid]").
			has(1, "#pay4-3 .says").
			has(1, "#pay4-3 details input[value='"+bad+"']")
	}
	h.does(page, "#pay4-3 .whole").is(303)
	h.does(page, "#pay1-2 .whole").is(303)
	if got := h.open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
		t.Errorf("after all was paid: %s", got)
	}
	page = h.get(settlePath(id)).
		has(0, ".pays .whole").
		says("#counted small", "Nobody owes anybody anything").
		has(3, ".pays .paid")
	back := ".pays .paid:first-child form"
	h.does(page, back).is(303)
	h.does(page, back).is(303) // a tap that came twice
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 0 Dan 0" {
		t.Errorf("after one was taken back: %s", got)
	}
	h.does(h.get(settlePath(id)), "#pay1-2 .whole").is(303)
	if got := h.open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
		t.Errorf("after it was paid once more: %s", got)
	}
	h.does(page, back, "entry", "1", "key", "other").
		is(404)
	// the night itself is nothing that can be taken back
}

// TestPaysOnlyWhatIsOpen sends forms made by hand: nothing is paid that nobody owes.
func TestPaysOnlyWhatIsOpen(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	whole := "#pay4-3 .whole"
	for _, bad := range [][3]string{{"3", "4", "Cat has nothing to pay to Dan"},
		{"4", "1", "Dan has nothing to pay to Ann"}, {"-1", "1", "the kitty has nothing to pay to Ann"}} {
		h.does(page, whole, "from", bad[0], "to", bad[1], "owed", "240000", "amount", "£1000", "key", "by-hand").
			is(422).
			says(".pays .says", "As it stands now, "+bad[2]+". Look at what is paid already.")
	}
	h.does(page, whole, "owed", "240000", "amount", "£1000", "key", "by-hand").
		is(422).
		says("#pay4-3 .says", "£1000 is more than is to be paid there: only 3s")
	h.does(page, whole, "from", "1", "to", "3", "amount", "2s", "key", "by-hand").
		is(422).
		says(".pays .says", "2s is more than is to be paid there: only 1s")
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Errorf("after what was refused: %s", got)
	}
	// Who owes may pay another who is to get it, and a banker.
	h.does(page, whole, "from", "4", "to", "2", "amount", "6d", "key", "another").is(303)
	h.settlesBy(id, "banker", 1)
	h.does(h.get(settlePath(id)), "#pay1-3 .whole").is(303)
	if got := h.open(id); got != "Ann 24 Bob 6 Cat 0 Dan -30" {
		t.Errorf("after two payments: %s", got)
	}
}

// TestPaidByTwoAtOnce: three tablets tick what Dan owes, one as it was before the table settled otherwise.
// One payment is written, and the other is told.
func TestPaidByTwoAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	few := h.get(settlePath(id))
	h.settlesBy(id, "banker", 1)
	banker := h.get(settlePath(id))
	h.settlesBy(id, "fewest", 0)
	forms := []url.Values{
		few.form("#pay4-3 .whole", ""),
		few.form("#pay4-3 .whole", ""),
		banker.form("#pay4-1 .whole", ""),
	}
	codes := make([]int, len(forms))
	bodies := make([]string, len(forms))
	var all sync.WaitGroup
	for i, form := range forms {
		all.Go(func() {
			got := h.post(settlePath(id)+"/pay", form)
			codes[i], bodies[i] = got.StatusCode, string(got.body)
		})
	}
	all.Wait()
	few303, told := codes[0] == 303 && codes[1] == 303 &&
		codes[2] == 422, "As it stands now, Dan has nothing to pay to Ann."
	if codes[2] == 303 {
		few303, told = codes[0] == 422 && codes[1] == 422, "As it stands now, Dan has nothing to pay to Cat."
	}
	refused := slices.Index(codes, 422)
	if !few303 || refused < 0 || !strings.Contains(bodies[refused], told) {
		t.Fatalf("answered with %v", codes)
	}
	var paid int
	n := h.nightNow(id)
	for i := range n.Rows {
		if n.Rows[i].Paid != nil {
			paid++
		}
	}
	if got := h.open(id); paid != 1 ||
		got != "Ann -12 Bob 12 Cat 0 Dan 0" && got != "Ann -48 Bob 12 Cat 36 Dan 0" {
		t.Errorf("%d payments, and open is %s", paid, got)
	}
	// Sent once more, also after the night was closed, each hears what it heard first.
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	for i, form := range forms {
		if codes[i] == 303 {
			again := h.post(settlePath(id)+"/pay", form).is(303)
			h.get(again.Header.Get("Location")).says(".did", "That was recorded already.")
		}
	}
}

// TestNothingAbsurdIsTaken types a number far from any table's money wherever an amount is typed: each form
// says so beside the field, keeps what was typed, and the next deal can be recorded.
func TestNothingAbsurdIsTaken(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	const absurd, says = "9223372036854775000d",
		"The book takes at most £4166666666 13s 4d at once, and this is more."
	kept := func(page *answer, form, field string) {
		t.Helper()
		page.is(422).says(form+" .says", says)
		if field != "" {
			page.has(1, form+" input[name="+field+"][aria-invalid][value='"+absurd+"']")
		}
	}
	settle := func() *answer { return h.get(settlePath(id)) }
	kept(h.does(settle(), "#costs form[action$=costs]", "payer", "2", "amount", absurd, "what", "Port",
		"for", "1,2"), "#costs", "amount")
	kept(h.does(settle(), "#costs form[action$=costs]", "payer", "2", "amount", "", "what", "Port",
		"who", "1", "shares", absurd), "#costs", "")
	penalties := nightPath(id) + "/penalties"
	kept(h.does(h.get(penalties), "#penalty", "by", "1", "to", "others", "amount", absurd, "reason", "talked"),
		"#penalty", "amount")
	h.does(h.get(penalties), "#penalty", "by", "1", "to", "kitty", "amount", "1s", "reason", "talked").is(303)
	kept(h.does(settle(), "#kitty form", "amount", absurd, "among", "1,2"), "#kitty", "amount")
	kept(
		h.does(
			h.get("/balances"),
			"form[action$=open]",
			"from",
			"1",
			"to",
			"2",
			"amount",
			absurd,
			"reason",
			"the old book",
		),
		"form[action$=open]",
		"amount",
	)
	kept(
		h.does(
			h.get("/balances"),
			"form[action$=open]",
			"from",
			"1",
			"to",
			fmt.Sprint(ledger.Kitty),
			"amount",
			absurd,
			"reason",
			"the old book",
		),
		"form[action$=open]",
		"amount",
	)
	h.does(settle(), "#pay1-2 details form", "amount", absurd).is(422).has(1, "#pay1-2 .says")
	form := h.draft("hoyle")
	form["stake"][1] = absurd
	h.post("/houses", form).is(422).says("#says-stake-1", says)
	h.plays(id, "solo ann 5")
	h.closes(id)
	h.does(h.get("/balances"), ".debts :first-child > li:first-child .part", "amount", absurd).is(422)
	next := h.night("hoyle", 1, 2, 3, 4)
	h.plays(next, "solo bob 5")
}

// TestSettleAsPart asks as htmx does: each posting is answered with the page's part.
func TestSettleAsPart(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	form := h.get(settlePath(id)).form("#pay1-2 .whole", "")
	got := h.part("POST", settlePath(id)+"/pay", form).is(200).says(".did", "Ann paid Bob 1s.").
		has(1, ".pays .whole")
	if strings.Contains(string(got.body), "<html") {
		t.Error("a whole page was sent")
	}
}

func TestSettleDisputed(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	_, id, deals := h.threeDeals()
	_, err := h.book.DisputeDeal(context.Background(), h.slip(), id, deals[0], ledger.EntryID(deals[0]), 2,
		"it was four")
	if err != nil {
		t.Fatal(err)
	}
	h.get(settlePath(id)).
		says(".settle .column .notice p", "Deal 1 is disputed: it was four").
		says(".closing > p:last-of-type", "Deal 1 is disputed: it was four.")
}

func TestWatchersOnlyReadTheSettlement(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	s.plays(s.one, "solo xan 5", "mis quirin 3")
	s.ask(s.request("GET", settlePath(s.one), s.tokens["watcher"], nil)).
		is(200).
		has(0, "form[method=post]").
		has(0, ".closing")
}

// TestRandomEveningsSettle plays evenings of all sizes, ticks the payments of a plan one by one as the page
// shows them, and expects that each leaves the others alone and that they end at nothing.
func TestRandomEveningsSettle(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dice := rand.New(rand.NewPCG(7, 11))
	for _, way := range ledger.Ways {
		for _, set := range []string{"hoyle", "units"} {
			h := openHouse(t)
			people := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
			id := h.night(set, people[:4+dice.IntN(2)]...)
			for range 12 {
				n := h.nightNow(id)
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
				if _, err := h.book.Record(context.Background(), h.slip(), id, ledger.DealSaid{Deal: d}); err != nil {
					t.Fatal(err)
				}
			}
			at := settlePath(id)
			h.settlesBy(id, way.By, int64(h.nightNow(id).Table[0].Player))
			page := h.get(at).is(200)
			if wants := len(h.nightNow(id).Owed()) - 1; !way.Pairs &&
				page.doc.Find(".pays .whole").Length() > wants {
				t.Errorf("%s: more than %d payments", way.By, wants)
			}
			for page.doc.Find(".pays .whole").Length() > 0 {
				shown := unpaid(page)
				form := page.doc.Find(".pays .whole").First()
				fields := url.Values{}
				form.Find("input").
					Each(func(_ int, in *sel) { fields.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
				h.post(form.AttrOr("action", ""), fields).is(303)
				h.open(id)
				page = h.get(at)
				if rest := unpaid(page); !slices.Equal(rest, shown[2:]) {
					t.Fatalf("%s: paying %q changed the others: %q, before %q", way.By, shown[0], rest, shown[2:])
				}
			}
			for _, o := range h.nightNow(id).Owed() {
				if o.Amount != 0 {
					t.Errorf("%s %s: all was paid, and %s stands at %d", set, way.By, o.Name, o.Amount)
				}
			}
		}
	}
}

// unpaid are who is still to hand to whom, and how much.
func unpaid(page *answer) []string {
	return page.doc.Find(".pay:has(.whole) h3, .pay:has(.whole) .amt").
		Map(func(_ int, p *sel) string { return p.Text() })
}

// TestEveryWay: each way to settle can be tapped, and the page says which it is.
func TestEveryWay(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	for _, way := range ledger.Ways {
		h.settlesBy(id, way.By, 2)
		page := h.get(settlePath(id)).is(200).has(1, "#ways [aria-pressed=true]")
		page.says("#ways summary small", strings.ReplaceAll(way.Now, "{banker}", "Bob"))
		if !way.Banker {
			page.says("#ways [aria-pressed=true]", way.Name)
		}
		if !way.Pieces {
			page.says(".pays header p", strings.ReplaceAll(way.Plan, "{banker}", "Bob"))
		}
		h.get(page.doc.Find("a.why").AttrOr("href", "")).is(200)
	}
}
