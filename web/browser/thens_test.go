package browser_test

import (
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouverte/web/webtest"
)

// thens is what is done on a screen of webtest.Screens, on a phone, before it is looked at.
var thens = map[string]func(b *tab){
	"keeper-alone": func(b *tab) {
		b.wait("#copy:not([hidden]).gold")
		b.tap("form[action='/keeper/codes'] details > summary")
		b.tap(".kinds button")
		b.wait(".fresh")
	},
	"keeper-code": func(b *tab) {
		b.tap(".kinds button:nth-child(2)")
		b.wait(".fresh")
	},
	"keeper-warned": func(b *tab) { b.wait(".warning") },
	"keeper-checked": func(b *tab) {
		b.tap(".do:has(form[action='/keeper/check']) summary")
		b.tap("form[action='/keeper/check'] button")
		b.wait(".found.well")
	},
	"keeper-refused": func(b *tab) {
		b.tap(".devices li:has(#name-2) summary")
		b.write("#name-2", "the tablet")
		b.tap("form[action='/keeper/devices/2'] button:not(.out)")
		b.wait("#says-name")
	},
	"pin": func(b *tab) {
		b.write("#pin", "1234")
		b.tap("form.pair button")
		b.wait("#says-pin-asked")
	},
	"house-wrong": func(b *tab) {
		b.write("#stake-1", "a bob")
		b.wait("#says-stake-1")
	},
	"me":      saysWhose,
	"me-sits": saysWhose,
	"me-goes": saysWhose,
	"me-may": func(b *tab) {
		saysWhose(b)
		b.tap("#me .answer summary")
	},
	"me-closed": saysWhose,
	"deal-change": func(b *tab) {
		b.wait("#deal.quick")
		b.taps("#dealer-1", "#tricks-9")
		b.wait("#effect .save button")
	},
	"paper": func(b *tab) {
		b.until(`document.activeElement.id === 'lines' && !!window.htmx`)
		b.keys(strings.Join([]string{"solo ann 7", "prop ann bob 8", "solo zed 4", "pass",
			"abundance cat 9"}, kb.Enter) + kb.Tab + "1s 6d")
		b.until(
			`document.querySelectorAll('#reckoned tbody tr').length === 5 && !!document.querySelector('.theirs')`,
		)
	},
	"penalties-refused": func(b *tab) {
		b.taps("#penalty .w-as", `#penalty [name=as][value=bet]`, "#penalty .w-by", `#penalty [name=by][value="2"]`,
			"#penalty .w-for", `#penalty [name=for][value="the deal"]`)
		if says := b.text(".sentence"); !strings.Contains(says, "Bob") || !strings.Contains(says, "for the deal") {
			b.t.Errorf("the sentence says %q", says)
		}
		b.taps("#penalty .save button")
		b.wait("#penalty .w-stake:checked")
	},
	"table-older": func(b *tab) {
		b.ready()
		b.taps(one("solo", 1, 7)...)
		b.wait("#waiting li")
	},
	"start-open": func(b *tab) { b.tap(".another > summary") },
	"menu": func(b *tab) {
		b.tap(".bar .menu summary")
		b.wait(".bar .menu nav")
	},
	"settle-all": func(b *tab) { b.tap("#bowl summary") },
	"balances":   func(b *tab) { b.taps(".stands details summary", "details.paper > summary") },
	"table-prop": func(b *tab) {
		b.ready()
		b.taps("#call-prop", "#pair-1-3", "#tricks-9")
		b.wait("#result strong")
	},
	"table-misere-mishaps": func(b *tab) {
		b.ready()
		b.taps("#call-misere", "#who-1", mishaps, "#forfeit-3")
		b.wait("#result strong")
	},
	"table-three": func(b *tab) { b.ready(); b.taps("#call-solo", "#who-2") },
	"table-irish": func(b *tab) { b.ready(); b.taps("#call-irish", "#bid-6H", "#who-1") },
	"table-last-trick": func(b *tab) {
		b.ready()
		b.taps("#call-general-misere", mishaps, "#wrong-2") // which decide it, without a loser
		b.wait("#result strong")
	},
	"table-fewest": func(b *tab) { b.ready(); b.tap("#call-general-misere") },
	"table-auction": func(b *tab) {
		b.ready()
		b.tap(`#auction [value="prop"]`)
		b.wait(`#auction[data-turn="Bob"]`)
	},
	"table-auction-irish": func(b *tab) {
		b.ready()
		b.tap(`#auction [value="6H"]`)
		b.wait(`#auction[data-turn="Bob"]`)
	},
	"table-waiting": func(b *tab) {
		b.ready()
		b.offline(true)
		b.taps(one("solo", 1, 7)...)
		b.wait("#waiting li")
	},
	"table-kept": func(b *tab) {
		b.ready()
		b.kept(1, len(webtest.AnEvening))
		b.wasOff.Store(true)
		ask(b, chromedp.Evaluate[bool](`fetch('/cut').catch(() => true)`, chromedp.EvalAwaitPromise))
		b.visit("/table")
		b.wait("html[data-kept] #deal.quick")
		b.taps(two(2, 3, 8)...)
		b.wait("#waiting li")
		b.taps("#call-solo", "#who-1", "#tricks-7")
		b.until(noNews)
	},
}
