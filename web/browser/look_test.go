package browser_test

import "fmt"

// broken returns the first rule of the look the page breaks: one gold button at most; buttons not lower than
// 48 pixels, and of one line not higher than 60; the same left edge on all pages but the wall's; no text
// under 13 pixels on a phone, but on the sheet as it is printed; nothing underlined but links, and quiet
// buttons; a name and an amount in one line stand on one baseline, but in maps, whose cells are pictures.
const broken = `(() => {
	const seen = e => e.checkVisibility({ visibilityProperty: true });
	const all = css => [...document.querySelectorAll(css)].filter(seen);
	const named = e => e.outerHTML.slice(0, 90);
	const gold = all(':is(button, .b, .button):is(.gold, .brass)');
	if (gold.length > 1) return gold.length + ' gold buttons: ' + gold.map(e => e.innerText).join(', ');
	for (const b of all('main :is(button.b, a.b, button:not([class]))')) {
		const high = b.getBoundingClientRect().height;
		if (high < 47.5) return 'a button ' + high + ' high: ' + named(b);
	}
	const edge = innerWidth > 600 ? 16 : 8;
	const left = Math.min(...all('main .paper').map(e => e.getBoundingClientRect().x));
	const page = document.querySelector('main').getBoundingClientRect().x;
	if (isFinite(left) && !document.querySelector('.walled, .narrow') && Math.abs(left - page - edge) > 1) {
		return 'the left edge is at ' + (left - page) + ', not ' + edge;
	}
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let t = texts.nextNode(); t; t = texts.nextNode()) {
		const e = t.parentElement;
		if (!t.data.trim() || !seen(e) || e.closest('svg, .unseen, noscript, .skip, .a4')) continue;
		const style = getComputedStyle(e);
		if (innerWidth <= 600 && parseFloat(style.fontSize) < 12.99) {
			return style.fontSize + ' letters: ' + named(e);
		}
		if (style.textDecorationLine.includes('underline') && !e.closest('a, .quiet, .more, .turn, summary')) {
			return 'underlined: ' + named(e);
		}
	}
	const pen = document.createElement('canvas').getContext('2d');
	const line = e => { // where its letters stand, if they stand in one line
		const words = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		for (let t = words.nextNode(); t; t = words.nextNode()) {
			if (!t.data.trim() || t.parentElement.closest('.unseen, small')) continue;
			const range = document.createRange();
			range.selectNodeContents(t);
			const boxes = range.getClientRects(), style = getComputedStyle(t.parentElement);
			if (boxes.length !== 1) return null;
			pen.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
			const { top, bottom } = boxes[0];
			return { top, bottom, base: top + pen.measureText('x').fontBoundingBoxAscent };
		}
	};
	const amounts = '.amount, .amt, .s, .came, .n, .w, .l, .z, .figures:not(.standing)';
	for (const amount of all('main :is(' + amounts + ', dd, td, li b)')) {
		if (!/\d/.test(amount.textContent) || amount.closest('svg, .k, .heat, .matrix')) continue;
		const row = amount.parentElement.closest('li, tr, h2, h3, p, header, a, .facts > *');
		const name = row && [...row.querySelectorAll('.name, b, strong, h2, h3, h4, .who, th, dt')].find(e =>
			seen(e) && !e.contains(amount) && !e.matches(amounts) &&
			e.compareDocumentPosition(amount) === Node.DOCUMENT_POSITION_FOLLOWING);
		const a = name && line(name), b = line(amount);
		if (!a || !b) continue;
		const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
		if (shared < .6 * Math.min(a.bottom - a.top, b.bottom - b.top)) continue; // two lines
		if (Math.abs(a.base - b.base) > 1.1) { // boxes and letters are rounded each for itself
			return 'baselines ' + (b.base - a.base) + ' apart: ' + named(name) + ' and ' + named(amount);
		}
	}
	return '';
})()`

// keepsTheLook holds the rules of the look against a screen.
func (b *tab) keepsTheLook() {
	b.t.Helper()
	if rule := eval[string](b, broken); rule != "" {
		b.t.Errorf("%s at %s: %s", b.at(), b.dev.name, rule)
	}
}

// palesSay clicks the pale button, if the page has one: a refusal, a question marked as missing, one sentence
// more or the browser at an empty field says why it has to wait. It clicks by a script, as the window may be
// out of sight.
func (b *tab) palesSay() {
	b.t.Helper()
	if !eval[bool](b, `(() => {
		const gold = document.createElement('i');
		gold.style.color = 'var(--gold-wait)';
		document.body.append(gold);
		const pale = [...document.querySelectorAll('button, .b, .button')].find(e =>
			e.checkVisibility() && getComputedStyle(e).color === getComputedStyle(gold).color);
		gold.remove();
		pale?.setAttribute('data-pale', '');
		return !!pale;
	})()`) {
		return
	}
	says := `document.body.innerText.split('\n').filter(l => / .*[.?]\s*$/.test(l)).length`
	before := eval[int](b, `document.activeElement.blur() ?? `+says)
	eval[bool](b, `!document.querySelector('[data-pale]').click()`)
	b.until(fmt.Sprintf(`document.activeElement.matches(':invalid') || %s > %d ||
		[...document.querySelectorAll('.says, .missing, .asks')].some(e => e.checkVisibility())`, says, before))
}
