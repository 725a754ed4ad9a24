package rules

type reckoning struct {
	outcome     Outcome
	over, under int
	net         [MaxSeats + 1]int64
}

// byTheBook is a second reckoning, slow and literal: RULES.md from top to bottom, seats counted from the
// dealer's left and coins paid out one by one. It uses nothing of settle.go, so that the two can be compared.
func byTheBook(h *House, d *Deal) (r reckoning) {
	// §1: the order is from the dealer's left; with five, the player on the dealer's right sits out.
	var table []int
	for i := 1; i <= d.Seats; i++ {
		if d.Seats == 5 && i == 4 {
			continue
		}
		table = append(table, (int(d.Dealer)-1+i)%d.Seats+1)
	}
	hand := func(from, to int, coins int64) {
		r.net[from] -= coins
		r.net[to] += coins
	}

	switch d.Call {
	case Passed:
		r.outcome = PassedOut
		return r
	case Void:
		r.outcome = VoidDeal
		return r
	case GeneralMisere:
		r.outcome = bookMisery(h, d, table, hand)
		return r
	}

	var rank Rank
	for _, c := range h.Calls {
		if c.Call == d.Call {
			rank = c
		}
	}
	var D, O []int // the sides
	for _, s := range table {
		if s == int(d.Caller) || s == int(d.Partner) {
			D = append(D, s)
		} else {
			O = append(O, s)
		}
	}
	stake, lost := rank.Stake, rank.Lost
	if lost == 0 { // §4: lost is stake where a set doesn't say otherwise
		lost = stake
	}
	T := rank.Target
	if d.Call == Irish { // §3: per trick bid
		stake *= int64(d.Bid)
		lost *= int64(d.Bid)
		T = d.Bid
	}
	misere := d.Call == Misere || d.Call == MisereOuverte
	// §4: under × max(0, the tricks short, or those taken in a misère, − freeUnder)
	under := func(tricks int) (coins int64) {
		for free := rank.FreeUnder; tricks > 0; tricks-- {
			if free > 0 {
				free--
			} else {
				coins += rank.Under
			}
		}
		return coins
	}
	overs := !misere && d.Call != Declared && d.Call != GrandSlam && d.Call != Irish

	usual := func(won bool, each int64) {
		for i, o := range O {
			with := D[0]
			if d.Call == Prop {
				with = D[i]
			}
			if won {
				hand(o, with, each)
			} else {
				hand(with, o, each)
			}
		}
	}

	// §5, wrong cards, before everything below.
	wrongD, wrongO := false, false
	for _, s := range D {
		wrongD = wrongD || d.WrongCards[s]
	}
	for _, s := range O {
		wrongO = wrongO || d.WrongCards[s]
	}
	if wrongD || wrongO {
		r.outcome = Won
		if wrongD {
			r.outcome = Lost
			usual(false, lost)
		} else {
			usual(true, stake)
		}
		return r
	}

	// §5, misère forfeit.
	if d.Forfeit != 0 {
		r.outcome = Won
		if !h.OffenderPays {
			usual(true, stake)
			return r
		}
		for range O {
			hand(int(d.Forfeit), D[0], stake)
		}
		return r
	}

	// §5, revokes.
	rD, rO := 0, 0
	for _, s := range D {
		rD += int(d.Revokes[s])
	}
	var offenders []int
	for _, s := range O {
		rO += int(d.Revokes[s])
		if d.Revokes[s] > 0 {
			offenders = append(offenders, s)
		}
	}
	switch {
	case rD > 0 && rO > 0:
		r.outcome = VoidDeal
		return r
	case rD > 0:
		r.outcome = Lost
		left := d.Tricks - h.RevokeTricks*rD
		if left < 0 {
			left = 0
		}
		each := lost
		if overs && left < T {
			r.under = T - left
			each += under(r.under)
		}
		if misere {
			each += under(d.Tricks)
		}
		usual(false, each)
		return r
	case rO > 0:
		r.outcome = Won
		left := (13 - d.Tricks) - h.RevokeTricks*rO
		if left < 0 {
			left = 0
		}
		each := stake
		if overs && 13-left > T {
			r.over = 13 - left - T
			perTrick := rank.Over
			if d.Call == Prop && h.Slam == SlamDoublesOver && d.Tricks == 13 {
				perTrick *= 2
			}
			each += perTrick * int64(r.over)
		}
		if overs && d.Tricks == 13 && T < 13 { // only where D really took all 13
			each += rank.Bonus
		}
		switch {
		case !h.OffenderPays, d.Call == Prop && len(offenders) == 2:
			usual(true, each)
		case d.Call == Prop:
			hand(offenders[0], D[0], each)
			hand(offenders[0], D[1], each)
		default:
			// The whole sum lies on the table and is taken up coin by coin, first offender first.
			for coin := int64(0); coin < each*int64(len(O)); coin++ {
				hand(offenders[coin%int64(len(offenders))], D[0], 1)
			}
		}
		return r
	}

	// §4.
	won := d.Tricks >= T
	if T == 0 {
		won = d.Tricks == 0
	}
	each := stake
	if !won {
		each = lost
	}
	switch {
	case overs && won:
		r.over = d.Tricks - T
		each += rank.Over * int64(r.over)
		if d.Call == Prop && h.Slam == SlamDoublesOver && d.Tricks == 13 {
			each += rank.Over * int64(r.over)
		}
		if d.Tricks == 13 && T < 13 {
			each += rank.Bonus
		}
	case overs:
		r.under = T - d.Tricks
		each += under(r.under)
	case misere && !won:
		each += under(d.Tricks)
	}
	r.outcome = Lost
	if won {
		r.outcome = Won
	}
	usual(won, each)
	return r
}

// bookMisery is §6.
func bookMisery(h *House, d *Deal, table []int, hand func(from, to int, coins int64)) Outcome {
	stake := h.Misery
	for _, c := range h.Calls {
		if c.Call == Solo && stake == 0 {
			stake = c.Stake
		}
	}
	loser := int(d.Loser)
	spoilers := 0 // by wrong hands or revokes
	for _, s := range table {
		if d.Revokes[s] > 0 || d.WrongCards[s] {
			loser = s
			spoilers++
		}
	}
	switch {
	case spoilers > 1:
		return VoidDeal
	case spoilers == 1 || h.AllPass != Fewest:
		for _, s := range table {
			if s != loser {
				hand(loser, s, stake)
			}
		}
		return Played
	}
	for _, winner := range table {
		beaten := false
		for _, s := range table {
			beaten = beaten || d.TricksBy[s] < d.TricksBy[winner]
		}
		if beaten {
			continue
		}
		for _, s := range table {
			if d.TricksBy[s] > d.TricksBy[winner] {
				hand(s, winner, stake)
			}
		}
	}
	return Played
}
