package settleup

import (
	"cmp"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/templates"
)

// person is how somebody stands.
type person struct {
	Name  string
	Face  face.Face
	Href  string // why
	Parts string // "deals +4s 2d, drinks −1s"
	Came  templates.Amount
	Open  string // what is still to be paid or got; nothing when all is settled
	Sign  string
}

// came is what the evening came to for somebody, with everything but the payments and what was left for next
// time.
type came struct {
	ledger.Person
	amount int64
}

// cameOf are all with a part in the night, the best first, and last the kitty where something of it is to be
// settled.
func cameOf(n *ledger.Night) []came {
	left := leftOf(n)
	var out []came
	add := func(p ledger.Person) { out = append(out, came{p, p.Sum.Total() - p.Sum.Payments - left[p.ID]}) }
	for _, p := range n.People {
		add(p)
	}
	slices.SortStableFunc(out, func(p, q came) int { return cmp.Compare(q.amount, p.amount) })
	if n.Kitty.Sum != (ledger.Sums{}) || left[ledger.Kitty] != 0 {
		add(ledger.Person{ID: ledger.Kitty, Name: nameInFront(n, ledger.Kitty), Sum: n.Kitty.Sum})
	}
	return out
}

func people(n *ledger.Night, a About) []person {
	left := leftOf(n)
	var out []person
	for _, p := range cameOf(n) {
		one := person{Name: p.Name, Face: p.Face, Href: whyHref(n, p.ID, 0, a),
			Came:  templates.SignedAmount(n.Money, p.amount),
			Parts: partsOf(n.Money, templates.Besides(n), p.Sum, left[p.ID])}
		switch open := p.Sum.Total() - left[p.ID]; {
		case open == 0:
		case !n.Open:
			one.Open, one.Sign = leftNow(n.Money, open, stillOpen(a.Left, p.ID))
		case open > 0:
			one.Open, one.Sign = "gets "+unbroken(n.Money.Words(open)), "w"
		default:
			one.Open, one.Sign = "pays "+unbroken(n.Money.Words(-open)), "l"
		}
		out = append(out, one)
	}
	return out
}

// unbroken keeps an amount on one line.
func unbroken(amount string) string { return strings.ReplaceAll(amount, " ", "\u00a0") }

// leftOf is what went to the slate for each when the night was closed, and since.
func leftOf(n *ledger.Night) map[ledger.PlayerID]int64 {
	left := map[ledger.PlayerID]int64{}
	for _, r := range templates.Standing(n, ledger.KindCarry) {
		for _, net := range r.Nets {
			left[net.Player] += net.Amount
		}
	}
	return left
}

// partsOf says what a total is made of, where it is more than the deals; besides is what penalties are
// called.
func partsOf(m rules.Money, besides string, s ledger.Sums, left int64) string {
	var parts []string
	for _, p := range []struct {
		what   string
		amount int64
	}{{"deals", s.Deals}, {besides, s.Penalties}, {"costs", s.Costs}, {"kitty", s.Kitty},
		{"rounding", s.Rounding}, {"from before", s.Carried - left}} {
		if p.amount != 0 {
			parts = append(parts, p.what+" "+m.Signed(p.amount))
		}
	}
	if len(parts) == 1 && s.Deals != 0 {
		parts = nil
	}
	switch {
	case s.Payments > 0:
		parts = append(parts, "has paid "+m.Words(s.Payments))
	case s.Payments < 0:
		parts = append(parts, "has got "+m.Words(-s.Payments))
	}
	return strings.Join(parts, " · ")
}
