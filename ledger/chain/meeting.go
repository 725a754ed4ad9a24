package chain

// What is said of an evening at several tables.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/rules"
)

const (
	KindMeeting Kind = "evening"
	KindRound   Kind = "round"
	KindPresent Kind = "present"
)

var ofMeetings = kinds{KindMeeting: blank[Meeting], KindRound: blank[Round], KindPresent: blank[Present]}

// How many deals a round may have at most, how many rounds an evening, how many tables.
const (
	MostDeals  = 100
	MostRounds = 100
	MostTables = 16
)

var errNoMovement = errors.New("people move in a way that there is not")

// Meeting begins an evening at several tables. It has a number among the nights and is one at which nothing
// is dealt: its tables are nights that name it. Its house rules are frozen, and are those of its tables.
type Meeting struct {
	plain
	Night   NightID           `json:"night"`
	Name    string            `json:"name,omitempty"`
	Date    string            `json:"date"`
	House   *rules.House      `json:"house"`
	Scale   int               `json:"scale"`
	People  []PlayerID        `json:"people"`           // who is there, seated or not
	Deals   int               `json:"deals"`            // a round
	Rounds  int               `json:"rounds,omitempty"` // as agreed; zero: not agreed
	Moves   Movement          `json:"moves,omitempty"`
	Minutes int               `json:"minutes,omitempty"` // a round by the clock; Deals is then at most, or zero
	Auction bool              `json:"auction,omitempty"`
	Agree   bool              `json:"agree,omitempty"`
	Words   map[string]string `json:"words,omitempty"`
	Origin  *Origin           `json:"origin,omitempty"`
}

func (b *Meeting) Check(At) error {
	if !RoundOf(b.Deals, b.Minutes) || b.Rounds < 0 || b.Rounds > MostRounds {
		return fmt.Errorf("%d rounds of %d deals are none", b.Rounds, b.Deals)
	}
	if !b.Moves.Known() {
		return errNoMovement
	}
	return once(b.People)
}

func (b *Meeting) Texts() error      { return beginning(b.Name, b.Words, b.Origin) }
func (b *Meeting) Named() []PlayerID { return b.People }

// Round says who sits at which table of an evening from here on. One of the same number again takes the
// place of the one before.
type Round struct {
	plain
	Round  int        `json:"round"` // from 1
	Tables []Placed   `json:"tables"`
	Rest   []PlayerID `json:"rest,omitempty"`
	// Plan: who is to sit where in the next round, where that was chosen by hand. Nobody moves yet. Without
	// tables it is planned as usual again.
	Plan bool `json:"plan,omitempty"`
	// How people move from here on, in a plan without tables. Empty: as before.
	Moves Movement `json:"moves,omitempty"`
	// What is done to the clock, in a plan without tables. Deals and Minutes are those of a round from the next
	// one on, or the minutes that this one or its break has more.
	Clock   ClockDo `json:"clock,omitempty"`
	Deals   int     `json:"deals,omitempty"`
	Minutes int     `json:"minutes,omitempty"`
}

// Placed is a table of a round.
type Placed struct {
	Night  NightID    `json:"night"` // in a plan zero: one that is to begin
	Seats  []PlayerID `json:"seats"`
	Dealer PlayerID   `json:"dealer"`
}

func (b *Round) Check(At) error {
	if !b.Moves.Known() || b.Moves != "" && (!b.Plan || len(b.Tables)+len(b.Rest) > 0) {
		return errNoMovement
	}
	if !b.validClock() {
		return errors.New("it does to a clock what can't be done")
	}
	if b.Round < 1 || b.Round > MostRounds {
		return fmt.Errorf("there is no round %d", b.Round)
	}
	if len(b.Tables) < 1 && !b.Plan || len(b.Tables) > MostTables {
		return fmt.Errorf("it is played at %d tables", len(b.Tables))
	}
	for i, t := range b.Tables {
		if err := sitting(ChairsOf(t.Seats), t.Dealer); err != nil {
			return err
		}
		twice := func(o Placed) bool { return o.Night == t.Night && (t.Night != 0 || !b.Plan) }
		if slices.ContainsFunc(b.Tables[:i], twice) {
			return fmt.Errorf("night %d is two of its tables", t.Night)
		}
	}
	return once(b.Named())
}

func (b *Round) Named() []PlayerID {
	all := slices.Clone(b.Rest)
	for _, t := range b.Tables {
		all = append(all, t.Seats...)
	}
	return all
}

func (b *Round) Tell(_ At, name Names) (text, reason string) {
	text = fmt.Sprintf("Round %d: ", b.Round)
	switch {
	case b.Clock != "":
		return b.tellClock(), ""
	case b.Moves != "":
		return fmt.Sprintf("From round %d on: %s", b.Round, strings.ToLower(b.Moves.Kind().Name)), ""
	case b.Plan && len(b.Tables) == 0:
		return text + "the seats as proposed again", ""
	case b.Plan:
		text = fmt.Sprintf("The seats of round %d, changed: ", b.Round)
	}
	for i, t := range b.Tables {
		if i > 0 {
			text += "; "
		}
		text += listOf(t.Seats, name)
	}
	if len(b.Rest) > 0 {
		text += "; " + listOf(b.Rest, name) + " rest"
		if len(b.Rest) == 1 {
			text += "s"
		}
	}
	return text, ""
}

func once(players []PlayerID) error {
	for i, p := range players {
		if slices.Contains(players[:i], p) {
			return fmt.Errorf("player %d is named twice", p)
		}
	}
	return nil
}

// Present is somebody who comes late to an evening, or goes home; with a round, who is at their table for it.
type Present struct {
	plain
	Player PlayerID `json:"player"`
	Gone   bool     `json:"gone,omitempty"`
	Round  int      `json:"round,omitempty"`
	Called bool     `json:"called,omitempty"` // isn't at the table, and is called there
}

func (b *Present) Check(At) error {
	if b.Round < 0 || b.Round > MostRounds || b.Round > 0 && b.Gone || b.Round == 0 && b.Called {
		return errors.New("it says of somebody that they are and aren't there")
	}
	return nil
}

func (b *Present) Named() []PlayerID { return []PlayerID{b.Player} }

func (b *Present) Tell(_ At, name Names) (text, reason string) {
	switch {
	case b.Called:
		return name(b.Player) + " was called to the table", ""
	case b.Round > 0:
		return fmt.Sprintf("%s was at the table for round %d", name(b.Player), b.Round), ""
	case b.Gone:
		return name(b.Player) + " went home", ""
	}
	return name(b.Player) + " came late", ""
}
