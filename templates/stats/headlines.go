package stats

// The sentence over each chapter: a fact to argue about.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

var ordinals = [...]string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
	"ninth", "tenth", "eleventh", "twelfth"}

// Ordinal is a place in words, as far as there are words.
func Ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	return fmt.Sprintf("number %d", n)
}

// placed is where somebody stands, from 1; who won as much shares a place.
func placed(all []show.PlayerStanding, p show.PlayerID) int {
	i := slices.IndexFunc(all, func(o show.PlayerStanding) bool { return o.Player == p })
	if i < 0 {
		return 0
	}
	return 1 + slices.IndexFunc(all, func(o show.PlayerStanding) bool { return o.Score == all[i].Score })
}

// standingSays is who leads, and who led.
func standingSays(b *show.CircleBook) string {
	names, score := b.Champions()
	if len(names) == 0 {
		return "Nobody is up, nobody is down."
	}
	m, says := b.Money, ""
	switch {
	case len(names) > 1:
		says = fmt.Sprintf("%s lead together, each with %s", english.List(names), m.Signed(score))
	case len(b.Standing) > 1:
		says = fmt.Sprintf("%s leads by %s", names[0], m.Words(score-b.Standing[1].Score))
		if at, ok := b.Race.LedSince(b.Standing[0].Player); ok && at > 0 {
			says += ", ahead since " + markDay(b.Race, at)
		}
	}
	who, led := b.Race.LedMost()
	place := placed(b.Standing, who)
	switch mark := markNoun(b.Race); {
	case place == 0 || len(b.Race.Marks) < show.Few:
	case place == 1:
		says += fmt.Sprintf(", and was ahead after %d of %s", led, times(len(b.Race.Marks), mark))
	default:
		return english.Stop(says) + fmt.Sprintf(" %s led after %d of %s, and is %s.", faceOf(b, who).Name, led,
			times(len(b.Race.Marks), mark), Ordinal(place))
	}
	return english.Stop(says)
}

// callsSay holds what a call brought two people against each other: those farthest apart with more than a
// few.
func callsSay(m moneyOf, b *show.CircleBook) (says, besides string) {
	type caller struct {
		name string
		f    show.CallFigures
	}
	var low, high caller
	most := 0.0
	for _, call := range rules.BiddableCalls() {
		var all []caller
		for _, p := range b.Shown {
			if f := figuresOf(b.Heat[p.Player], call); !few(f.N) && f.N >= 2*show.Few {
				all = append(all, caller{p.Name, f})
			}
		}
		for _, one := range all {
			for _, other := range all {
				a, _ := one.f.Money.Give()
				c, _ := other.f.Money.Give()
				if apart := (one.f.Money.Each() - other.f.Money.Each()) / math.Max(1, math.Hypot(a, c)); apart > most {
					most, high, low = apart, one, other
				}
			}
		}
	}
	if most == 0 {
		return "There are too few calls yet to argue about.", ""
	}
	call, how := low.f.Call, ""
	if call == rules.Prop {
		how = ", made or accepted,"
	}
	others := figuresOf(b.Calls, call).Rate()
	others = show.Rate{Won: others.Won - low.f.Won, Of: others.Of - low.f.Won - low.f.Lost}
	says = english.Stop(fmt.Sprintf("%s %s %s%s brought %s", whose(low.name), thousands(low.f.N),
		m.several(call, low.f.N), how, m.Signed(low.f.Money.Sum))) + " " + english.Stop(fmt.Sprintf(
		"%s %s brought %s", whose(high.name), thousands(high.f.N), m.Signed(high.f.Money.Sum)))
	besides = fmt.Sprintf("%s won %s; the others won %s. ", low.name, ofSo(low.f.Rate()), ofSo(others))
	if most <= 1 {
		besides += "That may be chance: the book can’t tell. "
	}
	return says, besides
}

func figuresOf(all []show.CallFigures, c rules.Call) show.CallFigures {
	for _, f := range all {
		if f.Call == c {
			return f
		}
	}
	return show.CallFigures{Call: c}
}

// upsets are how many pairs there are, and those in which the better placed has paid the other.
func upsets(b *show.CircleBook, people []show.PlayerStanding) (pairs int, upset []show.PairFigures) {
	for i, p := range people {
		for _, o := range people[i+1:] {
			f := b.Between(p.Player, o.Player)
			if f.Net() != 0 {
				pairs++
			}
			if f.Net() < 0 && p.Score > o.Score {
				upset = append(upset, f)
			}
		}
	}
	return pairs, upset
}

// byStanding are those shown, best first.
func byStanding(b *show.CircleBook) (out []show.PlayerStanding) {
	for _, p := range b.Standing {
		if slices.ContainsFunc(b.Shown, func(o show.PlayerStanding) bool { return o.Player == p.Player }) {
			out = append(out, p)
		}
	}
	return out
}

