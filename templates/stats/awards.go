package stats

import (
	"fmt"
	"slices"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// AwardList has the awards of an evening or a season, and their money and words.
type AwardList struct {
	All   []show.Award
	Money rules.Money
	Names rules.Words
	At    Address // of pages of the same evenings; nil for one evening
	Where string  // the table of the deal of the evening, of an evening at several: " by the fire"
}

// NightAwards are those of an evening, as it stands, without who won it: each page's head says that.
func NightAwards(n *show.Night) AwardList {
	awards := slices.DeleteFunc(slices.Clone(n.Awards()), func(a show.Award) bool {
		return a.For == years.NightWon
	})
	return AwardList{All: awards, Money: n.Money, Names: n.Words}
}

// Entry is an award in words.
type Entry struct {
	For                years.Merit
	Title, Who, Figure string
}

// Entries are all in words.
func (l AwardList) Entries() (out []Entry) {
	for _, a := range l.All {
		out = append(out, Entry{a.For, l.title(a.For), whoHas(a), l.figure(a)})
	}
	return out
}

// ToTell are a handful: who won is said above, and who lost most stands below.
func (l AwardList) ToTell() AwardList {
	var out []show.Award
	for _, a := range l.All {
		if a.For != years.Purse && a.For != years.Patron && a.For != years.BestSeat {
			out = append(out, a)
		}
	}
	l.All = out
	return l
}

// besidesChapters are those that neither the standing, nor who plays with whom, nor the best and the worst
// evening say already.
func (l AwardList) besidesChapters() AwardList {
	l.All = slices.DeleteFunc(slices.Clone(l.All), func(a show.Award) bool {
		switch a.For {
		case years.Purse, years.Patron, years.AlwaysThere, years.Firm, years.DearFriend, years.EveningToRemember,
			years.EveningToForget:
			return true
		}
		return false
	})
	return l
}

// Quiet are the same, leading nowhere: to be shown by a link that opens nothing else.
func (l AwardList) Quiet() AwardList {
	l.All = slices.Clone(l.All)
	for i := range l.All {
		l.All[i].Deal, l.All[i].Night = 0, 0
	}
	l.At = nil
	return l
}

var awardTitles = [...]string{
	years.Purse: "The purse", years.Patron: "Patron of the circle", years.AlwaysThere: "Always there",
	years.SafeHands: "The safe pair of hands", years.Bold: "The bold one", years.Firm: "The firm",
	years.DearFriend: "Dear friend", years.Spoilsport: "The spoilsport", years.Butterfingers: "Butterfingers",
	years.BestSeat: "Best seat by the fire", years.EveningToRemember: "The evening to remember",
	years.EveningToForget: "The evening to forget", years.DealToTell: "The deal to tell of",
	years.WayBack: "The long way back", years.NightWon: "Won the evening", years.NightPaid: "Paid for it",
	years.Lion: "Most calls made", years.Optimist: "The optimist", years.BestPair: "Best pair",
	years.Wallflower: "The wallflower", years.DealOfNight: "The deal of the evening",
}

// title is what an award is called. For points nobody pays.
func (l AwardList) title(m years.Merit) string {
	if m == years.NightPaid && !l.Money.Handed() {
		return "Lost most"
	}
	return awardTitles[m]
}

// whoHas names the people who have an award.
func whoHas(a show.Award) string {
	var names []string
	for i, w := range a.To {
		switch {
		case a.For != years.Firm && a.For != years.BestPair:
			names = append(names, w.Name)
		case i%2 == 1:
			names = append(names, a.To[i-1].Name+" with "+w.Name)
		}
	}
	return english.List(names)
}

func facesFor(a show.Award) []face.Face {
	return each(a.To, func(w years.Winner) face.Face { return w.Face })
}

// figure is what an award stands on, in words.
func (l AwardList) figure(a show.Award) string {
	m, each := l.Money, english.Verb(len(a.To), "", " each")
	switch a.For {
	case years.Purse, years.NightWon:
		return m.Signed(a.Amount) + each
	case years.Patron, years.NightPaid:
		return m.Signed(-a.Amount) + each
	case years.AlwaysThere:
		return times(a.Amount, "evening") + each
	case years.SafeHands:
		return ofSo(a.Rate) + " calls made"
	case years.Bold:
		return "a caller or a partner in " + dealsOf(a.Rate)
	case years.Firm:
		if a.Several {
			return m.Signed(a.Amount) + " as partners"
		}
		return ofSo(a.Rate) + ", " + m.Signed(a.Amount)
	case years.DearFriend:
		var from []string
		for _, w := range a.From {
			from = append(from, w.Name)
		}
		return m.Words(a.Amount) + " to " + english.List(from)
	case years.Spoilsport: // nobody knows how the circle's own word would stand for several
		says := l.Names.Say("helped to break {a misere}")
		if a.Amount == 1 {
			return says
		}
		return says + " " + english.Times(a.Amount)
	case years.Butterfingers:
		return times(a.Amount, "revoke") + each
	case years.BestSeat:
		return "sat out " + times(a.Amount, "deal") + each
	case years.EveningToRemember, years.EveningToForget, years.DealToTell:
		return m.Signed(a.Amount) + " on " + say.Day(a.Date)
	case years.WayBack:
		if a.Low == 0 {
			return m.Words(a.Amount) + " up again from the lowest point"
		}
		return fmt.Sprintf("from %s to %s on %s", m.Signed(a.Low), m.Signed(a.Amount), say.Day(a.Date))
	case years.Lion:
		return "made " + times(a.Amount, "call") + each
	case years.Optimist:
		return "lost " + times(a.Amount, "call") + each
	case years.BestPair:
		return l.Names.Say("won {a prop} together " + english.Times(a.Amount))
	case years.Wallflower:
		return "called nothing in " + times(a.Amount, "deal") + each
	}
	return fmt.Sprintf("%s in deal %d%s: %s", m.Signed(a.Amount), a.Nth, l.Where, l.Names.Name(a.Call))
}

// href is where the figure can be looked at; empty for most of one evening.
func (l AwardList) href(a show.Award) string {
	switch {
	case a.Deal != 0:
		return say.DealPath(a.Night, a.Deal)
	case a.Night != 0:
		return say.NightPath(a.Night)
	case l.At == nil:
		return ""
	}
	path, more := "/nights", []string(nil)
	switch a.For {
	case years.SafeHands, years.Bold:
		path, more = "/deals", []string{"as", "side"}
	case years.Spoilsport, years.BestSeat: // no list counts that
		return ""
	case years.Butterfingers:
		path, more = "/deals", []string{"revoked", "on"}
	case years.Firm:
		more = []string{"with", say.PlayerNo(a.To[1].Player)}
	case years.DearFriend:
		more = []string{"with", say.PlayerNo(a.From[0].Player)}
	}
	if !a.Several || a.For == years.Firm || a.For == years.DearFriend {
		more = append(more, "player", say.PlayerNo(a.To[0].Player))
	}
	return l.At(path, more...)
}
