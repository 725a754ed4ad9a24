package web_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// TestWhatIsNoEveningYet: an evening without a deal counts for nobody and is nobody's last, and the players
// have no column of which nobody has anything.
func TestWhatIsNoEveningYet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	four := h.Players("Walter", "Ada", "Zoe", "Bea")
	lacks := func(a *webtest.Answer, css, text string) {
		t.Helper()
		if strings.Contains(a.Text(css), text) {
			t.Errorf("%s: %q", css, a.Text(css))
		}
	}
	first := h.Night("units", four...)
	h.Get("/deals").Is(200).Has(0, "nav[aria-label^='The dearest']")
	h.Plays(first, "solo walter 5")
	second := h.Night("units", four...)
	page := h.Get("/players").Is(200).Has(4, ".people a").Tells(".people", "1 evening")
	lacks(page, ".people", "2 evening")
	lacks(page, "main", "Form")
	lacks(h.Get("/stats").Tells("main", "Walter"), "main", "2 evenings")
	h.Plays(second, "solo ada 5")
	h.Get("/players").Tells(".people", "2 evenings").Tells(".people .cap", "Form")

	others := h.Players("Ann", "Bob", "Cat", "Dan")
	units, _ := rules.Set("units")
	ago := must(h.Book.StartNight(t.Context(), h.Slip(), ledger.NewNight{
		Date: "2025-11-14", House: units, Seats: others, Dealer: others[0]}))(t)
	h.Plays(ago.Night, "solo ann 5")
	h.Night("units", others...)
	h.Get("/players").Tells(".people li:nth-child(2)", "Ada").
		Tells(".people li:contains(Ann)", "1 evening", "14 Nov 2025")
	h.Get("/deals").Has(8, "nav[aria-label^='The dearest'] a")
}

// TestFormBegins: nobody's form is shown before the second evening, neither of all players nor on a page of
// their own.
func TestFormBegins(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	people := h.Players("Ann", "Bob", "Cat", "Dan")
	for nights := range 2 {
		id := h.Night("hoyle", people...)
		h.Plays(id, "solo ann 5")
		h.Closes(id)
		h.Get("/players").Is(200).Has(4*nights, ".people .at-end:last-child small")
		own := h.Get("/players/1").Is(200).Text("main")
		if begins := strings.Contains(own, "Form needs two evenings."); begins != (nights == 0) {
			t.Errorf("after %d evenings: begins with the second is %t", nights+1, begins)
		}
	}
}

