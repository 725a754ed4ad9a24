package stats

// A season as the club counts it, in words and pictures.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"ouverte/ledger/chain"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// LadderView is a season's ladder, counted in one way, with one person's evenings beside it.
type LadderView struct {
	*years.Counted
	Season  *years.ClubSeason
	By      years.Count
	Over    bool // the season has ended
	Who     chain.PlayerID
	May     bool // change how it is counted
	Lines   []years.CountedLine
	Others  []LadderWay // the club's own first
	Printed string
	Key     string // of the form that leaves evenings out
	At      string // where a link has it; empty: in the book
	Link    string // to look on, just made
	Links   int    // there are
}

// LadderWay is the season in another way.
type LadderWay struct {
	By      years.Count
	Without string // the evening left out, as a day; else all count
	Lines   []years.CountedLine
}

// NewLadder counts a season in a way, and in all others beside it.
func NewLadder(s *years.ClubSeason, c *years.Counted, by years.Count, who chain.PlayerID) LadderView {
	v := LadderView{Counted: c, Season: s, By: by, Who: who, Lines: c.Standing(by, 0)}
	for _, way := range c.Ways() {
		v.Others = append(v.Others, LadderWay{By: way, Lines: c.Standing(way, 0)})
	}
	if n := len(c.Evenings); n > 1 {
		v.Others = append(v.Others, LadderWay{c.By, c.Evenings[n-1].Date, c.Standing(c.By, 1)})
	}
	return v
}

// LadderPath is the address of a season's ladder, or of what belongs to it.
func LadderPath(id chain.EntryID, more string) string {
	return "/ladders/" + strconv.FormatInt(int64(id), 10) + more
}

func (v LadderView) path(by years.Count, who chain.PlayerID) string {
	q := "?by=" + string(by)
	if who != 0 {
		q += "&who=" + say.PlayerNo(who) + "#how"
	}
	if v.At != "" {
		return v.At + q
	}
	return LadderPath(v.Season.ID, q)
}

// evening is where an evening is, for who may go there.
func (v LadderView) evening(e int) templ.Attributes {
	if v.At != "" {
		return nil
	}
	return templ.Attributes{"href": say.NightPath(v.Evenings[e].Night)}
}

// name is what a way is called.
func (w LadderWay) name(c *years.Counted) string {
	if w.Without != "" {
		return "Without " + shortDay(w.Without)
	}
	return wayName(&c.Season, w.By)
}

// counting is the end of a sentence: who would win "by places".
func (w LadderWay) counting(c *years.Counted) string {
	switch {
	case w.Without != "":
	case w.By == years.ByBest:
		return "on the best " + english.Number(c.Season.Best)
	case w.By == years.ByAll:
		return "over all evenings"
	}
	return english.Small(w.name(c))
}

func wayName(s *years.HowCounted, by years.Count) string {
	switch by {
	case years.ByBest:
		return "Best " + strconv.Itoa(s.Best)
	case years.ByPlaces:
		return "By places"
	case years.ByDeals:
		return "Per deal"
	case years.ByRounds:
		return "Per round"
	}
	return "All evenings"
}

// wayHead heads its column.
func wayHead(s *years.HowCounted, by years.Count) string {
	switch by {
	case years.ByBest:
		return "best " + strconv.Itoa(s.Best)
	case years.ByPlaces:
		return "places"
	case years.ByDeals:
		return "a deal"
	case years.ByRounds:
		return "a round"
	}
	return "in all"
}

// figure is what a line came to.
func (v LadderView) figure(by years.Count, l years.CountedLine) string {
	if l.Place == 0 {
		return "–"
	}
	return figureOf(v.Money, by, l.Figure)
}

func figureOf(m rules.Money, by years.Count, f years.Figure) string {
	switch by {
	case years.ByPlaces:
		return parts(f.Value())
	case years.ByDeals, years.ByRounds:
		return apiece(m, f)
	}
	return m.Signed(f.Amount)
}

