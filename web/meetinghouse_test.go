package web_test

// Evenings at several tables as tests begin and play them, and the form of the next round.

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
)

func meetingPath(id ledger.NightID) string { return fmt.Sprintf("/meetings/%d", id) }

// evening begins an evening of so many people at so many tables; who is over rests.
func (h *house) evening(people, tables int) ledger.NightID {
	h.t.Helper()
	return h.meetingOf(tables, h.players(dozens[:people]...)...)
}

func (h *house) meetingOf(tables int, ids ...ledger.PlayerID) ledger.NightID {
	h.t.Helper()
	people := len(ids)
	set, _ := rules.Set("units")
	e := ledger.NewMeeting{Name: "Friday night", House: set, Deals: 2, Rounds: 4}
	for i := range tables {
		size := min(4, (people+tables-1-i)/tables)
		e.Tables = append(e.Tables, ledger.NewTable{Name: []string{"By the fire", "At the window",
			"By the door", "In the corner", "Under the clock", "By the stairs"}[i], Seats: ids[:size],
			Dealer: ids[size-1]})
		ids = ids[size:]
	}
	e.Rest = ids
	got := must(h.book.StartMeeting(h.t.Context(), h.slip(), e))(h.t)
	return ledger.NightID(got.ID)
}

// playsRound deals so many deals at every table of this round.
func (h *house) playsRound(id ledger.NightID, deals int) {
	h.t.Helper()
	for _, t := range h.meetingNow(id).Tables {
		if !t.InRound || !t.Open {
			continue
		}
		for i := range deals {
			who := h.nameOf(t.Table[(i+1)%len(t.Table)].Player)
			h.plays(t.ID, "misère "+strings.ToLower(strings.Fields(who)[0])+" 0")
		}
	}
}

// playsRounds plays all rounds of an evening that were agreed.
func (h *house) playsRounds(id ledger.NightID) {
	h.t.Helper()
	for {
		h.playsRound(id, 2)
		if e := h.meetingNow(id); e.Round == e.Rounds {
			return
		}
		h.get(meetingPath(id)).agrees(h, id).is(303)
	}
}

func (h *house) closesMeeting(id ledger.NightID) {
	h.t.Helper()
	if _, err := h.book.CloseMeeting(h.t.Context(), h.slip(), id, 0); err != nil {
		h.t.Fatal(err)
	}
}

// goes sends that somebody goes home, or stays after all.
func (h *house) goes(id ledger.NightID, do string, who int) *answer {
	h.t.Helper()
	form := h.get(meetingPath(id)).starts(fmt.Sprintf("%s:%d", do, who))
	return h.post(meetingPath(id)+"/people", form)
}

// next reads the tables of the coming round: "Ann Bob Cat Dan | Eve Flo Gus Hal".
func (a *answer) next() string {
	var tables []string
	for _, table := range a.doc.Find("#next .seats > div").EachIter() {
		var who []string
		for _, one := range table.Find("button.who").EachIter() {
			one = one.Clone()
			one.Find("em").Remove()
			who = append(who, strings.TrimSpace(one.Text()))
		}
		tables = append(tables, strings.Join(who, " "))
	}
	return strings.Join(tables, " | ")
}

// taps does one thing in the form of the next round.
func (a *answer) taps(h *house, id ledger.NightID, do string) *answer {
	h.t.Helper()
	return h.get(meetingPath(id) + "?" + a.starts(do).Encode())
}

// agrees posts the form of the next round, whether the tables are done or not.
func (a *answer) agrees(h *house, id ledger.NightID) *answer {
	h.t.Helper()
	return h.post(meetingPath(id)+"/rounds", a.starts("without"))
}

// starts is the form of the next round, sent by such a button.
func (a *answer) starts(do string) url.Values {
	form := a.form("#next", "")
	form.Set("do", do)
	return form
}

// seatedNow is who sits where at an evening, by what the book has.
func (h *house) seatedNow(id ledger.NightID) string {
	h.t.Helper()
	var tables []string
	for _, t := range h.meetingNow(id).Tables {
		if t.InRound && t.Open {
			tables = append(tables, strings.Join(strings.Fields(strings.Join(t.SeatNames(), " ")), " "))
		}
	}
	return strings.Join(tables, " | ")
}

func changed(form url.Values, field, value string) url.Values {
	out := url.Values{}
	for name, values := range form {
		out[name] = slices.Clone(values)
	}
	out.Set(field, value)
	return out
}
