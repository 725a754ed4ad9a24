package lineup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/rules/english"
)

// Several are the tables of an evening about to begin. People have numbers, from 1, in the order of the
// form's seats, by which two are swapped.
type Several struct {
	Tables  []PartTable
	Resting []PartSeat
	Choices []Parting // the ways to part so many people
	People  int
	Rest    bool
	Placed  string // "lot", "hand", or as the names were tapped or typed
	Drawn   bool   // who deals first
	Per     string // deals a round; 0: as many as fit
	Minutes string // a round; 0: no clock
	Rounds  string
	Moves   chain.Movement
	Lengths []Length // of the evening, in rounds
}

// PartTable is one of the tables.
type PartTable struct {
	N     int
	Twin  bool // another before it has its name
	Name  string
	Seats []PartSeat
}

// PartSeat is somebody at a table, or who rests.
type PartSeat struct {
	N             int
	Name          string
	Face          face.Face
	Deals, Picked bool
}

// Parting is a way to part people into tables: "two of four".
type Parting struct {
	Do, Words string
	Chosen    bool
}

// Length is a number to tap, and what it means.
type Length struct{ N, Words string }

// deals are what is usual for a round.
var deals = []Length{
	{"3", "three deal once each"}, {"4", "four deal once each"}, {"5", "five deal once each"}, {"8", "four " +
		"deal twice each"},
}

// perRound are the deals offered; by the clock as many as fit, too.
func (v *Several) perRound() []Length {
	if v.Minutes == "0" {
		return deals
	}
	return append(deals[:3:3], Length{"0", "as many as fit"})
}

// minutes are what is usual for a round by the clock.
var minutes = []Length{{"0", "no clock"}, {"20", "minutes"}, {"30", "minutes"}, {"40", "minutes"}}

// withChosen has a length that was typed among those offered, so that what is chosen is always seen.
func withChosen(offered []Length, value string) []Length {
	if value == "" || slices.ContainsFunc(offered, func(l Length) bool { return l.N == value }) {
		return offered
	}
	return append(slices.Clone(offered), Length{value, "your own"})
}

// dealer is who deals first at a table.
func (t PartTable) dealer() string {
	for _, s := range t.Seats {
		if s.Deals {
			return s.Name
		}
	}
	return ""
}

// sends is what a form of several tables sends besides; nothing for one table.
func (v *Several) sends() []string {
	if v == nil {
		return nil
	}
	out := []string{"tables", strconv.Itoa(len(v.Tables)), "placed", v.Placed, "moves", string(v.Moves)}
	if v.Rest {
		out = append(out, "rest", "on")
	}
	for _, t := range v.Tables {
		for i, s := range t.Seats {
			if s.Deals {
				out = append(out, "first", strconv.Itoa(i+1))
			}
		}
	}
	return out
}

// asks says why these are several tables, and how so many can sit at one after all.
func (v *Several) asks() string {
	tables := fmt.Sprintf("%s people make %s. ", english.Capital(english.Number(v.People)),
		english.Spelled(len(v.Tables), "table"))
	if v.People == 6 {
		return tables + "One table has five places. To play at one, tap a name below to let somebody go. Later, " +
			"People lets them in between two deals."
	}
	return tables + "Tap a name below to let somebody go."
}

// summary says what would be started, in one line; stake is that of a solo, empty where none is chosen.
func (v *Several) summary(stake string) string {
	parts := []string{english.Spelled(len(v.Tables), "table")}
	rounds, bad := strconv.Atoi(v.Rounds)
	per, worse := strconv.Atoi(v.Per)
	minutes, worst := strconv.Atoi(v.Minutes)
	if bad == nil && worse == nil && worst == nil && rounds > 0 && chain.RoundOf(per, minutes) {
		parts = append(parts, english.Spelled(rounds, "round")+" of "+chain.LengthWords(per, minutes))
	}
	if stake != "" {
		parts = append(parts, stake)
	}
	placed := map[string]string{"lot": " Drawn by lot.", "hand": " Placed by hand."}[v.Placed]
	return english.Capital(strings.Join(parts, ", ")) + "." + placed
}

// picked is who waits for somebody to change with.
func (v *Several) picked() string {
	for _, t := range append(v.Tables, PartTable{Seats: v.Resting}) {
		for _, s := range t.Seats {
			if s.Picked {
				return s.Name
			}
		}
	}
	return ""
}
