package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

type club struct {
	*Book
	keys
	t       testing.TB
	ctx     context.Context
	id      NightID
	players []PlayerID
}

func gatherClub(t testing.TB, b *Book, people int) *club {
	t.Helper()
	c := &club{Book: b, t: t, ctx: t.Context()}
	for i := range people {
		name := fmt.Sprintf("P%02d", i+1)
		c.players = append(c.players, PlayerID(c.ok(b.AddPlayer(c.ctx, c.slip(), name)).ID))
	}
	house, _ := rules.Set("hoyle")
	e := NewMeeting{Name: "Club", House: house, Rounds: 3}
	for i := 0; i+4 <= people; i += 4 {
		seats := c.players[i : i+4]
		e.Tables = append(e.Tables, NewTable{Name: fmt.Sprintf("By the fire %d", i/4), Seats: seats,
			Dealer: seats[3]})
	}
	e.Rest = c.players[people/4*4:]
	c.id = NightID(c.ok(b.StartMeeting(c.ctx, c.slip(), e)).ID)
	return c
}

func (c *club) ok(r Receipt, err error) Receipt {
	c.t.Helper()
	testenv.Fine(c.t, err)
	return r
}

// now is the evening as it stands, which must add up to nothing.
func (c *club) now() *Meeting {
	c.t.Helper()
	e := must1(c.Meeting(c.ctx, c.id))
	sum := e.Kitty
	for _, p := range e.People {
		sum += p.Total
	}
	testenv.Same(c.t, sum, 0, "the evening adds up to %d")
	return e
}

func (c *club) solo(table NightID, caller rules.Seat, tricks int) DealID {
	c.t.Helper()
	said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: caller, Tricks: tricks}}
	return c.ok(c.Record(c.ctx, c.slip(), table, said)).Deal
}

func (c *club) totals() string {
	var out []string
	for _, p := range c.now().People {
		if p.Total != 0 {
			out = append(out, fmt.Sprintf("%s %d", p.Name, p.Total))
		}
	}
	return strings.Join(out, ", ")
}

func wantPart(t testing.TB, err error, part string) {
	t.Helper()
	if r := (*Refusal)(nil); !errors.As(err, &r) || !strings.Contains(r.Sentence, part) {
		t.Errorf("%v, want a refusal with %q", err, part)
	}
}

