package web

// The evenings, newest first.

import (
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/stats"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// nightsAPage is how many evenings one page lists.
const nightsAPage = 30

// oddShown is how many evenings of a year nobody can mean are offered their day at once: all of them may be,
// where the clock is wrong.
const oddShown = 3

type nightsForm struct {
	Before chain.NightID  `form:"before" validate:"min=0"` // goes on before this night
	Season string         `form:"season" validate:"omitempty,max=21" label:"The season"`
	Player chain.PlayerID `form:"player" validate:"min=0"`
	With   chain.PlayerID `form:"with" validate:"min=0"`
	Table  string         `form:"table" validate:"max=200"`
	House  string         `form:"house" validate:"max=60"`
	Money  string         `form:"money" validate:"max=10"`
	Text   string         `form:"text" validate:"max=60" label:"The name"`
	From   string         `form:"from" validate:"omitempty,datetime=2006-01-02" label:"The first day"`
	Until  string         `form:"until" validate:"omitempty,datetime=2006-01-02" label:"The last day"`
	Ended  bool           `form:"ended"` // so that the player, or anybody, won least to most
	Least  int64          `form:"least" label:"The least"`
	Most   int64          `form:"most" label:"The most"`
}

// filter is what is asked of the book; the season narrows the dates.
func (f *nightsForm) filter(seasons []show.Season) show.NightFilter {
	out := show.NightFilter{
		Player: f.Player, With: f.With, Name: f.Table, Text: f.Text,
		From: f.From, Until: f.Until, Money: rules.Money(f.Money), House: f.House,
		Ended: f.Ended && f.Money != "", Least: f.Least, Most: f.Most,
		Before: f.Before, Limit: nightsAPage + 1,
	}
	for _, s := range seasons {
		if s.Name != f.Season {
			continue
		}
		out.From = max(out.From, s.From)
		if out.Until == "" || out.Until > s.Until {
			out.Until = s.Until
		}
	}
	return out
}

// address is the same search from another evening on.
func (f nightsForm) address(before chain.NightID) string {
	f.Before = before
	return "/nights?" + forms.Query(f).Encode()
}

func (s *server) nightsPage(c echo.Context) error {
	var form nightsForm
	wrong, err := wrongOf(c.Bind(&form))
	if err != nil {
		return err
	}
	v, err := s.nightsView(c, form, wrong)
	if err != nil {
		return err
	}
	return s.showWrong(c, wrong, nightsFrame(), stats.NightsPage(v))
}

func nightsFrame() frame.Frame { return yearsFrame("Evenings", frame.Evenings) }

// nightsView is what the form asks for; nothing where that was wrong.
func (s *server) nightsView(
	c echo.Context, form nightsForm, wrong ui.Says,
) (v stats.NightsView, err error) {
	now := s.snapshot(c)
	seasons := now.Seasons()
	v.Filter = s.nightsFilter(now, form, seasons)
	v.Filter.Says, v.May = wrong, s.may(c, Scorer)
	if asked := form.filter(seasons); asked.Ended && wrong == nil {
		p := show.Player{Name: "somebody"}
		if asked.Player != 0 {
			if p, err = now.Player(asked.Player); err != nil {
				return v, err
			}
		}
		v.Ended = stats.EndedSays(p.Name, asked.Money, asked.Least, asked.Most)
	}
	var nights []show.NightLine
	if wrong == nil {
		if nights, err = now.Nights(form.filter(seasons)); err != nil {
			return v, err
		}
	}
	if len(nights) > nightsAPage {
		nights = nights[:nightsAPage]
		v.Older = form.address(nights[nightsAPage-1].ID)
	} else if v.Filter.On && form.Before == 0 {
		v.Found = len(nights)
	}
	for _, n := range nights {
		v.Evenings = append(v.Evenings, listedNight(n, v.Filter.Houses))
	}
	if s.may(c, Scorer) && !v.Filter.On && form.Before == 0 {
		odd := now.OddlyDated()
		v.OddMore = max(0, len(odd)-oddShown)
		for _, n := range odd[:len(odd)-v.OddMore] {
			v.Odd = append(v.Odd, stats.OddDate{NightLine: n, Key: newKey()})
		}
	}
	return v, nil
}

type dateForm struct {
	keyed
	Date string `form:"date" validate:"required,datetime=2006-01-02" label:"The date"`
}

// putDateRight gives an evening of a year nobody can mean, open or closed, the day it was.
func (s *server) putDateRight(c echo.Context, n *show.Night) error {
	if !n.Open {
		if asked, err := s.askedPIN(c); asked || err != nil {
			return err
		}
	}
	var form dateForm
	err := c.Bind(&form)
	if err == nil && form.Date == n.Date && s.oddlyDated(s.snapshot(c), n.ID) {
		err = forms.Wrong{"date": "The evening has this impossible day already. Choose another."}
	}
	if err == nil {
		edit := ledger.NightEdit{Date: &form.Date}
		_, err = s.book.EditNight(c.Request().Context(), s.slip(c, form.Key), n.ID, edit)
	}
	if err == nil {
		return s.goTo(c, "/nights")
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v, err := s.nightsView(c, nightsForm{}, nil)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(v.Odd, func(o stats.OddDate) bool { return o.ID == n.ID })
		if i >= 0 {
			v.Odd[i].Typed, v.Odd[i].Says = form.Date, says
		} else {
			v.NotOdd = "It stays written down for " + say.LongDay(n.Date) + "."
		}
		return &screen{nightsFrame(), stats.NightsPage(v)}, nil
	})
}

func (s *server) oddlyDated(now *show.Snapshot, id chain.NightID) bool {
	return slices.ContainsFunc(now.OddlyDated(), func(n show.NightLine) bool { return n.ID == id })
}

func listedNight(n show.NightLine, houses []ui.Option) stats.NightLine {
	how := n.House
	for _, o := range houses {
		if o.Value == n.House {
			how = o.Name
		}
	}
	return stats.NightLine{NightLine: n, How: how + timesStakes(n.Scale), Length: nightLength(n)}
}

func (s *server) nightsFilter(now *show.Snapshot, form nightsForm, seasons []show.Season) stats.NightsFilter {
	form.Before = 0
	f := stats.NightsFilter{Text: form.Text, From: form.From, Until: form.Until, On: form != nightsForm{},
		Ended: form.Ended, Least: form.Least, Most: form.Most}
	f.Seasons = options(seasons, form.Season, func(s show.Season) (string, string) { return s.Name, s.Name })
	players := now.Players()
	f.Players, f.With = playerOptions(players, form.Player), playerOptions(players, form.With)
	f.Tables = options(now.Tables(), form.Table, func(name string) (string, string) { return name, name })
	f.Houses, f.Moneys = houseOptions(now.Houses(), form.House), moneyOptions(now.Played(), form.Money)
	return f
}
