package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/last"
	"ouverte/templates/stats"
)

// takes is a title: "Ivy takes 2025/26".
func takes(names []string, over bool, what string) string {
	if len(names) == 0 {
		return "Nobody is ahead"
	}
	short := fit(english.List(names), 38, 520)
	if over {
		return short + english.Verb(len(names), " takes ", " take ") + what
	}
	return short + english.Verb(len(names), " leads ", " lead ") + what
}

// Race draws a season: who takes it, everybody's place month by month, and three stories.
func Race(v last.Season) (p Picture) {
	b := v.Book
	names, score := b.Champions()
	y := p.sentence(58, takes(names, v.Over, v.Name), ivory)
	p.Words = english.Stop(p.Words)
	if len(names) > 0 {
		y += 27
		m := mark{x: left, y: y, size: "17", fill: soft, first: signed(b.Money, score)}
		if since := v.Since(); since != "" {
			m.words = "· " + since
		}
		p.add(m)
	}
	at := b.Field.Steps(12)
	foot := make([]string, len(at))
	for i, point := range at {
		foot[i] = dated(b.Field.Marks[point-1].Date, "Jan")
		if i > 0 && foot[i] == dated(b.Field.Marks[at[i-1]-1].Date, "Jan") {
			foot[i] = ""
		}
	}
	stories := slices.DeleteFunc(slices.Clone(b.Stories()), func(s years.Story) bool {
		return slices.Contains(names, s.Name) || s.Tale == years.Ends
	})
	stories = stories[:min(3, len(stories))]
	lanes := years.Lanes(b.Field.Lines, at)
	bottom := p.lanes(b.Money, lanes, foot, y+19, 468-36*float64(len(stories)), false)
	for _, s := range stories {
		bottom = p.story(s.Face, bottom, strings.Replace(Sentence(b.Money, s, v.Over), "|", "", 1))
		p.Named = append(p.Named, s.Name)
		p.Named = append(p.Named, s.With...)
	}
	for _, l := range lanes {
		p.Named = append(p.Named, l.Name)
	}
	marks := b.Race.Marks
	first, last := marks[0].Date, marks[len(marks)-1].Date
	p.foot(during(english.Count(b.Nights, "evening"), first, last, b.Open), soft, brass)
	return p
}

// story is somebody's emblem and a sentence beside it, in two lines at most.
func (p *Picture) story(f face.Face, y float64, words string) float64 {
	p.badge(f, 41, y+18, 13, draw.Pen(f.Colour))
	lines := wrap(words, 15, 300)
	at := y + 23
	if len(lines) > 1 {
		at, lines = y+15, []string{lines[0], fit(strings.Join(lines[1:], " "), 15, 300)}
	}
	for _, line := range lines {
		p.text(67, at, 15, "display", ivory, line)
		at += 17
	}
	return y + 36
}

// lanes draws everybody's place after each of some marks, on a paper between two heights, and gives where it
// ends. The first line is thick, with a gap around it; numbered says the places.
func (p *Picture) lanes(
	m rules.Money, lanes []years.Lane, foot []string, top, most float64, numbered bool,
) float64 {
	each := min(23.6, (most-top-48)/float64(max(1, len(lanes))))
	high := 48 + each*float64(len(lanes))
	p.paper(14, top, 372, high, 10, ivory)
	amounts, names := 0., 0.
	for _, l := range lanes {
		amounts = max(amounts, .88*wide(signed(m, l.End), 15))
		names = max(names, wide(l.Name, 15))
	}
	from, nameX := 36., 368-amounts-min(names, 90)
	last := nameX - 34
	if numbered {
		from, last = 44, last-26
	}
	x := func(mark int) float64 {
		if len(foot) == 1 {
			return last
		}
		return from + (last-from)*float64(mark)/float64(len(foot)-1)
	}
	y := func(place float64) float64 { return top + 14 + each*(place-.5) }
	for i := len(lanes) - 1; i >= 0; i-- {
		l, colour := lanes[i], draw.Pen(lanes[i].Face.Colour)
		var points [][2]float64
		for k, place := range l.Places {
			points = append(points, [2]float64{x(l.From + k), y(place)})
		}
		if len(points) == 0 {
			continue
		}
		begin, end, broad := points[0], points[len(points)-1], 2.7
		if i == 0 {
			broad = 6.5
			p.line(way(points, true), ivory, broad+5, "")
		}
		p.line(way(points, true), colour, broad, "")
		p.dot(begin[0], begin[1], broad*.8+1, colour, "", 0)
		row := y(l.Places[len(l.Places)-1])
		if shared := slices.IndexFunc(lanes, func(o years.Lane) bool { return o.End == l.End }); shared >= 0 {
			row = y(float64(i + 1)) // who shares a place stands below each other
		}
		if i == 0 {
			p.badge(l.Face, end[0], end[1], 13, colour)
		} else {
			p.dot(end[0], end[1], 4, colour, "", 0)
			p.emblem(l.Face, nameX-14, row, 13, colour)
		}
		if numbered {
			p.text(nameX-30, row+5, 15, "display end", ink2, fmt.Sprint(i+1))
		}
		p.text(nameX, row+5, 15, "display", colour, fit(l.Name, 15, 92))
		p.text(374, row+5, 15, "bold end", colour, signed(m, l.End))
	}
	shown, end := math.Inf(-1), len(foot)-1
	for i, words := range foot {
		if words != "" && x(i)-shown > 42 && (i == end || foot[end] == "" || x(end)-x(i) > 42) {
			p.text(x(i), top+high-12, 13, "middle", ink2, words)
			shown = x(i)
		}
	}
	return top + high + 6
}

