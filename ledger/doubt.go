package ledger

import "ouverte/ledger/state"

// Doubt is the question who deals next, where what was put right has left it open.
type Doubt struct {
	Who    []PlayerID // may be meant; the first is Night.Dealer until the players say
	Chosen PlayerID   // was chosen to deal before deals were put right that came before that; zero: nobody was
}

func doubt(n *state.View, t state.Turn) *Doubt {
	if !t.Doubtful() {
		return nil
	}
	d := &Doubt{Chosen: n.Chosen()}
	for _, p := range t {
		if p != 0 {
			d.Who = append(d.Who, p)
		}
	}
	return d
}

func (d *Doubt) Words(name func(PlayerID) string) string {
	if d.Chosen != 0 {
		return name(d.Chosen) + " was chosen to deal, and deals before that were put right since. Who deals next?"
	}
	return "The last deal was played by others than sit here now. Who deals next?"
}
