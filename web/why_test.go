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
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func TestSettleWhy(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form[action$=costs]", "payer", "1", "amount", "4s", "what", "Beer",
		"for", "1,2,3,4").
		is(303)
	page := h.get(settlePath(id)+"/why/4").is(200).says("h2", "Dan owes 4s.").has(4, ".why tbody tr").
		says(".total td", "−4s")
	page.says(".why .parts", "Deals −3s Costs −1s")
	page.says(".so",
		"So Dan pays 4s in all; to keep the payments few, 2s of it goes to Ann, who gets 2s in all; 2s of it "+
			"goes to Cat, who gets 2s in all.")
	h.get(settlePath(id)+"/why/1?with=2").is(200).says(".bar h1", "Ann and Bob: why? Friday night")
	h.get(settlePath(id) + "/why/77").is(404)
	h.get(settlePath(id) + "/why/x").is(404)
	h.get(settlePath(id) + "/why/1?with=1").is(404)
}

// ticks sends the first payment that is open, or a part of it.
func (h *house) ticks(id ledger.NightID, part string) {
	h.t.Helper()
	page := h.get(settlePath(id))
	css := "#" + page.doc.Find(".pay:has(.whole)").First().AttrOr("id", "")
	if part != "" {
		h.does(page, css+" details form", "amount", part).is(303)
	} else {
		h.does(page, css+" .whole").is(303)
	}
}

// leads follows the way down of each payment, in all ways to pay: it ends at the amount of the payment, or
// says what part of the whole it is.
func (h *house) leads(id ledger.NightID) {
	h.t.Helper()
	money := h.nightNow(id).Money
	for banker, way := range []string{"fell", "banker", "banker", "banker", "fewest"} {
		h.settlesBy(id, way, int64(banker))
		h.get(settlePath(id)).is(200).doc.Find(".pays .pay:not(.paid)").Each(func(_ int, li *sel) {
			amount := must(money.Parse(li.Find(".amt").Text()))(h.t)
			why := h.get(li.Find("a.why").AttrOr("href", "")).is(200)
			sum := why.text(".total td")
			if sum == plain(money.Signed(amount)) || sum == plain(money.Signed(-amount)) {
				return
			}
			from, to := li.Find("h3 b").First().Text(), li.Find("h3 b").Last().Text()
			want := fmt.Sprintf("%s of it goes to %s, who gets", money.Words(amount), to)
			if way == "fell" {
				want = fmt.Sprintf("of it goes round in a circle and falls away: so %s pays %s %s.",
					strings.Replace(from, "The kitty", "the kitty", 1), to, money.Words(amount))
			}
			if !strings.Contains(strings.TrimSuffix(why.text(".so"), ".")+".", plain(want)) {
				h.t.Errorf("%s: %s leads to %q, %q", way, li.Find(".who").Text(), why.text("h2"), why.text(".so"))
			}
		})
	}
}

// TestWhyOfAPart: who pays in two pieces is told why, and led to those who get them.
func TestWhyOfAPart(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form[action$=costs]", "payer", "1", "amount", "2s", "what", "Beer",
		"for", "4").
		is(303)

		// Ann +12, Bob +12, Cat +36, Dan −60
	page := h.get(h.get(settlePath(id)).says("#pay4-3 .amt", "3s").doc.Find(
		"#pay4-3 a.why").AttrOr("href", "")).
		is(200).
		says("h2", "Dan owes 5s.")
	page.says(".so", "So Dan pays 5s in all; to keep the payments few, 1s of it goes to Ann, who gets 1s "+
		"in all; 1s of it goes to Bob, who gets 1s in all; 3s of it goes to Cat, who gets 3s in all.").
		has(3, ".so a")
	h.get(page.doc.Find(".so a").First().AttrOr("href", "")).is(200).says("h2", "Ann gets 1s.")
	h.leads(id)
	h.does(h.get(settlePath(id)), "#pay4-1 .whole").is(303)
	h.leads(id)
}

// TestWhyAfterAPayment: what somebody gets in all counts what they have got already.
func TestWhyAfterAPayment(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form[action$=costs]", "payer", "1", "amount", "2s", "what", "Beer",
		"for", "4").is(303)
	h.does(h.get(settlePath(id)), "#pay4-3 details form", "amount", "6d").is(303)
	h.get(settlePath(id)+"/why/4").is(200).says(".so", "So Dan still pays 4s 6d in all; to keep the payments "+
		"few, 1s of it goes to Ann, who gets 1s in all; 1s of it goes to Bob, who gets 1s in all; 2s 6d of it "+
		"goes to Cat, who gets 3s in all and has 6d of it already.")
}

