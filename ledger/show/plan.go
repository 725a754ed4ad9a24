package show

// Who is to sit where in the next round of an evening. It follows from the entries alone: from who sat where,
// who is there, and changes by hand. So every page, and the program started anew, has the same.

import (
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
)

// UsualRounds are planned where nobody agreed how many there will be.
const UsualRounds = 6

// Seating is who sits where in a round.
type Seating struct {
	Round  int // the one there is, to seat it otherwise, or the next
	Tables []SeatTable
	Rest   []chain.PlayerID
}

// SeatTable is a table of an evening: three to five, clockwise, and who deals first.
type SeatTable struct {
	Night  chain.NightID `json:",omitempty"` // zero: a new table, called Name
	Name   string        // "By the fire"; empty is "Table 2"
	Seats  []chain.PlayerID
	Dealer chain.PlayerID // zero: whose turn it is, or the next on the left who still sits; else the first
}

// Same tells whether two rounds have the same seats, in which nothing else is said.
func (r Seating) Same(other Seating) bool {
	return r.Round == other.Round && slices.Equal(r.Rest, other.Rest) &&
		slices.EqualFunc(r.Tables, other.Tables, func(x, y SeatTable) bool {
			return x.Night == y.Night && slices.Equal(x.Seats, y.Seats)
		})
}

// Suits tells whether a seating of this round or the next seats everybody who is there, once, at tables there
// are.
func (e *Meeting) Suits(r Seating) bool {
	open, seats, here := e.InPlay(), slices.Clone(r.Rest), e.Here()
	for i, t := range r.Tables {
		there := slices.ContainsFunc(open, func(o *MeetingTable) bool { return o.ID == t.Night })
		again := slices.ContainsFunc(r.Tables[:i], func(o SeatTable) bool { return o.Night == t.Night })
		if t.Night != 0 && (!there || again) {
			return false
		}
		seats = append(seats, t.Seats...)
	}
	switch r.Round {
	case e.Round:
		for _, p := range e.Leaving() {
			here = append(here, p.ID)
		}
	case e.Round + 1:
	default:
		return false
	}
	return slices.Equal(slices.Sorted(slices.Values(seats)), slices.Sorted(slices.Values(here)))
}

// TableNames are offered for tables, in this order.
var TableNames = []string{"By the fire", "At the window", "By the door", "In the corner", "Under the clock",
	"By the stairs", "In the kitchen", "On the landing"}

// NewNames are those of tables that are to begin, more than can be.
func (e *Meeting) NewNames() []string {
	names := slices.DeleteFunc(slices.Clone(TableNames), func(name string) bool {
		return slices.ContainsFunc(e.Tables, func(t MeetingTable) bool { return t.Name == name })
	})
	for i := range seating.MostTables {
		names = append(names, fmt.Sprintf("Table %d", len(e.Tables)+1+i))
	}
	return names
}

// NextRound is a round as it is planned.
type NextRound struct {
	Seating      // tables that are to begin have no night yet
	Changed bool // by hand
	// Undecided: tables still play the round from whose results the seats follow; these are by those so far. Or
	// the organiser is to seat it by hand, and these are last round's to begin with.
	Undecided bool
	ToCome    int // so many rounds are planned, this one the first …
	InAll     int // … which makes so many with those before; zero where it was changed by hand, or people move
	Met       int // by their end everybody met everybody so often at least
}

// Here are those who are at the evening and stay, seated or not.
func (e *Meeting) Here() (out []chain.PlayerID) {
	for _, p := range e.People {
		if p.Here {
			out = append(out, p.ID)
		}
	}
	return out
}

// Table returns nil for a night that is no table of the evening.
func (e *Meeting) Table(id chain.NightID) *MeetingTable {
	i := slices.IndexFunc(e.Tables, func(t MeetingTable) bool { return t.ID == id })
	if i < 0 {
		return nil
	}
	return &e.Tables[i]
}

// InPlay are the tables of this round that go on, in the order of its seating.
func (e *Meeting) InPlay() (open []*MeetingTable) {
	for _, at := range e.Sittings[len(e.Sittings)-1].Tables {
		if t := e.Table(at.Night); t != nil && t.Open {
			open = append(open, t)
		}
	}
	return open
}

