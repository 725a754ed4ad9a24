package chain

// How a season is counted.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ouverte/rules"
)

const KindSeason Kind = "season"

var ofSeasons = kinds{KindSeason: blank[Season]}

// Season says how a stretch of evenings is counted as the club counts it. A later one that names the first
// takes its place.
type Season struct {
	plain
	Season   EntryID     `json:"season,omitempty"` // of a later one: the first
	Name     string      `json:"name"`
	From     string      `json:"from"`
	Until    string      `json:"until"`
	Money    rules.Money `json:"money"`
	Evenings string      `json:"evenings,omitempty"` // only those of this name
	By       Count       `json:"by"`
	Best     int         `json:"best,omitempty"`   // of ByBest: so many evenings
	Points   []int       `json:"points,omitempty"` // of ByPlaces: for the first, the second, … of an evening
	Least    int         `json:"least,omitempty"`  // of ByDeals and ByRounds: rounds, for a place at all
	// Without are evenings, or tables of an evening, that were left out by hand.
	Without []NightID `json:"without,omitempty"`
}

// Count is a way to count a season. Books keep the words.
type Count string

const (
	ByAll    Count = "all"    // all amounts
	ByBest   Count = "best"   // those of so many evenings, the best ones
	ByPlaces Count = "places" // points for the place of an evening
	ByDeals  Count = "deals"  // the amount per deal played
	ByRounds Count = "rounds" // the amount per round played
)

// Counts are all, in the order they are offered.
var Counts = [...]Count{ByAll, ByBest, ByPlaces, ByDeals, ByRounds}

// The most a season's numbers may be.
const (
	mostBest   = 400
	MostPlaces = 100
	MostPoints = 1000
	mostLeast  = 10_000
)

// Check refuses what no club counts by. The desk asks for more of new ones.
func (b *Season) Check(At) error {
	if err := b.Money.Check(); err != nil {
		return err
	}
	for _, day := range [...]string{b.From, b.Until} {
		if err := CheckDate("date", day); err != nil {
			return Clause(err)
		}
	}
	if b.From > b.Until {
		return errors.New("it ends before it begins")
	}
	if b.Best < 0 || b.Best > mostBest || b.Least < 0 || b.Least > mostLeast || len(b.Points) > MostPlaces {
		return errors.New("it counts by numbers that no club counts by")
	}
	for _, p := range b.Points {
		if p < 0 || p > MostPoints {
			return fmt.Errorf("no place brings %d points", p)
		}
	}
	for i, n := range b.Without {
		if n < 1 || slices.Contains(b.Without[:i], n) {
			return fmt.Errorf("it leaves out night %d, which can't be", n)
		}
	}
	switch b.By {
	case ByBest:
		if b.Best == 0 {
			return errors.New("it counts no evening")
		}
	case ByPlaces:
		if len(b.Points) == 0 {
			return errors.New("it has no points for a place")
		}
	case ByAll, ByDeals, ByRounds:
	default:
		return errors.New("it counts in a way that there is not")
	}
	return nil
}

func (b *Season) About(e EntryID) (id int64, deal DealID) { return int64(cmp.Or(b.Season, e)), 0 }

func (b *Season) Texts() error {
	return errors.Join(asTaken("name", b.Name, true), asTaken("name", b.Evenings, false))
}

// CheckSeason cleans what a form says of a season, and refuses what can't be counted.
func CheckSeason(b *Season) (err error) {
	if b.Name, err = CleanText("name", b.Name, true); err != nil {
		return err
	}
	if b.Evenings, err = CleanText("evenings", b.Evenings, false); err != nil {
		return err
	}
	for _, day := range [...]struct{ field, is string }{{"from", b.From}, {"until", b.Until}} {
		if err := CheckDate(day.field, day.is); err != nil {
			return err
		}
	}
	switch {
	case b.From > b.Until:
		return rules.Problemf("until", "The end comes before the beginning.")
	case b.By == ByBest && (b.Best < 1 || b.Best > mostBest):
		return rules.Problemf("best", "How many evenings count? Write a number from 1 on.")
	case b.By == ByPlaces && len(b.Points) == 0:
		return rules.Problemf("points", "Write the points of each place, like 10, 8, 7, 6.")
	}
	if err := b.Check(At{}); err != nil {
		return rules.Problemf("by", "The club can’t count so.")
	}
	return nil
}
