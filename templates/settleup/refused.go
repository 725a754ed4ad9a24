package settleup

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/templates"
)

// says are the sentences for a form, if it was refused.
func (v View) says(at string) templates.Says {
	if v.At != at {
		return nil
	}
	return v.Says
}

// typed is what was typed in a form that was refused; empty in the others.
func (v View) typed(at, field string) string {
	if v.At != at {
		return ""
	}
	return v.Typed.Get(field)
}

// ticked tells whether somebody is chosen: all are, until a form comes back refused.
func (v View) ticked(at, field string, p ledger.PlayerID) bool {
	return v.At != at || slices.Contains(v.Typed[field], templates.PlayerNo(p))
}

// share is what was typed as somebody's own share.
func (v View) share(at string, p ledger.PlayerID) string {
	if i := slices.Index(v.Typed["who"], templates.PlayerNo(p)); v.At == at && i >= 0 &&
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

// refusedPay tells whether it was the form of this payment that was refused.
func (v View) refusedPay(p pay) bool {
	return v.At == "pay" && v.Typed.Get("from") == p.FromID && v.Typed.Get("to") == p.ToID
}

// refused are the sentences for the form of this payment, if it was refused.
func (v View) refused(p pay) templates.Says {
	if !v.refusedPay(p) {
		return nil
	}
	return v.Says
}

// partOf asks how much of a payment or a debt was paid.
func partOf(says templates.Says, typed string) templates.Field {
	f := templates.Field{Class: "grow", Label: "How much of it?", Name: "amount", Required: true, Says: says,
		More: templ.Attributes{"autocomplete": "off"}}
	if says != nil {
		f.Value = typed
	}
	return f
}

// whyBack asks why something is taken back.
func whyBack(says templates.Says, typed string) templates.Field {
	return templates.Field{Class: "grow", Label: "Why?", Name: "reason", Value: typed, Most: 200, Says: says,
		More: templ.Attributes{"autocomplete": "off"}}
}

// lostPay tells whether a payment was refused that isn't there any more.
func (v View) lostPay() bool {
	return v.At == "paid" || v.At == "pay" && !slices.ContainsFunc(v.Pays, v.refusedPay)
}
