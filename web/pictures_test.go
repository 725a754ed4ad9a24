package web_test

import (
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// drawnIn are the words of a picture, which must be one that stands alone and names no address.
func drawnIn(t *testing.T, h *webtest.Site, path string) (words []string) {
	t.Helper()
	got := h.Get(path).Is(200)
	same(t, got.Header.Get("Content-Type"), "image/svg+xml", path+" comes as %s")
	var svg struct {
		Box   string `xml:"viewBox,attr"`
		Title string `xml:"title"`
		Texts []struct {
			Words string   `xml:",chardata"`
			Spans []string `xml:"tspan"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(got.Bytes, &svg); err != nil || svg.Box != "0 0 400 500" {
		t.Fatalf("%s: %q, %v", path, svg.Box, err)
	}
	_, host, _ := strings.Cut(h.URL(), "://")
	if body := string(got.Bytes); strings.Contains(body, host) || strings.Contains(body, "<b>") {
		t.Errorf("%s has an address, or marks of its own", path)
	}
	words = []string{svg.Title}
	for _, text := range svg.Texts {
		words = append(words, strings.Join(strings.Fields(text.Words+" "+strings.Join(text.Spans, " ")), " "))
	}
	return words
}

// TestPicturesToSend: what is offered can be drawn and names only those its page says; of two evenings
// nothing is offered.
func TestPicturesToSend(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	people := h.Book.Now().Players()
	for path, want := range map[string]string{
		"/players/1/send?from=2025-01-01&until=2025-12-31": "Ann, 15 Jan 2025 to 15 Sep 2025",
		"/players/3/send":                                  "Cat, 15 Jan 2025 to 15 Mar 2026, one still open",
		"/players/1/send?with=2":                           "Ann took from Bob",
		"/seasons/2025/send":                               "Ann takes 2025",
		"/seasons/2025/send?calendar=on":                   "5 evenings in old money, 2025.",
		"/seasons/2026/send?money=lsd":                     "",
		"/players/1/send?from=2025-05-01&until=2025-07-31": "",
		"/players/1/send?with=1":                           "",
		"/players/1/send?with=99":                          "",
		"/players/4/send?money=GBP":                        "",
	} {
		if want == "" {
			h.Get(path).Is(404)
			h.Get(strings.Replace(path, "send", "picture.svg", 1)).Is(404)
			continue
		}
		page := h.Get(path).Is(200)
		words := drawnIn(t, h, page.Doc.Find("#picture").AttrOr("href", ""))
		if !slices.Contains(words, want) {
			t.Errorf("%s doesn't say %q: %q", path, want, words)
		}
		page.Doc.Find(".sending nav a").Each(func(_ int, a *sel) { h.Get(a.AttrOr("href", "")).Is(200) })
		same(t, page.Text("#handon"), words[0], path+": with it go %q")
		named, all := page.Text(".sending p"), strings.Join(words, " ")
		for _, p := range people {
			if strings.Contains(all, p.Name[:min(4, len(p.Name))]) != strings.Contains(named, p.Name) {
				t.Errorf("%s: %q, and %s is in %q", path, named, p.Name, all)
			}
		}
	}
}

// TestNightPicture draws nights: a short one, one without a deal, and one with more people than there is room
// for.
func TestNightPicture(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	at := func(id chain.NightID) string { return webtest.NightPath(id) + "/picture.svg" }
	all := strings.Join(drawnIn(t, h, at(h.ThreePlayed())), "\n")
	for _, want := range []string{"Friday night, 20 Nov 2026", "+3s", "Dan −3s", "The deal of the evening",
		"+4s 6d in deal 3: Abundance"} {
		if !strings.Contains(strings.ReplaceAll(all, "\u00a0", " "), want) {
			t.Errorf("it doesn't say %q: %s", want, all)
		}
	}
	drawnIn(t, h, at(h.Night("hoyle", h.Players("Eve <b>", "Fay & Co", strings.Repeat("W", 40))...)))
	var ids []chain.PlayerID
	for i := range 24 {
		ids = append(ids, h.Player(strings.Repeat("W", 20)+strconv.Itoa(i)))
	}
	many := h.Night("hoyle", ids[:4]...)
	for i := 4; i < len(ids); i += 4 {
		must(h.Book.Record(context.Background(), h.Slip(), many, ledger.DealSaid{Deal: rules.Deal{Seats: 4,
			Dealer: h.NightNow(many).Dealer, Call: rules.Solo, Caller: 1, Tricks: 7}}))(t)
		h.Sits(many, ids[i:i+4]...)
	}
	if words := drawnIn(t, h, at(many)); !slices.Contains(words, "11") || slices.Contains(words, "12") {
		t.Errorf("eleven have a place: %q", words)
	}
	h.Get(at(99)).Is(404)
}
