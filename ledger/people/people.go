// Package people is the roster of a book: everybody in it, their names, and who is the same person as whom.
//
// A Roster is in memory and shared by readers, so it never changes once published. The desk clones it before
// it changes it (Enter, Rename, Join, Part, Change). Ids stay what they are for ever; Who gives the person an
// id stands for now, so that two players joined into one count as one.
package people

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Player is the person as pages show them.
func (p *Person) Player() Player {
	return Player{ID: p.ID, Name: p.Name, Face: p.Face, Away: p.Away, Nights: p.Nights, Last: p.Last}
}

// Roster is everybody at one moment.
type Roster struct {
	Words rules.Words // the circle's names for the calls
	Gen   int         // counts the rosters of an open book
	Joins int         // counts those in which a player was joined to another, or parted

	people map[chain.PlayerID]*Person
	byName map[string]chain.PlayerID // by folded name, without those joined to somebody else
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

// Person is one player.
type Person struct {
	ID     chain.PlayerID
	Name   string
	Had    []string // former names
	Face   face.Face
	Away   bool
	Same   chain.PlayerID // joined to; zero for most
	Nights int
	Last   string // the date of the latest night
	Recent chain.EntryID
}

// New returns a roster with nobody in it.
func New() *Roster {
	return &Roster{people: map[chain.PlayerID]*Person{}, byName: map[string]chain.PlayerID{}}
}

// Read reads the roster from a book.
func Read(q store.Querier) (*Roster, error) {
	r := New()
	err := store.Each(q, func(rows *sql.Rows) error {
		p := new(Person)
		var folded string
		err := rows.Scan(&p.ID, &p.Name, &folded, &p.Away, &p.Same, &p.Nights, &p.Last, &p.Recent)
		p.Face = face.Of(int64(p.ID))
		r.people[p.ID] = p
		if p.Same == 0 {
			r.byName[folded] = p.ID
		}
		return err
	}, `SELECT id, name, folded, away, coalesce(same, 0), nights, last, recent FROM player WHERE id > 0`)
	if err != nil {
		return nil, err
	}
	if err := r.readFormerNames(q); err != nil {
		return nil, err
	}
	if err := r.readFaces(q); err != nil {
		return nil, err
	}
	return r, r.readWords(q)
}

// readFormerNames reads what people were called before, from the entries that named them.
func (r *Roster) readFormerNames(q store.Querier) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var text []byte
		var named chain.Player
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if json.Unmarshal(text, &named) != nil {
			return nil // damage is the audit's to find
		}
		if p := r.people[named.Player]; p != nil && p.Name != named.Name {
			p.Had = append(p.Had, named.Name)
		}
		return nil
	}, `SELECT body FROM entry WHERE kind IN ('player', 'rename') ORDER BY seq`)
}

// readFaces reads the colours and emblems that were given or chosen, the latest of each player last.
func (r *Roster) readFaces(q store.Querier) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var text []byte
		var has chain.Face
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if json.Unmarshal(text, &has) == nil && r.people[has.Player] != nil {
			r.people[has.Player].Face = face.Face{Colour: has.Colour, Emblem: has.Emblem}
		}
		return nil
	}, `SELECT body FROM entry WHERE kind = 'face' ORDER BY seq`)
}

func (r *Roster) readWords(q store.Querier) error {
	said := map[string]string{}
	err := store.Each(q, func(rows *sql.Rows) error {
		var id, word string
		err := rows.Scan(&id, &word)
		said[id] = word
		return err
	}, `SELECT call, word FROM word`)
	if len(said) > 0 {
		r.Words = chain.CallWords(said)
	}
	return err
}

// Clone returns a copy to be changed. Persons are shared until they change.
func (r *Roster) Clone() *Roster {
	return &Roster{
		Words: r.Words, Gen: r.Gen + 1, Joins: r.Joins,
		people: maps.Clone(r.people), byName: maps.Clone(r.byName),
	}
}

// Len is how many players were ever entered.
func (r *Roster) Len() int { return len(r.people) }

// IDs are those of all players, in order.
func (r *Roster) IDs() []chain.PlayerID { return slices.Sorted(maps.Keys(r.people)) }

// Who is the person a player stands for.
func (r *Roster) Who(p chain.PlayerID) chain.PlayerID {
	for {
		at, ok := r.people[p]
		if !ok || at.Same == 0 {
			return p
		}
		p = at.Same
	}
}

// Find returns the person a player stands for; nil if there is none.
func (r *Roster) Find(p chain.PlayerID) *Person { return r.people[r.Who(p)] }

// At returns the player with just this id; nil if there is none.
func (r *Roster) At(p chain.PlayerID) *Person { return r.people[p] }

// Named returns the person with this name, however it is written.
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
	for id, p := range r.people {
		if was(p.Name) || slices.ContainsFunc(p.Had, was) {
			found[r.Who(id)] = true
		}
	}
	if len(found) != 1 {
		return 0
	}
	return slices.Collect(maps.Keys(found))[0]
}

// Name is what to call an account.
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

// Names are those of the players in some chairs.
func (r *Roster) Names(chairs []chain.Chair) []string {
	out := make([]string, len(chairs))
	for i, c := range chairs {
		out[i] = r.Name(c.Player)
	}
	return out
}

// Selves are all the ids a person has.
func (r *Roster) Selves(p chain.PlayerID) []chain.PlayerID {
	p = r.Who(p)
	out := []chain.PlayerID{p}
	for id, at := range r.people {
		if at.Same != 0 && r.Who(id) == p {
			out = append(out, id)
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

// Called finds everybody with a text in a name they have or had, and how many nights they sat at. The text is
// folded already.
func (r *Roster) Called(text string) (out []chain.PlayerID, nights int) {
	has := func(name string) bool { return strings.Contains(chain.Fold(name), text) }
	for id, p := range r.people {
		if has(p.Name) || slices.ContainsFunc(p.Had, has) {
			if who := r.Who(id); !slices.Contains(out, who) {
				out = append(out, who)
				nights += r.people[who].Nights
			}
		}
	}
	return out, nights
}

// Change returns a copy of a person, put in their place, to be changed.
func (r *Roster) Change(id chain.PlayerID) *Person {
	p := *r.people[id]
	r.people[id] = &p
	return &p
}

// Enter adds a player.
func (r *Roster) Enter(id chain.PlayerID, name string) {
	r.people[id] = &Person{ID: id, Name: name, Face: face.Of(int64(id))}
	r.byName[chain.Fold(name)] = id
}

// Rename gives a player another name.
func (r *Roster) Rename(id chain.PlayerID, name string) {
	p := r.Change(id)
	delete(r.byName, chain.Fold(p.Name))
	p.Had = append(slices.Clone(p.Had), p.Name)
	p.Name = name
	r.byName[chain.Fold(name)] = id
}

// Join says that gone stands for stays, and frees the name of gone.
func (r *Roster) Join(gone, stays chain.PlayerID) {
	p := r.Change(gone)
	p.Same = stays
	delete(r.byName, chain.Fold(p.Name))
}

// Part undoes a Join.
func (r *Roster) Part(gone chain.PlayerID) {
	p := r.Change(gone)
	p.Same = 0
	r.byName[chain.Fold(p.Name)] = gone
}
