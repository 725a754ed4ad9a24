package state

import (
	"iter"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// Resolved is a night with its players resolved to the people they are: players joined into one person count
// as one.
type Resolved struct {
	*Night
	Names   *people.Roster
	devices *devices
}

// In is a night with other people: as if some were joined or parted.
func (n *Night) In(names *people.Roster) *Resolved {
	return &Resolved{Night: n, Names: names}
}

func (v *Resolved) Device(t *Version) string { return v.devices.names[t.Device] }

// Changed is how many times a deal was corrected; none if it is as it was again.
func (v *Resolved) Changed(d *Deal) (times int) {
	if d.first == d.latest {
		return 0
	}
	first, same := v.First(d), func(a, b *Version) bool {
		return a.Said() == b.Said() && slices.Equal(v.ChairsOf(a), v.ChairsOf(b))
	}
	was := first
	for _, t := range v.History(d)[1:] {
		if t.Removal {
			continue
		}
		if !same(t, was) {
			times++
		}
		was = t
	}
	if same(was, first) {
		return 0
	}
	return times
}

func (v *Resolved) Who(p PlayerID) PlayerID { return v.Names.Who(p) }

func (v *Resolved) resolved(chairs []Chair) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = v.Who(c.Player)
		if c.Account != 0 && v.Who(c.Account) != out[i].Player {
			out[i].Account = v.Who(c.Account)
		}
	}
	return out
}

func (v *Resolved) Chairs() []Chair { return v.resolved(v.Night.Chairs) }

func (v *Resolved) ChairsOf(t *Version) []Chair { return v.resolved(t.Chairs()) }

// Played is what was played in a deal.
type Played struct {
	Chairs []Chair  // who sat, clockwise
	Names  []string // of the players in the chairs, as rules.Explain wants them
	Deal   rules.Deal
	Result rules.Result
	Nets   []settle.Net // by chair: to whose account it went; the one who sat out has a zero
}

// Played is what a version says.
func (v *Resolved) Played(t *Version) Played {
	chairs := v.ChairsOf(t)
	p := Played{chairs, v.Names.Names(chairs), t.Said(), v.Result(t), make([]settle.Net, len(chairs))}
	for i, c := range chairs {
		p.Nets[i] = settle.Net{Player: c.Pays(), Name: v.Names.Name(c.Pays()), Amount: p.Result.Net[i+1]}
	}
	return p
}

// Pays is whose account played in a seat, counted from 0, in a version of a deal.
func (v *Resolved) Pays(t *Version, seat int) PlayerID {
	if t.Accounts[seat] != 0 {
		return v.Who(PlayerID(t.Accounts[seat]))
	}
	return v.Who(PlayerID(t.Players[seat]))
}

// Standing gives the deals that stand in their order, each with its number, from 1, and what stands of it.
func (v *Resolved) Standing() iter.Seq2[int, *Version] {
	return func(yield func(int, *Version) bool) {
		nth := 0
		for i := range v.Deals {
			if t := v.Stands(&v.Deals[i]); t != nil {
				nth++
				if !yield(nth, t) {
					return
				}
			}
		}
	}
}

func (v *Resolved) Stand() []*Deal {
	out := make([]*Deal, 0, v.Count)
	for i := range v.Deals {
		if v.Deals[i].Standing >= 0 {
			out = append(out, &v.Deals[i])
		}
	}
	return out
}

