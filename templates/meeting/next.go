package meeting

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// Next is who is to sit where in a round: the form in which two people are swapped, and which is agreed.
type Next struct {
	Path       string
	Round      int
	Stage      show.Stage
	Last       bool // no round was agreed after this one
	Promise    string
	Moves      chain.Movement
	Undecided  bool // the seats follow from results that aren't there yet, or from the organiser's hand
	Tables     []nextTable
	Resting    []Place
	Late       []Coming   // who has come, and not sat yet
	Leaving    []Coming   // once the round that is played is over
	Known      []Who      // who may come: known players who aren't there
	Still      []ui.Still // who of them sits at a table elsewhere
	NewName    string
	Leaver     chain.PlayerID // chosen, not yet sent
	Picked     int
	Unfinished []unfinished
	ToGo       int      // deals of the round
	Done       []string // the other tables of the present round
	Begun      bool     // a deal of the present round is recorded
	Asked      bool     // somebody asked for it, due or not
	Key, Saw   string
	Usual      show.Length // of the rounds to come
	Proposed   bool        // as planned, nobody swapped by hand
	Scores     bool        // this device may agree it
}

// nextTable is a table of the coming round.
type nextTable struct {
	ID     chain.NightID // zero for one that is to begin
	Name   string
	Places []Place
	Deals  chain.PlayerID // first; nobody where that is in doubt
}

// Coming is somebody who comes late or goes home, and what is said of them.
type Coming struct {
	Who
	Says         string
	Goes, Stays  bool   // from a table whose round is over; and may stay
	Pays, Amount string // the button by which they settle with the kitty as they go
	Paid         string // the entry of that, to take back
}

// settles tells whether somebody goes home now, or pays or is paid as they go.
func (c Coming) settles() bool { return c.Goes || c.Pays != "" || c.Paid != "" }

// Place is a seat, or who rests; N counts them all from 1.
type Place struct {
	Who
	N      int
	From   string // "stays", "from the window", "rested"
	Picked bool
}

// unfinished is a table that hasn't played the round.
type unfinished struct {
	name      string
	dealt, of int
}

// NewNext is a round as it would be seated: the next one, or the present one otherwise. The place of the
// number picked is marked.
func NewNext(e *show.Meeting, r show.Seating, now bool, picked int) *Next {
	n := &Next{
		Path: say.MeetingPath(e.Night.ID), Round: r.Round, Stage: e.Stage(), Last: e.LastRound(), Picked: picked,
		Moves: e.Moves, Usual: e.Usual, ToGo: e.ToGo(), Begun: e.Begun(),
	}
	if now {
		n.Stage, n.Last = show.Reseating, false
	}
	at, fresh := 0, e.NewNames()
	place := func(who chain.PlayerID) Place {
		at++
		return Place{Who: WhoOf(e, who), N: at, Picked: at == picked}
	}
	for _, seats := range r.Tables {
		t := nextTable{ID: seats.Night}
		if old := e.Table(t.ID); old != nil {
			t.Name = say.NightTitle(old.Night)
		} else {
			t.Name, fresh = fresh[0], fresh[1:]
		}
		for _, who := range seats.Seats {
			p := place(who)
			if !now {
				p.From = cameFrom(e, who, t.ID)
			}
			t.Places = append(t.Places, p)
		}
		if len(t.Places) > 0 {
			t.Deals = e.Table(t.ID).DealsNext(seats.Seats)
		}
		n.Tables = append(n.Tables, t)
	}
	for _, who := range r.Rest {
		n.Resting = append(n.Resting, place(who))
	}
	for _, l := range e.Leavers() {
		if c, ok := newLeaver(e, l); ok {
			n.Leaving = append(n.Leaving, c)
		}
	}
	for _, p := range e.Here() {
		if e.Late(p) {
			n.Late = append(n.Late, Coming{Who: WhoOf(e, p), Says: "comes late."})
		}
	}
	for _, t := range e.Unfinished() {
		n.Unfinished = append(n.Unfinished, unfinished{name: say.NightTitle(t.Night), dealt: t.Dealt, of: e.Deals})
	}
	for _, t := range e.Finished() {
		n.Done = append(n.Done, say.NightTitle(t.Night))
	}
	return n
}

