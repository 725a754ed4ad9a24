package table

// How the form of a deal is made ready from the night and the deal it is about.

import (
	"net/url"
	"slices"
	"strconv"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
)

// DealAbout says which deal a form is about: the coming one, or one that is put right.
type DealAbout struct {
	Night  *show.Night
	Chairs []chain.Chair // who sits, clockwise
	Deal   rules.Deal    // what is filled in; at least seats and dealer
	Nth    int
	Key    string
}

// ComingDeal is the deal to be recorded next, with nothing filled in.
func ComingDeal(n *show.Night, key string) DealAbout {
	return DealAbout{Night: n, Chairs: n.Table, Nth: n.Nth, Key: key,
		Deal: rules.Deal{Seats: len(n.Table), Dealer: n.Dealer, Tricks: rules.NotSaid}}
}

// NewDealForm makes the form ready.
func NewDealForm(a DealAbout) *DealForm {
	n, path := a.Night, say.NightPath(a.Night.ID)
	f := &DealForm{
		Night: path, Action: path + "/deals", Preview: path + "/preview",
		Record: "Record", Title: "Deal " + strconv.Itoa(a.Nth), Nth: a.Nth, Key: a.Key,
		Deal: a.Deal, Players: show.Chairs(a.Chairs).String(), Began: a.Night.Started.UnixMilli(),
		Calls: callChoices(n.Stakes, n.Words, a),
		Seats: seatChoices(a),
	}
	f.Words = questionsFor(n.Stakes, f.Calls)
	if a.Nth == n.Nth {
		f.Round = n.Round
	}
	if a.Nth == n.Nth && a.Deal.Dealer == n.Dealer {
		f.Before = sheet.Beforehand(n.Stakes, n.Duties)
		f.Duties = sheet.DutiesOf(n.Duties, n.SeatNames())
		if last := say.LastRoundWords(n); last != "" {
			f.News = append(f.News, last)
		}
		f.Over = n.LastPlayed()
		f.Remarks, f.House, f.Leads = n.Duties.Remarks, n.Stakes, n.Duties.CallersLead
		f.Circle, f.NightID = n.Words, int64(n.ID)
		f.WhoDeals = askWhoDeals(n, a.Key)
	}
	return f
}

// Repeat offers the call and the caller of the last deal, who may sit elsewhere by now, where the coming deal
// can have them.
func (f *DealForm) Repeat(n *show.Night) {
	if len(n.Deals) == 0 {
		return
	}
	last := n.Deals[0]
	d := last.Deal
	offered := func(c callChoice) bool { return c.ID == d.Call.String() }
	if d.Caller == 0 || !slices.ContainsFunc(f.Calls, offered) {
		return
	}
	fields := url.Values{"call": {d.Call.String()}}
	for name, was := range map[string]rules.Seat{"who": d.Caller, "with": d.Partner} {
		if was == 0 {
			continue
		}
		player := last.Chairs[was-1].Player
		now := slices.IndexFunc(n.Table, func(c chain.Chair) bool { return c.Player == player })
		if now < 0 || rules.Seat(now+1) == n.Duties.Sitter {
			return
		}
		fields.Set(name, strconv.Itoa(now+1))
	}
	if d.Call == rules.Irish {
		fields.Set("bid", strconv.Itoa(d.Bid)+d.Trumps.String())
	}
	f.Again = &again{Href: f.Night + "?" + fields.Encode(), Says: n.Telling(last).Contract()}
}

// SatHere are the places of a deal, one more than are taken while there is one: those of the night are
// offered first.
func SatHere(n *show.Night, chairs []chain.Chair, players []show.Player) []SatPlace {
	var first, others []satOption
	for _, p := range n.People {
		first = append(first, satOption{Value: say.PlayerNo(p.ID), Name: p.Name})
	}
	for _, p := range players {
		one := satOption{Value: say.PlayerNo(p.ID), Name: p.Name}
		taken := slices.ContainsFunc(chairs, func(c chain.Chair) bool {
			return c.Player == p.ID ||
				c.Pays() == p.ID
		})
		if !slices.Contains(first, one) && (!p.Away || taken) {
			others = append(others, one)
		}
	}
	everybody := append(slices.Clone(first), others...)
	choose := func(from []satOption, id chain.PlayerID) []satOption {
		out := slices.Clone(from)
		for i := range out {
			out[i].Chosen = id != 0 && out[i].Value == say.PlayerNo(id)
		}
		return out
	}
	var places []SatPlace
	for i := range min(rules.MaxSeats, len(chairs)+1) {
		var chair chain.Chair
		if i < len(chairs) {
			chair = chairs[i]
		}
		place := SatPlace{No: i + 1, Who: append(choose(everybody, chair.Player),
			satOption{Name: "Nobody", Chosen: chair.Player == 0})}
		own := chair.Player == 0 || chair.Pays() == chair.Player
		place.Plays = append([]satOption{{Name: "for themselves", Chosen: own}},
			choose(everybody, chair.Account)...)
		for j := range place.Plays[1:] {
			p := &place.Plays[j+1]
			p.Name, p.Chosen = "for "+p.Name, p.Chosen && !own
		}
		places = append(places, place)
	}
	return places
}