func TestEveningsSearched(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	h.Get("/nights").Is(200).Has(8, ".evenings li").Has(1, ".evenings .open")
	h.Get("/nights?season=2026").Is(200).Has(2, ".evenings li")
	h.Get("/nights?player=5").Is(200).Has(4, ".evenings li").
		Tells(".filter:not([open]) summary", "Found: 4 evenings · Eve.")
	both := 0
	all := must(h.Book.Now().Nights(show.NightFilter{Player: 5}))(t)
	for _, n := range all {
		at := must(h.Book.Now().Night(n.ID))(t)
		if slices.ContainsFunc(at.Table, func(c chain.Chair) bool { return c.Player == 1 }) {
			both++
		}
	}
	h.Get("/nights?player=5&with=1").Is(200).Has(both, ".evenings li").Has(2,
		".filter select option[value='5'][selected], .filter select[name=with] option[value='1'][selected]")
	h.Get("/nights?with=5").Is(200).Has(4, ".evenings li")
	h.Get("/nights?table=Evening+3").Is(200).Has(1, ".evenings li").Has(1, "select[name=table] option[selected]")
	h.Get("/nights?table=Evening").Is(200).Has(0, ".evenings li")
	h.Get("/nights?player=99").Is(404)
	h.Get("/nights?money=GBP").Is(200).Has(1, ".evenings li")
	h.Get("/nights?text=evening+3").Is(200).Has(1, ".evenings li").Says(".evenings strong", "Evening 3")
	h.Get("/nights?text=dan").Is(200).Has(4, ".evenings li").Has(1, "input[name=text][value=dan]")
	must(h.Book.RenamePlayer(context.Background(), h.Slip(), 4, "Zebedee"))(t)
	h.Get("/nights?text=ZEB").Is(200).Has(4, ".evenings li")
	h.Get("/nights?text=dan").Is(200).Has(4, ".evenings li") // as he was called
	h.Get("/nights?text=dan&player=5").Is(200).Has(0, ".evenings li")
	h.Get("/nights?text=dan&player=6").Is(200).Has(4, ".evenings li")
	h.Get("/nights?text=none").Is(200).Has(0, ".evenings li").
		Says(".lost p", "No evening in the book matches all of this.")
	h.Get("/nights?from=2026-13-01").Is(422).Has(1, ".says")
	// Where they take more than one page, none says how many they are.
	four := h.Players("Kay", "Lou", "Mia", "Ned")
	for range 31 {
		h.Night("hoyle", four...)
	}
	found := ".filter:not([open]) summary"
	many := h.Get("/nights?text=kay").Is(200).Has(30, ".evenings li").Has(0, "main > .column > .ground").
		Says(found, "Found · “kay”. Change").Has(1, "main a[href='/nights']")
	h.Get(many.Doc.Find("a:contains('Older evenings')").AttrOr("href", "")).Is(200).Has(1, ".evenings li").
		Has(0, "main > .column > .ground").Says(found, "Found · “kay”. Change").Has(1, "main a[href='/nights']")
}

func TestClosedNightAndSheet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	nights := h.Seasons()
	n := must(h.Book.Now().Night(nights[2]))(t)
	page := h.Get(webtest.NightPath(nights[2])).Is(200).Has(1, "svg.lines").Says(".seal", n.Seal)
	if page.Doc.Find(".awards li").Length() < 3 {
		t.Error("hardly an award")
	}
	sheet := h.Get(webtest.NightPath(nights[2])+"/sheet").Is(200).Has(12, ".a4 tbody tr:not(.aside)").
		Has(1, ".a4 tbody tr.aside").Has(1, ".a4 sup").Has(1, ".a4 ol li")
	if got, want := sheet.Text(".a4 .ladder"), "Abundance 1s 6d (2d over, 1d short)"; !strings.Contains(got,
		want) {
		t.Errorf("what the calls pay: %s, without %s", got, want)
	}
	sheet.Tells(".a4 ol li", "first written as", "miscounted")
	same(t, sheet.Text(".a4 .grand td"), n.Money.Signed(n.People[0].Sum.Score()), "the first total is %q")
	same(t, sheet.Text(".a4 .seal"), n.Seal, "the seal is %q")
	if last := sheet.Doc.Find(".a4 tbody tr").Last().Find("td.amount").First().Contents().First().
		Text(); last != n.Money.Signed(n.People[0].Sum.Score()) {
		t.Errorf("the running total ends at %q", last)
	}
}

// TestSheetOfADealPutBack: a deal that was taken back and put back as it was has nothing in it that was
// corrected.
func TestSheetOfADealPutBack(t *testing.T) {
	t.Parallel()
	h, id := webtest.FourOfUs(t)
	h.Plays(id, "solo ann 7")
	h.Does(h.Get(webtest.NightPath(id)), ".take-back").Is(303)
	h.Does(h.Get(webtest.NightPath(id)), ".put-back").Is(303)
	h.Get(webtest.NightPath(id)+"/sheet").Is(200).Has(1, ".a4 tbody tr").Has(0, ".a4 sup").Has(0, ".a4 ol")
	h.Get(webtest.NightPath(id)).Says("#sheet tr.total th", "So far").Has(1, "#sheet tr[id^=deal]").
		Has(0, "#sheet .flag")
	found := ".found-deal"
	if got := h.Get("/deals?find=1").Is(200).Has(1, found).Text(found); strings.Contains(got, "put right") {
		t.Errorf("it is found as %q", got)
	}
	h.Get("/deals?find=1&changed=on").Is(200).Has(0, found)
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	h.Get(webtest.NightPath(id)).Says("#sheet tr.total th", "Total")
	h.Get("/deals?find=1&changed=on").Is(200).Has(0, found)
}

