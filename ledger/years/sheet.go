package years

// Which deals and penalties a night comes to.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// reader goes through the nights of a state. It resolves all players once, in a table by id. The lists it
// gives are valid until the next night.
type reader struct {
	*state.State
	who     []chain.PlayerID
	onSheet []*state.Version
	tables  []*state.Night
	without []chain.NightID // tables that don't count
}

func read(s *state.State) *reader {
	r := &reader{State: s, who: make([]chain.PlayerID, s.Names().Len()+1)}
	for id := range r.who {
		r.who[id] = s.Names().Who(chain.PlayerID(id))
	}
	return r
}

// nights lists those of a span in a money, or in any, in the order of their dates. The tables of an evening
// aren't among them: the evening stands for them.
func (r *reader) nights(money rules.Money, span Span) []*state.Night {
	out := make([]*state.Night, 0, r.LastNight())
	inOrder := true
	for n := range r.Nights() {
		if n.Meeting != 0 || money != "" && n.House.Money != money || !span.Holds(n.Date) {
			continue
		}
		inOrder = inOrder && (len(out) == 0 || out[len(out)-1].Date <= n.Date)
		out = append(out, n)
	}
	if !inOrder {
		slices.SortFunc(out, byDate)
	}
	return out
}

func byDate(a, b *state.Night) int {
	return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
}

// parts are the night and, of an evening at several tables, those.
func (r *reader) parts(n *state.Night) []*state.Night {
	r.tables = append(r.tables[:0], n)
	if n.Several != nil {
		for _, id := range r.Tables(n.ID) {
			if slices.Contains(r.without, id) {
				continue
			}
			r.tables = append(r.tables, r.Night(id))
		}
	}
	return r.tables
}

// deals are those that stand in a night, at all its tables, in the order of the sheet.
func (r *reader) deals(n *state.Night) []*state.Version {
	r.onSheet = r.onSheet[:0]
	if n.Several == nil {
		for i := range n.Deals {
			if standing := n.Deals[i].Standing; standing >= 0 {
				r.onSheet = append(r.onSheet, &n.Versions[standing])
			}
		}
		return r.onSheet
	}
	for _, d := range inOrder(r.parts(n)) {
		r.onSheet = append(r.onSheet, d.Version)
	}
	return r.onSheet
}

// placed is a deal that stands, with its place among the entries: its own, or that of the deal it was
// inserted after.
type placed struct {
	*state.Version
	at chain.EntryID
}

// inOrder are the deals that stand at some tables, in the order of the sheet.
func inOrder(tables []*state.Night) (all []placed) {
	for _, n := range tables {
		var at chain.EntryID
		for i := range n.Deals {
			d := &n.Deals[i]
			if d.Standing < 0 {
				continue
			}
			if !d.Inserted {
				at = max(at, chain.EntryID(d.ID))
			}
			all = append(all, placed{&n.Versions[d.Standing], at})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	return all
}

type fine struct {
	entry chain.EntryID
	nets  []settle.Net
}

// penalties are those that stand in a night, at all its tables, in the order they were entered.
func (r *reader) penalties(n *state.Night) (out []fine) {
	for _, part := range r.parts(n) {
		out = r.fines(out, part)
	}
	if n.Several != nil {
		slices.SortFunc(out, func(a, b fine) int { return cmp.Compare(a.entry, b.entry) })
	}
	return out
}

func (r *reader) fines(to []fine, n *state.Night) []fine {
	for _, o := range n.Others {
		if o.Kind != chain.KindPenalty || o.Undone != 0 {
			continue
		}
		if f := r.fine(o); len(f.nets) > 0 {
			to = append(to, f)
		}
	}
	return to
}

func (r *reader) fine(o *state.Other) fine {
	f := fine{entry: o.Entry}
	add := func(p chain.PlayerID, amount int64) {
		if p == chain.Kitty {
			return
		}
		p = r.who[p]
		i := slices.IndexFunc(f.nets, func(n settle.Net) bool { return n.Player == p })
		if i < 0 {
			i, f.nets = len(f.nets), append(f.nets, settle.Net{Player: p})
		}
		f.nets[i].Amount += amount
	}
	for _, t := range o.Transfers {
		add(t.From, -t.Amount)
		add(t.To, t.Amount)
	}
	f.nets = slices.DeleteFunc(f.nets, settle.Net.Settled)
	return f
}

func (r *reader) player(v *state.Version, i rules.Seat) chain.PlayerID { return r.who[v.Players[i]] }

func (r *reader) account(v *state.Version, i rules.Seat) chain.PlayerID {
	if v.Accounts[i] != 0 {
		return r.who[v.Accounts[i]]
	}
	return r.who[v.Players[i]]
}

func active(v *state.Version) int { return min(int(v.Seats), 4) }

// resting is the place of who rests at a table of five (§1).
const resting = rules.MaxSeats - 1

// places are where each seat, counted from 0, is among those who play a deal: from the dealer's left, from 0.
// By the number of seats and the dealer.
var places = func() (out [rules.MaxSeats + 1][rules.MaxSeats + 1][rules.MaxSeats]uint8) {
	for seats := 3; seats <= rules.MaxSeats; seats++ {
		for dealer := 1; dealer <= seats; dealer++ {
			d, place := rules.Deal{Seats: seats, Dealer: rules.Seat(dealer)}, uint8(0)
			for s, i := d.Eldest(), 0; i < seats; s, i = d.LeftOf(s), i+1 {
				if out[seats][dealer][s-1] = resting; d.Active(s) {
					out[seats][dealer][s-1] = place
					place++
				}
			}
		}
	}
	return out
}()

func placesIn(v *state.Version) *[rules.MaxSeats]uint8 { return &places[v.Seats][v.Dealer] }

type role uint8

const (
	asCaller   role = iota
	asPartner       // accepted
	asOpponent      // tried to break it
	asEach          // nobody called: each for himself
	roles
)

func roleOf(call rules.Call, caller, partner, s rules.Seat) role {
	switch {
	case !call.Biddable():
		return asEach
	case s == caller:
		return asCaller
	case s == partner:
		return asPartner
	}
	return asOpponent
}

var roleNames = [...]string{
	asCaller: "caller", asPartner: "partner", asOpponent: "opponent", asEach: "each alone",
}

func RoleName(d *rules.Deal, s rules.Seat) string {
	if !d.Active(s) {
		return "sat out"
	}
	return roleNames[roleOf(d.Call, d.Caller, d.Partner, s)]
}

// payments are who paid whom in a deal.
func payments(v *state.Version) rules.Payments {
	d := rules.Deal{Seats: int(v.Seats), Dealer: v.Dealer, Call: v.Call, Caller: v.Caller, Partner: v.Partner}
	var net [rules.MaxSeats + 1]int64
	copy(net[1:], v.Net[:])
	return d.Payments(&net)
}
