package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/web/webtest"
)

var projector = device{"projector", 1280, 720, false}

// lengthy are names of up to 20 letters, of one word and of two.
var lengthy = []string{"Bartholomew-James", "Wilhelmina Carruther", "Featherstonehaugh",
	"Evangeline Worthing", "Christophersen", "Maximilian Schaefer", "Anastasia Bell", "Sebastian Blackwood",
	"Theodora Whitcombe",
	"Montgomery Fitzroy", "Ann", "Penelope Ashworth", "Joan", "Alexandria Howe", "Bo", "Rosamund Featherston",
	"Fitzwilliamson", "Josephine Baker", "Nathaniel Hawthorne", "Clementine", "Leopold Marchbanks", "Marguerite",
	"Ferdinand Ashcombe", "Guinevere"}

// whole names what a wall shows cut, broken inside a word or beside its place, on the page it is turned to.
const whole = `(() => {
	const bad = [], words = document.createRange();
	if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth)
		bad.push('it scrolls');
	const all = document.createTreeWalker(document.querySelector('#looked'), NodeFilter.SHOW_TEXT);
	while (all.nextNode()) {
		const one = all.currentNode, is = one.parentNode;
		if (!is.checkVisibility() || is.matches('.unseen') || is.closest('.keepsake')) continue;
		const within = ['li', '[data-turns]', 'section, .paper, header', '#looked'].map(at => is.closest(at))
			.filter(Boolean).map(at => at.getBoundingClientRect());
		for (const { 0: word, index } of one.data.matchAll(/[^\s-]+-?/g)) {
			words.setStart(one, index);
			words.setEnd(one, index + word.length);
			const at = words.getBoundingClientRect(), room = at.height / 8; // above and below letters
			if (words.getClientRects().length > 1) bad.push('broken: ' + word);
			if (within.some(in_ => at.left < in_.left - 1 || at.right > in_.right + 1 || at.top < in_.top - room ||
				at.bottom > in_.bottom + room)) bad.push('cut: ' + one.data.trim());
		}
	}
	for (const one of document.querySelectorAll('#looked [data-turns] > *')) {
		if (one.checkVisibility()) seen.add(one);
	}
	return bad.join('; ');
})()`

// letters are the sizes of what a wall shows, in thousandths of its width.
const letters = `[...new Set(['.standing-all li > b', '.t li > b', '.t .last p', '.moves li > b',
	'.around li > .face + b', '.gives b', '.story p', '.first h2', '.best > b'].flatMap(css =>
	[...document.querySelectorAll('#looked ' + css)].map(one =>
		css + ' ' + (parseFloat(getComputedStyle(one).fontSize) / innerWidth * 1000).toFixed(1))))].join('; ')`

