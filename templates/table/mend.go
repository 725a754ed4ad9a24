package table

// What the page of one deal shows, and what putting it right would change.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/sheet"
)

// DealView is the page of one deal: how its money came about, what may be done about it, and all its
// versions.
type DealView struct {
	Night    string // the night's address
	Path     string // the deal's
	Title    string // "Deal 5"
	Headline string // "Ann makes solo, two over"
	How      string // "Ann, 7 of 5 · Cat revoked"
	Day      string // of the evening
	Removed  bool   // it isn't on the sheet any more
	Nets     []templates.NetLine
	Steps    []rules.Step
	Calling  []Bid          // how it was called, where the table followed that
	Words    rules.Words    // that the steps speak in …
	NightID  ledger.NightID // … and whose laws their words lead to
	Versions []versionView
	Before   string // the address of the deal before, if any
	After    string // and of the one after

	Note   noteView
	Mend   *mendingView    // for those who may; nil once the night is closed
	Reopen string          // where they open a closed night again, to put it right
	Agree  *sheet.Agreeing // nil where the night doesn't ask for it
	Says   templates.Says
	Did    string // what was just done
}

// versionView is one telling of a deal, or a note on it.
type versionView struct {
	entry    ledger.EntryID
	Note     string // what was noted; then there is nothing else
	What     string // "Corrected"
	When     string // "20:14"
	Device   string
	Headline string
	Callers  []face.Face
	Money    string
	Reason   string
	Sat      string // who sat there, where another version said otherwise
	Standing bool
	Removed  bool
}

// mendingView is what may be done about a deal.
type mendingView struct {
	Saw    string     // the version the page shows
	Others []swapDeal // with which it can change places
	Last   bool       // no deal follows
}

// noteView is the word about a deal.
type noteView struct {
	Text  string // that stands
	Typed string // in the field, which is the same but where it was refused
	Saw   string // the entry of the note the page shows
	Key   string
	May   bool // write another
}

// swapDeal is another deal of the night, to change places with.
type swapDeal struct {
	Value string // deal and version
	Name  string
	Near  bool // the one that is offered first
}

// EffectView is what putting a deal right would change, and the form that does it.
type EffectView struct {
	Action  string // where the form goes; nothing while something is missing or refused
	Back    string // where one goes who changes his mind
	Lead    string // "Deal 5 would say: Ann makes solo, two over: 8d from each."
	Hidden  []HiddenFact
	Key     string
	Changes []templates.NetLine // of everybody's total, where it is the same either way
	Apart   bool                // it isn't: each choice says its own
	Choices []EffectChoice      // one, or two where the dealers of the deals after it may move on
	Reason  string
	Button  string
	Says    templates.Says
}

// EffectChoice is one way of doing it.
type EffectChoice struct {
	Value   string // move or stay; nothing where there is no choice
	Label   string
	Chosen  bool
	Refused string // why it can't be done this way
	Changes []templates.NetLine
	Shifts  []string // "Deal 6: Cat dealt, not Bob"
	Next    string   // "The next deal is Ann's, not Dan's"
}

// NewDealView shows a deal as it stands, or, if it doesn't, as it was before it was removed. where is the
// clock's place.
func NewDealView(n *ledger.Night, id ledger.DealID, history []ledger.Version, notes []ledger.Noted,
	removedNth int, scores bool, where *time.Location) DealView {
	path := templates.NightPath(n.ID)
	v := DealView{Night: path, Path: templates.DealPath(n.ID, id), Words: n.Words, NightID: n.ID,
		Day: templates.Day(n.Date)}
	if scores && !n.Open {
		v.Reopen = path + "/settle#reopen"
	}
	for i, h := range history {
		version := dealVersion(n, h, where)
		if i > 0 && !slices.Equal(h.Chairs, history[i-1].Chairs) {
			version.Sat = "There sat " + chairWords(n, h.Chairs) + "."
		}
		v.Versions = append(v.Versions, version)
	}
	for _, note := range notes {
		v.Versions = append(v.Versions, noteVersion(n, note, where))
	}
	slices.SortStableFunc(v.Versions, func(a, b versionView) int { return cmp.Compare(a.entry, b.entry) })
	last := history[len(history)-1]
	a := rules.Explain(n.Stakes, &last.Deal, &last.Result, last.Names, n.Words)
	v.Headline, v.Steps = a.Headline, a.Steps
	d, stands := n.Deal(id)
	if !stands {
		v.Title, v.Removed = fmt.Sprintf("Deal %d, removed", removedNth), true
		if scores && n.Open {
			v.Mend = &mendingView{Saw: templates.EntryNo(last.Entry)}
		}
		return v
	}
	v.Title, v.How = "Deal "+strconv.Itoa(d.Nth), n.Telling(d).Course()
	v.Nets = templates.DealNets(n, d)
	v.Calling = callingOf(n, d)
	for _, o := range n.Deals {
		switch o.Nth {
		case d.Nth - 1:
			v.Before = templates.DealPath(n.ID, o.ID)
		case d.Nth + 1:
			v.After = templates.DealPath(n.ID, o.ID)
		}
	}
	if scores && n.Open {
		v.Mend = mending(n, d)
	}
	v.Agree = sheet.NewAgreeing(n, d, scores)
	v.Note = noteView{Text: d.Note.Text, Typed: d.Note.Text, Saw: templates.EntryNo(d.Note.Entry), May: scores}
	return v
}

