package web_test

// Why somebody is to pay: every payment leads down to where it comes from, and what stands there adds up to
// it.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

func TestSettleWhy(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form[action$=costs]", "payer", "1", "amount", "4s", "what", "Beer",
		"for", "1,2,3,4").Is(303)
	page := h.Get(webtest.SettlePath(id)+"/why/4").Is(200).Says("h2", "Dan owes 4s.").Has(4, ".why tbody tr").
		Says(".total td", "−4s")
	page.Says(".why .parts", "Deals −3s Costs −1s")
	page.Says(".so",
		"So Dan pays 4s in all; to keep the payments few, 2s of it goes to Ann, who gets 2s in all; 2s of it "+
			"goes to Cat, who gets 2s in all.")
	h.Get(webtest.SettlePath(id)+"/why/1?with=2").Is(200).Says(".bar h1", "Ann and Bob: why? Friday night")
	h.Get(webtest.SettlePath(id) + "/why/77").Is(404)
	h.Get(webtest.SettlePath(id) + "/why/x").Is(404)
	h.Get(webtest.SettlePath(id) + "/why/1?with=1").Is(404)
}

// ticks sends the first payment that is open, or a part of it.
func ticks(h *webtest.Site, id chain.NightID, part string) {
	h.T.Helper()
	page := h.Get(webtest.SettlePath(id))
	css := "#" + page.Doc.Find(".pay:has(.whole)").First().AttrOr("id", "")
	if part != "" {
		h.Does(page, css+" details form", "amount", part).Is(303)
	} else {
		h.Does(page, css+" .whole").Is(303)
	}
}

// leads follows the way down of each payment, in all ways to pay: it ends at the amount of the payment, or
// says what part of the whole it is.
func leads(h *webtest.Site, id chain.NightID) {
	h.T.Helper()
	money := h.NightNow(id).Money
	for banker, way := range []string{"fell", "banker", "banker", "banker", "fewest"} {
		settlesBy(h, id, way, int64(banker))
		h.Get(webtest.SettlePath(id)).Is(200).Doc.Find(".pays .pay:not(.paid)").Each(func(_ int, li *sel) {
			amount := must(money.Parse(li.Find(".amt").Text()))(h.T)
			why := h.Get(li.Find("a.why").AttrOr("href", "")).Is(200)
			sum := why.Text(".total td")
			if sum == webtest.Plain(money.Signed(amount)) || sum == webtest.Plain(money.Signed(-amount)) {
				return
			}
			from, to := li.Find("h3 b").First().Text(), li.Find("h3 b").Last().Text()
			want := fmt.Sprintf("%s of it goes to %s, who gets", money.Words(amount), to)
			if way == "fell" { // some of it goes round in a circle, or they rounded
				want = fmt.Sprintf(": so %s pays %s %s.", strings.Replace(from, "The kitty", "the kitty", 1), to,
					money.Words(amount))
			}
			if !strings.Contains(strings.TrimSuffix(why.Text(".so"), ".")+".", webtest.Plain(want)) {
				h.T.Errorf("%s: %s leads to %q, %q", way, li.Find(".who").Text(), why.Text("h2"), why.Text(".so"))
			}
		})
	}
}

// TestWhyOfAPart: the page of somebody who pays in two pieces says why, and leads to those who get them.
func TestWhyOfAPart(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form[action$=costs]", "payer", "1", "amount", "2s", "what", "Beer",
		"for", "4").Is(303)

	// Ann +12, Bob +12, Cat +36, Dan −60
	page := h.Get(h.Get(webtest.SettlePath(id)).Says("#pay4-3 .amt", "3s").Doc.Find("#pay4-3 a.why").
		AttrOr("href", "")).Is(200).Says("h2", "Dan owes 5s.")
	page.Says(".so", "So Dan pays 5s in all; to keep the payments few, 1s of it goes to Ann, who gets 1s "+
		"in all; 1s of it goes to Bob, who gets 1s in all; 3s of it goes to Cat, who gets 3s in all.").
		Has(3, ".so a")
	h.Get(page.Doc.Find(".so a").First().AttrOr("href", "")).Is(200).Says("h2", "Ann gets 1s.")
	leads(h, id)
	h.Does(h.Get(webtest.SettlePath(id)), "#pay4-1 .whole").Is(303)
	leads(h, id)
}

// TestWhyAfterAPayment: what somebody gets in all counts what they have got already.
func TestWhyAfterAPayment(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form[action$=costs]", "payer", "1", "amount", "2s", "what", "Beer",
		"for", "4").Is(303)
	h.Does(h.Get(webtest.SettlePath(id)), "#pay4-3 details form", "amount", "6d").Is(303)
	h.Get(webtest.SettlePath(id)+"/why/4").Is(200).
		Says(".so", "So Dan still pays 4s 6d in all; to keep the payments "+
			"few, 1s of it goes to Ann, who gets 1s in all; 1s of it goes to Bob, who gets 1s in all; 2s 6d of it "+
			"goes to Cat, who gets 3s in all and has 6d of it already.")
}

