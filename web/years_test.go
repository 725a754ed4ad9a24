package web_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

// TestWhatIsNoEveningYet: an evening without a deal counts for nobody and is nobody's last, and the players
// have no column of which nobody has anything.
func TestWhatIsNoEveningYet(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	four := h.players("Walter", "Ada", "Zoe", "Bea")
	lacks := func(a *answer, css, text string) {
		t.Helper()
		if strings.Contains(a.text(css), text) {
			t.Errorf("%s: %q", css, a.text(css))
		}
	}
	first := h.night("units", four...)
	h.get("/deals").is(200).has(0, "nav.dearest")
	h.plays(first, "solo walter 5")
	second := h.night("units", four...)
	page := h.get("/players").is(200).has(4, ".people a").tells(".people", "1 evening")
	lacks(page, ".people", "2 evening")
	lacks(page, "main", "Form")
	lacks(h.get("/stats").tells("main", "Walter"), "main", "2 evenings")
	h.plays(second, "solo ada 5")
	h.get("/players").tells(".people", "2 evenings").tells(".people .cap", "Form")

	others := h.players("Ann", "Bob", "Cat", "Dan")
	units, _ := rules.Set("units")
	ago := must(h.book.StartNight(t.Context(), h.slip(), ledger.NewNight{
		Date: "2025-11-14", House: units, Seats: others, Dealer: others[0]}))(t)
	h.plays(ago.Night, "solo ann 5")
	h.night("units", others...)
	h.get("/players").tells(".people li:nth-child(2)", "Ada").
		tells(".people li:contains(Ann)", "1 evening", "14 Nov 2025")
	h.get("/deals").has(8, "nav.dearest a")
}

// TestFormBegins: nobody's form is shown before the second evening, neither of all players nor on a page of
// their own.
func TestFormBegins(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	people := h.players("Ann", "Bob", "Cat", "Dan")
	for nights := range 2 {
		id := h.night("hoyle", people...)
		h.plays(id, "solo ann 5")
		h.closes(id)
		h.get("/players").is(200).has(4*nights, ".people .at-end:last-child small")
		own := h.get("/players/1").is(200).text("main")
		if begins := strings.Contains(own, "It begins with the second evening."); begins != (nights == 0) {
			t.Errorf("after %d evenings: begins with the second is %t", nights+1, begins)
		}
	}
}

// seasons plays evenings of a year and a half: old pence mostly, and one for pounds.
func (h *house) seasons() (nights []ledger.NightID) {
	h.t.Helper()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(4, 4))
	people := h.players("Ann", "Bob", "Cat", "Dan", "Eve", "=SUM(A1)")
	for i := range 8 {
		set := "hoyle"
		if i == 5 {
			set = "ten-pence"
		}
		house, _ := rules.Set(set)
		seats := append([]ledger.PlayerID{people[4+i%2]}, people[:3+i%2]...)
		got := must(h.book.StartNight(ctx, h.slip(), ledger.NewNight{
			Name: fmt.Sprintf("Evening %d", i+1), Date: fmt.Sprintf("%d-%02d-15", 2025+i/6, i%6*2+1),
			House: house, Seats: seats, Dealer: seats[0],
		}))(h.t)
		nights = append(nights, got.Night)
		for range 12 {
			d := rules.Deal{Call: rules.Solo, Caller: rules.Seat(1 + r.IntN(3)), Tricks: 3 + r.IntN(6)}
			switch r.IntN(5) {
			case 0:
				d = rules.Deal{Call: rules.Prop, Caller: 1, Partner: rules.Seat(2 + r.IntN(2)), Tricks: 6 + r.IntN(4)}
			case 1:
				d = rules.Deal{Call: rules.Misere, Caller: 2, Tricks: r.IntN(2)}
			}
			n := must(h.book.Night(ctx, got.Night))(h.t)
			if sitter := len(n.Table) == 5; sitter {
				rest := rules.Seat((int(n.Dealer)+3)%5 + 1)
				if d.Caller == rest || d.Partner == rest {
					d = rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}
				}
			}
			must(h.book.Record(ctx, h.slip(), got.Night, ledger.DealSaid{Deal: d}))(h.t)
		}
		if i == 7 {
			break // the last one goes on
		}
		if i == 2 {
			n := must(h.book.Night(ctx, got.Night))(h.t)
			d := n.Deals[3]
			said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: d.Deal.Left(d.Deal.Dealer), Tricks: 5,
				Dealer: d.Deal.Dealer, Seats: d.Deal.Seats}}
			must(h.book.Mend(ctx, h.slip(), got.Night, ledger.Mend{Do: ledger.Correct, Deal: d.ID,
				Saw: d.Version, Said: said, Reason: "miscounted"}))(h.t)
			must(h.book.Penalise(ctx, h.slip(), got.Night,
				ledger.Penalty{By: seats[1], Amount: 6, Reason: "late"}))(h.t)
		}
		must(h.book.CloseNight(ctx, h.slip(), got.Night, 0))(h.t)
	}
	return nights
}

