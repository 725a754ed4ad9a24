package web

// Who sits at a table about to begin, or about to change. The form goes round as an address with one thing
// done (seat somebody, change two, say who deals); nothing is written before its last button. A seat is the
// number of a player, or "+Name" for somebody new, who is entered in the book with the table.

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/lineup"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// seatFields are the seats as they would be.
type seatFields struct {
	Do      string   `form:"do" validate:"max=80"` // the tap: "seat:5", "pick:2", "deal:5"
	Seats   []string `form:"seats" validate:"max=24,dive,max=41" label:"The players"`
	Picked  int      `form:"picked" validate:"min=0,max=24"` // the seat tapped first, of two to change; from 1
	Dealer  string   `form:"dealer" validate:"max=41" label:"The dealer"`
	NewName string   `form:"newname" validate:"max=200" label:"The names"`
	Key     string   `form:"key" validate:"max=64"`
}

// halfForm answers a form without its key, or that doesn't say what its page showed.
const halfForm = forms.Bad("Something is missing from this form. Load the page again and try once more.")

// formFacts is what the forms know from the book.
type formFacts struct {
	players []show.Player // those offered, most recent first
	houses  []show.HouseLine
	last    show.LineUp
	hasLast bool

	// newHouse: the first of the sets was kept since the latest night was started.
	newHouse bool
	toCome   func(players int, with []chain.PlayerID) []face.Face // of those about to be entered
	sitting  []show.OpenSeat
}

func (s *server) formFacts(now *show.Snapshot) *formFacts {
	facts := &formFacts{toCome: now.FacesToCome, sitting: now.OpenSeats()}
	facts.players = slices.DeleteFunc(now.Players(), func(p show.Player) bool { return p.Away })
	facts.houses = slices.DeleteFunc(now.Houses(), func(h show.HouseLine) bool { return h.Hidden })
	facts.newHouse = len(facts.houses) > 0 && now.HouseIsNew(facts.houses[0].House.ID)
	facts.last, facts.hasLast = now.LastLineUp()
	return facts
}

// player finds who sits in a seat.
func (facts *formFacts) player(seat string) (show.Player, bool) {
	id, err := strconv.ParseInt(seat, 10, 64)
	i := slices.IndexFunc(facts.players, func(p show.Player) bool { return int64(p.ID) == id })
	if err != nil || i < 0 || seat != say.PlayerNo(facts.players[i].ID) { // "007" is none
		return show.Player{}, false
	}
	return facts.players[i], true
}

// name is the name of who sits in a seat, also of somebody new; empty for strangers.
func (facts *formFacts) name(seat string) string {
	if name, isNew := strings.CutPrefix(seat, "+"); isNew {
		return name
	}
	p, _ := facts.player(seat)
	return p.Name
}

// still says who of some seats sits at an open table other than this night's.
func (facts *formFacts) still(seats []string, night chain.NightID) []ui.Still {
	return stillAt(facts.sitting, func(sits show.OpenSeat) string {
		if sits.Night == night || !slices.Contains(seats, say.PlayerNo(sits.Player)) {
			return ""
		}
		return facts.name(say.PlayerNo(sits.Player))
	})
}

// stillAt gathers by table the names of those who sit there; of whom who says nothing it is not asked.
func stillAt(sitting []show.OpenSeat, who func(show.OpenSeat) string) (out []ui.Still) {
	for _, sits := range sitting {
		name := who(sits)
		if name == "" {
			continue
		}
		if last := len(out) - 1; last < 0 || out[last].Night != sits.Night {
			out = append(out, ui.Still{OpenSeat: sits})
		}
		at := &out[len(out)-1]
		at.Who = append(at.Who, name)
	}
	return out
}

// seated are those of some seats who are known.
func (facts *formFacts) seated(seats []string) (out []chain.PlayerID) {
	for _, seat := range seats {
		if p, ok := facts.player(seat); ok {
			out = append(out, p.ID)
		}
	}
	return out
}

// faces are those of some seats, also of somebody new: what they will have once they are entered.
func (facts *formFacts) faces(seats []string) map[string]face.Face {
	out := map[string]face.Face{}
	var fresh []string
	for _, seat := range seats {
		if p, ok := facts.player(seat); ok {
			out[seat] = p.Face
		} else if strings.HasPrefix(seat, "+") {
			fresh = append(fresh, seat)
		}
	}
	for i, has := range facts.toCome(len(fresh), facts.seated(seats)) {
		out[fresh[i]] = has
	}
	return out
}

