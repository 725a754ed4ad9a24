package table

import (
	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// PenaltiesView is the page of a night's penalties: the form, and those there are.
type PenaltiesView struct {
	Path    string // where the form goes
	Night   string
	Key     string
	NightID int64
	Words   rules.Words
	Closed  bool
	Players []templates.Option // who can have done it
	Shuffle string             // what shuffling out of turn costs under these rules, if anything
	Kitty   string             // what lies in it

	By, To, Amount, Reason string // what was typed
	Says                   templates.Says
	Given                  bool // it came with the address, out of the laws: only to be written down
	Did                    string
	Rows                   []penaltyRow
}

// ShuffledReason is what is written down for the one penalty the rules of a house know.
const ShuffledReason = "Shuffled when it wasn’t due"

// penaltyRow is one penalty.
type penaltyRow struct {
	Text, Reason string
	Withdraw     string // where it is withdrawn; nothing where it can't be
	Key          string
	Withdrawn    string // that it was, and why
}

// NewPenaltiesView lists the penalties of a night.
func NewPenaltiesView(n *ledger.Night, scores bool, key func() string) PenaltiesView {
	path := templates.NightPath(n.ID) + "/penalties"
	v := PenaltiesView{NightID: int64(n.ID), Words: n.Words, Path: path, Night: templates.NightPath(n.ID),
		Key: key(), Closed: !n.Open || !scores, To: "others"}
	for _, p := range n.People {
		if p.Seat != 0 {
			v.Players = append(v.Players, templates.Option{Value: templates.PlayerNo(p.ID), Name: p.Name})
		}
	}
	if fine := n.Stakes.ShufflePenalty; fine > 0 {
		v.Shuffle, v.To = n.Money.Words(fine), "kitty"
	}
	if n.Kitty.Sum.Score() != 0 || n.Kitty.Holds != 0 {
		v.Kitty = english.Stop("In the kitty tonight: " + n.Money.Words(n.Kitty.Sum.Score()))
		if n.Kitty.Holds != n.Kitty.Sum.Score() {
			v.Kitty += english.Stop(" With what was in it before: " + n.Money.Words(n.Kitty.Holds))
		}
	}
	for _, r := range n.Rows {
		if r.Kind != ledger.KindPenalty {
			continue
		}
		row := penaltyRow{Text: r.Text, Reason: r.Reason}
		switch {
		case r.Undone != 0 && r.Why != "":
			row.Withdrawn = "Withdrawn: " + r.Why
		case r.Undone != 0:
			row.Withdrawn = "Withdrawn"
		case !v.Closed:
			row.Withdraw, row.Key = path+"/"+templates.EntryNo(r.Entry)+"/withdraw", key()
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