func TestYearPagesSay(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	ctx := context.Background()
	c := h.Book.Now().CircleBook(rules.LSD, show.Span{}, 0)
	page := h.Get("/stats").Is(200).Has(len(c.Standing), ".stand li").Has(2, ".which hr ~ a")
	best := c.Standing[0]
	page.Says(".stand li:first-child strong", best.Name)
	counts := func(deals int64) string { return fmt.Sprintf("%d evenings, %d deals", c.Nights, deals) }
	page.Says(".counts", counts(c.Deals)).Tells(".which", "still open").Has(len(c.Shown), ".race polyline").
		Has(len(c.Race.Marks), ".race-table tbody tr")
	h.Get("/stats?who=1").Is(200).Has(1, ".race .one").Has(1, ".stand [aria-current]")
	h.Get("/stats?money=GBP").Is(200).Says(".which hr ~ [aria-current]", "GBP")
	h.Get("/stats?from=2026-02-30").Is(422)

	p := must(h.Book.Now().PlayerBook(best.Player, rules.LSD, show.Span{}, 60))(t)
	h.Get(fmt.Sprintf("/players/%d", best.Player)).Is(200).
		Says(".portrait b", webtest.Plain(rules.LSD.Signed(p.Score))).Has(int(p.Nights), ".person-line a").
		Has(3, ".told li").Has(1, ".form-line")
	h.Get(fmt.Sprintf("/players/%d?with=%d", best.Player, p.Pairs[0].B)).Is(200).
		Has(2, ".person-line polyline:not(.open-end)").Has(1, ".beside-whom [aria-current]")
	h.Get("/players/99").Is(404)
	h.Get("/players/x").Is(404)

	// A correction to an old deal changes the page at once.
	must(h.Book.ReopenNight(ctx, h.Slip(), 1, "a mistake"))(t)
	n := must(h.Book.Now().Night(1))(t)
	d := n.Deals[len(n.Deals)-1]
	must(h.Book.Mend(ctx, h.Slip(), 1,
		ledger.Mend{Do: ledger.Remove, Deal: d.ID, Saw: d.Version}))(t)
	h.Get("/stats").Says(".counts", counts(c.Deals-1))
}

