package show

// The awards of an evening.

import (
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/years"
	"ouverte/rules"
)

type guest struct {
	years.Winner
	score                int64
	deals, called, made  int64
	broke, revoked, rise int64
}

type pairOfNight struct {
	two [2]years.Winner
	won int64
}

func (n *Night) Awards() (out []years.Award) {
	if len(n.Deals) == 0 {
		return nil
	}
	all, pairs := n.guests()
	give := func(merit years.Merit, least int64, figure func(*guest) int64) {
		best := years.Most(all, float64(least), func(g *guest) float64 { return float64(figure(g)) })
		if len(best) == 0 {
			return
		}
		a := years.Award{For: merit, Amount: figure(best[0])}
		for _, g := range best {
			a.To = append(a.To, g.Winner)
		}
		out = append(out, a)
	}
	give(years.NightWon, 1, func(g *guest) int64 { return g.score })
	give(years.NightPaid, 1, func(g *guest) int64 { return -g.score })
	give(years.Lion, 2, func(g *guest) int64 { return g.made })
	give(years.Optimist, 2, func(g *guest) int64 { return g.called - g.made })
	if best := years.Most(pairs, 2, func(p *pairOfNight) float64 { return float64(p.won) }); len(best) > 0 {
		a := years.Award{For: years.BestPair, Amount: best[0].won}
		for _, p := range best {
			a.To = append(a.To, p.two[:]...)
		}
		out = append(out, a)
	}
	give(years.Spoilsport, 1, func(g *guest) int64 { return g.broke })
	var biggest int64
	for i := range all {
		biggest = max(biggest, all[i].score, -all[i].score)
	}
	give(years.WayBack, biggest/2+1, func(g *guest) int64 { return g.rise })
	give(years.Butterfingers, 1, func(g *guest) int64 { return g.revoked })
	give(years.Wallflower, 8, func(g *guest) int64 {
		if g.called > 0 {
			return 0
		}
		return g.deals
	})
	if a := n.dealOfNight(); a.Amount > 0 {
		out = append(out, a)
	}
	return out
}

func (n *Night) guests() (all []guest, pairs []pairOfNight) {
	at := map[chain.PlayerID]int{}
	for i, p := range n.People {
		at[p.ID] = i
		all = append(all, guest{Winner: years.Winner{Player: p.ID, Name: p.Name, Face: p.Face},
			score: p.Sum.Score()})
	}
	for _, d := range slices.Backward(n.Deals) {
		x := &d.Deal
		for i, c := range d.Chairs {
			s := rules.Seat(i + 1)
			place, ok := at[c.Player]
			if !ok || !x.Active(s) {
				continue
			}
			g := &all[place]
			g.deals++
			g.revoked += int64(x.Revokes[s])
			switch mine := s == x.Caller || s == x.Partner; {
			case mine:
				if g.called++; d.Result.Outcome == rules.Won {
					g.made++
				}
			case x.Caller != 0 && d.Result.Outcome == rules.Lost && x.Call.Losing():
				g.broke++
			}
		}
		if x.Partner == 0 || d.Result.Outcome != rules.Won {
			continue
		}
		a, b := n.winner(d, x.Caller), n.winner(d, x.Partner)
		if a.Name > b.Name {
			a, b = b, a
		}
		i := slices.IndexFunc(pairs, func(p pairOfNight) bool { return p.two == [2]years.Winner{a, b} })
		if i < 0 {
			i, pairs = len(pairs), append(pairs, pairOfNight{two: [2]years.Winner{a, b}})
		}
		pairs[i].won++
	}
	for _, l := range n.Lines() {
		if place, ok := at[l.Player]; ok { // back from below nothing
			if lowest := slices.Min(l.Points); lowest < 0 {
				all[place].rise = l.Points[len(l.Points)-1] - lowest
			}
		}
	}
	return all, pairs
}

func (n *Night) winner(d *Dealt, s rules.Seat) years.Winner {
	p := d.Chairs[s-1].Player
	return years.Winner{Player: p, Name: d.Names[s-1], Face: n.Face(p)}
}

// Biggest is the deal that brought somebody most, the earliest of equals; nil where none brought anything.
func (n *Night) Biggest() (deal *Dealt) {
	var most int64
	for _, d := range slices.Backward(n.Deals) {
		if brought := slices.Max(d.Result.Net[:]); brought > most {
			deal, most = d, brought
		}
	}
	return deal
}

// dealOfNight is for the biggest deal, to all it brought as much.
func (n *Night) dealOfNight() (a years.Award) {
	deal := n.Biggest()
	if deal == nil {
		return a
	}
	a.Amount = slices.Max(deal.Result.Net[:])
	a.For, a.Night, a.Deal, a.Nth, a.Call = years.DealOfNight, n.ID, deal.ID, deal.Nth, deal.Deal.Call
	for i := range deal.Names {
		if deal.Result.Net[i+1] == a.Amount {
			a.To = append(a.To, n.winner(deal, rules.Seat(i+1)))
		}
	}
	return a
}
