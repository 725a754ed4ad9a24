package picture

import (
	"fmt"
	"strings"

	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/stats"
)

// Sentence tells a story; a stroke stands before the words that turn it. Over is that nothing can change it.
func Sentence(m rules.Money, s years.Story, over bool) string {
	name, score := short(s.Name), inWords(m, s.Score)
	come := "came"
	if !over {
		come = "is"
	}
	switch s.Tale {
	case years.Extremes:
		worst, best := s.Marked[0], s.Marked[1]
		if worst.Score > best.Score {
			return fmt.Sprintf("%s had the best evening of all, and %s |the worst.", name,
				stats.Later(worst.Date, best.Date))
		}
		return fmt.Sprintf("%s had the worst evening of all, and %s |the best.", name,
			stats.Later(worst.Date, best.Date))
	case years.TookYet:
		return fmt.Sprintf("%s took %s, %s, and is |%s down.", name, english.Spelled(s.N, "evening"), asMany(s),
			score)
	case years.CameBack:
		return turned(m, s, "down", "|up.", come)
	case years.FellBack:
		return turned(m, s, "up", "|down.", come)
	case years.Without:
		end := "|down."
		if s.Amount > 0 {
			end = "|up."
		}
		return fmt.Sprintf("Without %s %s would be %s %s", dayOf(s.Marked[0].Date, s.Dated), name,
			inWords(m, s.Amount), end)
	case years.LedYet:
		return fmt.Sprintf("%s led after %s of %d evenings, and %s |%s.", name, english.Number(s.N), s.Of, come,
			stats.Ordinal(s.Place))
	case years.Passed:
		passed := english.List(s.With)
		if s.N > 2 {
			passed = english.Number(s.N) + " others"
		}
		return fmt.Sprintf("On %s %s passed |%s.", dayOf(s.Marked[0].Date, s.Dated), name, passed)
	case years.Crossed:
		return fmt.Sprintf("%s changed between up and down |%s.", name, english.Times(s.N))
	case years.Close:
		return english.Stop(fmt.Sprintf("%s is |%s behind %s", name, inWords(m, s.Amount), s.With[0]))
	case years.UpOften, years.DownOften:
		way := "up"
		if s.Tale == years.DownOften {
			way = "down"
		}
		return fmt.Sprintf("%s went home %s |%s in a row, the last on %s.", name, way, english.Times(s.N),
			dayOf(s.Marked[1].Date, s.Dated))
	case years.TookMost:
		return fmt.Sprintf("%s took %s of %d evenings, |%s.", name, english.Number(s.N), s.Of, asMany(s))
	case years.BestOfAll:
		return english.Stop(fmt.Sprintf("%s had the best evening of all: |%s", name, signed(m, s.Amount)))
	case years.WorstOfAll:
		return english.Stop(fmt.Sprintf("%s had the worst evening of all: |%s", name, signed(m, -s.Amount)))
	case years.TookNone:
		return fmt.Sprintf("%s came to %s, and took |none.", name, english.Spelled(s.N, "evening"))
	case years.Calm:
		return english.Stop(fmt.Sprintf("No evening moved %s by more than |%s", name, inWords(m, s.Amount)))
	case years.OftenThere, years.SeldomThere:
		return fmt.Sprintf("%s came to |%s of %s.", name, english.Number(s.N), english.Spelled(s.Of, "evening"))
	}
	return english.Stop(fmt.Sprintf("%s’s worst evening was %s, the best |%s", name,
		signed(m, min(s.Marked[0].Score, s.Marked[1].Score)), signed(m, max(s.Marked[0].Score, s.Marked[1].Score))))
}

func turned(m rules.Money, s years.Story, was, end, come string) string {
	in := " in"
	if come == "is" {
		in = ""
	}
	return fmt.Sprintf("%s was %s %s on %s, and %s%s %s %s", short(s.Name), inWords(m, s.Amount), was,
		dayOf(s.Marked[0].Date, s.Dated), come, in, inWords(m, s.Score), end)
}

func asMany(s years.Story) string {
	if len(s.With) == 0 {
		return "more than anybody"
	}
	return "as many as " + english.List(s.With)
}

// duelSays is what happened between two.
func duelSays(m rules.Money, d *years.Duel) string {
	switch leader := d.Leader(); {
	case len(d.Turns) > 1:
		return fmt.Sprintf("The lead changed hands %s, |last %s.", english.Times(len(d.Turns)), turn(d))
	case len(d.Turns) == 1:
		return fmt.Sprintf("The lead changed hands |once, %s.", turn(d))
	case leader == nil:
		return "Between the two |nothing is left over."
	default:
		return fmt.Sprintf("%s has led |from the first day.", short(leader.Name))
	}
}

// turn is when the lead changed hands last: the month, where a day would need its year.
func turn(d *years.Duel) string {
	all := d.Evenings
	date := all[d.Turns[len(d.Turns)-1]].Date
	if years.Apart(all[0].Date, all[len(all)-1].Date) {
		return "in " + dated(date, "January 2006")
	}
	return "on " + dayOf(date, false)
}

// calendarSays is who took the evenings.
func calendarSays(takers []years.Taker, evenings int) string {
	var none, most []string
	for _, t := range takers {
		if t.N == 0 {
			none = append(none, short(t.Name))
		}
		if t.N == takers[0].N {
			most = append(most, short(t.Name))
		}
	}
	switch {
	case len(none) == 0:
		return "Everybody took |an evening."
	case len(none) < 3:
		return "Everybody took an evening |but " + strings.Join(none, " and ") + "."
	}
	each := english.Spelled(takers[0].N, "evening")
	switch n := len(most); {
	case n > 3:
		return fmt.Sprintf("%s took |%s each.", english.Capital(english.Number(n)), each)
	case n > 1:
		return fmt.Sprintf("%s took |%s each.", english.List(most), each)
	}
	return fmt.Sprintf("%s took |%s of %s.", most[0], english.Number(takers[0].N),
		english.Spelled(evenings, "evening"))
}
