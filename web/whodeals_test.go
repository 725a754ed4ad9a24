package web_test

// Who deals next, asked on the table where what was put right has left it open.

import (
	"fmt"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens, screen{name: "table-who-deals", open: func(h *house) string {
		id := h.doubtful()
		return nightPath(id)
	}})
}

// doubtful is a night in which Cat was chosen to deal while Dan's deal was off the sheet.
func (h *house) doubtful() ledger.NightID {
	h.t.Helper()
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	deal := h.plays(id, "solo ann 5")[0]
	h.mends(id, ledger.Mend{Do: ledger.Remove, Deal: deal, Saw: ledger.EntryID(deal)})
	must(h.book.ChangeTable(h.t.Context(), h.slip(), id, 0, ledger.TableChange{Dealer: 3}))(h.t)
	h.mends(id, ledger.Mend{Do: ledger.PutBack, Deal: deal, Saw: ledger.EntryID(deal)})
	return id
}

func (h *house) dealer(id ledger.NightID) string {
	h.t.Helper()
	n := h.nightNow(id)
	return n.SeatNames()[n.Dealer-1]
}

func TestTableAsksWhoDeals(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.doubtful()
	path := nightPath(id)
	page := h.get(path).is(200).says("#who-deals-question",
		"Cat was chosen to deal, and deals before that were put right since. Who deals next?").
		says("#who-deals .chips", "CatAnn")
	form := page.form("#who-deals", "")
	post := path + "/dealer"

	form.Set("dealer", "9")
	h.post(post, form).is(422).says("#notice", "Choose one of those at the table to deal.")
	form.Set("dealer", "")
	h.post(post, form).is(422)
	form.Set("dealer", "1")
	stale := h.get(path).form("#who-deals", "")
	h.post(post, form).is(303)
	same(t, h.dealer(id), "Ann", "%s deals next")
	h.post(post, form).is(303) // the same form once more: a double tap
	h.get(path).has(0, "#who-deals")

	stale.Set("dealer", "3") // another tablet that asked at the same time
	h.post(post, stale).is(409).
		says("#notice", "Somebody changed this night meanwhile. Look at it again before you go on.")
	same(t, h.dealer(id), "Ann", "%s deals next")
}

// The people's page takes nobody's turn for granted, and asks before others sit down.
func TestPeopleAreAskedWhoDeals(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.doubtful()
	eve := h.player("Eve")
	path := nightPath(id) + "/table"
	h.get(path).is(200).has(0, `.deals [aria-pressed="true"]`)
	page := h.seats(path, fmt.Sprintf("seat:%d", eve))
	form := page.form("#people .start", "sit")
	h.post(path, form).is(422).says("#says-dealer",
		"Cat was chosen to deal, and deals before that were put right since. Who deals next?")
	page = h.seats(path, fmt.Sprintf("seat:%d", eve), "deal:3")
	h.post(path, page.form("#people .start", "sit")).is(303)
	same(t, h.dealer(id), "Cat", "%s deals next")
	h.get(nightPath(id)).has(0, "#who-deals")
}

func TestWhoDealsByTouch(t *testing.T) {
	t.Parallel()
	for _, wishes := range [][]wish{nil, {noScript}} {
		t.Run(fmt.Sprint(len(wishes)), func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			id := h.doubtful()
			b := openTab(t, h.url(), phone, wishes...)
			b.visit(nightPath(id))
			b.wait("#who-deals button")
			b.tap("#who-deals button:last-child")
			b.gone("#who-deals")
			same(t, h.dealer(id), "Ann", "%s deals next")
			b.fine()
		})
	}
}
