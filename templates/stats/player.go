package stats

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// PlayersView is everybody in the book.
type PlayersView struct {
	Players, Away []PlayerLine
	Moneys        []show.MoneyScore // all that is played for, each with what the kitty has of it
	Several       bool              // moneys are played for
	Form, Open    bool              // somebody has one; somebody has another balance than what they won or lost
	May           bool              // start a night
}

// PlayerLine is one of them.
type PlayerLine struct {
	show.Player
	Form   int               // 0 is none yet
	Scores []show.MoneyScore // in all years, of each money
	Open   string            // what is still to be paid, money by money
}

func (p PlayerLine) score(m rules.Money) (int64, bool) {
	for _, s := range p.Scores {
		if s.Money == m {
			return s.Score, true
		}
	}
	return 0, false
}

// PlayerView is one person's page.
type PlayerView struct {
	Book    *show.PlayerBook
	Circle  *show.CircleBook
	Pick    SpanPick
	Words   rules.Words
	At      Address
	Seasons []show.Season
	Form    []show.RatingPoint
	Call    rules.Call       // whose tricks are drawn; the first they made often, unless one was chosen
	Beside  *show.PlayerBook // somebody whose line is in the same picture
	Person  string           // where their name is changed; empty where that isn't allowed
}

// kittySays is what the kitty has of what all the scores come to; nothing where it has nothing.
func kittySays(all ...show.MoneyScore) string {
	var amounts []string
	for _, s := range all {
		if s.Score != 0 {
			amounts = append(amounts, s.Money.Signed(s.Score))
		}
	}
	if len(amounts) == 0 {
		return ""
	}
	return "The kitty: " + english.List(amounts) + ". With the kitty, everything adds up to nothing."
}

func (v PlayerView) money() moneyOf { return moneyOf{v.Book.Money, v.Words} }

// path is the person's own address, with the same evenings and more names and values.
func (v PlayerView) path(more ...string) string {
	return v.At(say.PlayerPath(v.Book.Player.ID), more...)
}

// linePoint is an evening in somebody's line, or a month where there are more evenings than a line can show.
type linePoint struct {
	name, date, href string
	score, after     int64
	open             bool
}

func linePoints(b *show.PlayerBook, at Address) (out []linePoint) {
	for _, m := range b.Months {
		href := at("/nights", "player", say.PlayerNo(b.Player.ID), "from", m.Month+"-01", "until",
			m.Month+"-31")
		out = append(out, linePoint{monthName(m.Month), m.Month + "-01", href, m.Score, m.After, false})
	}
	if len(out) > 0 {
		return out
	}
	for _, e := range b.Evenings {
		out = append(out, linePoint{say.Day(e.Date), e.Date, say.NightPath(e.Night), e.Score, e.After, e.Open})
	}
	return out
}

// personLine is the picture of one, or of two who are compared.
type personLine struct {
	of     []*show.PlayerBook
	points [][]linePoint
	dates  []string
	scale  scale
}

// newPersonLine places both on one scale, and on all days either was there.
func newPersonLine(v PlayerView) personLine {
	l := personLine{of: []*show.PlayerBook{v.Book}}
	if v.Beside != nil {
		l.of = append(l.of, v.Beside)
	}
	var least, most int64
	for _, b := range l.of {
		points := linePoints(b, v.At)
		l.points = append(l.points, points)
		for _, p := range points {
			least, most = min(least, p.after), max(most, p.after)
			l.dates = append(l.dates, p.date)
		}
	}
	slices.Sort(l.dates)
	l.dates = slices.Compact(l.dates)
	l.scale = newScale(v.Book.Money, least, most)
	return l
}

// x is how far to the right a day is, half a step from either end.
func (l personLine) x(date string) float64 {
	i, _ := slices.BinarySearch(l.dates, date)
	return (float64(i) + .5) / float64(max(1, len(l.dates)))
}

