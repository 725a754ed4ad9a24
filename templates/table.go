package templates

import (
	"github.com/a-h/templ"

	"ouverte/ledger"
)

// Table is the screen in the middle of everything: the form of the coming deal, and the sheet beside it.
type Table struct {
	Night   string // the night's address, "/nights/7"
	Name    string
	Rules   string // "Hoyle, six-twelve-eighteen"
	Version int64
	Form    *DealForm // nothing once the night is closed
	Closed  string    // why there is no form
	Sheet   Sheet
	Notice  JustNow
	Calls   []CallMeaning
	First   *FirstView // nil once it was dismissed
	Former  string     // what is open from former evenings between these people
}

// FirstView is the game in five steps for whoever sits down to it for the first time.
type FirstView struct {
	LawsView
	Open bool // before the first deal; later it waits under its heading
}

// JustNow is the line that says what just happened; screen readers hear it.
type JustNow struct {
	Text string
	Kind string // recorded, again, back, problem
}

// CallMeaning is a call of the night as the laws explain it.
type CallMeaning struct {
	Name, Says string
	Href       templ.SafeURL
}

// CallMeanings explains the calls of a night, lowest first. The calls on the form are there to be tapped and cannot lead
// anywhere; beside it each leads to the laws.
func CallMeanings(n *ledger.Night) []CallMeaning {
	v := NewLawsView(n)
	var out []CallMeaning
	for _, r := range v.calls() {
		out = append(out, CallMeaning{Name: n.Words.Name(r.Call), Says: v.meaning(r.Call), Href: LawHref(CallWord(r.Call), v.Night)})
	}
	return out
}