// house finds a set of house rules by its id, or makes the one of an offer; nil where there is none.
func (facts *formFacts) house(id string) *rules.House {
	if o, ok := parseOffer(id); ok {
		return facts.offered(o)
	}
	return facts.kept(id)
}

// kept finds a set of house rules by its id; nil where it isn't offered when a night is started.
func (facts *formFacts) kept(id string) *rules.House {
	for _, h := range facts.houses {
		if h.House.ID == id {
			return h.House
		}
	}
	return nil
}

// namesShown is how many names are offered before the rest folds away.
const namesShown = 9

// names are those to tap. Those who sit are always among the first, new ones too.
func (facts *formFacts) names(f *seatFields, most int) lineup.Names {
	out := lineup.Names{New: f.NewName}
	for _, p := range facts.players {
		seat := say.PlayerNo(p.ID)
		one := lineup.Chip{Value: seat, Name: p.Name, Face: p.Face, Seat: slices.Index(f.Seats, seat) + 1}
		if len(out.Known) < namesShown || one.Seat > 0 {
			out.Known = append(out.Known, one)
		} else {
			out.More = append(out.More, one)
		}
	}
	faces := facts.faces(f.drawn(most))
	for i, seat := range f.drawn(most) {
		if name, isNew := strings.CutPrefix(seat, "+"); isNew {
			out.Known = append(out.Known, lineup.Chip{Value: seat, Name: name, Face: faces[seat], Seat: i + 1})
		}
	}
	return out
}

// drawn are the seats a page has room for: a form that is refused may have more.
func (f *seatFields) drawn(most int) []string { return f.Seats[:min(len(f.Seats), most)] }

// step does what the tapped button asks, among so many seats at most. did is false for what only the form
// around it can do.
func (f *seatFields) step(facts *formFacts, most int) (did bool, err error) {
	if err := f.check(facts); err != nil {
		return true, err
	}
	if len(f.Seats) > most {
		return true, tooMany(most)
	}
	did = true
	verb, arg, _ := strings.Cut(f.Do, ":")
	switch verb {
	case "", "keep":
	case "name":
		err = f.addNames(facts, most)
	case "seat":
		err = f.seat(facts, arg, most)
	case "pick":
		f.pick(arg)
	case "deal":
		f.Dealer = arg
	default:
		did = false
	}
	if !slices.Contains(f.Seats, f.Dealer) {
		f.Dealer = ""
	}
	return did, err
}

// check turns away seats that no tapping leads to: strangers, and the same one twice. Who was new when the
// form was drawn, and is in the book by now, is that player.
func (f *seatFields) check(facts *formFacts) error {
	for i, seat := range f.Seats {
		if name, isNew := strings.CutPrefix(seat, "+"); isNew {
			if at := facts.seatOf(name); at != "" && !slices.Contains(f.Seats, at) {
				if f.Seats[i] = at; f.Dealer == seat {
					f.Dealer = at
				}
				continue
			}
			if clean, err := chain.CleanName(name); err != nil || clean != name {
				return forms.Bad("The form has a name we can’t read.")
			}
		} else if _, ok := facts.player(seat); !ok {
			return &chain.NotFound{What: "player"}
		}
		if slices.Contains(f.Seats[:i], seat) {
			return forms.Bad("The form seats somebody twice. Load the page again.")
		}
	}
	f.Picked = min(f.Picked, len(f.Seats)+1)
	return nil
}

// betweenNames is what people put between names: "Walter, Rose and Frank".
var betweenNames = regexp.MustCompile(`(?i)\s*[,;&\n]\s*(?:and(?:\s+|$))?|(?:^|\s+)and\s+|\s+and$`)

// addNames seats those whose names were typed, each a player known by it or somebody new. Who sits already
// stays. A name that is refused is left in the field, with those after it.
func (f *seatFields) addNames(facts *formFacts, most int) error {
	names := []string{f.NewName}
	if facts.seatOf(f.NewName) == "" {
		names = slices.DeleteFunc(betweenNames.Split(strings.TrimSpace(f.NewName), -1), func(name string) bool {
			return strings.TrimSpace(name) == ""
		})
	}
	for i, name := range names {
		if err := f.addName(facts, name, most, len(names) == 1); err != nil {
			f.NewName = strings.Join(names[i:], ", ")
			return err
		}
	}
	f.NewName = ""
	return nil
}

