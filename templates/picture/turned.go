package picture

import (
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/last"
	"ouverte/templates/say"
)

// TurnedView is a season that has ended, as the first page offers it.
type TurnedView struct {
	last.Season
	Next string // that can begin; empty on the last day
}

// title is who takes it.
func (v TurnedView) title() string {
	names, _ := v.Book.Champions()
	if len(names) == 0 {
		return "Nobody is up"
	}
	return english.List(names) + english.Verb(len(names), " takes ", " take ") + v.Name
}

// second says who came next, and by how much.
func (v TurnedView) second() string {
	names, behind := v.Book.Second()
	switch {
	case len(names) == 0:
		return ""
	case behind == 0:
		return english.List(names) + " came out even."
	}
	return english.List(names) + " came second, " + v.Book.Money.Words(behind) + " behind."
}

// own are those of whom there is a picture, as they stand: as many as a picture has room for.
func (v TurnedView) own() (out []show.PlayerStanding) {
	for _, p := range v.Book.Standing {
		for _, s := range v.Book.Stories() {
			if s.Player == p.Player && len(out) < show.ShownAtOnce {
				out = append(out, p)
			}
		}
	}
	return out
}

func (v TurnedView) ownHref(p show.PlayerStanding) string {
	return v.At(say.PlayerPath(p.Player) + "/send")
}
