package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
)

// Picture is one of them. Words go with it in a message, and Named lists the people it names.
type Picture struct {
	Words     string
	Named     []string
	Typefaces string // a style sheet that has them in it
	marks     []mark
}

// mark is a line of words or, without any, a path.
type mark struct {
	x, y               float64
	first, words, gold string // all but the second in gold
	size               string
	class              string // of letters: display or bold; where they stand: middle or end
	fill               string

	path, pen, place, dashes string
	wide                     float64
}

// letters is how they are set. Tight is a sentence on a narrower paper; on-paper words have a field of their
// own.
const letters = `.display{font-family:Fraunces,Palatino,Georgia,serif}.display,.bold{font-weight:600}` +
	`[font-size="38"]{letter-spacing:-.3px}.tight{letter-spacing:-.9px!important}` +
	`.on-paper{paint-order:stroke;stroke:#fbf7ec;stroke-width:3px;stroke-linejoin:round}` +
	`.middle{text-anchor:middle}.end{text-anchor:end}`

const (
	ivory, soft, gold, brass = "#fbf7ec", "#d6e7de", "#f0d089", "#d9b25a"
	ink, ink2, rule          = "#1d2723", "#55605a", "#ddd2b6"
	won, lost                = "#17603f", "#ad2018"

	left, right = 28., 372.
)

func (p *Picture) add(m mark) { p.marks = append(p.marks, m) }

func (p *Picture) text(x, y float64, size int, class, fill, words string) {
	p.add(mark{x: x, y: y, size: fmt.Sprint(size), class: class, fill: fill, words: words})
}

func (p *Picture) line(d, pen string, wide float64, dashes string) {
	p.add(mark{path: d, fill: "none", pen: pen, wide: wide, dashes: dashes})
}

func (p *Picture) area(d, fill string) { p.add(mark{path: d, fill: fill}) }

// paper is a light field with round corners.
func (p *Picture) paper(x, y, wide, high, r float64, fill string) {
	corner := func(x, y float64) string { return fmt.Sprintf("a%g %g 0 0 1 %g %g", r, r, x, y) }
	p.area(fmt.Sprintf("M%g %gh%g", x+r, y, wide-2*r)+corner(r, r)+fmt.Sprintf("v%g", high-2*r)+corner(-r, r)+
		fmt.Sprintf("h%g", 2*r-wide)+corner(-r, -r)+fmt.Sprintf("v%g", 2*r-high)+corner(r, -r)+"z", fill)
}

func (p *Picture) dot(x, y, r float64, fill, pen string, wide float64) {
	half := func(to float64) string { return fmt.Sprintf("a%g %g 0 1 0 %g 0", r, r, to) }
	d := "M" + num(x-r) + " " + num(y) + half(2*r) + half(-2*r) + "z"
	p.add(mark{path: d, fill: fill, pen: pen, wide: wide})
}

// emblem draws somebody's in the middle of a square.
func (p *Picture) emblem(f face.Face, x, y, wide float64, fill string) {
	place := fmt.Sprintf("translate(%s %s) scale(%.3f)", num(x-wide/2), num(y-wide/2), wide/24)
	p.add(mark{path: draw.EmblemPath(f), fill: fill, place: place})
}

// badge is an emblem in its circle.
func (p *Picture) badge(f face.Face, x, y, r float64, pen string) {
	p.dot(x, y, r, ivory, pen, r/12+.4)
	p.emblem(f, x, y, 1.15*r, draw.Pen(f.Colour))
}

// sentence writes one in lines from a height on, what follows a stroke in gold, and gives where it ends.
func (p *Picture) sentence(y float64, words, fill string) float64 {
	plain, turn, _ := strings.Cut(words, "|")
	p.Words = strings.TrimSpace(plain + turn)
	at := 0
	for _, line := range wrap(plain+turn, 38, 352) {
		m := mark{x: left, y: y, size: "38", class: "display", fill: fill, words: line}
		if cutAt := len(plain) - at; cutAt < len(line) {
			m.words, m.gold = line[:max(0, cutAt)], line[max(0, cutAt):]
		}
		p.add(m)
		at += len(line) + 1
		y += 43
	}
	return y - 43
}

const footWide = 244 // up to the name at the other end

// foot says who and from when to when.
func (p *Picture) foot(words, fill, mark string) {
	p.text(left, 488, 13, "", fill, fit(words, 13*.84, footWide))
	p.text(right, 488, 20, "display end", mark, "Ouverte")
}

// fact is an amount or a name, and a few words below it.
func (p *Picture) fact(x, y float64, head, words, end string) {
	p.text(x, y, 20, "display "+end, ivory, fit(head, 20, 170))
	p.text(x, y+17, 13, end, soft, fit(words, 13*.84, 180))
}

// wide is about how wide words are in Fraunces at a size; other letters are as wide as a capital.
func wide(words string, size float64) (sum float64) {
	for _, r := range words {
		switch {
		case r == '\u2060':
		case r >= ' ' && int(r-' ') < len(widths):
			sum += float64(widths[r-' '])
		case r == '\u00a0', r == '’':
			sum += 25
		default:
			sum += 64
		}
	}
	sum *= size / 100
	if size == 38 { // a sentence is set closer
		sum -= .3 * float64(utf8.RuneCountInString(words))
	}
	return sum
}

