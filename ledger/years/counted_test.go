package years

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// TestCounted counts seasons of random books in each way a second time, from the sheets and with fractions:
// everybody who was at an evening has a row, evening by evening.
func TestCounted(t *testing.T) {
	ranked, dropped, shared := 0, 0, 0
	r := rand.New(rand.NewPCG(6, 65))
	books(t, func(s *state.State) {
		for _, p := range PlayedFor(s) {
			from, without := r.IntN(300), []chain.NightID(nil)
			for n := range s.Nights() {
				if r.IntN(8) == 0 {
					without = append(without, n.ID)
				}
			}
			c := CountOf(s, chain.Season{Money: p.Money, From: dayOf(from), Until: dayOf(from + 100 + r.IntN(500)),
				Best: 1 + r.IntN(3), Points: []int{10, 8, 7, 6, 5}, Least: r.IntN(8),
				Without: without})
			for without := range 2 {
				for _, by := range chain.Counts {
					want := countedByHand(s, c.Season, by, without)
					var got []string
					for _, l := range c.Standing(by, without) {
						n, score := c.Dropped(&l)
						ranked, dropped = ranked+min(1, l.Place), dropped+n
						for _, w := range l.Went {
							shared += max(0, w.Shares-1)
						}
						got = append(got, fmt.Sprint(l.Place, l.Player, big.NewRat(l.Amount, l.Each), l.Nights, l.Deals,
							l.Rounds, n, score))
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%s without %d of %+v:\n%s\nwant\n%s", by, without, c.Season,
							strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				}
			}
		}
	})
	if ranked == 0 || dropped == 0 || shared == 0 {
		t.Errorf("%d had a place, %d evenings were dropped, %d places shared: that shows nothing", ranked, dropped,
			shared)
	}
}

type byHand struct {
	player        chain.PlayerID
	name          string
	sum           *big.Rat
	nights        int
	deals, rounds int64
	scores        []int64 // in their order
	dropped, lost int64
	ranked        bool
}

func countedByHand(s *state.State, by chain.Season, way chain.Count, without int) (out []string) {
	var nights []*state.Night
	for n := range s.Nights() {
		if n.Meeting == 0 && n.Money() == by.Money && n.Date >= by.From && n.Date <= by.Until &&
			len(sheetByHand(s, n)) > 0 {
			nights = append(nights, n)
		}
	}
	slices.SortFunc(nights, byDate)
	all := map[chain.PlayerID]*byHand{}
	for _, n := range nights[:max(0, len(nights)-without)] {
		if slices.Contains(by.Without, n.ID) {
			continue
		}
		score, deals, sat := map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}, map[chain.PlayerID]bool{}
		size := int64(0)
		for _, at := range sheetByHand(s, n) {
			if slices.Contains(by.Without, at.view.ID) {
				continue
			}
			d, result := at.v.Said(), at.view.Result(at.v)
			if size = cmp.Or(size, int64(d.Seats)); n.Several != nil {
				size = int64(n.Several.DealsARound)
			}
			for i, c := range at.view.ChairsOf(at.v) {
				score[c.Pays()] += result.Net[i+1]
				sat[c.Player] = true
				if d.Active(rules.Seat(i + 1)) {
					deals[c.Player]++
				}
			}
		}
		for part := range s.WithTables(n.ID) {
			v := s.Resolve(part.ID)
			if slices.Contains(by.Without, part.ID) {
				continue
			}
			for _, o := range v.Others {
				if p, ok := o.Body.(*chain.Penalty); ok && o.Undone == 0 {
					for _, to := range p.To {
						score[s.Names().Who(p.By)] -= p.Amount
						if to != chain.Kitty {
							score[s.Names().Who(to)] += p.Amount
						}
					}
				}
			}
		}
		here := slices.DeleteFunc(slices.Collect(maps.Keys(score)), func(p chain.PlayerID) bool {
			return !sat[p] && score[p] == 0
		})
		for p := range sat {
			if !slices.Contains(here, p) {
				here = append(here, p)
			}
		}
		for _, p := range here {
			if all[p] == nil {
				all[p] = &byHand{player: p, name: s.Names().Name(p), sum: new(big.Rat)}
			}
			a := all[p]
			a.nights, a.deals = a.nights+1, a.deals+deals[p]
			a.rounds += (deals[p] + size - 1) / size
			a.scores = append(a.scores, score[p])
			points, above, same := int64(0), 0, int64(0)
			for _, o := range here {
				if score[o] > score[p] {
					above++
				} else if score[o] == score[p] {
					same++
				}
			}
			for i := above; i < above+int(same) && i < len(by.Points); i++ {
				points += int64(by.Points[i])
			}
			if way == chain.ByPlaces {
				a.sum.Add(a.sum, big.NewRat(points, same))
			} else {
				a.sum.Add(a.sum, big.NewRat(score[p], 1))
			}
		}
	}
	rows := slices.Collect(maps.Values(all))
	for _, a := range rows {
		a.ranked = true
		switch way {
		case chain.ByBest:
			slices.Sort(a.scores)
			for _, low := range a.scores[:max(0, len(a.scores)-by.Best)] {
				a.sum.Sub(a.sum, big.NewRat(low, 1))
				a.dropped, a.lost = a.dropped+1, a.lost+low
			}
		case chain.ByDeals, chain.ByRounds:
			each := a.deals
			if way == chain.ByRounds {
				each = a.rounds
			}
			a.ranked = a.deals > 0 && a.rounds >= int64(max(1, by.Least))
			a.sum.Quo(a.sum, big.NewRat(max(1, each), 1))
		}
	}
	slices.SortFunc(rows, func(a, b *byHand) int {
		if a.ranked != b.ranked {
			return cmp.Compare(one(b.ranked), one(a.ranked))
		}
		return cmp.Or(b.sum.Cmp(a.sum), cmp.Compare(a.name, b.name))
	})
	for _, a := range rows {
		place := 0
		if a.ranked {
			place = 1
			for _, o := range rows {
				if o.ranked && o.sum.Cmp(a.sum) > 0 {
					place++
				}
			}
		}
		out = append(out, fmt.Sprint(place, a.player, a.sum, a.nights, a.deals, a.rounds, a.dropped, a.lost))
	}
	return out
}

