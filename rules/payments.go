package rules

// Pay is one payment between two seats, amount above zero.
type Pay struct {
	From, To Seat
	Amount   int64
}

// Payments are who pays whom in a deal. They hold no pointers.
type Payments struct {
	pays [4]Pay
	n    int
}

func (p *Payments) List() []Pay { return p.pays[:p.n] }

func (p *Payments) add(from, to Seat, amount int64) {
	switch {
	case amount < 0:
		from, to, amount = to, from, -amount
	case amount == 0:
		return
	}
	p.pays[p.n] = Pay{from, to, amount}
	p.n++
}

// Payments follow from what the deal brought each (§4 to §6), and are in order from the dealer's left:
//
//   - One against all, all payments are the caller's.
//   - In a prop the first opponent settles with the first declarer, the second with the second; one who pays
//     for both leaves the other at nothing.
//   - In a general misère each who loses pays each who wins alike.
func (d *Deal) Payments(net *[MaxSeats + 1]int64) (p Payments) {
	players := d.only(func(Seat) bool { return true })
	switch {
	case d.Call == GeneralMisere:
		losers := int64(0)
		for _, s := range players.seats() {
			if net[s] < 0 {
				losers++
			}
		}
		for _, from := range players.seats() {
			for _, to := range players.seats() {
				if net[from] < 0 && net[to] > 0 {
					p.add(from, to, net[to]/losers)
				}
			}
		}
	case d.Partner != 0:
		declarers := d.only(d.declares)
		opponents := d.only(func(s Seat) bool { return !d.declares(s) })
		for i, s := range opponents.seats() {
			if net[s] != 0 && net[opponents.seat[1-i]] == 0 {
				p.add(s, declarers.seat[0], net[declarers.seat[0]])
				p.add(s, declarers.seat[1], net[declarers.seat[1]])
				continue
			}
			p.add(s, declarers.seat[i], -net[s])
		}
	case d.Caller != 0:
		for _, s := range players.seats() {
			if s != d.Caller {
				p.add(s, d.Caller, -net[s])
			}
		}
	}
	return p
}
