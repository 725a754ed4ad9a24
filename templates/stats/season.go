package stats

// A season's own page, and the list of all.

import (
	"fmt"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
)

// SeasonView is a season: how it ended or, until then, how it stands.
type SeasonView struct {
	show.Season
	Over          bool
	Book          *show.CircleBook
	Words         rules.Words
	At            Address
	Open          []Choice // its evenings that aren't closed
	Moneys        []Choice // none where there is only one
	Before, After *Choice  // the seasons on either side
}

func daysOf(s show.Season) string { return say.Day(s.From) + " to " + say.Day(s.Until) }

// Counts is how much was played.
func (v SeasonView) Counts() string {
	return fmt.Sprintf("%s and %s played for %s", english.Count(v.Book.Nights, "evening"),
		english.Count(v.Book.Deals, "deal"), MoneyWord(v.Book.Money))
}

// calendarStamps is how many evenings a calendar to send has room for.
const calendarStamps = 120

// Sends tells whether there is enough of it to be drawn, SendsCalendar whether its calendar is.
func (v SeasonView) Sends() bool { return len(v.Book.Evenings) >= years.LeastEvenings }

func (v SeasonView) SendsCalendar() bool { return v.Sends() && len(v.Book.Evenings) <= calendarStamps }

// PictureHref is one of its pictures, or the page they are sent from.
func (v SeasonView) PictureHref(name string) string {
	return say.SeasonPath(v.Name) + "/" + name + "?money=" + string(v.Book.Money)
}

// Awards are those the page shows.
func (v SeasonView) Awards() AwardList {
	return AwardList{v.Book.Awards(), v.Book.Money, v.Words, v.At}.ToTell()
}

func (v SeasonView) ended() Ended {
	e := Ended{Won: v.won(), Since: v.Since()}
	names, _ := v.Book.Champions()
	for i, p := range v.Book.Standing {
		if i < len(names) {
			e.Winners = append(e.Winners, p.Face)
		}
		line := say.NewNetLine(v.Book.Money, p.Name, p.Score)
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

// Since says from when on the champion was ahead; nothing where several share it.
func (v SeasonView) Since() string {
	at, ok := v.Book.AheadSince()
	switch {
	case !ok:
		return ""
	case at == 0:
		return "ahead from the first evening to the last"
	case at == len(v.Book.Race.Marks)-1 && v.Over:
		return "decided by the last evening"
	}
	return "ahead since " + markDay(v.Book.Race, at)
}

// markDay is when a mark of a race is.
func markDay(r *show.Race, at int) string {
	if r.Monthly {
		return monthName(r.Marks[at].Month)
	}
	return say.Day(r.Marks[at].Date)
}

// Lines is the season's race in the picture people keep; nil where it has none.
func (v SeasonView) Lines() *draw.RunningLines {
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
	lines := draw.DrawLines(r.Best(), v.Book.Money, "What everybody had won or lost", foot, every)
	return &lines
}

// SeasonLine is a season in the list of all.
type SeasonLine struct {
	Name, Href, Days string
	Going            bool
	Won              []seasonWon // money by money
}

// seasonWon is who won a season in one money.
type seasonWon struct {
	Played      string // how many evenings, of everybody
	Faces       []face.Face
	Who, Amount string
}

// NewSeasonLine says who won a season.
func NewSeasonLine(s show.Season, over bool, won []show.SeasonWon) SeasonLine {
	l := SeasonLine{Name: s.Name, Href: say.SeasonPath(s.Name), Going: !over,
		Days: daysOf(s)}
	for _, w := range won {
		line := seasonWon{Played: english.Count(w.Nights, "evening"), Faces: w.Faces, Who: "Nobody is up"}
		if len(w.Names) > 0 {
			line.Who, line.Amount = english.List(w.Names), w.Money.Signed(w.Score)
		}
		if len(w.Names) > 1 {
			line.Amount += " each"
		}
		l.Won = append(l.Won, line)
	}
	return l
}

const noSeason = "The first begins with the first evening. When one is over, its page stands here."