// seatOf is the seat of a player with this name; empty where there is none.
func (facts *formFacts) seatOf(name string) string {
	for _, p := range facts.players {
		if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			return say.PlayerNo(p.ID)
		}
	}
	return ""
}

func (f *seatFields) addName(facts *formFacts, typed string, most int, alone bool) error {
	name, err := chain.CleanName(typed)
	if says, ok := refusals(err); ok {
		return forms.Wrong{"newname": plainly(says)[""]}
	} else if err != nil {
		return err
	}
	seat := cmp.Or(facts.seatOf(name), "+"+name)
	if slices.ContainsFunc(f.Seats, func(has string) bool { return strings.EqualFold(has, seat) }) {
		if alone {
			return forms.Wrong{"newname": name + " sits at the table already."}
		}
		return nil
	}
	return f.seat(facts, seat, most)
}

// seat gives somebody the next place, or the picked one. Who sits already gets up.
func (f *seatFields) seat(facts *formFacts, who string, most int) error {
	if at := slices.Index(f.Seats, who); at >= 0 {
		f.Seats, f.Picked = slices.Delete(f.Seats, at, at+1), 0
		return nil
	}
	if _, ok := facts.player(who); !ok && !strings.HasPrefix(who, "+") {
		return &chain.NotFound{What: "player"}
	}
	switch {
	case f.Picked > 0 && f.Picked <= len(f.Seats):
		f.Seats[f.Picked-1], f.Picked = who, 0
	case len(f.Seats) >= most:
		return tooMany(most)
	default:
		f.Seats, f.Picked = append(f.Seats, who), 0
	}
	return nil
}

func tooMany(most int) error {
	if most > rules.MaxSeats {
		return forms.Wrong{"seats": fmt.Sprintf("An evening seats at most %d.", most)}
	}
	return forms.Wrong{
		"seats": "A table seats five. Tap one of the five first, then the newcomer.",
	}
}

// pick marks a seat; with one marked already, the two change places. All empty chairs are the next seat: who
// changes with it sits down last.
func (f *seatFields) pick(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 {
		return
	}
	next := len(f.Seats) + 1
	switch n = min(n, next); {
	case f.Picked == 0:
		f.Picked = n
	case f.Picked == n:
		f.Picked = 0
	case n == next || f.Picked == next:
		at := min(n, f.Picked) - 1
		who := f.Seats[at]
		f.Seats, f.Picked = append(slices.Delete(f.Seats, at, at+1), who), 0
	default:
		f.Seats[n-1], f.Seats[f.Picked-1] = f.Seats[f.Picked-1], f.Seats[n-1]
		f.Picked = 0
	}
}

// ready refuses a table that can't be written yet.
func (f *seatFields) ready() error {
	switch {
	case f.Key == "":
		return halfForm
	case len(f.Seats) < 3:
		return forms.Wrong{"seats": "At least three must sit at the table."}
	}
	return nil
}

// keyFor is the key of something that is written before the night: made of the form's and what it is, so that
// a form sent twice writes it once.
func (f *seatFields) keyFor(what string) string {
	h := fnv.New64a()
	h.Write([]byte(what))
	return fmt.Sprintf("%s-%x", f.Key[:min(len(f.Key), 40)], h.Sum64())
}

// enter gives the players of the seats, and enters the new ones.
func (s *server) enter(c echo.Context, facts *formFacts, f *seatFields) (seats []chain.PlayerID, err error) {
	with := facts.seated(f.Seats)
	for _, seat := range f.Seats {
		if p, ok := facts.player(seat); ok {
			seats = append(seats, p.ID)
			continue
		}
		name, isNew := strings.CutPrefix(seat, "+")
		if !isNew {
			return nil, &chain.NotFound{What: "player"}
		}
		got, err := s.book.AddPlayer(c.Request().Context(), s.slip(c, f.keyFor(name)), name, with...)
		if err != nil {
			return nil, err
		}
		seats, with = append(seats, chain.PlayerID(got.ID)), append(with, chain.PlayerID(got.ID))
	}
	return seats, nil
}
