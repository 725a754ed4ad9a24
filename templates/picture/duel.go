package picture

import (
	"fmt"
	"math"
	"strings"

	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules/english"
	"ouverte/templates/draw"
)

// Duel draws what two took from each other: time runs down, and the one ahead pulls the field to their side.
// A ring stands where it turned.
func Duel(d *years.Duel) (p Picture) {
	p.Named = []string{d.A.Name, d.B.Name}
	p.badge(d.A.Face, 52, 48, 24, brass)
	p.badge(d.B.Face, 348, 48, 24, brass)
	p.text(86, 57, 26, "display", ivory, fit(d.A.Name, 26, 108))
	p.text(314, 57, 26, "display end", ivory, fit(d.B.Name, 26, 108))
	top := p.sentence(120, duelSays(d.Money, d), ivory) + 21
	p.paper(14, top, 372, 418-top, 10, ivory)
	p.field(d, box{26, top + 16, 348, 386 - top})
	p.fact(left, 443, inWords(d.Money, d.Took[0]), fit(d.A.Name, 13, 56)+" took from "+fit(d.B.Name, 13, 56), "")
	p.fact(right, 443, inWords(d.Money, d.Took[1]), fit(d.B.Name, 13, 56)+" took from "+fit(d.A.Name, 13, 56),
		"end")
	all := d.Evenings
	p.foot(during(english.Count(len(all), "evening"), all[0].Date, all[len(all)-1].Date, d.Open), soft, brass)
	return p
}

const middle = 200.

func (p *Picture) field(d *years.Duel, in box) {
	n := len(d.Evenings)
	var most int64 = 1
	for _, e := range d.Evenings {
		most = max(most, e.After, -e.After)
	}
	room := max(farthest(d, 1).wide, farthest(d, -1).wide) + 8 // beside the tips
	x := func(after int64) float64 { return middle - float64(after)/float64(most)*(in.wide/2-room) }
	y := func(i int) float64 { return in.y + in.high*float64(i)/float64(n) }
	var turns []int
	for i, e := range d.Evenings { // a line where a year begins
		if i > 0 && e.Date[:4] != d.Evenings[i-1].Date[:4] {
			p.line(fmt.Sprintf("M%s %sH%s", num(in.x), num(y(i)), num(in.x+in.wide)), rule, 1, "")
			turns = append(turns, i)
		}
	}
	// each side has what is ahead there; the line crosses the middle between two evenings
	var sides [2]strings.Builder
	var rings []float64
	before := int64(0)
	for s := range sides {
		fmt.Fprintf(&sides[s], "M%g %s", middle, num(y(0)))
	}
	for i, e := range d.Evenings {
		if before*e.After < 0 {
			at := y(i) + (y(i+1)-y(i))*float64(before)/float64(before-e.After)
			rings = append(rings, at)
			for s := range sides {
				fmt.Fprintf(&sides[s], "L%g %s", middle, num(at))
			}
		}
		fmt.Fprintf(&sides[0], "L%s %s", num(x(max(0, e.After))), num(y(i+1)))
		fmt.Fprintf(&sides[1], "L%s %s", num(x(min(0, e.After))), num(y(i+1)))
		before = e.After
	}
	for s, who := range [...]face.Face{d.A.Face, d.B.Face} {
		fmt.Fprintf(&sides[s], "L%g %sZ", middle, num(y(n)))
		p.area(sides[s].String(), draw.Pen(who.Colour))
	}
	p.line(fmt.Sprintf("M%g %sV%s", middle, num(in.y-6), num(in.y+in.high+6)), ink, 1.2, "")
	for _, at := range rings {
		p.dot(middle, at, 3.6, ivory, ink, 1.6)
	}
	levels := p.ends(d, in, x, y)
	for _, i := range turns { // on the side where nothing else is said
		at, class := in.x+in.wide, "end"
		if math.Abs(levels[1]-y(i)) < math.Abs(levels[0]-y(i)) {
			at, class = in.x, ""
		}
		p.text(at, y(i)-5, 13, class, ink2, d.Evenings[i].Date[:4])
	}
}

// tip is how far one was ahead at most, and when; at is less than 0 where they never were.
type tip struct {
	at         int
	says, when string
	wide       float64
}

func farthest(d *years.Duel, side int64) tip {
	t, most := tip{at: -1}, int64(0)
	for i, e := range d.Evenings {
		if side*e.After > most {
			t.at, most = i, side*e.After
		}
	}
	if t.at < 0 {
		return t
	}
	t.says, t.when = inWords(d.Money, most), dated(d.Evenings[t.at].Date, "2 Jan 2006")
	if t.at == len(d.Evenings)-1 {
		t.when = "at the end"
	}
	t.wide = max(wide(t.says, 15), .84*wide(t.when, 13))
	return t
}

// ends says how far each was ahead at most, and when, and gives at which heights.
func (p *Picture) ends(
	d *years.Duel, in box, x func(int64) float64, y func(int) float64,
) (levels [2]float64) {
	for nth, side := range [...]int64{1, -1} {
		t := farthest(d, side)
		if t.at < 0 {
			continue
		}
		class := "end"
		if side < 0 {
			class = ""
		}
		at := x(d.Evenings[t.at].After) - float64(side)*5
		level := min(max(y(t.at+1)+4, in.y+14), in.y+in.high-14)
		level += 14 * one(level < in.y+in.high-30)
		levels[nth] = level
		p.outlined(at, level-2, "display "+class, 15, t.says)
		p.outlined(at, level+12, class, 13, t.when)
	}
	return levels
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// outlined are words on a field of their own, which may lie on another.
func (p *Picture) outlined(x, y float64, class string, size int, words string) {
	p.add(mark{x: x, y: y, words: words, class: class + " on-paper", size: fmt.Sprint(size), fill: ink})
}