// TestTheWallNeverScrolls: from eight to 24 people with long names, from before the first deal to the last
// page, what the wall shows is whole and in letters of one size; what doesn't fit comes when it turns; and
// the code to join by is at most a tenth as high. A wall is laid out in parts of its width, so each evening
// is looked at on one screen, half of them on the smaller.
func TestTheWallNeverScrolls(t *testing.T) {
	t.Parallel()
	size := map[string]string{".standing-all li > b": "15.0", ".t li > b": "15.0", ".t .last p": "14.0",
		".moves li > b": "19.0", ".around li > .face + b": "13.5", ".gives b": "13.5", ".story p": "17.6",
		".first h2": "31.1", ".best > b": "15.0"}
	for i, of := range [][2]int{{24, 6}, {8, 2}, {11, 3}, {16, 4}, {23, 5}, {24, 8}} {
		t.Run(fmt.Sprint(of[0], " at ", of[1]), func(t *testing.T) {
			t.Parallel()
			aBrowser(t)
			h := webtest.Open(t)
			set, _ := rules.Set("hoyle")
			id := h.Gathers(of[1], h.Players(lengthy[:of[0]]...), ledger.NewMeeting{House: set, Deals: 2, Rounds: 2,
				Minutes: 40, Name: "Thursday at the Red Lion"})
			link := h.Post(webtest.NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
			on := []device{television, projector}[i%2]
			b := openTab(t, h.URL(), on)
			b.from(`window.turns = []; window.seen = new Set();
				const real = setInterval; setInterval = (then, after) => { turns.push(then); return real(then, after); }`)
			looks := func(when string) {
				t.Helper()
				b.visit(link)
				b.until(`turns.length && document.fonts.status === 'loaded'`)
				b.until(`[...document.querySelectorAll('.join .qr')].every(one =>
					one.getBoundingClientRect().height <= innerHeight / 10)`)
				same(t, eval[string](b, `[...Array(8)].map(() => {
					const bad = `+whole+`;
					turns.forEach(then => then());
					return bad;
				}).find(Boolean) ?? ''`), "", when+" on the "+on.name+": %s")
				same(t, eval[string](b, `[...document.querySelectorAll('#looked [data-turns] > *')].filter(one =>
					!seen.has(one) && !one.matches('.up')).map(one => one.innerText).join()`), "", when+": never shown: %s")
				for _, is := range strings.Split(eval[string](b, letters), "; ") {
					if at := strings.LastIndex(is, " "); at >= 0 {
						same(t, is[at+1:], size[is[:at]], when+" on the "+on.name+": letters of "+is[:at]+" are %s")
					}
				}
			}
			looks("before the first round")
			first := h.MeetingNow(id).Tables[0]
			h.Plays(first.ID, "declared bart 13")
			looks("at the first deals")
			h.Plays(first.ID, "declared wilh 12")
			looks("with one table done")
			for _, t := range h.MeetingNow(id).Tables[1:] {
				h.Plays(t.ID, "misère "+strings.ToLower(strings.Fields(h.NameOf(t.Table[1].Player))[0])+" 0", "pass")
			}
			h.Goes(id, "leaves", 4).Is(303)
			looks("between the rounds")
			h.Get(webtest.MeetingPath(id)).Agrees(h, id).Is(303)
			h.PlaysRound(id, 2)
			must(h.Book.GatherTables(t.Context(), h.Slip(), id, 0))(t)
			looks("while they pay")
			plan := must(h.MeetingNow(id).Whole().Plan())(t)
			must(h.Book.Pay(t.Context(), h.Slip(), id, plan.Pays[0]))(t)
			_, err := h.Book.AddCost(t.Context(), h.Slip(), id, ledger.Cost{By: 1, What: "port", Amount: 24,
				For: []chain.PlayerID{1, 2}})
			fine(t, err)
			h.ClosesMeeting(id)
			looks("at the end")
		})
	}
}

// TestNoNameBreaksOnTheWall: nor on the evening's own page, long as it is and with an amount beside it.
func TestNoNameBreaksOnTheWall(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.MeetingOf(3, h.Players("Bartholomew", "Wilhelmina", "Constantine", "Dorothy", "Evangeline",
		"Florence", "Geoffrey", "Josephine", "Kathleen", "Christopher", "Margaret")...)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "declared bartholomew 13")
	h.Plays(h.MeetingNow(id).Tables[1].ID, "declared florence 9")
	h.Plays(h.MeetingNow(id).Tables[2].ID, "misère christopher 0")
	for at, on := range map[string]device{"/wall": television, "": tablet} {
		b := openTab(t, h.URL(), on)
		b.visit(webtest.MeetingPath(id) + at)
		b.until(`[...document.querySelectorAll('.t li > b')].map(one => {
			const words = document.createRange();
			words.selectNodeContents(one.firstChild);
			return words.getClientRects().length;
		}).join('') === '11111111111'`)
	}
}

// TestWhereYouSitOnAPhone: each name of the table somebody sits at is whole on their phone, the dealer's too.
func TestWhereYouSitOnAPhone(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.MeetingOf(2, h.Players("Arthur", "Beatrice", "Theodora Whitcombe", "Bartholomew-James", "Kenneth",
		"Christophersen", "Florence", "George")...)
	b := openTab(t, h.URL(), phone)
	b.visit(h.Link(id) + "/me")
	for _, who := range []int{1, 5} {
		b.tap(fmt.Sprintf("button[name=player]:nth-of-type(%d)", who))
		b.wait("#me .around")
		b.wait("#looked .t .own")
		b.until(`document.fonts.status === 'loaded'`)
		same(t, eval[string](b, `[...document.querySelectorAll('#me .around li > .face + b')].flatMap(one => {
			const words = document.createRange(), text = one.firstChild;
			return [...text.data.matchAll(/[^\s-]+-?/g)].filter(({ 0: word, index }) => {
				words.setStart(text, index);
				words.setEnd(text, index + word.length);
				const at = words.getBoundingClientRect(), within = one.parentNode.getBoundingClientRect();
				return words.getClientRects().length > 1 || at.right > within.right || at.left < within.left;
			}).map(([word]) => word);
		}).join()`), "", "broken or cut: %s")
		b.visit(h.Link(id) + "/me")
	}
}

