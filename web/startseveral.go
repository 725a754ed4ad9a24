package web

// Starting an evening at several tables: from six people on the start form parts those who are chosen into
// tables, in the order of their seats; placing them another way is another order.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/lineup"
	"ouverte/web/forms"
)

// How an evening at several tables may be played. The usual is offered.
const (
	fewestSeveral = 6
	mostPeople    = seating.MostPeople
	usualDeals    = ledger.DealsARound
	mostLength    = 100 // deals of a round, and rounds
)

// severalFields are what the start form says besides, where there are several tables. No Minutes is no clock;
// by the clock no deals (Per) are as many as fit.
type severalFields struct {
	Tables  int      `form:"tables" validate:"min=0,max=8" label:"The number of tables"` // 0: as offered
	Rest    bool     `form:"rest"`                                                       // those over rest
	Called  []string `form:"called" validate:"max=8,dive,max=30" label:"The table's name"`
	First   []int    `form:"first" validate:"max=8,dive,min=0,max=5"` // the seat that deals first, from 1
	Placed  string   `form:"placed" validate:"omitempty,oneof=lot hand"`
	Per     int      `form:"per" validate:"min=0,max=100" label:"The deals of a round"`
	Minutes int      `form:"minutes" validate:"min=0,max=600" label:"The minutes of a round"`
	Rounds  int      `form:"rounds" validate:"min=0,max=100" label:"The rounds"`

	Moves chain.Movement `form:"moves" validate:"max=20"` // how people move; empty: everybody meets everybody
}

// several tells whether those who are chosen are more than one table.
func (f *startForm) several() bool { return len(f.Seats) >= fewestSeveral }

// sizes are the tables they sit at, in the order of the seats; who comes after them rests.
func (f *startForm) sizes() []int { return seating.Sizes(len(f.Seats), f.Tables, f.Rest) }

// parted brings what is said of the tables in line with how many people there are.
func (f *startForm) parted() {
	f.Rounds = cmp.Or(f.Rounds, show.UsualRounds)
	if f.Minutes == 0 {
		f.Per = cmp.Or(f.Per, usualDeals)
	}
	if !f.several() {
		f.Tables, f.Rest, f.Placed = 0, false, ""
		return
	}
	n := len(f.Seats)
	over := f.Rest && (f.Tables < 2 || n < 4*f.Tables || n >= 4*f.Tables+4 || n == 4*f.Tables)
	if over || !f.Rest && (n < 3*f.Tables || n > 5*f.Tables) {
		f.Tables, f.Rest = 0, false
	}
	if f.Tables == 0 {
		f.Tables = len(seating.Tables(n))
	}
	f.Called = f.Called[:min(len(f.Called), f.Tables)]
	for len(f.Called) < f.Tables {
		f.Called = append(f.Called, "")
	}
	for i := range f.Called {
		if f.Called[i] = strings.Join(strings.Fields(f.Called[i]), " "); f.Called[i] == "" {
			f.Called[i] = f.freeName()
		}
	}
	sizes := f.sizes()
	f.First = slices.Grow(f.First, len(sizes))[:len(sizes)]
	for i, size := range sizes {
		if f.First[i] < 1 || f.First[i] > size {
			f.First[i] = 1
		}
	}
}

// freeName is the first of the names offered that no table has.
func (f *startForm) freeName() string {
	for _, name := range show.TableNames {
		if !slices.Contains(f.Called, name) {
			return name
		}
	}
	return show.TableNames[len(show.TableNames)-1]
}

// stepSeveral does what a button of the tables asks; did is false for what is none of theirs.
func (f *startForm) stepSeveral(d *dice) (did bool, err error) {
	verb, arg, _ := strings.Cut(f.Do, ":")
	switch verb {
	case "draw":
		if !f.several() {
			return false, nil
		}
		for i, size := range f.sizes() {
			f.First[i] = 1 + d.draw(size)
		}
		f.Drawn = true
	case "lot":
		f.shuffle(d)
		f.Placed, f.Picked = "lot", 0
	case "tables", "fours":
		n, bad := strconv.Atoi(arg)
		if bad != nil || n < 1 || n > seating.MostTables {
			return true, forms.Bad("The form asks for tables that don’t exist. Load the page again.")
		}
		f.Tables, f.Rest = n, verb == "fours"
	case "first":
		err = f.passFirst(arg)
	case "per":
		f.Per, err = asked(arg, 0)
	case "minutes":
		f.Minutes, err = asked(arg, 0)
	case "rounds":
		f.Rounds, err = asked(arg, 1)
	case "moves":
		f.Moves = chain.Movement(arg)
	default:
		return false, nil
	}
	return true, err
}

func asked(arg string, least int) (int, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < least || n > mostLength {
		return n, forms.Bad("The form asks for a number that doesn’t exist. Load the page again.")
	}
	return n, nil
}

func (f *startForm) shuffle(d *dice) {
	for i := range f.Seats {
		j := i + d.draw(len(f.Seats)-i)
		f.Seats[i], f.Seats[j] = f.Seats[j], f.Seats[i]
	}
}

// passFirst passes the first deal of a table to the left.
func (f *startForm) passFirst(arg string) error {
	sizes := f.sizes()
	at, err := strconv.Atoi(arg)
	if err != nil || at < 1 || at > len(sizes) || at > len(f.First) {
		return forms.Bad("The form asks for a table that doesn’t exist. Load the page again.")
	}
	f.First[at-1], f.Drawn = f.First[at-1]%sizes[at-1]+1, false
	return nil
}

