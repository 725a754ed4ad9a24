package web_test

import "ouverte/web"

func init() {
	screens = append(screens, screen{name: "parts", open: func(*house) string { return "/parts" },
		change: func(o *web.Options) { o.Parts = true }})
}

// broken returns the first rule of the look the page breaks: one gold button at most; buttons not lower than
// 48 pixels, and of one line not higher than 60; the same left edge on all pages but the wall's; no text
// under 13 pixels on a phone, but on the sheet as it is printed; nothing underlined but links, and quiet
// buttons.
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
	const edge = innerWidth > 900 ? 20 : innerWidth > 600 ? 12 : 8;
	const left = Math.min(...all('main .paper').map(e => e.getBoundingClientRect().x));
	const page = document.querySelector('main').getBoundingClientRect().x;
	if (isFinite(left) && !document.querySelector('.walled') && Math.abs(left - page - edge) > 1) {
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
	return '';
})()`

// keepsTheLook holds the rules of the look against a screen.
func (b *tab) keepsTheLook() {
	b.t.Helper()
	if rule := eval[string](b, broken); rule != "" {
		b.t.Errorf("%s at %s: %s", b.at(), b.dev.name, rule)
	}
}