// Calendar draws a season's evenings, each in the colour and with the emblem of who took it.
func Calendar(v last.Season) (p Picture) {
	b := v.Book
	p.paper(12, 12, 376, 476, 10, ivory)
	takers := b.Takers(slices.DeleteFunc(slices.Clone(b.Standing), func(s show.PlayerStanding) bool {
		return s.Nights == 0
	}))
	top := p.sentence(66, calendarSays(takers, len(b.Evenings)), ink) + 18
	for i := range p.marks {
		p.marks[i].x = max(36, p.marks[i].x)
		p.marks[i].words, p.marks[i].gold = p.marks[i].words+p.marks[i].gold, ""
		p.marks[i].class += " tight"
	}
	takers = takers[:min(len(takers), years.FieldAtMost)]
	inRow := 5
	for _, t := range takers {
		if wide(t.Name, 15) > 34 {
			inRow = 3
		}
	}
	bottom := 454 - 20*float64((len(takers)+inRow-1)/inRow)
	columns, each, down := stamps(len(b.Evenings), 332, bottom-top+4)
	for i, e := range b.Evenings {
		x, y := 36+each*float64(i%columns), top+down*float64(i/columns)
		p.stamp(b, e, x, y, each-4, down-4)
	}
	for i, t := range takers {
		x, y := 36+328/float64(inRow)*float64(i%inRow), bottom+18+20*float64(i/inRow)
		p.emblem(t.Face, x+6, y-4, 13, draw.Pen(t.Face.Colour))
		took := tookSays(t.N)
		name := fit(t.Name, 15, 328/float64(inRow)-28-.84*wide(took, 15))
		p.text(x+17, y, 15, "display", ink, name)
		p.text(x+20+wide(name, 15), y, 15, "", ink2, took)
		p.Named = append(p.Named, t.Name)
	}
	says := english.Count(len(b.Evenings), weekday(b.Evenings)) +
		" in " + stats.MoneySaid(b.Money) + ", " + v.Name + "."
	if shared := b.Shared(); shared > 0 {
		says += " " + english.Capital(english.Number(shared)) + " went to several."
	}
	p.text(36, 474, 13, "", ink2, says)
	p.text(364, 474, 20, "display end", "#7a5c16", "Ouverte")
	return p
}

// stamps are in how many columns some evenings fill a field best, and how far apart: as large as they fit.
func stamps(n int, wide, high float64) (columns int, each, down float64) {
	best := math.Inf(-1)
	for c := 2; c <= 16; c++ {
		rows := (n + c - 1) / c
		across := wide / float64(c)
		apart := min(1.25*across, high/float64(rows))
		if size := min(across, apart) - float64(rows*c-n)/2; size > best {
			best, columns, each, down = size, c, across, apart
		}
	}
	return columns, each, down
}

// stamp is an evening; one that several took is parted between the first two.
func (p *Picture) stamp(b *show.CircleBook, e show.Taken, x, y, wide, high float64) {
	faces := []face.Face{{}}
	if len(e.By) > 0 {
		faces = faces[:0]
	}
	for _, s := range b.Standing {
		if slices.Contains(e.By, s.Player) && len(faces) < 2 {
			faces = append(faces, s.Face)
		}
	}
	side := wide / float64(len(faces))
	emblem := min(.5*high, .45*wide, .8*side)
	for i, f := range faces {
		colour, at := "#8a8778", x+side*float64(i)
		if f.Known() {
			colour = draw.Pen(f.Colour)
		}
		if p.paper(at, y, side, high, 4, colour); len(faces) > 1 { // what lies between the two has no corners
			p.area(fmt.Sprintf("M%g %gh%gv%gh%gz", x+side-6*float64(1-i), y, 6., high, -6.), colour)
		}
		if f.Known() {
			p.emblem(f, at+side/2, y+high*.38, emblem, ivory)
		}
	}
	words, size := dated(e.Date, "2 Jan"), 13
	switch {
	case min(wide, high) >= 80:
		size = 20
	case wide < 40:
		words = dated(e.Date, "2")
	}
	if high >= 24 {
		p.text(x+wide/2, y+high-.38*float64(size), size, "middle", ivory, words)
	}
}

func tookSays(n int64) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// weekday is what all evenings are called, where they are of one day of the week.
func weekday(all []show.Taken) string {
	name := ""
	for i, e := range all {
		at, err := time.Parse(time.DateOnly, e.Date)
		if err != nil || i > 0 && at.Weekday().String() != name {
			return "evening"
		}
		name = at.Weekday().String()
	}
	return name
}
