package stats

// A season's own page, and the list of all.

import (
	"fmt"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// SeasonPage is a season: how it ended or, until then, how it stands.
type SeasonPage struct {
	Name, Path string
	Days       string   // from when until when
	Going      string   // until when it goes on; empty when it is over
	Open       []Choice // its evenings that aren't closed
	Moneys     []Choice // none where there is only one
	Counts     string
	Ended
	Race          *ledger.Race
	Money         rules.Money
	Lines         *templates.RunningLines
	Awards        AwardList
	Records       []Fact
	Picture       string // its address
	PictureName   string
	Message       string
	Before, After *Choice // the seasons on either side
	Figures       string
}

// Fact is a figure with its name, and the faces of those it is of.
type Fact struct {
	Title, Figure string
	Faces         []face.Face
}

// SeasonAbout is what the page is made of.
type SeasonAbout struct {
	Season ledger.Season
	Over   bool
	Book   *ledger.CircleBook
	Words  rules.Words
	At     Address
}

// NewSeasonPage draws it up.
func NewSeasonPage(a SeasonAbout) SeasonPage {
	b := a.Book
	v := SeasonPage{
		Name: a.Season.Name, Path: templates.SeasonPath(a.Season.Name),
		Days: templates.Day(a.Season.From) + " to " + templates.Day(a.Season.Until),
	}
	if !a.Over {
		v.Going = templates.LongDay(a.Season.Until)
	}
	if b.Deals == 0 {
		return v
	}
	v.Counts = fmt.Sprintf("%s and %s played for %s", english.Count(b.Nights, "evening"),
		english.Count(b.Deals, "deal"), MoneyWord(b.Money))
	v.Won, v.Since = a.won(), a.since()
	names, _ := b.Champions()
	for _, p := range b.Standing[:len(names)] {
		v.Winners = append(v.Winners, p.Face)
	}
	v.Money, v.Race = b.Money, b.Race
	if len(b.Race.Marks) > 0 {
		v.Lines = runningRace(b.Race, b.Money)
	}
	for _, p := range b.Standing {
		line := templates.NewNetLine(b.Money, p.Name, p.Score)
		line.Face = p.Face
		v.Standing = append(v.Standing, line)
	}
	v.Awards = AwardList{b.Awards(), b.Money, a.Words, a.At}.ToTell()
	v.Records = a.records()
	v.Picture = v.Path + "/picture.svg?money=" + string(b.Money)
	v.PictureName = "The season " + strings.ReplaceAll(v.Name, "/", "–")
	v.Message = a.message(&v)
	v.Figures = a.At("/stats")
	return v
}

// won says who takes the season, or leads in it.
func (a *SeasonAbout) won() string {
	names, score := a.Book.Champions()
	if len(names) == 0 {
		return "Nobody is up, nobody is down"
	}
	does := english.Verb(len(names), "takes", "take") + " the season"
	if !a.Over {
		does = english.Verb(len(names), "leads", "lead together")
	}
	won := fmt.Sprintf("%s %s, %s", english.List(names), does, a.Book.Money.Signed(score))
	if len(names) > 1 {
		won += " each"
	}
	return won
}

// raced tells whether everybody has a line in the race; of more people than it shows it proves nothing.
func (a *SeasonAbout) raced() bool {
	return len(a.Book.Shown) == len(a.Book.Standing)
}

// since says from when on the champion was ahead; nothing where several share it.
func (a *SeasonAbout) since() string {
	names, _ := a.Book.Champions()
	if len(names) != 1 || !a.raced() {
		return ""
	}
	at, ok := a.Book.Race.LedSince(a.Book.Standing[0].Player)
	switch {
	case !ok:
		return ""
	case at == 0:
		return "ahead from the first evening to the last"
	case a.Book.Race.Monthly:
		return "ahead since " + monthName(a.Book.Race.Marks[at].Month)
	case at == len(a.Book.Race.Marks)-1 && a.Over:
		return "by the last evening of all"
	}
	return "ahead since " + templates.Day(a.Book.Race.Marks[at].Date)
}

// records are the longest runs, and how much was played.
func (a *SeasonAbout) records() []Fact {
	var out []Fact
	run := func(name, noun string, least float64, of func(*years.Streak) int) {
		if !a.raced() {
			return
		}
		var names []string
		fact := Fact{Title: name}
		for _, s := range years.Most(a.Book.Race.Streaks, least,
			func(s *years.Streak) float64 { return float64(of(s)) }) {
			names, fact.Figure = append(names, s.Name), times(of(s), noun)
			fact.Faces = append(fact.Faces, faceOf(a.Book, s.Player).Face)
		}
		if len(names) > 0 {
			fact.Figure = english.List(names) + ", " + fact.Figure
			out = append(out, fact)
		}
	}
	run("Longest run of evenings up", "evening", 2, func(s *years.Streak) int { return s.Up })
	run("Most calls made in a row", "call", 3, func(s *years.Streak) int { return s.Made })
	most := ledger.CallFigures{}
	for _, f := range playedCalls(a.Book) {
		if f.N > most.N {
			most = f
		}
	}
	if most.N > 0 {
		out = append(out, Fact{Title: "Called most", Figure: a.Words.Name(most.Call) + ", " + times(most.N,
			"time")})
	}
	return append(out, Fact{Title: "Revokes", Figure: thousands(a.Book.Revokes)})
}

// runningRace is the season's race in the picture people keep.
func runningRace(r *ledger.Race, m rules.Money) *templates.RunningLines {
	foot := func(mark int) string {
		if r.Monthly {
			return monthName(r.Marks[mark-1].Month)
		}
		return shortDay(r.Marks[mark-1].Date)
	}
	lines := templates.DrawLines(r.Best(), m, "What everybody had won or lost", foot, max(1, (len(r.Marks)+4)/5))
	return &lines
}

// message is the season in words, to be sent.
func (a *SeasonAbout) message(v *SeasonPage) string {
	lines := []string{"The season " + v.Name, english.Stop(v.Won), ""}
	if !a.Over {
		lines[0] += ", so far"
	}
	for i, p := range v.Standing {
		lines = append(lines, strconv.Itoa(i+1)+". "+p.Name+" "+p.Amount)
	}
	lines = append(lines, "", v.Counts+".")
	for _, one := range v.Awards.Lines() {
		lines = append(lines, english.Stop(one))
	}
	return strings.Join(lines, "\n")
}

// SeasonLine is a season in the list of all.
type SeasonLine struct {
	Name, Href, Days string
	Going            bool
	Won              []seasonWon // money by money
}

// seasonWon is who won a season in one money.
type seasonWon struct {
	Faces []face.Face
	Says  string
}

// NewSeasonLine says who won a season.
func NewSeasonLine(s ledger.Season, over bool, won []ledger.SeasonWon) SeasonLine {
	l := SeasonLine{Name: s.Name, Href: templates.SeasonPath(s.Name), Going: !over,
		Days: templates.Day(s.From) + " to " + templates.Day(s.Until)}
	for _, w := range won {
		says := "Nobody is up"
		if len(w.Names) > 0 {
			says = english.List(w.Names) + " " + w.Money.Signed(w.Score)
			if len(w.Names) > 1 {
				says += " each"
			}
		}
		l.Won = append(l.Won, seasonWon{w.Faces, says + " · " + english.Count(w.Nights, "evening")})
	}
	return l
}

const noSeason = "The first begins with the first evening. When one is over, its page stands here."
