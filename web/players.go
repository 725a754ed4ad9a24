package web

// Everybody in the book, and a page of figures for each.

import (
	"cmp"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/stats"
)

// nightsDrawn is how many evenings are drawn and listed one by one; of more, the months are.
const nightsDrawn = 300

// yearsFrame is the frame of the pages of figures.
func yearsFrame(title string, here frame.Place) frame.Frame {
	return frame.Frame{Title: title, Here: here, Styles: []string{"years.css"}}
}

func (s *server) playersPage(c echo.Context) error {
	now := s.snapshot(c)
	balances := balancesInOrder(now)
	open, besides := openWords(balances), map[balanceOf]int64{} // what was won or lost
	for _, m := range balances {
		for _, p := range m.Players {
			besides[balanceOf{p.Player, m.Money}] = p.Total
		}
	}
	v := stats.PlayersView{May: s.may(c, Scorer)}
	for _, p := range now.Played() {
		v.Moneys = append(v.Moneys, show.MoneyScore{Money: p.Money})
	}
	v.Several = len(v.Moneys) > 1
	people, rungs := now.Players(), s.rungs(now)
	for i := range people {
		p := &people[i]
		p.Nights, p.Last = rungs[p.ID].Nights, rungs[p.ID].Last
	}
	slices.SortStableFunc(people, func(a, b show.Player) int {
		return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.Name, b.Name))
	})
	for _, p := range people {
		line := stats.PlayerLine{Player: p, Scores: now.Scores(p.ID), Open: open[p.ID]}
		for _, score := range line.Scores {
			i := slices.IndexFunc(v.Moneys, func(m show.MoneyScore) bool { return m.Money == score.Money })
			v.Moneys[i].Score -= score.Score
			besides[balanceOf{p.ID, score.Money}] -= score.Score
		}
		if p.Nights > 1 { // as the player's own page
			line.Form = rungs[p.ID].Strength()
		}
		v.Form, v.Open = v.Form || line.Form > 0, v.Open || line.Open != ""
		if p.Away {
			v.Away = append(v.Away, line)
		} else {
			v.Players = append(v.Players, line)
		}
	}
	differs := false
	for _, amount := range besides {
		differs = differs || amount != 0
	}
	v.Open = v.Open && differs
	return s.page(c, yearsFrame("Players", frame.Players), stats.PlayersPage(v))
}

// balanceOf names a balance.
type balanceOf struct {
	player chain.PlayerID
	money  rules.Money
}

// rungs has of everybody who sat in a deal at how many evenings they did, and when last.
func (s *server) rungs(now *show.Snapshot) map[chain.PlayerID]show.Rung {
	out := map[chain.PlayerID]show.Rung{}
	for _, r := range now.Ladder() {
		out[r.Player] = r
	}
	return out
}

// openWords says of each player what is still to be paid, money by money: "is owed 3s and 40p, owes 2 units".
func openWords(balances []show.MoneyBalances) map[chain.PlayerID]string {
	out, last := map[chain.PlayerID]string{}, map[chain.PlayerID]string{}
	for _, m := range balances {
		for _, p := range m.Players {
			verb := "is owed "
			if p.Total < 0 {
				verb = "owes "
			}
			switch {
			case p.Total == 0:
				continue
			case last[p.Player] == verb:
				out[p.Player] += " and "
			case out[p.Player] != "":
				out[p.Player] += ", " + verb
			default:
				out[p.Player] = verb
			}
			out[p.Player] += m.Money.Words(max(p.Total, -p.Total))
			last[p.Player] = verb
		}
	}
	return out
}

type personForm struct {
	spanForm
	With chain.PlayerID `form:"with" validate:"min=0"` // who is compared
	Call string         `form:"call" validate:"max=20"`
}

func (s *server) playerPage(c echo.Context, p show.Player) error {
	now := s.snapshot(c)
	path := say.PlayerPath(p.ID)
	if c.Request().URL.Path != path { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	var form personForm
	span, wrong, err := form.read(c.Bind(&form))
	if err != nil {
		return err
	}
	v := stats.PlayerView{Words: now.Words()}
	v.Call, _ = rules.ParseCall(form.Call)
	if s.may(c, Scorer) {
		v.Person = path + "/person"
	}
	if own := now.Scores(p.ID); form.Money == "" && len(own) > 0 {
		usual := moneyOf(form.spanForm, now.Played())
		if !slices.ContainsFunc(own, func(one show.MoneyScore) bool { return one.Money == usual }) {
			form.Money = string(own[0].Money) // they never played for the circle's usual
		}
	}
	pick, money := s.pickOf(c, path, form.spanForm)
	if v.Book, err = now.PlayerBook(p.ID, money, span, nightsDrawn); err != nil {
		return err
	}
	outside := func(r show.RatingPoint) bool { return !span.Holds(r.Date) }
	v.Form = slices.DeleteFunc(now.RatingLine(p.ID), outside)
	v.Circle = now.CircleBook(money, span, 0)
	v.Seasons = now.Seasons()
	if with := form.With; with != 0 && with != p.ID {
		if v.Beside, err = now.PlayerBook(with, money, span, nightsDrawn); err != nil {
			return err
		}
	}
	v.Pick = pick
	v.Pick.Says, v.Pick.Nights, v.Pick.Open, v.Pick.Deals = wrong, v.Book.Nights, v.Book.Open, v.Book.Deals
	v.At = spanForm{span.From, span.Until, string(money)}.address
	f := yearsFrame(p.Name, frame.Players)
	f.Face = p.Face
	send, told := v.At(path+"/send"), func(one years.Story) bool { return one.Player == p.ID }
	drawn := slices.ContainsFunc(v.Circle.Stories(), told)
	if v.Beside != nil {
		send = v.At(path+"/send", "with", say.PlayerNo(v.Beside.Player.ID))
		drawn = slices.Contains(v.Book.Rivals, v.Beside.Player.ID)
	}
	if drawn {
		f.Doings = []frame.Doing{{Name: "Send a picture", Href: send, Primary: true}}
	}
	return s.showWrong(c, wrong, f, stats.PlayerPage(v))
}
