package ledger

// The roster is everybody in the book, in memory. Readers share a copy that never changes; the desk makes a new one when
// something about a player does.

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// roster is everybody at one moment.
type roster struct {
	people map[PlayerID]*person
	names  map[string]PlayerID // by folded name, without those joined to somebody else
	words  rules.Words         // the circle's names for the calls
	gen    int                 // counts the rosters
	joins  int                 // counts those in which somebody turned out to be somebody else, or not after all
}

// person is one player. It is copied before it is changed.
type person struct {
	id     PlayerID
	name   string
	had    []string // names before this one
	away   bool
	same   PlayerID // joined to; zero for most
	nights int
	last   string
	recent EntryID
}

func (r *roster) clone() *roster {
	return &roster{people: maps.Clone(r.people), names: maps.Clone(r.names), words: r.words, gen: r.gen + 1, joins: r.joins}
}

// who is the person a player turned out to be.
func (r *roster) who(p PlayerID) PlayerID {
	for {
		at, ok := r.people[p]
		if !ok || at.same == 0 {
			return p
		}
		p = at.same
	}
}

// name is what to call an account.
func (r *roster) name(p PlayerID) string {
	if p == Kitty {
		return "the kitty"
	}
	if at, ok := r.people[r.who(p)]; ok {
		return at.name
	}
	return ""
}

// selves are all the ids a person has.
func (r *roster) selves(p PlayerID) []PlayerID {
	p = r.who(p)
	out := []PlayerID{p}
	for id, at := range r.people {
		if at.same != 0 && r.who(id) == p {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// listed is everybody to be shown, most recent first, those put away last.
func (r *roster) listed() []*person {
	var out []*person
	for _, p := range r.people {
		if p.same == 0 {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *person) int {
		return cmp.Or(
			cmp.Compare(truth(a.away), truth(b.away)),
			cmp.Compare(b.recent, a.recent),
			cmp.Compare(a.name, b.name),
		)
	})
	return out
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func readRoster(q store.Querier) (*roster, error) {
	r := &roster{people: map[PlayerID]*person{}, names: map[string]PlayerID{}}
	err := store.Each(q, func(rows *sql.Rows) error {
		p := new(person)
		var folded string
		if err := rows.Scan(&p.id, &p.name, &folded, &p.away, &p.same, &p.nights, &p.last, &p.recent); err != nil {
			return err
		}
		r.people[p.id] = p
		if p.same == 0 {
			r.names[folded] = p.id
		}
		return nil
	}, `SELECT id, name, folded, away, coalesce(same, 0), nights, last, recent FROM player WHERE id > 0`)
	if err != nil {
		return nil, err
	}
	if err := r.readFormerNames(q); err != nil {
		return nil, err
	}
	r.words, err = readWords(q)
	return r, err
}

// readFormerNames reads what people were called before, from the entries that named them.
func (r *roster) readFormerNames(q store.Querier) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var text []byte
		var named chain.Player
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if json.Unmarshal(text, &named) != nil {
			return nil // what is damaged is the audit's to find
		}
		if p := r.people[named.Player]; p != nil && p.name != named.Name {
			p.had = append(p.had, named.Name)
		}
		return nil
	}, `SELECT body FROM entry WHERE kind IN ('player', 'rename') ORDER BY seq`)
}

// called finds everybody with a text in their name or in one they had; it is folded already.
func (r *roster) called(text string) (out []PlayerID, nights int) {
	for id, p := range r.people {
		if strings.Contains(chain.Fold(p.name), text) || slices.ContainsFunc(p.had, func(name string) bool { return strings.Contains(chain.Fold(name), text) }) {
			if who := r.who(id); !slices.Contains(out, who) {
				out = append(out, who)
				nights += r.people[who].nights
			}
		}
	}
	return out, nights
}
