package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// shadowClub plays an evening of its own beside the book's: who sits where, and what everybody has.
type shadowClub struct {
	*club
	r      *rand.Rand
	house  *rules.House
	seats  map[chain.NightID][]chain.PlayerID // of the open tables
	here   []chain.PlayerID
	totals map[chain.PlayerID]int64 // the kitty among them
	last   map[chain.NightID]func() // takes the latest deal of a table out of the totals again
	lastID map[chain.NightID]chain.DealID
	shut   []chain.NightID
	goes   bool // paid as it goes: after each step nobody owes anything
}

// TestRandomEvenings plays evenings of 6 to 24 people at random: people come late and go home, tables close
// early and are opened again, deals are taken back. After each step everybody has what a reckoning apart from
// the book says, and it adds up to nothing; after the close the same is on the slate.
func TestRandomEvenings(t *testing.T) {
	for seed := range few(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 20))
			people := 8 + r.IntN(17)
			s := &shadowClub{club: gatherClub(t, newBook(t), people), r: r,
				seats: map[chain.NightID][]chain.PlayerID{}, totals: map[chain.PlayerID]int64{},
				last: map[chain.NightID]func(){}, lastID: map[chain.NightID]chain.DealID{}}
			s.house, _ = rules.Set("hoyle")
			s.here = slices.Clone(s.players)
			for _, table := range s.now().Tables {
				for _, c := range table.Table {
					s.seats[table.ID] = append(s.seats[table.ID], c.Player)
				}
			}
			for range 60 {
				s.step()
				s.agree()
			}
			s.end()
		})
	}
}

func (s *shadowClub) someTable() chain.NightID {
	var open []chain.NightID
	for id := range s.seats {
		open = append(open, id)
	}
	if len(open) == 0 {
		return 0
	}
	slices.Sort(open)
	return open[s.r.IntN(len(open))]
}

func (s *shadowClub) step() {
	table := s.someTable()
	switch n := s.r.IntN(20); {
	case n == 0 && len(s.seats) > 1:
		s.ok(s.CloseTable(s.ctx, s.slip(), table, 0))
		delete(s.seats, table)
		s.shut = append(s.shut, table)
	case n == 1 && len(s.shut) > 0:
		s.reopen()
	case n == 2:
		name := fmt.Sprintf("Late %d", len(s.players))
		p := chain.PlayerID(s.ok(s.AddPlayer(s.ctx, s.slip(), name)).ID)
		s.ok(s.ComeLate(s.ctx, s.slip(), s.id, p))
		s.players, s.here = append(s.players, p), append(s.here, p)
	case n == 3:
		s.goHome()
	case n <= 6:
		s.reseat()
	case n == 7 && s.lastID[table] != 0:
		d := s.lastID[table]
		at := must1(s.Now().Night(table))
		dealt, _ := at.Deal(d)
		s.ok(s.Mend(s.ctx, s.slip(), table, Mend{Do: Remove, Deal: d, Saw: dealt.Version}))
		s.last[table]()
		delete(s.lastID, table)
	case n == 8:
		by := s.seats[table][0]
		fine := Penalty{By: by, Kitty: true, Amount: 6, Reason: "shuffled", Owes: !s.goes && s.r.IntN(2) == 0}
		wrote := s.ok(s.Penalise(s.ctx, s.slip(), table, fine))
		if s.r.IntN(3) == 0 {
			s.ok(s.Withdraw(s.ctx, s.slip(), wrote.Entry, "nobody saw it"))
		} else if fine.Owes {
			s.totals[by] -= 6
			s.totals[chain.Kitty] += 6
		}
	case n == 9:
		edit := NightEdit{Pay: &chain.Way{By: chain.ByFell}}
		if s.goes = !s.goes; s.goes {
			edit.Pay.By, edit.Paid = chain.ByGo, s.now().Whole().Between()
		}
		s.ok(s.EditNight(s.ctx, s.slip(), s.id, edit))
	default:
		s.deal(table)
	}
	if s.goes {
		clear(s.totals)
	}
}