func noteVersion(n *ledger.Night, note ledger.Noted, where *time.Location) versionView {
	v := versionView{entry: note.Entry, What: "Noted", When: clock(n, note.At.In(where)), Device: note.Device,
		Note: "“" + note.Text + "”"}
	if note.Text == "" {
		v.What, v.Note = "Note taken away", "There is no note any more."
	}
	return v
}

func dealVersion(n *ledger.Night, h ledger.Version, where *time.Location) versionView {
	a := rules.Explain(n.Stakes, &h.Deal, &h.Result, h.Names, n.Words)
	v := versionView{
		entry: h.Entry, What: english.Capital(h.What), When: clock(n, h.At.In(where)), Device: h.Device,
		Headline: a.Headline, Money: a.Due, Reason: h.Reason, Standing: h.Standing, Removed: h.Removed,
	}
	for _, s := range []rules.Seat{h.Deal.Caller, h.Deal.Partner} {
		if s != 0 {
			v.Callers = append(v.Callers, n.Face(h.Chairs[s-1].Player))
		}
	}
	return v
}

// clock is the time of day, with the day where it isn't the night's.
func clock(n *ledger.Night, t time.Time) string {
	if t.Format(time.DateOnly) == n.Date {
		return t.Format("15:04")
	}
	return t.Format("15:04, 2 January")
}

func mending(n *ledger.Night, d *ledger.Dealt) *mendingView {
	m := &mendingView{Saw: templates.EntryNo(d.Version), Last: d.Nth == len(n.Deals)}
	near := d.Nth + 1
	if m.Last {
		near = d.Nth - 1
	}
	for _, o := range n.Deals {
		if o.ID != d.ID {
			m.Others = append(m.Others, swapDeal{
				Value: fmt.Sprintf("%d-%d", o.ID, o.Version), Near: o.Nth == near,
				Name: fmt.Sprintf("Deal %d: %s", o.Nth, rowTitle(n, o)),
			})
		}
	}
	return m
}

// rowTitle is a deal in a few words: "Solo, Ann, 7 of 5".
func rowTitle(n *ledger.Night, d *ledger.Dealt) string {
	if how := n.Telling(d).Course(); how != "" {
		return n.Words.Name(d.Deal.Call) + ", " + how
	}
	return n.Words.Name(d.Deal.Call)
}

// EffectLead says what would stand, and EffectButton what the button says that does it.
func EffectLead(n *ledger.Night, m ledger.Mend, e ledger.Effect, nth int) (lead, button string) {
	sentence := func(d *ledger.Dealt) string { return templates.DealSentence(e.Night, d) }
	switch m.Do {
	case ledger.Correct:
		lead := fmt.Sprintf("Deal %d would say: %s", nth, sentence(e.After))
		if !slices.Equal(e.Before.Chairs, e.After.Chairs) {
			lead += " There sat " + chairWords(n, e.After.Chairs) + "."
		}
		if plays, rests := resting(e.Before), resting(e.After); plays != rests && plays != "" && rests != "" {
			lead += fmt.Sprintf(" %s plays, %s rests.", plays, rests)
		}
		return lead, "Yes, change it"
	case ledger.Remove:
		return fmt.Sprintf("Deal %d goes: %s", nth, sentence(e.Before)), "Yes, it wasn’t played"
	case ledger.PutBack:
		return fmt.Sprintf("Deal %d comes back: %s", e.After.Nth, sentence(e.After)), "Yes, put it back"
	case ledger.Insert:
		return fmt.Sprintf("A new deal %d: %s", e.After.Nth, sentence(e.After)), "Yes, put it in"
	}
	with, _ := e.Night.Deal(m.With)
	return fmt.Sprintf("Deals %d and %d change places.", with.Nth, e.After.Nth), "Yes, change them round"
}

// resting is who sits out a deal; empty where nobody does.
func resting(d *ledger.Dealt) string {
	if seat := d.Deal.Sitter(); seat != 0 {
		return d.Names[seat-1]
	}
	return ""
}