func init() {
	see := func(name, path string) {
		screens = append(screens, screen{name: name, open: func(h *house) string { h.seasons(); return path }})
	}
	see("evenings", "/nights")
	see("evenings-found", "/nights?player=5&season=2025&text=evening")
	see("evenings-none", "/nights?text=nothing+like+it")
	see("evening-closed", "/nights/3")
	see("players", "/players")
	see("player", "/players/1")
	see("player-season", "/players/2?from=2025-01-01&until=2025-12-31")
	see("book", "/stats")
	see("book-nothing", "/stats?from=1999-01-01&until=1999-12-31")
	see("find", "/deals")
	see("found", "/deals?find=1&call=solo&money=lsd")
	see("otherwise", "/stats/otherwise?house=units")
	screens = append(screens, screen{name: "book-empty", open: func(*house) string { return "/stats" }})
	screens = append(screens,
		screen{name: "score-sheet", open: func(h *house) string { h.seasons(); return "/nights/3/sheet" }})
}

func TestEveningsSearched(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	h.get("/nights").is(200).has(8, ".evenings li").has(1, ".evenings .open")
	h.get("/nights?season=2026").is(200).has(2, ".evenings li")
	h.get("/nights?player=5").is(200).has(4, ".evenings li").
		says("main > .column > .ground", "Found: 4 evenings.")
	both := 0
	all := must(h.book.Nights(context.Background(), ledger.NightFilter{Player: 5}))(t)
	for _, n := range all {
		at := must(h.book.Night(context.Background(), n.ID))(t)
		if slices.ContainsFunc(at.Table, func(c ledger.Chair) bool { return c.Player == 1 }) {
			both++
		}
	}
	h.get("/nights?player=5&with=1").is(200).has(both, ".evenings li").has(2,
		".filter select option[value='5'][selected], .filter select[name=with] option[value='1'][selected]")
	h.get("/nights?with=5").is(200).has(4, ".evenings li")
	h.get("/nights?table=Evening+3").is(200).has(1, ".evenings li").has(1, "select[name=table] option[selected]")
	h.get("/nights?table=Evening").is(200).has(0, ".evenings li")
	h.get("/nights?player=99").is(404)
	h.get("/nights?money=GBP").is(200).has(1, ".evenings li")
	h.get("/nights?text=evening+3").is(200).has(1, ".evenings li").says(".evenings strong", "Evening 3")
	h.get("/nights?text=dan").is(200).has(4, ".evenings li").has(1, "input[name=text][value=dan]")
	must(h.book.RenamePlayer(context.Background(), h.slip(), 4, "Zebedee"))(t)
	h.get("/nights?text=ZEB").is(200).has(4, ".evenings li")
	h.get("/nights?text=dan").is(200).has(4, ".evenings li") // as he was called
	h.get("/nights?text=dan&player=5").is(200).has(0, ".evenings li")
	h.get("/nights?text=dan&player=6").is(200).has(4, ".evenings li")
	h.get("/nights?text=none").is(200).has(0, ".evenings li").says(".lost h2", "No such evening")
	h.get("/nights?from=2026-13-01").is(422).has(1, ".says")
	// Where they take more than one page, none says how many they are.
	four := h.players("Kay", "Lou", "Mia", "Ned")
	for range 31 {
		h.night("hoyle", four...)
	}
	many := h.get("/nights?text=kay").is(200).has(30, ".evenings li").has(0, "main > .column > .ground")
	h.get(many.doc.Find("a:contains('Older evenings')").AttrOr("href", "")).is(200).has(1, ".evenings li").
		has(0, "main > .column > .ground")
}

