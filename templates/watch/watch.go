package watch

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
)

// View is a night as those see it who look on.
type View struct {
	version string
	deal    int // of the coming deal
	tiles   []tile
	last    *lastDeal
	duties  []sheet.Duty
	lines   *draw.RunningLines
	sheet   sheet.Sheet
}

// tile is somebody's standing.
type tile struct {
	name   string
	face   face.Face
	sum    say.Amount
	leads  bool
	deals  bool // the dealer's button lies there
	absent bool // has left the table
	notes  []string
}

type lastDeal struct {
	nth             int
	headline, money string
	why             string // where its money is explained
}

// New draws an open night up. A deal leads to its explanation, by an address that is good with every link.
func New(n *show.Night) View {
	v := View{version: say.EntryNo(n.Latest()), deal: n.Nth, tiles: tiles(n)}
	v.sheet = sheet.New(n, nil, false, nil, 0)
	v.sheet.Laws = ""
	for i := range v.sheet.Rows {
		row := &v.sheet.Rows[i]
		row.Href, row.Told = "", true
		if deal, is := strings.CutPrefix(row.ID, "deal-"); is {
			row.Href = "?deal=" + deal
		}
	}
	if len(n.Deals) > 0 {
		a := n.Telling(n.Deals[0]).Explain()
		v.last = &lastDeal{n.Deals[0].Nth, a.Headline, say.DealMoney(n, n.Deals[0]),
			fmt.Sprintf("?deal=%d", n.Deals[0].ID)}
	}
	if lines, any := draw.NewRunningLines(n); any {
		v.lines = &lines
	}
	v.duties = sheet.Coming(n)
	return v
}

func tiles(n *show.Night) (out []tile) {
	_, most := n.Winners()
	for _, h := range n.Holders() {
		sum := n.Score(h.Account)
		t := tile{name: h.Name, face: h.Face, sum: say.AmountOf(n.Money, sum), leads: sum > 0 && sum == most}
		switch {
		case h.Seat == 0:
			t.absent, t.notes = true, []string{"has left"}
		case h.Own:
			t.notes = []string{"own account"}
		default:
			if h.Account != h.ID {
				t.notes = append(t.notes, "for "+n.PlayerName(h.Account))
			}
			t.deals = n.Open && h.Seat == n.Duties.Dealer
			if n.Open && h.Seat == n.Duties.Sitter {
				t.notes = append(t.notes, "rests")
			}
		}
		out = append(out, t)
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
	Night    string
	Open     bool
	Links    int    // how many are good
	Link     string // the one just made …
	Secret   string // … and what is secret in it
	FromHere bool   // no other device reaches this machine
	Phones   bool   // they may tick payments and answer results
	Said     []Said
	Wall     bool // of an evening at several tables, where phones only look on
	Key      string
}

// Said is a phone that said whose it is.
type Said struct {
	ID, Name, Since string
	Again           bool // another says the same
}

// NewSaid lists the phones.
func NewSaid(all []door.Phone, where *time.Location) (out []Said) {
	of := map[chain.PlayerID]int{}
	for _, p := range all {
		of[p.Player]++
	}
	for _, p := range all {
		out = append(out, Said{fmt.Sprint(p.ID), p.Device(), "said so at " + p.Made.In(where).Format("15:04"),
			of[p.Player] > 1})
	}
	return out
}

// shows says what a link shows.
func (w Watchers) shows() string {
	if w.Wall {
		return "how everybody stands, and who sits where next"
	}
	return "the sheet as you play, and the winner at the end"
}

// address is the link as somebody would type it.
func (w Watchers) address() string { return strings.TrimPrefix(w.Link, "http://") }

// only says that a link alone is for reading.
func (w Watchers) only() string {
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
