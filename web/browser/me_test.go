package browser_test

import (
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// saysWhose says on a phone that it is of the last at the table.
func saysWhose(b *tab) {
	b.tap("button[name=player]:nth-of-type(4)")
	b.wait("#me h2")
}

// TestMeOnAPhone has a phone say whose it is, and follow the table: its page changes as deals are recorded
// and as the table lets it do more; a payment is ticked in place; ended at the table, it is nobody's.
func TestMeOnAPhone(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	link := h.Link(id)
	b := openTab(t, h.URL(), phone)
	told := func(head string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelector('#me h2')?.textContent === %q`, head))
	}
	b.visit(link)
	b.tap("#me.nobody a")
	b.arrives("button[name=player]")
	b.tap("button[name=player]:nth-of-type(4)")
	b.arrives("#me h2")
	told("Dan, you are even")
	h.Plays(id, "mis dan 1")
	told("Dan, you are 3s down")
	on := true
	must(h.Book.EditNight(t.Context(), h.Slip(), id, ledger.NightEdit{Phones: &on}))(t)
	must(h.Book.SetLastRound(t.Context(), h.Slip(), id, 0))(t)
	told("Dan, you pay Ann 1s, Bob 1s and Cat 1s")
	b.wait("#me .due button")
	if out := eval[bool](b, `[...document.querySelectorAll('.counted .coin')].some(coin => {
			const own = coin.getBoundingClientRect(), in_ = coin.closest('.due').getBoundingClientRect();
			return !own.width || own.top < in_.top || own.bottom > in_.bottom || own.left < in_.left;
		})`); out {
		t.Error("a coin lies elsewhere than with its payment")
	}
	for left := 2; left >= 0; left-- {
		b.tap("#me .due button")
		b.until(fmt.Sprintf(`document.querySelectorAll('#me .due').length === %d`, left))
	}
	told("Dan, all you owed is paid")
	b.tap("#me .ticked button")
	b.until(`document.querySelectorAll('#me .due').length === 1`)
	phones := h.Book.Phones(id)
	if len(phones) != 1 {
		t.Fatal(phones)
	}
	fine(t, h.Book.EndPhone(t.Context(), id, phones[0].ID))
	b.until(`document.querySelector('#me.nobody') !== null`)
}

// TestReasonOutlivesNews: what somebody types against a result stays, and stays in sight, when the next deal
// is recorded meanwhile; so it does on the result that is an earlier one by then.
func TestReasonOutlivesNews(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	link, on := h.Link(id), true
	h.Plays(id, "mis ann 1")
	must(h.Book.EditNight(t.Context(), h.Slip(), id, ledger.NightEdit{Phones: &on}))(t)
	b := openTab(t, h.URL(), phone)
	b.visit(link + "/me")
	b.tap("button[name=player]:nth-of-type(4)")
	b.arrives("#me .answer summary")
	b.tap("#me .answer summary")
	b.write("#me .answer input[name=reason]", "two tricks")
	h.Plays(id, "mis bob 1")
	b.until(`document.querySelector('#me-earlier summary') !== null`)
	b.until(`(field => field?.value === 'two tricks' && field.checkVisibility() &&
		field === document.activeElement)(
			[...document.querySelectorAll('#me input[name=reason]')].find(field => field.value))`)
}