// BenchmarkCounted counts a season of 40 people over 50 evenings, 8,000 deals, in every way; beside counting
// it once by hand, as the tests do.
func BenchmarkCounted(b *testing.B) {
	m, r := newMaker(b), rand.New(rand.NewPCG(1, 2))
	m.players(40)
	house, _ := rules.Set("hoyle")
	for day := range 50 {
		evening := m.LastNight() + 1
		m.post(chain.KindMeeting, evening, &chain.Meeting{Night: evening, Date: dayOf(7 * day), House: house,
			Scale: 1, Deals: 4}, 0)
		seats := r.Perm(40)
		for table := range 10 {
			var at []chain.PlayerID
			for _, p := range seats[4*table : 4*table+4] {
				at = append(at, chain.PlayerID(p+1))
			}
			id := m.begin(house, dayOf(7*day), evening, at...)
			for range 16 {
				m.deal(id, randomDeal(r, house, 4, 1, 4))
			}
		}
	}
	s := m.Done()
	season := chain.Season{Money: "lsd", From: dayOf(0), Until: dayOf(400), By: chain.ByBest, Best: 8,
		Points: []int{10, 8}}
	began := time.Now()
	for b.Loop() {
		c := CountOf(s, season)
		for _, by := range c.Ways() {
			c.Standing(by, 0)
		}
	}
	took := time.Since(began)
	began = time.Now()
	countedByHand(s, season, season.By, 0)
	b.ReportMetric(took.Seconds()*1e3/float64(b.N), "ms")
	b.ReportMetric(time.Since(began).Seconds()*1e3, "ms-by-hand-raw")
}
