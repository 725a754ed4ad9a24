package table

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/templates/draw"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/ui"
)

// DealForm is the paper on which one deal is entered. The same form records a new deal and corrects an old
// one: only where it is sent, what its button says and what is filled in differ. It is plain enough to work
// without a script; static/js/deal.js makes it quick.
type DealForm struct {
	Night    string // the night's address, "/nights/7"
	Action   string // where the form goes
	Preview  string // where the result is reckoned before recording
	Outcomes string // where all results without mishaps are, of the coming deal
	Empty    bool   // nothing is filled in, and nothing refused
	Known    bool   // the page that asked has an empty form for the same people
	Record   string // what the button says
	Title    string // "Deal 12"
	Nth      int    // its number on the sheet
	Began    int64  // when its night began, in milliseconds

	Ask   bool   // the button leads first to what it would change; nothing is written
	Dealt string // where who dealt is asked too: the question

	Sat      []SatPlace // where who sat there may be said anew
	SatAnew  bool       // and was
	SeatThem string     // where that is asked for

	Key    string       // made for this page; the same key never records twice
	Hidden []HiddenFact // what else goes with the form

	Deal    rules.Deal // what is filled in; seats and dealer are always there
	Players string     // the players in seat order, as the form sends them
	Round   int        // of the evening it is a table of; zero: none

	Before  []sheet.Duty // what it must know before the first card
	Duties  []sheet.Duty
	Remarks []string // what else the table should know before this deal
	House   *rules.House
	Leads   []rules.Call // in which the caller leads
	Circle  rules.Words
	NightID int64    // whose laws the duties lead to
	Over    bool     // the agreed last deal is played: recording isn't the next step
	News    []string // how far the round is, and whether it is the last
	Clock   *ui.Clock
	Here    *Here // who is at the table, while a round is to begin
	Calls   []callChoice
	Seats   []seatChoice
	Words   questions

	Says  ui.Says    // by question: call, bid, who, tricks, each, revokes, forfeit, wrong, trumps
	Note  *Meanwhile // something the players must know before they go on
	Strip Strip
	Again *again // last time's call and caller, where they can be called again
	// WhoDeals asks who deals, where that has become doubtful.
	WhoDeals  *whoDeals
	RoundOver *RoundOver // covers it
	Result    Outcome    // reckoned already, where no script runs
	Auction   *Auction   // the auction of this deal, where the night has one
}

// unlessThere leaves out what the page has: the script seats the next dealer there (dealt, in
// static/js/deal.js).
func (f *DealForm) unlessThere(id string, part templ.Component) templ.Component {
	if !f.Known {
		return part
	}
	return templ.Raw(`<i id="` + id + `" data-known></i>`)
}

// isNext tells whether recording the deal is the next step.
func (f *DealForm) isNext() bool { return !f.Over && !f.Ask && f.RoundOver == nil }

// HiddenFact is something the form carries without asking.
type HiddenFact struct{ Name, Value string }

// callChoice is one button for a call.
type callChoice struct {
	ID, Name string
	Needs    string // "8 · 6d"
	Heard    string // "Solo, five tricks, 6d": where Needs has a bare number
	Kind     string // which questions follow: one, two, mis, irish, loser, each, none
	Target   int    // how many tricks make it; -1 where that is not the question
	Makes    string // "five or more makes it"
	Trumps   bool   // whether a suit may be told
	Leads    bool   // who calls it leads
	Names    bool   // who calls it names the trumps, once nobody goes higher
	NotEach  int    // of the deals whose number this divides it is no call; 0 is of none
	Off      bool   // this deal is one of them
}

// seatChoice is one place at the drawn table.
type seatChoice struct {
	Seat   rules.Seat
	Name   string
	Face   face.Face
	Sum    say.Amount // so far tonight, with its sign
	Deals  bool
	Rests  bool
	Leads  bool
	Absent string // whose place this is, where a substitute sits in it
}

// marks are a seat's attributes. In the template, class={ … } would make two maps for each seat.
func (s seatChoice) marks() templ.OrderedAttributes {
	all := "k seat s" + seatNo(s.Seat) + " " + draw.NameClass(s.Name)
	if s.Rests {
		all += " rests"
	}
	if s.Deals {
		all += " deals"
	}
	if s.Leads {
		all += " leads"
	}
	return templ.OrderedAttributes{{Key: "class", Value: all}, {Key: "data-seat", Value: seatNo(s.Seat)},
		{Key: "data-name", Value: s.Name}}
}

