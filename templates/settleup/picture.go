package settleup

// A picture of the night to send on: who stood how, the running lines, and two or three things that were
// really so. It is one file that needs nothing else, so its colours are in it and not in a style sheet.

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Picture is that picture, reckoned to the point.
type Picture struct {
	Width, Height int // 4 to 5
	Title, Sub    string
	Standing      []pictureLine
	Lines         *templates.RunningLines
	LinesAt       string // how far down they begin
	Facts         []pictureLine
	Seal          string
	SealAt        string
	FootAt        string // where the foot begins
	Says          string
}

// pictureLine is a line of words; of somebody who stands there, with a stroke of their line in the chart.
type pictureLine struct {
	Y            string
	Name, Words  string
	Pen          string
	Line, Dashes string // the stroke
	Face         face.Face
	Emblem       string // where it stands
	Rule, At     string // how far down: the rule below, the stroke
}

// leastApart is how close the lines of the standing may come.
const leastApart = 36

// NewPicture draws a night, four wide and five high, as messages show pictures. What has no room is left out,
// the facts first.
func NewPicture(n *ledger.Night) Picture {
	p := Picture{
		Width: 800, Height: 1000, Title: cut(templates.NightTitle(n), 32),
		Sub: templates.DealsSoFar(n) + " · " + cut(templates.RulesLine(n), 40),
	}
	if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
		p.Sub = day.Format("2 January 2006") + " · " + p.Sub
	}
	standing := make([]Stood, 0, len(n.People))
	for _, who := range standingOf(n) {
		standing = append(standing, Stood{who.Name, who.Face, who.Sum.Score()})
	}
	var lines *templates.RunningLines
	if drawn, ok := templates.NewRunningLines(n); ok {
		lines = &drawn
	}
	p.draw(n.Money, standing, lines, superlatives(n))
	p.Seal = n.Seal
	return p
}

// Stood is what somebody won or lost.
type Stood struct {
	Name  string
	Face  face.Face
	Score int64
}

// NewSeasonPicture draws a season like a night. Facts are told as "What: how it was".
func NewSeasonPicture(
	title, sub string, m rules.Money, standing []Stood, lines *templates.RunningLines, facts []string,
) Picture {
	p := Picture{Width: 800, Height: 1000, Title: cut(title, 32), Sub: cut(sub, 66)}
	p.draw(m, standing, lines, facts)
	return p
}

// draw fills the picture below its head.
func (p *Picture) draw(m rules.Money, standing []Stood, lines *templates.RunningLines, facts []string) {
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
		pen := "#1d2723"
		if who.Score > 0 {
			pen = "#17603f"
		} else if who.Score < 0 {
			pen = "#ad2018"
		}
		l := pictureLine{Y: strconv.Itoa(y), At: strconv.Itoa(y - 9), Rule: strconv.Itoa(y + apart - 32),
			Name: cut(who.Name, 30), Words: m.Signed(who.Score), Pen: pen,
			Face: who.Face, Emblem: fmt.Sprintf("translate(90 %d) scale(1.17)", y-23)}
		if lines != nil {
			for _, line := range lines.Lines {
				if line.Name == who.Name {
					l.Line, l.Dashes = templates.Pen(line.Face.Colour), line.Dashes
				}
			}
		}
		p.Standing = append(p.Standing, l)
		says = append(says, who.Name+" "+m.Signed(who.Score))
		y += apart
	}
	if lines != nil && y-14+lines.Height <= foot {
		for i := range lines.Lines {
			lines.Lines[i].Name = cut(lines.Lines[i].Name, 9)
		}
		p.Lines, p.LinesAt = lines, strconv.Itoa(y-14)
		y += lines.Height + 30
	}
	for _, f := range facts {
		if y+30 > foot {
			break
		}
		what, words, _ := strings.Cut(f, ": ")
		p.Facts = append(p.Facts, pictureLine{Y: strconv.Itoa(y), At: strconv.Itoa(y + 26), Name: what,
			Words: cut(english.Capital(words), 64)})
		y += 66
	}
	p.FootAt, p.SealAt = strconv.Itoa(foot), strconv.Itoa(foot+39)
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

// superlatives are a few things about a night that are simply so. Where two share one, both are named; where
// more do, or where there is nothing to tell, it is left out.
func superlatives(n *ledger.Night) []string {
	var out []string
	if s := dealOfNight(n); s != "" {
		out = append(out, s)
	}
	if s := mostCalls(n); s != "" {
		out = append(out, s)
	}
	if s := longestWayBack(n); s != "" {
		out = append(out, s)
	}
	return out
}

// dealOfNight is the deal that brought somebody most.
func dealOfNight(n *ledger.Night) string {
	var most int64
	var who []string
	var deal *ledger.Dealt
	for i := range n.Deals {
		d := n.Deals[len(n.Deals)-1-i]
		for _, net := range d.Nets {
			switch {
			case net.Amount > most:
				most, who, deal = net.Amount, []string{net.Name}, d
			case net.Amount == most && most > 0:
				who = append(who, net.Name)
				if d != deal {
					deal = nil
				}
			}
		}
	}
	if most == 0 || len(who) > 2 || len(who) == 2 && deal == nil {
		return ""
	}
	return fmt.Sprintf("The deal of the evening: %s to %s, deal %d, %s", n.Money.Signed(most),
		english.List(who), deal.Nth, n.Words.Name(deal.Deal.Call))
}

// mostCalls is who called most often, and how many of it were made.
func mostCalls(n *ledger.Night) string {
	called, made := map[string]int{}, map[string]int{}
	var order []string
	for i := range n.Deals {
		d := n.Deals[len(n.Deals)-1-i]
		switch d.Deal.Call {
		case rules.Passed, rules.Void, rules.GeneralMisere:
			continue
		}
		if d.Deal.Caller == 0 {
			continue
		}
		name := d.Names[d.Deal.Caller-1]
		if called[name] == 0 {
			order = append(order, name)
		}
		called[name]++
		if d.Result.Net[d.Deal.Caller] > 0 {
			made[name]++
		}
	}
	most := 0
	var who []string
	for _, name := range order {
		if called[name] > most {
			most, who = called[name], nil
		}
		if called[name] == most {
			who = append(who, name)
		}
	}
	if most < 2 || len(who) > 2 {
		return ""
	}
	for i, name := range who {
		who[i] = fmt.Sprintf("%s (%d of %d won)", name, made[name], most)
	}
	return "Called most: " + english.List(who)
}

// longestWayBack is who climbed most from their lowest point to where they ended.
func longestWayBack(n *ledger.Night) string {
	var most, from, to int64
	var who string
	shared := false
	for _, l := range n.Lines() {
		end, least := l.Points[len(l.Points)-1], l.Points[0]
		for _, p := range l.Points {
			least = min(least, p)
		}
		if least >= 0 {
			continue
		}
		switch climbed := end - least; {
		case climbed > most:
			most, from, to, who, shared = climbed, least, end, l.Name, false
		case climbed == most:
			shared = true
		}
	}
	if most == 0 || shared {
		return ""
	}
	return fmt.Sprintf("The longest way back: %s, from %s to %s", who, n.Money.Words(from), n.Money.Signed(to))
}