// togetherSays is whom the leader has paid, or else the dearest rivalry.
func togetherSays(m moneyOf, b *show.CircleBook) string {
	people := byStanding(b)
	_, upset := upsets(b, people)
	var to []string
	for _, f := range upset {
		if f.A == people[0].Player {
			to = append(to, f.NameB)
		}
	}
	if len(to) > 0 {
		return fmt.Sprintf("%s leads, yet has paid %s.", people[0].Name, english.List(to))
	}
	if r := b.Rivals(); len(r) > 0 && r[0].Net() > 0 {
		return english.Stop(fmt.Sprintf("Nobody has paid anybody more than %s paid %s: %s", r[0].NameB, r[0].NameA,
			m.Words(r[0].Net())))
	}
	return "Nobody owes anybody anything by it."
}

// rowPays says how the picture is read, by the largest amount in it.
func rowPays(m moneyOf, b *show.CircleBook) string {
	r := b.Rivals()
	if len(r) == 0 || r[0].Net() <= 0 {
		return "The row has paid the column."
	}
	return english.Stop(fmt.Sprintf("The row has paid the column: %s has paid %s %s", r[0].NameB, r[0].NameA,
		m.Words(r[0].Net())))
}

// inCell is an amount as a cell has it, and as a narrow one: £1 12s 2d are 32s 2d there, and a fraction may
// begin a line.
func inCell(words string) (wide, narrow string) {
	parts := strings.Split(words, "\u00a0")
	wide = strings.Join(parts, " ")
	pounds, err := strconv.Atoi(strings.TrimPrefix(parts[0], "£"))
	if len(parts) == 1 || err != nil {
		return wide, strings.Replace(wide, ".", "\u200b.", 1)
	}
	if n, isShillings := strings.CutSuffix(parts[1], "s"); isShillings {
		shillings, _ := strconv.Atoi(n)
		pounds, parts = pounds*20+shillings, parts[1:]
	} else {
		pounds *= 20
	}
	return wide, strings.Join(append([]string{strconv.Itoa(pounds) + "s"}, parts[1:]...), " ")
}

// eveningsSay is who took most evenings, and who fewest of those who came often.
func eveningsSay(b *show.CircleBook) string {
	all := b.Takers(b.Shown)
	all = slices.DeleteFunc(all, func(t years.Taker) bool { return few(t.Nights) })
	if len(all) < 2 || all[0].N == 0 {
		return "There are too few evenings yet to say who takes them."
	}
	first, last := all[0], all[len(all)-1]
	says := fmt.Sprintf("%s took %s of %d; %s ", first.Name, times(first.N, "evening"), len(b.Evenings),
		last.Name)
	if last.N == 0 {
		return says + "none."
	}
	return says + fmt.Sprintf("%s, the last on %s.", english.Number(last.N), templates.Day(last.Last))
}

// recordsSay are the best and the worst evening.
func recordsSay(m moneyOf, b *show.CircleBook) (says, besides string) {
	best, worst := b.Best, b.Worst
	if best == nil {
		return "The first evening isn’t over yet.", ""
	}
	if best.Score <= 0 || worst.Score >= 0 {
		return "Nobody has been up yet, nobody down.", ""
	}
	besides = fmt.Sprintf("%s on %s, %s on %s.", m.Signed(worst.Score), templates.Day(worst.Date),
		m.Signed(best.Score), templates.Day(best.Date))
	if worst.Player != best.Player || len(best.Equals)+len(worst.Equals) > 0 {
		return fmt.Sprintf("The best evening of all was %s, the worst %s.",
			english.List(each(append([]string{best.Name}, best.Equals...), whose)),
			english.List(each(append([]string{worst.Name}, worst.Equals...), whose))), besides
	}
	early, late, first, then := worst.Date, best.Date, "worst", "best"
	if early > late {
		early, late, first, then = late, early, then, first
	}
	return fmt.Sprintf("%s had the %s evening of all, and %s the %s.", best.Name, first, Later(early, late),
		then), besides
}

// Later is how much later a day is.
func Later(early, late string) string {
	a, _ := time.Parse(time.DateOnly, early)
	b, _ := time.Parse(time.DateOnly, late)
	switch days := int64(b.Sub(a).Hours() / 24); {
	case days == 0:
		return "the same day"
	case days < 14:
		return english.Spelled(days, "day") + " later"
	case days < 100:
		return english.Spelled((days+3)/7, "week") + " later"
	case days < 700:
		return english.Spelled((days+15)/30, "month") + " later"
	default:
		return english.Spelled((days+182)/365, "year") + " later"
	}
}

// markNoun is what the race has a mark for.
func markNoun(r *show.Race) string {
	if r.Monthly {
		return "month"
	}
	return "evening"
}
