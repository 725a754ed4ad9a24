package lawbook

import (
	"net/url"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// TroubleView is one step from "something went wrong" to the ruling: a question or, in the end, the ruling
// itself.
type TroubleView struct {
	View
	Trail    []ui.Link // the answers so far, the way back
	Walked   string    // the same as an address
	Question *laws.Question
	Ruling   *RulingView
}

// RulingView is a ruling with its money at tonight's stakes and the way into the deal form.
type RulingView struct {
	laws.Ruling
	Call  string // the call it was asked for, in the circle's words; empty where it doesn't matter
	Pays  PayTable
	Posts []ui.Link // the deal form with everything filled in that the ruling knows
	PostQ string    // what the links answer: "Who revoked?"
	Tail  string    // what is left to do when nothing moves: "Nothing is written down."
}

// byHeading parts a list before each that has a heading.
func byHeading[T any](all []T, heading func(T) string) [][]T {
	var out [][]T
	for _, one := range all {
		if len(out) == 0 || heading(one) != "" {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], one)
	}
	return out
}

// PayTable says what a ruling comes to, by tricks or by call. Net is the caller's, in all.
type PayTable struct {
	Of, Each string // headings: "Tricks taken", "The caller, in all"
	Once     bool   // for one revoke: of several another amount is paid
	Rows     []PayLine
}

// PayLine is one line of it.
type PayLine struct {
	Of  string
	Net int64
}

// TroubleHref is the way to the questions.
func TroubleHref(path string, of say.LawsOf, call rules.Call) string {
	q := of.Query()
	if call != rules.NoCall {
		q.Set("call", call.String())
	}
	to := url.URL{Path: strings.TrimSuffix("/laws/trouble/"+path, "/"), RawQuery: q.Encode()}
	return to.String()
}

func nightHref(night int64) string {
	return say.NightPath(chain.NightID(night))
}
