package ledger

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"strings"
	"testing"
)

// TestDatesAsMeant: an evening of 0026 is refused when it begins and when its date is changed, as is one
// after next year.
func TestDatesAsMeant(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan")
	n := tb.now()
	begin := NewNight{House: n.House, Dealer: n.Table[0].Player,
		Seats: []chain.PlayerID{n.Table[0].Player, n.Table[1].Player, n.Table[2].Player}}
	next := b.clock().AddDate(1, 0, 0).Format("2006") + "-12-31"
	late := b.clock().AddDate(2, 0, 0).Format("2006") + "-01-01"
	for _, day := range []string{"0026-03-13", "1899-12-31", late} {
		begin.Date = day
		_, err := b.StartNight(tb.ctx, tb.slip(), begin)
		wantRefusal(t, err, "date")
		if err != nil && !strings.Contains(err.Error(), day[:4]) {
			t.Error(err)
		}
		_, err = b.StartMeeting(tb.ctx, tb.slip(), NewMeeting{Date: day, House: n.House,
			Tables: []show.SeatTable{{Seats: begin.Seats, Dealer: begin.Dealer}}})
		wantRefusal(t, err, "date")
		_, err = b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day})
		wantRefusal(t, err, "date")
	}
	for _, day := range []string{"1900-01-01", next} {
		must1(b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day}))
	}
}

// TestHouseFollowsAChangedDate: a set was played by last on the day its latest night has now.
func TestHouseFollowsAChangedDate(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan")
	day := "2019-03-08"
	must1(b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day}))
	if h := b.Now().Houses()[0]; h.House.ID != "hoyle" || h.Last != day || h.Nights != 1 {
		t.Errorf("%s was played by last on %s, at %d nights", h.House.ID, h.Last, h.Nights)
	}
}
