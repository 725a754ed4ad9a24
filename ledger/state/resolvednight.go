package state

import (
	"iter"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// ResolvedNight is a night with its players resolved to the people they are: players joined into one person
// count as one.
type ResolvedNight struct {
	*Night
	Names   *people.Roster
	devices *devices
}

// In is a night with other people: as if some were joined or parted.
func (n *Night) In(names *people.Roster) *ResolvedNight {
	return &ResolvedNight{Night: n, Names: names}
}

func (n *ResolvedNight) Device(t *Version) string { return n.devices.names[t.Device] }

// Changed is how many times a deal was corrected; none if it is as it was again.
func (n *ResolvedNight) Changed(d *Deal) (times int) {
	if d.first == d.latest {
		return 0
	}
	first, same := n.First(d), func(a, b *Version) bool {
		return a.Said() == b.Said() && slices.Equal(n.ChairsOf(a), n.ChairsOf(b))
	}
	was := first
	for _, t := range n.History(d)[1:] {
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

func (n *ResolvedNight) Who(p PlayerID) PlayerID { return n.Names.Who(p) }

func (n *ResolvedNight) resolved(chairs []Chair) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = n.Who(c.Player)
		if c.Account != 0 && n.Who(c.Account) != out[i].Player {
			out[i].Account = n.Who(c.Account)
		}
	}
	return out
}

func (n *ResolvedNight) Chairs() []Chair { return n.resolved(n.Night.Chairs) }

func (n *ResolvedNight) ChairsOf(t *Version) []Chair { return n.resolved(t.Chairs()) }

// Played is what was played in a deal.
type Played struct {
	Chairs []Chair  // who sat, clockwise
	Names  []string // of the players in the chairs, as rules.Explain wants them
	Deal   rules.Deal
	Result rules.Result
	Nets   []settle.Net // by chair: to whose account it went; the one who sat out has a zero
}

// Played is what a version says.
func (n *ResolvedNight) Played(t *Version) Played {
	chairs := n.ChairsOf(t)
	p := Played{chairs, n.Names.Names(chairs), t.Said(), n.Result(t), make([]settle.Net, len(chairs))}
	for i, c := range chairs {
		p.Nets[i] = settle.Net{Player: c.Pays(), Name: n.Names.Name(c.Pays()), Amount: p.Result.Net[i+1]}
	}
	return p
}

// Pays is whose account played in a seat, counted from 0, in a version of a deal.
func (n *ResolvedNight) Pays(t *Version, seat int) PlayerID {
	if t.Accounts[seat] != 0 {
		return n.Who(PlayerID(t.Accounts[seat]))
	}
	return n.Who(PlayerID(t.Players[seat]))
}

// Standing gives the deals that stand in their order, each with its number, from 1, and what stands of it.
func (n *ResolvedNight) Standing() iter.Seq2[int, *Version] {
	return func(yield func(int, *Version) bool) {
		nth := 0
		for i := range n.Deals {
			if t := n.Stands(&n.Deals[i]); t != nil {
				nth++
				if !yield(nth, t) {
					return
				}
			}
		}
	}
}

func (n *ResolvedNight) Stand() []*Deal {
	out := make([]*Deal, 0, n.Count)
	for i := range n.Deals {
		if n.Deals[i].Standing >= 0 {
			out = append(out, &n.Deals[i])
		}
	}
	return out
}

// People are the accounts and players of the night, in the order they came; the kitty isn't one.
func (n *ResolvedNight) People() []PlayerID {
	out := make([]PlayerID, 0, len(n.Members))
	for i := range n.Members {
		if p := n.Who(n.Members[i].ID); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (n *ResolvedNight) Sat(p PlayerID) bool {
	return slices.ContainsFunc(n.Members, func(m Member) bool { return m.Sat && n.Who(m.ID) == p })
}

func (n *ResolvedNight) Sum(p PlayerID) (out Sums) {
	if p == Kitty {
		return n.Night.Kitty
	}
	for i := range n.Members {
		if m := &n.Members[i]; n.Who(m.ID) == p {
			out.Add(&m.Sum)
		}
	}
	return out
}

// Totals are what each person of the night is owed, or owes below zero; the kitty isn't among them.
func (n *ResolvedNight) Totals() []settle.Net {
	people := n.People()
	out := make([]settle.Net, len(people))
	for i, p := range people {
		sum := n.Sum(p)
		out[i] = settle.Net{Player: p, Amount: sum.Total()}
	}
	return out
}

// Even tells whether nobody owes anything in the night.
func (n *ResolvedNight) Even() bool {
	for _, net := range n.Totals() {
		if net.Amount != 0 {
			return false
		}
	}
	return n.Night.Kitty.Total() == 0
}

// Settles is how the night is settled. A banker who went home leaves it to the first who is still there.
func (n *ResolvedNight) Settles() chain.Way {
	way := n.Way
	switch {
	case way.By == "":
		way.By = chain.Ways[0].By
	case way.Kind().Banker:
		way.Banker = n.Who(way.Banker)
		if there := n.There(); len(there) > 0 && !slices.Contains(there, way.Banker) {
			way.Banker = there[0]
		}
	}
	return way
}

// There are who sits at the table, or is at the evening.
func (n *ResolvedNight) There() (out []PlayerID) {
	if n.Several != nil {
		return slices.DeleteFunc(n.Came(), n.Gone)
	}
	for _, c := range n.Chairs() {
		out = append(out, c.Player)
	}
	return out
}

// Home are who went home from an evening early.
func (n *ResolvedNight) Home() (out []PlayerID) {
	if n.Several != nil {
		out = slices.DeleteFunc(n.Came(), func(p PlayerID) bool { return !n.Gone(p) })
	}
	return out
}

// Known returns the transfers that fall into the night, with players resolved.
func (n *ResolvedNight) Known(transfers []Transfer) []Transfer {
	var out []Transfer
	for _, t := range transfers {
		t.From, t.To = n.Who(t.From), n.Who(t.To)
		if t.Night == n.ID && t.From != t.To {
			out = append(out, t)
		}
	}
	return out
}

// passed gives the transfers of all that stands in the night, with players resolved.
func (n *ResolvedNight) passed() iter.Seq[Transfer] {
	return func(yield func(Transfer) bool) {
		for _, t := range n.Standing() {
			for _, m := range n.Known(n.moves(t)) {
				if !yield(m) {
					return
				}
			}
		}
		for _, o := range n.Others {
			if o.Undone != 0 {
				continue
			}
			for _, m := range n.Known(o.Transfers) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Words are those the night is written in: the circle's, else those it began with.
func (n *ResolvedNight) Words() rules.Words {
	if len(n.Names.Words) > 0 {
		return n.Names.Words
	}
	return n.Night.Words
}

// Met tells whether two had a part in the same deal, in any version, or sit at the table together now.
func (n *ResolvedNight) Met(a, b PlayerID) bool {
	both := func(chairs []Chair) bool {
		has := func(p PlayerID) bool {
			return slices.ContainsFunc(chairs, func(c Chair) bool { return c.Player == p || c.Pays() == p })
		}
		return has(a) && has(b)
	}
	if both(n.Chairs()) {
		return true
	}
	for i := range n.Versions {
		if both(n.ChairsOf(&n.Versions[i])) {
			return true
		}
	}
	return false
}

func (n *ResolvedNight) AgreedBy(d DealID) chain.Agree {
	a := n.Agreed(d)
	a.By = n.Who(a.By)
	return a
}

// Came are everybody who came to an evening at several tables, in that order.
func (n *ResolvedNight) Came() []PlayerID { return n.persons(n.Several.People) }

// persons resolves players, each person once.
func (n *ResolvedNight) persons(players []PlayerID) []PlayerID {
	out := make([]PlayerID, 0, len(players))
	for _, p := range players {
		if p = n.Who(p); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (n *ResolvedNight) Gone(p PlayerID) bool {
	gone := false
	for _, q := range n.Several.People {
		if n.Who(q) == p {
			if !n.Several.gone[q] {
				return false
			}
			gone = true
		}
	}
	return gone
}

func (n *ResolvedNight) Here(p PlayerID) bool { return slices.Contains(n.Came(), p) && !n.Gone(p) }

// Seen is the note about somebody in this round; the zero value where nobody made one.
func (n *ResolvedNight) Seen(p PlayerID) Seen {
	for q, seen := range n.Several.seen {
		if n.Who(q) == p && seen.Round == n.Several.round {
			return seen
		}
	}
	return Seen{}
}

func (n *ResolvedNight) Sittings() []Sitting {
	out := make([]Sitting, len(n.Several.Sittings))
	for i := range out {
		out[i] = n.sitting(n.Several.Sittings[i])
	}
	return out
}

// Planned is the next round, where its seats were chosen by hand; else nil.
func (n *ResolvedNight) Planned() *Sitting {
	if n.Several.Plan == nil {
		return nil
	}
	return new(n.sitting(*n.Several.Plan))
}

func (n *ResolvedNight) sitting(s Sitting) Sitting {
	s.Rest = slices.Clone(s.Rest)
	n.resolve(s.Rest)
	s.Tables = slices.Clone(s.Tables)
	for j := range s.Tables {
		t := &s.Tables[j]
		t.Seats, t.Dealer = slices.Clone(t.Seats), n.Who(t.Dealer)
		n.resolve(t.Seats)
	}
	return s
}

func (n *ResolvedNight) resolve(players []PlayerID) {
	for i := range players {
		players[i] = n.Who(players[i])
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