func seatChoices(a DealAbout) []seatChoice {
	out := make([]seatChoice, len(a.Chairs))
	for i, c := range a.Chairs {
		seat := rules.Seat(i + 1)
		out[i] = seatChoice{
			Seat: seat, Name: a.Night.PlayerName(c.Player), Face: a.Night.Face(c.Player),
			Sum:   say.AmountOf(a.Night.Money, a.Night.Score(c.Pays())),
			Deals: seat == a.Deal.Dealer, Rests: seat == a.Deal.Sitter(), Leads: seat == a.Deal.Eldest(),
		}
		if c.Pays() != c.Player {
			out[i].Absent = a.Night.PlayerName(c.Pays())
		}
	}
	return out
}

// pairs are those that can be made, in the order of the seats: at a table of four partners across
// stand in the middle column, neighbours beside it. Of five the pairs of who rests are there and can't be
// tapped: without a connection the script seats the next deal.
func (f *DealForm) pairs() []pairChoice {
	var out []pairChoice
	d := f.Deal
	for i, one := range f.Seats {
		for _, other := range f.Seats[i+1:] {
			p := pairChoice{One: one, Other: other}
			p.Proposed, p.Then = d.Proposal(one.Seat, other.Seat)
			p.Eldest, p.Off = p.Proposed == d.Eldest(), one.Rests || other.Rests
			if p.is(d) && d.Caller != p.Proposed && !p.Eldest {
				p.Proposed, p.Then = p.Then, p.Proposed // kept so, by whatever table
			}
			out = append(out, p)
		}
	}
	return out
}

// callChoices are the calls of the night in their rank that this deal can have, or one that follows while
// there is no connection, and last what happens when all pass.
func callChoices(h *rules.House, words rules.Words, a DealAbout) []callChoice {
	out := make([]callChoice, 0, len(h.Calls)+1)
	for _, r := range h.Calls {
		if r.Call == rules.Prop && a.Deal.Seats == 3 { // §1
			continue
		}
		stake := h.Money.Words(r.Stake)
		c := callChoice{ID: r.Call.String(), Name: words.Name(r.Call), Kind: "one", Target: r.Target,
			Makes: makes(r.Target), Needs: count(r.Target) + " · " + stake, Trumps: true,
			Leads: r.Call.CallerLeads(), Names: h.NamesTrumps(r.Call)}
		c.Heard = c.Name + ", " + english.Spelled(r.Target, "trick") + ", " + stake
		switch {
		case r.Call == rules.Royal && a.Deal.Call != rules.Royal: // §8
			c.NotEach = h.NoTrumpsEach()
			c.Off = c.NotEach > 0 && a.Nth%c.NotEach == 0
		case r.Call == rules.Prop:
			c.Kind = "two"
		case r.Call.Losing():
			c.Kind, c.Trumps = "mis", false
		case r.Call == rules.Declared:
			c.Trumps = c.Names
		case r.Call == rules.Irish:
			c.Kind, c.Trumps, c.Target, c.Makes = "irish", false, -1, "as many as bid make it"
			c.Needs, c.Heard = stake+" a trick", ""
		}
		out = append(out, c)
	}
	return append(out, allPassed(h, words))
}

func allPassed(h *rules.House, words rules.Words) callChoice {
	c := callChoice{ID: rules.Passed.String(), Name: words.Name(rules.Passed), Kind: "none", Target: -1}
	if h.AllPass.Played() {
		c.ID, c.Kind = rules.GeneralMisere.String(), "loser"
	}
	switch h.AllPass {
	case rules.Goulash:
		c.Needs = "a goulash next"
	case rules.LastTrick:
		c.Needs = "the last trick pays"
	case rules.FiveOrFour:
		c.Needs = "five tricks pay"
	case rules.Fewest:
		c.Needs, c.Kind = "fewest tricks win", "each"
	default:
		c.Needs = "thrown in"
	}
	return c
}

func questionsFor(h *rules.House, calls []callChoice) questions {
	q := questions{AllPass: string(h.AllPass)}
	for _, c := range calls {
		q.Two = q.Two || c.Kind == "two"
		q.Irish = q.Irish || c.Kind == "irish"
		q.Misere = q.Misere || c.Kind == "mis"
		q.Suits = q.Suits || c.Trumps
		q.Turns = q.Turns || c.NotEach > 0
	}
	switch h.AllPass {
	case rules.LastTrick:
		q.Loser = "Who took the last trick?"
	case rules.FiveOrFour:
		q.Loser = "Who was first to five tricks? If nobody was: first to four?"
	}
	return q
}

func count(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

// makes says how many tricks make a call.
func makes(target int) string {
	switch {
	case target == 0:
		return "none makes it"
	case target == 13:
		return "all thirteen make it"
	case target > 0 && target < 13:
		return english.None(target) + " or more make it"
	}
	return ""
}

// customs are what the table should know of its house rules, in the circle's own words.
func (f *DealForm) customs() (out []string) {
	for _, c := range f.Leads {
		custom := "In " + f.Circle.Noun(c) + " the caller leads"
		if c == rules.Declared && f.House.DeclaredOpen {
			custom += ", and lays the hand open after the first trick"
		}
		out = append(out, custom+".")
	}
	in := laws.Play{House: f.House, Words: f.Circle}
	return append(out, in.Filling().Lines([]string{"{names trumps}"})...)
}
