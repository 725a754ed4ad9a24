package watch

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/sheet"
)

// lookedAt is the sheet of a night for those who look on. A deal leads to its explanation, by an address that
// is good with every link.
func lookedAt(n *show.Night) sheet.Sheet {
	s := sheet.New(n, nil, false, nil, 0)
	s.Laws = ""
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Href, row.Told = "", true
		if deal, is := strings.CutPrefix(row.ID, "deal-"); is {
			row.Href = "?deal=" + deal
		}
	}
	return s
}

// notes are what stands below somebody's sum.
func notes(n *show.Night, h show.Holder) (out []string) {
	switch {
	case h.Seat == 0:
		return []string{"has left"}
	case h.Own:
		return []string{"own account"}
	case h.Account != h.ID:
		out = append(out, "for "+n.PlayerName(h.Account))
	}
	if n.Open && h.Seat == n.Duties.Sitter {
		out = append(out, "rests")
	}
	return out
}

// One is a deal of the night as those who look on may have it explained.
type One struct {
	Address string // of the link
	Night   *show.Night
	Deal    *show.Dealt
}

// other is the address of a deal so many further.
func (v One) other(further int) string {
	at := len(v.Night.Deals) - v.Deal.Nth - further // the newest comes first
	return fmt.Sprintf("%s?deal=%d", v.Address, v.Night.Deals[at].ID)
}

// Watchers is the page of the table where a link for looking on is made and ended.
type Watchers struct {
	Night     string
	Open      bool
	Links     int          // how many are good
	Link      string       // the one just made …
	Secret    string       // … and what is secret in it
	FromHere  bool         // it bears this machine's own address, which no phone can open
	Unreached bool         // nothing but this machine gets to the book
	LetsIn    bool         // this device is shown how Ouverte is started for others
	Phones    bool         // they may tick payments and answer results
	Said      []door.Phone // that said whose they are
	Where     *time.Location
	Wall      bool // of an evening at several tables, where phones only look on
	Key       string
}

// several says of the first of some phones that they say the same owner; empty of others.
func (w Watchers) several(i int) string {
	first, n := w.Said[i], 0
	for j, p := range w.Said {
		if p.Player != first.Player {
			continue
		}
		if j < i {
			return ""
		}
		n++
	}
	if n == 1 {
		return ""
	}
	return english.Capital(english.Spelled(n, "phone")) + " say they are " + first.Name + "’s."
}

// shows says what a link shows.
func (w Watchers) shows() string {
	if w.Wall {
		return "how everybody stands, and who sits where next"
	}
	return "the sheet as you play, and the winner at the end"
}

// first says what comes before phones, where the link bears this machine's own address.
func (w Watchers) first() (head, says string) {
	if !w.Unreached {
		return "Open this page by its usual address first", "Then phones can open the link."
	}
	head, says = "Phones can’t reach this machine yet", "Only this machine can open the link. "
	if w.LetsIn {
		return head, says + "Start Ouverte for the whole house, then come back to this page."
	}
	return head, says + "Ask the host to start Ouverte for the whole house."
}

// address is the link as somebody would type it.
func (w Watchers) address() string { return strings.TrimPrefix(w.Link, "http://") }

// readOnlyHint goes on after what a link reads, where it changes nothing.
func (w Watchers) readOnlyHint() string {
	if w.Phones {
		return ""
	}
	return " and change nothing"
}

// good says how many links are good.
func (w Watchers) good() string {
	switch {
	case w.Links == 1 && w.Open:
		return "One link works at the moment."
	case w.Links == 1:
		return "One link still shows how it ended."
	case w.Open:
		return english.Count(w.Links, "link") + " work at the moment."
	}
	return english.Count(w.Links, "link") + " still show how it ended."
}
