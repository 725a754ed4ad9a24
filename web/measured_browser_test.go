package web_test

// What every page is measured by: nothing wider than the screen, nothing too small for a finger, nothing
// nobody should read, a bar that leaves the page room, also with large letters.

import "fmt"

// fine checks what must hold on every page at every size: axe-core finds nothing serious, nothing is wider
// than the screen, and whatever can be tapped is large enough for a finger.
func (b *tab) fine() {
	b.t.Helper()
	b.measured()
	if !b.mute { // axe-core is a script too
		b.axe()
	}
}

// measured is the part of fine that is quickly done: nothing too wide, nothing too small.
func (b *tab) measured() {
	b.t.Helper()
	b.fits("")
	if cut := eval[int](b,
		`(s => s ? s.scrollWidth - s.clientWidth : 0)(document.querySelector('#sheet .scroll'))`); cut > 0 {
		b.t.Errorf("%s at %s: %d pixels of the score sheet are cut off", b.at(), b.dev.name, cut)
	}
	if raw := eval[string](b,
		`(document.body.innerText.match(/@\w+\(|\{ ?\w+\.|%!\w|\bundefined\b|\bNaN\b/) || [''])[0]`); raw != "" {
		b.t.Errorf("%s at %s: something stands there that nobody should read: %s", b.at(), b.dev.name, raw)
	}
	if small := eval[string](b, tooSmall); small != "" {
		b.t.Errorf("%s at %s: too small for a finger: %s", b.at(), b.dev.name, small)
	}
}

// fits checks that nothing is wider than the screen. A page that is still loading would be measured without
// its styles.
func (b *tab) fits(how string) {
	b.t.Helper()
	b.until(`document.readyState === 'complete'`)
	if wide := eval[int64](b, "document.documentElement.scrollWidth") - b.dev.width; wide > 0 {
		b.t.Errorf(
			"%s at %s%s: %v pixels wider than the screen: %s",
			b.at(),
			b.dev.name,
			how,
			wide,
			eval[string](b, fmt.Sprintf(widest, b.dev.width+1)),
		)
	}
}

// low checks that the bar leaves the screen to the page.
func (b *tab) low(how string) {
	b.t.Helper()
	if high := eval[float64](b,
		`document.querySelector('.bar')?.getBoundingClientRect().height ?? 0`); high > float64(
		b.dev.height,
	)*.4 {
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

// tooSmall names what is lower or narrower than 48 pixels though one taps it. Links in running text are
// exempt, also where it heads a deal or says who deals; so is what is covered by a larger label.
const tooSmall = `[...document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select')]
	.filter(e => e.checkVisibility() && !e.classList.contains('skip') && !e.closest('label') &&
		!e.closest('p, .account h2, .steps li, .duty li:not(.remarks), .unseen, small'))
	.map(e => [e, e.getBoundingClientRect()])
	.filter(([, box]) => box.height < 47.5 || box.width < 47.5)
	.map(([e, box]) => e.tagName + ' "' + (e.innerText || e.name).slice(0, 30) + '" ' +
		[box.width, box.height].map(Math.round).join('×')).join('; ')`
