// Package people is the roster of a book: everybody in it, their names, and who is the same person as whom.
//
// A Roster is part of a state and shared by readers, so it never changes once published. A draft clones it
// before it changes it (Enter, Rename, Join, Part, Change). Ids stay what they are for ever; Who gives the
// person an id stands for now, so that two players joined into one count as one.
package people

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/rules"
)

// Roster is everybody at one moment.
type Roster struct {
	Words rules.Words // the circle's names for the calls

	people []*Person                 // by id, from 1
	byName map[string]chain.PlayerID // by folded name, without those joined to somebody else
	joined int                       // so many stand for somebody else
}

// Player is a person as pages show them.
type Player struct {
	ID     chain.PlayerID
	Name   string
	Face   face.Face
	Away   bool   // put away: not offered any more, but everything about them is kept
	Nights int    // evenings they sat at
	Last   string // the date of the latest one; empty if none
}

type Person struct {
	Player
	Had    []string       // former names
	Same   chain.PlayerID // joined to; zero for most
	Recent chain.EntryID
}

func New() *Roster {
	return &Roster{byName: map[string]chain.PlayerID{}}
}

// Clone returns a copy to be changed. Persons are shared until they change.
func (r *Roster) Clone() *Roster {
	return &Roster{
		Words: r.Words, joined: r.joined,
		people: slices.Clone(r.people), byName: maps.Clone(r.byName),
	}
}

func (r *Roster) Len() int { return len(r.people) }

func (r *Roster) Who(p chain.PlayerID) chain.PlayerID {
	for {
		at := r.At(p)
		if at == nil || at.Same == 0 {
			return p
		}
		p = at.Same
	}
}

// Alone tells whether a player is the person they stand for, and nobody else stands for them.
func (r *Roster) Alone(p chain.PlayerID) bool {
	return r.joined == 0 || r.people[p-1].Same == 0 &&
		!slices.ContainsFunc(r.people, func(q *Person) bool { return q.Same == p })
}

// Find returns the person a player stands for; nil if there is none.
func (r *Roster) Find(p chain.PlayerID) *Person { return r.At(r.Who(p)) }

// Somebody is Find, with an error for nobody.
func (r *Roster) Somebody(p chain.PlayerID) (*Person, error) {
	if at := r.Find(p); at != nil {
		return at, nil
	}
	return nil, &chain.NotFound{What: "player"}
}

// At returns the player with just this id; nil if there is none.
func (r *Roster) At(p chain.PlayerID) *Person {
	if p < 1 || int64(p) > int64(len(r.people)) {
		return nil
	}
	return r.people[p-1]
}

func (r *Roster) Named(name string) (p chain.PlayerID, ok bool) {
	p, ok = r.byName[chain.Fold(name)]
	return p, ok
}

// Known is the one person who goes by this name, or, if nobody does, who once did; zero if there is none.
func (r *Roster) Known(name string) chain.PlayerID {
	if p, ok := r.Named(name); ok {
		return p
	}
	folded := chain.Fold(name)
	was := func(had string) bool { return chain.Fold(had) == folded }
	found := map[chain.PlayerID]bool{}
	for _, p := range r.people {
		if was(p.Name) || slices.ContainsFunc(p.Had, was) {
			found[r.Who(p.ID)] = true
		}
	}
	if len(found) != 1 {
		return 0
	}
	return slices.Collect(maps.Keys(found))[0]
}

func (r *Roster) Name(p chain.PlayerID) string {
	if p == chain.Kitty {
		return "the kitty"
	}
	if at := r.Find(p); at != nil {
		return at.Name
	}
	return ""
}

// Face is the face of the person a player stands for; none for the kitty.
func (r *Roster) Face(p chain.PlayerID) face.Face {
	if at := r.Find(p); at != nil {
		return at.Face
	}
	return face.Face{}
}

// Give is the face for a player about to be entered, who comes to sit with others: as unlike theirs as can
// be, then as unlike those who played last (face.Give).
func (r *Roster) Give(id chain.PlayerID, with []chain.PlayerID) face.Face {
	var taken []face.Face
	for _, p := range with {
		taken = append(taken, r.Face(p))
	}
	for _, p := range r.Listed() {
		taken = append(taken, p.Face)
	}
	return face.Give(int64(id), taken)
}

func (r *Roster) Names(chairs []chain.Chair) []string {
	out := make([]string, len(chairs))
	for i, c := range chairs {
		out[i] = r.Name(c.Player)
	}
	return out
}

func (r *Roster) Selves(p chain.PlayerID) []chain.PlayerID {
	p = r.Who(p)
	out := []chain.PlayerID{p}
	if r.joined > 0 {
		for _, at := range r.people {
			if at.Same != 0 && r.Who(at.ID) == p {
				out = append(out, at.ID)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Listed is everybody to be shown, most recent first, those put away last.
func (r *Roster) Listed() []*Person {
	var out []*Person
	for _, p := range r.people {
		if p.Same == 0 {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *Person) int {
		switch {
		case a.Away && !b.Away:
			return 1
		case b.Away && !a.Away:
			return -1
		}
		return cmp.Or(cmp.Compare(b.Recent, a.Recent), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Called finds everybody with a text in a name they have or had. The text is folded already.
func (r *Roster) Called(text string) (out []chain.PlayerID) {
	has := func(name string) bool { return strings.Contains(chain.Fold(name), text) }
	for _, p := range r.people {
		if has(p.Name) || slices.ContainsFunc(p.Had, has) {
			if who := r.Who(p.ID); !slices.Contains(out, who) {
				out = append(out, who)
			}
		}
	}
	return out
}

// Change returns a copy of a person, put in their place, to be changed.
func (r *Roster) Change(id chain.PlayerID) *Person {
	p := *r.people[id-1]
	r.people[id-1] = &p
	return &p
}

// Enter adds a player, who must have the next id.
func (r *Roster) Enter(id chain.PlayerID, name string) {
	r.people = append(r.people, &Person{Player: Player{ID: id, Name: name, Face: face.Of(int64(id))}})
	r.byName[chain.Fold(name)] = id
}

func (r *Roster) Rename(id chain.PlayerID, name string) {
	p := r.Change(id)
	r.free(p)
	p.Had = append(slices.Clone(p.Had), p.Name)
	p.Name = name
	r.byName[chain.Fold(name)] = id
}

// free gives up a person's name, if it is theirs alone.
func (r *Roster) free(p *Person) {
	if f := chain.Fold(p.Name); r.byName[f] == p.ID {
		delete(r.byName, f)
	}
}

// Join says that gone stands for stays, and frees the name of gone.
func (r *Roster) Join(gone, stays chain.PlayerID) {
	p := r.Change(gone)
	p.Same = stays
	r.joined++
	r.free(p)
}

func (r *Roster) Part(gone chain.PlayerID) {
	p := r.Change(gone)
	p.Same = 0
	r.joined--
	r.byName[chain.Fold(p.Name)] = gone
}
