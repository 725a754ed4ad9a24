package table

// What the table says in words besides the deal itself: its title, its notices, its auction.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/ui"
)

// RecordedNotice says what became of a tap on Record.
func RecordedNotice(n *show.Night, r ledger.Receipt) ui.JustNow {
	d, ok := n.Deal(r.Deal)
	if !ok {
		return ui.JustNow{Kind: "again", Text: "This deal was recorded already, and taken back since."}
	}
	if r.Repeated {
		return wentAs("again", "Deal %d was already recorded", n, d)
	}
	return wentAs("recorded", "Deal %d recorded", n, d)
}

// wentAs says how a deal went, as it was foretold before it was recorded.
func wentAs(kind, deal string, n *show.Night, d *show.Dealt) ui.JustNow {
	told, text := d.Told(), fmt.Sprintf(deal, d.Nth)
	if due := say.HandsNow(n, d.Chairs, &d.Result, told.Due); due != "" {
		text += ": " + due
	}
	return ui.JustNow{Kind: kind, Head: told.Headline,
		Text: text + "." + say.PlaysFor(n, d.Chairs, "played")}
}

// MendedNotice says that the last deal is gone, or there again, and what is handed over for it; empty where
// something else was done last.
func MendedNotice(n *show.Night) ui.JustNow {
	l := n.Lately()
	if len(l.Deals) != 1 || l.Deals[0].Round != n.Round {
		return ui.JustNow{}
	}
	switch d := l.Deals[0]; {
	case l.Did == show.TakenBack && d.Nth == n.Nth:
		return ui.JustNow{Kind: "gone", Text: say.Lately(n)}
	case l.Did == show.PutBack && d == n.Deals[0]:
		return ui.JustNow{Kind: "back", Text: say.Lately(n)}
	}
	return ui.JustNow{}
}

// StripOf is what the bar of an empty form says: the last action, else the last deal on the sheet; with the
// button that undoes it. Other notices have no button: it would seem to undo them.
func StripOf(n *show.Night, s *sheet.Sheet, just ui.JustNow) Strip {
	strip := Strip{JustNow: just}
	if just.Text == "" {
		strip.JustNow = MendedNotice(n)
	}
	if strip.Text == "" && len(n.Deals) > 0 && n.Deals[0].Round == n.Round {
		strip.JustNow = wentAs("last", "Deal %d", n, n.Deals[0])
	}
	switch {
	case strip.Kind == "gone" && s.PutBack != nil:
		strip.Button, strip.Sends = "Put back", "put-back"
	case strip.Kind != "gone" && strip.Kind != "said" && strip.Kind != "problem" && s.TakeBack != nil:
		strip.Button, strip.Sends = "Take back", "take-back"
	}
	return strip
}

// DealerNotice says who deals, when the table was asked.
func DealerNotice(n *show.Night) ui.JustNow {
	return ui.JustNow{Kind: "said", Text: n.SeatNames()[n.Dealer-1] + " deals next."}
}

// RecordedMeanwhile tells a page with half a deal on it that the deal of that number is on the sheet now.
func RecordedMeanwhile(n *show.Night, had int) *Meanwhile {
	for _, d := range n.Deals {
		if d.Nth == had {
			return &Meanwhile{Head: fmt.Sprintf("Deal %d was just recorded on %s:", had, device(d)),
				Text: say.DealSentence(n, d) + fmt.Sprintf(" Yours would be deal %d.", n.Nth), Drop: true}
		}
	}
	return nil
}

// Belonged says whose a deal is that was filled in before others sat there, or before the next round began;
// late is what it takes to record it there, empty while something is missing.
func Belonged(n *show.Night, told ledger.DealSaid, late string) *Meanwhile {
	name := "Your deal"
	if seat := int(told.Deal.Caller); seat >= 1 && seat <= len(told.Chairs) {
		name = n.PlayerName(told.Chairs[seat-1].Player) + "’s " + n.Words.Noun(told.Deal.Call)
	}
	m := &Meanwhile{Head: "Others sit here now.", Record: "Record it for them", Late: late,
		Told: fmt.Sprintf("Deal %d: %s", told.Nth, name)}
	whose, where := " was for the people who sat here before", "record it for them?"
	if told.Round != 0 && told.Round != n.Round {
		m.Head = fmt.Sprintf("Round %d has begun.", n.Round)
		m.Record = fmt.Sprintf("Record it in round %d", told.Round)
		whose, where = fmt.Sprintf(" belonged to round %d", told.Round), "record it there?"
	}
	if m.Text = name + whose + ": " + where; late == "" {
		m.Text = name + whose + " and wasn’t finished. It is not recorded."
	}
	return m
}

// Overtaken shows the deal recorded in place of the one sent, and lets the players choose; of a late one
// nothing is left on the form, which is for others.
func Overtaken(n *show.Night, s *show.Stale, told ledger.DealSaid) *Meanwhile {
	if s.Deal == nil {
		return &Meanwhile{Head: s.Sentence, Text: "Nothing was recorded. Check that it is still right, then " +
			"record it again."}
	}
	m := &Meanwhile{Head: fmt.Sprintf("Deal %d is already on the sheet, from %s:", told.Nth, device(s.Deal)),
		Text: say.DealSentence(n, s.Deal), Drop: !told.Late}
	if m.Drop {
		m.Text += fmt.Sprintf(" If yours is another, record it as deal %d.", n.Nth)
	} else {
		m.Text += " Yours is not recorded. If it is another, put it in beside that deal on the sheet."
	}
	return m
}

func device(d *show.Dealt) string {
	if d.Device == "" {
		return "another device"
	}
	return d.Device
}

// BidTaps are the buttons of the player who speaks. Each call has its place; one that can't be made leaves it
// empty, so that a second tap never makes another call. Of the Irish bids the next ten from five tricks up
// follow; the others stand apart, for they are seldom wanted.
func BidTaps(n *show.Night, a *rules.Auction) (near, far []BidTap) {
	legal := a.Legal()
	place := func(calls ...string) {
		var tap BidTap
		for _, call := range calls {
			if slices.Contains(legal, call) {
				tap = BidTap{Say: call, Name: n.Words.Bid(call), Quiet: call == "pass"}
			}
		}
		near = append(near, tap)
	}
	place("pass")
	if n.Stakes.Has(rules.Prop) {
		place(rules.Prop.String(), "cop")
	}
	for _, r := range n.Stakes.Calls {
		if r.Call != rules.Prop && r.Call != rules.Irish {
			place(r.Call.String())
		}
	}
	const fewest, most = 5, 10 // nobody opens with less; more buttons than these are in the way
	shown := 0
	for _, bid := range a.Bids() {
		tap := BidTap{Say: bid, Name: n.Words.Bid(bid)}
		if tricks, _ := strconv.Atoi(strings.TrimRight(bid, "CDHSNT")); tricks >= fewest && shown < most {
			near, shown = append(near, tap), shown+1
		} else {
			far = append(far, tap)
		}
	}
	return near, far
}