// TestWhyAddsUp compares every line of every way down with what the page says is owed.
func TestWhyAddsUp(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	ctx := context.Background()
	must(h.Book.Penalise(ctx, h.Slip(), id,
		ledger.Penalty{By: 2, Kitty: true, Amount: 7, Reason: "shuffled"}))(t)
	h.Does(h.Get(webtest.SettlePath(id)), "form[action$=costs]", "payer", "3", "amount", "10d", "what", "Crisps",
		"for", "1,2,4").Is(303)
	leads(h, id)
	n := h.NightNow(id)
	for _, o := range n.Owed() {
		page := h.Get(fmt.Sprintf("%s/why/%d", webtest.SettlePath(id), o.Player)).Is(200)
		var sum int64
		page.Doc.Find(".why tbody tr td:nth-child(2)").Each(func(_ int, td *sel) {
			amount := must(n.Money.Parse(td.Text()))(t)
			sum += amount
		})
		if sum != o.Amount {
			t.Errorf("%s: the lines come to %d, owed is %d", o.Name, sum, o.Amount)
		}
		page.Says(".total td", webtest.Plain(n.Money.Signed(o.Amount)))
		for _, other := range n.Owed() {
			if other.Player == o.Player {
				continue
			}
			var between int64
			for _, b := range n.Between() {
				if b.From == o.Player && b.To == other.Player {
					between -= b.Amount
				}
				if b.To == o.Player && b.From == other.Player {
					between += b.Amount
				}
			}
			page := h.Get(fmt.Sprintf("%s/why/%d?with=%d", webtest.SettlePath(id), o.Player, other.Player)).Is(200)
			if got := page.Text(".total td"); got != webtest.Plain(n.Money.Signed(between)) && between != 0 {
				t.Errorf("%s and %s: %s, not %s", o.Name, other.Name, got, n.Money.Signed(between))
			}
		}
	}
	h.Does(h.Get(webtest.SettlePath(id)), ".pays li:first-child .whole", "amount", "1d").Is(303)
	leads(h, id)
	settlesBy(h, id, "fell", 0)
	ticks(h, id, "")
	leads(h, id)
}

// TestEveryWhyLeadsDown plays evenings of five with a kitty, in two moneys in one book, with drinks, rounding
// and payments in part in any way to pay: whatever the page asks for, its Why? leads down to it.
func TestEveryWhyLeadsDown(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dice := rand.New(rand.NewPCG(5, 3))
	h := webtest.Open(t)
	people := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	for _, set := range []string{"hoyle", "units"} {
		id := h.Night(set, people...)
		money := h.NightNow(id).Money
		for range 9 {
			n := h.NightNow(id)
			d := rules.Deal{Seats: 5, Dealer: n.Dealer, Call: rules.Solo, Caller: n.Duties.Leader,
				Tricks: dice.IntN(14)}
			must(h.Book.Record(context.Background(), h.Slip(), id, ledger.DealSaid{Deal: d}))(t)
		}
		must(h.Book.Penalise(context.Background(), h.Slip(), id,
			ledger.Penalty{By: people[3], Kitty: true, Amount: 17, Reason: "shuffled"}))(t)
		at := webtest.SettlePath(id)
		h.Does(h.Get(at), "#costs form[action$=costs]", "payer", fmt.Sprint(people[4]), "amount", money.Words(23),
			"what", "Port", "for", fmt.Sprintf("%d,%d", people[0], people[4])).Is(303)
		leads(h, id)
		whole, coin := 0, map[string]int{"hoyle": 6, "units": 5}[set]
		h.Does(h.Get(fmt.Sprintf("%s?coin=%d", at, coin)), "#round form").Is(303)
		leads(h, id)
		for _, kind := range chain.Ways {
			way := kind.By
			if kind.Go { // nothing is to be ticked
				continue
			}
			settlesBy(h, id, way, int64(people[1]))
			page := h.Get(at)
			open := page.Doc.Find(".pays .whole").Length()
			if open < 1 {
				t.Fatalf("%s%s: nothing to pay", set, way)
			}
			ticks(h, id, money.Words(1))
			leads(h, id)
			settlesBy(h, id, way, int64(people[1]))
			if open > 1 {
				ticks(h, id, "")
				leads(h, id)
				whole++
			}
		}
		if whole < 3 {
			t.Errorf("%s: only %d payments were ticked whole", set, whole)
		}
		// All of it is paid after the close. The night says so of each debt; opened again it counts each in,
		// and asks for nothing.
		h.Does(h.Get(at), "form.closing").Is(303)
		left := h.Get(at).Doc.Find(".pays .left").Length()
		for page := h.Get("/balances"); page.Doc.Find(".debts .whole").Length() > 0; page = h.Get("/balances") {
			h.Does(page, ".debts :first-child > li:first-child .whole").Is(303)
		}
		if got := since(h, id); left < 1 || strings.Count(got, ": nothing is open any more.") != left {
			t.Errorf("%s: %d debts are paid, and it says %q", set, left, got)
		}
		h.Get(at).Has(0, ".stands .open.w, .stands .open.l")
		h.Does(h.Get(at), "form[action$=reopen]").Is(303)
		leads(h, id)
		page := h.Get(at).Has(left, "#since form").Has(0, "#former")
		for i := left; i > 0; i-- {
			form := url.Values{}
			page.Doc.Find("#since form").First().Find("input").
				Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
			h.Post(at+"/bring", form).Is(303)
			page = h.Get(at).Has(i-1, "#since form")
			leads(h, id)
		}
		page.Has(0, ".pays .whole").Says("#since header p", "It is counted in tonight.")
	}
}
