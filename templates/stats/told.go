package stats

// What sets a player apart, in sentences.

import (
	"fmt"
	"strconv"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// toldOf is what a sentence is about, in a word.
var toldOf = [...]string{
	years.Partner: "Partner", years.Favourite: "Favourite call", years.Made: "Calls", years.Seat: "Seat",
	years.Ups: "Evenings", years.Took: "Taken", years.Revoked: "Revokes",
	years.Present: "There", years.BestEvening: "Best evening", years.WorstEvening: "Worst evening",
	years.Comeback: "Comeback", years.BestDeal: "Best deal", years.UpInRow: "Streak",
	years.DownInRow: "Dry spell",
	years.MadeInRow: "Sure run", years.Month: "Month", years.Rivalry: "Rivalry", years.Middle: "The middle",
	years.Swing: "Swing",
}

func toldWord(t show.Told) string {
	if t.Kind == years.Favourite && t.Mine.Share() < t.Others.Share() {
		return "Seldom called"
	}
	return toldOf[t.Kind]
}

// tell makes the sentence.
func tell(m moneyOf, name string, t show.Told) string {
	return english.Stop(strings.TrimSuffix(tellAny(m, name, t), ".")) // old money may end with a full stop
}

func tellAny(m moneyOf, name string, t show.Told) string {
	mine, others := ofSo(t.Mine), ofSo(t.Others)
	switch t.Kind {
	case years.Partner:
		return fmt.Sprintf("With %s as partner %s won %s %s; with all the others, %s.", t.With.NameB, name, mine,
			m.several(rules.Prop, t.Mine.Of), ofSo(t.Others))
	case years.Favourite:
		return fmt.Sprintf("%s called %s in %s; the others in %s.", name, m.Names.One(t.Call),
			dealsOf(t.Mine), others)
	case years.Made:
		return fmt.Sprintf("%s won %s %s; the others won %s.", name, mine, m.several(t.Call, t.Mine.Of), others)
	case years.Seat:
		return fmt.Sprintf("As %s %s made %s calls; from the other seats, %s.",
			english.Small(placeName(t.Active, t.Place)), name, mine, others)
	case years.Ups:
		return fmt.Sprintf("%s was up on %s evenings; the others on %s.", name, mine, others)
	case years.Took:
		return fmt.Sprintf("%s took %s evenings; the others took %s they sat at.", name, mine, others)
	case years.Revoked:
		if t.Mine.Won == 0 {
			return fmt.Sprintf("%s has not revoked once in %s; the others did in %s.", name, times(t.Mine.Of, "deal"),
				others)
		}
		return fmt.Sprintf("%s revoked %s in %s; the others in %s.", name, english.Times(t.Mine.Won),
			times(t.Mine.Of, "deal"), others)
	case years.Present:
		return fmt.Sprintf("%s came to %s evenings; the others to %s.", name, mine, others)
	}
	return tellFigure(m, name, t)
}

func dealsOf(r show.Rate) string { return thousands(r.Won) + " of " + times(r.Of, "deal") }

// tellFigure tells one with its rank among all.
func tellFigure(m moneyOf, name string, t show.Told) string {
	amount, day := m.Signed(t.Amount), say.Day(t.Date)
	switch t.Kind {
	case years.BestEvening:
		return fmt.Sprintf("%s on %s, %s.", amount, day, ranked(t, "nobody had a better evening", "the %sbest",
			"everybody else had a better one"))
	case years.WorstEvening:
		return fmt.Sprintf("%s on %s, %s.", amount, day, ranked(t, "and nobody’s worst cost less", "the %smildest",
			"nobody had a worse evening"))
	case years.Comeback:
		return fmt.Sprintf("%s down on %s, %s went home %s up.", m.Words(-t.Low), day, name, m.Words(t.Amount))
	case years.BestDeal:
		return fmt.Sprintf("One deal on %s brought %s, %s.", day, amount, ranked(t, "and none brought anybody more",
			"the %sbest", "and everybody else had a better one"))
	case years.UpInRow:
		return fmt.Sprintf("Up %s in a row, %s.", times(t.Amount, "evening"), ranked(t, "longer than anybody",
			"the %slongest run", "and nobody’s best run is shorter"))
	case years.DownInRow:
		return fmt.Sprintf("Down %s in a row at most, %s.", times(t.Amount, "evening"),
			ranked(t, "longer than anybody", "the %slongest", "and nobody’s is shorter"))
	case years.MadeInRow:
		return fmt.Sprintf("%s made %s in a row, %s.", name, times(t.Amount, "call"), ranked(t, "more than anybody",
			"the %slongest run", "and nobody’s best run is shorter"))
	case years.Month:
		return fmt.Sprintf("%s brought %s in %s, %s.", monthName(t.Date), amount, english.Spelled(t.N, "evening"),
			ranked(t, "the best month anybody had", "the %sbest", "and everybody else had a better month"))
	case years.Rivalry:
		if t.Amount < 0 {
			return english.Stop(hasPaid(m, name, t.With.NameB, -t.Amount))
		}
		return fmt.Sprintf("%s has had %s from %s.", name, m.Words(t.Amount), t.With.NameB)
	case years.Middle:
		return fmt.Sprintf("The middle one of %s evenings ends at %s, %s.", whose(name), amount, ranked(t,
			"better than anybody’s", "the %sbest", "and everybody’s is better"))
	}
	return fmt.Sprintf("An evening of %s goes %s up or down, %s.", whose(name), m.Words(t.Amount), ranked(t,
		"farther than anybody’s", "the %swidest", "and nobody’s goes less far"))
}

// ranked says where a figure stands among all: first, in between, or last. In the lower half it counts those
// above.
func ranked(t show.Told, first, between, last string) string {
	switch {
	case t.Rank == 1 && t.Shared:
		return fmt.Sprintf(between, "") + ", and not alone"
	case t.Rank == 1:
		return first
	case t.Rank == t.Of:
		return last
	case 2*t.Rank > t.Of+1:
		how := "less"
		if t.Kind == years.WorstEvening {
			how = "worse"
		}
		return fmt.Sprintf("%s than %s of the other %s", how, english.Number(int64(t.Rank-1)),
			english.Number(int64(t.Of-1)))
	}
	return fmt.Sprintf(between, Ordinal(t.Rank)+" ") + fmt.Sprintf(" of %d", t.Of)
}

// toldHref leads to the deals or evenings behind a sentence.
func toldHref(p chain.PlayerID, t show.Told, at Address) string {
	me := say.PlayerNo(p)
	switch t.Kind {
	case years.Partner, years.Rivalry:
		return at("/nights", "player", me, "with", say.PlayerNo(t.With.B))
	case years.Favourite:
		return at("/deals", "player", me, "as", "caller", "call", t.Call.String())
	case years.Made:
		return at("/deals", "player", me, "as", "side", "call", t.Call.String())
	case years.Revoked:
		return at("/deals", "player", me, "revoked", "on")
	case years.Seat:
		if t.Active != 4 {
			return at("/deals", "player", me, "as", "caller")
		}
		return at("/deals", "player", me, "as", "caller", "place", strconv.Itoa(t.Place))
	case years.Swing, years.Middle, years.Took:
		return at("/stats/evenings")
	}
	switch {
	case t.Deal != 0:
		return say.DealPath(t.Night, t.Deal)
	case t.Night != 0:
		return say.NightPath(t.Night)
	}
	return at("/nights", "player", me)
}
