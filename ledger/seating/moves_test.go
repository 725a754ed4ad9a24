package seating

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// Evenings by chance in which people move by each of the ways: everybody sits once or rests, at tables as
// offered; those rest who rested least; each way keeps what it promises, and says the same when asked twice.
func TestMovements(t *testing.T) {
	for seed := range uint64(testenv.Share(120)) {
		chance := rand.New(rand.NewPCG(seed, 65))
		n := 6 + chance.IntN(MostPeople-5)
		way := chain.Movements[1+chance.IntN(len(chain.Movements)-1)].By
		p := Plan{Here: people(n), Rest: n >= 8 && chance.IntN(2) == 0, Rounds: 1, Seed: seed, Moves: way,
			Won: map[chain.PlayerID]int64{}, Score: map[chain.PlayerID]int64{}}
		first := testenv.Must(Plan{Here: p.Here, Rest: p.Rest, Rounds: 1, Seed: seed, steps: 100}.propose())(t)[0]
		p.Played = []Round{first}
		rests := map[chain.PlayerID]int{}
		for _, who := range first.Rests {
			rests[who]++
		}
		for round := 2; round < 7; round++ {
			for _, who := range p.Here {
				p.Won[who] = int64(chance.IntN(9) - 4)
				p.Score[who] += p.Won[who]
			}
			moved := round == 4 && chance.IntN(2) == 0 // somebody goes, somebody comes
			if moved {
				p.Here = append(slices.Clone(p.Here[1:]), chain.PlayerID(50))
				rests[50] = slices.Min(slices.Collect(func(yield func(int) bool) {
					for _, who := range p.Here[:len(p.Here)-1] {
						yield(rests[who])
					}
				}))
			}
			what := fmt.Sprintf("seed %d, %d people, round %d, %s", seed, n, round, way)
			next := testenv.Must(p.propose())(t)[0]
			if again := testenv.Must(p.propose())(t)[0]; fmt.Sprint(again) != fmt.Sprint(next) {
				t.Fatalf("%s: %v, and asked again %v", what, next, again)
			}
			seatedOnce(t, what, p.Here, next)
			most, least := 0, 99
			for _, who := range p.Here {
				if slices.Contains(next.Rests, who) {
					most = max(most, rests[who])
				} else {
					least = min(least, rests[who])
				}
			}
			if most > least {
				t.Fatalf("%s: %v rest, who rested %v", what, next.Rests, rests)
			}
			if !moved {
				promised(t, what, &p, next)
			}
			for _, who := range next.Rests {
				rests[who]++
			}
			p.Played = append(p.Played, next)
		}
	}
}

// promised holds a round against what its movement says, where nobody comes, goes or rests.
func promised(t *testing.T, what string, p *Plan, next Round) {
	t.Helper()
	last := p.Played[len(p.Played)-1]
	switch {
	case len(next.Rests)+len(last.Rests) > 0:
	case p.Moves == chain.WinnersUp:
		k := 2
		for _, table := range last.Tables {
			k = min(k, len(table)/2)
		}
		for i, table := range last.Tables {
			best := slices.Clone(table)
			slices.SortStableFunc(best, func(a, b chain.PlayerID) int {
				return cmp.Or(cmp.Compare(p.Won[b], p.Won[a]), cmp.Compare(p.Score[b], p.Score[a]))
			})
			for at, who := range best {
				to := i
				switch {
				case i > 0 && at < k:
					to = i - 1
				case i == 0 && at >= len(best)-k:
					to = len(last.Tables) - 1
				}
				if len(last.Tables) > 1 && !slices.Contains(next.Tables[to], who) {
					t.Fatalf("%s: %d, place %d of table %d, isn't at %d in %v", what, who, at, i, to, next)
				}
			}
		}
	case p.Moves == chain.ByStanding:
		return
	case fmt.Sprint(next.Tables) != fmt.Sprint(last.Tables):
		t.Fatalf("%s: they don't stay: %v, then %v", what, last.Tables, next.Tables)
	}
	if p.Moves != chain.WinnersUp {
		return
	}
	opposite := map[[2]chain.PlayerID]bool{}
	for i, round := range []Round{last, next} {
		for _, table := range round.Tables {
			for seat := 0; len(table) == 4 && seat < 2; seat++ {
				pair := [2]chain.PlayerID{min(table[seat], table[seat+2]), max(table[seat], table[seat+2])}
				if i == 1 && opposite[pair] {
					t.Fatalf("%s: %v are partners again", what, pair)
				}
				opposite[pair] = true
			}
		}
	}
}

// Of all ways to part few people, by standing has the one in which fewest meet again, and of those the one in
// which they are nearest each other.
func TestByStandingIsBest(t *testing.T) {
	for seed := range uint64(testenv.Share(24)) {
		chance := rand.New(rand.NewPCG(seed, 66))
		n := []int{6, 7, 8, 9, 10, 12}[seed%6]
		p := Plan{Here: people(n), Rounds: 1, Seed: seed, Moves: chain.ByStanding,
			Score: map[chain.PlayerID]int64{}}
		for range 1 + chance.IntN(3) {
			next := testenv.Must(p.propose())(t)[0]
			p.Played = append(p.Played, next)
			for _, who := range p.Here {
				p.Score[who] += int64(chance.IntN(100))
			}
		}
		order := slices.Clone(p.Here)
		slices.SortStableFunc(order, func(a, b chain.PlayerID) int { return cmp.Compare(p.Score[b], p.Score[a]) })
		met := Met(p.Here, p.Played)
		costs := func(tables [][]chain.PlayerID) (cost int64) {
			for _, table := range tables {
				for i, a := range table {
					for _, b := range table[:i] {
						m := met[[2]chain.PlayerID{min(a, b), max(a, b)}]
						apart := int64(slices.Index(order, a) - slices.Index(order, b))
						cost += int64(meetAgain)*(m.Partners+m.Opponents) + apart*apart
					}
				}
			}
			return cost
		}
		least := int64(1 << 60)
		tables := make([][]chain.PlayerID, len(Tables(n)))
		var place func(at int)
		place = func(at int) {
			if at == n {
				least = min(least, costs(tables))
				return
			}
			for i, size := range Tables(n) {
				if len(tables[i]) < size {
					tables[i] = append(tables[i], p.Here[at])
					place(at + 1)
					tables[i] = tables[i][:len(tables[i])-1]
				}
			}
		}
		place(0)
		got := testenv.Must(p.propose())(t)[0]
		if cost := costs(got.Tables); cost != least {
			t.Errorf("seed %d, %d people: %v costs %d, and one costs %d", seed, n, got.Tables, cost, least)
		}
	}
}