// parts writes points, of which shared places may bring a half or less.
func parts(points float64) string {
	whole, rest := math.Modf(points)
	switch hundredths := int(math.Round(100 * rest)); hundredths {
	case 0, 100:
		return strconv.Itoa(int(math.Round(points)))
	case 50:
		if whole == 0 {
			return "½"
		}
		return strconv.Itoa(int(whole)) + "½"
	}
	return strconv.FormatFloat(points, 'f', 2, 64)
}

// apiece writes an amount with a tenth of the smallest coin.
func apiece(m rules.Money, f years.Figure) string {
	tenths := int64(math.Round(10 * math.Abs(f.Value())))
	sign := 1 - 2*int64(min(1, strings.Count(strconv.FormatInt(f.Amount, 10), "-")))
	whole, tenth := tenths/10, strconv.FormatInt(tenths%10, 10)
	switch {
	case tenths%10 == 0:
		return m.Signed(sign * whole)
	case m == rules.LSD && whole%12 == 0:
		plus := strings.TrimRight(m.Signed(sign*max(12, whole)), "0123456789£sd \u00a0")
		if whole == 0 {
			return plus + "0." + tenth + "d"
		}
		return m.Signed(sign*whole) + "\u00a00." + tenth + "d"
	}
	said := m.Signed(sign * max(1, whole))
	at := strings.LastIndexAny(said, "0123456789") + 1
	if whole == 0 {
		said = said[:at-1] + "0" + said[at:]
	}
	if m.Decimals() == 0 || m == rules.LSD || said[at:] == "p" {
		tenth = "." + tenth
	}
	return said[:at] + tenth + said[at:]
}

// winner says who is first in a way, and by how much.
func (v LadderView) winner() string {
	names := years.Winners(v.Lines)
	if len(names) == 0 {
		return "Nobody has a place yet"
	}
	does := english.Verb(len(names), "wins", "share")
	if !v.Over {
		does = english.Verb(len(names), "leads", "lead")
	}
	who := english.List(names)
	if many := len(names); many > 4 {
		who = english.Capital(english.Number(many))
	}
	says := who + " " + does + " " + v.Name
	if by, ok := years.Ahead(v.Lines); ok && len(names) == 1 {
		says += " by " + strings.TrimLeft(figureOf(v.Money, v.By, by), "+\u2060")
		if v.By == years.ByPlaces {
			says += " points"
		}
	}
	return says
}

// others says who would be first otherwise.
func (v LadderView) others() string {
	first := english.List(years.Winners(v.Lines))
	var all []string
	by := map[string][]string{}
	for _, w := range v.Others {
		name := english.List(years.Winners(w.Lines))
		if name == first || name == "" {
			continue
		}
		if by[name] == nil {
			all = append(all, name)
		}
		by[name] = append(by[name], w.counting(v.Counted))
	}
	if len(all) == 0 {
		return english.Capital(first) + " " + english.Verb(len(years.Winners(v.Lines)), "is", "are") +
			" first in every way of counting."
	}
	does := " would lead "
	if v.Over {
		does = " would win "
	}
	for i, name := range all {
		all[i] = name + does + english.List(by[name])
		does = " "
	}
	return strings.Join(all, "; ") + "."
}

// besides is how often somebody was there.
func (v LadderView) besides(l years.CountedLine) string {
	says := english.Count(l.Nights, "evening")
	if n, _ := v.Dropped(&l); n > 0 {
		says += ", " + english.Number(n) + " dropped"
	}
	return says
}

// chosen is the line whose evenings are shown.
func (v LadderView) chosen() *years.CountedLine {
	for i := range v.Lines {
		if v.Lines[i].Player == v.Who {
			return &v.Lines[i]
		}
	}
	if len(v.Lines) == 0 {
		return nil
	}
	return &v.Lines[0]
}

// in is what somebody came to in another way.
func (w LadderWay) in(p chain.PlayerID) (l years.CountedLine) {
	for _, l := range w.Lines {
		if l.Player == p {
			return l
		}
	}
	return l
}

