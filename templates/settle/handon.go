package settle

// Handing a settlement on: as words for a message.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/settle"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/sheet"
)

// HandOn is what is handed on.
type HandOn struct {
	Title   string
	Text    string
	Rows    string // as many lines as the text has
	Picture string
	Any     bool // something was played
}

// NewHandOn puts the evening into words for a message: standing, what is in the settlement besides the deals and what all came to,
// payments made and to be made, what became of what was left, the seal.
func NewHandOn(n *ledger.Night, plan settle.Plan, left []ledger.Left, where *time.Location) HandOn {
	h := HandOn{Title: templates.NightTitle(n), Picture: templates.NightPath(n.ID) + "/picture.svg", Any: len(n.Deals) > 0}
	var b strings.Builder
	when := n.Date
	if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
		when = day.Format("Monday 2 January 2006")
	}
	if n.Name != "" {
		fmt.Fprintf(&b, "%s, %s\n", n.Name, when)
	} else {
		fmt.Fprintln(&b, when)
	}
	fmt.Fprintf(&b, "%s, %s\n\n", english.Capital(english.SoFar(len(n.Deals), "deal")), templates.RulesLine(n))
	for _, p := range standingOf(n) {
		fmt.Fprintf(&b, "%s %s\n", p.Name, n.Money.Signed(p.Sum.Score()))
	}
	if besides := besidesOf(n); len(besides) > 0 {
		fmt.Fprintf(&b, "\n%s\n\nWith all that:\n", strings.Join(besides, "\n"))
		for _, p := range cameOf(n) {
			fmt.Fprintf(&b, "%s %s\n", p.Name, n.Money.Signed(p.Amount))
		}
	}
	var lines []string
	for _, p := range PaymentsOf(n) {
		lines = append([]string{fmt.Sprintf("%s paid %s %s", nameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount))}, lines...)
	}
	if n.Open {
		for _, p := range plan.Pays {
			lines = append(lines, fmt.Sprintf("%s pays %s %s", nameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount)))
		}
	} else {
		for i := range left {
			line := debtWords(n, left[i].Debt)
			if became := becameOf(n, &left[i], where); became != "" {
				line += " (" + became + ")"
			}
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(lines, "\n"))
	}
	if n.Seal != "" {
		fmt.Fprintf(&b, "\nSeal: %s\n", n.Seal)
	}
	h.Text = strings.TrimSpace(b.String())
	h.Rows = fmt.Sprint(min(strings.Count(h.Text, "\n")+2, 16))
	return h
}

// besidesOf says what is in the settlement besides the deals and penalties, as the printed sheet does.
func besidesOf(n *ledger.Night) []string {
	var out []string
	for i := range n.Rows {
		switch r := &n.Rows[len(n.Rows)-1-i]; r.Kind {
		case ledger.KindCost, ledger.KindShare, ledger.KindRounding, ledger.KindBring:
			if r.Undone != 0 {
				continue
			}
			line := r.Text
			if r.Reason != "" {
				line += " (" + r.Reason + ")"
			}
			out = append(out, line)
		}
	}
	return out
}

// cameOf is what the evening came to for each, with everything but the payments and what was left for next time.
func cameOf(n *ledger.Night) []ledger.Net {
	left := leftOf(n)
	all := slices.Clone(n.People)
	if n.Kitty.Sum != (ledger.Sums{}) {
		all = append(all, ledger.Person{ID: ledger.Kitty, Name: nameInFront(n, ledger.Kitty), Sum: n.Kitty.Sum})
	}
	var out []ledger.Net
	for _, p := range all {
		out = append(out, ledger.Net{Player: p.ID, Name: p.Name, Amount: p.Sum.Total() - p.Sum.Payments - left[p.ID]})
	}
	slices.SortStableFunc(out, func(p, q ledger.Net) int {
		if p.Player == ledger.Kitty || q.Player == ledger.Kitty {
			return cmp.Compare(q.Player, p.Player)
		}
		return cmp.Compare(q.Amount, p.Amount)
	})
	return out
}

// standingOf are those who played, the best first.
func standingOf(n *ledger.Night) []ledger.Person {
	var out []ledger.Person
	for _, p := range sheet.People(n) {
		at := len(out)
		for at > 0 && (out[at-1].Sum.Score() < p.Sum.Score() || out[at-1].ID == ledger.Kitty) && p.ID != ledger.Kitty {
			at--
		}
		out = append(out[:at], append([]ledger.Person{p}, out[at:]...)...)
	}
	return out
}
