package browser_test

// What the script tells of a deal without a network, in a real browser.

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// everyTap looks up, in the page, the outcome of every deal without mishaps that can be tapped now.
const everyTap = `(async () => {
	const { answersOf, outcome } = await import(%q), f = document.getElementById('deal'), all = [];
	const can = name => [...f.querySelectorAll('[name=' + name + ']:not(:disabled)')];
	const calls = can('call').filter(c => c.checkVisibility());
	for (const call of calls) {
		call.checked = true;
		const two = call.classList.contains('c-two'), none = call.classList.contains('c-none');
		const whom = none ? [null] : can(two ? 'pair' : 'who');
		for (const one of whom.flatMap(w => w?.closest('.eldest') ? [[w, false], [w, true]] : [[w, false]])) {
			if (one[0]) one[0].checked = true;
			const only = one[0]?.parentElement.parentElement.querySelector('[name=turned]');
			if (only) only.checked = one[1];
			for (const tricks of none ? [null] : can('tricks')) {
				if (tricks) tricks.checked = true;
				const found = outcome(f), said = answersOf(f);
				all.push([call.value, none ? 0 : +said.get('who'), +(said.get('with') ?? 0), +(tricks?.value ?? -1),
					found?.head ?? '', found?.money ?? '']);
			}
		}
	}
	for (const input of f.querySelectorAll('[type=radio]')) input.checked = false;
	return JSON.stringify(all);
})()`

// says waits until the result reads so.
func (b *tab) result(want string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('#result').innerText.replace(/\s+/g, ' ').trim() === %q`, want))
}

// reckoned waits until the page has its outcomes.
func (b *tab) reckoned() {
	b.t.Helper()
	b.ready()
	ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => {
		const { outcomesFor, covers } = await import(%q), f = document.getElementById('deal');
		f.querySelector('#call-void').checked = true;
		while (!covers(f)) await outcomesFor(f) || await new Promise(requestAnimationFrame);
		f.querySelector('#call-void').checked = false;
		return true;
	})()`, webtest.AssetPath(b.t, "js/outcomes.js")), chromedp.EvalAwaitPromise))
}

// TestOutcomesWithoutNetwork plays five deals with the network cut, one of them without trumps by the turn of
// the suits: each tap tells the result, of each waiting deal by its own number and dealer, a mishap says that
// its money follows, and nothing is asked of the server. In the end the book has the outcome foretold.
func TestOutcomesWithoutNetwork(t *testing.T) {
	t.Parallel()
	names := []string{"Ann", "Bob", "Cat", "Dan", "Eve"}
	h := webtest.Open(t)
	set, _ := rules.Set("hoyle")
	own := *set
	own.ID, own.Trumps = "own", rules.TrumpsCycleNT
	ids := h.Players(names...)
	started := must(h.Book.StartNight(t.Context(), h.Slip(),
		ledger.NewNight{House: &own, Seats: ids, Dealer: ids[4]}))(t)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(started.Night))
	b.reckoned()
	b.offline(true)
	dealer := rules.Seat(5)
	for nth := 1; nth <= 6; nth++ {
		b.until(fmt.Sprintf(`document.querySelector('#deal [name=nth]').value === '%d'`, nth))
		if nth == 1 || nth == 5 { // with trumps, and without
			b.tellsAll(&own, names, dealer, nth)
		}
		caller := dealer%5 + 1
		b.taps("#call-solo", fmt.Sprintf("#who-%d", caller), "#tricks-7")
		b.result(names[caller-1] + " makes solo, two over 8d from each: " + names[caller-1] + " +2s")
		b.taps(record)
		b.until(fmt.Sprintf(`document.querySelectorAll('#waiting li').length === %d`, nth))
		dealer = dealer%5 + 1
	}
	b.taps("#call-misere", fmt.Sprintf("#who-%d", dealer), mishaps, fmt.Sprintf("#forfeit-%d", dealer%5+1))
	b.result("Deal 7: Misère, " + names[dealer-1] + " No connection: you see the money once it is back.")
	b.offline(false)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 6`)
	b.result(fmt.Sprintf("%s forfeits, so %s makes misère 3s from %[1]s: %[2]s +3s", names[dealer%5],
		names[dealer-1]))
	for nth := 1; nth <= 6; nth++ {
		if d := h.NthDeal(started.Night, nth); d.Nets[d.Deal.Caller-1].Amount != 24 {
			t.Errorf("deal %d came to %v", nth, d.Nets)
		}
	}
}

// tellsAll compares what the page has of every deal that can be tapped with the rules.
func (b *tab) tellsAll(h *rules.House, names []string, dealer rules.Seat, nth int) {
	b.t.Helper()
	var all [][6]any
	found := ask(b, chromedp.Evaluate[string](fmt.Sprintf(everyTap, webtest.AssetPath(b.t, "js/outcomes.js")),
		chromedp.EvalAwaitPromise))
	fine(b.t, json.Unmarshal([]byte(found), &all))
	for _, one := range all {
		call, _ := rules.ParseCall(one[0].(string))
		d := rules.Deal{Seats: len(names), Dealer: dealer, Call: call, Caller: rules.Seat(one[1].(float64)),
			Partner: rules.Seat(one[2].(float64)), Tricks: int(one[3].(float64))}
		want := []any{"", ""}
		if r, err := rules.Settle(h, &d); err != nil {
			b.t.Fatalf("deal %d: %+v can be tapped: %v", nth, d, err)
		} else if refused := d.CheckTurned(h.TurnedSuit(nth - 1)); refused != nil {
			want = []any{refused.Error(), ""}
		} else {
			a := rules.Explain(h, &d, &r, names, nil)
			want = []any{a.Headline, a.Money}
		}
		if !slices.Equal(one[4:], want) {
			b.t.Fatalf("deal %d: %+v is told as %q, and not as %q", nth, d, one[4:], want)
		}
	}
	if len(all) < 400 {
		b.t.Errorf("deal %d: only %d deals can be tapped", nth, len(all))
	}
}
