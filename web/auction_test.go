package web_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// TestAuctionOffersWhatIsLegal: the panel has a button for each call the next player may make, and for no
// other.
func TestAuctionOffersWhatIsLegal(t *testing.T) {
	t.Parallel()
	const lastRaise = "All others have passed, and the caller may raise once more."
	for _, c := range []struct {
		set    string
		change func(*rules.House)
		said   string
		speaks string
		may    string
		why    string
	}{
		{"units", func(h *rules.House) { h.RoyalOver = true }, "misere", "Bob",
			"pass abundance misere-ouverte declared", ""},
		{"units", func(h *rules.House) { h.RoyalOver = true }, "abundance", "Bob",
			"pass royal misere-ouverte declared", ""},
		{"units", func(h *rules.House) { h.Lone = rules.LoneSolo }, "prop pass pass pass", "Ann", "pass solo",
			"Nobody accepted the proposal, so it comes back to the proposer."},
		{"units", func(*rules.House) {}, "pass prop pass pass", "Ann", "pass cop",
			"Eldest has passed, and may still accept the proposal."},
		{"fagelson", func(*rules.House) {}, "solo misere pass pass", "Ann",
			"pass abundance royal misere-ouverte declared",
			"Eldest called and was overcalled, and speaks a second time."},
		{"sporting", func(*rules.House) {}, "solo pass pass pass", "Ann",
			"pass misere abundance royal misere-ouverte declared", lastRaise},
		{"sporting", func(*rules.House) {}, "prop pass pass pass", "all passed", "", ""},
		{"irish", func(h *rules.House) { h.RaiseLast = true }, "misere pass pass pass", "Ann",
			"pass 13C 13D 13H 13S 13NT", lastRaise},
	} {
		h := webtest.Open(t)
		night := h.Ruled(c.set, c.change)
		asked := url.Values{"key": {"k"}, "said": {c.said}}.Encode()
		page := h.Get(webtest.NightPath(night) + "/auction?" + asked).Is(200)
		if got := offered(page); got != c.may {
			t.Errorf("%s after %s: %s, not %s", c.set, c.said, got, c.may)
		}
		if why := page.Text("#auction .why"); why != c.why {
			t.Errorf("%s after %s: %q, not %q", c.set, c.said, why, c.why)
		}
		page.Tells("#auction legend", c.speaks)
	}
}

// TestAfterTheAuction: the panel says what comes now, who names the trumps where the caller does, and who
// leads; the form marks the same calls.
func TestAfterTheAuction(t *testing.T) {
	t.Parallel()
	const turned = "Bob names the trumps now, before the first lead: any suit, even that of the turned card. "
	for _, c := range []struct{ set, said, then, marked string }{
		{"units", "pass declared pass pass", "Bob leads.", "c-leads"},
		{"units", "pass abundance pass pass", turned + "Ann leads.", "c-names"},
		{"fagelson", "pass declared pass pass", turned + "Bob leads.", "c-leads c-names"},
		{"grand-slam", "pass petit-slam pass pass",
			"Bob names the trumps now, before the first lead: any suit. Ann leads.", "c-names"},
		{"grand-slam", "pass grand-slam pass pass",
			"Bob names the trumps now, before the first lead: any suit. Bob leads.", "c-leads c-names"},
		{"units", "pass solo pass pass", "Ann leads.", ""},
		{"units", "pass pass pass pass", "", ""},
	} {
		h := webtest.Open(t)
		night := h.Ruled(c.set, func(*rules.House) {})
		said := url.Values{"key": {"k"}, "said": {c.said}}
		page := h.Get(webtest.NightPath(night) + "/auction?" + said.Encode()).Is(200)
		if then := page.Text("#auction .why"); then != c.then {
			t.Errorf("%s after %s: %q, not %q", c.set, c.said, then, c.then)
		}
		class, _ := page.Doc.Find("[name=call]:checked, [name=call][checked]").Attr("class")
		for _, mark := range []string{"c-leads", "c-names"} {
			if slices.Contains(strings.Fields(class), mark) != strings.Contains(c.marked, mark) {
				t.Errorf("%s after %s: the call on the form is marked %q", c.set, c.said, class)
			}
		}
	}
}