// People are the accounts and players of the night, in the order they came; the kitty isn't one.
func (v *Resolved) People() []PlayerID {
	out := make([]PlayerID, 0, len(v.Members))
	for i := range v.Members {
		if p := v.Who(v.Members[i].ID); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (v *Resolved) Sat(p PlayerID) bool {
	return slices.ContainsFunc(v.Members, func(m Member) bool { return m.Sat && v.Who(m.ID) == p })
}

func (v *Resolved) Sum(p PlayerID) (out Sums) {
	if p == Kitty {
		return v.Night.Kitty
	}
	for i := range v.Members {
		if m := &v.Members[i]; v.Who(m.ID) == p {
			out.Add(&m.Sum)
		}
	}
	return out
}

// Totals are what each person of the night is owed, or owes below zero; the kitty isn't among them.
func (v *Resolved) Totals() []settle.Net {
	people := v.People()
	out := make([]settle.Net, len(people))
	for i, p := range people {
		sum := v.Sum(p)
		out[i] = settle.Net{Player: p, Amount: sum.Total()}
	}
	return out
}

// Even tells whether nobody owes anything in the night.
func (v *Resolved) Even() bool {
	for _, net := range v.Totals() {
		if net.Amount != 0 {
			return false
		}
	}
	return v.Night.Kitty.Total() == 0
}

// Settles is how the night is settled. A banker who went home leaves it to the first who is still there.
func (v *Resolved) Settles() chain.Way {
	way := v.Way
	switch {
	case way.By == "":
		way.By = chain.Ways[0].By
	case way.Kind().Banker:
		way.Banker = v.Who(way.Banker)
		if there := v.There(); len(there) > 0 && !slices.Contains(there, way.Banker) {
			way.Banker = there[0]
		}
	}
	return way
}

// There are who sits at the table, or is at the evening.
func (v *Resolved) There() (out []PlayerID) {
	if v.Several != nil {
		return slices.DeleteFunc(v.Came(), v.Gone)
	}
	for _, c := range v.Chairs() {
		out = append(out, c.Player)
	}
	return out
}

// Home are who went home from an evening early.
func (v *Resolved) Home() (out []PlayerID) {
	if v.Several != nil {
		out = slices.DeleteFunc(v.Came(), func(p PlayerID) bool { return !v.Gone(p) })
	}
	return out
}

// Known returns the transfers that fall into the night, with players resolved.
func (v *Resolved) Known(transfers []Transfer) []Transfer {
	var out []Transfer
	for _, t := range transfers {
		t.From, t.To = v.Who(t.From), v.Who(t.To)
		if t.Night == v.ID && t.From != t.To {
			out = append(out, t)
		}
	}
	return out
}

// passed gives the transfers of all that stands in the night, with players resolved.
func (v *Resolved) passed() iter.Seq[Transfer] {
	return func(yield func(Transfer) bool) {
		for _, t := range v.Standing() {
			for _, m := range v.Known(v.moves(t)) {
				if !yield(m) {
					return
				}
			}
		}
		for _, o := range v.Others {
			if o.Undone != 0 {
				continue
			}
			for _, m := range v.Known(o.Transfers) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Words are those the night is written in: the circle's, else those it began with.
func (v *Resolved) Words() rules.Words {
	if len(v.Names.Words) > 0 {
		return v.Names.Words
	}
	return v.Night.Words
}

// Met tells whether two had a part in the same deal, in any version, or sit at the table together now.
func (v *Resolved) Met(a, b PlayerID) bool {
	both := func(chairs []Chair) bool {
		has := func(p PlayerID) bool {
			return slices.ContainsFunc(chairs, func(c Chair) bool { return c.Player == p || c.Pays() == p })
		}
		return has(a) && has(b)
	}
	if both(v.Chairs()) {
		return true
	}
	for i := range v.Versions {
		if both(v.ChairsOf(&v.Versions[i])) {
			return true
		}
	}
	return false
}

func (v *Resolved) AgreedBy(d DealID) chain.Agree {
	a := v.Agreed(d)
	a.By = v.Who(a.By)
	return a
}

// Came are everybody who came to an evening at several tables, in that order.
func (v *Resolved) Came() []PlayerID { return v.persons(v.Several.People) }

// persons resolves players, each person once.
func (v *Resolved) persons(players []PlayerID) []PlayerID {
	out := make([]PlayerID, 0, len(players))
	for _, p := range players {
		if p = v.Who(p); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (v *Resolved) Gone(p PlayerID) bool {
	gone := false
	for _, q := range v.Several.People {
		if v.Who(q) == p {
			if !v.Several.gone[q] {
				return false
			}
			gone = true
		}
	}
	return gone
}

func (v *Resolved) Here(p PlayerID) bool { return slices.Contains(v.Came(), p) && !v.Gone(p) }

// Seen is the note about somebody in this round; the zero value where nobody made one.
func (v *Resolved) Seen(p PlayerID) Seen {
	for q, seen := range v.Several.seen {
		if v.Who(q) == p && seen.Round == v.Several.round {
			return seen
		}
	}
	return Seen{}
}

func (v *Resolved) Sittings() []Sitting {
	out := make([]Sitting, len(v.Several.Sittings))
	for i := range out {
		out[i] = v.sitting(v.Several.Sittings[i])
	}
	return out
}

// Planned is the next round, where its seats were chosen by hand; else nil.
func (v *Resolved) Planned() *Sitting {
	if v.Several.Plan == nil {
		return nil
	}
	return new(v.sitting(*v.Several.Plan))
}

func (v *Resolved) sitting(s Sitting) Sitting {
	s.Rest = slices.Clone(s.Rest)
	v.resolve(s.Rest)
	s.Tables = slices.Clone(s.Tables)
	for j := range s.Tables {
		t := &s.Tables[j]
		t.Seats, t.Dealer = slices.Clone(t.Seats), v.Who(t.Dealer)
		v.resolve(t.Seats)
	}
	return s
}

func (v *Resolved) resolve(players []PlayerID) {
	for i := range players {
		players[i] = v.Who(players[i])
	}
}

// Last returns nil before the first seating.
func (s *Several) Last() *Sitting {
	if len(s.Sittings) == 0 {
		return nil
	}
	return &s.Sittings[len(s.Sittings)-1]
}

func (s *Sitting) People() []PlayerID {
	all := slices.Clone(s.Rest)
	for _, t := range s.Tables {
		all = append(all, t.Seats...)
	}
	return all
}
