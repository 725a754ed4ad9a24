package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// TestEveningsOf filters the evenings in every way at once, and compares with going through them; the names
// of the tables too.
func TestEveningsOf(t *testing.T) {
	l := newLife(t, 9, 6)
	tables := []string{"At Ann's", "The Red Lion", "the red lion, upstairs"}
	last := map[string]string{}
	for i := range 24 {
		house, _ := rules.Set([]string{"hoyle", "units", "ten-pence"}[i%3])
		name := tables[l.rand.IntN(len(tables))]
		day := fmt.Sprintf("202%d-0%d-1%d", 4+l.rand.IntN(3), 1+l.rand.IntN(9), l.rand.IntN(10))
		seats := l.someone(4)
		r, err := l.StartNight(l.ctx, l.slip(), NewNight{Name: name, Date: day, House: house, Seats: seats,
			Dealer: seats[0]})
		l.must(err)
		l.nights = append(l.nights, r.Night)
		last[name] = max(last[name], day)
	}
	got, err := l.Tables(l.ctx)
	l.must(err)
	want := slices.SortedFunc(maps.Keys(last), func(a,
		b string) int {
		return cmp.Or(cmp.Compare(last[b], last[a]), cmp.Compare(a, b))
	})
	if !slices.Equal(got, want) {
		t.Errorf("the tables are %v, want %v", got, want)
	}
	// One had another name, one two others, and one turns out to be somebody who never played.
	for _, name := range []string{"Charlotte", "Lotte Österreich"} {
		_, err := l.RenamePlayer(l.ctx, l.slip(), l.people[2], name)
		l.must(err)
	}
	r, err := l.AddPlayer(l.ctx, l.slip(), "Red Bob")
	l.must(err)
	_, err = l.JoinPlayers(l.ctx, l.slip(), PlayerID(r.ID), l.people[4])
	l.must(err)
	called := map[string]PlayerID{"charl": l.people[2], "PLAYER C": l.people[2], "österreich": l.people[2],
		"red": l.people[4], "nobody": -1}
	texts := slices.Sorted(maps.Keys(called))
	nights := l.inOrder()
	slices.Reverse(nights)
	found := 0
	for i := range 400 {
		if i == 200 {
			l.reopen() // the names people had are read then
		}
		f := NightFilter{Limit: 100}
		maybe := func(do func()) {
			if l.rand.IntN(3) == 0 {
				do()
			}
		}
		maybe(func() { f.Player = l.people[l.rand.IntN(6)] })
		maybe(func() { f.With = l.people[l.rand.IntN(6)] })
		maybe(func() { f.Name = tables[l.rand.IntN(3)] })
		maybe(func() { f.Text = texts[l.rand.IntN(len(texts))] })
		maybe(func() { f.Money = rules.LSD })
		maybe(func() { f.House = "units" })
		maybe(func() { f.From, f.Until = "2025-03-01", "2026-05-31" })
		var want, got []NightID
		for _, n := range nights {
			sat := func(p PlayerID) bool {
				return p == 0 || slices.ContainsFunc(n.Table, func(c Chair) bool { return c.Player == p })
			}
			if sat(f.Player) && sat(f.With) && (f.Name == "" || n.Name == f.Name) &&
				(f.Text == "" || f.Text == "red" && strings.Contains(strings.ToLower(n.Name), "red") ||
					sat(called[f.Text])) &&
				(f.Money == "" || n.Money == f.Money) && (f.House == "" || n.House.ID == f.House) &&
				n.Date >= f.From && (f.Until == "" || n.Date <= f.Until) {
				want = append(want, n.ID)
			}
		}
		all, err := l.Nights(l.ctx, f)
		l.must(err)
		for _, n := range all {
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