// TestASheetOfMany: at a table where eight or nine have sat no name is broken inside a word, and none covers
// another; what of nine doesn't fit is moved to sideways, and no amount of theirs is cut.
func TestASheetOfMany(t *testing.T) {
	t.Parallel()
	for _, on := range []device{phone, tabletUp, tablet} {
		for _, many := range []int{8, 9} {
			t.Run(fmt.Sprint(many, " on the ", on.name), func(t *testing.T) {
				t.Parallel()
				h := webtest.Open(t)
				who := h.Players("Dorothy", "Nathaniel", "Cat", "Dan", "Eve", "Florence", "Josephine", "Kathleen",
					"Ivy")[:many]
				id := h.Night("ten-pence", who[:4]...)
				h.Plays(id, "misère dorothy 0")
				for i := 4; i < many; i++ {
					c := ledger.TableChange{Chairs: []chain.Chair{{Player: who[0]}, {Player: who[1]}, {Player: who[2]},
						{Player: who[i]}}}
					must(h.Book.ChangeTable(t.Context(), h.Slip(), id, 0, c))(t)
					h.Plays(id, "solo dorothy 5")
				}
				h.Plays(id, "misère nathaniel 0")
				b := openTab(t, h.URL(), on)
				b.visit(webtest.NightPath(id))
				// who sits there now comes first
				same(t, eval[int](b, `document.querySelectorAll('#sheet thead .gone ~ th:not(.gone)').length`), 0,
					"%d stand after those who went")
				cut := eval[string](b, `(() => {
					const words = document.createRange();
					const at = one => { words.selectNodeContents(one); return words.getBoundingClientRect(); };
					const amounts = [...document.querySelectorAll('#sheet .throng td:not(.away)')].filter(one => {
						const is = at(one), cell = one.getBoundingClientRect();
						return is.left < cell.left - 1 || is.right > cell.right + 1;
					});
					const names = [...document.querySelectorAll('#sheet .named')];
					return [...amounts, ...names.filter((one, i) => {
						const is = at(one), lines = words.getClientRects().length;
						return lines > 1 || is.left < document.querySelector('#sheet').getBoundingClientRect().left ||
							names.slice(0, i).map(at).some(other => other.left < is.right && is.left < other.right &&
								other.top < is.bottom - 1 && is.top < other.bottom - 1);
					})].map(one => one.outerHTML).join('');
				})()`)
				same(t, cut, "", "cut, broken or covered: %s")
				b.until(`[...document.querySelectorAll('#sheet tr.total td')].every((one, i) => Math.abs(
					one.getBoundingClientRect().right - document.querySelectorAll('#sheet .named')[i].parentNode
						.getBoundingClientRect().right) < 2)`)
				b.fits(fmt.Sprint(" with ", many))
			})
		}
	}
}

// TestTheWallIsLive: a deal recorded at a table is on the wall, and on a phone below its owner's own line,
// without anybody touching them.
func TestTheWallIsLive(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	wall := openTab(t, h.URL(), television)
	wall.visit(webtest.MeetingPath(id) + "/wall")
	one := openTab(t, h.URL(), phone)
	one.visit(h.Link(id) + "/me")
	one.tap("button[name=player]:nth-of-type(2)")
	one.until(`document.querySelector('#me h2')?.innerText.startsWith('You sit by the fire with ')`)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère bob 0")
	wall.until(`document.querySelector('.t .last p').innerText === 'Bob makes misère'`)
	wall.until(`document.querySelector('.standing-all li b').innerText === 'Bob'`)
	one.until(`document.querySelector('#me p').innerText === 'You are 6 up, first of eight.'`)

	// So is its end, in its own shape.
	h.ClosesMeeting(id)
	wall.until(`document.querySelector('.podium .first h2')?.innerText === 'Bob takes the night'`)
	wall.until(`document.documentElement.scrollHeight <= innerHeight`)
	one.until(`document.querySelector('.podium') && document.querySelector('#me h2').innerText ===
		'Bob, you get 2 from Ann, 2 from Cat and 2 from Dan'`)
	pays := settle.Payment(h.Book.Now().DebtsLeft(h.NightNow(id))[0].Debt)
	must(h.Book.PaySlate(t.Context(), h.Slip(), h.NightNow(id).Money, pays, 0))(t)
	for _, b := range []*tab{wall, one} {
		b.until(`document.querySelectorAll('#looked .last-payments .paid').length === 1`)
	}
}

