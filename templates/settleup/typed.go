package settleup

// What a form of the settlement was filled in with, and the sentences that refuse it.

import (
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// says are the sentences for a form, if it was refused.
func (v View) says(at string) ui.Says {
	if v.At != at {
		return nil
	}
	return v.Says
}

// typed is the input of a refused form; empty in the others.
func (v View) typed(at, field string) string {
	if v.At != at {
		return ""
	}
	return v.Typed.Get(field)
}

// ticked tells whether somebody is chosen: all are, but for who went home from an evening at several tables,
// until a form comes back refused.
func (v View) ticked(at, field string, p show.Person) bool {
	if v.At != at {
		return v.Night.Tables == nil || p.Here
	}
	return slices.Contains(v.Typed[field], say.PlayerNo(p.ID))
}

// share is the input for somebody's own share.
func (v View) share(at string, p chain.PlayerID) string {
	if i := slices.Index(v.Typed["who"], say.PlayerNo(p)); v.At == at && i >= 0 &&
		i < len(v.Typed["shares"]) {
		return v.Typed["shares"][i]
	}
	return ""
}

// unequal tells whether shares by name were typed, or refused.
func (v View) unequal(at string) bool {
	return v.At == at && (v.Says["shares"] != "" || slices.ContainsFunc(v.Typed["shares"],
		func(s string) bool { return strings.TrimSpace(s) != "" }))
}

// refusedPay are the sentences for the form of a payment, if it was refused.
func (v View) refusedPay(p settle.Payment) ui.Says {
	if v.At == "pay" && v.Typed.Get("from") == say.PlayerNo(p.From) &&
		v.Typed.Get("to") == say.PlayerNo(p.To) {
		return v.Says
	}
	return nil
}

// lostPay tells whether a payment was refused that isn't there any more.
func (v View) lostPay() bool {
	return v.At == "paid" || v.At == "pay" && !slices.ContainsFunc(v.Plan.Pays,
		func(p settle.Payment) bool { return v.refusedPay(p) != nil })
}