// Next is the round after the one being played. So many people as can't be parted into tables are an error.
func (e *Meeting) Next(made *seating.Memo) (NextRound, error) {
	next := NextRound{Seating: Seating{Round: e.Round + 1}}
	if e.holds(e.Planned) {
		for _, at := range e.Planned.Tables {
			next.Tables = append(next.Tables, SeatTable{Night: at.Night, Seats: at.Seats})
		}
		next.Rest, next.Changed = e.Planned.Rest, true
		return next, nil
	}
	next.Undecided = e.Undecided()
	rounds, err := e.plan(made)
	if err != nil {
		return next, err
	}
	next.Seating = e.seating(next.Round, rounds[0])
	if e.Moves.Kind().By != chain.MeetAll {
		return next, nil
	}
	next.ToCome, next.InAll = len(rounds), len(e.Sittings)+len(rounds)
	least := -1
	all := append(e.planAfter(len(e.Sittings)-1).Played, rounds...)
	for _, met := range seating.Met(e.Here(), all) {
		if times := int(met.Partners + met.Opponents); least < 0 || times < least {
			least = times
		}
	}
	next.Met = least / 5
	return next, nil
}

// Undecided tells whether who sits where next follows from results that aren't there yet, or is to be chosen
// by hand: what Next plans is a guess then.
func (e *Meeting) Undecided() bool {
	return !e.holds(e.Planned) && (e.Moves == chain.ByHand || e.Moves.Kind().Won && len(e.Unfinished()) > 0)
}

// seating puts a planned round to the tables that go on; those over are to begin.
func (e *Meeting) seating(no int, r seating.Round) Seating {
	out, open := Seating{Round: no, Rest: r.Rests}, e.InPlay()
	for i, seats := range r.Tables {
		t := SeatTable{Seats: seats}
		if i < len(open) {
			t.Night = open[i].ID
		}
		if len(seats) > 0 {
			out.Tables = append(out.Tables, t)
		}
	}
	return out
}

// toCome are the rounds to come as far as they are known: all of them where the plan looks ahead or nobody
// moves, one where it was changed by hand, and none while it follows from results that aren't there yet.
func (e *Meeting) toCome(made *seating.Memo) (out []Seating) {
	next, err := e.Next(made)
	if err != nil || e.LastRound() || len(e.InPlay()) == 0 {
		return nil
	}
	moves := e.Moves.Kind()
	switch {
	case next.Changed:
		return []Seating{next.Seating}
	case moves.By == chain.MeetAll:
		rounds, _ := e.plan(made)
		for i, r := range rounds {
			out = append(out, e.seating(next.Round+i, r))
		}
	case moves.By == chain.ByHand:
	case moves.Won || len(next.Rest) > 0:
		if len(e.Unfinished()) == 0 {
			out = append(out, next.Seating)
		}
	default:
		for no := next.Round; no <= max(e.Rounds, next.Round); no++ {
			again := next.Seating
			again.Round = no
			out = append(out, again)
		}
	}
	return out
}

// Slip is what a table writes on in a round: who deals each of the deals that aren't recorded yet.
type Slip struct {
	SeatTable
	Dealt   int
	Dealers []chain.PlayerID
}

// SlipRound is a round of slips.
type SlipRound struct {
	Round  int
	Tables []Slip
	Rest   []chain.PlayerID
}

// Slips are those of this round and of the rounds to come.
func (e *Meeting) Slips(made *seating.Memo) (out []SlipRound) {
	now := SlipRound{Round: e.Round, Rest: e.Rest}
	for _, t := range e.InPlay() {
		at := SeatTable{Night: t.ID, Dealer: t.Table[t.Dealer-1].Player, Seats: chain.PlayersIn(t.Table)}
		s := Slip{SeatTable: at, Dealt: min(t.Dealt, e.Deals)}
		now.Tables = append(now.Tables, s.deal(e.Deals))
	}
	out = append(out, now)
	for _, r := range e.toCome(made) {
		before, round := out[len(out)-1].Tables, SlipRound{Round: r.Round, Rest: r.Rest}
		for i, t := range r.Tables {
			if t.Dealer = t.Seats[0]; i < len(before) {
				t.Dealer = before[i].passes(t.Seats)
			}
			s := Slip{SeatTable: t}
			round.Tables = append(round.Tables, s.deal(e.Deals))
		}
		out = append(out, round)
	}
	return out
}

// deal writes who deals.
func (s Slip) deal(deals int) Slip {
	first := slices.Index(s.Seats, s.Dealer)
	for i := range deals - s.Dealt {
		s.Dealers = append(s.Dealers, s.Seats[(first+i)%len(s.Seats)])
	}
	return s
}

// passes is who deals first at the table when others sit there next.
func (s Slip) passes(seats []chain.PlayerID) chain.PlayerID {
	due := slices.Index(s.Seats, s.Dealer) + len(s.Dealers)
	for i := range s.Seats {
		if p := s.Seats[(due+i)%len(s.Seats)]; slices.Contains(seats, p) {
			return p
		}
	}
	return seats[0]
}