func (s *shadowClub) deal(table chain.NightID) {
	n := must1(s.Now().Night(table))
	seats := s.seats[table]
	d := rules.Deal{Seats: len(seats), Dealer: n.Dealer, Call: rules.Solo, Tricks: s.r.IntN(14)}
	for d.Caller = 1; d.Caller == d.Dealer; {
		d.Caller++
	}
	result := must1(rules.Settle(s.house, &d))
	s.lastID[table] = s.ok(s.Record(s.ctx, s.slip(), table, DealSaid{Deal: d, Nth: n.Nth})).Deal
	add := func(by int64) {
		for i, p := range seats {
			s.totals[p] += by * result.Net[i+1]
		}
	}
	add(1)
	s.last[table] = func() { add(-1) }
}

// reopen opens a table again, unless its people sit elsewhere by now.
func (s *shadowClub) reopen() {
	table := s.shut[len(s.shut)-1]
	s.ok(s.ReopenNight(s.ctx, s.slip(), table, "played on"))
	s.shut = s.shut[:len(s.shut)-1]
	s.seats[table] = nil
	n := must1(s.Now().Night(table))
	for _, c := range n.Table {
		s.seats[table] = append(s.seats[table], c.Player)
	}
	s.reseat() // who sat there may sit elsewhere, or have gone home
}

// goHome lets somebody go, while two tables are left. Who sits plays on until the next seating.
func (s *shadowClub) goHome() {
	if len(s.here) <= 8 {
		return
	}
	p := s.here[s.r.IntN(len(s.here))]
	s.ok(s.GoHome(s.ctx, s.slip(), s.id, p))
	s.here = slices.DeleteFunc(s.here, func(q chain.PlayerID) bool { return q == p })
}

func (s *shadowClub) reseat() {
	saw := s.now().Night.Version
	if table := s.someTable(); s.goes && table != 0 { // what a deal pays at a table doesn't keep anybody from it
		s.deal(table)
	}
	e := s.now()
	order := slices.Clone(s.here)
	s.r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	next := show.Seating{Round: e.Round + s.r.IntN(2)}
	var open []chain.NightID
	for id := range s.seats {
		open = append(open, id)
	}
	slices.Sort(open)
	if len(order) < 4 {
		return
	}
	for len(order) >= 4 {
		t := show.SeatTable{Seats: order[:4]}
		if len(open) > 0 {
			t.Night, open = open[0], open[1:]
		}
		next.Tables, order = append(next.Tables, t), order[4:]
	}
	next.Rest = order
	dealers := s.dealers()
	s.ok(s.AgreeRound(s.ctx, s.slip(), s.id, saw, next))
	if next.Round > e.Round && s.r.IntN(2) == 0 {
		s.takeBack(e, dealers)
		return
	}
	was := s.seats
	s.seats = map[chain.NightID][]chain.PlayerID{}
	for _, at := range s.now().Sittings[len(s.now().Sittings)-1].Tables {
		s.seats[at.Night] = at.Seats
	}
	for id := range was {
		if s.seats[id] == nil {
			s.shut = append(s.shut, id)
		}
	}
}

// dealers are who deals next at the open tables.
func (s *shadowClub) dealers() map[chain.NightID]chain.PlayerID {
	out := map[chain.NightID]chain.PlayerID{}
	for id := range s.seats {
		n := must1(s.Now().Night(id))
		out[id] = n.Table[n.Dealer-1].Player
	}
	return out
}