func TestClosedNightAndSheet(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	nights := h.seasons()
	n := must(h.book.Night(context.Background(), nights[2]))(t)
	page := h.get(nightPath(nights[2])).is(200).has(1, "svg.lines").says(".seal", n.Seal)
	if page.doc.Find(".awards li").Length() < 3 {
		t.Error("hardly an award")
	}
	sheet := h.get(nightPath(nights[2])+"/sheet").is(200).has(12, ".a4 tbody tr:not(.aside)").
		has(1, ".a4 tbody tr.aside").has(1, ".a4 sup").has(1, ".a4 ol li")
	if got, want := sheet.text(".a4 .ladder"), "Abundance 1s 6d (2d over, 1d short)"; !strings.Contains(got,
		want) {
		t.Errorf("what the calls pay: %s, without %s", got, want)
	}
	sheet.tells(".a4 ol li", "first written as", "miscounted")
	same(t, sheet.text(".a4 .grand td"), n.Money.Signed(n.People[0].Sum.Score()), "the first total is %q")
	same(t, sheet.text(".a4 .seal"), n.Seal, "the seal is %q")
	if last := sheet.doc.Find(".a4 tbody tr").Last().Find("td.amount").First().Contents().First().
		Text(); last != n.Money.Words(
		n.People[0].Sum.Score(),
	) {
		t.Errorf("the running total ends at %q", last)
	}
}

// TestSheetOfADealPutBack: a deal that was taken back and put back as it was has nothing in it that was
// corrected.
func TestSheetOfADealPutBack(t *testing.T) {
	t.Parallel()
	h, id := fourOfUs(t)
	h.plays(id, "solo ann 7")
	h.does(h.get(nightPath(id)), ".take-back").is(303)
	h.does(h.get(nightPath(id)), ".put-back").is(303)
	h.get(nightPath(id)+"/sheet").is(200).has(1, ".a4 tbody tr").has(0, ".a4 sup").has(0, ".a4 ol")
	h.get(nightPath(id)).says("#sheet tr.total th", "So far").has(1, "#sheet tr[id^=deal]").
		has(0, "#sheet .flag")
	found := ".found-deal"
	if got := h.get("/deals?find=1").is(200).has(1, found).text(found); strings.Contains(got, "corrected") {
		t.Errorf("it is found as %q", got)
	}
	h.get("/deals?find=1&changed=on").is(200).has(0, found)
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	h.get(nightPath(id)).says("#sheet tr.total th", "Total")
	h.get("/deals?find=1&changed=on").is(200).has(0, found)
}

func TestYearPagesSay(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	ctx := context.Background()
	c := h.book.CircleBook(rules.LSD, ledger.Span{}, 0)
	page := h.get("/stats").is(200).has(len(c.Standing), ".stand li").has(2, ".which hr ~ a")
	best := c.Standing[0]
	page.says(".stand li:first-child strong", best.Name)
	counts := func(deals int64) string { return fmt.Sprintf("%d evenings, %d deals", c.Nights, deals) }
	page.says(".counts", counts(c.Deals)).has(len(c.Shown), ".race polyline").
		has(len(c.Race.Marks), ".race-table tbody tr")
	h.get("/stats?who=1").is(200).has(1, ".race .one").has(1, ".stand [aria-current]")
	h.get("/stats?money=GBP").is(200).says(".which hr ~ [aria-current]", "GBP")
	h.get("/stats?from=2026-02-30").is(422)
	h.get("/stats?from=2026-02-10&until=2026-01-01").is(422).says(".says", "The end comes before the beginning.")

	p := must(h.book.PlayerBook(ctx, best.Player, rules.LSD, ledger.Span{}, 60))(t)
	h.get(fmt.Sprintf("/players/%d", best.Player)).is(200).
		says(".portrait b", plain(rules.LSD.Signed(p.Score))).has(int(p.Nights), ".person-line a").
		has(3, ".told li").has(1, ".form-line")
	h.get(fmt.Sprintf("/players/%d?with=%d", best.Player, p.Pairs[0].B)).is(200).
		has(2, ".person-line polyline").has(1, ".beside-whom [aria-current]")
	h.get("/players/99").is(404)
	h.get("/players/x").is(404)

	// A correction to an old deal changes the page at once.
	must(h.book.ReopenNight(ctx, h.slip(), 1, "a mistake"))(t)
	n := must(h.book.Night(ctx, 1))(t)
	d := n.Deals[len(n.Deals)-1]
	must(h.book.Mend(ctx, h.slip(), 1,
		ledger.Mend{Do: ledger.Remove, Deal: d.ID, Saw: d.Version}))(t)
	h.get("/stats").says(".counts", counts(c.Deals-1))
}

