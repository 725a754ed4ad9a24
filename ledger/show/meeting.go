package show

// An evening at several tables, as its pages read it: the evening's own night and those of its tables, put
// together.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Meeting is an evening at several tables as it stands. Like a Night it is a snapshot nobody may change.
type Meeting struct {
	// Night is the evening's own: its name, date and house rules, costs, payments, the kitty, its closing and
	// seal. While tables are open, what they will leave to it isn't in it yet: Whole has that.
	Night *Night
	// Tables are those of the evening in the order they began, closed ones too.
	Tables []MeetingTable
	// People are everybody who came, in that order, and who only lent an account. The total of all is zero, with
	// Kitty's.
	People []MeetingPerson
	Kitty  int64

	Round, Rounds, Deals int            // this round, of so many (0: not agreed), of so many deals (0: no end)
	Clock                Clock          // of this round
	Break                int64          // until when the break after it lasts, as a Sitting has it
	Usual                Length         // of the rounds to come
	Moves                chain.Movement // how people move between them
	Rest                 []chain.PlayerID
	Sittings             []Sitting // of each round so far, as it was agreed at last; the last is this one's
	Planned              *Sitting  // the next round as chosen by hand; Next says whether it holds
	// Version is the latest entry of the evening or of any table of it: it changes with each of them.
	Version chain.EntryID

	// What everybody, and the kitty, came to at all tables and besides. The people come first.
	accounts []Person
	kitty    Sums
}

type MeetingTable struct {
	*Night
	InRound bool // people sit at it in this round
	Dealt   int  // so many deals of this round stand …
	Past    int  // … and so many of them since its clock called the last
}

type MeetingPerson struct {
	ID    chain.PlayerID
	Name  string
	Here  bool          // is at the evening and stays, seated or not
	Gone  bool          // went home; who still sits goes once the round is over
	Table chain.NightID // where they sit now; zero: they rest, or went home
	Seat  rules.Seat    // and in which chair
	Score int64         // won and lost at all tables: deals and penalties
	Place int           // by that, where they are listed best first; who won as much shares it
	Total int64         // what is owed to them, or below zero by them, with costs, payments and all
	Seen  state.Seen    // whether they are at their table in this round, or called there
}

// Who sat where in a round, and a table of it.
type (
	Sitting = state.Sitting
	SatAt   = chain.Placed
	Clock   = state.Clock
)

var ErrNoMeeting = &chain.NotFound{What: "evening"}

func (now *Snapshot) Meeting(id chain.NightID) (*Meeting, error) {
	s := now.state
	v, err := now.resolved(id)
	switch {
	case err != nil:
		return nil, err
	case v.Several == nil:
		return nil, ErrNoMeeting
	}
	e := &Meeting{Night: fullNight(s, v), Version: v.Version}
	for _, t := range v.Several.Seated {
		e.Tables = append(e.Tables, MeetingTable{Night: show(s, s.Resolve(t))})
	}
	e.complete(v)
	return e, nil
}

// Latest is the newest entry that the pages of the evening show something of.
func (e *Meeting) Latest() chain.EntryID { return max(e.Version, e.Night.Latest()) }

func (e *Meeting) complete(v *state.ResolvedNight) {
	e.Rounds, e.Sittings, e.Usual = v.Several.Rounds, v.Sittings(), lengthOf(v.Several)
	e.Planned, e.Moves = v.Planned(), v.Several.Moves
	now := &e.Sittings[len(e.Sittings)-1]
	e.Round, e.Rest, e.Deals, e.Clock, e.Break = now.Round, now.Rest, now.Deals, now.Clock, now.Break
	e.accounts = slices.DeleteFunc(slices.Clone(e.Night.People), func(p Person) bool {
		return (v.Gone(p.ID) || !e.Night.Open) && e.Late(p.ID) && p.Sum == Sums{} // by mistake, or too late to play
	})
	e.kitty = e.Night.Kitty.Sum
	e.kitty.Deals = 0 // what closed tables left: the tables have it, and by who sat there
	at, sits := map[chain.PlayerID]int{}, map[chain.PlayerID]MeetingPerson{}
	told := map[chain.PlayerID]bool{}
	for i := range e.accounts {
		p := &e.accounts[i]
		at[p.ID], told[p.ID], p.Sum.Deals = i, true, 0
	}
	for i := range e.Tables {
		t := &e.Tables[i]
		e.Version = max(e.Version, t.Version)
		t.InRound = slices.ContainsFunc(now.Tables, func(s SatAt) bool { return s.Night == t.ID })
		for _, d := range t.Deals {
			if d.Round != e.Round {
				continue
			}
			if t.Dealt++; !d.Inserted && e.Clock.IsLast(d.At.UnixMilli()) {
				t.Past++
			}
		}
		for _, p := range t.People {
			if _, ok := at[p.ID]; !ok {
				at[p.ID] = len(e.accounts)
				e.accounts = append(e.accounts, Person{ID: p.ID, Name: p.Name, Face: p.Face})
			}
			addTable(&e.accounts[at[p.ID]].Sum, &p.Sum)
			told[p.ID] = told[p.ID] || t.Open || p.Sum.Score() != 0 // and not whose account nothing came to
			if t.Open && p.Seat != 0 && t.InRound {
				sits[p.ID] = MeetingPerson{Table: t.ID, Seat: p.Seat}
			}
		}
		addTable(&e.kitty, &t.Kitty.Sum)
	}
	for _, p := range e.accounts {
		if one := sits[p.ID]; told[p.ID] {
			one.ID, one.Name, one.Here, one.Gone = p.ID, p.Name, p.Here, v.Gone(p.ID)
			one.Score, one.Total, one.Seen = p.Sum.Score(), p.Sum.Total(), v.Seen(p.ID)
			e.People = append(e.People, one)
		}
	}
	e.Kitty = e.kitty.Total()
}

