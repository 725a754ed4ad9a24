package rules

// What a ruling comes to in money, for the table under it.

// Worth is what a ruling that moves money comes to for the caller's own account (in a general misère: for the one who
// revoked), at so many tricks really taken. From and To are NotSaid where tricks make no difference.
type Worth struct {
	Call     Call
	From, To int
	Net      int64
}

// Worths reckons a ruling for one call, or for each call it may be about where call is NoCall. For Irish it is what one
// trick bid comes to. Rulings that move no money, and calls the house doesn't play, have none.
func (r *Ruling) Worths(h *House, seats int, call Call) []Worth {
	if !r.Posting.MovesMoney() || r.Posting == PostPenalty {
		return nil
	}
	var out []Worth
	for _, c := range r.Offered(h, seats) {
		if call == NoCall || c == call {
			out = append(out, r.worths(h, seats, c)...)
		}
	}
	return out
}

func (r *Ruling) worths(h *House, seats int, call Call) []Worth {
	var out []Worth
	for tricks := range TricksInDeal + 1 {
		d := Deal{Seats: seats, Dealer: Seat(seats), Call: call, Caller: 1, Tricks: tricks}
		whose, who := Seat(1), Seat(2)
		switch call {
		case Prop:
			d.Partner = 3
		case Irish:
			d.Bid, d.Trumps = 1, NoTrumps
		case GeneralMisere:
			d.Caller, d.Tricks, d.Loser, whose = 0, NotSaid, 1, 2
			if h.AllPass == Fewest {
				d.Loser, d.TricksBy[1] = 0, TricksInDeal
			}
		}
		if r.Posting.OfCaller() {
			who = 1
		}
		r.Posting.Mark(&d, who)
		res, err := Settle(h, &d)
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
		out[0].From, out[0].To = NotSaid, NotSaid
	}
	return out
}
