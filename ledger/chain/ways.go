package chain

import "slices"

// Ways to settle a night, as books keep them for ever.
const (
	ByFewest = "fewest"
	ByBanker = "banker"
	ByFell   = "fell"
	ByGo     = "go"
)

// Way is how a night is settled. One that never says settles with the fewest payments.
type Way struct {
	By     string   `json:"by"` // of Ways
	Banker PlayerID `json:"banker,omitempty"`
}

// WayKind is a way to settle: what pages say of it and what else depends on it. How it plans is in
// settle.By. TestEveryWay names what a new one lacks.
type WayKind struct {
	By   string // as books keep it
	Name string // what the button says; with a banker what stands before the names
	Now  string // how a night is settled, in a word or two; {banker} is who that is
	Plan string // heads the payments; empty where it depends on them

	Banker bool // everybody settles with one person
	Pairs  bool // each two settle what fell between them
	Go     bool // each payment is written with the deal it comes of, so nothing is left to pay
}

// Ways are all there are, the usual one first, in the order pages offer them.
var Ways = []WayKind{
	{By: ByFewest, Name: "Fewest payments", Now: "fewest payments"},
	{By: ByFell, Name: "As they fell", Now: "as they fell", Plan: "Each two settle what fell between " +
		"them.", Pairs: true},
	{By: ByBanker, Name: "Through a banker:", Now: "through {banker}", Plan: "All with {banker}.", Banker: true},
	{By: ByGo, Name: "Paid as we go", Now: "paid as we go", Plan: "Each deal is paid when you record it.",
		Pairs: true, Go: true},
}

// Kind is the zero value for a way there isn't.
func (w Way) Kind() (kind WayKind) {
	if i := slices.IndexFunc(Ways, func(k WayKind) bool { return k.By == w.By }); i >= 0 {
		kind = Ways[i]
	}
	return kind
}
