package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// The laws are searched as one types. On a phone they are chapters that fold, with a script and without: a
// link into one opens it.
func TestFindInTheLaws(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	const open = `[...document.querySelectorAll('details.law')].filter(d => d.open).length`
	b := openTab(t, h.URL(), tabletUp)
	b.visit("/laws")
	b.write("#find", "who deels now")
	b.wait(`#found a[href="/laws/trouble/who-deals/misdeal"]`)

	small := openTab(t, h.URL(), phone)
	small.visit("/laws")
	if n, tall := eval[int](small, open), eval[int](small, `document.body.scrollHeight`); n != 0 || tall > 2500 {
		t.Errorf("on a phone %d chapters are open, and the page is %d pixels tall", n, tall)
	}
	small.tap("details.law:nth-of-type(3) summary")
	small.until(open + ` === 1`)
	small.visit("/laws#misdeal")
	small.until(`document.querySelector('#misdeal').checkVisibility()`)
	wide := openTab(t, h.URL(), laptop)
	wide.visit("/laws")
	wide.until(open + ` === 15`)

	plain := openTab(t, h.URL(), phone, old)
	plain.visit("/laws#royal")
	if n := eval[int](plain,
		`[...document.querySelectorAll('.law')].filter(s => s.checkVisibility()).length`); n != 15 {
		t.Errorf("%d sections without a script", n)
	}
	if !eval[bool](plain, `document.querySelector('#royal').checkVisibility()`) {
		t.Error("without a script a link into a chapter doesn't open it")
	}
}

// A house of one's own, by touch: the live table follows what is typed without taking the focus away, a
// sentence appears beside what is wrong, calls are moved by button.
func TestOwnHouseByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), tablet)
	b.visit("/houses/new?from=hoyle")
	b.write("[name=name]", "Friday rules")
	b.write("#stake-1", "9")
	b.wait("#says-stake-1")
	b.keys("d")
	b.until(`document.querySelector('.payoff tbody tr:nth-child(6) td:nth-child(3)')?.textContent === '9d'`)
	if !eval[bool](b, `document.activeElement.id === 'stake-1' && document.activeElement.value === '9d'`) {
		t.Errorf("typing was disturbed: %s", eval[string](b, `document.activeElement.outerHTML`))
	}
	b.tap(`button[value="down:2"]`)
	b.until(`document.querySelectorAll('.ladder [name=call]')[3].value === 'misere'`)
	b.tap(`button[value="up:3"]`)
	b.until(`document.querySelectorAll('.ladder [name=call]')[2].value === 'misere'`)
	b.tap(`button[value="up:2"]`)
	b.until(
		`[...document.querySelectorAll('.ladder [name=call]')].map(i => i.value).join(' ').startsWith('prop ` +
			`misere solo abundance')`,
	)
	b.until(`[...document.querySelectorAll('.payoff thead th')].map(i => i.textContent.trim()).join(' ` +
		`').startsWith('Tricks Prop & cop Misère Solo')`)
	same(t, eval[string](b, `document.querySelector('[name=name]').value`), "Friday rules",
		"the name became %q")
}

// TestOwnHouseTypedMeanwhile types on while the answer to the first letters is under way, and goes to another
// field: all of it stays.
func TestOwnHouseTypedMeanwhile(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	var sent atomic.Int32
	asked, answer := make(chan struct{}), make(chan struct{})
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/houses/draft" && sent.Add(1) == 1 {
			close(asked)
			<-answer
		}
		h.Handler.ServeHTTP(w, r)
	}))
	b := openTab(t, h.URL(), tablet)
	b.visit("/houses/new?from=hoyle")
	b.write("[name=name]", "Friday")
	<-asked
	b.keys(" rules")
	b.write("#stake-1", "9d")
	close(answer)
	b.until(`document.querySelector('.payoff tbody tr:nth-child(6) td:nth-child(3)')?.textContent === '9d'`)
	same(t, eval[string](b, `document.querySelector('[name=name]').value`), "Friday rules",
		"the name became %q")
}

// The steps of the first evening are dismissed on the phone: what is half entered stays.
func TestFirstEveningDismissed(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(night))
	b.tap("#who-2 + span")
	b.tap("#first form button")
	b.gone("#first")
	if !eval[bool](b, `document.querySelector('#who-2').checked`) {
		t.Error("what was half entered is lost")
	}
}

// The card is one sheet of paper, in black and white, whatever the set.
func TestTheCardIsOneSheet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	misery, _ := rules.Set("hoyle")
	long := *misery
	long.ID, long.Name, long.AllPass, long.Shuffle, long.ShufflePenalty = "long",
		"The longest of all names a circle is likely to give", rules.Fewest, rules.ShuffleAfterAbundance, 6
	long.RoyalOver, long.DeclaredOpen, long.Packets, long.Misery = true, true, rules.PacketsRotatingFour, 9
	long.Calls = slices.Clone(misery.Calls)
	for i := range long.Calls {
		r := &long.Calls[i]
		if r.Lost = 9; r.Call.Counted() {
			r.Bonus, r.Under, r.FreeUnder = int64(5+i%2), max(r.Under, 1), 1+i%2
		}
	}
	long.Calls[2].Under = 1
	b := openTab(t, h.URL(), laptop)
	for _, set := range append([]*rules.House{&long}, rules.Sets()...) {
		got := must(h.Book.StartNight(context.Background(), h.Slip(),
			ledger.NewNight{House: set, Seats: seats, Dealer: seats[0]}))(t)
		b.visit("/laws?" + url.Values{"night": {fmt.Sprint(got.Night)}}.Encode())
		if set == &long {
			for _, on := range []chromedp.PaperSize{chromedp.PaperA4, chromedp.PaperLetter} {
				if pages := b.printed(chromedp.PDFPaper(on)); pages != 1 {
					t.Errorf("the longest prints on %d pages of %v inches", pages, on)
				}
			}
		}
		b.paper(true)
		if over := eval[string](b,
			`[...document.querySelectorAll('.folded .leaf')].filter(l => l.scrollHeight > l.clientHeight + 1).map(l `+
				`=> l.innerText.slice(0, 30)).join()`); over != "" {
			t.Errorf("%s: a leaf runs over: %s", set.ID, over)
		}
		b.paper(false)
	}
}
