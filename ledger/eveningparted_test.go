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
	if got := c.totals(); got != "P01 16, P02 16, P03 -16, Kit -16" {
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
	owing := make([]Debt, 0, 4)
	for _, d := range whole.Between() {
		owing = append(owing, Debt{From: d.From, To: d.To, Amount: d.Amount})
	}
	c.ok(c.CloseEvening(c.ctx, c.slip(), c.id, e.Version, owing...))
	well(t, c.Path())
	if got := c.totals(); got != "" {
		t.Error("after the close still open: ", got)
	}
}
