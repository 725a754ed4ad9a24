package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// demoClock shows the time last set; after run it is the real clock.
type demoClock struct{ at atomic.Pointer[time.Time] }

func (c *demoClock) now() time.Time {
	if t := c.at.Load(); t != nil {
		return *t
	}
	return time.Now()
}

func (c *demoClock) set(t time.Time) { c.at.Store(&t) }
func (c *demoClock) run()            { c.at.Store(nil) }

// demoWriter records evenings as a scorer would: deal by deal, with mistakes put right, a penalty for who
// came late, the drinks, and settling at midnight.
type demoWriter struct {
	book     *ledger.Book
	clock    *demoClock
	rand     *rand.Rand
	people   []character
	ids      []chain.PlayerID
	at       time.Time
	keys     int
	progress *progress

	deals, evenings int
}

func newDemoWriter(b *ledger.Book, c *demoClock, seed uint64, players int) *demoWriter {
	if players == 0 {
		players = len(theCircle)
	}
	w := &demoWriter{book: b, clock: c, rand: rand.New(rand.NewPCG(seed, 1926))}
	w.people = members(players, w.rand)
	return w
}

// slip makes a slip with a new key, after some time has passed.
func (w *demoWriter) slip(passes time.Duration) ledger.Slip {
	w.at = w.at.Add(passes)
	w.clock.set(w.at)
	w.keys++
	return ledger.Slip{Key: fmt.Sprintf("demo-%d", w.keys), Device: "the tablet"}
}

func (w *demoWriter) enlist(ctx context.Context) error {
	for _, p := range w.people {
		r, err := w.book.AddPlayer(ctx, w.slip(time.Second), p.name)
		if err != nil {
			return err
		}
		w.ids = append(w.ids, chain.PlayerID(r.ID))
	}
	return nil
}

// seasons is how many the demo has.
const seasons = 3

// fridays are the Fridays from September to June of the last three seasons, up to today's.
func fridays(today time.Time) (days []time.Time) {
	first := today.Year() - seasons
	if today.Month() >= time.September {
		first++
	}
	day := time.Date(first, time.September, 1, 19, 40, 0, 0, today.Location())
	for ; day.Before(today); day = day.AddDate(0, 0, 1) {
		summer := day.Month() == time.July || day.Month() == time.August
		if day.Weekday() == time.Friday && !summer && day.Format("0102") != "1225" {
			days = append(days, day)
		}
	}
	return days
}

// circle records three seasons of the nine, on the third Friday of each month at two tables, and a night in
// progress at its eleventh deal.
func (w *demoWriter) circle(ctx context.Context, today time.Time) error {
	days := fridays(today.Add(-24 * time.Hour))
	w.at = days[0].Add(-time.Hour)
	if err := w.enlist(ctx); err != nil {
		return err
	}
	if err := w.book.SetSeason(ctx, "09-01"); err != nil {
		return err
	}
	for i, day := range days {
		third := day.Day() > 14 && day.Day() <= 21
		if w.at = day; third && len(w.ids) >= clubPeople {
			if err := w.clubNight(ctx); err != nil {
				return err
			}
			continue
		}
		if w.rand.IntN(12) == 0 {
			continue // somebody's birthday
		}
		e := demoEvening{set: "hoyle", name: "Friday night", deals: 16 + 4*w.rand.IntN(3), seats: w.whoComes()}
		switch {
		case i%9 == 8:
			e.set, e.name = "ten-pence", "At the Red Lion"
		case i%14 == 13:
			e.set, e.name, e.scale = "hoyle-shillings", "The high table", 1
		}
		if err := w.evening(ctx, e); err != nil {
			return err
		}
	}
	if err := w.counts(ctx); err != nil {
		return err
	}
	w.at = today.Add(-95 * time.Minute)
	last := demoEvening{set: "hoyle", name: w.at.Format("Monday") + " night", deals: 11, open: true}
	last.seats = []int{0, 1, 2, 3}
	return w.evening(ctx, last)
}

// counts has the club count its latest season: the best eight evenings of everybody.
func (w *demoWriter) counts(ctx context.Context) error {
	season := years.SeasonOf(w.at.Format(time.DateOnly), w.book.Now().SeasonBegins())
	_, err := w.book.CountSeason(ctx, w.slip(time.Minute), years.HowCounted{Name: season.Name, From: season.From,
		Until: season.Until, Money: rules.LSD, By: years.ByBest, Best: 8, Least: 20,
		Points: []int{10, 8, 7, 6, 5, 4, 3, 2, 1}})
	return err
}

