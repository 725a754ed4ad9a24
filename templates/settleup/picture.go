package settleup

// A picture of the night to send on: who stood how, the running lines, and two or three things that were
// really so. It is one file that needs nothing else, so its colours are in it and not in a style sheet.

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/stats"
)

// Picture is that picture, reckoned to the point.
type Picture struct {
	Width, Height int // 4 to 5
	Title, Sub    string
	Standing      []pictureLine
	Lines         *templates.RunningLines
	LinesAt       int // how far down they begin
	Facts         []pictureLine
	Seal          string
	SealAt        int
	FootAt        int // where the foot begins
	Says          string
	Typefaces     string // a style sheet that has them in it: a picture loads nothing
}

// pictureLine is a line of words; of somebody who stands there, with a stroke of their line in the chart.
type pictureLine struct {
	Name, Words  string
	Pen          string
	Line, Dashes string // the stroke
	Face         face.Face
	Emblem       string // where it stands
	Y, Rule, At  int    // how far down: the words, the rule below, the stroke
}

// leastApart is how close the lines of the standing may come.
const leastApart = 36

// NewPicture draws a night, four wide and five high, as messages show pictures. What has no room is left out,
// the facts first.
func NewPicture(n *show.Night) Picture {
	p := Picture{
		Width: 800, Height: 1000, Title: cut(templates.NightTitle(n), 32),
		Sub: templates.DealsSoFar(n) + " · " + cut(templates.RulesLine(n), 40),
	}
	if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
		p.Sub = day.Format("2 January 2006") + " · " + p.Sub
	}
	var lines *templates.RunningLines
	if drawn, ok := templates.NewRunningLines(n); ok {
		lines = &drawn
	}
	p.draw(n.Money, standingOf(n), lines, stats.NightAwards(n).ToTell().Lines())
	p.Seal = n.Seal
	return p
}

// draw fills the picture below its head. Facts are told as "What: how it was".
func (p *Picture) draw(
	m rules.Money, standing []show.Person, lines *templates.RunningLines, facts []string,
) {
	y := 180
	const foot = 938
	apart := 48
	if lines != nil { // many people stand closer, so that the lines have room
		apart = min(apart, max(leastApart, (foot-y-lines.Height-20)/max(1, len(standing))))
	}
	var says []string
	for i, who := range standing {
		if y > foot-apart {
			last := &p.Standing[i-1]
			*last = pictureLine{Y: last.Y, At: last.At, Rule: last.Rule, Name: "and others"}
			break
		}
		score := who.Sum.Score()
		pen := map[string]string{"z": "#1d2723", "w": "#17603f", "l": "#ad2018"}[templates.Sign(score)]
		l := pictureLine{Y: y, At: y - 9, Rule: y + apart - 32,
			Name: cut(who.Name, 30), Words: m.Signed(score), Pen: pen,
			Face: who.Face, Emblem: fmt.Sprintf("translate(90 %d) scale(1.17)", y-23)}
		if lines != nil {
			for _, line := range lines.Lines {
				if line.Name == who.Name {
					l.Line, l.Dashes = templates.Pen(line.Face.Colour), line.Dashes
				}
			}
		}
		p.Standing = append(p.Standing, l)
		says = append(says, who.Name+" "+m.Signed(score))
		y += apart
	}
	if lines != nil && y-14+lines.Height <= foot {
		for i := range lines.Lines {
			lines.Lines[i].Name = cut(lines.Lines[i].Name, 9)
		}
		p.Lines, p.LinesAt = lines, y-14
		y += lines.Height + 30
	}
	for _, f := range facts {
		if y+30 > foot {
			break
		}
		what, words, _ := strings.Cut(f, ": ")
		p.Facts = append(p.Facts, pictureLine{Y: y, At: y + 26, Name: what,
			Words: cut(english.Capital(words), 64)})
		y += 66
	}
	p.FootAt, p.SealAt = foot, foot+39
	p.Says = p.Title + ": " + strings.Join(says, ", ")
}

// cut shortens what would run out of the picture.
func cut(s string, most int) string {
	letters := []rune(s)
	if len(letters) <= most {
		return s
	}
	return strings.TrimSpace(string(letters[:most-1])) + "…"
}
