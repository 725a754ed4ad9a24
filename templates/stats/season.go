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
	Race          *RaceView
	Awards        []Award
	Records       []Award
	Picture       string // its address
	PictureName   string
	Message       string
	Before, After *Choice // the seasons on either side
	Figures       string
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
	v.Race = NewRace(b.Race, b.Money)
	for _, p := range b.Standing {
		line := templates.NewNetLine(b.Money, p.Name, p.Score)
		line.Face = p.Face
		v.Standing = append(v.Standing, line)
	}
	v.Awards, v.Records = a.awards(), a.records()
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
	return a.Book.Race != nil && a.Book.Race.By != years.BySeason && len(a.Book.Shown) == len(a.Book.Standing)
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
	case a.Book.Race.By == years.ByMonth:
		return "ahead since " + monthName(a.Book.Race.Marks[at].Name)
	case at == len(a.Book.Race.Marks)-1 && a.Over:
		return "by the last evening of all"
	}
	return "ahead since " + templates.Day(a.Book.Race.Marks[at].Date)
}

// awards are a handful: who won is said above, and who lost most stands below.
func (a *SeasonAbout) awards() []Award {
	var out []Award
	for _, one := range SeasonAwards(a.Book, a.Words, a.At) {
		switch one.Title {
		case "The purse", "Patron of the circle", "Best seat by the fire":
		default:
			out = append(out, one)
		}
	}
	return out
}

// records are the longest runs, and how much was played.
func (a *SeasonAbout) records() []Award {
	var out []Award
	run := func(name, noun string, least int, of func(years.Streak) int) {
		if !a.raced() {
			return
		}
		who, most, ok := winners(a.Book.Race.Streaks, int64(least),
			func(s years.Streak) int64 { return int64(of(s)) },
			func(s years.Streak) named { return inStanding(a.Book.Standing, s.Name) })
		if ok {
			who.Who += ", "
			out = append(out, Award{Title: name, named: who, Figure: times(most, noun)})
		}
	}
	run("Longest run of evenings up", "evening", 2, func(s years.Streak) int { return s.Up })
	run("Most calls made in a row", "call", 3, func(s years.Streak) int { return s.Made })
	most := ledger.CallFigures{}
	for _, f := range playedCalls(a.Book) {
		if f.N > most.N {
			most = f
		}
	}
	if most.N > 0 {
		out = append(out, Award{Title: "Called most",
			Figure: a.Words.Name(most.Call) + ", " + times(most.N, "time")})
	}
	return append(out, Award{Title: "Revokes", Figure: thousands(a.Book.Revokes)})
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
	for _, one := range v.Awards {
		lines = append(lines, english.Stop(fmt.Sprintf("%s: %s, %s", one.Title, one.Who, one.Figure)))
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