// pairChoice is a proposal of two: who spoke first proposed. Only the eldest hand may have accepted after
// passing (§7): Eldest is a pair where it could be the other way round.
type pairChoice struct {
	One, Other     seatChoice
	Proposed, Then rules.Seat
	Eldest, Off    bool
}

// ID tells a pair from the others, with either as the proposer.
func (p pairChoice) ID() string {
	return fmt.Sprintf("pair-%d-%d", p.One.Seat, p.Other.Seat)
}

// spoken are the two in the order in which they spoke.
func (p pairChoice) spoken(f *DealForm) [2]seatChoice {
	return [2]seatChoice{f.at(p.Proposed), f.at(p.Then)}
}

func (p pairChoice) value() string { return fmt.Sprintf("%d-%d", p.Proposed, p.Then) }

func (p pairChoice) is(d rules.Deal) bool {
	return d.Partner != 0 && (d.Caller == p.Proposed && d.Partner == p.Then ||
		d.Caller == p.Then && d.Partner == p.Proposed)
}

// SatPlace is a place at a table of which one says who sat there.
type SatPlace struct {
	No    int
	Who   []satOption // nobody last
	Plays []satOption // on whose account: their own first
}

// satOption is one of a list to choose from.
type satOption struct {
	Value, Name string
	Chosen      bool
}

// questions are worded by the rules of the night.
type questions struct {
	Loser   string // who is asked for in a general misère
	Two     bool   // two may play together
	Irish   bool
	Suits   bool // some call here has trumps
	Misere  bool // some call here can be forfeited
	Turns   bool // some call isn't made in each deal
	AllPass string
}

// Meanwhile is something that happened elsewhere while this form was being filled in.
type Meanwhile struct {
	Head, Text string
	Drop       bool // offer to throw away what is filled in, because it is the same deal
	// Late is a deal filled in for others, where it can be recorded for them; Record is the button, and Told the
	// deal in the list of what waits to be sent.
	Late, Record, Told string
}

// Strip is what happened last, as it stands in the bar of an empty form, and a button.
type Strip struct {
	ui.JustNow
	Button string // "Take back"
	Sends  string // the form on the sheet that the button sends; empty where there is no button
}

// again fills in the call and the caller of the last deal.
type again struct{ Href, Says string }

// Outcome is a result in words, before it is recorded.
type Outcome struct {
	Tricks      int // for which number of tricks; rules.NotSaid where there is none
	Head, Money string
	Ready       bool // it could be recorded like this
	Wrong       bool
}

// asked tells whether the misfortunes must stand open, because something is filled in there or was refused
// there.
func (f *DealForm) asked() bool {
	d := f.Deal
	if d.Forfeit != 0 || d.Call == rules.Void || f.Says["revokes"]+f.Says["forfeit"]+f.Says["wrong"] != "" {
		return true
	}
	for s := 1; s <= rules.MaxSeats; s++ {
		if d.Revokes[s] != 0 || d.WrongCards[s] {
			return true
		}
	}
	return false
}

func (f *DealForm) method() string {
	if f.Ask {
		return "get"
	}
	return "post"
}

// who is the seat the deal is about: its caller, or the loser of a general misère.
func (f *DealForm) who() rules.Seat {
	if f.Deal.Call == rules.GeneralMisere {
		return f.Deal.Loser
	}
	return f.Deal.Caller
}

// turned: the eldest hand went along, after passing.
func (f *DealForm) turned() bool { return f.Deal.Partner != 0 && f.Deal.Partner == f.Deal.Eldest() }

// at is who sits at a seat.
func (f *DealForm) at(s rules.Seat) seatChoice { return f.Seats[s-1] }

// room is what may stand in the line of duties before another deal, a line each.
func (f *DealForm) room(does string) string {
	var all []string
	for _, s := range f.Seats {
		all = append(all, s.Name+does)
	}
	return strings.Join(all, "\n")
}

func seatNo(s rules.Seat) string { return strconv.Itoa(int(s)) }

func tricksOf(o Outcome) string {
	if o.Tricks == rules.NotSaid {
		return ""
	}
	return strconv.Itoa(o.Tricks)
}