// paths are somebody's line on a square of a thousand, and its end, where the last evenings are still open.
func (l personLine) paths(points []linePoint) (closed, open string) {
	var out []string
	last := 0
	for i, p := range points {
		out = append(out, fmt.Sprintf("%.0f,%.0f", 1000*l.x(p.date), 1000*l.scale.at(p.after)))
		if !p.open {
			last = i
		}
	}
	if last < len(out)-1 {
		open = strings.Join(out[last:], " ")
	}
	return strings.Join(out[:last+1], " "), open
}

// says is the picture in words.
func (l personLine) says(m moneyOf) string {
	var out []string
	for _, b := range l.of {
		out = append(out, fmt.Sprintf("%s over %s: in the end %s", b.Player.Name, times(b.Nights, "evening"),
			m.Signed(b.Score)))
	}
	return strings.Join(out, "; ")
}

// dotsSay is what the dots of one line stand for.
func (l personLine) dotsSay() (says string) {
	points := l.points[0]
	if len(l.points) == 1 {
		most := l.of[0].Peak()
		if most > 0 && slices.ContainsFunc(points, func(p linePoint) bool { return p.score == most }) {
			says = "The filled dot is the best evening. "
			if len(l.of[0].Months) > 0 {
				says = "The filled dot is the best month. "
			}
		}
	}
	if points[len(points)-1].open {
		says += "The dotted end is still open."
	}
	return says
}

// besideSays compares two.
func besideSays(m moneyOf, v PlayerView) string {
	f := v.Circle.Between(v.Book.Player.ID, v.Beside.Player.ID)
	mine, theirs := v.Book.Player.Name, v.Beside.Player.Name
	says := fmt.Sprintf("%s %s, %s %s. ", mine, m.Signed(v.Book.Score), theirs, m.Signed(v.Beside.Score))
	switch net := f.Net(); {
	case net > 0:
		return says + fmt.Sprintf("%s has had %s from %s.", mine, m.Words(net), theirs)
	case net < 0:
		return says + fmt.Sprintf("%s has had %s from %s.", theirs, m.Words(-net), mine)
	}
	return says + "Between the two nothing is left over."
}

// shownBeside are those somebody can be compared with: who met them most.
func shownBeside(b *show.PlayerBook) []show.PairFigures {
	return b.Pairs[:min(len(b.Pairs), show.ShownAtOnce)]
}

// callChosen is the call whose tricks are drawn.
func (v PlayerView) callChosen(drawn []show.CallFigures) show.CallFigures {
	for _, f := range drawn {
		if f.Call == v.Call {
			return f
		}
	}
	return drawn[0]
}

// othersTricks are what everybody else took.
func (v PlayerView) othersTricks(c rules.Call) *show.Tricks {
	others := v.Circle.Tricks[c].Less(&v.Book.Tricks[c])
	return &others
}

// formShown is how many of the newest evenings the line of form has.
const formShown = 40

// newForm is the end of somebody's form.
func newForm(all []show.RatingPoint) []show.RatingPoint { return all[max(0, len(all)-formShown):] }

// formOf is how many evenings are in the line, of how many.
func formOf(shown, all int) string {
	if shown < all {
		return "The last " + times(shown, "evening")
	}
	return times(shown, "evening")
}

// formScale holds a form and a thousand.
func formScale(all []show.RatingPoint) (least, most int) {
	least, most = 1000, 1000
	for _, p := range all {
		least, most = min(least, p.Strength()), max(most, p.Strength())
	}
	return least, max(most, least+1)
}

// formPath is the line on a square of a thousand.
func formPath(all []show.RatingPoint) string {
	least, most := formScale(all)
	var out []string
	for i, p := range all {
		out = append(out, fmt.Sprintf("%d,%.0f", 1000*i/max(1, len(all)-1), formAt(p.Strength(), least, most)*1000))
	}
	return strings.Join(out, " ")
}

func formAt(strength, least, most int) float64 { return float64(most-strength) / float64(most-least) }

func formSays(name string, all []show.RatingPoint) string {
	return fmt.Sprintf("The form of %s over %s: in the end %d", name, times(len(all), "evening"),
		all[len(all)-1].Strength())
}

// going adds a run that goes on to the longest.
func going(now int) string {
	if now > 1 {
		return fmt.Sprintf("%d now", now)
	}
	return ""
}
