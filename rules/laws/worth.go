package laws

import "ouverte/rules"

// Worth is what a ruling comes to in money for the caller (in a general misère: for the one who revoked), at
// so many tricks really taken. From and To are NotSaid where tricks make no difference.
type Worth struct {
	Call     rules.Call
	From, To int
	Net      int64
}

// Worths reckons a ruling for one call, or for each it may be about where call is NoCall; Irish for one trick
// bid. Rulings that move no money, and calls the house doesn't play, have none.
func (r *Ruling) Worths(in Play, call rules.Call) []Worth {
	if !r.Posting.movesMoney() || r.Posting == PostPenalty {
		return nil
	}
	var out []Worth
	for _, c := range in.Offered(r.Calls) {
		if call == rules.NoCall || c == call {
			out = append(out, r.worths(in.House, in.Seats, c)...)
		}
	}
	return out
}

func (r *Ruling) worths(h *rules.House, seats int, call rules.Call) []Worth {
	var out []Worth
	for tricks := range rules.TricksInDeal + 1 {
		d := rules.Sample(call, seats, tricks, 1, rules.NoTrumps)
		whose, who := rules.Seat(1), rules.Seat(3) // who is an opponent, also in a prop
		if call == rules.GeneralMisere {
			d.Caller, d.Tricks, d.Loser, whose = 0, rules.NotSaid, 1, who
			if h.AllPass == rules.Fewest {
				d.Loser, d.TricksBy[1] = 0, rules.TricksInDeal
			}
		}
		if r.Posting.ofCaller() {
			who = 1
		}
		r.Posting.mark(&d, who)
		res, err := rules.Settle(h, &d)
		if err != nil {
			return nil
		}
		if n := len(out); n > 0 && out[n-1].Net == res.Net[whose] {
			out[n-1].To = tricks
		} else {
			out = append(out, Worth{Call: call, From: tricks, To: tricks, Net: res.Net[whose]})
		}
	}
	if len(out) == 1 {
		out[0].From, out[0].To = rules.NotSaid, rules.NotSaid
	}
	return out
}
