package years

// Awards of an evening or a season.

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/rules"
)

// Two or three with the same figure share an award, with more nobody has it; of evenings and deals with the
// same figure the first counts.
type Award struct {
	For     Merit
	To      []Winner // of Firm and BestPair by twos; of DearFriend who paid
	From    []Winner // of DearFriend whom
	Amount  int64
	Low     int64 // of WayBack
	Rate    Rate  // of SafeHands, Bold and Firm
	Call    rules.Call
	Nth     int // of DealOfNight, in its night
	Night   chain.NightID
	Deal    chain.DealID
	Date    string
	Several bool // who has it can't be said in one player's address
}

type Winner struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
}

type Merit uint8

const (
	Purse Merit = iota
	Patron
	AlwaysThere
	SafeHands
	Bold
	Firm
	DearFriend
	Spoilsport
	Butterfingers
	BestSeat // sat out most, five at the table
	EveningToRemember
	EveningToForget
	DealToTell
	WayBack // from lowest to highest, in one evening

	NightWon
	NightPaid
	Lion
	Optimist
	BestPair
	Wallflower
	DealOfNight
)

// Most are those of a list that have the most of something, at least so much; none where more than three do.
func Most[T any](all []T, least float64, figure func(*T) float64) (best []*T) {
	most := least
	for i := range all {
		switch f := figure(&all[i]); {
		case f > most || f == most && len(best) == 0:
			best, most = []*T{&all[i]}, f
		case f == most:
			best = append(best, &all[i])
		}
	}
	if len(best) > 3 {
		return nil
	}
	return best
}

func (p *PlayerStanding) winner() Winner { return Winner{p.Player, p.Name, p.Face} }

func (f *PairFigures) winners() []Winner {
	return []Winner{{f.A, f.NameA, f.FaceA}, {f.B, f.NameB, f.FaceB}}
}

func (o *Circle) Awards() (out []Award) {
	of := func(merit Merit, all []PlayerStanding, least float64, figure func(*PlayerStanding) float64) *Award {
		best := Most(all, least, figure)
		if len(best) == 0 {
			return &Award{}
		}
		out = append(out, Award{For: merit, Amount: int64(figure(best[0])), Several: len(best) > 1})
		a := &out[len(out)-1]
		for _, p := range best {
			a.To = append(a.To, p.winner())
		}
		return a
	}
	of(Purse, o.Standing, 1, func(p *PlayerStanding) float64 { return float64(p.Score) })
	of(Patron, o.Standing, 1, func(p *PlayerStanding) float64 { return -float64(p.Score) })
	of(AlwaysThere, o.Standing, 2, func(p *PlayerStanding) float64 { return float64(p.Nights) })
	safe := of(SafeHands, o.Shown, 1e-9, func(p *PlayerStanding) float64 {
		made, n := o.ownCalls(p.Player)
		if low, _ := made.Between(); n >= Few { // the lower end, so that few calls don't win it
			return low
		}
		return 0
	})
	if len(safe.To) > 0 {
		safe.Rate, _ = o.ownCalls(safe.To[0].Player)
	}
	bold := of(Bold, o.Shown, 1e-9, func(p *PlayerStanding) float64 {
		if _, n := o.ownCalls(p.Player); n >= Few {
			return float64(n) / float64(p.Deals)
		}
		return 0
	})
	for _, p := range o.Shown {
		if len(bold.To) > 0 && p.Player == bold.To[0].Player {
			_, n := o.ownCalls(p.Player)
			bold.Rate = Rate{n, p.Deals}
		}
	}
	out = o.awardPairs(out)
	of(Spoilsport, o.Standing, 1, func(p *PlayerStanding) float64 { return float64(p.Broken) })
	of(Butterfingers, o.Standing, 1, func(p *PlayerStanding) float64 { return float64(p.Revokes) })
	of(BestSeat, o.Standing, 5, func(p *PlayerStanding) float64 { return float64(p.Out) })
	if e := o.Best; e != nil && e.Score > 0 {
		out = append(out, o.awardEvening(EveningToRemember, e))
	}
	if e := o.Worst; e != nil && e.Score < 0 {
		out = append(out, o.awardEvening(EveningToForget, e))
	}
	if d := o.BestDeal; d != nil {
		out = append(out, Award{For: DealToTell, To: o.byName(o.BestDealBy), Amount: d.Amount, Night: d.Night,
			Deal: d.Deal, Date: d.Date})
	}
	back := Most(o.Results, 1, func(r *Result) float64 {
		if r.Closed && r.Low < 0 && r.Score > 0 {
			return float64(r.Score - r.Low)
		}
		return 0
	})
	if len(back) > 0 {
		r := back[0]
		for _, p := range o.Standing {
			if p.Player == r.Player {
				out = append(out, Award{For: WayBack, To: []Winner{p.winner()}, Amount: r.Score, Low: r.Low,
					Night: r.Night, Date: r.Date})
			}
		}
	}
	return out
}

func (o *Circle) awardPairs(out []Award) []Award {
	for i, pairs := range [...][]PairFigures{o.Firms(), o.Rivals()} {
		figure := [...]func(*PairFigures) int64{func(f *PairFigures) int64 { return f.Amount },
			(*PairFigures).Net}[i]
		best := Most(pairs, 1, func(f *PairFigures) float64 { return float64(figure(f)) })
		if len(best) == 0 {
			continue
		}
		a := Award{For: [...]Merit{Firm, DearFriend}[i], Amount: figure(best[0]), Several: len(best) > 1}
		for _, f := range best {
			if two := f.winners(); a.For == Firm {
				a.To = append(a.To, two...)
				a.Rate = f.Rate()
			} else {
				a.From, a.To = append(a.From, two[0]), append(a.To, two[1])
			}
		}
		out = append(out, a)
	}
	return out
}

func (o *Circle) awardEvening(merit Merit, e *EveningRecord) Award {
	return Award{For: merit, To: o.byName(append([]string{e.Name}, e.Equals...)), Amount: e.Score,
		Night: e.Night, Date: e.Date}
}

// byName finds people of the standing; no two in a book share a name.
func (o *Circle) byName(names []string) (out []Winner) {
	for _, name := range names {
		for _, p := range o.Standing {
			if p.Name == name {
				out = append(out, p.winner())
			}
		}
	}
	return out
}

func (o *Circle) ownCalls(p chain.PlayerID) (made Rate, n int64) {
	for _, f := range o.Heat[p] {
		made, n = made.plus(f.Rate()), n+f.N
	}
	return made, n
}
