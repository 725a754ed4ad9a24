package stats

// The sentence over each chapter: a fact to argue about.

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
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
		if at, ok := b.AheadSince(); ok && at > 0 {
			says += ", ahead since " + MarkDay(b.Race, at)
		}
	}
	who, led := b.Race.LedMost()
	place := b.Place(who)
	switch mark := markNoun(b.Race); {
	case place == 0 || len(b.Race.Marks) < show.Few:
	case place == 1:
		says += fmt.Sprintf(", and was ahead after %d of %s", led, times(len(b.Race.Marks), mark))
	default:
		return english.Stop(says) + fmt.Sprintf(" %s led after %d of %s, and is %s.", b.Of(who).Name, led,
			times(len(b.Race.Marks), mark), Ordinal(place))
	}
	return english.Stop(says)
}

// callsSay holds what a call brought two people against each other.
func callsSay(m moneyOf, b *show.CircleBook) (says, besides string) {
	c := b.Contrast()
	if c == nil {
		return oftenCalled(m, b.PlayedCalls()), ""
	}
	low, how := c.LowHad, ""
	if low.Call == rules.Prop {
		how = ", made or accepted,"
	}
	says = english.Stop(fmt.Sprintf("%s %s %s%s brought %s", whose(c.Low), thousands(low.N),
		m.several(low.Call, low.N), how, m.Signed(low.Money.Sum))) + " " + english.Stop(fmt.Sprintf(
		"%s %s brought %s", whose(c.High), thousands(c.HighHad.N), m.Signed(c.HighHad.Money.Sum)))
	besides = fmt.Sprintf("%s won %s; the others won %s. ", c.Low, ofSo(low.Rate()), ofSo(c.Others))
	if c.Chance {
		besides += "It may be luck: the book can’t tell. "
	}
	return says, besides
}

// oftenCalled is how often the call played most was made.
func oftenCalled(m moneyOf, all []show.CallFigures) string {
	most := slices.MaxFunc(append(all, show.CallFigures{}), func(a, b show.CallFigures) int {
		return cmp.Compare(a.N, b.N)
	})
	if few(most.N) {
		return "Too few calls yet to argue about."
	}
	return fmt.Sprintf("Of %s %s, %s %s made.", thousands(most.N), m.several(most.Call, most.N),
		thousands(most.Rate().Won), english.Verb(most.Rate().Won, "was", "were"))
}

// togetherSays is whom the leader has paid, or else the dearest rivalry.
func togetherSays(m moneyOf, b *show.CircleBook) string {
	people := b.Ranked()
	_, upset := b.Upsets()
	var to []string
	for _, f := range upset {
		if f.A == people[0].Player {
			to = append(to, f.NameB)
		}
	}
	if len(to) > 0 {
		if !m.Handed() {
			return fmt.Sprintf("%s leads, yet has lost to %s.", people[0].Name, english.List(to))
		}
		return fmt.Sprintf("%s leads, yet has paid %s.", people[0].Name, english.List(to))
	}
	if r := b.Rivals(); len(r) > 0 && r[0].Net() > 0 {
		return "Nobody did worse: " + english.Stop(hasPaid(m, r[0].NameB, r[0].NameA, r[0].Net()))
	}
	return "Nobody is ahead of anybody."
}

// rowPays says how the picture is read, by the largest amount in it.
func rowPays(m moneyOf, b *show.CircleBook) string {
	r := b.Rivals()
	if len(r) == 0 || r[0].Net() <= 0 {
		return ""
	}
	return "Read along a row: " + english.Stop(hasPaid(m, r[0].NameB, r[0].NameA, r[0].Net()))
}

// besidesDeals says what the amounts between two leave out.
func besidesDeals(b *show.CircleBook) string {
	if !slices.ContainsFunc(b.Standing, func(p show.PlayerStanding) bool { return p.Penalties != 0 }) {
		return ""
	}
	return "Penalties and bets aren’t in these amounts."
}

// hasPaid says what somebody's money has gone to another; points are lost.
func hasPaid(m moneyOf, who, whom string, amount int64) string {
	if !m.Handed() {
		return who + " has lost " + m.Words(amount) + " to " + whom
	}
	return who + " has paid " + whom + " " + m.Words(amount)
}

// eveningsSay is who took most evenings, and who fewest of those who came often.
func eveningsSay(b *show.CircleBook) string {
	all := b.Regulars()
	if len(all) < 2 || all[0].N == 0 {
		return "Too few evenings yet to say who takes them."
	}
	first, last := all[0], all[len(all)-1]
	says := fmt.Sprintf("%s took %s of %d; %s ", first.Name, times(first.N, "evening"), len(b.Evenings),
		last.Name)
	if last.N == 0 {
		return says + "none."
	}
	return says + fmt.Sprintf("%s, the last on %s.", english.Number(last.N), say.Day(last.Last))
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
	besides = fmt.Sprintf("%s on %s, %s on %s.", m.Signed(worst.Score), say.Day(worst.Date),
		m.Signed(best.Score), say.Day(best.Date))
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
