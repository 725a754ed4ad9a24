package people

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// plain is a roster as plainly as it can be kept: what each player is called, was called and stands for.
type plain map[chain.PlayerID]struct {
	name string
	had  []string
	same chain.PlayerID
}

func (m plain) who(p chain.PlayerID) chain.PlayerID {
	for m[p].same != 0 {
		p = m[p].same
	}
	return p
}

func (m plain) persons() (out []chain.PlayerID) {
	for _, p := range slices.Sorted(maps.Keys(m)) {
		if m[p].same == 0 {
			out = append(out, p)
		}
	}
	return out
}

func (m plain) free(name string) bool {
	return !slices.ContainsFunc(m.persons(), func(p chain.PlayerID) bool {
		return strings.EqualFold(m[p].name, name)
	})
}

// change does one thing at random to both, as the desk may: a name is never taken twice.
func (m plain) change(rng *rand.Rand, r *Roster) {
	name := fmt.Sprintf("Player %c", 'A'+rng.IntN(26))
	persons := m.persons()
	pick := func() chain.PlayerID { return persons[rng.IntN(len(persons))] }
	switch rng.IntN(5) {
	case 0, 1:
		if !m.free(name) {
			return
		}
		id := chain.PlayerID(len(m) + 1)
		at := m[id]
		at.name = name
		m[id] = at
		r.Enter(id, name)
	case 2:
		if len(persons) == 0 || !m.free(name) {
			return
		}
		id := pick()
		at := m[id]
		at.had, at.name = append(slices.Clone(at.had), at.name), name
		m[id] = at
		r.Rename(id, name)
	case 3:
		if len(persons) < 2 {
			return
		}
		gone, stays := pick(), pick()
		if gone == stays {
			return
		}
		at := m[gone]
		at.same = stays
		m[gone] = at
		r.Join(gone, stays)
	case 4:
		for gone, at := range m {
			if at.same != 0 && m.free(at.name) {
				at.same = 0
				m[gone] = at
				r.Part(gone)
				return
			}
		}
	}
}

// holds compares a roster with the plain one by everything it can be asked.
func (m plain) holds(t *testing.T, r *Roster) {
	t.Helper()
	if r.Len() != len(m) {
		t.Fatalf("%d players, want %d", r.Len(), len(m))
	}
	var listed []chain.PlayerID
	for _, p := range r.Listed() {
		listed = append(listed, p.ID)
	}
	if slices.Sort(listed); !slices.Equal(listed, m.persons()) {
		t.Fatalf("listed are %v, want %v", listed, m.persons())
	}
	for id, at := range m {
		who := m.who(id)
		var selves []chain.PlayerID
		for other := range m {
			if m.who(other) == who {
				selves = append(selves, other)
			}
		}
		slices.Sort(selves)
		switch {
		case r.Who(id) != who, r.Find(id).ID != who, r.At(id).ID != id:
			t.Fatalf("%d stands for %d, is found as %d and is %d; want %d", id, r.Who(id), r.Find(id).ID,
				r.At(id).ID, who)
		case r.Name(id) != m[who].name:
			t.Fatalf("%d is called %q, want %q", id, r.Name(id), m[who].name)
		case !slices.Equal(r.Selves(id), selves):
			t.Fatalf("%d is %v, want %v", id, r.Selves(id), selves)
		case !slices.Equal(r.At(id).Had, at.had):
			t.Fatalf("%d was called %v, want %v", id, r.At(id).Had, at.had)
		}
		named, ok := r.Named(strings.ToUpper(at.name))
		if free := m.free(at.name); ok == free || ok && !strings.EqualFold(m[named].name, at.name) {
			t.Fatalf("%q is %d, %v; nobody is called so: %v", at.name, named, ok, free)
		}
	}
	for letter := 'a'; letter <= 'z'; letter++ {
		text := "player " + string(letter)
		var want []chain.PlayerID
		for id, at := range m {
			has := func(name string) bool { return strings.EqualFold(name, text) }
			if who := m.who(id); (has(at.name) || slices.ContainsFunc(at.had, has)) && !slices.Contains(want, who) {
				want = append(want, who)
			}
		}
		got := r.Called(text)
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Fatalf("%q finds %v, want %v", text, got, want)
		}
	}
}

// TestRoster changes a roster at random and holds it against a plain one. Each change is made to a clone: the
// roster before, which readers share, stays as it was.
func TestRoster(t *testing.T) {
	seeds := uint64(20)
	if !testenv.Whole() {
		seeds = 5
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		m, r := plain{}, New()
		for range 120 {
			was, before := maps.Clone(m), r
			r = r.Clone()
			m.change(rng, r)
			m.holds(t, r)
			was.holds(t, before)
		}
	}
}

// TestListed orders people: the most recent first, of equal ones by name, those put away last.
func TestListed(t *testing.T) {
	r := New()
	for i, name := range []string{"Dan", "Cat", "Bob", "Ann", "Eve"} {
		r.Enter(chain.PlayerID(i+1), name)
	}
	r.Change(1).Recent = 7
	r.Change(2).Recent = 9
	r.Change(5).Recent = 11
	r.Change(5).Away = true
	var got []string
	for _, p := range r.Listed() {
		got = append(got, p.Player.Name)
	}
	if diff := cmp.Diff([]string{"Cat", "Dan", "Ann", "Bob", "Eve"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestNobody asks for who isn't there, and for the kitty.
func TestNobody(t *testing.T) {
	r := New()
	r.Enter(1, "Ann")
	if r.Name(2) != "" || r.Find(2) != nil || r.At(2) != nil || r.Who(2) != 2 {
		t.Errorf("nobody is %q", r.Name(2))
	}
	names := r.Names([]chain.Chair{{Player: 1}, {Player: chain.Kitty}})
	if !slices.Equal(names, []string{"Ann", "the kitty"}) {
		t.Errorf("the names are %v", names)
	}
}