// TestTheWallSaysHowOldItIs: a wall that hears nothing says so, in as much room as before, until there is
// news.
func TestTheWallSaysHowOldItIs(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	b := openTab(t, h.URL(), television)
	b.visit(webtest.MeetingPath(id) + "/wall")
	const high = `document.querySelector('.wallbar').offsetHeight`
	b.until(upToDate)
	before := eval[int](b, high)
	b.offline(true)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère bob 0")
	b.until(noNews)
	if now := eval[int](b, high); now != before {
		t.Errorf("the bar was %d high and is %d", before, now)
	}
	b.fits(" without news")
	b.offline(false)
	b.until(`document.querySelector('.t .last p').innerText === 'Bob makes misère'`)
	b.until(upToDate)
}

// TestNewcomerByEnter: a name typed on the evening's page comes with the Enter key, as by its button.
func TestNewcomerByEnter(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.MeetingPath(id))
	b.write("input[name=newname]", "Zoe")
	b.keys("\r")
	b.until(`document.querySelector('#next [name=leaver]').innerText.includes('Zoe')`)
	if e := h.MeetingNow(id); len(e.People) != 9 {
		t.Errorf("%d people are there", len(e.People))
	}
}

// TestTheSameAgainLeadsThere: the page of a closed evening hears of the new one that is begun on it, and
// doesn't reload instead of going there.
func TestTheSameAgainLeadsThere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	h.PlaysRound(id, 2)
	h.ClosesMeeting(id)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(id))
	b.until(upToDate)
	b.tap(".bar form button")
	b.until(`location.pathname.startsWith('/meetings/') &&
		document.querySelector('.just-begun h2').innerText === 'Nothing has been played yet'`)
}

// TestWhoMetWhomOnAPhone: twelve are beside each other whole, without pushing, and the rounds are folded; on
// a laptop the rounds are open and each column has its name.
func TestWhoMetWhomOnAPhone(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(12, 3)
	h.PlaysRounds(id)
	h.ClosesMeeting(id)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(id))
	b.until(`document.querySelectorAll('.who-met thead th').length === 13`)
	b.until(`(one => one.scrollWidth <= one.clientWidth)(document.querySelector('.who-met .scroll'))`)
	b.until(`!document.querySelector('.rounds details').open`)
	b.becomes(tablet)
	b.visit(webtest.NightPath(id))
	b.until(`document.querySelector('.rounds details').open`)
	b.until(`[...document.querySelectorAll('.who-met th + th .unseen')].every(one => one.offsetHeight > 9)`)
}

// TestTheClockIsTheServers: every page counts the round down by the server's time, on a device whose clock is
// an hour wrong, too. It goes on without a network, calls the last deal in time and says when the time is up.
// A device whose clock was set meanwhile hears the time from the server.
func TestTheClockIsTheServers(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Timed(40, 8, 2)
	for path, on := range map[string]device{
		"/nights/2": tablet, webtest.MeetingPath(id): tablet, webtest.MeetingPath(id) + "/wall": television,
	} {
		b := openTab(t, h.URL(), on)
		b.from(`{ const real = Date.now; window.later = 3600000; Date.now = () => real() + later; }`)
		b.visit(path)
		const whole, says = `/^(40:00|39:5\d)$/.test(document.querySelector('.to-go b').innerText)`,
			`document.querySelector('.last-deal').innerText.startsWith('%s')`
		b.until(whole)
		b.until(upToDate)
		b.offline(true)
		eval[int](b, `later += 36 * 60000`)
		b.until(fmt.Sprintf(says, "This is the last deal"))
		eval[int](b, `later += 5 * 60000`)
		b.until(fmt.Sprintf(says, "Time is up"))
		b.offline(false)
		b.until(whole)
		b.until("!" + fmt.Sprintf(says, "Time is up"))
	}
}
