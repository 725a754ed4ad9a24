package stats

// How a season went, and the list of all.

import (
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
)

// MarkDay is when a mark of a race is.
func MarkDay(r *show.Race, at int) string {
	if r.Monthly {
		return monthName(r.Marks[at].Month)
	}
	return say.Day(r.Marks[at].Date)
}

// seasonLines is a season's race in the picture people keep; nil where it has none.
func seasonLines(b *show.CircleBook) *draw.RunningLines {
	r := b.Race
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
	lines := draw.DrawLines(r.Best(), b.Money, "What everybody had won or lost", foot, every)
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
		Days: say.SeasonDays(s)}
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
