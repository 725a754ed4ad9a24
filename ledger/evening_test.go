package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

type club struct {
	*Book
	keys
	t       testing.TB
	ctx     context.Context
	id      chain.NightID
	players []chain.PlayerID
}

func gatherClub(t testing.TB, b *Book, people int) *club {
	t.Helper()
	c := &club{Book: b, t: t, ctx: t.Context()}
	for i := range people {
		name := fmt.Sprintf("P%02d", i+1)
		c.players = append(c.players, chain.PlayerID(c.ok(b.AddPlayer(c.ctx, c.slip(), name)).ID))
	}
	house, _ := rules.Set("hoyle")
	e := NewMeeting{Name: "Club", House: house, Rounds: 3}
	for i := 0; i+4 <= people; i += 4 {
		seats := c.players[i : i+4]
		e.Tables = append(e.Tables, show.SeatTable{Name: fmt.Sprintf("By the fire %d", i/4), Seats: seats,
			Dealer: seats[3]})
	}
	e.Rest = c.players[people/4*4:]
	c.id = c.ok(b.StartMeeting(c.ctx, c.slip(), e)).Night
	return c
}

func (c *club) ok(r Receipt, err error) Receipt {
	c.t.Helper()
	testenv.Fine(c.t, err)
	return r
}

// now is the evening as it stands, which must add up to nothing.
func (c *club) now() *show.Meeting {
	c.t.Helper()
	e := must1(c.Now().Meeting(c.id))
	sum := e.Kitty
	for _, p := range e.People {
		sum += p.Total
	}
	testenv.Same(c.t, sum, 0, "the evening adds up to %d")
	return e
}

func (c *club) solo(table chain.NightID, caller rules.Seat, tricks int) chain.DealID {
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
	if r := (*rules.Problem)(nil); !errors.As(err, &r) || !strings.Contains(r.Sentence, part) {
		t.Errorf("%v, want a refusal with %q", err, part)
	}
}

// TestAnEveningAtSeveralTables: what is refused there, and that lists and figures have the evening once. Its
// money is TestRandomEvenings'.
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
	testenv.Same(t, c.totals(), "P01 24, P02 -8, P03 -8, P04 -8, P05 8, P06 -24, P07 8, P08 8", "it stands %s")
	testenv.Same(t, c.now().Tables[0].Dealt, 1, "%d deals this round")
	c.ok(c.CloseTable(c.ctx, c.slip(), one, c.now().Tables[0].Version))
	_, err := c.Record(c.ctx, c.slip(), one, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}})
	wantPart(t, err, "closed")
	_, err = c.CloseNight(c.ctx, c.slip(), c.id, 0)
	wantPart(t, err, "By the fire 1 is still open")
	c.ok(c.ReopenNight(c.ctx, c.slip(), one, "one more"))
	whole := c.now().Whole()
	if whole.Version != c.now().Version || len(whole.Deals) != 2 || whole.Deals[0].Nth != 2 {
		t.Errorf("%+v", whole)
	}
	for _, f := range []show.NightFilter{
		{}, {Text: "club"}, {Player: c.players[7]}, {Player: c.players[0], Text: "p05"},
	} {
		lines := must1(c.Now().Nights(f))
		if len(lines) != 1 || lines[0].Deals != 2 || lines[0].Tables != 2 || lines[0].Standing[0].Amount != 24 {
			t.Errorf("%+v finds %+v", f, lines)
		}
	}
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, c.now().Version))
	testenv.Same(t, c.totals(), "", "after the close still open: %s")
	testenv.Same(t, must1(c.Now().Player(c.players[0])).Nights, 1, "the first player was there %d times")
	page := must1(c.Now().PlayerBook(c.players[5], rules.LSD, show.Span{}, 10))
	testenv.Same(t, len(page.Evenings), 1, "%d evenings on a player's page")
	c.ok(c.ReopenNight(c.ctx, c.slip(), c.id, "more"))
	_, err = c.ReopenNight(c.ctx, c.slip(), c.id, "more")
	wantPart(t, err, "open")
	c.ok(c.ReopenNight(c.ctx, c.slip(), two, "more"))
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
		c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, show.Seating{Round: round, Rest: p[:1],
			Tables: []show.SeatTable{{Night: two, Seats: []chain.PlayerID{p[8], p[5], p[2], p[3]}},
				{Name: "New", Seats: []chain.PlayerID{p[4], p[1], p[6], p[7]}}}}))
	}
	_, err := c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 1)
	wantPart(t, err, "first round")
	totals := c.totals()
	seated(2)
	_, err = c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 1)
	wantPart(t, err, "round 2")
	deal := c.solo(two, 2, 7)
	_, err = c.TakeBackRound(c.ctx, c.slip(), c.id, 0, 2)
	wantPart(t, err, "Round 2 has a recorded deal")
	at, _ := must1(c.Now().Night(two)).Deal(deal)
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
}

// TestPartingAfterATableClosed parts two whose table closed while they were one: the evening's pages show
// what is open for each, and it closes by what they show. Wins and losses stay with the people who sat there.
func TestPartingAfterATableClosed(t *testing.T) {
	c := gatherClub(t, newBook(t), 8)
	one := c.now().Tables[0].ID
	kit := chain.PlayerID(c.ok(c.AddPlayer(c.ctx, c.slip(), "Kit")).ID)
	c.solo(one, 1, 7) // P04 pays P01 8
	join := c.ok(c.JoinPlayers(c.ctx, c.slip(), c.players[3], kit)).Entry
	c.solo(one, 2, 7) // and P02
	c.ok(c.CloseTable(c.ctx, c.slip(), one, 0))
	c.ok(c.PartPlayers(c.ctx, c.slip(), join, must1(c.Now().Parting(join)).Version))

	e := c.now()
	testenv.Same(t, c.totals(), "P01 16, P02 16, P03 -16, P04 -8, Kit -8", "it stands %s")
	whole, person := e.Whole(), map[chain.PlayerID]show.MeetingPerson{}
	for _, p := range e.People {
		person[p.ID] = p
	}
	for _, p := range whole.People {
		if is := person[p.ID]; p.Sum.Total() != is.Total || p.Sum.Score() != is.Score {
			t.Errorf("the settlement has %d and %d for %s, who has %d and %d", p.Sum.Total(), p.Sum.Score(), p.Name,
				is.Total, is.Score)
		}
		if why := whole.Why(p.ID); len(why) > 0 && why[len(why)-1].After != p.Sum.Total() {
			t.Errorf("what %s has comes to %d, not %d", p.Name, why[len(why)-1].After, p.Sum.Total())
		}
	}
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, e.Version))
	testenv.Same(t, c.totals(), "", "after the close still open: %s")
}
