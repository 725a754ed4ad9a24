package web_test

import (
	"context"
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/say"
	"ouverte/web/webtest"
)

// TestEveryCall taps a deal of each call on the table's form, and looks for the call on every page that lists
// calls. A new call that is missing somewhere is named.
func TestEveryCall(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	search := h.Get("/deals").Is(200)
	editor := h.Get("/houses/new?from=units").Is(200)
	for _, c := range rules.Calls() {
		set, answers := onlyCall(c)
		night := must(h.Book.StartNight(context.Background(), h.Slip(),
			ledger.NewNight{House: set, Seats: seats, Dealer: seats[3], Auction: true}))(t)
		form := h.Get(webtest.NightPath(night.Night)).Doc.Find(fmt.Sprintf("[name=call][value=%q]", c))
		if target := fmt.Sprint(set.Calls[0].Target); c.Counted() && c != rules.Irish &&
			form.AttrOr("data-target", "") != target {
			t.Errorf("%s is made with %s, and the form asks for %s", c, target, form.AttrOr("data-target", ""))
		}
		got := h.Post(webtest.NightPath(night.Night)+"/deals", h.Deal(night.Night, answers))
		if got.StatusCode != 303 {
			t.Errorf("%s can't be tapped on the form: %d for %s", c, got.StatusCode, answers)
		} else if n := h.NightNow(night.Night); len(n.Deals) != 1 || n.Deals[0].Deal.Call != c {
			t.Errorf("%s isn't recorded as tapped: %s", c, h.Lines(night.Night))
		}
		lawPage := h.Get(fmt.Sprintf("/laws?night=%d", night.Night)).Is(200)
		if word := say.CallWord(c); lawPage.Doc.Find("#"+string(word)).Length() != 1 {
			t.Errorf("%s: the laws have no place #%s to lead to", c, word)
		}
		if search.Doc.Find(fmt.Sprintf("option[value=%q]", c)).Length() == 0 {
			t.Errorf("%s can't be searched for", c)
		}
		words := h.Get("/laws/words").Is(200).Form(".words-form", "")
		if names := laws.Names(c); len(names) > 1 {
			words.Set(c.String(), names[1])
			h.Post("/laws/words", words).Is(303)
			if h.Book.Now().Words()[c] != names[1] {
				t.Errorf("%s isn't kept by the form of the circle's own words (web/words.go)", c)
			}
			words = h.Get("/laws/words").Form(".words-form", "")
			words.Del(c.String())
			h.Post("/laws/words", words).Is(303)
		}
		if c.Biddable() &&
			editor.Doc.Find(fmt.Sprintf("[name=call][value=%q], [name=do][value=\"add:%s\"]", c, c)).Length() == 0 {
			t.Errorf("%s can't be put into a set of house rules", c)
		}
	}
}

// onlyCall is a house in which this call can be played, and the answers of the form that record one.
func onlyCall(c rules.Call) (*rules.House, string) {
	set, _ := rules.Set("units")
	h := *set
	answers := "call=" + c.String()
	switch {
	case c == rules.GeneralMisere:
		h.ID, h.AllPass = "last-trick", rules.LastTrick
		answers += "&who=1"
	case c.Biddable():
		h.ID, h.Calls = "own-"+c.String(), []rules.Rank{{Call: c, Target: c.UsualTarget(), Stake: 1}}
		if c.Counted() && c != rules.Irish {
			h.Calls[0].Target++
		}
		answers += "&who=1&tricks=6"
	}
	switch c {
	case rules.Prop:
		answers += "&with=2"
	case rules.Irish:
		answers += "&bid=6&suit=H"
	}
	return &h, answers
}
