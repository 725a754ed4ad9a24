package years

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// generated is a book of so many deals, 30 to a night and a night a day, of whom 200 play.
func generated(b *testing.B, deals int) *state.State {
	m, r := newMaker(b), rand.New(rand.NewPCG(1, 2))
	const people = 200
	m.players(people)
	house, _ := rules.Set("hoyle")
	nights := (deals + 29) / 30
	for n := range nights {
		var seats []chain.PlayerID
		for len(seats) < 4+n%2 {
			if p := chain.PlayerID(1 + r.IntN(people)); !slices.Contains(seats, p) {
				seats = append(seats, p)
			}
		}
		id := m.begin(house, dayOf(n*5*365/nights), 0, seats...)
		for i := range 30 {
			m.deal(id, randomDeal(r, house, len(seats), i%len(seats)+1, 60))
		}
		// the night is done with: what it grew by is let go
		m.Draft = m.Done().Draft()
	}
	return m.Done()
}

// plainPass counts calls by person with the shortest code there is.
func plainPass(s *state.State) map[chain.PlayerID]*[rules.CallNumbers]int64 {
	calls := map[chain.PlayerID]*[rules.CallNumbers]int64{}
	for p := range chain.PlayerID(s.Names().Len() + 1) {
		calls[p] = new([rules.CallNumbers]int64)
	}
	for n := range s.Nights() {
		for i := range n.Deals {
			v := n.Stands(&n.Deals[i])
			if v == nil {
				continue
			}
			for _, p := range v.Players[:v.Seats] {
				calls[s.Names().Who(chain.PlayerID(p))][v.Call]++
			}
		}
	}
	return calls
}

// indexedPass counts the same with people looked up once and arrays: what going through all deals costs at
// least.
func indexedPass(s *state.State) [][rules.CallNumbers]int64 {
	r := read(s)
	calls := make([][rules.CallNumbers]int64, len(r.who))
	for n := range s.Nights() {
		for i := range n.Deals {
			if v := n.Stands(&n.Deals[i]); v != nil {
				for _, p := range v.Players[:v.Seats] {
					calls[r.who[p]][v.Call]++
				}
			}
		}
	}
	return calls
}

func took(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}

// BenchmarkPages holds every page against plain passes over the same deals, timed in turn; of each the
// shortest time counts.
//
//	OUVERTE_DEALS=1000000 go test ./ledger/years -bench Pages -benchtime 20x -run ^$
func BenchmarkPages(b *testing.B) {
	deals := 100_000
	if text := os.Getenv("OUVERTE_DEALS"); text != "" {
		deals = testenv.Must(strconv.Atoi(text))(b)
	}
	s := generated(b, deals)
	person := s.Names().At(7).Player
	other, _ := rules.Set("irish")
	if other == nil {
		other, _ = rules.Set("units")
	}
	some := Span{"2021-02-03", "2025-10-11"}
	money := s.Night(1).Money()
	for _, page := range []struct {
		name string
		do   func()
	}{
		{"standing and evenings", func() { OfCircle(s, money, Span{}, 0, EveryEvening) }},
		{"calls", func() { OfCircle(s, money, Span{}, 0, OwnCalls) }},
		{"together", func() { OfCircle(s, money, Span{}, 0, EveryPair) }},
		{"seats", func() { OfCircle(s, money, Span{}, 0, OwnSeats) }},
		{"records", func() { OfCircle(s, money, Span{}, 0, OwnCalls|EveryPair|EveryEvening) }},
		{"told of everybody", func() { OfCircle(s, money, Span{}, 0, Everything) }},
		{"some days", func() { OfCircle(s, money, some, 0, EveryEvening) }},
		{"eight questions", func() {
			f := DealFilter{Money: money, Tricks: rules.NotSaid}
			all := [8]DealFilter{f, f, f, f, f, f, f, f}
			all[0].Call, all[1].Outcome, all[2].Tricks, all[3].Revoked = rules.Misere, rules.Lost, 13, true
			all[4].Call, all[5].Call, all[6].Noted, all[7].Changed = rules.Solo, rules.Passed, true, true
			CountDeals(s, all[:])
		}},
		{"dearest", func() { Dearest(s, DealFilter{Money: money, Player: 7, Tricks: rules.NotSaid}, 20) }},
		{"whole", func() { Whole(s, money, some) }},
		{"player", func() { OfPlayer(s, person, money, Span{}, 60) }},
		{"player of some days", func() { OfPlayer(s, person, money, some, 60) }},
		{"played", func() { PlayedFor(s) }},
		{"scores", func() { Scores(s) }},
		{"won", func() { Won(s, some) }},
		{"leads", func() { MisereLeads(s, money, Span{}) }},
		{"ladder", func() { Rungs(s) }},
		{"rating line", func() { RatingLine(s, 7) }},
		{"a person's page", func() {
			OfPlayer(s, person, money, Span{}, 300)
			RatingLine(s, 7)
			OfCircle(s, money, Span{}, 0, Everything)
		}},
		{"find none", func() {
			f := DealFilter{Tricks: rules.NotSaid, AtLeast: 1 << 40}
			deals, _ := FindDeals(s, f, 0)
			for range deals {
			}
		}},
		{"otherwise", func() { _, _ = OtherwiseBy(s, money, Span{}, other) }},
	} {
		b.Run(page.name, func(b *testing.B) {
			plain, indexed, ours := time.Hour, time.Hour, time.Hour
			for b.Loop() {
				plain = min(plain, took(func() { plainPass(s) }))
				indexed = min(indexed, took(func() { indexedPass(s) }))
				ours = min(ours, took(page.do))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(ours.Microseconds())/1000, "ms")
			b.ReportMetric(float64(ours)/float64(plain), "×plain")
			b.ReportMetric(float64(ours)/float64(indexed), "×indexed")
		})
	}
}
