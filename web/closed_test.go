package web_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
)

// over closes a night and returns its last page.
func (h *house) over(id ledger.NightID) *answer {
	h.t.Helper()
	h.closes(id)
	return h.get(nightPath(id)).is(200)
}

func TestTheLastPage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("hoyle", ids...)
	h.plays(id, "solo bob 5", "misere ann 0", "solo ann 5", "solo cat 4")
	h.does(h.get(settlePath(id)), "#pays li:first-child .whole").is(303)
	page := h.over(id)
	page.says(".taken h2", "Ann takes the night, +4s 7d").says(".taken header p", "ahead since deal 2").
		has(1, ".taken .lines .turn").says(".taken .turn title", "From deal 2 Ann was ahead").
		has(4, ".ended li").says(".ended li:first-child", "Ann+4s 7d").
		has(1, ".last-payments .state.paid").has(1, ".keepsake #picture").
		has(1, `.bar form[action="/nights"] .primary`)
	page.says(".last-payments h2", "Three payments, two left for next time")
	if n := h.nightNow(id); page.text(".keepsake .seal") != n.Seal ||
		!strings.Contains(page.text("#handon"), n.Seal) {
		t.Errorf("the seal is %s", page.text(".keepsake .seal"))
	}

	// A second evening of the same, and one that two take.
	id = h.night("hoyle", ids...)
	h.plays(id, "solo bob 5", "misere ann 0", "misere ann 0")
	h.over(id).says(".taken header p", "ahead since deal 2; two evenings in a row")
	id = h.night("hoyle", ids...)
	h.plays(id, "passed")
	h.over(id).says(".taken h2", "Nobody is up, nobody is down").has(0, ".taken header p").
		says(".last-payments h2", "Nobody owes anybody anything").has(0, ".taken .turn")
	id = h.night("hoyle", ids...)
	h.plays(id, "prop ann bob 8")
	h.over(id).says(".taken h2", "Ann and Bob take the night, +6d each").has(0, ".taken header p")
	id = h.night("units", ids...)
	h.plays(id, "misere ann 0", "solo ann 5")
	h.over(id).says(".taken header p", "ahead from the first deal to the last").has(0, ".last-payments .coin")
}

// TestAheadSince compares who led since when with a second reading of the sheet, on nights at random.
func TestAheadSince(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	names := []string{"ann", "bob", "cat", "dan"}
	dice := rand.New(rand.NewPCG(3, 5))
	for range 12 {
		id := h.night("hoyle", ids...)
		for range 1 + dice.IntN(9) {
			h.plays(id, "solo "+names[dice.IntN(4)]+" "+strconv.Itoa(dice.IntN(14)))
		}
		n := h.nightNow(id)
		var sums [][4]int64 // after each deal
		var now [4]int64
		for i := range n.Deals {
			for _, net := range n.Deals[len(n.Deals)-1-i].Nets {
				now[net.Player-ids[0]] += net.Amount
			}
			sums = append(sums, now)
		}
		best, since := -1, 0
		for p := range 4 {
			ahead := true
			for q := range 4 {
				ahead = ahead && (p == q || now[p] > now[q])
			}
			if ahead {
				best = p
			}
		}
		for deal := len(sums) - 1; deal >= 0 && best >= 0; deal-- {
			led := true
			for q := range 4 {
				led = led && (q == best || sums[deal][best] > sums[deal][q])
			}
			if !led {
				break
			}
			since = deal + 1
		}
		want := "ahead since deal " + strconv.Itoa(since)
		switch {
		case since == 0:
			want = ""
		case since == 1:
			want = "ahead from the first deal to the last"
		case since == len(sums):
			want = "decided by the last deal"
		}
		got, _, _ := strings.Cut(h.over(id).text(".taken header p"), "; ")
		if got != want && !(want == "" && strings.HasSuffix(got, "in a row")) {
			t.Errorf("%v: %q, not %q", sums, got, want)
		}
	}
}

// TestPictureAsPNG taps the picture on a device that can't share files: it is saved, of the size messages
// show.
func TestPictureAsPNG(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.closes(id)
	b := openTab(t, h.url(), phone)
	b.visit(nightPath(id))
	b.fine()
	eval[bool](b, `(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => {
		createImageBitmap(blob).then(p => { window.kept = [blob.type, p.width, p.height].join() });
		return make(blob); }; navigator.canShare = () => false; return true })()`)
	b.tap("#picture")
	b.until(`window.kept === 'image/png,1200,1500'`)
	b.until(`document.querySelector('#picture-says').textContent === 'The picture is among your downloads.'`)
	eval[bool](b, `(navigator.canShare = () => true, navigator.share = async what => { window.sent =
		[what.files[0].name, what.title].join() }, true)`)
	b.tap("#picture")
	b.until(`!!window.sent`)
	same(t, eval[string](b, `window.sent`), "Friday-night-20-Nov-2026.png,Friday night, 20 Nov 2026",
		"shared is %s")
}

// TestLastPageOfMany keeps the picture in its frame, however many came and however long their names are.
func TestLastPageOfMany(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	var ids []ledger.PlayerID
	for i := range 24 {
		ids = append(ids, h.player(strings.Repeat("W", 20)+strconv.Itoa(i)))
	}
	id := h.night("hoyle", ids[:4]...)
	for i := 4; i < len(ids); i += 4 {
		must(h.book.Record(context.Background(), h.slip(), id, ledger.DealSaid{Deal: rules.Deal{
			Seats: 4, Dealer: h.nightNow(id).Dealer, Call: rules.Solo, Caller: 1, Tricks: 7,
		}}))(t)
		h.sits(id, ids[i:i+4]...)
	}
	h.closes(id)
	got := string(h.get(nightPath(id) + "/picture.svg").is(200).body)
	if !strings.Contains(got, `viewBox="0 0 800 1000"`) || !strings.Contains(got, "and others") {
		t.Errorf("%.200s", got)
	}
}