// TestPlayersAreUpOrDown holds the list of players against the standing of each money.
func TestPlayersAreUpOrDown(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	want := map[string][]string{}
	for _, money := range []rules.Money{rules.LSD, "GBP"} {
		c := h.book.CircleBook(money, ledger.Span{}, 0)
		for _, p := range c.Standing {
			want[p.Name] = append(want[p.Name], money.Signed(p.Score))
		}
	}
	page := h.get("/players").is(200)
	page.doc.Find(".people li:not(.cap)").Each(func(_ int, line *goquery.Selection) {
		name := strings.TrimSpace(line.Find(".name").Text())
		var got []string
		line.Find(".at-end:not(:last-child) b").Each(func(_ int, b *goquery.Selection) {
			got = append(got, b.Text())
		})
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s has %v, want %v", name, got, want[name])
		}
		delete(want, name)
	})
	if len(want) > 0 {
		t.Errorf("not in the list: %v", want)
	}
	if !strings.Contains(page.text(".people"), "owes") || !strings.Contains(page.text(".people"), "is owed") {
		t.Error("nobody owes anything, it says")
	}
	h.get("/players/1").has(1, ".row > a[href^='/nights?'][href*='player=1']")
}

// TestYearsOfAnEmptyBook opens every page of a book without an evening, and of one with somebody who hasn't
// played.
func TestYearsOfAnEmptyBook(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.get("/stats").is(200).says(".lost h2", "Nothing to count yet").has(0, ".which")
	h.get("/players").is(200).says(".lost h2", "Nobody yet")
	h.get("/nights").is(200).says(".lost h2", "No evening yet")
	h.get("/deals?find=1").is(200).says(".found h2", "0 deals")
	h.players("Ann")
	h.get("/players").is(200).has(1, ".people a").has(0, ".people .at-end :is(b, small)")
	h.get("/players/1").is(200).says(".lost h2", "Nothing to count yet")
}

// TestSeasonFromNoDay: where somebody wrote into the file what is no day, pages go by calendar years, and the
// day may be chosen anew.
func TestSeasonFromNoDay(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	for _, statement := range []string{`UPDATE season SET begins = '99-99'`,
		`UPDATE season SET begins = '02-29'`, `UPDATE season SET begins = ''`, `DELETE FROM season`} {
		path := h.book.Path()
		fine(t, h.book.Close())
		testenv.Alter(t, path, statement)
		h.reopen(path, func(o *web.Options) {
			o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
		})
		h.get("/stats").
			is(200).
			says(".which a:nth-child(2)", "2026")
		h.get("/seasons").has(1, "form[action='/stats/season'] [name=day][value='1']")
		h.get("/nights").is(200).says("select[name=season] option:nth-child(2)", "2026")
		h.post("/stats/season", url.Values{"day": {"1"}, "month": {"9"}}).is(303)
		h.get("/stats").says(".which a:nth-child(2)", "2025/26")
	}
}

func TestSeasonIsKept(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	h.post("/stats/season", url.Values{"day": {"1"}, "month": {"9"}}).is(303)
	h.get("/stats").says(".which a:nth-child(2)", "2025/26")
	h.post("/stats/season", url.Values{"day": {"29"}, "month": {"2"}}).is(422)
	h.post("/stats/season", url.Values{"day": {"40"}, "month": {"2"}}).is(422)
}

func TestFindPages(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	asked := "/deals?find=1&player=1&call=solo&outcome=lost"
	var want []string
	filter := ledger.DealFilter{Player: 1, Call: rules.Solo, Outcome: rules.Lost, Tricks: rules.NotSaid}
	for _, d := range must(h.book.FindDeals(filter, 0))(t) {
		want = append(want, fmt.Sprintf("/nights/%d/deals/%d", d.Night, d.ID))
	}
	if len(want) == 0 {
		t.Fatal("Ann lost no solo")
	}
	page := h.get(asked).is(200).has(len(want), ".found-deal")
	for i, href := range want {
		if got, _ := page.doc.Find(".found-deal").Eq(i).Attr("href"); got != href {
			t.Errorf("result %d leads to %s, not to %s", i+1, got, href)
		}
	}
	h.get("/deals?find=1&least=2s").
		is(422).
		says("#says-least", "In which money? Choose it here, so that the amount can be understood.").
		has(1, "details[open] [name=least][aria-invalid]")
	h.get("/deals?find=1&least=2s&money=lsd").is(200)
	h.get("/deals?find=1&least=rubbish&money=lsd").is(422)
	h.get("/deals?find=1&least=2s&most=1s&money=lsd").
		is(422).
		says(".says", "This is less than the least that is looked for.")
	h.get("/deals?find=1&most=1d&money=lsd&call=solo").
		is(200).
		has(0, ".found-deal")
		// the least a solo moves is 6d from each
	h.get("/deals?find=1&least=1d&most=6d&money=lsd&player=2").is(200).has(1, "input[name=most][value='6d']")
	h.get("/deals?find=1&tricks=14").is(422)
	h.get("/deals?find=1&call=zzz").is(422).has(0, ".found").
		says("#says-call", "This is no call. Choose one from the list.")
	h.get("/deals?find=1&outcome=zzz").is(422).has(0, ".found").has(1, "#says-outcome")
	h.get("/deals?find=1&call=declared").is(200).says(".found h2", "0 deals")

	table := h.get(strings.Replace(asked, "/deals", "/deals.csv", 1)).is(200)
	if got := table.Header.Get("Content-Disposition"); !strings.Contains(got, "deals.csv") {
		t.Errorf("it is handed out as %q", got)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(table.body), "\uFEFF"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	deals := map[string]bool{}
	formula := false
	for _, row := range rows[1:] {
		deals[row[3]] = true
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") {
				t.Errorf("%q is read as a formula", cell)
			}
			formula = formula || cell == "'=SUM(A1)"
		}
	}
	if len(deals) != len(want) || !formula {
		t.Errorf("%d deals in the table, want %d; the name that looks like a formula is there: %v",
			len(deals), len(want), formula)
	}
}

