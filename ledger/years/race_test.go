package years

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
)

// TestAttended reads the evenings of packed figures in short, one by one and by months, beside the whole of
// them, and the marks, lines and streaks of a race of them beside those found by going through all for each.
func TestAttended(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	drawn := map[Stretch]int{}
	for range 120 {
		nights := 1 + r.IntN(2*mostMarks)
		first := r.IntN(nights)
		all, records := map[chain.PlayerID][]evening{}, map[chain.PlayerID]record{}
		went := map[listing]map[chain.PlayerID]attendance{listedInShort: {}, inMonths: {}}
		var lines []Line
		for p := range chain.PlayerID(1 + r.IntN(4)) {
			packed, full := randomFigures(r, nights, first), figures{pairs: map[chain.PlayerID]*pairSum{}}
			text := packed.append(nil)
			lines = append(lines, Line{Player: p})
			if len(text) == 0 {
				continue
			}
			none := []chain.PlayerID{0}
			if err := full.read(text, whole, nil); err != nil {
				t.Fatal(err)
			}
			for as, of := range went {
				var short, cut figures
				if err := short.read(text, as, none); err != nil {
					t.Fatal(err)
				}
				if cut.read(text[:len(text)-1], as, none) == nil {
					t.Fatal("figures cut short have evenings")
				}
				of[p] = short.went
			}
			records[p], all[p] = recordOf(full.evenings), full.evenings
		}
		for as, of := range went {
			race := &Race{Lines: slices.Clone(lines)}
			race.run(of)
			checkMarks(t, race, all)
			for i, s := range race.Streaks {
				p := race.Lines[i].Player
				if s.Up != int(records[p].up.best) || s.Made != int(records[p].runs.won.best) {
					t.Fatalf("player %d: %+v, want %+v", p, s, records[p])
				}
				if folded := of[p].inMonths; folded && (as != inMonths || len(of[p].list) > 12) {
					t.Fatalf("player %d, listed %d: %d evenings by months", p, as, len(of[p].list))
				} else if folded {
					drawn[ByMonth]++
				} else if race.By == ByEvening {
					drawn[ByEvening]++
				}
			}
		}
	}
	if drawn[ByEvening] == 0 || drawn[ByMonth] == 0 {
		t.Errorf("hardly a race: %v", drawn)
	}
}

// TestSkip passes over numbers of all lengths beside reading them, also past the end.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var text []byte
		for range r.IntN(12) {
			text = binary.AppendVarint(text, r.Int64()>>r.IntN(64))
		}
		for numbers := range 14 {
			skips, reads := packed{at: text}, packed{at: text}
			skips.skip(numbers)
			for range numbers {
				reads.signed()
			}
			if skips.bad != reads.bad || !skips.bad && !bytes.Equal(skips.at, reads.at) {
				t.Fatalf("%d of % x: %+v, want %+v", numbers, text, skips, reads)
			}
		}
	}
}

// randomFigures are somebody's at some of the nights of a year.
func randomFigures(r *rand.Rand, nights, first int) *figures {
	f := &figures{pairs: map[chain.PlayerID]*pairSum{}}
	numbers := func(to fields) {
		for i := 0; to[i] != nil; i++ {
			*to[i] = r.Int64N(1<<r.IntN(30)) - 2
		}
	}
	for range r.IntN(8) {
		numbers(f.calls[r.IntN(len(f.calls))][r.IntN(len(f.calls[0]))].fields())
		numbers(cell(f.pairs, chain.PlayerID(1+r.IntN(300))).fields())
	}
	numbers(f.seats[1][r.IntN(4)].fields())
	for n := range nights {
		if n < first || r.IntN(3) == 0 {
			continue
		}
		var e evening
		numbers(e.fields())
		e.day, e.night = dayNumber(dayAfter("2025-01-01", n*2)), chain.NightID(n+1)
		e.sat, e.runs.won = int64(min(1, r.IntN(9))), run{}
		for range r.IntN(4) {
			e.runs.won.push(r.IntN(3) > 0)
		}
		f.evenings = append(f.evenings, e)
	}
	return f
}

// checkMarks holds the marks and lines of a race against all evenings.
func checkMarks(t *testing.T, race *Race, all map[chain.PlayerID][]evening) {
	t.Helper()
	var days []string
	for _, of := range all {
		for _, e := range of {
			days = append(days, dateOf(e.day))
		}
	}
	slices.Sort(days)
	days = slices.Compact(days) // there is one night a day
	if monthly := len(days) > mostMarks; monthly != (race.By == ByMonth) {
		t.Fatalf("%d evenings are marked by %d", len(days), race.By)
	}
	var marked []string
	for m, mark := range race.Marks {
		marked = append(marked, mark.Date)
		if race.By == ByMonth && (mark.Name != mark.Date[:7] || mark.Night != 0) {
			t.Fatalf("the mark of a month is %+v", mark)
		}
		for _, l := range race.Lines {
			var want int64
			for _, e := range all[l.Player] {
				if dateOf(e.day) <= mark.Date {
					want += e.score
				}
			}
			if l.Points[m+1] != want {
				t.Fatalf("player %d after %+v: %d, want %d", l.Player, mark, l.Points[m+1], want)
			}
		}
	}
	if race.By == ByMonth {
		var ends []string
		for i, day := range days {
			if i+1 == len(days) || days[i+1][:7] != day[:7] {
				ends = append(ends, day)
			}
		}
		days = ends
	}
	if !slices.Equal(marked, days) {
		t.Fatalf("marks at %v, want %v", marked, days)
	}
}
