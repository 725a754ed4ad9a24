package meeting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// View is how an evening stands.
type View struct {
	Path     string
	Night    string // its own night, where it closes
	Settle   string // where it is settled
	Version  string
	Saw      string // the newest entry of the evening and its tables
	Sub      string // "two tables · eight players · round 3 of 6"
	After    string // what the standing comes after: "after 11 of 12 deals"; nothing before the first deal
	Leads    string // "Dora leads by 2s"
	Deals    int    // of all tables
	Ended    *Ended // once it is closed
	Plays    bool   // a table of it is open
	Settling bool   // all tables have closed: it lists payments
	Tables   []Table
	Standing []Line
	Next     *Next     // nil where nobody is to be seated
	Moves    []Move    // on the wall: where everybody goes next, by name, once a table is done
	Back     int       // the round, while it may be taken back
	Clock    *ui.Clock // of the round, while a table plays it, or of the break after it
	Now      int       // the round
	Length   string    // of the round: "four deals", "40 minutes"
	Moving   string    // how people move, where that is chosen: "Winners move up"
	Waits    *Waits    // for whom tables wait
	LetsIn   bool      // this device may let others in
	Head     string    // table money of each: "1s"
	Unpaid   []Coming  // who is here and hasn't paid it
	Says     ui.Says
}

// Who is somebody with their face.
type Who struct {
	ID   chain.PlayerID
	Name string
	Face face.Face
}

// Line is somebody's place in the standing.
type Line struct {
	Who
	Place int // zero before the first deal
	Sum   string
	Sign  string
	Bar   int    // in hundredths of the largest sum, up or down
	Up    bool   // on the podium at the end
	Where string // who sits at no table: "rests", "comes late", "went home"
}

// Table is one table of this round.
type Table struct {
	ID         chain.NightID
	Path, Name string
	Dealt, Of  int    // deals of the round
	Deal       string // "3 of 4 deals", "round over"
	Done       bool   // the round's deals are played
	Told       string // the last deal; before the first of the round who deals
	Money      string
	Seats      []Seat
}

// Seat is somebody at a table, and once the round has a deal what they won there this evening.
type Seat struct {
	Who
	Sum, Sign string
	Deals     bool
	Away      bool  // isn't back, where others of the table are
	To        *Move // on the wall, once the table is done: where they go next
}

// Move is where somebody sits in the next round.
type Move struct {
	Who
	To    string // "window", "stays by the fire"; "rests", "goes home. Good night!" where they sit nowhere
	At    string // the table's own name
	Sits  bool
	Stays bool
}

// Waits is for whom tables wait that have begun to gather for a round.
type Waits struct {
	Title, Says string // "The window waits for Ivor"
	Calls       string // those nobody has called yet, by number
	Who         string // all of them
	Names       string // "Ivor and Dora"
	Call        string // on the wall: "Ivor, the window waits for you"
}

// newWaits is nil where all are at their tables, as far as anybody said so.
func newWaits(e *show.Meeting) *Waits {
	absent := e.Absent()
	if len(absent) == 0 {
		return nil
	}
	var names, called, all, calls []string
	tables := map[chain.NightID]bool{}
	for _, p := range absent {
		tables[p.Table] = true
		names, all = append(names, p.Name), append(all, say.PlayerNo(p.ID))
		if p.Seen.Called {
			called = append(called, p.Name)
		} else {
			calls = append(calls, say.PlayerNo(p.ID))
		}
	}
	waits := Placed(say.NightTitle(e.Table(absent[0].Table).Night)) + " waits for "
	if len(tables) > 1 {
		waits = english.Spelled(len(tables), "table") + " wait for "
	}
	w := &Waits{Calls: strings.Join(calls, ","), Who: strings.Join(all, ","), Names: english.List(names),
		Title: english.Capital(waits) + english.List(names), Says: "They see it on the wall and on their phones."}
	if w.Calls != "" {
		w.Says = "Tap Call to show it on the wall and on their phones."
	}
	if len(called) > 0 {
		w.Call = english.List(called) + ", " + waits + "you."
	}
	return w
}

// here is what somebody says who sees them come.
func (w *Waits) here() string {
	if strings.Contains(w.Who, ",") {
		return "They are here"
	}
	return w.Names + " is here"
}