// whoComes chooses who sits down, mostly four.
func (w *demoWriter) whoComes() []int {
	n := 4
	switch x := w.rand.IntN(100); {
	case x < 8:
		n = 3
	case x < 28:
		n = 5
	}
	var here []int
	for len(here) < n {
		i := w.rand.IntN(len(w.people))
		if !slices.Contains(here, i) && w.rand.Float64() < w.people[i].presence {
			here = append(here, i)
		}
	}
	return here
}

// demoEvening is an evening to be played.
type demoEvening struct {
	set, name string
	scale     int
	deals     int
	seats     []int // of the people
	open      bool
}

// start seats the players.
func (w *demoWriter) start(ctx context.Context, e demoEvening) (chain.NightID, *rules.House, error) {
	house, ok := rules.Set(e.set)
	if !ok {
		return 0, nil, fmt.Errorf("no set %s", e.set)
	}
	n := ledger.NewNight{Name: e.name, Date: w.at.Format(time.DateOnly), House: house, Scale: e.scale}
	for _, i := range e.seats {
		n.Seats = append(n.Seats, w.ids[i])
	}
	n.Dealer = n.Seats[w.rand.IntN(len(n.Seats))]
	r, err := w.book.StartNight(ctx, w.slip(0), n)
	w.evenings++
	return r.Night, house, err
}

// characters are the players of an evening, by seat.
func (w *demoWriter) characters(e demoEvening) []*character {
	var seats []*character
	for _, p := range e.seats {
		seats = append(seats, &w.people[p])
	}
	return seats
}

// evening plays an evening and records it.
func (w *demoWriter) evening(ctx context.Context, e demoEvening) error {
	id, house, err := w.start(ctx, e)
	if err != nil {
		return err
	}
	seats, dealer := w.characters(e), rules.Seat(0)
	for nth := range e.deals {
		if dealer == 0 {
			n, err := w.book.Now().Night(id)
			if err != nil {
				return err
			}
			dealer = n.Dealer
		}
		d := dealt(house, seats, dealer, w.rand)
		dealer = d.LeftOf(dealer)
		if err := w.deal(ctx, id, d, seats, e.open && nth > e.deals-3); err != nil {
			return err
		}
		if nth == e.deals/2 && !e.open && w.rand.IntN(3) == 0 {
			if err := w.stopFor(ctx, id, e, house); err != nil {
				return err
			}
		}
	}
	if e.open {
		return nil
	}
	return w.settleUp(ctx, id)
}

// deal records a deal, unless sure sometimes wrongly first.
func (w *demoWriter) deal(
	ctx context.Context, id chain.NightID, d rules.Deal, seats []*character, sure bool,
) error {
	said, reason := d, ""
	if !sure && w.rand.IntN(50) == 0 {
		said, reason = w.wrongly(d, seats)
	}
	w.deals++
	slip := w.slip(time.Duration(200+w.rand.IntN(240)) * time.Second)
	r, err := w.book.Record(ctx, slip, id, ledger.DealSaid{Deal: said})
	if err != nil || said == d {
		return err
	}
	_, err = w.book.Mend(ctx, w.slip(40*time.Second), id, ledger.Mend{
		Do: ledger.Correct, Deal: r.Deal, Saw: r.Entry, Said: ledger.DealSaid{Deal: d}, Reason: reason,
	})
	return err
}

// wrongly is a deal as a tired scorer may have written it, and what is said when it is put right: a name
// beside the right one was tapped, a revoke came out when the tricks were looked through, or somebody counted
// badly.
func (w *demoWriter) wrongly(d rules.Deal, seats []*character) (said rules.Deal, reason string) {
	if d.Caller == 0 {
		return d, ""
	}
	said = d
	if d.Revokes != [rules.MaxSeats + 1]uint8{} {
		said.Revokes = [rules.MaxSeats + 1]uint8{}
		return said, w.oneOf("the revoke came out afterwards", "forgot the revoke")
	}
	beside := d.LeftOf(d.Caller)
	for !d.Active(beside) || beside == d.Caller || beside == d.Partner {
		beside = d.LeftOf(beside)
	}
	name := func(s rules.Seat) string { return seats[s-1].name }
	switch x := w.rand.IntN(10); {
	case x < 2 && d.Forfeit == 0:
		said.Caller = beside
		return said, w.oneOf("it was "+name(d.Caller)+" who called", "tapped the wrong name",
			name(d.Caller)+", not "+name(beside))
	case x < 4 && d.Partner != 0:
		said.Partner = beside
		return said, w.oneOf("it was "+name(d.Partner)+" who went along", "the wrong partner")
	case d.Tricks < 1 || d.Tricks > 12:
		return d, ""
	case x < 7:
		said.Tricks--
		return said, w.oneOf("counted again", "one trick lay under another", "a trick had slid under the ashtray",
			"the last trick was forgotten")
	}
	said.Tricks++
	return said, w.oneOf("miscounted", "counted again", "one of the tricks was theirs", "pressed one too far")
}