// dealtTwice says which two deals running one person dealt, and whether the next would be theirs once more.
func dealtTwice(n *ledger.Night) (out []string) {
	dealer := func(d *ledger.Dealt) ledger.PlayerID { return d.Chairs[d.Deal.Dealer-1].Player }
	for i, d := range n.Deals {
		who := n.PlayerName(dealer(d))
		if i == 0 && n.Doubt == nil && dealer(d) == n.Table[n.Dealer-1].Player {
			out = append(out, who+" deals twice running, the last deal and the next.")
		}
		if i > 0 && dealer(d) == dealer(n.Deals[i-1]) {
			out = append(out, fmt.Sprintf("%s deals twice running, deals %d and %d.", who, d.Nth, d.Nth+1))
		}
	}
	return out
}

// chairWords says who sits at a table: "Ann, Eve for Bob, Cat and Dan".
func chairWords(n *ledger.Night, chairs []ledger.Chair) string {
	names := sheet.NamesOf(n, chairs)
	for i, c := range chairs {
		if c.Pays() != c.Player {
			names[i] += " for " + n.PlayerName(c.Pays())
		}
	}
	return english.List(names)
}

// NewEffectChoice lists what one way of doing it changes in a night as it is before.
func NewEffectChoice(before *ledger.Night, m ledger.Mend, e ledger.Effect) EffectChoice {
	n := e.Night
	c := EffectChoice{Value: "stay", Label: "The dealers stay as they are on the sheet"}
	if m.MoveDealers {
		c.Value, c.Label = "move", "The deal moves on with it"
	}
	for _, change := range e.Change {
		line := templates.NewNetLine(n.Money, change.Name, change.Amount)
		line.Face = n.Face(change.Player)
		c.Changes = append(c.Changes, line)
	}
	for _, s := range e.Shifts {
		text := fmt.Sprintf("Deal %d: %s dealt, not %s", s.Nth, n.PlayerName(s.To), n.PlayerName(s.From))
		was, _ := before.Deal(s.Deal)
		if now, _ := n.Deal(s.Deal); resting(was) != resting(now) {
			text += fmt.Sprintf("; %s plays, %s rests", resting(was), resting(now))
		}
		for i, change := range s.Change {
			if i == 0 {
				text += ", which changes"
			} else {
				text += ","
			}
			text += fmt.Sprintf(" %s %s", change.Name, n.Money.Signed(change.Amount))
		}
		c.Shifts = append(c.Shifts, text)
	}
	known := dealtTwice(before)
	for _, twice := range dealtTwice(n) {
		if !slices.Contains(known, twice) {
			c.Shifts = append(c.Shifts, twice)
		}
	}
	if d := e.Night.Doubt; d != nil {
		c.Next = "Then the table is asked who deals next: " + eitherOf(e.Night, d) + "."
	} else if e.Dealer[0] != e.Dealer[1] {
		c.Next = fmt.Sprintf("The next deal is %s’s, not %s’s.", n.PlayerName(e.Dealer[1]),
			n.PlayerName(e.Dealer[0]))
	}
	if is := mixingWords(e.Duties[1]); is != mixingWords(e.Duties[0]) {
		c.Next = strings.TrimSpace(c.Next + " Before it: " + is + ".")
	}
	return c
}

// mixingWords is what of the duties depends on the deals before: how the cards are got ready, and trumps
// (§8).
func mixingWords(d rules.Duties) string {
	var parts []string
	for _, duty := range sheet.DutiesOf(d, make([]string, rules.MaxSeats)) {
		switch {
		case duty.What == "deals", duty.What == "cuts", duty.What == "leads", duty.What == "rests":
		case duty.Suit != "":
			parts = append(parts, "trumps are "+duty.Suit)
		default:
			parts = append(parts, english.Small(duty.What))
		}
	}
	return strings.Join(parts, ", ")
}

// same tells whether two ways come to the same, so that there is nothing to choose.
func (c EffectChoice) same(o EffectChoice) bool {
	return c.Next == o.Next && fmt.Sprint(c.Changes, c.Shifts) == fmt.Sprint(o.Changes, o.Shifts)
}

// Choose puts both ways into the view, the sheet as it is first, which is chosen unless wants says otherwise;
// one where there is nothing to choose.
func (v *EffectView) Choose(move, stay EffectChoice, wants string) {
	v.Changes = stay.Changes
	if move.Refused == "" && move.same(stay) {
		stay.Value, stay.Label = "", ""
		v.Choices = []EffectChoice{stay}
		return
	}
	move.Chosen = move.Refused == "" && wants == "move"
	stay.Chosen = !move.Chosen
	v.Choices = []EffectChoice{stay, move}
	if move.Refused == "" && fmt.Sprint(move.Changes) != fmt.Sprint(stay.Changes) {
		v.Changes, v.Apart = nil, true
	}
}

// MendNote tells what happened meanwhile to whoever corrected a deal at the same time.
func MendNote(n *ledger.Night, s *ledger.Stale) *Meanwhile {
	m := &Meanwhile{Head: s.Sentence, Text: "What you filled in is still here; look whether it is still right."}
	if s.Deal != nil {
		return m
	}
	for _, r := range s.Rows {
		m.Text = r.Text + ". " + m.Text
		break
	}
	return m
}
