package table

// What the page of one deal shows, and what putting it right would change.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/ui"
)

// DealView is the page of one deal: how its money came about, what may be done about it, and all its
// versions.
type DealView struct {
	*show.Night
	Deal    chain.DealID
	Nth     int
	Stands  *show.Dealt // nil once it isn't on the sheet any more
	History []show.Version
	Notes   []show.Noted
	Scores  bool // this visitor writes things down
	Where   *time.Location
	Key     func() string

	Typed string // the note that was refused
	Says  ui.Says
	Did   string // the notice of the last action
}

// Title is the deal's number.
func (v DealView) Title() string { return fmt.Sprintf("Deal %d", v.Nth) }

func (v DealView) path() string { return say.DealPath(v.ID, v.Deal) }

func (v DealView) last() show.Version { return v.History[len(v.History)-1] }

// saw is the version the page shows.
func (v DealView) saw() string {
	if v.Stands == nil {
		return say.EntryNo(v.last().Entry)
	}
	return say.EntryNo(v.Stands.Version)
}

// explained is a version with its explanation, step by step.
func (v DealView) explained(h show.Version) rules.Account {
	return rules.Explain(v.Stakes, &h.Deal, &h.Result, h.Names, v.Words)
}

// beside is the address of the deal so many after it, if there is one.
func (v DealView) beside(step int) string {
	for _, o := range v.Deals {
		if v.Stands != nil && o.Nth == v.Nth+step {
			return say.DealPath(v.ID, o.ID)
		}
	}
	return ""
}

// typedNote is what stands in the field of the note.
func (v DealView) typedNote() string {
	if v.Says["note"] != "" {
		return v.Typed
	}
	return v.Stands.Note.Text
}

// versionOrNote is a version of the deal, or a note on it.
type versionOrNote struct {
	entry chain.EntryID
	show.Version
	sat  bool // others sat there than in the version before
	note *show.Noted
}

// versionsAndNotes are all of them, oldest first.
func (v DealView) versionsAndNotes() (out []versionOrNote) {
	for i, h := range v.History {
		sat := i > 0 && !slices.Equal(h.Chairs, v.History[i-1].Chairs)
		out = append(out, versionOrNote{entry: h.Entry, Version: h, sat: sat})
	}
	for i := range v.Notes {
		out = append(out, versionOrNote{entry: v.Notes[i].Entry, note: &v.Notes[i]})
	}
	slices.SortStableFunc(out, func(a, b versionOrNote) int { return cmp.Compare(a.entry, b.entry) })
	return out
}

// swaps are the deals this one can change places with, those of its round, and the one that is offered first.
func (v DealView) swaps() (others []*show.Dealt, near int) {
	others = slices.DeleteFunc(slices.Clone(v.Deals), func(o *show.Dealt) bool {
		return o.ID == v.Deal || o.Round != v.Stands.Round
	})
	near = v.Nth - 1
	if slices.ContainsFunc(others, func(o *show.Dealt) bool { return o.Nth == v.Nth+1 }) {
		near = v.Nth + 1
	}
	return others, near
}

// EffectView is what putting a deal right would change, and the form that does it.
type EffectView struct {
	Action  string // where the form goes; nothing while something is missing or refused
	Back    string // where one goes who changes his mind
	Lead    string // "Deal 5 would say: Ann makes solo, two over: 8d from each."
	Hidden  []HiddenFact
	Key     string
	Changes []say.NetLine  // of everybody's total, where it is the same either way
	Apart   bool           // it isn't: each choice says its own
	Choices []EffectChoice // one, or two where the dealers of the deals after it may move on
	Reason  string
	Button  string
	Says    ui.Says
}

// EffectChoice is one way of doing it.
type EffectChoice struct {
	Value   string // move or stay; nothing where there is no choice
	Label   string
	Chosen  bool
	Refused string // why it can't be done this way
	Changes []say.NetLine
	Shifts  []string // "Deal 6: Cat dealt, not Bob"
	Next    string   // "The next deal is Ann's, not Dan's"
}

// clock is the time of day, with the day where it isn't the night's.
func clock(n *show.Night, t time.Time) string {
	if t.Format(time.DateOnly) == n.Date {
		return t.Format("15:04")
	}
	return t.Format("15:04, 2 January")
}

// rowTitle is a deal in a few words: "Solo, Ann, 7 of 5".
func rowTitle(n *show.Night, d *show.Dealt) string {
	if how := n.Telling(d).Course(); how != "" {
		return n.Words.Name(d.Deal.Call) + ", " + how
	}
	return n.Words.Name(d.Deal.Call)
}

// EffectLead says what would stand, and EffectButton what the button says that does it.
func EffectLead(n *show.Night, m ledger.Mend, e ledger.Effect, nth int) (lead, button string) {
	sentence := func(d *show.Dealt) string { return say.DealSentence(e.Night, d) }
	switch m.Do {
	case ledger.Correct:
		lead := fmt.Sprintf("Deal %d would say: %s", nth, sentence(e.After))
		if !slices.Equal(e.Before.Chairs, e.After.Chairs) {
			lead += " These people sat there: " + chairWords(n, e.After.Chairs) + "."
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
func resting(d *show.Dealt) string {
	if seat := d.Deal.Sitter(); seat != 0 {
		return d.Names[seat-1]
	}
	return ""
}

// dealtTwice says which two deals running one person dealt, and whether the next would be theirs once more.
func dealtTwice(n *show.Night, twice show.DealtTwice) string {
	who := n.PlayerName(twice.Dealer)
	if twice.Nth == 0 {
		return who + " deals twice running, the last deal and the next."
	}
	return fmt.Sprintf("%s deals twice running, deals %d and %d.", who, twice.Nth-1, twice.Nth)
}

// chairWords says who sits at a table: "Ann, Eve for Bob, Cat and Dan".
func chairWords(n *show.Night, chairs []chain.Chair) string {
	names := n.NamesOf(chairs)
	for i, c := range chairs {
		if c.Pays() != c.Player {
			names[i] += " for " + n.PlayerName(c.Pays())
		}
	}
	return english.List(names)
}

// NewEffectChoice lists what one way of doing it changes in a night as it is before.
func NewEffectChoice(before *show.Night, m ledger.Mend, e ledger.Effect) EffectChoice {
	n := e.Night
	c := EffectChoice{Value: "stay", Label: "Keep the dealers as on the sheet"}
	if m.MoveDealers {
		c.Value, c.Label = "move", "Move the dealers on too"
	}
	for _, change := range e.Change {
		line := say.NewNetLine(n.Money, change.Name, change.Amount)
		line.Face = n.Face(change.Player)
		c.Changes = append(c.Changes, line)
	}
	if hands := say.Hands(n, e.Hands); hands != "" {
		c.Shifts = append(c.Shifts, "So "+hands)
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
	known := before.DealtTwice()
	for _, twice := range n.DealtTwice() {
		if !slices.Contains(known, twice) {
			c.Shifts = append(c.Shifts, dealtTwice(n, twice))
		}
	}
	if d := e.Night.Doubt; d != nil {
		c.Next = "Then the table must say who deals next: " + eitherOf(e.Night, d) + "."
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

// same tells whether two ways have the same result, so that nobody needs to choose.
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

// MendNote says what happened meanwhile, where two devices corrected a deal at the same time.
func MendNote(n *show.Night, s *show.Stale) *Meanwhile {
	m := &Meanwhile{Head: s.Sentence, Text: "Your answers are still here. Check that they are still right."}
	if s.Deal != nil {
		return m
	}
	for _, r := range s.Rows {
		m.Text = r.Text + ". " + m.Text
		break
	}
	return m
}
