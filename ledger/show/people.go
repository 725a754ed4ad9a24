package show

// Who is in the book, and who of them turned out to be one person.

import (
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
)

// Player is one person as pages show them.
type Player = people.Player

func (now *Snapshot) Players() []Player {
	listed := now.state.Names().Listed()
	out := make([]Player, len(listed))
	for i, p := range listed {
		out[i] = p.Player
	}
	return out
}

// Player finds one; a joined player is answered with the person they are.
func (now *Snapshot) Player(id chain.PlayerID) (Player, error) {
	p, err := now.state.Names().Somebody(id)
	if err != nil {
		return Player{}, err
	}
	return p.Player, nil
}

// FacesToCome are the faces of players about to be entered one after the other, to sit with others.
func (now *Snapshot) FacesToCome(players int, with []chain.PlayerID) []face.Face {
	out := make([]face.Face, players)
	r, with := now.state.Names().Clone(), slices.Clone(with)
	for i := range out {
		id := chain.PlayerID(r.Len() + 1)
		out[i] = r.Give(id, with)
		r.Enter(id, "")
		r.Change(id).Face = out[i]
		with = append(with, id)
	}
	return out
}

type Carried = state.Carried

// Parting is what parting two players would do.
type Parting struct {
	Join        chain.EntryID
	Gone, Stays Player
	Since       time.Time     // they are one
	Version     chain.EntryID // the latest entry about them, for PartPlayers
	Carried     []Carried     // what one will owe the other
}

// Parting tells what parting the two of a join would do.
func (now *Snapshot) Parting(join chain.EntryID) (*Parting, error) {
	s := now.state
	names := s.Names()
	o := s.FindApart(join)
	switch {
	case o == nil || o.Kind != chain.KindJoin:
		return nil, &chain.NotFound{What: "entry"}
	case o.Undone != 0:
		return nil, ErrWithdrawn
	}
	said := o.Body.(*chain.Join)
	stays := names.Find(said.Stays)
	return &Parting{
		Join: join, Gone: names.At(said.Gone).Player, Stays: stays.Player, Since: time.UnixMilli(o.At),
		Version: aboutPerson(s, stays.ID), Carried: s.LeftApart(said),
	}, nil
}

// aboutPerson is the latest entry of the nights a person has a part in, or about them on the slate.
func aboutPerson(s *state.State, p chain.PlayerID) (last chain.EntryID) {
	for n := range s.Nights() {
		if n.Version > last && slices.Contains(s.Resolve(n.ID).People(), p) {
			last = n.Version
		}
	}
	for _, m := range s.Moneys() {
		for _, move := range s.SlateMoves(m) {
			if move.Night == 0 && (s.Names().Who(move.From) == p || s.Names().Who(move.To) == p) {
				last = max(last, move.Entry)
			}
		}
	}
	return last
}

// MayJoin refuses two players who are one already or ever sat in the same deal.
func (now *Snapshot) MayJoin(gone, stays chain.PlayerID) error {
	s := now.state
	a, err := s.Names().Somebody(gone)
	if err != nil {
		return err
	}
	b, err := s.Names().Somebody(stays)
	if err != nil {
		return err
	}
	if a.ID == b.ID {
		return chain.Refuse("as", "They are one person already.")
	}
	has := func(all []chain.PlayerID) bool { return slices.Contains(all, a.ID) && slices.Contains(all, b.ID) }
	for n := range s.Nights() {
		v, how := s.Resolve(n.ID), ""
		switch {
		case !has(v.People()):
			continue
		case v.Several != nil && slices.ContainsFunc(v.Sittings(), func(r Sitting) bool { return has(r.People()) }):
			how = "both played"
		case v.Met(a.ID, b.ID):
			how = "sat at one table"
		default:
			continue
		}
		day, err := time.Parse(time.DateOnly, v.Date)
		if err != nil {
			return err
		}
		return chain.Refuse("as", "%s and %s %s on %s: they can't be one person.", a.Name, b.Name, how,
			day.Format("2 January 2006"))
	}
	return nil
}

type Joined struct {
	Player chain.PlayerID
	Name   string
	Entry  chain.EntryID
	At     time.Time
}

func (now *Snapshot) JoinedTo(p chain.PlayerID) (out []Joined) {
	s := now.state
	names := s.Names()
	for _, o := range s.Apart() {
		join, ok := o.Body.(*chain.Join)
		if !ok || o.Undone != 0 || names.Who(join.Gone) != names.Who(p) {
			continue
		}
		out = append(out, Joined{join.Gone, names.At(join.Gone).Name, o.Entry, time.UnixMilli(o.At)})
	}
	return out
}