// cameFrom says where somebody who is to sit at a table is now.
func cameFrom(e *show.Meeting, who chain.PlayerID, to chain.NightID) string {
	i := slices.IndexFunc(e.People, func(p show.MeetingPerson) bool { return p.ID == who })
	switch {
	case i < 0:
		return ""
	case e.Late(who):
		return "comes late"
	case e.People[i].Table == 0:
		return "rested"
	case e.People[i].Table == to:
		return "stays"
	}
	return "from " + Placed(say.NightTitle(e.Table(e.People[i].Table).Night))
}

// ToPlay names the tables that have deals of the round to play; empty where none has.
func ToPlay(e *show.Meeting) string {
	var all []string
	for _, t := range e.Unfinished() {
		has := " plays by the clock"
		if e.Deals > 0 {
			has = " has " + english.Spelled(e.Deals-t.Dealt, "deal") + " to play"
		}
		all = append(all, say.NightTitle(t.Night)+has)
	}
	if len(all) == 0 {
		return ""
	}
	return english.Stop(english.List(all))
}

// shown tells whether the page has the seats: where the round is due, or was asked for.
func (n *Next) shown() bool { return n.now() || n.Asked || n.Stage == show.Due }

// now tells whether it is the round that is being played.
func (n *Next) now() bool { return n.Stage == show.Reseating }

// step says where the evening is.
func (v View) step() (title, words string) {
	n := v.Next
	if v.Waits != nil && !n.shown() {
		return v.Waits.Title, v.Waits.Says
	}
	seats := fmt.Sprintf("Seats for round %d", n.Round)
	switch {
	case n.now() && n.Begun:
		return fmt.Sprintf("Round %d, in new seats", n.Round), "Everything recorded stays."
	case n.now():
		return seats, "Nothing is dealt yet."
	case n.Stage == show.Playing:
		words := ". You have nothing to do here until they are done."
		if n.Scores {
			words = ". To record one, tap its table."
		}
		return fmt.Sprintf("Round %d has begun", n.Round-1),
			english.Capital(v.Length) + " at each table" + words
	case n.Stage == show.Waiting && len(n.Done) == 0 && len(n.Unfinished) > 1:
		return "All " + english.Spelled(len(n.Unfinished), "table") + " are playing", n.waits()
	case n.Stage == show.Waiting:
		return english.Capital(n.tables()) + english.Verb(len(n.Unfinished), " is", " are") + " still playing",
			n.waits()
	case n.Stage == show.Over && !n.Asked:
		return english.Capital(english.Spelled(n.Round-1, "round")) + english.Verb(n.Round-1, " is", " are") +
			" played", v.ends()
	}
	return fmt.Sprintf("Round %d is over", n.Round-1), seats + ":"
}

// ends says who is ahead after the last round.
func (v View) ends() string {
	var places []string
	for i, place := range []string{" first", " second", " third"} {
		var who []string
		for _, l := range v.Standing {
			if l.Place == i+1 {
				who = append(who, l.Name)
			}
		}
		if len(places) == 0 {
			place = english.Verb(len(who), " is", " are") + place
		}
		if len(who) > 0 {
			places = append(places, english.List(who)+place)
		}
	}
	return english.Capital(english.Spelled(v.Deals, "deal")) + " at " + english.Spelled(len(v.Tables), "table") +
		". " + english.Stop(strings.Join(places, ", "))
}

// sends is what the form carries.
func (n *Next) sends() []string {
	out := []string{"round", fmt.Sprint(n.Round), "saw", n.Saw, "key", n.Key,
		"picked", fmt.Sprint(n.Picked)}
	if n.now() {
		out = append(out, "now", "on")
	}
	if n.Proposed {
		out = append(out, "proposed", "on")
	}
	if n.Asked {
		out = append(out, "asked", "on")
	}
	for _, t := range n.Tables {
		out = append(out, "tables", fmt.Sprint(t.ID), "sizes", fmt.Sprint(len(t.Places)))
		for _, p := range t.Places {
			out = append(out, "seats", say.PlayerNo(p.ID))
		}
	}
	for _, p := range n.Resting {
		out = append(out, "seats", say.PlayerNo(p.ID))
	}
	return out
}