func TestAnEveningAtSeveralTables(t *testing.T) {
	c := gatherClub(t, newBook(t), 9)
	e := c.now()
	if len(e.Tables) != 2 || e.Round != 1 || e.Rounds != 3 || e.Deals != DealsARound || len(e.Rest) != 1 ||
		len(e.People) != 9 {
		t.Fatalf("%+v", e)
	}
	one, two := e.Tables[0].ID, e.Tables[1].ID
	c.solo(one, 1, 7)
	c.solo(two, 2, 3)
	before := c.totals()
	if before != "P01 24, P02 -8, P03 -8, P04 -8, P05 8, P06 -24, P07 8, P08 8" {
		t.Fatal(before)
	}
	if e = c.now(); e.Tables[0].Dealt != 1 {
		t.Errorf("%d deals this round", e.Tables[0].Dealt)
	}
	// The next round: two change places, one rests.
	p := c.players
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, e.Night.Version, Seating{Round: 2, Rest: p[:1],
		Tables: []SeatTable{{Night: one, Seats: []PlayerID{p[8], p[5], p[2], p[3]}}, {Night: two,
			Seats: []PlayerID{p[4], p[1], p[6], p[7]}}}}))
	e = c.now()
	if e.Round != 2 || len(e.Sittings) != 2 || !slices.Equal(e.Rest, p[:1]) || e.Tables[0].Dealt != 0 {
		t.Fatalf("%+v", e)
	}
	c.solo(one, 1, 7) // P09
	if got := c.totals(); got != "P01 24, P02 -8, P03 -16, P04 -16, P05 8, P06 -32, P07 8, P08 8, P09 24" {
		t.Fatal(got)
	}
	before = c.totals()
	// A table goes home early: nothing changes but where it stands.
	c.ok(c.CloseTable(c.ctx, c.slip(), one, c.now().Tables[0].Version))
	if c.totals() != before {
		t.Error(c.totals())
	}
	if n, err := c.Night(c.ctx, one); err != nil || n.Open || slices.ContainsFunc(n.Owed(),
		func(n Net) bool { return !n.Settled() }) {
		t.Errorf("%+v %v", n.Owed(), err)
	}
	_, err := c.Record(c.ctx, c.slip(), one, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}})
	wantPart(t, err, "closed")
	_, err = c.CloseNight(c.ctx, c.slip(), c.id, 0)
	wantPart(t, err, "By the fire 1 is still open")
	c.ok(c.ReopenNight(c.ctx, c.slip(), one, "one more"))
	if c.totals() != before {
		t.Error(c.totals())
	}
	e = c.now()
	c.solo(one, 1, 7)
	stale := (*Stale)(nil)
	if _, err := c.CloseMeeting(c.ctx, c.slip(), c.id, e.Version); !errors.As(err, &stale) {
		t.Errorf("closed over a deal nobody saw: %v", err)
	}
	e = c.now()
	whole := e.Whole()
	if whole.Version != e.Version || len(whole.Deals) != 4 || whole.Deals[0].Nth != 4 {
		t.Fatalf("%+v", whole)
	}
	for i, p := range whole.People {
		if p.Sum.Total() != e.People[i].Total || p.Sum.Score() != e.People[i].Score {
			t.Errorf("%+v, not %+v", p, e.People[i])
		}
	}
	lines, err := c.Nights(c.ctx, NightFilter{})
	if err != nil || len(lines) != 1 || lines[0].Deals != 4 || lines[0].Tables != 2 ||
		lines[0].Standing[0].Amount != 48 {
		t.Fatalf("%+v %v", lines, err)
	}
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, e.Version))
	if got := c.totals(); got != "" {
		t.Error("after the close still open: ", got)
	}
	ann, err := c.Player(c.ctx, p[0])
	if err != nil || ann.Nights != 1 {
		t.Errorf("%+v %v", ann, err)
	}
	book, err := c.PlayerBook(c.ctx, p[5], rules.LSD, Span{}, 10)
	if err != nil || len(book.Evenings) != 1 {
		t.Errorf("%+v %v", book, err)
	}
	well(t, c.Path())
	c.ok(c.ReopenNight(c.ctx, c.slip(), c.id, "more"))
	_, err = c.ReopenNight(c.ctx, c.slip(), c.id, "more")
	wantPart(t, err, "open")
	c.ok(c.ReopenNight(c.ctx, c.slip(), two, "more"))
	well(t, c.Path())
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, c.now().Version))
}

// TestTakeBackARound: until a deal is recorded, a round that was started too early is taken back, and nothing
// of it is left; a deal that is taken back doesn't hold it up.
func TestTakeBackARound(t *testing.T) {
	c := gatherClub(t, newBook(t), 9)
	p, e := c.players, c.now()
	one, two := e.Tables[0].ID, e.Tables[1].ID
	c.solo(one, 1, 7)
	seated := func(round int) {
		c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, Seating{Round: round, Rest: p[:1],
			Tables: []SeatTable{{Night: two, Seats: []PlayerID{p[8], p[5], p[2], p[3]}},
				{Name: "New", Seats: []PlayerID{p[4], p[1], p[6], p[7]}}}}))
	}
	_, err := c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 1)
	wantPart(t, err, "first round")
	totals := c.totals()
	seated(2)
	_, err = c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 1)
	wantPart(t, err, "round 2")
	deal := c.solo(two, 2, 7)
	_, err = c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 2)
	wantPart(t, err, "A deal of round 2 is recorded")
	at, _ := must1(c.Night(c.ctx, two)).Deal(deal)
	c.ok(c.Mend(c.ctx, c.slip(), two, Mend{Do: Remove, Deal: deal, Saw: at.Version}))
	slip := c.slip()
	for range 2 { // a double tap
		c.ok(c.TakeBackRound(c.ctx, slip, c.id, 0, 2))
	}
	e = c.now()
	if e.Round != 1 || len(e.Sittings) != 1 || e.Tables[0].Dealt != 1 || !e.Tables[0].Open || e.Tables[2].Open ||
		c.totals() != totals {
		t.Errorf("%+v", e)
	}
	well(t, c.Path())
	seated(2)
	c.solo(two, 1, 7)
	well(t, c.Path())
}