// New shows an evening.
func New(e *show.Meeting, where *time.Location) View {
	v := View{
		Path: say.MeetingPath(e.Night.ID), Version: say.EntryNo(e.Latest()), Sub: sub(e),
		Night: say.NightPath(e.Night.ID), Saw: say.EntryNo(e.Version),
		Settle: say.NightPath(e.Night.ID) + "/settle", After: after(e), Leads: leads(e),
	}
	v.Deals = e.Dealt()
	for i := range e.Tables {
		if t := &e.Tables[i]; t.InRound {
			v.Tables = append(v.Tables, newTable(e, t))
		}
	}
	playing, most := e.Playing(), int64(1)
	for _, p := range e.People {
		most = max(most, p.Score, -p.Score)
	}
	for _, p := range e.Best() {
		l := lineOf(e, p)
		l.Bar = int(p.Score * 100 / most)
		if v.Deals == 0 {
			l.Place = 0
		}
		switch {
		case len(playing) == 0 || p.Table != 0:
		case p.Gone:
			l.Where = "went home"
		case !p.Here:
		case e.Late(p.ID):
			l.Where = "comes late"
		case e.Stage() == show.Due, e.Stage() == show.Over:
			l.Where = "rested"
		default:
			l.Where = "rests"
		}
		v.Standing = append(v.Standing, l)
	}
	v.Plays = len(playing) > 0
	switch e.Stage() {
	case show.Playing, show.Waiting:
		v.Clock = ui.NewClock(e.Clock, where)
	case show.Due:
		v.Clock = ui.NewBreak(e, where)
	}
	v.Now, v.Length, v.Waits = e.Round, lengthOf(e), newWaits(e)
	if kind := e.Moves.Kind(); kind.By != chain.MeetAll { // it is in the name, and no promise
		v.Moving = kind.Name
	}
	if till := e.Till(); till.Head > 0 {
		v.Head = e.Night.Money.Words(till.Head)
		for _, h := range till.Unpaid() {
			v.Unpaid = append(v.Unpaid, Coming{Who: WhoOf(e, h.ID), Says: "owes " + e.Night.Money.Words(h.Amount),
				Pays: "Has paid", Amount: fmt.Sprint(h.Amount)})
		}
	}
	return v
}

// unpaid says who hasn't paid table money yet.
func (v View) unpaid() string {
	var names []string
	for _, p := range v.Unpaid {
		names = append(names, p.Name)
	}
	if many := len(names); many > 3 {
		return english.Capital(english.Number(many)) + " haven’t paid"
	}
	return english.List(names) + english.Verb(len(names), " hasn’t", " haven’t") + " paid"
}

// movingHead says how people move, where that was chosen.
func (v View) movingHead() string {
	if v.Moving == "" {
		return "How people move"
	}
	return "How people move: " + strings.ToLower(v.Moving)
}

// leads says who is ahead.
func leads(e *show.Meeting) string {
	best := e.Winners()
	names := make([]string, len(best))
	for i, p := range best {
		names[i] = p.Name
	}
	switch {
	case e.Dealt() == 0:
		return "The evening so far"
	case len(best) == 0:
		return "Nobody is ahead"
	case len(best) == 1:
		return names[0] + " leads by " + e.Night.Money.Words(e.Lead())
	case len(best) > 2:
		return english.Capital(english.Number(len(best))) + " share the lead"
	}
	return english.List(names) + " lead"
}

// Guide tells those who look for their seats where they go, at tables that are done.
func (v *View) Guide(e *show.Meeting) {
	done := func(t Table) bool { return t.Done }
	if v.Next == nil || !slices.ContainsFunc(v.Tables, done) {
		return
	}
	for _, p := range e.People {
		if !p.Here && p.Table == 0 {
			continue
		}
		m, goes := Move{Who: WhoOf(e, p.ID)}, v.Next.Goes(p.ID, p.Table)
		switch {
		case goes.Home:
			m.To = "goes home. Good night!"
		case goes.Table == nil:
			m.To, m.At = "rests", "Rest"
		default:
			m.At, m.Sits, m.Stays = goes.Table.Name, true, goes.Stays
			m.To = strings.TrimPrefix(Placed(m.At), "the ")
			if m.Stays {
				m.To = "stays " + At(m.At)
			}
		}
		v.Moves = append(v.Moves, m)
	}
	slices.SortStableFunc(v.Moves, func(a, b Move) int { return strings.Compare(a.Name, b.Name) })
	for i := range v.Tables {
		t := &v.Tables[i]
		for j := range t.Seats {
			at := slices.IndexFunc(v.Moves, func(m Move) bool { return m.ID == t.Seats[j].ID })
			if t.Done && at >= 0 {
				t.Seats[j].To = &v.Moves[at]
			}
		}
	}
}

