package webtest

// Evenings at several tables as tests begin and play them, and the form of the next round.

import (
	"fmt"
	"net/url"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

func MeetingPath(id chain.NightID) string { return fmt.Sprintf("/meetings/%d", id) }

// Meeting begins an evening of so many people at so many tables; who is over rests.
func (h *Site) Meeting(people, tables int) chain.NightID {
	h.T.Helper()
	return h.MeetingOf(tables, h.Players(Dozens[:people]...)...)
}

// Clocked begins an evening of rounds of 40 minutes. All of the first table are back but the dealer.
func (h *Site) Clocked(people, tables int) chain.NightID {
	h.T.Helper()
	id := h.Timed(40, people, tables)
	for _, chair := range h.MeetingNow(id).Tables[0].Table[:3] {
		must(h.Book.Seen(h.T.Context(), h.Slip(), id, 1, []chain.PlayerID{chair.Player}, false))(h.T)
	}
	return id
}

// Timed is Meeting by the clock.
func (h *Site) Timed(minutes, people, tables int) chain.NightID {
	h.T.Helper()
	return h.meeting(minutes, tables, h.Players(Dozens[:people]...))
}

func (h *Site) MeetingOf(tables int, ids ...chain.PlayerID) chain.NightID {
	h.T.Helper()
	return h.meeting(0, tables, ids)
}

func (h *Site) meeting(minutes, tables int, ids []chain.PlayerID) chain.NightID {
	h.T.Helper()
	set, _ := rules.Set("units")
	return h.Gathers(tables, ids, ledger.NewMeeting{Name: "Friday night", House: set, Deals: 2, Minutes: minutes,
		Rounds: 4})
}

// Gathers begins an evening with such rules and rounds.
func (h *Site) Gathers(tables int, ids []chain.PlayerID, e ledger.NewMeeting) chain.NightID {
	h.T.Helper()
	people := len(ids)
	for i := range tables {
		size := min(4, (people+tables-1-i)/tables)
		e.Tables = append(e.Tables, show.SeatTable{Name: []string{"By the fire", "At the window",
			"By the door", "In the corner", "Under the clock", "By the stairs", "By the piano", "At the bar"}[i],
			Seats: ids[:size], Dealer: ids[size-1]})
		ids = ids[size:]
	}
	e.Rest = ids
	got := must(h.Book.StartMeeting(h.T.Context(), h.Slip(), e))(h.T)
	return got.Night
}

// PlaysRound deals so many deals at every table of this round.
func (h *Site) PlaysRound(id chain.NightID, deals int) {
	h.T.Helper()
	for _, t := range h.MeetingNow(id).Tables {
		if !t.InRound || !t.Open {
			continue
		}
		for i := range deals {
			who := h.NameOf(t.Table[(i+1)%len(t.Table)].Player)
			h.Plays(t.ID, "misère "+strings.ToLower(strings.Fields(who)[0])+" 0")
		}
	}
}

// PlaysRounds plays all rounds of an evening that were agreed.
func (h *Site) PlaysRounds(id chain.NightID) {
	h.T.Helper()
	for {
		h.PlaysRound(id, 2)
		if e := h.MeetingNow(id); e.Round == e.Rounds {
			return
		}
		h.Get(MeetingPath(id)).Agrees(h, id).Is(303)
	}
}

func (h *Site) ClosesMeeting(id chain.NightID) {
	h.T.Helper()
	if _, err := h.Book.CloseMeeting(h.T.Context(), h.Slip(), id, 0); err != nil {
		h.T.Fatal(err)
	}
}

// Asks has everybody bring so much table money, which some have paid.
func (h *Site) Asks(id chain.NightID, head int64, paid ...chain.PlayerID) {
	h.T.Helper()
	must(h.Book.EditNight(h.T.Context(), h.Slip(), id, ledger.NightEdit{Head: &head}))(h.T)
	for _, who := range paid {
		must(h.Book.PayHead(h.T.Context(), h.Slip(), id, ledger.HeadMoney{Player: who, Amount: head}))(h.T)
	}
}

// Goes sends that somebody goes home, or stays after all.
func (h *Site) Goes(id chain.NightID, do string, who int) *Answer {
	h.T.Helper()
	form := h.Get(MeetingPath(id)).Starts(fmt.Sprintf("%s:%d", do, who))
	return h.Post(MeetingPath(id)+"/people", form)
}

// Agrees posts the form of the next round, whether the tables are done or not.
func (a *Answer) Agrees(h *Site, id chain.NightID) *Answer {
	h.T.Helper()
	return h.Post(MeetingPath(id)+"/rounds", a.Starts("without"))
}

// Starts is the form of the next round, sent by such a button.
func (a *Answer) Starts(do string) url.Values {
	form := a.Form("#next", "")
	form.Set("do", do)
	return form
}

// SeatedNow is who sits where at an evening, by what the book has.
func (h *Site) SeatedNow(id chain.NightID) string {
	h.T.Helper()
	var tables []string
	for _, t := range h.MeetingNow(id).Tables {
		if t.InRound && t.Open {
			tables = append(tables, strings.Join(strings.Fields(strings.Join(t.SeatNames(), " ")), " "))
		}
	}
	return strings.Join(tables, " | ")
}
