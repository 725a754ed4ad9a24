package picture

import (
	"fmt"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
)

// Person draws somebody's evenings: their one sentence, their line, and four figures.
func Person(b *show.PlayerBook, s years.Story, words rules.Words, over bool) (p Picture) {
	top := p.sentence(60, Sentence(b.Money, s, over), ivory) + 20
	p.paper(14, top, 372, 372-top, 10, ivory)
	p.personLine(b, s, box{34, top + 16, 318, 372 - top - 32})
	p.fact(left, 402, signed(b.Money, b.Score), "in all", "")
	p.fact(214, 402, fmt.Sprintf("Up after %d", b.Up), fmt.Sprintf("of %d evenings", b.Nights), "")
	p.Named = []string{b.Player.Name}
	p.Named = append(p.Named, s.With...)
	if f, ok := b.BestPair(); ok {
		made := fmt.Sprintf("%d of %d calls made, the best pair", f.Won, f.Won+f.Lost)
		p.fact(left, 446, "With "+f.NameB, made, "")
		p.Named = append(p.Named, f.NameB)
	} else {
		p.fact(left, 446, fmt.Sprint(b.Deals), "deals", "")
	}
	if d := b.WorstDeal; d != nil {
		p.fact(214, 446, signed(b.Money, d.Amount), "dearest deal: "+english.Small(words.Name(d.Call)), "")
	}
	all := b.Evenings
	p.foot(during(fit(b.Player.Name, 13, 90), all[0].Date, all[len(all)-1].Date, b.Open), soft, brass)
	return p
}

// personLine draws the line, the evenings of the story thick and with their amounts.
func (p *Picture) personLine(b *show.PlayerBook, s years.Story, field box) {
	var least, most int64
	for _, e := range b.Evenings {
		least, most = min(least, e.After), max(most, e.After)
	}
	axes := draw.Axes{Left: field.x, Right: field.x + field.wide - 14, Up: field.y + 8,
		Down: field.y + field.high - 8, Least: float64(least), Most: float64(max(most, least+1)),
		Count: len(b.Evenings) + 1}
	points := [][2]float64{{axes.X(0), axes.Y(0)}}
	at := map[chain.NightID]int{}
	for i, e := range b.Evenings {
		points = append(points, [2]float64{axes.X(i + 1), axes.Y(float64(e.After))})
		at[e.Night] = i + 1
	}
	colour := draw.Pen(b.Player.Face.Colour)
	zero := [][2]float64{{axes.Left, axes.Y(0)}, {field.x + field.wide, axes.Y(0)}}
	p.line(way(zero, false), rule, 1, "")
	p.line(way(points, false), colour, 2.4, "")
	end := points[len(points)-1]
	field = box{22, field.y - 12, 356, field.high + 22}
	label := func(to [2]float64, amount int64, words string) {
		text := signed(b.Money, amount)
		w := max(wide(text, 20), .85*wide(words, 13))
		x, y := to[0], to[1]
		var places []box
		for _, across := range [...]float64{8, -w - 14, 0, -.3 * w, -w / 2, -.7 * w} {
			for _, down := range [...]float64{4, -38, -17, 18, -52, 34, 52, -76, 76, -100, 100} {
				places = append(places, box{x + across, y + down, w + 6, 36})
			}
		}
		badge := [2]float64{end[0] + 16, end[1]}
		place := free(places, field, append(points[:len(points):len(points)], badge), zero)
		at, class := place.x+3, ""
		if place.x+place.wide/2 < x {
			at, class = place.x+place.wide-3, " end"
		}
		p.text(at, place.y+17, 20, "display on-paper"+class, pen(amount), text)
		p.text(at, place.y+33, 13, "on-paper"+class, ink2, words)
		points = append(points, [2]float64{place.x, place.y},
			[2]float64{place.x + place.wide, place.y + place.high})
	}
	line := points
	thick := func(from, to int, amount int64) {
		p.line(way(line[from:to+1], false), pen(amount), 6.5, "")
	}
	switch {
	case s.Tale == years.UpOften || s.Tale == years.DownOften:
		first, last := s.Marked[0], s.Marked[1]
		won := last.After - first.After + first.Score
		thick(at[first.Night]-1, at[last.Night], won)
		layout := "2 Jan"
		if s.Dated {
			layout = "2 Jan 2006"
		}
		label(line[at[last.Night]], won, dated(first.Date, layout)+" to "+dated(last.Date, layout))
	case s.Tale == years.CameBack || s.Tale == years.FellBack:
		far := s.Marked[0]
		to := line[at[far.Night]]
		p.dot(to[0], to[1], 5, ivory, pen(far.After), 3)
		label(to, far.After, dayOf(far.Date, s.Dated))
	default:
		for _, e := range s.Marked {
			i := at[e.Night]
			thick(i-1, i, e.Score)
			label(line[i], e.Score, dayOf(e.Date, s.Dated))
		}
	}
	p.badge(b.Player.Face, end[0], end[1], 14, colour)
}
