package browser_test

// What every page is measured by: nothing wider than the screen, nothing too small for a finger, nothing
// nobody should read, a bar that leaves the page room, also with large letters.

import (
	"fmt"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// measured checks that nothing is too wide, and nothing too small for a finger.
func (b *tab) measured() {
	b.t.Helper()
	b.fits("")
	for _, bad := range eval[[]string](b, amiss) {
		b.t.Errorf("%s at %s: %s", b.at(), b.dev.name, bad)
	}
}

// fits checks that nothing is wider than the screen. A page that is still loading would be measured without
// its styles.
func (b *tab) fits(how string) {
	b.t.Helper()
	b.until(`document.readyState === 'complete'`)
	if wide := eval[int64](b, "document.documentElement.scrollWidth") - b.dev.width; wide > 0 {
		b.t.Errorf("%s at %s%s: %v pixels wider than the screen: %s", b.at(), b.dev.name, how, wide,
			eval[string](b, fmt.Sprintf(widest, b.dev.width+1)))
	}
}

// low checks that the bar leaves the screen to the page.
func (b *tab) low(how string) {
	b.t.Helper()
	if high := eval[float64](b,
		`document.querySelector('.bar')?.getBoundingClientRect().height ?? 0`); high > float64(b.dev.height)*.4 {
		b.t.Errorf("%s at %s%s: the bar is %.0f pixels high", b.at(), b.dev.name, how, high)
	}
}

// enlarged looks at the page with letters twice as large, as those set them who see badly.
func (b *tab) enlarged(look func()) {
	b.t.Helper()
	eval[string](b, "document.documentElement.style.fontSize = '200%'")
	look()
	b.low(" with large letters")
	eval[string](b, "document.documentElement.style.fontSize = ''")
}

// widest names what sticks out.
const widest = `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > %d)
	.map(e => e.tagName + '.' + e.className +
		(e.children.length ? '' : ' "' + e.textContent.trim().slice(0, 30) + '"')).slice(0, 5).join(' ')`

// amiss names what is cut off, what nobody should read, and what is lower or narrower than 48 pixels though
// one taps it. Links in running text are exempt, also where it heads a deal or says who deals; so is what is
// covered by a larger label, and a step of a picture, which the table below it has for a finger.
const amiss = `(() => {
	const bad = [], sheet = document.querySelector('#sheet .scroll');
	const cut = sheet ? sheet.scrollWidth - sheet.clientWidth : 0;
	if (cut > 0) bad.push(cut + ' pixels of the score sheet are cut off');
	const raw = document.body.innerText.match(/@[\w.]+\(|\{ ?\w+\.|%!\w|\bundefined\b|\bNaN\b/);
	if (raw) bad.push('something stands there that nobody should read: ' + raw[0]);
	for (const e of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select')) {
		const box = e.getBoundingClientRect();
		if (box.height >= 47.5 && box.width >= 47.5) continue;
		if (!e.checkVisibility() || e.classList.contains('skip') || e.closest('label') ||
			e.closest('p, .account h2, .steps li, .duty li:not(.remarks), .unseen, small, .taps')) continue;
		bad.push('too small for a finger: ' + e.tagName + ' "' + (e.innerText || e.name).slice(0, 30) + '" ' +
			[box.width, box.height].map(Math.round).join('×'));
	}
	return bad;
})()`

// TestMeasuredSees: each of the measures finds what it is for, also out of sight.
func TestMeasuredSees(t *testing.T) {
	t.Parallel()
	b := openTab(t, webtest.Open(t).URL(), phone)
	b.visit("/attic")
	b.outOfSight()
	b.becomes(tablet)
	same(t, eval[int](b, "document.documentElement.clientWidth"), int(tablet.width),
		"the page is laid out for %d pixels")
	for html, want := range map[string]string{
		`<button data-style="width: 60px; min-height: 40px">a</button>`:       `BUTTON "a" 60×40`,
		`<button data-style="width: 60px; height: 50px">tap</button>`:         "",
		`<p><a href="/">in a line</a></p>`:                                    "",
		`<b>@parts.Bar()</b>`:                                                 "nobody should read: @parts.Bar(",
		`<div id=sheet><p class=scroll data-style="font-size: 99em">WW</div>`: "score sheet are cut off",
	} {
		eval[bool](b, fmt.Sprintf(`(main => {
			main.innerHTML = %q;
			for (const e of main.querySelectorAll('[data-style]')) e.style.cssText = e.dataset.style;
			return true;
		})(document.querySelector('main'))`, html))
		got := strings.Join(eval[[]string](b, amiss), "; ")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("of %s is seen %q", html, got)
		}
	}
}