// widths are those of the letters from the space on, in hundredths.
var widths = [...]uint8{22, 32, 37, 66, 60, 78, 76, 18, 36, 36, 62, 56, 28, 41, 27, 50, 67, 47, 62, 56,
	63, 59, 62, 53, 62, 62, 27, 29, 52, 56, 52, 53, 92, 74, 71, 70, 80, 66, 61, 77, 85, 41, 51, 79, 63, 93,
	77, 80, 70, 80, 75, 61, 70, 75, 72, 106, 73, 69, 64, 35, 50, 35, 48, 49, 25, 56, 61, 52, 62, 53, 39, 58,
	64, 32, 32, 62, 32, 96, 64, 60, 62, 61, 48, 49, 39, 63, 56, 83, 55, 57, 49, 40, 28, 40, 64}

// wrap breaks words into lines.
func wrap(words string, size, most float64) (lines []string) {
	for _, word := range strings.Split(words, " ") {
		if n := len(lines); n > 0 && wide(lines[n-1]+" "+word, size) <= most {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// fit shortens what would run out of its place; Source Sans is narrower than Fraunces by .84.
func fit(words string, size, most float64) string {
	letters := []rune(words)
	for len(letters) > 1 && wide(string(letters), size) > most {
		letters = letters[:len(letters)-1]
	}
	if len(letters) == len([]rune(words)) {
		return words
	}
	return strings.TrimSpace(string(letters[:len(letters)-1])) + "…"
}

// short is a name as it stands in a sentence.
func short(name string) string { return fit(name, 38, 200) }

func num(f float64) string { return draw.Point(f) }

func pen(amount int64) string {
	if amount < 0 {
		return lost
	}
	return won
}

// inWords is an amount as Fraunces sets it: without the mark that keeps it in one line.
func inWords(m rules.Money, amount int64) string { return plain(m.Words(max(amount, -amount))) }

func signed(m rules.Money, amount int64) string { return plain(m.Signed(amount)) }

func plain(words string) string { return strings.ReplaceAll(words, "\u2060", "") }

// dayOf is a date of a picture, with its year where that doesn't go without saying.
func dayOf(date string, year bool) string {
	if year {
		return dated(date, "2 January 2006")
	}
	return dated(date, "2 January")
}

func dated(date, layout string) string {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return at.Format(layout)
}

// during says of whom or what, from when to when, and how many of the evenings are still open: in months
// where there is no room for days.
func during(of, from, to string, open int64) string {
	if open == 0 {
		return of + ", " + say.Day(from) + " to " + say.Day(to)
	}
	before, still := "2 Jan 2006", ", "+english.Number(open)+" still open"
	if from[:4] == to[:4] {
		before = "2 Jan"
	}
	says := of + ", " + dated(from, before) + " to " + say.Day(to) + still
	if wide(says, 13*.84) > footWide {
		says = of + ", " + dated(from, "Jan 2006") + " to " + dated(to, "Jan 2006") + still
	}
	if wide(says, 13*.84) > footWide {
		says = strings.Replace(says, " still open", " open", 1)
	}
	return says
}

// way is a line through points as a path, or curved between places.
func way(points [][2]float64, curved bool) string {
	var out strings.Builder
	for i, at := range points {
		switch {
		case i == 0:
			fmt.Fprintf(&out, "M%s %s", num(at[0]), num(at[1]))
		case curved:
			before, middle := points[i-1], num((points[i-1][0]+at[0])/2)
			fmt.Fprintf(&out, "C%s %s %s %s %s %s", middle, num(before[1]), middle, num(at[1]), num(at[0]), num(at[1]))
		default:
			fmt.Fprintf(&out, "L%s %s", num(at[0]), num(at[1]))
		}
	}
	return out.String()
}

// box is a place that words take.
type box struct{ x, y, wide, high float64 }

func (b box) holds(x, y float64) bool {
	return x > b.x && x < b.x+b.wide && y > b.y && y < b.y+b.high
}

// free picks of some places for words the one that least of the lines runs through.
func free(places []box, field box, lines ...[][2]float64) box {
	cost := func(b box) (n float64) {
		n = 30 * (max(0, field.x-b.x) + max(0, b.x+b.wide-field.x-field.wide) + max(0, field.y-b.y) +
			max(0, b.y+b.high-field.y-field.high))
		for _, points := range lines {
			for i := 1; i < len(points); i++ {
				for part := 0.; part <= 1; part += .05 {
					x := points[i-1][0] + part*(points[i][0]-points[i-1][0])
					y := points[i-1][1] + part*(points[i][1]-points[i-1][1])
					if b.holds(x, y) {
						n++
					}
				}
			}
		}
		return n
	}
	return slices.MinFunc(places, func(a, b box) int { return int(math.Copysign(1, cost(a)-cost(b))) })
}
