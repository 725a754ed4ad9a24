package stats

// A season's own page, and the list of all.

import (
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Fact is a figure with its name, and the faces of those it is of.
type Fact struct {
	Title, Figure string
	Faces         []face.Face
}

// SeasonView is a season: how it ended or, until then, how it stands.
type SeasonView struct {
	ledger.Season
	Over          bool
	Book          *ledger.CircleBook
	Words         rules.Words
	At            Address
	Open          []Choice // its evenings that aren't closed
	Moneys        []Choice // none where there is only one
	Before, After *Choice  // the seasons on either side
}

// Title is what the season is called where it is passed on.
func (v SeasonView) Title() string {
	if v.Over {
		return "The season " + v.Name
	}
	return "The season " + v.Name + ", so far"
}

func (v SeasonView) fileName() string { return "The season " + strings.ReplaceAll(v.Name, "/", "–") }

func daysOf(s ledger.Season) string { return templates.Day(s.From) + " to " + templates.Day(s.Until) }

// Counts is how much was played.
func (v SeasonView) Counts() string {
	return fmt.Sprintf("%s and %s played for %s", english.Count(v.Book.Nights, "evening"),
		english.Count(v.Book.Deals, "deal"), MoneyWord(v.Book.Money))
}

// Awards are those that are told.
func (v SeasonView) Awards() AwardList {
	return AwardList{v.Book.Awards(), v.Book.Money, v.Words, v.At}.ToTell()
}

func (v SeasonView) ended() Ended {
	e := Ended{Won: v.won(), Since: v.since()}
	names, _ := v.Book.Champions()
	for i, p := range v.Book.Standing {
		if i < len(names) {
			e.Winners = append(e.Winners, p.Face)
		}
		line := templates.NewNetLine(v.Book.Money, p.Name, p.Score)
		line.Face = p.Face
		e.Standing = append(e.Standing, line)
	}
	return e
}

// won says who takes the season, or leads in it.
func (v SeasonView) won() string {
	names, score := v.Book.Champions()
	if len(names) == 0 {
		return "Nobody is up, nobody is down"
	}
	does := english.Verb(len(names), "takes", "take") + " the season"
	if !v.Over {
		does = english.Verb(len(names), "leads", "lead together")
	}
	won := fmt.Sprintf("%s %s, %s", english.List(names), does, v.Book.Money.Signed(score))
	if len(names) > 1 {
		won += " each"
	}
	return won
}

// raced tells whether everybody has a line in the race; of more people than it shows it proves nothing.
func (v SeasonView) raced() bool {
	return len(v.Book.Shown) == len(v.Book.Standing)
}

// since says from when on the champion was ahead; nothing where several share it.
func (v SeasonView) since() string {
	names, _ := v.Book.Champions()
	if len(names) != 1 || !v.raced() {
		return ""
	}
	at, ok := v.Book.Race.LedSince(v.Book.Standing[0].Player)
	switch {
	case !ok:
		return ""
	case at == 0:
		return "ahead from the first evening to the last"
	case at == len(v.Book.Race.Marks)-1 && v.Over:
		return "by the last evening of all"
	}
	return "ahead since " + markDay(v.Book.Race, at)
}

// markDay is when a mark of a race is.
func markDay(r *ledger.Race, at int) string {
	if r.Monthly {
		return monthName(r.Marks[at].Month)
	}
	return templates.Day(r.Marks[at].Date)
}

// records are the longest runs, and how much was played.
func (v SeasonView) records() []Fact {
	var out []Fact
	run := func(name, noun string, least float64, of func(*years.Streak) int) {
		if !v.raced() {
			return
		}
		var names []string
		fact := Fact{Title: name}
		for _, s := range years.Most(v.Book.Race.Streaks, least,
			func(s *years.Streak) float64 { return float64(of(s)) }) {
			names, fact.Figure = append(names, s.Name), times(of(s), noun)
			fact.Faces = append(fact.Faces, faceOf(v.Book, s.Player).Face)
		}
		if len(names) > 0 {
			fact.Figure = english.List(names) + ", " + fact.Figure
			out = append(out, fact)
		}
	}
	run("Longest run of evenings up", "evening", 2, func(s *years.Streak) int { return s.Up })
	run("Most calls made in a row", "call", 3, func(s *years.Streak) int { return s.Made })
	most := ledger.CallFigures{}
	for _, f := range playedCalls(v.Book) {
		if f.N > most.N {
			most = f
		}
	}
	if most.N > 0 {
		figure := v.Words.Name(most.Call) + ", " + times(most.N, "time")
		out = append(out, Fact{Title: "Called most", Figure: figure})
	}
	return append(out, Fact{Title: "Revokes", Figure: thousands(v.Book.Revokes)})
}

// Lines is the season's race in the picture people keep; nil where it has none.
func (v SeasonView) Lines() *templates.RunningLines {
	r := v.Book.Race
	if len(r.Marks) == 0 {
		return nil
	}
	foot := func(mark int) string {
		if r.Monthly {
			return monthName(r.Marks[mark-1].Month)
		}
		return shortDay(r.Marks[mark-1].Date)
	}
	every := max(1, (len(r.Marks)+4)/5)
	lines := templates.DrawLines(r.Best(), v.Book.Money, "What everybody had won or lost", foot, every)
	return &lines
}

// message is the season in words, to be sent.
func (v SeasonView) message() string {
	lines := []string{v.Title(), english.Stop(v.won()), ""}
	for i, p := range v.Book.Standing {
		lines = append(lines, fmt.Sprintf("%d. %s %s", i+1, p.Name, v.Book.Money.Signed(p.Score)))
	}
	lines = append(lines, "", v.Counts()+".")
	for _, one := range v.Awards().Lines() {
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
		Days: daysOf(s)}
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
