package rules

import (
	"slices"

	"ouverte/rules/english"
)

// Handing is money that goes from one to another, by name.
type Handing struct {
	From, To string
	Amount   int64
}

// Hands says who hands what to whom: "Bob, Cat and Dan hand Ann 8d each". It is empty for none.
func (m Money) Hands(all []Handing) string {
	var payers, paid []string
	equal := true
	for _, h := range all {
		if !slices.Contains(payers, h.From) {
			payers = append(payers, h.From)
		}
		if !slices.Contains(paid, h.To) {
			paid = append(paid, h.To)
		}
		equal = equal && h.Amount == all[0].Amount
	}
	says := func(from, to []string, amount int64) string {
		return english.List(from) + english.Verb(len(from), " hands ", " hand ") + english.List(to) + " " +
			m.Words(amount) + english.Verb(max(len(from), len(to)), "", " each")
	}
	if len(all) > 0 && equal && len(all) == max(len(payers), len(paid)) && min(len(payers), len(paid)) == 1 {
		return english.Capital(says(payers, paid, all[0].Amount))
	}
	parts := make([]string, len(all))
	for i, h := range all {
		parts[i] = says([]string{h.From}, []string{h.To}, h.Amount)
	}
	return english.Capital(english.List(parts))
}

// Hands says who hands what to whom for a deal. names are by seat, of those whose account it is.
func (r *Result) Hands(m Money, names []string) string {
	var all []Handing
	for _, p := range r.Pays() {
		all = append(all, Handing{names[p.From-1], names[p.To-1], p.Amount})
	}
	return m.Hands(all)
}