// went is somebody's place that evening.
func (v LadderView) went(l *years.CountedLine, e int) string {
	w := l.Went[e]
	says := nth(w.Place) + " of " + strconv.Itoa(v.Evenings[e].Of)
	if w.Shares > 1 {
		says += ", shared"
	}
	switch {
	case v.Evenings[e].Out:
		says += ", left out"
	case !l.Counts[e]:
		says += ", dropped"
	}
	for _, t := range v.Evenings[e].Tables {
		if t.Out {
			says += ", without " + english.Small(t.Name)
		}
	}
	return says
}

// colour is that of money won or lost; points have none.
func (v LadderView) colour(amount int64) string {
	if v.By == years.ByPlaces {
		return ""
	}
	return say.SignClass(amount)
}

// brought is what an evening counts for.
func (v LadderView) brought(l *years.CountedLine, e int) string {
	if v.By == years.ByPlaces {
		return parts(v.Points(l.Went[e]).Value())
	}
	return v.Money.Signed(l.Went[e].Score)
}

// sumSays says what counts.
func (v LadderView) sumSays(l *years.CountedLine) string {
	switch v.By {
	case years.ByDeals:
		return v.Money.Signed(l.Amount) + " in " + english.Count(l.Deals, "deal")
	case years.ByRounds:
		return v.Money.Signed(l.Amount) + " in " + english.Count(l.Rounds, "round")
	}
	n, _ := v.Dropped(l)
	n = l.Nights - n
	return english.Capital(english.Spelled(n, "evening")) + " " + english.Verb(n, "counts", "count")
}

func nth(n int) string {
	endings := [...]string{"th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"}
	if n/10%10 == 1 {
		return strconv.Itoa(n) + "th"
	}
	return strconv.Itoa(n) + endings[n%10]
}

// saysWay is how a season is counted, in a sentence.
func saysWay(s *years.HowCounted) string {
	says := "Every evening counts"
	switch s.By {
	case years.ByBest:
		says = "The best " + english.Spelled(s.Best, "evening") + " " + english.Verb(s.Best, "counts", "count")
	case years.ByPlaces:
		says = "Each evening brings " + PointsText(s.Points) + " points; ties share"
	case years.ByDeals:
		says = "The amount per deal counts, from " + english.Count(max(1, s.Least), "round") + " on"
	case years.ByRounds:
		says = "The amount per round counts, from " + english.Count(max(1, s.Least), "round") + " on"
	}
	return says + "."
}

// placesSay is what places are worth where they are counted only besides.
func (v LadderView) placesSay() string {
	s := v.Counted.Season
	if s.By == years.ByPlaces || len(s.Points) == 0 {
		return ""
	}
	s.By = years.ByPlaces
	return "By places, " + english.Small(saysWay(&s))
}

// PointsText writes them as the form has them.
func PointsText(points []int) string {
	out := make([]string, len(points))
	for i, p := range points {
		out[i] = strconv.Itoa(p)
	}
	return strings.Join(out, ", ")
}

// which are the evenings of it.
func (v LadderView) which() string {
	says := english.Capital(english.Spelled(len(v.Evenings), "evening")) + ", " + say.Day(v.From) +
		" to " + say.Day(v.Until)
	out := 0
	for _, e := range v.Evenings {
		if e.Out {
			out++
		}
	}
	if out > 0 {
		says += ", " + english.Number(out) + " left out"
	}
	if v.Counted.Season.Evenings != "" {
		says += ", " + v.Counted.Season.Evenings
	}
	return says + ", for " + MoneyWord(v.Money)
}

// unplaced is the way in which somebody has too few deals for a place; empty where everybody has enough.
func (v LadderView) unplaced() years.Count {
	for _, w := range v.Others {
		if w.Without == "" && slices.ContainsFunc(w.Lines, func(l years.CountedLine) bool { return l.Place == 0 }) {
			return w.By
		}
	}
	return ""
}

