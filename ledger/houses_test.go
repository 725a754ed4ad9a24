package ledger

import (
	"strings"
	"testing"

	"ouverte/ledger/archive"
)

// TestDatesAsMeant: an evening of 0026 is refused when it begins and when its date is changed, as is one
// after next year.
func TestDatesAsMeant(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan")
	n := tb.now()
	begin := NewNight{House: n.House, Seats: []PlayerID{n.Table[0].Player, n.Table[1].Player, n.Table[2].Player},
		Dealer: n.Table[0].Player}
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
			Tables: []NewTable{{Seats: begin.Seats, Dealer: begin.Dealer}}})
		wantRefusal(t, err, "date")
		_, err = b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day})
		wantRefusal(t, err, "date")
	}
	for _, day := range []string{"1900-01-01", next} {
		must1(b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day}))
	}
}

// TestAChangedDateIsExported: the table and the journals of an evening with money are of the day it has now.
func TestAChangedDateIsExported(t *testing.T) {
	tb := lively(t)
	was, day := tb.now().Date, "2019-03-08"
	forms := []archive.Format{archive.CSV, archive.Journal, archive.Beancount}
	count := func(form archive.Format, date string) int {
		return strings.Count(exported(t, tb.Path(), form), date)
	}
	var before []int
	for _, form := range forms {
		before = append(before, count(form, was))
	}
	must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day}))
	for i, form := range forms {
		if old, now := count(form, was), count(form, day); now == 0 || old >= before[i] {
			t.Errorf("%s: of %d of %s %d are left, and %d are of %s", form, before[i], was, old, now, day)
		}
	}
}

// TestHouseFollowsAChangedDate: a set was played by last on the day its latest night has now.
func TestHouseFollowsAChangedDate(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan")
	day := "2019-03-08"
	must1(b.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Date: &day}))
	if h := must1(b.Houses(tb.ctx))[0]; h.House.ID != "hoyle" || h.Last != day || h.Nights != 1 {
		t.Errorf("%s was played by last on %s, at %d nights", h.House.ID, h.Last, h.Nights)
	}
}