// swaps tells whether a tap on a place changes two people of the next round, which is kept for everybody.
func (n *Next) swaps(p Place) bool { return !n.now() && n.Picked != 0 && !p.Picked }

// picked is who waits for somebody to change with.
func (n *Next) picked() string {
	for _, t := range append(slices.Clone(n.Tables), nextTable{Places: n.Resting}) {
		for _, p := range t.Places {
			if p.Picked {
				return p.Name
			}
		}
	}
	return ""
}

// waits says how much is to go, and which tables wait.
func (n *Next) waits() string {
	words := "Each finishes the deal it is at when the time is up."
	if n.ToGo > 0 {
		words = english.Capital(english.Spelled(n.ToGo, "deal")) + " of the round to go."
	}
	if len(n.Done) > 0 {
		words += " Already done: " + english.List(n.Done) + "."
	}
	return words
}

// Placed is how a table is spoken of: “the window” where it is called At the window.
func Placed(table string) string {
	for _, by := range []string{"By ", "At ", "In ", "On ", "Under "} {
		if at, ok := strings.CutPrefix(table, by); ok && strings.HasPrefix(at, "the ") {
			return at
		}
	}
	return table
}

// At says of somebody that they sit at a table: “by the fire”, “at Table 2”.
func At(table string) string {
	if Placed(table) != table {
		return english.Small(table)
	}
	return "at " + table
}

// tables names those that haven't, or counts them where they are many.
func (n *Next) tables() string {
	if many := len(n.Unfinished); many > 3 {
		return english.Capital(english.Spelled(many, "table"))
	}
	names := make([]string, len(n.Unfinished))
	for i, t := range n.Unfinished {
		names[i] = Placed(t.name)
	}
	return english.List(names)
}

// played says how far those are.
func (n *Next) played() string {
	if len(n.Unfinished) > 3 {
		return n.tables() + " have deals to play."
	}
	parts := make([]string, len(n.Unfinished))
	for i, t := range n.Unfinished {
		parts[i] = fmt.Sprintf("%s has played %d of its %d deals", Placed(t.name), t.dealt, t.of)
		if t.of == 0 {
			parts[i] = Placed(t.name) + " has played " + english.Spelled(t.dealt, "deal")
		}
	}
	return english.Capital(english.Stop(english.List(parts)))
}

// Goes is where somebody is to sit in the round: Table is nil for who rests or goes home.
type Goes struct {
	Table       *nextTable
	Stays, Home bool
	With        []string
}

// Goes finds where somebody who is at a table now, or at none, sits in the round.
func (n *Next) Goes(p chain.PlayerID, from chain.NightID) (g Goes) {
	for i := range n.Tables {
		t := &n.Tables[i]
		if !slices.ContainsFunc(t.Places, func(one Place) bool { return one.ID == p }) {
			continue
		}
		g.Table, g.Stays = t, t.ID == from && from != 0
		for _, one := range t.Places {
			if one.ID != p {
				g.With = append(g.With, one.Name)
			}
		}
	}
	g.Home = slices.ContainsFunc(n.Leaving, func(c Coming) bool { return c.ID == p })
	return g
}

// Promise says how people move: how often everybody meets everybody at least, over all rounds; empty where
// two were changed by hand.
func Promise(moves chain.Movement, next show.NextRound) string {
	if kind := moves.Kind(); kind.By != chain.Movements[0].By {
		return kind.Says
	}
	over := english.Spelled(next.InAll, "round")
	switch {
	case next.InAll < 2:
		return ""
	case next.Met == 0:
		return english.Verb(next.ToCome, "the next round mixes you as evenly as it can",
			"the coming rounds mix you as evenly as they can")
	case next.Met == 1:
		return "everybody meets everybody in " + over
	}
	return fmt.Sprintf("everybody meets everybody at least %s in %s", english.Times(next.Met), over)
}

// from turns a table so that somebody comes first.
func from(places []Place, first chain.PlayerID) []Place {
	i := max(0, slices.IndexFunc(places, func(p Place) bool { return p.ID == first }))
	return slices.Concat(places[i:], places[:i])
}
