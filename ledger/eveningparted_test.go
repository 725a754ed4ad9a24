package ledger

import "testing"

// TestPartingAfterATableClosed parts two whose table closed while they were one: the evening's pages show
// what is open for each, and it closes by what they show.
func TestPartingAfterATableClosed(t *testing.T) {
	c := gatherClub(t, newBook(t), 8)
	one := c.now().Tables[0].ID
	kit := PlayerID(c.ok(c.AddPlayer(c.ctx, c.slip(), "Kit")).ID)
	c.solo(one, 1, 7) // P04 pays P01 8
	join := c.ok(c.JoinPlayers(c.ctx, c.slip(), c.players[3], kit)).Entry
	c.solo(one, 2, 7) // and P02
	c.ok(c.CloseTable(c.ctx, c.slip(), one, 0))
	c.ok(c.PartPlayers(c.ctx, c.slip(), join, must1(c.Parting(c.ctx, join)).Version))
	well(t, c.Path())

	e := c.now()
	if got := c.totals(); got != "P01 16, P02 16, P03 -16, P04 -8, Kit -8" {
		t.Fatal(got)
	}
	whole := e.Whole()
	open := map[PlayerID]int64{}
	for _, p := range e.People {
		open[p.ID] = p.Total
	}
	for _, p := range whole.People {
		if p.Sum.Total() != open[p.ID] {
			t.Errorf("the settlement has %d for %s, who has %d", p.Sum.Total(), p.Name, open[p.ID])
		}
		if why := whole.Why(p.ID); len(why) > 0 && why[len(why)-1].After != p.Sum.Total() {
			t.Errorf("what %s has comes to %d, not %d", p.Name, why[len(why)-1].After, p.Sum.Total())
		}
	}
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, e.Version))
	well(t, c.Path())
	if got := c.totals(); got != "" {
		t.Error("after the close still open: ", got)
	}
}

// TestScoresAfterAParting: what was won and lost stands with who sat there, also where the table closed while
// they were taken for somebody else.
func TestScoresAfterAParting(t *testing.T) {
	c := gatherClub(t, newBook(t), 8)
	one := c.now().Tables[0].ID
	c.solo(one, 1, 7)
	kit := PlayerID(c.ok(c.AddPlayer(c.ctx, c.slip(), "Kit")).ID)
	join := c.ok(c.JoinPlayers(c.ctx, c.slip(), c.players[0], kit)).Entry
	c.ok(c.CloseTable(c.ctx, c.slip(), one, 0))
	c.ok(c.PartPlayers(c.ctx, c.slip(), join, 0))
	e := c.now()
	if best := e.Best()[0]; best.ID != c.players[0] || best.Score != 24 {
		t.Errorf("the best is %s with %d", best.Name, best.Score)
	}
	score := map[PlayerID]int64{}
	for _, p := range e.Whole().People {
		score[p.ID] = p.Sum.Score()
	}
	for _, p := range e.People {
		if p.Score != score[p.ID] {
			t.Errorf("%s has %d, on the last page %d", p.Name, p.Score, score[p.ID])
		}
	}
	well(t, c.Path())
}