func TestOtherwisePage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	sets := h.get("/stats/otherwise?money=lsd").is(200).has(0, "tbody, .counts, .sets [aria-current]")
	sets.has(len(h.book.Houses()), ".sets a").tells(".sets li:first-child", "as it was")
	href, _ := sets.doc.Find(".sets li:first-child a").Attr("href")
	h.get(href).is(200).has(1, ".sets a[aria-current]").tells("main", "all the same")
	counts := h.get("/stats?money=lsd").is(200).text(".counts")
	h.get("/stats/otherwise?house=units&money=lsd").is(200).has(6, "tbody tr").says(".counts", counts)
	h.get("/stats/otherwise?house=nosuch").is(404)
}

// TestFoundDealsSayWhatWasAsked: a question in the address is answered, says what it is and how many it
// finds; the ready ones find as many as they say.
func TestFoundDealsSayWhatWasAsked(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	h.get("/deals?money=lsd").is(200).has(0, ".found").has(8, ".ready a")
	page := h.get("/deals?call=solo&outcome=lost&player=1").is(200).
		says(".found header p", "Ann played, Solo, Lost: the amounts are Ann’s")
	if n := page.doc.Find(".found-deal").Length(); n == 0 ||
		page.text(".found h2") != fmt.Sprintf("%d deals", n) {
		t.Errorf("%d deals are found, it says %q", n, page.text(".found h2"))
	}
	h.get("/stats/records?money=lsd").is(200).doc.Find(".ready a").Each(func(_ int, q *goquery.Selection) {
		found := h.get(q.AttrOr("href", "")).is(200)
		n := q.Find("small").Text()
		if got := found.text(".found h2"); got != n+" deals" && got != n+" deal" {
			t.Errorf("%s finds %s", q.Text(), got)
		}
	})
	dearest := h.get("/deals?player=1&dearest=on&money=lsd").is(200).doc.Find(".found-deal .figures")
	p := must(h.book.PlayerBook(t.Context(), 1, rules.LSD, ledger.Span{}, 1))(t)
	csv := string(h.get("/deals.csv?player=1&dearest=on&money=lsd").is(200).body)
	if lines := strings.Count(csv, ",Ann,Ann,"); lines != dearest.Length() {
		t.Errorf("the table has %d of Ann’s %d dearest deals", lines, dearest.Length())
	}
	if got := dearest.First().Text(); got != rules.LSD.Signed(p.WorstDeal.Amount) {
		t.Errorf("the dearest deal is %s, want %s", got, rules.LSD.Signed(p.WorstDeal.Amount))
	}
}

// TestPlayersAddUp: those who came last stand by name, each amount says its money where there are several,
// and with the kitty all of them come to nought, on the list and in the standing.
func TestPlayersAddUp(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	all := h.players("Ivy", "Hal", "Bob", "Ann")
	id := h.night("hoyle", all...)
	h.plays(id, "solo ivy 7")
	must(h.book.Penalise(t.Context(), h.slip(), id, ledger.Penalty{By: all[1], Kitty: true,
		Amount: 6, Reason: "late"}))(t)
	h.get("/players").is(200).has(0, ".people .at-end:not(:last-child) small").
		says(".people li:nth-child(4) .name", "Hal").
		says(".kitty", "The kitty: +6d. With it all comes to nought.")
	h.get("/stats").is(200).says(".kitty", "The kitty: +6d. With it all comes to nought.")
	h.closes(id)
	h.plays(h.night("units", all...), "solo ivy 7")
	h.get("/players").is(200).says(".people li:last-child .at-end small", "old money").
		has(8, ".people .at-end:not(:last-child) small")
}
