package browser_test

// What can be read: no letters below 12 pixels, charts included, enough contrast for every text in either
// scheme, and nothing cut off where the letters are twice as large. Measured on the page itself, without
// axe-core, which looks at no chart and passes over what it isn't sure of.

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ouverte/rules"
	"ouverte/templates/draw"
	"ouverte/web/webtest"
)

// legible checks all text there is on the page as it is now.
func (b *tab) legible() {
	b.t.Helper()
	for _, bad := range eval[[]string](b, illegible) {
		b.t.Errorf("%s at %s: %s", b.at(), b.dev.name, bad)
	}
}

// unclipped checks that no text is cut off.
func (b *tab) unclipped(how string) {
	b.t.Helper()
	for _, cut := range eval[[]string](b, clipped) {
		b.t.Errorf("%s at %s%s: cut off: %s", b.at(), b.dev.name, how, cut)
	}
}

// illegible names each text that is too small, or too like what is behind it: WCAG's 4.5 to 1, and 3 to 1 for
// large letters. Of a gradient behind it the nearest colour counts. Exempt is what can't be used just now.
const illegible = `(() => {
	const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
	const colours = new Map();
	const colour = css => {
		if (!colours.has(css)) {
			brush.clearRect(0, 0, 1, 1);
			brush.fillStyle = css;
			brush.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
			colours.set(css, [r, g, b, a / 255]);
		}
		return colours.get(css);
	};
	const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
	const light = c => c.slice(0, 3).map(v => v / 255)
		.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const ratio = (a, b) => {
		const [hi, lo] = [light(a), light(b)].sort((x, y) => y - x);
		return (hi + .05) / (lo + .05);
	};
	const remembered = of => (known => e => known.get(e) ?? known.set(e, of(e)).get(e))(new Map());
	const styleOf = remembered(getComputedStyle);
	const opacityOf = remembered(e => e ? styleOf(e).opacity * opacityOf(e.parentElement) : 1);
	// painted gives the colours there are once a style's background is painted over what is under it.
	const painted = (s, under) => {
		const lines = s.backgroundImage.startsWith('repeating'); // of a pixel, and no ground
		const drawn = !lines && s.backgroundImage.match(/(rgba?|color)\([^)]*\)/g), c = colour(s.backgroundColor);
		if (drawn) return drawn.map(one => over(colour(one), white));
		return c[3] === 1 ? [c] : c[3] ? behind(under).map(u => over(c, u)) : behind(under);
	};
	const white = [255, 255, 255, 1];
	const behind = remembered(e => e ? painted(styleOf(e), e.parentElement) : [white]);
	const bad = new Set();
	const look = (e, s, text, drawn) => {
		const opacity = opacityOf(e);
		const scale = drawn ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1;
		const size = parseFloat(s.fontSize) * scale;
		const says = (e.className.baseVal ?? e.className) + ' "' + text.trim().slice(0, 30) + '"';
		if (size < 11.95) bad.add(size.toFixed(1) + ' pixels: ' + says);
		const [r, g, b, a] = colour(drawn ? s.fill : s.color);
		const grounds = painted(s, e.parentElement);
		const least = Math.min(...grounds.map(u => ratio(over([r, g, b, a * opacity], u), u)));
		const need = size >= 24 || size >= 18.66 && s.fontWeight >= 700 ? 3 : 4.5;
		if (least < need - .005) bad.add(least.toFixed(2) + ' to 1: ' + says);
	};
	const hidden = e => !e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
		e.closest('.unseen, .skip, :disabled') ||
		e.closest('label')?.querySelector('input:disabled') || getComputedStyle(e).clipPath !== 'none';
	for (const e of document.querySelectorAll('body, body *')) {
		if (e.matches('script, style, noscript, option, title, template')) continue;
		const text = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('');
		const field = e.matches('input:not([type=radio], [type=checkbox]), select, textarea');
		if (!text.trim() && !field && !e.matches(':has(> *), p, span, li, div, label')) continue;
		if (hidden(e)) continue;
		const drawn = e instanceof SVGElement;
		if (text.trim() || field && e.value) look(e, styleOf(e), text || e.value, drawn);
		if (field && e.placeholder && !e.value) look(e, getComputedStyle(e, '::placeholder'), e.placeholder);
		for (const part of drawn ? [] : ['::before', '::after']) {
			const s = getComputedStyle(e, part), says = s.content.replace(/^"|"$/g, '');
			if (/[a-z]{2}/i.test(says) && says !== 'none' && says !== 'normal' && s.display !== 'none' &&
				s.visibility !== 'hidden') look(e, s, says);
		}
	}
	return [...bad];
})()`