// TestWhyAddsUp compares every line of every way down with what the page says is owed.
func TestWhyAddsUp(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	ctx := context.Background()
	must(h.book.Penalise(ctx, h.slip(), id,
		ledger.Penalty{By: 2, Kitty: true, Amount: 7, Reason: "shuffled"}))(t)
	h.does(h.get(settlePath(id)), "form[action$=costs]", "payer", "3", "amount", "10d", "what", "Crisps",
		"for", "1,2,4").
		is(303)
	h.leads(id)
	n := h.nightNow(id)
	for _, o := range n.Owed() {
		page := h.get(fmt.Sprintf("%s/why/%d", settlePath(id), o.Player)).is(200)
		var sum int64
		page.doc.Find(".why tbody tr td:nth-child(2)").Each(func(_ int, td *sel) {
			amount := must(n.Money.Parse(td.Text()))(t)
			sum += amount
		})
		if sum != o.Amount {
			t.Errorf("%s: the lines come to %d, owed is %d", o.Name, sum, o.Amount)
		}
		page.says(".total td", plain(n.Money.Signed(o.Amount)))
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
			page := h.get(fmt.Sprintf("%s/why/%d?with=%d", settlePath(id), o.Player, other.Player)).is(200)
			if got := page.text(".total td"); got != plain(n.Money.Signed(between)) && between != 0 {
				t.Errorf("%s and %s: %s, not %s", o.Name, other.Name, got, n.Money.Signed(between))
			}
		}
	}
	h.does(h.get(settlePath(id)), ".pays li:first-child .whole", "amount", "1d").is(303)
	h.leads(id)
	h.settlesBy(id, "fell", 0)
	h.ticks(id, "")
	h.leads(id)
}

// TestEveryWhyLeadsDown plays evenings of five with a kitty, in two moneys in one book, with drinks, rounding
// and payments in part in any way to pay: whatever the page asks for, its Why? leads down to it.
func TestEveryWhyLeadsDown(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dice := rand.New(rand.NewPCG(5, 3))
	h := openHouse(t)
	people := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	for _, set := range []string{"hoyle", "units"} {
		id := h.night(set, people...)
		money := h.nightNow(id).Money
		for range 9 {
			n := h.nightNow(id)
			d := rules.Deal{Seats: 5, Dealer: n.Dealer, Call: rules.Solo, Caller: n.Duties.Leader,
				Tricks: dice.IntN(14)}
			must(h.book.Record(context.Background(), h.slip(), id, ledger.DealSaid{Deal: d}))(t)
		}
		must(h.book.Penalise(context.Background(), h.slip(), id,
			ledger.Penalty{By: people[3], Kitty: true, Amount: 17, Reason: "shuffled"}))(t)
		at := settlePath(id)
		h.does(h.get(at), "#costs form[action$=costs]", "payer", fmt.Sprint(people[4]),
			"amount", money.Words(23), "what", "Port",
			"for", fmt.Sprintf("%d,%d", people[0], people[4])).
			is(303)
		h.leads(id)
		coin := map[string]int{"hoyle": 6, "units": 5}[set]
		h.does(h.get(fmt.Sprintf("%s?coin=%d", at, coin)), "#round form").is(303)
		h.leads(id)
		for _, kind := range ledger.Ways {
			way := kind.By
			h.settlesBy(id, way, int64(people[1]))
			page := h.get(at)
			if n := page.doc.Find(".pays .whole").Length(); n < 2 {
				t.Fatalf("%s%s: %d payments to try", set, way, n)
			}
			h.ticks(id, money.Words(1))
			h.leads(id)
			h.settlesBy(id, way, int64(people[1]))
			h.ticks(id, "")
			h.leads(id)
		}
		// All of it is paid after the close. The night says so of each debt; opened again it counts each in,
		// and asks for nothing.
		h.does(h.get(at), "form.closing").is(303)
		left := h.get(at).doc.Find(".pays .left").Length()
		for page := h.get("/balances"); page.doc.Find(".debts .whole").Length() > 0; page = h.get("/balances") {
			h.does(page, ".debts :first-child > li:first-child .whole").is(303)
		}
		if got := h.since(id); left < 2 || strings.Count(got, ": nothing of it is open any more.") != left {
			t.Errorf("%s: %d debts are paid, and it says %q", set, left, got)
		}
		h.get(at).has(0, ".stands .open.w, .stands .open.l")
		h.does(h.get(at), "form[action$=reopen]").is(303)
		h.leads(id)
		page := h.get(at).has(left, "#since form").has(0, "#former")
		for i := left; i > 0; i-- {
			form := url.Values{}
			page.doc.Find("#since form").
				First().
				Find("input").
				Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
			h.post(at+"/bring", form).is(303)
			page = h.get(at).has(i-1, "#since form")
			h.leads(id)
		}
		page.has(0, ".pays .whole").says("#since header p", "It is counted in tonight.")
	}
}
