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
)

// ruled starts a night of four under a set with something changed; the last of them deals.
func (h *house) ruled(set string, change func(*rules.House)) ledger.NightID {
	h.t.Helper()
	shipped, ok := rules.Set(set)
	if !ok {
		h.t.Fatalf("no set %s", set)
	}
	own := *shipped
	own.ID, own.Calls = "own", slices.Clone(shipped.Calls)
	change(&own)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	started := must(h.book.StartNight(context.Background(), h.slip(),
		ledger.NewNight{House: &own, Seats: ids, Dealer: ids[3], Auction: true}))(h.t)
	return started.Night
}

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
			"Nobody accepted the proposal, so it comes back to who made it."},
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
		h := openHouse(t)
		night := h.ruled(c.set, c.change)
		page := h.get(nightPath(night) + "/auction?" + url.Values{"key": {"k"}, "said": {c.said}}.Encode()).is(200)
		if got := page.offered(); got != c.may {
			t.Errorf("%s after %s: %s, not %s", c.set, c.said, got, c.may)
		}
		if why := page.text("#auction .why"); why != c.why {
			t.Errorf("%s after %s: %q, not %q", c.set, c.said, why, c.why)
		}
		page.tells("#auction legend", c.speaks)
	}
}

// TestAfterTheAuction: the panel says what comes now, who names the trumps where the caller does, and who
// leads; the form marks the same calls.
func TestAfterTheAuction(t *testing.T) {
	t.Parallel()
	const turned = "Bob names the trumps now, before the first lead: any suit, that of the turned card too. "
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
		h := openHouse(t)
		night := h.ruled(c.set, func(*rules.House) {})
		said := url.Values{"key": {"k"}, "said": {c.said}}
		page := h.get(nightPath(night) + "/auction?" + said.Encode()).is(200)
		if then := page.text("#auction .why"); then != c.then {
			t.Errorf("%s after %s: %q, not %q", c.set, c.said, then, c.then)
		}
		class, _ := page.doc.Find("[name=call]:checked, [name=call][checked]").Attr("class")
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
	for game, contract := range map[rules.AllPass]string{
		rules.ThrowIn: "passed", rules.LastTrick: "general-misere", rules.Goulash: "passed",
	} {
		h := openHouse(t)
		night := h.ruled("sporting", func(h *rules.House) { h.AllPass = game })
		said := url.Values{"key": {"k"}, "said": {"prop pass pass pass"}}
		h.get(nightPath(night)+"/auction?"+said.Encode()).is(200).
			has(1, fmt.Sprintf(`#auction[data-contract="call=%s"]`, contract)).
			has(1, fmt.Sprintf("#call-%s[checked]", contract))
	}
}

// offered are the calls the panel has buttons for.
func (a *answer) offered() string {
	var may []string
	a.doc.Find("#auction [name=say]").Each(func(_ int, button *goquery.Selection) {
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
	const says = "By the turn of the suits this deal has no trumps, so there is no royal abundance in it. " +
		"If a deal is missing on the sheet, put that in first."
	h := openHouse(t)
	night := h.ruled("units", func(h *rules.House) { h.Trumps = rules.TrumpsCycleNT })
	path := nightPath(night)
	h.get(path).is(200).has(1, royalOffered)
	h.plays(night, "royal ann 9", "pass", "pass", "pass")
	page := h.get(path).is(200).has(0, royalOffered).has(1, "#call-solo")
	same(t, page.offered(), "pass prop solo misere abundance misere-ouverte declared",
		"the panel offers %s")
	refused := h.get(path + "/auction?key=k&say=royal").is(200).text("#auction .says")
	if !strings.Contains(refused, "this deal has no trumps") {
		t.Errorf("a royal in the auction: %q", refused)
	}
	royal := h.deal(night, "call=royal&who=2&tricks=9")
	h.part("GET", path+"/preview", royal).is(200).has(1, "[data-wrong]")
	h.post(path+"/deals", royal).is(422).says("#says-call", says)
	paper := h.paper(h.get(path+"/paper").form("#paper", ""), "royal bob 9\nsolo bob 5\nroyal bob 9")
	lines := h.post(path+"/paper/reckon", paper).is(200)
	lines.has(1, "#reckoned .bad .says") // what is refused is no deal, so the solo has the turn without trumps

	h.plays(night, "solo bob 5")
	h.get(path).is(200).has(1, royalOffered)
	h.plays(night, "royal bob 9")
	// A deal that stands is put right as it was called: another one can't become a royal there.
	deal := h.nthDeal(night, 5)
	change := fmt.Sprintf("%s/deals/%d/change", path, deal.ID)
	h.get(change).is(200).has(0, royalOffered)
	mend := ledger.Mend{Do: ledger.Correct, Deal: deal.ID, Saw: deal.Version,
		Said: ledger.DealSaid{Deal: rules.Deal{Call: rules.Royal, Caller: 2, Tricks: 9}}}
	if _, err := h.book.Mend(context.Background(), h.slip(), night, mend); err == nil || err.Error() != says {
		t.Errorf("a solo became a royal without trumps: %v", err)
	}
	mend.Do = ledger.Insert
	if _, err := h.book.Mend(context.Background(), h.slip(), night, mend); err == nil || err.Error() != says {
		t.Errorf("a royal without trumps was put in: %v", err)
	}
	// The first deal was a royal in hearts; without it the one after the solo has no trumps, and stays.
	first := h.nthDeal(night, 1)
	h.mends(night, ledger.Mend{Do: ledger.Remove, Deal: first.ID, Saw: first.Version})
	last := h.nthDeal(night, 5)
	h.get(fmt.Sprintf("%s/deals/%d/change", path, last.ID)).is(200).has(1, "#call-royal[checked]")
	h.mends(night, ledger.Mend{Do: ledger.Correct, Deal: last.ID, Saw: last.Version,
		Said: ledger.DealSaid{Deal: rules.Deal{Call: rules.Royal, Caller: 2, Tricks: 8}}})
}
