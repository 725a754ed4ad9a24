package browser_test

// An evening on which everything happens that can happen between two deals, on a phone: people come, go and
// change seats, the deal is set, somebody is fined and let off, a result is disputed, and others look on
// until the seal.

import (
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// sitsSo taps on the people's page and takes what it shows.
func (b *tab) sitsSo(night ledger.NightID, taps ...string) {
	b.t.Helper()
	b.visit(webtest.NightPath(night) + "/table")
	b.wait("#people")
	for _, css := range taps {
		before := eval[string](b, `document.querySelector('#people form.start').outerHTML`)
		b.taps(css)
		b.until(fmt.Sprintf(`document.querySelector('#people form.start').outerHTML !== %q &&
			!document.querySelector('[class*=htmx-]')`, before)) // a form that is being sent has a class for it
	}
	b.taps(`#people [value=sit]`)
	b.until(fmt.Sprintf(`location.pathname === %q && !!document.querySelector('#deal.quick')`,
		webtest.NightPath(night)))
}

// TestEveningOfComings plays it.
func TestEveningOfComings(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat")...)
	h.Players("Dan", "Eve")
	b := openTab(t, h.URL(), phone)
	rows := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, n))
	}
	sits := func(want string) {
		t.Helper()
		if got := h.TableNow(id); got != want {
			t.Fatalf("at the table: %s, not %s", got, want)
		}
	}

	// three become four become five become four; two change seats; the deal is set
	b.visit(webtest.NightPath(id))
	b.ready()
	if b.shows("#call-prop") {
		t.Error("three can propose")
	}
	b.taps(one("solo", 1, 5)...)
	rows(1)
	b.sitsSo(id, "#p4")
	sits("Ann Bob Cat Dan | Ann")
	b.taps(two(2, 3, 8)...)
	rows(2)
	b.sitsSo(id, "#p5")
	sits("Ann Bob Cat Dan Eve | Bob")
	b.taps(one("solo", 3, 5)...) // Ann rests, on the right of Bob
	rows(3)
	same(t, b.text("#sheet tbody tr:first-child td:nth-of-type(1)"), "· sat out",
		"who rested has %q")
	same(t, b.text("#sheet tbody tr:last-child td:nth-of-type(5)"), "not there",
		"who had not come has %q")
	b.fine()
	b.sitsSo(id, "#p3", "#seat1", "#seat2", `[value="deal:4"]`)
	sits("Bob Ann Dan Eve | Dan")
	b.taps(one("solo", 4, 5)...)
	rows(4)
	if got, want := h.Sums(id), "Ann 0 Bob -12 Cat 18 Dan -18 Eve 12"; got != want {
		t.Fatalf("it came to %s, not %s", got, want)
	}

	// fined, into the kitty and to the others, and let off
	fined := func(by int, to, amount string) {
		t.Helper()
		b.visit(webtest.NightPath(id) + "/penalties")
		b.taps(fmt.Sprintf(`#penalty [name="by"][value="%d"]`, by),
			fmt.Sprintf(`#penalty [name="to"][value=%q]`, to))
		b.write(`#penalty [name="amount"]`, amount)
		b.write(`#penalty [name="reason"]`, "talked")
		b.taps("#penalty .save button")
		b.until(`document.querySelectorAll('.penalties li').length > 0 && !document.querySelector('#penalty ` +
			`[name="by"]:checked')`)
	}
	fined(1, "kitty", "6d")
	if kitty := h.NightNow(id).Kitty.Sum.Score(); kitty != 6 {
		t.Fatalf("the kitty has %d", kitty)
	}
	fined(2, "others", "1d")
	if got := h.Sums(id); got != "Ann -5 Bob -15 Cat 18 Dan -17 Eve 13" {
		t.Fatalf("after two penalties: %s", got)
	}
	b.taps(".penalties li:first-child details summary")
	b.write(`.penalties li:first-child form [name="reason"]`, "it was Dan")
	b.taps(".penalties li:first-child form button")
	b.until(`document.querySelector('.penalties').textContent.includes('Withdrawn: it was Dan')`)
	if got := h.Sums(id); got != "Ann -6 Bob -12 Cat 18 Dan -18 Eve 12" {
		t.Fatalf("after it was withdrawn: %s", got)
	}

	// each result agreed, if the night wants it; what is disputed is listed at the closing
	b.visit(webtest.NightPath(id) + "/table")
	b.taps(".wishes summary", `.wishes [name="agree"]`, "#people [value=sit]")
	b.until(fmt.Sprintf(`location.pathname === %q && !!document.querySelector('#deal.quick')`,
		webtest.NightPath(id)))
	b.taps(one("misere", 1, 0)...)
	b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 5')`)
	b.taps(`#sheet .agree a[href$="#dispute"]`)
	b.wait("#dispute[open]")
	b.write(`#dispute [name="reason"]`, "a trick was taken")
	b.taps(`#dispute button[value="4"]`)
	b.until(`location.search === '?did=disputed'`)
	b.visit(webtest.NightPath(id) + "/settle")
	b.wait(`form[action$="/close"]`)
	if !eval[bool](b, `document.querySelector('form[action$="/close"]').textContent.includes('Deal 5')`) {
		t.Error("the closing doesn't list what is disputed")
	}

	// others look on: by a link, by another when that was ended, and until the seal
	other := openTab(t, h.URL(), phone)
	link := func() {
		t.Helper()
		b.visit(webtest.NightPath(id) + "/watch")
		b.taps(`form[action$="/watch"] button`)
		b.wait("svg.qr")
		other.visit(
			eval[string](b, `'/watch/' + document.querySelector('.address').textContent.split('/watch/')[1].trim()`),
		)
		other.wait("#looked .said")
	}
	link()
	b.taps(`form[action$="/watch/end"] button`)
	other.until(`document.querySelector('main h2')?.textContent === 'Nothing to see here any more'`)
	link()
	b.visit(webtest.NightPath(id) + "/settle")
	b.taps("#close", `form[action$="/close"] button`)
	b.wait(".seal")
	other.until(`!!document.querySelector('.seal') && !document.querySelector('.said .duty')`)
	if got, want := other.text(".seal"), b.text(".seal"); got != want || want != h.NightNow(id).Seal {
		t.Errorf("the table's seal is %q, who looked on sees %q", want, got)
	}
}
