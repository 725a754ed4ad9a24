package webtest

import (
	"fmt"
	"net/url"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
)

func init() {
	Screens = append(Screens, Screen{Name: "penalties", Open: func(h *Site) string {
		id := h.Night("high-scoring", h.Players("Ann", "Bob", "Cat", "Dan")...)
		path := fmt.Sprintf("/nights/%d/penalties", id)
		for _, p := range []string{"by=2&to=kitty&amount=1&reason=Shuffled",
			"by=3&to=others&amount=2&reason=Talked about the hand"} {
			form, _ := url.ParseQuery(p)
			form.Set("key", fmt.Sprint("k", form.Get("by")))
			form.Set("saw", "1")
			h.Post(path, form).Is(303)
		}
		h.Post(path+"/"+strings.Split(h.Get(path).Doc.Find("form[action$=withdraw]").Last().AttrOr("action", ""),
			"/")[4]+"/withdraw", url.Values{"key": {"w"}, "reason": {"it was due"}}).
			Is(303)
		return path
	}}, Screen{Name: "penalties-refused", Open: func(h *Site) string {
		all := h.Players("Ann", "Bob", "Cat", "Maximilian von und zu Hohenstein-Ansbach", "Eve")
		path := NightPath(h.Night("ten-pence", all...)) + "/penalties"
		h.Does(h.Get(path), "#penalty", "as", "bet", "by", "2", "to", "3", "amount", "10", "for",
			"A bet on the deal")
		return path
	}})
}

// Agreeing is a night that wants results agreed, with one deal on it.
func (h *Site) Agreeing() (chain.NightID, chain.DealID) {
	h.T.Helper()
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	yes := true
	must(h.Book.EditNight(h.T.Context(), h.Slip(), id, ledger.NightEdit{Agree: &yes}))(h.T)
	return id, h.Plays(id, "solo ann 5")[0]
}
