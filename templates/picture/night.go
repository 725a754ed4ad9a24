package picture

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
	"ouverte/templates/stats"
)

// linesAtMost is the most people a picture draws lines for; with more it lists their places.
const linesAtMost = 6

// Night draws a night: who takes it, how it went, and up to four awards. Of an evening at several tables
// lines are those of its rounds; of one table, of its deals.
func Night(n *show.Night, lines []show.Line, rounds bool, since int) (p Picture) {
	winners, score := n.Winners()
	names := make([]string, len(winners))
	for i, w := range winners {
		names[i] = w.Name
	}
	what := "the night"
	if n.Meeting != 0 {
		what = "the table"
	}
	p.Words = takes(names, !n.Open, what)
	x := left
	for _, w := range winners[:min(2, len(winners))] {
		p.badge(w.Face, x+22, 52, 22, brass)
		x += 54
	}
	p.text(x+4, 50, 26, "display", ivory, fit(p.Words, 26, right-x+4))
	if len(winners) > 0 {
		m := mark{x: x + 4, y: 73, size: "15", fill: soft, first: signed(n.Money, score)}
		if since > 0 {
			m.words = sinceSays(n, rounds, since)
		}
		p.add(m)
	}
	p.Words = english.Stop(p.Words)
	stories := stats.NightAwards(n).ToTell().Entries()
	stories = slices.DeleteFunc(stories, func(e stats.Entry) bool {
		return e.For == years.NightWon || e.For == years.NightPaid
	})
	for _, s := range n.Substitutes() {
		stories = slices.Insert(stories, 0, stats.Entry{Title: "For " + n.PlayerName(s.Account),
			Who: n.PlayerName(s.Player), Figure: "played " + say.DealsFor(s)})
	}
	best := years.BestFirst(lines)
	for _, l := range best {
		p.Named = append(p.Named, l.Name)
	}
	bottom := 92.
	stories = stories[:min(4, len(stories))]
	most := 446 - 76*float64((len(stories)+1)/2)
	switch points := 0; {
	case len(best) == 0 || len(best[0].Points) < 2:
	case len(best) > linesAtMost || rounds:
		for len(best) > years.FieldAtMost {
			best = best[:years.FieldAtMost]
		}
		points = len(best[0].Points) - 1
		all := make([]int, points)
		for i := range all {
			all[i] = i + 1
		}
		at := years.Spread(all, 12)
		foot := make([]string, len(at))
		for i, point := range at {
			foot[i] = fmt.Sprint(point)
		}
		foot[0] = english.Capital(unit(rounds)) + " " + foot[0]
		if most < 108+15*float64(len(best)) {
			stories, most = stories[:min(2, len(stories))], most+76*float64((len(stories)-1)/2)
		}
		bottom = p.lanes(n.Money, years.Lanes(best, at), foot, 92, most, true)
	default:
		p.paper(14, 92, 372, most-102, 10, ivory)
		p.running(n, best, since, box{34, 108, 336, most - 136})
		bottom = most
	}
	for i, s := range stories {
		x, y := 14+190*float64(i%2), bottom+76*float64(i/2)
		p.paper(x, y, 182, 70, 8, "#0c2c22")
		p.text(x+12, y+18, 13, "bold", brass, fit(s.Title, 13*.9, 158))
		p.text(x+12, y+36, 15, "display", ivory, fit(s.Who, 15, 160))
		lines := wrap(plain(s.Figure), 13*.84, 162)
		for k, line := range lines[:min(2, len(lines))] {
			p.text(x+12, y+51+13*float64(k), 13, "", soft, line)
		}
	}
	head := say.NightTitle(n)
	if n.Name != "" {
		head += ", " + say.Day(n.Date)
	}
	p.text(left, 470, 13, "display", ivory, fit(head, 13, 250))
	p.text(left, 488, 13, "", soft, fit(say.DealsLine(n), 13*.84, 212))
	p.text(right, 470, 20, "display end", brass, "Ouverte")
	if n.Seal != "" {
		p.text(right, 488, 13, "end", "#9fb8ac", n.Seal)
	}
	return p
}

func unit(rounds bool) string {
	if rounds {
		return "round"
	}
	return "deal"
}

func sinceSays(n *show.Night, rounds bool, since int) string {
	switch {
	case since == 1:
		return "· ahead from the first " + unit(rounds)
	case !n.Open && !rounds && since == len(n.Deals):
		return "· by the last deal"
	}
	return fmt.Sprintf("· ahead since %s %d", unit(rounds), since)
}

// dashes tell lines apart besides their colours; the winner's has none.
var dashes = [linesAtMost]string{"", "7 4", "10 3 1 3", "1.5 4", "4 3", "13 5"}

// running are the lines of what everybody had won, each with its name where it ends, and the deal since which
// the winner was ahead.
func (p *Picture) running(n *show.Night, best []show.Line, since int, in box) {
	last := len(best[0].Points) - 1
	var least, most int64
	room := 0.
	for _, l := range best {
		least, most = min(least, slices.Min(l.Points)), max(most, slices.Max(l.Points))
		room = max(room, .88*wide(fit(l.Name, 13, 70)+" "+signed(n.Money, l.Points[last]), 13))
	}
	if least == most {
		most = 1
	}
	axes := draw.Axes{Left: in.x, Right: in.x + in.wide - room - 12, Up: in.y, Down: in.y + in.high - 22,
		Least: float64(least), Most: float64(most), Count: last + 1}
	p.line(fmt.Sprintf("M%s %sH%s", num(axes.Left), num(axes.Y(0)), num(axes.Right)), rule, 1, "")
	if since > 1 && since < last {
		x := axes.X(since)
		p.line(fmt.Sprintf("M%s %sV%s", num(x), num(in.y-6), num(axes.Down+6)), "#c9b98c", 1, "1 3")
		d := n.Deals[len(n.Deals)-since]
		if d.Nth != since {
			d = n.Deals[since-1]
		}
		words := fmt.Sprintf("deal %d: %s", since, n.Words.Noun(d.Deal.Call))
		half := .42 * wide(words, 13)
		p.text(min(max(x, axes.Left+half), axes.Right-half), in.y+in.high, 13, "middle", ink2, words)
	}
	ends := make([]float64, len(best))
	for i, l := range best {
		ends[i] = axes.Y(float64(l.Points[last]))
		if i > 0 {
			ends[i] = max(ends[i], ends[i-1]+17)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		low := axes.Down + 8
		if i+1 < len(ends) {
			low = ends[i+1] - 17
		}
		ends[i] = min(ends[i], low)
	}
	for i := len(best) - 1; i >= 0; i-- {
		l, broad := best[i], 2.4
		if i == 0 {
			broad = 3.2
		}
		colour := draw.Pen(l.Face.Colour)
		from, to := l.Span()
		var points [][2]float64
		for k := from; k <= to; k++ {
			points = append(points, [2]float64{axes.X(k), axes.Y(float64(l.Points[k]))})
		}
		p.line(way(points, false), colour, broad, dashes[i])
		at := points[len(points)-1]
		p.dot(at[0], at[1], 3.6, colour, "", 0)
		p.text(axes.Right+10, ends[i]+4, 13, "bold", colour,
			fit(l.Name, 13, 70)+" "+strings.ReplaceAll(signed(n.Money, l.Points[last]), " ", "\u00a0"))
	}
}