// holds tells whether seats chosen by hand are of those who are there now, at tables that go on.
func (e *Meeting) holds(p *Sitting) bool {
	if p == nil {
		return false
	}
	for _, at := range p.Tables {
		there := func(t *MeetingTable) bool { return t.ID == at.Night }
		if at.Night != 0 && !slices.ContainsFunc(e.InPlay(), there) {
			return false
		}
	}
	return sameMembers(p.People(), e.Here())
}

func sameMembers(a, b []chain.PlayerID) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// plan plans the rounds to come. While it is played as planned, and nobody comes or goes, the plan is kept.
func (e *Meeting) plan(made *seating.Memo) (rounds []seating.Round, err error) {
	if e.Moves.Kind().By != chain.MeetAll {
		p := e.planAfter(len(e.Sittings) - 1)
		p.Moves, p.Rounds, p.Won, p.Score = e.Moves, 1, map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}
		for _, t := range e.Tables {
			for _, d := range t.Deals {
				for i, chair := range d.Chairs {
					if d.Round == e.Round {
						p.Won[chair.Player] += d.Nets[i].Amount
					}
				}
			}
		}
		for _, one := range e.People {
			p.Score[one.ID] = one.Score
		}
		return made.Propose(p)
	}
	for i := range e.Sittings {
		p := e.planAfter(i)
		if len(rounds) > 1 && sameRound(rounds[0], p.Played[i]) && fits(rounds[1], p) {
			rounds = rounds[1:]
			continue
		}
		if len(rounds) > 1 {
			p.Like = rounds[1:]
		}
		if rounds, err = made.Propose(p); err != nil {
			rounds = nil
		}
	}
	return rounds, err
}

func sameRound(a, b seating.Round) bool {
	return slices.EqualFunc(seated(a), seated(b), slices.Equal)
}

// seated are the tables somebody sits at.
func seated(r seating.Round) [][]chain.PlayerID {
	return slices.DeleteFunc(slices.Clone(r.Tables), func(t []chain.PlayerID) bool { return len(t) == 0 })
}

// fits tells whether a planned round is of these people, at so many tables.
func fits(r seating.Round, p seating.Plan) bool {
	return len(seated(r)) == p.Tables && sameMembers(slices.Concat(slices.Concat(r.Tables...), r.Rests), p.Here)
}

// planAfter is what the rounds after one of the evening's are planned from. Whom it is planned for is known
// by who came to the next.
func (e *Meeting) planAfter(i int) seating.Plan {
	p := seating.Plan{Seed: uint64(e.Night.ID), Rounds: UsualRounds}
	if e.Rounds > 0 {
		p.Rounds = min(max(e.Rounds-e.Sittings[i].Round, 1), seating.MostRounds)
	}
	for _, s := range e.Sittings[:i+1] {
		round := seating.Round{Rests: s.Rest}
		for _, at := range s.Tables {
			round.Tables = append(round.Tables, at.Seats)
		}
		p.Played = append(p.Played, round)
	}
	tables := 0
	if i+1 < len(e.Sittings) {
		next := &e.Sittings[i+1]
		p.Here, tables = next.People(), len(next.Tables)
	} else {
		p.Here, tables = e.Here(), len(e.InPlay())
		p.Played[i].Tables = e.goOnFirst(p.Played[i].Tables)
	}
	slices.Sort(p.Here)
	p.Rest, p.Tables = len(e.Sittings[0].Rest) > 0 && len(p.Here) >= 8 && len(p.Here)%4 > 0, tables
	switch n := len(p.Here); {
	case p.Rest:
		p.Tables = n / 4
	case n < 3*tables || n > 5*tables || tables == 0:
		p.Tables = max(1, len(seating.Tables(n)))
	}
	return p
}

// DealsNext is who deals first once these people sit at a table, where that isn't in doubt: whose turn it is,
// or the next on the left who still sits; at a new table (t is nil) the first.
func (t *MeetingTable) DealsNext(seats []chain.PlayerID) chain.PlayerID {
	if t != nil {
		if t.Doubt != nil {
			return 0
		}
		for i := range t.Table {
			p := t.Table[(int(t.Dealer)-1+i)%len(t.Table)].Player
			if slices.Contains(seats, p) {
				return p
			}
		}
	}
	return seats[0]
}

// goOnFirst puts those of this round's tables first that go on, as InPlay has them.
func (e *Meeting) goOnFirst(seats [][]chain.PlayerID) [][]chain.PlayerID {
	var open, closed [][]chain.PlayerID
	for i, at := range e.Sittings[len(e.Sittings)-1].Tables {
		if t := e.Table(at.Night); t != nil && t.Open {
			open = append(open, seats[i])
		} else {
			closed = append(closed, seats[i])
		}
	}
	return append(open, closed...)
}