// twin is the first table whose name another before it has; -1 where all can be told apart.
func (f *startForm) twin() int {
	for i, name := range f.Called[:min(len(f.Called), f.Tables)] {
		if slices.ContainsFunc(f.Called[:i], func(o string) bool { return strings.EqualFold(o, name) }) {
			return i
		}
	}
	return -1
}

// alike refuses names of tables that can't be told apart; nil where they can.
func (f *startForm) alike() forms.Wrong {
	if i := f.twin(); i >= 0 {
		return forms.Wrong{"called": "Two tables are called " + f.Called[i] + ". Give one of them another name."}
	}
	return nil
}

// openSeveral begins the evening the form describes.
func (s *server) openSeveral(
	c echo.Context, facts *formFacts, f *startForm, n ledger.NewNight,
) (ledger.Receipt, error) {
	if err := f.alike(); err != nil {
		return ledger.Receipt{}, err
	}
	seats, err := s.enter(c, facts, &f.seatFields)
	if err != nil {
		return ledger.Receipt{}, err
	}
	e := ledger.NewMeeting{
		Name: n.Name, Date: n.Date, House: n.House, Scale: n.Scale, Auction: n.Auction, Agree: n.Agree,
		Goes: n.Goes, Words: n.Words, Deals: f.Per, Minutes: f.Minutes,
		Rounds: f.Rounds, Moves: f.Moves,
	}
	for i, size := range f.sizes() {
		e.Tables = append(e.Tables, show.SeatTable{
			Name: f.Called[i], Seats: seats[:size], Dealer: seats[f.First[i]-1],
		})
		seats = seats[size:]
	}
	e.Rest = seats
	return s.book.StartMeeting(c.Request().Context(), s.slip(c, f.Key), e)
}

// severalView are the tables as the page draws them; nil for one table.
func (f *startForm) severalView(facts *formFacts) *lineup.Several {
	if !f.several() {
		return nil
	}
	f.parted() // a form that is refused may say anything of its tables
	v := &lineup.Several{
		Rest: f.Rest, Placed: f.Placed, Drawn: f.Drawn, People: len(f.Seats),
		Per: strconv.Itoa(f.Per), Minutes: strconv.Itoa(f.Minutes),
		Rounds: strconv.Itoa(f.Rounds), Moves: f.Moves.Kind().By,
	}
	at, twin := 0, f.twin()
	faces := facts.faces(f.drawn(mostPeople))
	seat := func() lineup.PartSeat {
		at++
		who := f.Seats[at-1]
		return lineup.PartSeat{N: at, Name: facts.name(who), Face: faces[who], Picked: f.Picked == at}
	}
	for i, size := range f.sizes() {
		t := lineup.PartTable{N: i + 1, Name: f.Called[i], Twin: i == twin}
		for j := range size {
			one := seat()
			one.Deals = j+1 == f.First[i]
			t.Seats = append(t.Seats, one)
		}
		v.Tables = append(v.Tables, t)
	}
	for at < len(f.Seats) {
		v.Resting = append(v.Resting, seat())
	}
	v.Choices, v.Lengths = partings(len(f.Seats), f.Tables, f.Rest), f.lengths()
	return v
}

// lengths are numbers of rounds to tap: what they come to in deals, and where a whist tournament has a plan
// for so many, all of it.
func (f *startForm) lengths() (all []lineup.Length) {
	for _, n := range []int{3, 4, show.UsualRounds} {
		words := english.Count(n*f.Per, "deal") + " a table"
		if f.Per == 0 {
			words = english.Count(n*f.Minutes, "minute")
		}
		all = append(all, lineup.Length{N: strconv.Itoa(n), Words: words})
	}
	switch n := len(f.Seats); {
	case n == 4*f.Tables:
		all = append(all, lineup.Length{N: strconv.Itoa(n - 1), Words: "everybody partners everybody"})
	case n == 4*f.Tables+1 && f.Rest:
		all = append(all, lineup.Length{
			N: strconv.Itoa(n), Words: "everybody partners everybody, and rests once",
		})
	}
	return all
}

// partings are the ways to part people into tables.
func partings(n, tables int, rest bool) (ways []lineup.Parting) {
	for t := 2; t <= seating.MostTables && 3*t <= n; t++ {
		if n <= 5*t {
			ways = append(ways, lineup.Parting{
				Do: fmt.Sprintf("tables:%d", t), Words: english.Capital(sizesWords(seating.Sizes(n, t, false))),
				Chosen: t == tables && !rest,
			})
		}
	}
	if t := n / 4; t >= 2 && n%4 > 0 {
		ways = append(ways, lineup.Parting{
			Do:     fmt.Sprintf("fours:%d", t),
			Words:  english.Capital(sizesWords(seating.Sizes(n, t, true))) + ", " + english.Number(n%4) + " rest",
			Chosen: rest,
		})
	}
	return ways
}

// sizesWords are the sizes of tables in words: "two tables of five, one of four".
func sizesWords(sizes []int) string {
	var parts []string
	for _, size := range []int{5, 4, 3} {
		many := 0
		for _, s := range sizes {
			if s == size {
				many++
			}
		}
		if many > 0 {
			what := english.Number(many)
			if len(parts) == 0 {
				what = english.Spelled(many, "table")
			}
			parts = append(parts, what+" of "+english.Number(size))
		}
	}
	return strings.Join(parts, ", ")
}
