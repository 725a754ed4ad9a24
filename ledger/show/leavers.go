package show

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
)

// Who goes home before the others. They pay what they owe so far into the kitty, or get what they are owed
// out of it, there and then; at the end the kitty settles it with those who stayed.

// Leaver is somebody who goes home early, or went.
type Leaver struct {
	MeetingPerson
	Plays bool           // still has deals of the round to play
	Cards int64          // won and lost at all tables
	Costs int64          // their share of what others laid out, or what they laid out for others
	Head  int64          // table money that isn't paid yet: Pays has it in
	Pays  settle.Payment // to or from the kitty, now; no amount: nothing is open, or it is settled otherwise
	Paid  []*Row         // what they paid so, or got, and stands
}

// Leavers are in the order they came.
func (e *Meeting) Leavers() (out []Leaver) {
	way, till := e.Night.Way.Kind(), e.Till()
	for _, p := range e.People {
		if !p.Gone {
			continue
		}
		t := e.Table(p.Table)
		l := Leaver{MeetingPerson: p, Plays: t != nil && !e.Done(t), Cards: p.Score}
		for _, one := range e.accounts {
			if one.ID == p.ID {
				l.Costs = one.Sum.Costs
			}
		}
		head := till.Of(p.ID)
		if l.Costs += head.Paid; head.Owes {
			l.Costs += head.Amount
		} else if !l.Plays {
			l.Head = head.Amount - head.Paid
		}
		for _, r := range e.Night.Ticked() {
			if r.begun < r.Entry {
				continue // a penalty's
			}
			if *r.Paid == (settle.Payment{From: p.ID, To: chain.Kitty, Amount: r.Paid.Amount}) ||
				*r.Paid == (settle.Payment{From: chain.Kitty, To: p.ID, Amount: r.Paid.Amount}) {
				l.Paid = append(l.Paid, r)
			}
		}
		switch total := p.Total - l.Head; {
		case l.Plays || !e.Night.Money.Handed() || way.Go:
		case total < 0:
			l.Pays = settle.Payment{From: p.ID, To: chain.Kitty, Amount: -total}
		case total > 0:
			l.Pays = settle.Payment{From: chain.Kitty, To: p.ID, Amount: total}
		}
		out = append(out, l)
	}
	return out
}
