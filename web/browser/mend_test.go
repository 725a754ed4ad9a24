package browser_test

// Putting right in a real browser, on a tablet and on a phone.

import (
	"context"
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/web/webtest"
)

// chooses chooses from a list, as a finger does in the list the device shows.
func (b *tab) chooses(css, value string) {
	b.t.Helper()
	b.wait(css)
	eval[bool](b, fmt.Sprintf(`(s => {
		s.value = %q;
		s.dispatchEvent(new Event('input', { bubbles: true }));
		return s.dispatchEvent(new Event('change', { bubbles: true }));
	})(document.querySelector(%q))`, value, css))
}

// TestPagesFollow has the pages beside the table open while the night goes on: they show it at once, and keep
// what is half entered.
func TestPagesFollow(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	b := openTab(t, h.URL(), tablet)

	b.visit(webtest.NightPath(id) + "/penalties")
	must(h.Book.Penalise(context.Background(), h.Slip(), id,
		ledger.Penalty{By: h.NightNow(id).Table[0].Player, Amount: 3, Reason: "shouted"}))(t)
	b.until(`document.querySelector('main').textContent.includes('shouted')`)

	b.visit(path + fmt.Sprint(deals[1]))
	h.Mends(id,
		ledger.Mend{Do: ledger.Remove, Deal: deals[1], Saw: chain.EntryID(deals[1]), Reason: "typed twice"})
	b.until(`document.querySelector('main').textContent.includes('typed twice')`)
	b.until(`document.querySelector('#news[role=status]').textContent.includes('Meanwhile at the table:') &&
		!document.querySelector('#news').textContent.includes('filled in')`)

	b.visit(path + fmt.Sprint(deals[0]) + "/change")
	b.ready()
	b.taps("#tricks-7")
	b.until(`document.querySelector('#effect .lead')?.textContent.includes('two over')`)
	h.Plays(id, "mis dan 0")
	b.until(`document.querySelector('#news')?.textContent.includes('Dan makes misère')`)
	h.Plays(id, "solo ann 5")
	b.until(`document.querySelector('#news')?.textContent.includes('Ann makes solo')`)
	b.until(`document.querySelector('#tricks-7').checked &&
		document.querySelector('#news').textContent.includes('still here')`)
	b.taps("#effect .save button") // what happened to others doesn't keep it from being put right
	b.until(`location.search === '?did=correct'`)

	b.visit(webtest.NightPath(id) + "/settle/why/1")
	was := b.text(".total td")
	h.Plays(id, "solo bob 5")
	b.until(fmt.Sprintf(`document.querySelector('.total td')?.textContent !== %q`, was))

	b.visit(webtest.NightPath(id) + "/table")
	b.wait("main[data-version]")
	must(h.Book.CloseNight(context.Background(), h.Slip(), id, 0))(t)
	b.until(`document.querySelector('main').textContent.includes('This night is closed')`)

	b.visit(webtest.NightPath(id))
	b.wait(".seal")
	must(h.Book.ReopenNight(context.Background(), h.Slip(), id, ""))(t)
	b.wait("#deal")
}

// TestPuttingRightByTouch: what a change comes to follows each tap; of two who change the same deal the
// slower can't save it any more, and keeps the form.
func TestPuttingRightByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	_, id, deals := h.ThreeDeals()
	b := openTab(t, h.URL(), phone)
	h.Player("Eve")
	other := openTab(t, h.URL(), phone) // somebody else is at the same deal
	for _, tab := range []*tab{b, other} {
		tab.visit(fmt.Sprintf("/nights/%d/deals/%d/change", id, deals[1]))
		tab.ready()
	}
	b.taps("#sat summary")
	b.chooses("#sat-2", "5")
	b.until(`document.querySelector('.seat[data-seat="2"]').dataset.name === 'Eve' &&
		document.querySelector('#who-2').checked`)
	b.chooses("#plays-2", "2")
	b.until(`document.querySelector('#effect .lead')?.textContent.includes('Eve makes misère') &&
		document.querySelector('#effect .lead').textContent.includes('Eve for Bob')`)
	b.taps("#tricks-1")
	b.until(`document.querySelector('#effect .lead')?.textContent.includes('Eve fails misère')`)
	other.taps("#tricks-2")
	other.until(`document.querySelector('#effect .lead')?.textContent.includes('Bob fails misère')`)
	b.taps("#effect .save button")
	b.until(`location.search === '?did=correct'`)
	if got := b.text(".versions .stands"); got != "Corrected 20:00 · the tablet Eve fails misère 1s to "+
		"each These people sat there: Ann, Eve for Bob, Cat and Dan. This one counts." {
		t.Errorf("the history says %q", got)
	}
	// so it can't be saved
	other.until(`document.querySelector('#effect')?.textContent.includes('put this deal right meanwhile')`)
	other.gone("#effect .save button")
	if !eval[bool](other, `document.querySelector('#tricks-2').checked`) {
		t.Error("what the slower one filled in is gone")
	}
	same(t, h.Lines(id), "Dan: solo Ann 5; Ann: misere Eve 1; Bob: abundance Cat 9",
		"it came to %s")
}

// At five another dealer is somebody else who rests: the pairs follow as the seats do, and a forecast with
// somebody who rests now can't be confirmed.
func TestAnotherDealerByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan", "Eve")...)
	deals := h.Plays(id, "prop ann bob 8", "passed") // Eve deals, Dan rests
	b := openTab(t, h.URL(), tablet)
	b.visit(fmt.Sprintf("/nights/%d/deals/%d/change", id, deals[0]))
	b.ready()
	b.taps("#tricks-9")
	b.wait("#effect .save button")
	b.write(`#effect [name="reason"]`, "the wrong dealer")
	b.taps("#dealer-3") // Bob rests
	b.until(`!document.querySelector('#effect form:not([hidden])')`)
	b.until(`[...document.querySelectorAll('.pair:not(.rests)')].every(p => !p.innerText.includes('Bob')) &&
		document.querySelectorAll('.pair.rests').length === 4 && !document.querySelector('.pair :checked')`)
	b.taps(`.pair:not(.rests) [value="4-1"]`)
	b.until(`document.querySelector('#effect .lead')?.textContent.includes('Dan plays, Bob rests')`)
	b.until(`document.querySelector('#effect form:not([hidden]) [name="reason"]')?.value === 'the wrong dealer'`)
}
