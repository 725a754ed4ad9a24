package last

// A season's own page.

import (
	"fmt"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/stats"
)

// Season is a season: how it ended or, until then, how it stands.
type Season struct {
	show.Season
	Over          bool
	Book          *show.CircleBook
	Words         rules.Words
	At            stats.Address
	Open          []stats.Choice // its evenings that aren't closed
	Moneys        []stats.Choice // none where there is only one
	Before, After *stats.Choice  // the seasons on either side
}

// counts is how much was played.
func (v Season) counts() string {
	return fmt.Sprintf("%s and %s played for %s", english.Count(v.Book.Nights, "evening"),
		english.Count(v.Book.Deals, "deal"), stats.MoneyWord(v.Book.Money))
}

// calendarStamps is how many evenings a calendar to send has room for.
const calendarStamps = 120

// Sends tells whether there is enough of it to be drawn, SendsCalendar whether its calendar is.
func (v Season) Sends() bool { return len(v.Book.Evenings) >= years.LeastEvenings }

func (v Season) SendsCalendar() bool { return v.Sends() && len(v.Book.Evenings) <= calendarStamps }

// PictureHref is one of its pictures, or the page they are sent from.
func (v Season) PictureHref(name string) string {
	return say.SeasonPath(v.Name) + "/" + name + "?money=" + string(v.Book.Money)
}

// awards are those the page shows.
func (v Season) awards() stats.AwardList {
	return stats.AwardList{All: v.Book.Awards(), Money: v.Book.Money, Names: v.Words, At: v.At}.ToTell()
}

func (v Season) ended() ended {
	e := ended{Won: v.won(), Since: v.Since()}
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
func (v Season) won() string {
	names, score := v.Book.Champions()
	does := english.Verb(len(names), "takes", "take") + " the season"
	if !v.Over {
		does = english.Verb(len(names), "leads", "lead together")
	}
	return wonWords(names, does, v.Book.Money.Signed(score))
}

// Since says from when on the champion was ahead; nothing where several share it.
func (v Season) Since() string {
	at, ok := v.Book.AheadSince()
	switch {
	case !ok:
		return ""
	case at == 0:
		return "ahead from the first evening to the last"
	case at == len(v.Book.Race.Marks)-1 && v.Over:
		return "decided by the last evening"
	}
	return "ahead since " + stats.MarkDay(v.Book.Race, at)
}
