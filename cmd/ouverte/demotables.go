package main

import (
	"context"
	"slices"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// clubRounds are who sits where at a club night of a demo, by number, as package seating plans five rounds of
// nine people at two tables. Who isn't in a round rests.
var clubRounds = [...][2][4]int{
	{{1, 2, 9, 4}, {8, 7, 3, 6}},
	{{3, 4, 6, 9}, {2, 7, 5, 8}},
	{{8, 4, 5, 3}, {1, 7, 6, 2}},
	{{9, 4, 7, 8}, {5, 1, 3, 2}},
	{{3, 4, 2, 7}, {5, 6, 1, 9}},
}

// clubPeople is for how many these rounds are.
const clubPeople = 9

// clubTables name the tables of a club night.
var clubTables = [...]string{"By the fire", "At the window"}

// clubNight plays an evening of nine at two tables, and settles it together. Who has which number is
// drawn anew each time.
func (w *demoWriter) clubNight(ctx context.Context) error {
	numbered := slices.Clone(w.ids)
	w.rand.Shuffle(len(numbered), func(i, j int) { numbered[i], numbered[j] = numbered[j], numbered[i] })
	numbered = numbered[:clubPeople]
	house, _ := rules.Set("hoyle")
	e := ledger.NewMeeting{
		Name: "Club night", Date: w.at.Format(time.DateOnly), House: house, Rounds: len(clubRounds),
	}
	seats, rest := clubSeats(0, numbered)
	e.Rest = rest
	for i, name := range clubTables {
		dealer := seats[i][w.rand.IntN(4)]
		e.Tables = append(e.Tables, show.SeatTable{Name: name, Seats: seats[i], Dealer: dealer})
	}
	r, err := w.book.StartMeeting(ctx, w.slip(0), e)
	if err != nil {
		return err
	}
	w.evenings++
	for round := range clubRounds {
		if err := w.clubRound(ctx, r.Night, round, numbered); err != nil {
			return err
		}
	}
	solo, _ := house.Rank(rules.Solo)
	drinks := ledger.Cost{By: numbered[0], What: "the drinks", For: numbered}
	drinks.Amount = solo.Stake * 4 * clubPeople
	if _, err := w.book.AddCost(ctx, w.slip(time.Minute), r.Night, drinks); err != nil {
		return err
	}
	if _, err := w.book.GatherTables(ctx, w.slip(time.Minute), r.Night, 0); err != nil {
		return err
	}
	return w.settleUp(ctx, r.Night)
}

// clubSeats are who sits at each table in a round, and who rests.
func clubSeats(round int, numbered []chain.PlayerID) (seats [2][]chain.PlayerID, rest []chain.PlayerID) {
	rest = slices.Clone(numbered)
	for i, table := range clubRounds[round] {
		for _, number := range table {
			p := numbered[number-1]
			seats[i] = append(seats[i], p)
			rest = slices.DeleteFunc(rest, func(other chain.PlayerID) bool { return other == p })
		}
	}
	return seats, rest
}

// clubRound seats a round, unless it is the first, and plays its deals, the tables by turns.
func (w *demoWriter) clubRound(
	ctx context.Context, id chain.NightID, round int, numbered []chain.PlayerID,
) error {
	e, err := w.book.Now().Meeting(id)
	if err != nil {
		return err
	}
	if seats, rest := clubSeats(round, numbered); round > 0 {
		next := show.Seating{Round: round + 1, Rest: rest}
		for i, t := range e.Tables {
			next.Tables = append(next.Tables, show.SeatTable{Night: t.ID, Seats: seats[i]})
		}
		if _, err := w.book.AgreeRound(ctx, w.slip(time.Minute), id, e.Night.Version, next); err != nil {
			return err
		}
		if e, err = w.book.Now().Meeting(id); err != nil {
			return err
		}
	}
	var dealers [len(clubTables)]rules.Seat
	for nth := range e.Deals {
		for i, t := range e.Tables {
			if nth == 0 {
				dealers[i] = t.Dealer
			}
			sitting := w.sitting(t.Night)
			d := dealt(t.House, sitting, dealers[i], w.rand)
			dealers[i] = d.LeftOf(dealers[i])
			if err := w.deal(ctx, t.ID, d, sitting, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// sitting are the characters at a table, by seat.
func (w *demoWriter) sitting(n *show.Night) (seats []*character) {
	for _, chair := range n.Table {
		seats = append(seats, &w.people[slices.Index(w.ids, chair.Player)])
	}
	return seats
}
