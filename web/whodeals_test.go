package web_test

import (
	"fmt"
	"testing"

	"ouverte/web/webtest"
)

func TestTableAsksWhoDeals(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Doubtful()
	path := webtest.NightPath(id)
	page := h.Get(path).Is(200).Says("#who-deals-question",
		"Cat was to deal next, but you put earlier deals right since. Who deals next?").
		Says("#who-deals .chips", "CatAnn")
	form := page.Form("#who-deals", "")
	post := path + "/dealer"

	form.Set("dealer", "9")
	h.Post(post, form).Is(422).Says("#notice", "Choose one of those at the table to deal.")
	form.Set("dealer", "")
	h.Post(post, form).Is(422)
	form.Set("dealer", "1")
	stale := h.Get(path).Form("#who-deals", "")
	h.Post(post, form).Is(303)
	same(t, h.Dealer(id), "Ann", "%s deals next")
	h.Post(post, form).Is(303) // the same form once more: a double tap
	h.Get(path).Has(0, "#who-deals")

	stale.Set("dealer", "3") // another tablet that asked at the same time
	h.Post(post, stale).Is(409).
		Says("#notice", "Somebody has just changed this night. Look at it again before you go on.")
	same(t, h.Dealer(id), "Ann", "%s deals next")
}

// The people's page takes nobody's turn for granted, and asks before others sit down.
func TestPeopleAreAskedWhoDeals(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Doubtful()
	eve := h.Player("Eve")
	path := webtest.NightPath(id) + "/table"
	h.Get(path).Is(200).Has(0, `.deals [aria-pressed="true"]`)
	page := seats(h, path, fmt.Sprintf("seat:%d", eve))
	form := page.Form("#people .start", "sit")
	h.Post(path, form).Is(422).Says("#says-dealer",
		"Cat was to deal next, but you put earlier deals right since. Who deals next?")
	page = seats(h, path, fmt.Sprintf("seat:%d", eve), "deal:3")
	h.Post(path, page.Form("#people .start", "sit")).Is(303)
	same(t, h.Dealer(id), "Cat", "%s deals next")
	h.Get(webtest.NightPath(id)).Has(0, "#who-deals")
}