// TestPlayersAreUpOrDown holds the list of players against the standing of each money.
func TestPlayersAreUpOrDown(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	want := map[string][]string{}
	for _, money := range []rules.Money{rules.LSD, "GBP"} {
		c := h.Book.Now().CircleBook(money, show.Span{}, 0)
		for _, p := range c.Standing {
			want[p.Name] = append(want[p.Name], money.Signed(p.Score))
		}
	}
	page := h.Get("/players").Is(200)
	page.Doc.Find(".people li:not(.cap)").Each(func(_ int, line *goquery.Selection) {
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
	page.Says(".people .cap", "Player Evenings Last played Old money GBP Form")
	first := ".stands:first-of-type .debts > :first-child > :first-child .part"
	h.Does(h.Get("/balances"), first, "amount", "1d").Is(303)
	page = h.Get("/players") // balances are others now
	if !strings.Contains(page.Text(".people"), "owes") || !strings.Contains(page.Text(".people"), "is owed") {
		t.Error("nobody owes anything, it says")
	}
	h.Get("/players/1").Has(1, ".row > a[href^='/nights?'][href*='player=1']")
}

// TestNothingToBePaid: the players have no such column once all is paid, and none for points.
func TestNothingToBePaid(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	nights := h.Seasons()
	h.Closes(nights[len(nights)-1])
	page := h.Get("/balances")
	for id := page.Doc.Find(".debts li").AttrOr("id", ""); id != ""; {
		h.Does(page, "#"+id+" .whole").Is(303)
		page = h.Get("/balances")
		id = page.Doc.Find(".debts li").AttrOr("id", "")
	}
	h.Get("/players").Is(200).Says(".people .cap", "Player Evenings Last played Old money GBP Form")

	h = webtest.Open(t)
	h.Plays(h.Night("sporting", h.Players("Ann", "Bob", "Cat", "Dan")...), "solo ann 5")
	h.Get("/players").Is(200).Says(".people .cap", "Player Evenings Last played Won or lost")
}

// TestYearsOfAnEmptyBook opens every page of a book without an evening, and of one with somebody who hasn't
// played.
func TestYearsOfAnEmptyBook(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Get("/stats").Is(200).Says(".lost h2", "Nothing to count yet").Has(0, ".which")
	h.Get("/players").Is(200).Says(".lost h2", "Nobody yet")
	h.Get("/nights").Is(200).Says(".lost h2", "No evening yet")
	h.Get("/deals?find=1").Is(200).Says(".found h2", "0 deals")
	h.Players("Ann")
	h.Get("/players").Is(200).Has(1, ".people a").Has(0, ".people .at-end :is(b, small)")
	h.Get("/players/1").Is(200).Says(".lost h2", "Nothing to count yet")
}

func TestSeasonIsKept(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	h.Post("/stats/season", url.Values{"day": {"1"}, "month": {"9"}}).Is(303)
	h.Get("/stats").Says(".which a:nth-child(2)", "2025/26")
}

func TestFindPages(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	asked := "/deals?find=1&player=1&call=solo&outcome=lost"
	var want []string
	filter := show.DealFilter{Player: 1, Call: rules.Solo, Outcome: rules.Lost, Tricks: rules.NotSaid}
	for _, d := range must(h.Book.Now().FindDeals(filter, 0))(t) {
		want = append(want, fmt.Sprintf("/nights/%d/deals/%d", d.Night, d.ID))
	}
	if len(want) == 0 {
		t.Fatal("Ann lost no solo")
	}
	page := h.Get(asked).Is(200).Has(len(want), ".found-deal")
	for i, href := range want {
		if got, _ := page.Doc.Find(".found-deal").Eq(i).Attr("href"); got != href {
			t.Errorf("result %d leads to %s, not to %s", i+1, got, href)
		}
	}
	h.Get("/deals?find=1&least=2s").Is(422).Has(1, "details[open] [name=least][aria-invalid]")
	h.Get("/deals?find=1&most=1d&money=lsd&call=solo").Is(200).Has(0, ".found-deal")
	// the least a solo moves is 6d from each
	h.Get("/deals?find=1&least=1d&most=6d&money=lsd&player=2").Is(200).Has(1, "input[name=most][value='6d']")
	h.Get("/deals?find=1&call=zzz").Is(422).Has(0, ".found")
	h.Get("/deals?find=1&call=declared").Is(200).Says(".found h2", "0 deals")

	table := h.Get(strings.Replace(asked, "/deals", "/deals.csv", 1)).Is(200)
	if got := table.Header.Get("Content-Disposition"); !strings.Contains(got, "deals.csv") {
		t.Errorf("it is handed out as %q", got)
	}
	rows := must(csv.NewReader(strings.NewReader(strings.TrimPrefix(string(table.Bytes), "\uFEFF"))).ReadAll())(t)
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
	h := webtest.Open(t)
	h.Seasons()
	sets := h.Get("/stats/otherwise?money=lsd").Is(200).Has(0, "tbody, .sets [aria-current]")
	sets.Has(len(h.Book.Now().Houses()), ".sets a").Tells(".sets li:first-child", "as it was")
	sets.Has(2, ".slopes").Has(24, ".slopes li").Has(3, ".prices dd").Tells(".halves", " passes ", " by ").
		Tells(".which", "One evening is still open")
	href, _ := sets.Doc.Find(".sets li:first-child a").Attr("href")
	h.Get(href).Is(200).Has(1, ".sets a[aria-current]").Tells("main", "all the same")
	counts := h.Get("/stats?money=lsd").Is(200).Text(".counts")
	h.Get("/stats/otherwise?house=units&money=lsd").Is(200).Has(6, "tbody tr").Says(".counts", counts)
	h.Get("/stats/otherwise?house=nosuch").Is(404)
}

// TestFoundDealsSayWhatWasAsked: a question in the address is answered, says what it is and how many it
// finds; the ready ones find as many as they say.
func TestFoundDealsSayWhatWasAsked(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	asks := h.Get("/deals?money=lsd").Is(200).Has(0, ".found").Doc
	if asks.Find(".ready a").Length() < 3 || asks.Find(".ready small:contains('0')").FilterFunction(
		func(_ int, n *goquery.Selection) bool { return n.Text() == "0" }).Length() > 0 {
		t.Errorf("the ready questions are %q", asks.Find(".ready").Text())
	}
	page := h.Get("/deals?call=solo&outcome=lost&player=1").Is(200).
		Says(".found header p", "Ann played, Solo, Lost: the amounts are Ann’s")
	if n := page.Doc.Find(".found-deal").Length(); n == 0 ||
		page.Text(".found h2") != fmt.Sprintf("%d deals", n) {
		t.Errorf("%d deals are found, it says %q", n, page.Text(".found h2"))
	}
	asks.Find(".ready a").Each(func(_ int, q *goquery.Selection) {
		found := h.Get(q.AttrOr("href", "")).Is(200)
		n := q.Find("small").Text()
		if got := found.Text(".found h2"); got != n+" deals" && got != n+" deal" {
			t.Errorf("%s finds %s", q.Text(), got)
		}
	})
	dearest := h.Get("/deals?player=1&dearest=on&money=lsd").Is(200).Doc.Find(".found-deal .figures")
	// Without a money it ranks those of the one played most, never pence beside shillings.
	h.Get("/deals?player=1&dearest=on").Is(200).Has(dearest.Length(), ".found-deal").
		Tells(".found header p", "for old money")
	p := must(h.Book.Now().PlayerBook(1, rules.LSD, show.Span{}, 1))(t)
	csv := string(h.Get("/deals.csv?player=1&dearest=on&money=lsd").Is(200).Bytes)
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
	h := webtest.Open(t)
	all := h.Players("Ivy", "Hal", "Bob", "Ann")
	id := h.Night("hoyle", all...)
	h.Plays(id, "solo ivy 7")
	must(h.Book.Penalise(t.Context(), h.Slip(), id, ledger.Penalty{By: all[1], Kitty: true,
		Amount: 6, Reason: "late"}))(t)
	h.Get("/players").Is(200).Has(0, ".people .at-end:not(:last-child) small").
		Says(".people li:nth-child(4) .name", "Hal").
		Says(".kitty", "The kitty: +6d. With the kitty, everything adds up to nothing.")
	h.Get("/stats").Is(200).
		Says(".kitty", "The kitty: +6d. With the kitty, everything adds up to nothing.")
	h.Closes(id)
	h.Plays(h.Night("units", all...), "solo ivy 7")
	h.Get("/players").Is(200).Says(".people li:last-child .at-end small", "old money").
		Has(8, ".people .at-end:not(:last-child) small")
	h.Night("hoyle", all...)
	h.Night("hoyle", all...)
	joe := h.Player("Joe")
	h.Plays(h.Night("units", append(all[:3], joe)...), "solo joe 7")
	page := h.Get(fmt.Sprintf("/players/%d", joe)).Is(200)
	if says := page.Text("main"); strings.Contains(says, "Nothing was played") {
		t.Errorf("the page of somebody who never played for the usual money says %q", says)
	}
}