func (w *demoWriter) oneOf(words ...string) string { return words[w.rand.IntN(len(words))] }

// stopFor records what happens between two deals.
func (w *demoWriter) stopFor(
	ctx context.Context, id chain.NightID, e demoEvening, house *rules.House,
) error {
	seats := make([]chain.PlayerID, len(e.seats))
	for i, p := range e.seats {
		seats[i] = w.ids[p]
	}
	who := seats[w.rand.IntN(len(seats))]
	solo, _ := house.Rank(rules.Solo)
	if w.rand.IntN(2) == 0 {
		p := ledger.Penalty{By: who, Kitty: true, Amount: solo.Stake}
		p.Reason = w.oneOf("dealt out of turn", "came late", "looked at a trick that was turned", "shuffled")
		_, err := w.book.Penalise(ctx, w.slip(time.Minute), id, p)
		return err
	}
	drinks := ledger.Cost{By: who, What: "the drinks", Amount: solo.Stake * int64(4*len(seats)), For: seats}
	_, err := w.book.AddCost(ctx, w.slip(time.Minute), id, drinks)
	return err
}

// settleUp pays what is owed, mostly all of it, and closes the night.
func (w *demoWriter) settleUp(ctx context.Context, id chain.NightID) error {
	n, err := w.book.Now().Night(id)
	if err != nil {
		return err
	}
	plan, err := settle.Fewest(n.Owed())
	if err != nil {
		return err
	}
	for _, p := range plan.Pays {
		if w.rand.IntN(15) == 0 {
			continue // next week
		}
		if _, err := w.book.Pay(ctx, w.slip(30*time.Second), id, p); err != nil {
			return err
		}
	}
	_, err = w.book.CloseNight(ctx, w.slip(time.Minute), id, 0)
	return err
}

// club records so many deals: three years of many tables, on as many days of the week as it takes.
func (w *demoWriter) club(ctx context.Context, deals int, today time.Time) error {
	const each = 27 // deals of an evening
	days := seasons * 365
	start := time.Date(today.Year(), today.Month(), today.Day()-days, 19, 40, 0, 0, today.Location())
	w.at = start.Add(-24 * time.Hour)
	if err := w.enlist(ctx); err != nil {
		return err
	}
	nights := (deals + each - 1) / each
	for i := range nights {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.at = start.AddDate(0, 0, i*days/nights)
		e := demoEvening{set: "hoyle", name: "Club night", deals: min(each, deals-w.deals), seats: w.whoComes()}
		if i%10 == 9 {
			e.set = "ten-pence"
		}
		if err := w.quickly(ctx, e); err != nil {
			return err
		}
		if w.progress.due() {
			w.progress.overwrite("%d of %d deals", w.deals, deals)
		}
	}
	w.progress.end(fmt.Sprintf("%d of %d deals", w.deals, deals))
	return nil
}

// quickly records an evening in one request.
func (w *demoWriter) quickly(ctx context.Context, e demoEvening) error {
	id, house, err := w.start(ctx, e)
	if err != nil {
		return err
	}
	seats := w.characters(e)
	dealer := rules.Seat(1 + w.rand.IntN(len(seats)))
	all := make([]ledger.DealSaid, e.deals)
	for i := range all {
		all[i].Deal = dealt(house, seats, dealer, w.rand)
		dealer = all[i].Deal.LeftOf(dealer)
	}
	if _, err := w.book.RecordMany(ctx, w.slip(3*time.Hour), id, 0, all); err != nil {
		return err
	}
	w.deals += len(all)
	_, err = w.book.CloseNight(ctx, w.slip(time.Minute), id, 0)
	return err
}
