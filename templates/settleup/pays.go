package settleup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/rules/english"
	"ouverte/templates"
)

// pay is a payment that is still to be made.
type pay struct {
	ID       string
	From, To string
	Payer    face.Face
	Payee    face.Face
	FromID   string
	ToID     string
	Amount   string
	Owed     string // the same as a plain number
	Coins    string // how it is counted out
	Since    string // what was paid of it while the night was closed
	Why      string
	Key      string
}

// bowlCoin is a coin that may be in the bowl.
type bowlCoin struct {
	Name, Value string
	There       bool
}

// PaymentsOf are the payments of a night that stand, the newest first.
func PaymentsOf(n *ledger.Night) []ledger.Payment {
	var out []ledger.Payment
	for _, r := range slices.Backward(templates.Standing(n, ledger.KindPayment)) {
		out = append(out, *r.Paid)
	}
	return out
}

// PayKey is the key of a payment's form. It is the same on every page that shows this payment, and another
// one as soon as something was paid between the two: ticked on two tablets at once it is written once.
func PayKey(n *ledger.Night, p ledger.Payment) string {
	before := 0
	for _, r := range n.Rows {
		if paid := r.Paid; paid != nil && paid.From == p.From && paid.To == p.To {
			before++
		}
	}
	return fmt.Sprintf("pay-%d-%d-%d-%d", n.ID, p.From, p.To, before)
}

// whyHref leads to why somebody pays or gets what they do; with another, to what fell between the two.
func whyHref(n *ledger.Night, p, with ledger.PlayerID, a About) string {
	to := fmt.Sprintf("%s/settle/why/%d", templates.NightPath(n.ID), p)
	_, query, _ := strings.Cut(a.Address(a.By, a.Banker), "?")
	if with != 0 {
		query = strings.TrimSuffix(fmt.Sprintf("with=%d&%s", with, query), "&")
	}
	if query != "" {
		to += "?" + query
	}
	return to
}

func (v *View) ways(n *ledger.Night, a About) {
	for _, w := range []struct{ by, name string }{{"fewest", "Fewest payments"}, {"banker", "Through a banker"},
		{"fell", "As they fell"}} {
		banker := ledger.PlayerID(0)
		if w.by == "banker" {
			banker = a.Banker
		}
		v.Ways = append(v.Ways, templates.Link{Name: w.name, Href: a.Address(w.by, banker), Here: w.by == a.By})
	}
	if a.By == "banker" {
		for _, p := range n.People {
			v.Bankers = append(v.Bankers, templates.Link{Name: p.Name, Href: a.Address("banker", p.ID),
				Here: p.ID == a.Banker})
		}
	}
}

func newPay(n *ledger.Night, a About, p ledger.Payment) pay {
	out := pay{
		ID: fmt.Sprintf("pay%d-%d", p.From, p.To), From: nameInFront(n, p.From), To: n.PlayerName(p.To),
		Payer: n.Face(p.From), Payee: n.Face(p.To),
		FromID: strconv.FormatInt(int64(p.From), 10), ToID: strconv.FormatInt(int64(p.To), 10),
		Amount: n.Money.Words(p.Amount), Owed: strconv.FormatInt(p.Amount, 10), Key: PayKey(n, p),
	}
	switch {
	case a.By == "fell":
		out.Why = whyHref(n, p.From, p.To, a)
	case a.By == "banker" && p.From == a.Banker: // it is the other's account that is settled by it
		out.Why = whyHref(n, p.To, 0, a)
	default:
		out.Why = whyHref(n, p.From, 0, a)
	}
	for _, l := range a.Left {
		if l.From == p.From && l.To == p.To && l.Apart > 0 {
			became := "was paid"
			switch elsewhere := slices.IndexFunc(l.Since, wentElsewhere); {
			case elsewhere >= 0 && len(l.Since) == 1:
				became = "went into the settlement " + sinceWhen(&l.Since[0], a.Where)
			case elsewhere >= 0:
				became = "was paid, or went into another settlement,"
			}
			out.Since = n.Money.Words(min(l.Apart, p.Amount)) + " of it " + became +
				" since the night was closed, and isn’t counted in yet."
		}
	}
	if len(a.Bowl) > 0 {
		counted, left := settle.CountOut(p.Amount, a.Bowl)
		out.Coins = settle.InWords(counted)
		switch {
		case left > 0 && out.Coins == "":
			out.Coins = "The bowl has nothing small enough."
		case left > 0:
			out.Coins += "; " + n.Money.Words(left) + " can’t be made up from the bowl"
		}
	}
	return out
}

// planLead says what is shown.
func planLead(n *ledger.Night, a About) string {
	count := len(a.Plan.Pays)
	many := english.Spelled(count, "payment")
	switch {
	case count == 0 && len(n.Deals) == 0:
		return "Nothing was played yet, so nothing is to be paid."
	case count == 0:
		return "Nothing is left to be paid."
	case a.By == "banker":
		return english.Capital(many) + ", all with " + n.PlayerName(a.Banker) + "."
	case a.By == "fell":
		return english.Capital(many) + ": what fell between each two."
	case a.Plan.Proved && count == 1:
		return "One payment settles it."
	case a.Plan.Proved:
		return english.Capital(many) + ". It can’t be done with fewer."
	case a.Plan.Begun:
		return english.Capital(many) + " are left of what was begun."
	}
	return "At most " + many + "; whether fewer would do is not proved."
}