// clipped names what has text in it that is cut off.
const clipped = `[...document.querySelectorAll('body *')].filter(e => {
	const cut = v => v === 'hidden' || v === 'clip', s = getComputedStyle(e);
	return (cut(s.overflowX) && e.scrollWidth > e.clientWidth + 1 ||
		cut(s.overflowY) && e.scrollHeight > e.clientHeight + 1) &&
		s.clipPath === 'none' && s.webkitLineClamp === 'none' && e.clientWidth > 1 && e.checkVisibility() &&
		!e.closest('.unseen, .skip, svg') && e.innerText?.trim();
}).map(e => e.tagName + '.' + e.className + ' "' + e.innerText.trim().slice(0, 40) + '"')`

// TestLegibleSees: each of the measures finds what it is for.
func TestLegibleSees(t *testing.T) {
	t.Parallel()
	b := openTab(t, webtest.Open(t).URL(), phone)
	b.visit("/attic")
	shows := func(tag, style, text string) {
		eval[int](b, fmt.Sprintf(`(e => {
			e.textContent = %q;
			e.style.cssText = %q;
			document.querySelector('main').replaceChildren(e);
			return 1;
		})(document.createElement(%q))`, text, style, tag))
	}
	for what, style := range map[string]string{
		"small letters":     "font-size: 11.5px; background: #fff; color: #000",
		"grey on white":     "background: #fff; color: #888",
		"faint":             "background: #fff; color: #000; opacity: .4",
		"pale on a drawing": "background: linear-gradient(#000, #fff); color: #fff",
	} {
		shows("p", style, "read me")
		if got := eval[[]string](b, illegible); len(got) != 1 {
			t.Errorf("%s: seen is %q", what, got)
		}
	}
	shows("p", "background: #fff; color: #000", "read me")
	if got := eval[[]string](b, illegible); len(got) != 0 {
		t.Errorf("what can be read isn't: %q", got)
	}
	shows("p", "overflow: hidden; height: 10px", "cut off")
	if got := eval[[]string](b, clipped); len(got) != 1 {
		t.Errorf("cut off is %q", got)
	}
	eval[int](b, `document.querySelector('main').innerHTML =
		'<svg viewBox="0 0 200 20" width="100"><text y="15" font-size="14">a chart</text></svg>', 1`)
	if got := eval[[]string](b, illegible); !strings.HasPrefix(strings.Join(got, " "), "7.0 pixels") {
		t.Errorf("of a small chart is seen %q", got)
	}
}

// TestCoinsHoldTheirWords: what stands on a drawn coin stays within it, in every money whose coins are drawn.
func TestCoinsHoldTheirWords(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := webtest.Open(t)
	id := h.ThreePlayed()
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.SettlePath(id))
	var drawn strings.Builder
	for m, amount := range map[rules.Money]int64{
		rules.LSD: 71, "GBP": 388, "EUR": 388, "USD": 641, "CHF": 885, "SEK": 3600, "NOK": 3600, "DKK": 3600,
		"AUD": 880, "CAD": 880, "NZD": 880, "ZAR": 880,
	} {
		if err := draw.Coins(draw.CountOut(m, amount)).Render(t.Context(), &drawn); err != nil {
			t.Fatal(err)
		}
	}
	eval[int](b, "document.querySelector('main').innerHTML = "+strconv.Quote(drawn.String())+", 1")
	got := eval[string](b, `(all => {
		const words = document.createRange();
		return [...all].filter(one => {
			words.selectNodeContents(one);
			return words.getBoundingClientRect().width > one.getBoundingClientRect().width - 3;
		}).map(one => one.textContent).join() + all.length;
	})(document.querySelectorAll('.counted .coin'))`)
	if !regexp.MustCompile(`^[5-9]\d$`).MatchString(got) {
		t.Errorf("these coins don't hold their words: %s", got)
	}
	said := " " + eval[string](b, `[...document.querySelectorAll('.coin')].map(c => c.textContent).join(' ')`)
	for _, want := range []string{"20c", "€1", "50p", "25¢", "3d", "Fr.5", "20"} {
		if !strings.Contains(said, " "+want+" ") {
			t.Errorf("no coin says %s: %s", want, said)
		}
	}
}
