package web_test

import (
	"net/url"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/web/webtest"
)

// next reads the tables of the coming round: "Ann Bob Cat Dan | Eve Flo Gus Hal".
func next(a *webtest.Answer) string {
	var tables []string
	for _, table := range a.Doc.Find("#next .seats > div").EachIter() {
		var who []string
		for _, one := range table.Find("button.who").EachIter() {
			one = one.Clone()
			one.Find("em").Remove()
			who = append(who, strings.TrimSpace(one.Text()))
		}
		tables = append(tables, strings.Join(who, " "))
	}
	return strings.Join(tables, " | ")
}

// taps does one thing in the form of the next round.
func taps(a *webtest.Answer, h *webtest.Site, id chain.NightID, do string) *webtest.Answer {
	h.T.Helper()
	if _, writes := a.Doc.Find(`#next button[value="` + do + `"]`).Attr("formmethod"); writes {
		return h.Get(h.Post(webtest.MeetingPath(id)+"/rounds", a.Starts(do)).Is(303).Header.Get("Location"))
	}
	return h.Get(webtest.MeetingPath(id) + "?" + a.Starts(do).Encode())
}

func changed(form url.Values, field, value string) url.Values {
	out := url.Values{}
	for name, values := range form {
		out[name] = slices.Clone(values)
	}
	out.Set(field, value)
	return out
}
