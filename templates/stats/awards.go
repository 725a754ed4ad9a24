package stats

import (
	"fmt"
	"slices"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Award is one of an evening or a season, with the figure it stands on. Two or three with the same figure
// share it; of evenings and deals with the same figure the first counts.
type Award struct {
	Title, Who, Figure string
	Href               string // where the figure can be looked at
}

// winners names all who have the most of something, if it is at least so much; at most three names.
func winners[T any, F int64 | float64](
	all []T, least F, figure func(T) F, name func(T) string,
) (who string, most F, ok bool) {
	var names []string
	for _, t := range all {
		switch f := figure(t); {
		case f < least || len(names) > 0 && f < most:
		case len(names) > 0 && f == most:
			names = append(names, name(t))
		default:
			most, names = f, []string{name(t)}
		}
	}
	if len(names) == 0 || len(names) > 3 {
		return "", 0, false
	}
	return english.List(names), most, true
}

// guest is somebody's evening, counted for the awards.
type guest struct {
	name                 string
	score                int64
	deals, called, made  int64
	broke, revoked, rise int64
}

// NightAwards are those of an evening, as it stands.
func NightAwards(n *ledger.Night) []Award {
	if len(n.Deals) == 0 {
		return nil
	}
	var out []Award
	give := func(title, who, figure string, ok bool) {
		if ok {
			out = append(out, Award{Title: title, Who: who, Figure: figure})
		}
	}
	all, pairs := guests(n)
	name := func(g *guest) string { return g.name }
	who, most, ok := winners(all, 1, func(g *guest) int64 { return g.score }, name)
	give("Won the evening", who, n.Money.Signed(most), ok)
	who, most, ok = winners(all, 1, func(g *guest) int64 { return -g.score }, name)
	give("Paid for it", who, n.Money.Signed(-most), ok)
	who, most, ok = winners(all, 2, func(g *guest) int64 { return g.made }, name)
	give("The lion", who, fmt.Sprintf("made %s", times(most, "call")), ok)
	who, most, ok = winners(all, 2, func(g *guest) int64 { return g.called - g.made }, name)
	give("The optimist", who, fmt.Sprintf("lost %s", times(most, "call")), ok)
	who, most, ok = winners(pairs, 2, func(p *pairOfNight) int64 { return p.won },
		func(p *pairOfNight) string { return p.a + " with " + p.b })
	give("Best pair", who, n.Words.Say("won {a prop} together "+times(most, "time")), ok)
	who, most, ok = winners(all, 1, func(g *guest) int64 { return g.broke }, name)
	give("The spoilsport", who, brokenOften(most, n.Words), ok)
	who, most, ok = winners(all, 1, func(g *guest) int64 { return g.rise }, name)
	give("The long way back", who, fmt.Sprintf("%s up again from the lowest point", n.Money.Words(most)), ok &&
		most*2 > biggest(n))
	who, most, ok = winners(all, 1, func(g *guest) int64 { return g.revoked }, name)
	give("Butterfingers", who, times(most, "revoke"), ok)
	quiet := slices.DeleteFunc(slices.Clone(all), func(g *guest) bool { return g.called > 0 || g.deals < 8 })
	who, most, ok = winners(quiet, 8, func(g *guest) int64 { return g.deals }, name)
	give("The wallflower", who, fmt.Sprintf("called nothing in %s", times(most, "deal")), ok)
	if d, who, amount := dearest(n); amount > 0 {
		out = append(out, Award{Title: "The deal of the evening", Who: who,
			Figure: fmt.Sprintf("%s in deal %d: %s", n.Money.Signed(amount), d.Nth,
				n.Words.Name(d.Deal.Call)), Href: templates.DealPath(n.ID, d.ID)})
	}
	return out
}

// brokenOften says how often somebody helped to make a misère fail, an open one too. Nobody knows how the
// circle's own word would stand for several.
func brokenOften(n int64, words rules.Words) string {
	said := words.Say("helped to break {a misere}")
	if n > 1 {
		said += " " + times(n, "time")
	}
	return said
}

type pairOfNight struct {
	a, b string
	won  int64
}

// guests counts what the awards are given for.
func guests(n *ledger.Night) (all []*guest, pairs []*pairOfNight) {
	at := map[ledger.PlayerID]*guest{}
	for _, p := range n.People {
		g := &guest{name: p.Name, score: p.Sum.Score()}
		at[p.ID] = g
		all = append(all, g)
	}
	for _, d := range slices.Backward(n.Deals) {
		x := &d.Deal
		for i, c := range d.Chairs {
			s, g := rules.Seat(i+1), at[c.Player]
			if g == nil || !x.Active(s) {
				continue
			}
			g.deals++
			g.revoked += int64(x.Revokes[s])
			mine := s == x.Caller || s == x.Partner
			if mine {
				g.called++
			}
			if mine && d.Result.Outcome == rules.Won {
				g.made++
			}
			if x.Caller != 0 && !mine && d.Result.Outcome == rules.Lost && x.Call.Losing() {
				g.broke++
			}
		}
		if x.Partner == 0 || d.Result.Outcome != rules.Won {
			continue
		}
		a, b := d.Names[x.Caller-1], d.Names[x.Partner-1]
		if a > b {
			a, b = b, a
		}
		i := slices.IndexFunc(pairs, func(p *pairOfNight) bool { return p.a == a && p.b == b })
		if i < 0 {
			i = len(pairs)
			pairs = append(pairs, &pairOfNight{a: a, b: b})
		}
		pairs[i].won++
	}
	for _, l := range n.Lines() {
		if g := at[l.Player]; g != nil { // back from below nothing
			if lowest := slices.Min(l.Points); lowest < 0 {
				g.rise = l.Points[len(l.Points)-1] - lowest
			}
		}
	}
	return all, pairs
}

// biggest is the largest sum anybody won or lost that evening.
func biggest(n *ledger.Night) int64 {
	var most int64
	for _, p := range n.People {
		most = max(most, p.Sum.Score(), -p.Sum.Score())
	}
	return most
}

// dearest is the deal that brought somebody most, with all it brought as much.
func dearest(n *ledger.Night) (deal *ledger.Dealt, who string, amount int64) {
	for _, d := range slices.Backward(n.Deals) {
		if most := slices.Max(d.Result.Net[:]); most > amount {
			deal, amount = d, most
		}
	}
	if deal == nil {
		return nil, "", 0
	}
	var names []string
	for i, name := range deal.Names {
		if deal.Result.Net[i+1] == amount {
			names = append(names, name)
		}
	}
	return deal, english.List(names), amount
}

// seasonAwards are those of a season.
func seasonAwards(c *ledger.CircleBook, words rules.Words) []Award {
	var out []Award
	give := func(title, who, figure, href string, ok bool) {
		if ok {
			out = append(out, Award{title, who, figure, href})
		}
	}
	m := c.Money
	name := func(p ledger.PlayerStanding) string { return p.Name }
	who, most, ok := winners(c.Standing, 1, func(p ledger.PlayerStanding) int64 { return p.Score }, name)
	give("The purse", who, m.Signed(most), "", ok)
	who, most, ok = winners(c.Standing, 1, func(p ledger.PlayerStanding) int64 { return -p.Score }, name)
	give("Patron of the circle", who, m.Signed(-most), "", ok)
	who, most, ok = winners(c.Standing, 2, func(p ledger.PlayerStanding) int64 { return p.Nights }, name)
	give("Always there", who, times(most, "evening"), "", ok)
	give(surest(c))
	give(boldest(c))
	partners := slices.DeleteFunc(slices.Clone(c.Partners),
		func(f ledger.PairFigures) bool { return few(f.Together) })
	who, most, ok = winners(partners, 1, func(f ledger.PairFigures) int64 { return f.Amount }, pairName)
	give("The firm", who, fmt.Sprintf("%s as partners", m.Signed(most)), "", ok)
	who, most, ok = winners(c.Rivals, 1, ledger.PairFigures.Net,
		func(f ledger.PairFigures) string { return f.NameB })
	if ok {
		give("Dear friend", who, fmt.Sprintf("%s paid to %s", m.Words(most), paidTo(c.Rivals, most)), "", true)
	}
	who, most, ok = winners(c.Standing, 1, func(p ledger.PlayerStanding) int64 { return p.Broken }, name)
	give("The spoilsport", who, brokenOften(most, words), "", ok)
	who, most, ok = winners(c.Standing, 1, func(p ledger.PlayerStanding) int64 { return p.Revokes }, name)
	give("Butterfingers", who, times(most, "revoke"), "", ok)
	who, most, ok = winners(c.Standing, 5, func(p ledger.PlayerStanding) int64 { return p.Out }, name)
	give("Best seat by the fire", who, fmt.Sprintf("sat out %s", times(most, "deal")), "", ok)
	if b := c.Best; b != nil && b.Score > 0 {
		give("The evening to remember", english.List(append([]string{b.Name}, b.Equals...)),
			fmt.Sprintf("%s on %s", m.Signed(b.Score), templates.Day(b.Date)), templates.NightPath(b.Night), true)
	}
	if w := c.Worst; w != nil && w.Score < 0 {
		give("The evening to forget", english.List(append([]string{w.Name}, w.Equals...)),
			fmt.Sprintf("%s on %s", m.Signed(w.Score), templates.Day(w.Date)), templates.NightPath(w.Night), true)
	}
	if d := c.BestDeal; d != nil {
		give("The deal to tell of", english.List(c.BestDealBy),
			fmt.Sprintf("%s on %s", m.Signed(d.Amount), templates.Day(d.Date)), templates.DealPath(d.Night,
				d.Deal), true)
	}
	return out
}

func pairName(f ledger.PairFigures) string { return f.NameA + " with " + f.NameB }

func paidTo(rivals []ledger.PairFigures, amount int64) string {
	var names []string
	for _, f := range rivals {
		if f.Net() == amount {
			names = append(names, f.NameA)
		}
	}
	return english.List(names)
}

// ownCalls adds up somebody's calls.
func ownCalls(c *ledger.CircleBook, p ledger.PlayerID) (rate ledger.Rate, n int64) {
	for _, f := range c.Heat[p] {
		rate.Won, rate.Of, n = rate.Won+f.Won, rate.Of+f.Won+f.Lost, n+f.N
	}
	return rate, n
}

// surest is whose calls succeed most surely: by the lower end of the interval, so that few calls don't win
// it.
func surest(c *ledger.CircleBook) (title, who, figure, href string, ok bool) {
	var made ledger.Rate // of whoever has the most; who shares it has the same
	best := 0.0
	lowEnd := func(p ledger.PlayerStanding) float64 {
		rate, n := ownCalls(c, p.Player)
		low, _ := rate.Between()
		if few(n) {
			return -1
		}
		if low > best {
			best, made = low, rate
		}
		return low
	}
	who, _, ok = winners(c.Shown, 1e-9, lowEnd, func(p ledger.PlayerStanding) string { return p.Name })
	return "The safe pair of hands", who, fmt.Sprintf("%d of %d calls made, %s", made.Won, made.Of,
		percent(made.Share())), "", ok
}

// boldest is who calls most often, of the deals played.
func boldest(c *ledger.CircleBook) (title, who, figure, href string, ok bool) {
	share := func(p ledger.PlayerStanding) float64 {
		_, n := ownCalls(c, p.Player)
		if few(n) {
			return 0
		}
		return float64(n) / float64(p.Deals)
	}
	who, best, ok := winners(c.Shown, 1e-9, share, func(p ledger.PlayerStanding) string { return p.Name })
	return "The bold one", who, fmt.Sprintf("in %s of all deals a caller or a partner", percent(best)), "", ok
}
