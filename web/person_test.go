package web_test

// Names and persons: changed, put away, joined and parted, through the router.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
)

func personPath(p ledger.PlayerID) string { return fmt.Sprintf("/players/%d/person", p) }

func init() {
	screens = append(screens,
		screen{name: "person", open: func(h *house) string {
			all := h.players("Ann", "Bob", "Cat", "Dan")
			h.night("hoyle", all...)
			return personPath(all[1])
		}},
		screen{name: "person-as", open: func(h *house) string {
			all := h.players("Ann", "Bob", "Cat", "Dan", "Bobby")
			h.night("hoyle", all[:4]...)
			return personPath(all[4]) + fmt.Sprintf("?as=%d#same", all[1])
		}},
	)
}

func TestPersons(t *testing.T) {
	h := openHouse(t)
	all := h.players("Ann", "Bbo", "Cat", "Dan", "Bobby")
	id := h.night("hoyle", all[:4]...)
	h.plays(id, "solo bbo 7")
	bob, bobby := all[1], all[4]
	at := personPath(bob)

	// A slip in a name is put right, on former evenings too.
	page := h.get(h.get(fmt.Sprintf("/players/%d", bob)).is(200).doc.Find(`a[href$="/person"]`).AttrOr("href", "")).
		is(200)
	name := `form[action$="/name"]`
	h.does(page, name, "name", " ann ").
		is(422).
		says("#says-name", "The name Ann is taken. Choose one that tells the two apart.").
		has(1, name+` input[name=name][value=" ann "]`)
	h.does(page, name, "name", "").is(422).has(1, "#says-name")
	for range 2 { // sent twice is done once
		h.does(page, name, "name", "Bob").is(303)
	}
	h.get(at+"?did=named").says(".notice", "The name is changed, on all evenings.")
	if text := h.get(nightPath(id)).text("#sheet"); !strings.Contains(text, "Bob") ||
		strings.Contains(text, "Bbo") {
		t.Errorf("the sheet says %q", text)
	}

	// Who sits at a table can't be put away; who doesn't is offered no more until brought back.
	away := `form[action$="/away"]`
	h.does(h.get(at), away).is(422).says(".says", "Bob sits at a table at this moment.")
	h.does(h.get(personPath(bobby)), away).is(303)
	if text := h.get("/").text("main"); strings.Contains(text, "Bobby") {
		t.Error("offered though put away")
	}
	h.does(h.get(personPath(bobby)), away).is(303)
	h.get(personPath(bobby)).says(away+" button", "Put away")

	// Two who turn out to be one are looked at first, joined, and parted again.
	same := `form[action$="/join"]`
	h.get(personPath(bobby)).has(4, "#same option").has(0, same)
	page = h.get(personPath(bobby)+fmt.Sprintf("?as=%d", bob)).
		says(same+" strong", "Bobby (no evening yet) is Bob (one evening).")
	done := h.does(page, same).is(303)
	if got := done.Header.Get("Location"); got != at+"?did=joined" {
		t.Fatalf("it leads to %s", got)
	}
	h.get(fmt.Sprintf("/players/%d", bobby)).is(303)
	part := `form[action$="/part"]`
	page = h.get(at).has(1, part)
	if text := page.text(part); !strings.Contains(text, "Bobby, who was made one with Bob on") {
		t.Errorf("it says %q", text)
	}
	for range 2 {
		h.does(page, part).is(303)
	}
	h.does(page, part, "key", "another").is(409).has(0, part)
	h.get(fmt.Sprintf("/players/%d", bobby)).is(200).says("h1", "Bobby")

	// What can't be.
	page = h.get(at + fmt.Sprintf("?as=%d", all[0]))
	h.does(page, same).is(422)
	h.post(at[:strings.LastIndex(at, "/")]+"/part", url.Values{"key": {"x"}, "entry": {"1"}}).is(404)
	h.get("/players/99/person").is(404)
	h.get(at + "?as=x").is(422)
}
