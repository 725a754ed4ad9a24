package stats

import (
	"fmt"
	"slices"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Award is one of an evening or a season, with the figure it stands on. Two or three with the same figure
// share it; of evenings and deals with the same figure the first counts.
type Award struct {
	Title string
	named
	Figure string
	Href   string // where the figure can be looked at
}

// named is whoever is spoken of, with the faces that stand before the words.
type named struct {
	Who   string
	Faces []face.Face
}

// inStanding names people of a standing; no two in a book share a name.
func inStanding(all []ledger.PlayerStanding, names ...string) named {
	return named{english.List(names), facesIn(all, names)}
}

// facesIn are the faces people have in a standing.
func facesIn(all []ledger.PlayerStanding, names []string) []face.Face {
	var out []face.Face
	for _, name := range names {
		if i := slices.IndexFunc(all, func(p ledger.PlayerStanding) bool { return p.Name == name }); i >= 0 {
			out = append(out, all[i].Face)
		}
	}
	return out
}

// winners names all who have the most of something, if it is at least so much; at most three names.
func winners[T any, F int64 | float64](
	all []T, least F, figure func(T) F, name func(T) named,
) (who named, most F, ok bool) {
	var names []string
	for _, t := range all {
		switch f := figure(t); {
		case f < least || len(names) > 0 && f < most:
		case len(names) > 0 && f == most:
			one := name(t)
			names, who.Faces = append(names, one.Who), append(who.Faces, one.Faces...)
		default:
			who = name(t)
			most, names = f, []string{who.Who}
		}
	}
	if len(names) == 0 || len(names) > 3 {
		return named{}, 0, false
	}
	who.Who = english.List(names)
	return who, most, true
}

// guest is somebody's evening, counted for the awards.
type guest struct {
	named
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
	give := func(title string, who named, figure string, ok bool) {
		if ok {
			out = append(out, Award{Title: title, named: who, Figure: figure})
		}
	}
	all, pairs := guests(n)
	name := func(g *guest) named { return g.named }
	who, most, ok := winners(all, 1, func(g *guest) int64 { return g.score }, name)
	give("Won the evening", who, n.Money.Signed(most), ok)
	who, most, ok = winners(all, 1, func(g *guest) int64 { return -g.score }, name)
	give("Paid for it", who, n.Money.Signed(-most), ok)
	who, most, ok = winners(all, 2, func(g *guest) int64 { return g.made }, name)
	give("The lion", who, fmt.Sprintf("made %s", times(most, "call")), ok)
	who, most, ok = winners(all, 2, func(g *guest) int64 { return g.called - g.made }, name)
	give("The optimist", who, fmt.Sprintf("lost %s", times(most, "call")), ok)
	who, most, ok = winners(pairs, 2, func(p *pairOfNight) int64 { return p.won },
		func(p *pairOfNight) named { return p.named })
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
		out = append(out, Award{Title: "The deal of the evening", named: who,
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
	named
	won int64
}

// guests counts what the awards are given for.
func guests(n *ledger.Night) (all []*guest, pairs []*pairOfNight) {
	at := map[ledger.PlayerID]*guest{}
	for _, p := range n.People {
		g := &guest{named: named{p.Name, []face.Face{p.Face}}, score: p.Sum.Score()}
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
		a, b := x.Caller-1, x.Partner-1
		if d.Names[a] > d.Names[b] {
			a, b = b, a
		}
		who := d.Names[a] + " with " + d.Names[b]
		i := slices.IndexFunc(pairs, func(p *pairOfNight) bool { return p.Who == who })
		if i < 0 {
			i = len(pairs)
			faces := []face.Face{n.Face(d.Chairs[a].Player), n.Face(d.Chairs[b].Player)}
			pairs = append(pairs, &pairOfNight{named: named{who, faces}})
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
func dearest(n *ledger.Night) (deal *ledger.Dealt, who named, amount int64) {
	for _, d := range slices.Backward(n.Deals) {
		if most := slices.Max(d.Result.Net[:]); most > amount {
			deal, amount = d, most
		}
	}
	if deal == nil {
		return nil, named{}, 0
	}
	var names []string
	for i, name := range deal.Names {
		if deal.Result.Net[i+1] == amount {
			names, who.Faces = append(names, name), append(who.Faces, n.Face(deal.Chairs[i].Player))
		}
	}
	who.Who = english.List(names)
	return deal, who, amount
}

// Address is where a page is of the evenings being looked at, with more names and values in its address.
type Address func(path string, more ...string) string

// SeasonAwards are those of a season, each leading to the deal, the deals or the evenings it was won in.
func SeasonAwards(c *ledger.CircleBook, words rules.Words, at Address) []Award {
	var out []Award
	give := func(title string, who named, figure, href string, ok bool) {
		if ok {
			out = append(out, Award{title, who, figure, href})
		}
	}
	m := c.Money
	standing := func(
		title string, least int64, figure func(ledger.PlayerStanding) int64, says func(int64) string, path string,
		more ...string,
	) {
		who, most, ok := winners(c.Standing, least, figure, standingName)
		give(title, who, says(most), ofOne(at, c.Standing, figure, most, path, more...), ok)
	}
	standing("The purse", 1, func(p ledger.PlayerStanding) int64 { return p.Score }, m.Signed, "/nights")
	standing("Patron of the circle", 1, func(p ledger.PlayerStanding) int64 { return -p.Score },
		func(n int64) string { return m.Signed(-n) }, "/nights")
	standing("Always there", 2, func(p ledger.PlayerStanding) int64 { return p.Nights },
		func(n int64) string { return times(n, "evening") }, "/nights")
	give(surest(c, at))
	give(boldest(c, at))
	partners := slices.DeleteFunc(slices.Clone(c.Partners),
		func(f ledger.PairFigures) bool { return few(f.Together) })
	amount := func(f ledger.PairFigures) int64 { return f.Amount }
	who, most, ok := winners(partners, 1, amount, pairName)
	give("The firm", who, fmt.Sprintf("%s as partners", m.Signed(most)), at.ofPair(partners, amount, most), ok)
	who, most, ok = winners(c.Rivals, 1, ledger.PairFigures.Net,
		func(f ledger.PairFigures) named { return named{f.NameB, []face.Face{f.FaceB}} })
	if ok {
		give("Dear friend", who, fmt.Sprintf("%s paid to %s", m.Words(most), paidTo(c.Rivals, most)),
			at.ofPair(c.Rivals, ledger.PairFigures.Net, most), true)
	}
	standing("The spoilsport", 1, func(p ledger.PlayerStanding) int64 { return p.Broken },
		func(n int64) string { return brokenOften(n, words) },
		"/deals", "find", "1", "as", "opponent", "outcome", "lost")
	standing("Butterfingers", 1, func(p ledger.PlayerStanding) int64 { return p.Revokes },
		func(n int64) string { return times(n, "revoke") }, "/deals", "find", "1", "revoked", "on")
	standing("Best seat by the fire", 5, func(p ledger.PlayerStanding) int64 { return p.Out },
		func(n int64) string { return "sat out " + times(n, "deal") }, "/nights")
	if b := c.Best; b != nil && b.Score > 0 {
		give("The evening to remember", inStanding(c.Standing, append([]string{b.Name}, b.Equals...)...),
			fmt.Sprintf("%s on %s", m.Signed(b.Score), templates.Day(b.Date)), templates.NightPath(b.Night), true)
	}
	if w := c.Worst; w != nil && w.Score < 0 {
		give("The evening to forget", inStanding(c.Standing, append([]string{w.Name}, w.Equals...)...),
			fmt.Sprintf("%s on %s", m.Signed(w.Score), templates.Day(w.Date)), templates.NightPath(w.Night), true)
	}
	if d := c.BestDeal; d != nil {
		give("The deal to tell of", inStanding(c.Standing, c.BestDealBy...),
			fmt.Sprintf("%s on %s", m.Signed(d.Amount), templates.Day(d.Date)), templates.DealPath(d.Night,
				d.Deal), true)
	}
	return out
}

func standingName(p ledger.PlayerStanding) named { return named{p.Name, []face.Face{p.Face}} }

// ofOne is a page of whoever has the most of something; of everybody where several have.
func ofOne[F int64 | float64](
	at Address, all []ledger.PlayerStanding, figure func(ledger.PlayerStanding) F, most F, path string,
	more ...string,
) string {
	who := ""
	for _, p := range all {
		if figure(p) == most {
			if who != "" {
				return at(path, more...)
			}
			who = templates.PlayerNo(p.Player)
		}
	}
	return at(path, append([]string{"player", who}, more...)...)
}

// ofPair is where the evenings of two are listed, of the pair that has the most of something.
func (at Address) ofPair(all []ledger.PairFigures, figure func(ledger.PairFigures) int64, most int64) string {
	for _, f := range all {
		if figure(f) == most {
			return at("/nights", "player", templates.PlayerNo(f.A), "with", templates.PlayerNo(f.B))
		}
	}
	return at("/nights")
}

func pairName(f ledger.PairFigures) named {
	return named{f.NameA + " with " + f.NameB, []face.Face{f.FaceA, f.FaceB}}
}

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
func surest(c *ledger.CircleBook, at Address) (title string, who named, figure, href string, ok bool) {
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
	who, best, ok = winners(c.Shown, 1e-9, lowEnd, standingName)
	return "The safe pair of hands", who, fmt.Sprintf("%d of %d calls made, %s", made.Won, made.Of,
		percent(made.Share())), ofOne(at, c.Shown, lowEnd, best, "/deals", "find", "1"), ok
}

// boldest is who calls most often, of the deals played.
func boldest(c *ledger.CircleBook, at Address) (title string, who named, figure, href string, ok bool) {
	share := func(p ledger.PlayerStanding) float64 {
		_, n := ownCalls(c, p.Player)
		if few(n) {
			return 0
		}
		return float64(n) / float64(p.Deals)
	}
	who, best, ok := winners(c.Shown, 1e-9, share, standingName)
	return "The bold one", who, fmt.Sprintf("in %s of all deals a caller or a partner", percent(best)),
		ofOne(at, c.Shown, share, best, "/deals", "find", "1"), ok
}