// A lone proposal that is thrown in has been passed by all: the form is filled in with what the house then
// plays.
func TestThrownInIsPassedByAll(t *testing.T) {
	t.Parallel()
	for game, contract := range map[rules.AllPass]string{rules.ThrowIn: "passed",
		rules.LastTrick: "general-misere", rules.Goulash: "passed"} {
		h := webtest.Open(t)
		night := h.Ruled("sporting", func(h *rules.House) { h.AllPass = game })
		said := url.Values{"key": {"k"}, "said": {"prop pass pass pass"}}
		h.Get(webtest.NightPath(night)+"/auction?"+said.Encode()).Is(200).
			Has(1, fmt.Sprintf(`#auction[data-contract="call=%s"]`, contract)).
			Has(1, fmt.Sprintf("#call-%s[checked]", contract))
	}
}

// offered are the calls the panel has buttons for.
func offered(a *webtest.Answer) string {
	var may []string
	a.Doc.Find("#auction [name=say]").Each(func(_ int, button *goquery.Selection) {
		if call := button.AttrOr("value", ""); call != "undo" {
			may = append(may, call)
		}
	})
	return strings.Join(may, " ")
}

// royalOffered is the royal that can be tapped.
const royalOffered = "#call-royal:not([disabled])"

// TestNoRoyalWithoutTrumps: in a deal whose turn is no trumps, royal is nowhere offered and nowhere taken.
func TestNoRoyalWithoutTrumps(t *testing.T) {
	t.Parallel()
	const says = "It is the turn of no trumps, so this deal has no royal abundance. If the sheet lacks a " +
		"deal, put that in first."
	h := webtest.Open(t)
	night := h.Ruled("units", func(h *rules.House) { h.Trumps = rules.TrumpsCycleNT })
	path := webtest.NightPath(night)
	h.Get(path).Is(200).Has(1, royalOffered)
	h.Plays(night, "royal ann 9", "pass", "pass", "pass")
	page := h.Get(path).Is(200).Has(0, royalOffered).Has(1, "#call-solo")
	same(t, offered(page), "pass prop solo misere abundance misere-ouverte declared", "the panel offers %s")
	refused := h.Get(path + "/auction?key=k&say=royal").Is(200).Text("#auction .says")
	if !strings.Contains(refused, "this deal has no trumps") {
		t.Errorf("a royal in the auction: %q", refused)
	}
	royal := h.Deal(night, "call=royal&who=2&tricks=9")
	part(h, "GET", path+"/preview", royal).Is(200).Has(1, "[data-wrong]")
	h.Post(path+"/deals", royal).Is(422).Says("#says-call", says)
	paper := paper(h, h.Get(path+"/paper").Form("#paper", ""), "royal bob 9\nsolo bob 5\nroyal bob 9")
	lines := h.Post(path+"/paper/reckon", paper).Is(200)
	lines.Has(1, "#reckoned .bad .says") // what is refused is no deal, so the solo has the turn without trumps

	h.Plays(night, "solo bob 5")
	h.Get(path).Is(200).Has(1, royalOffered)
	h.Plays(night, "royal bob 9")
	// A deal that stands is put right as it was called: another one can't become a royal there.
	deal := h.NthDeal(night, 5)
	change := fmt.Sprintf("%s/deals/%d/change", path, deal.ID)
	h.Get(change).Is(200).Has(0, royalOffered)
	mend := ledger.Mend{Do: ledger.Correct, Deal: deal.ID, Saw: deal.Version,
		Said: ledger.DealSaid{Deal: rules.Deal{Call: rules.Royal, Caller: 2, Tricks: 9}}}
	if _, err := h.Book.Mend(context.Background(), h.Slip(), night, mend); err == nil || err.Error() != says {
		t.Errorf("a solo became a royal without trumps: %v", err)
	}
	mend.Do = ledger.Insert
	if _, err := h.Book.Mend(context.Background(), h.Slip(), night, mend); err == nil || err.Error() != says {
		t.Errorf("a royal without trumps was put in: %v", err)
	}
	// The first deal was a royal in hearts; without it the one after the solo has no trumps, and stays.
	first := h.NthDeal(night, 1)
	h.Mends(night, ledger.Mend{Do: ledger.Remove, Deal: first.ID, Saw: first.Version})
	last := h.NthDeal(night, 5)
	h.Get(fmt.Sprintf("%s/deals/%d/change", path, last.ID)).Is(200).Has(1, "#call-royal[checked]")
	h.Mends(night, ledger.Mend{Do: ledger.Correct, Deal: last.ID, Saw: last.Version,
		Said: ledger.DealSaid{Deal: rules.Deal{Call: rules.Royal, Caller: 2, Tricks: 8}}})
}
