package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// TestEveningsOf filters the evenings in every way at once, and compares with going through them; the names
// of the tables too.
func TestEveningsOf(t *testing.T) {
	l, r := newBook(t), rand.New(rand.NewPCG(9, 7))
	var k keys
	var people []chain.PlayerID
	for i := range 6 {
		added := must1(l.AddPlayer(ctx, k.slip(), fmt.Sprintf("Player %c", 'A'+i)))
		people = append(people, chain.PlayerID(added.ID))
	}
	var nights []*show.Night
	tables := []string{"At Ann's", "The Red Lion", "the red lion, upstairs"}
	last := map[string]string{}
	for i := range 24 {
		house, _ := rules.Set([]string{"hoyle", "units", "ten-pence"}[i%3])
		name := tables[r.IntN(len(tables))]
		day := fmt.Sprintf("202%d-0%d-1%d", 4+r.IntN(3), 1+r.IntN(9), r.IntN(10))
		var seats []chain.PlayerID
		for _, j := range r.Perm(6)[:4] {
			seats = append(seats, people[j])
		}
		n := NewNight{Name: name, Date: day, House: house, Seats: seats, Dealer: seats[0]}
		started := must1(l.StartNight(ctx, k.slip(), n)).Night
		nights = append(nights, must1(l.Now().Night(started)))
		last[name] = max(last[name], day)
	}
	got := l.Now().Tables()
	want := slices.SortedFunc(maps.Keys(last), func(a, b string) int {
		return cmp.Or(cmp.Compare(last[b], last[a]), cmp.Compare(a, b))
	})
	if !slices.Equal(got, want) {
		t.Errorf("the tables are %v, want %v", got, want)
	}
	// One had another name, one two others, and one turns out to be somebody who never played.
	for _, name := range []string{"Charlotte", "Lotte Österreich"} {
		must1(l.RenamePlayer(ctx, k.slip(), people[2], name))
	}
	red := chain.PlayerID(must1(l.AddPlayer(ctx, k.slip(), "Red Bob")).ID)
	must1(l.JoinPlayers(ctx, k.slip(), red, people[4]))
	called := map[string]chain.PlayerID{"charl": people[2], "PLAYER C": people[2], "österreich": people[2],
		"red": people[4], "nobody": -1}
	texts := slices.Sorted(maps.Keys(called))
	slices.SortFunc(nights, func(a, b *show.Night) int {
		return -cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	found := 0
	for range 400 {
		f := show.NightFilter{Limit: 100}
		maybe := func(do func()) {
			if r.IntN(3) == 0 {
				do()
			}
		}
		maybe(func() { f.Player = people[r.IntN(6)] })
		maybe(func() { f.With = people[r.IntN(6)] })
		maybe(func() { f.Name = tables[r.IntN(3)] })
		maybe(func() { f.Text = texts[r.IntN(len(texts))] })
		maybe(func() { f.Money = rules.LSD })
		maybe(func() { f.House = "units" })
		maybe(func() { f.From, f.Until = "2025-03-01", "2026-05-31" })
		var want, got []chain.NightID
		for _, n := range nights {
			sat := func(p chain.PlayerID) bool {
				return p == 0 || slices.ContainsFunc(n.Table, func(c chain.Chair) bool { return c.Player == p })
			}
			if sat(f.Player) && sat(f.With) && (f.Name == "" || n.Name == f.Name) &&
				(f.Text == "" || f.Text == "red" && strings.Contains(strings.ToLower(n.Name), "red") ||
					sat(called[f.Text])) &&
				(f.Money == "" || n.Money == f.Money) && (f.House == "" || n.House.ID == f.House) &&
				n.Date >= f.From && (f.Until == "" || n.Date <= f.Until) {
				want = append(want, n.ID)
			}
		}
		for _, n := range must1(l.Now().Nights(f)) {
			got = append(got, n.ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v", f, got, want)
		}
		found += len(got)
	}
	if found < 200 {
		t.Errorf("only %d evenings were found", found)
	}
}