// takeBack takes back a round that was just seated: everybody sits where they sat before.
func (s *shadowClub) takeBack(before *show.Meeting, dealers map[chain.NightID]chain.PlayerID) {
	now := s.now()
	s.ok(s.TakeBackRound(s.ctx, s.slip(), s.id, now.Night.Version, now.Round))
	e := s.now()
	if e.Round != before.Round || !slices.Equal(e.Rest, before.Rest) || len(e.Sittings) != len(before.Sittings) {
		s.t.Fatalf("back from round %d to %d, where %v rest", now.Round, e.Round, e.Rest)
	}
	of := func(e *show.Meeting, id chain.NightID) *show.MeetingTable {
		return &e.Tables[slices.IndexFunc(e.Tables, func(t show.MeetingTable) bool { return t.ID == id })]
	}
	for id, seats := range s.seats {
		t := of(e, id)
		if !of(before, id).InRound { // opened again while others sat there
			if t.Open {
				s.t.Fatalf("%s plays on, which was no table of round %d", t.Name, e.Round)
			}
			delete(s.seats, id)
			s.shut = append(s.shut, id)
			continue
		}
		var sit []chain.PlayerID
		for _, c := range t.Table {
			sit = append(sit, c.Player)
		}
		if !t.Open || !slices.Equal(sit, seats) || t.Table[t.Dealer-1].Player != dealers[id] ||
			t.Dealt != of(before, id).Dealt {
			s.t.Fatalf("at %s sit %v and %d is to deal, not %v and %d", t.Name, sit, t.Table[t.Dealer-1].Player, seats,
				dealers[id])
		}
	}
	for _, t := range e.Tables {
		if t.Open && s.seats[t.ID] == nil {
			s.t.Fatalf("%s plays, which was not there before", t.Name)
		}
	}
}

func (s *shadowClub) agree() {
	s.t.Helper()
	e := s.now()
	whole := e.Whole()
	for i, p := range e.People {
		if p.Total != s.totals[p.ID] || whole.People[i].Sum.Total() != s.totals[p.ID] {
			s.t.Fatalf("%s has %d, and on the page %d; reckoned apart %d", p.Name, p.Total,
				whole.People[i].Sum.Total(), s.totals[p.ID])
		}
	}
	if e.Kitty != s.totals[chain.Kitty] {
		s.t.Fatalf("the kitty has %d, reckoned apart %d", e.Kitty, s.totals[chain.Kitty])
	}
	pairs := map[chain.PlayerID]int64{}
	for _, t := range whole.Between() {
		pairs[t.From] -= t.Amount
		pairs[t.To] += t.Amount
	}
	for _, p := range append(s.players, chain.Kitty) {
		if pairs[p] != s.totals[p] {
			s.t.Fatalf("as it fell player %d has %d, not %d", p, pairs[p], s.totals[p])
		}
	}
}

// end closes the evening, and finds everybody's total on the slate, in the audit's reckoning and in a copy
// made from the export.
func (s *shadowClub) end() {
	e := s.now()
	s.deal(s.someTable())
	if _, err := s.CloseMeeting(s.ctx, s.slip(), s.id, e.Version); !errors.As(err, new(*show.Stale)) {
		s.t.Errorf("closed over a deal nobody saw: %v", err)
	}
	s.ok(s.CloseMeeting(s.ctx, s.slip(), s.id, s.now().Version))
	if s.goes {
		clear(s.totals)
	}
	balances := s.Now().Balances()
	for _, p := range balances[0].Players {
		if p.Slate != s.totals[p.Player] || p.Tonight != 0 {
			s.t.Errorf("%s has %d on the slate and %d tonight, not %d", p.Name, p.Slate, p.Tonight,
				s.totals[p.Player])
		}
	}
	well(s.t, s.Path())
	var export bytes.Buffer
	testenv.Fine(s.t, archive.Export(s.ctx, s.Path(), archive.JSON, time.UTC, &export, nil))
	again := filepath.Join(s.t.TempDir(), "again.ouverte")
	if _, _, err := archive.Import(s.ctx, bytes.NewReader(export.Bytes()), again, nil); err != nil {
		s.t.Fatal(err)
	}
	s.ok(s.ReopenNight(s.ctx, s.slip(), s.id, "one more"))
	s.agree()
	well(s.t, s.Path())
}