// ranked tells whether somebody is ahead, so that a standing has something to say.
func (v View) ranked() bool { return v.After != "" && v.sharing() > 0 }

// resting says who sits at no table in the first round, before there is a standing.
func (v View) resting() string {
	var names []string
	for _, l := range v.Standing {
		if !v.ranked() && l.Where == "rests" {
			names = append(names, l.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return english.List(names) + english.Verb(len(names), " rests.", " rest.")
}

// sharing is how many share the lead.
func (v View) sharing() (n int) {
	for n < len(v.Standing) && v.Standing[n].Place == 1 && v.Standing[n].Sum != "0" {
		n++
	}
	return n
}

// between tells whether all tables are done, and everybody looks for the next.
func (v View) between() bool { return len(v.Moves) > 0 && len(v.Next.Unfinished) == 0 }

// WhoOf is somebody of an evening.
func WhoOf(e *show.Meeting, p chain.PlayerID) Who {
	return Who{p, e.Night.PlayerName(p), e.Night.Face(p)}
}

// lineOf is somebody's line where people are listed best first.
func lineOf(e *show.Meeting, p show.MeetingPerson) Line {
	return Line{Who: WhoOf(e, p.ID), Place: p.Place, Sum: e.Night.Money.Signed(p.Score),
		Sign: say.Sign(p.Score)}
}

func newTable(e *show.Meeting, t *show.MeetingTable) Table {
	out := Table{
		ID: t.ID, Path: say.NightPath(t.ID), Name: say.NightTitle(t.Night), Dealt: t.Dealt,
		Of: e.Deals, Deal: dealOfRound(e, t), Done: e.Done(t), Told: "No deal yet",
	}
	fresh, absent := t.Open && t.Dealt == 0, e.Absent()
	if !fresh && len(t.Deals) > 0 {
		out.Told = t.Deals[0].Told().Headline
		out.Money = say.DealMoney(t.Night, t.Deals[0])
	}
	for i, chair := range t.Table {
		s := Seat{Who: WhoOf(e, chair.Player), Deals: !out.Done && t.Duties.Dealer == rules.Seat(i+1)}
		if score := t.Score(chair.Pays()); !fresh {
			s.Sum, s.Sign = e.Night.Money.Signed(score), say.Sign(score)
		}
		if slices.ContainsFunc(absent, func(p show.MeetingPerson) bool { return p.ID == s.ID }) {
			s.Away, s.Sum = true, "not back"
			if e.Round == 1 {
				s.Sum = "not here yet"
			}
		}
		if fresh && s.Deals {
			out.Told = s.Name + " deals first"
			out.Money = english.Number(len(t.Table)) + " at this table"
		}
		out.Seats = append(out.Seats, s)
	}
	return out
}

// newLeaver is how somebody who goes home stands at the door; ok is false where nothing is left to say.
func newLeaver(e *show.Meeting, l show.Leaver) (c Coming, ok bool) {
	money, round := e.Night.Money, fmt.Sprintf("goes home after round %d", e.Round)
	c = Coming{Who: WhoOf(e, l.ID), Goes: l.Table != 0 && e.Stage() == show.Due,
		Stays: l.Table != 0 && len(l.Paid) == 0}
	var paid []string
	for _, r := range l.Paid {
		words := money.Words(r.Paid.Amount) + " into the till"
		if r.Paid.From == chain.Kitty {
			words = money.Words(r.Paid.Amount) + " out of the till"
		}
		paid, c.Paid = append(paid, words), say.EntryNo(r.Entry)
	}
	now, direction := money.Words(l.Pays.Amount), " now, into the till."
	switch {
	case l.Pays.Amount > 0 && l.Pays.To == chain.Kitty:
		c.Pays = "Has paid " + now
		c.Says = "goes home and pays " + now
	case l.Pays.Amount > 0:
		c.Pays, direction = "Has got "+now, " now, out of the till."
		c.Says = "goes home and gets " + now
	}
	switch {
	case c.Pays != "":
		c.Amount, c.Says = fmt.Sprint(l.Pays.Amount), c.Says+direction
		parts := "Cards " + money.Signed(l.Cards)
		if l.Costs != 0 {
			parts += ", costs " + money.Signed(l.Costs)
		}
		if l.Head != 0 {
			parts += ", table money " + money.Words(l.Head)
		}
		if l.Costs != 0 || l.Head != 0 {
			c.Says += " " + parts + "."
		}
	case len(paid) > 0:
		c.Says = "is square and goes home: " + english.List(paid) + "."
	case l.Head > 0 && l.Table == 0:
		c.Says = "hasn’t paid " + money.Words(l.Head) + " of table money: see the till."
	case l.Table == 0 && l.Total == 0:
		return c, false
	case l.Table == 0:
		c.Says = "went home" + owing(money, l.Total)
	case !money.Handed():
		c.Says = round + "."
	default:
		c.Says = round + owing(money, l.Total)
	}
	return c, true
}

func owing(money rules.Money, total int64) string {
	switch {
	case total < 0:
		return ", owing " + money.Words(-total) + " so far."
	case total > 0:
		return ", with " + money.Words(total) + " to get so far."
	}
	return ", owing nothing so far."
}

// dealOfRound says how far in the round a table is.
func dealOfRound(e *show.Meeting, t *show.MeetingTable) string {
	switch {
	case !t.Open:
		return "closed"
	case e.Over(t) > 0 && len(e.Unfinished()) > 0:
		return "plays on"
	case e.Done(t):
		return "round over"
	case e.Deals == 0:
		return english.Count(t.Dealt, "deal")
	}
	return fmt.Sprintf("%d of %s", t.Dealt, english.Count(e.Deals, "deal"))
}

// after says what the standing comes after.
func after(e *show.Meeting) string {
	dealt, of := e.SoFar()
	switch {
	case len(e.Unfinished()) == 0:
		return fmt.Sprintf("after round %d", e.Round)
	case dealt > 0 && of == 0:
		return fmt.Sprintf("round %d, %s", e.Round, english.Count(dealt, "deal"))
	case dealt > 0:
		return fmt.Sprintf("round %d, %d of %s", e.Round, dealt, english.Count(of, "deal"))
	case e.Round > 1:
		return fmt.Sprintf("after round %d", e.Round-1)
	}
	return ""
}

// sub counts the evening: what goes on, or once all tables have closed what there was.
func sub(e *show.Meeting) string {
	tables := cmp.Or(len(e.InPlay()), len(e.Tables))
	words := english.Spelled(tables, "table") + "\u00a0· " +
		strings.Replace(english.Spelled(e.Heads(), "player"), " ", "\u00a0", 1)
	if home := len(e.Leaving()); home > 0 && e.Stage() == show.Due {
		words += ", " + english.Number(home) + english.Verb(home, " goes", " go") + " home"
	}
	words += "\u00a0· "
	if len(e.InPlay()) == 0 {
		return words + english.Spelled(e.Round, "round") + "\u00a0· " + english.Spelled(e.Dealt(), "deal")
	}
	if e.Stage() == show.Due {
		words += "after "
	}
	return words + RoundWords(e)
}

// RoundWords say which round it is: "round 3 of 6".
func RoundWords(e *show.Meeting) string {
	if e.Rounds == 0 || e.Round > e.Rounds {
		return fmt.Sprintf("round %d", e.Round)
	}
	return fmt.Sprintf("round %d of %d", e.Round, e.Rounds)
}

// lengthOf says how long this round is.
func lengthOf(e *show.Meeting) string {
	return chain.LengthWords(e.Deals, int(e.Clock.Length/time.Minute.Milliseconds()))
}

// RoundOfTable says at a table how much of the round is to go: the table counts its deals over all rounds.
func RoundOfTable(e *show.Meeting, t *show.MeetingTable) string {
	round := english.Capital(RoundWords(e)) + ": "
	switch over := e.Over(t); {
	case over == 0:
		return "The round is over after " + english.Spelled(t.Dealt, "deal")
	case over > 0:
		return english.Capital(english.Spelled(over, "deal")) + " more than the round has"
	case e.Deals == 0:
		return round + english.Spelled(t.Dealt, "deal") + " so far"
	case e.Deals-t.Dealt == 1:
		return round + "the last deal"
	}
	return round + english.Spelled(e.Deals-t.Dealt, "deal") + " to go"
}