// tooFew says why somebody has no place.
func (v LadderView) tooFew(way years.Count) string {
	return "– " + wayHead(&v.Counted.Season, way) + ": fewer than " +
		english.Spelled(max(1, v.Counted.Season.Least), "round") + " played."
}

// history is who chose how it counts, and when, the newest first; and how it counted before.
func (v LadderView) history() (out []string) {
	for i, said := range slices.Backward(v.Season.Said) {
		does := "Changed"
		if i == 0 {
			does = "Chosen"
		}
		says := fmt.Sprintf("%s on %s by %s.", does, say.Day(time.UnixMilli(said.At).Format(time.DateOnly)),
			said.Device)
		if i < len(v.Season.Said)-1 {
			says += " " + saysWay(&said.Season)
		}
		var before []chain.NightID
		if i > 0 {
			before = v.Season.Said[i-1].Without
		}
		says += v.sets(said.Without, before, "Left out: ") + v.sets(before, said.Without, "Counts again: ")
		out = append(out, says)
	}
	return out
}

// sets names the evenings and tables that are in one list and not in the other.
func (v LadderView) sets(in, not []chain.NightID, does string) string {
	var names []string
	name := func(id chain.NightID, words string) {
		if slices.Contains(in, id) && !slices.Contains(not, id) {
			names = append(names, words)
		}
	}
	for _, e := range v.Evenings {
		name(e.Night, shortDay(e.Date))
		for _, t := range e.Tables {
			name(t.Night, shortDay(e.Date)+", "+english.Small(t.Name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " " + does + english.List(names) + "."
}

// stripHigh is half the height of a strip.
const stripHigh = 20

// bar is an evening in somebody's strip.
type bar struct{ x, y, high, class string }

func (v LadderView) bars(l *years.CountedLine) (out []bar) {
	most := int64(1)
	for i := range v.Lines {
		for _, w := range v.Lines[i].Went {
			most = max(most, w.Score, -w.Score)
		}
	}
	for e, w := range l.Went {
		high := float64(stripHigh-2) * math.Abs(float64(w.Score)) / float64(most)
		b := bar{x: strconv.Itoa(10*e + 1), y: draw.Point(stripHigh), high: draw.Point(max(2, high)),
			class: "lost"}
		switch {
		case !w.There:
			b = bar{b.x, draw.Point(stripHigh - 1), "2.0", "none"}
		case w.Score >= 0:
			b.y, b.class = draw.Point(stripHigh-max(2, high)), "won"
		}
		if w.There && !l.Counts[e] {
			b.class += " dropped"
		}
		out = append(out, b)
	}
	return out
}

// LadderForm asks how a season is counted.
type LadderForm struct {
	Season                    chain.EntryID // zero: a new one
	Key                       string
	Name, From, Until         string
	By, Best, Points, Least   string
	Moneys, Evenings, Choices []ui.Option
	Says                      ui.Says
}

// UsualPoints and UsualLeast are what clubs begin with.
const (
	UsualPoints = "10, 8, 7, 6, 5, 4, 3, 2, 1"
	UsualLeast  = 20
)

func (f LadderForm) title() string {
	if f.Season == 0 {
		return "Count a season"
	}
	return "Change how it counts"
}

// LadderChoices are the ways to count.
func LadderChoices(on years.Count) (out []ui.Option) {
	for _, by := range years.Counts {
		name := map[years.Count]string{years.ByAll: "All amounts", years.ByBest: "The best evenings",
			years.ByPlaces: "Points by place", years.ByDeals: "The amount per deal",
			years.ByRounds: "The amount per round"}[by]
		out = append(out, ui.Option{Value: string(by), Name: name, On: by == on})
	}
	return out
}

func (f LadderForm) action() string {
	if f.Season == 0 {
		return "/ladders"
	}
	return LadderPath(f.Season, "")
}

// NewLadderLine is a season in the list of all.
func NewLadderLine(s *years.ClubSeason) LadderLine {
	return LadderLine{s.ID, s.Counts().Name, saysWay(s.Counts())}
}