// Late tells whether somebody has neither sat nor rested in a round so far.
func (e *Meeting) Late(p chain.PlayerID) bool {
	return !slices.ContainsFunc(e.Sittings, func(s Sitting) bool {
		return slices.Contains(s.Rest, p) || slices.ContainsFunc(s.Tables, func(t SatAt) bool {
			return slices.Contains(t.Seats, p)
		})
	})
}

// Person is somebody of the evening, with their place; the zero value where they have no part in it.
func (e *Meeting) Person(id chain.PlayerID) MeetingPerson {
	best := e.Best()
	if i := slices.IndexFunc(best, func(p MeetingPerson) bool { return p.ID == id }); i >= 0 {
		return best[i]
	}
	return MeetingPerson{}
}

// Best lists the people by what they won, best first; of equals the one who came first.
func (e *Meeting) Best() []MeetingPerson { return ranked(slices.Clone(e.People)) }

// ranked sorts people by what they won, and gives them their places.
func ranked(people []MeetingPerson) []MeetingPerson {
	slices.SortStableFunc(people, func(a, b MeetingPerson) int { return cmp.Compare(b.Score, a.Score) })
	for i := range people {
		if people[i].Place = i + 1; i > 0 && people[i].Score == people[i-1].Score {
			people[i].Place = people[i-1].Place
		}
	}
	return people
}

// Winners are who won most, if anything.
func (e *Meeting) Winners() []MeetingPerson {
	best := e.Best()
	behind := func(p MeetingPerson) bool { return p.Score <= 0 || p.Score < best[0].Score }
	if i := slices.IndexFunc(best, behind); i >= 0 {
		best = best[:i]
	}
	return best
}

// Lead is by how much the one who won most is ahead of the next; zero where several did, or nobody is up.
func (e *Meeting) Lead() int64 {
	best := e.Best()
	if len(e.Winners()) != 1 || len(best) < 2 {
		return 0
	}
	return best[0].Score - best[1].Score
}

// AheadSince is the round at whose end the one who took the evening was ahead of everybody, and stayed so to
// the last; 0 if never, or where several took it.
func (e *Meeting) AheadSince() (since int) {
	if len(e.Winners()) != 1 {
		return 0
	}
	lines := e.Lines()
	for round := e.Round; round > 0; round-- {
		for _, l := range lines[1:] {
			if l.Points[round] >= lines[0].Points[round] {
				return since
			}
		}
		since = round
	}
	return since
}

// Lines are the running lines, best first, a point for each round: tables play theirs at the same time. The
// last one includes winnings besides deals.
func (e *Meeting) Lines() (lines []Line) {
	won := make([]map[chain.PlayerID]int64, e.Round+1)
	for i := range won {
		won[i] = map[chain.PlayerID]int64{}
	}
	for _, t := range e.Tables {
		for _, d := range t.Deals {
			for _, n := range d.Nets {
				won[d.Round][n.Player] += n.Amount
			}
		}
	}
	for _, p := range e.Best() {
		l := Line{Player: p.ID, Name: p.Name, Face: e.Night.Face(p.ID), Points: make([]int64, e.Round+1)}
		for round := 1; round <= e.Round; round++ {
			l.Points[round] = l.Points[round-1] + won[round][p.ID]
			l.Here = append(l.Here, true)
		}
		l.Points[e.Round] = p.Score
		lines = append(lines, l)
	}
	return lines
}

func (e *Meeting) Playing() []MeetingTable {
	return slices.DeleteFunc(slices.Clone(e.Tables), func(t MeetingTable) bool { return !t.Open })
}

// Whole is the evening in one night, for the pages of its settlement and its end: the deals and penalties of
// all tables in the order they were recorded and counted on from 1, besides what its own night has, as if all
// tables had closed. Its Version is that of the evening.
func (e *Meeting) Whole() *Night {
	n := *e.Night
	n.Version, n.Deals, n.Removed = e.Version, nil, nil
	n.People, n.Kitty.Sum = slices.Clone(e.accounts), e.kitty
	e.gatherRows(&n)
	return &n
}

func addTable(s, t *Sums) {
	s.Deals, s.Penalties, s.Carried = s.Deals+t.Deals, s.Penalties+t.Penalties, s.Carried+t.Carried
}

func (e *Meeting) gatherRows(n *Night) {
	var all []*Row
	for _, r := range slices.Backward(e.Night.Rows) {
		if r.Kind != chain.KindTake {
			all = append(all, r)
		}
	}
	for _, t := range e.Tables {
		n.versions = append(n.versions, t.versions...)
		for _, r := range slices.Backward(t.Rows) {
			if r.Deal != nil || r.Kind == chain.KindPenalty || r.Kind == chain.KindCarry && r.Undone == 0 {
				all = append(all, r)
			}
		}
	}
	n.Rows = newestFirst(all)
	for i, row := range slices.Backward(n.Rows) {
		if row.Deal != nil { // the table's own keeps its number
			here, deal := *row, *row.Deal
			deal.Nth = len(n.Deals) + 1
			here.Deal, n.Rows[i] = &deal, &here
			n.Deals = append(n.Deals, &deal)
		}
	}
	slices.Reverse(n.Deals)
	n.Nth = len(n.Deals) + 1
}
