package show

// The list of evenings by whatever somebody looks for, and of the names they have.

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// NightLine is a night in a list. An evening at several tables is one; its tables aren't listed.
type NightLine struct {
	ID       chain.NightID
	Name     string
	Date     string
	Money    rules.Money
	House    string // id of the set
	Scale    int
	Open     bool
	Seal     string // of a closed night
	Deals    int    // standing
	Tables   int    // of an evening at several; else zero
	Standing []Stood
}

// Stood is what somebody won or lost at a night, in deals and penalties. A night has them best first.
type Stood struct {
	settle.Net
	Face face.Face
}

func nightLine(s *state.State, n *state.Night) NightLine {
	l := NightLine{
		ID: n.ID, Name: n.Name, Date: n.Date, Money: n.Money(), House: n.House.ID, Scale: n.Scale,
		Open: n.Closed == 0, Tables: len(s.Tables(n.ID)),
	}
	if !l.Open {
		l.Seal = n.Seal.Seal()
	}
	at := map[chain.PlayerID]int{}
	for v := range s.WithTables(n.ID) {
		l.Deals += v.Count
		for _, p := range v.People() {
			if _, met := at[p]; !met {
				at[p] = len(l.Standing)
				l.Standing = append(l.Standing, Stood{settle.Net{Player: p, Name: s.Names().Name(p)}, s.Names().Face(p)})
			}
			l.Standing[at[p]].Amount += v.Sum(p).Score()
		}
	}
	slices.SortFunc(l.Standing, func(a, b Stood) int {
		return cmp.Or(cmp.Compare(b.Amount, a.Amount), cmp.Compare(a.Player, b.Player))
	})
	return l
}

func (now *Snapshot) OpenNights(most int) []NightLine {
	s := now.state
	var out []NightLine
	for _, id := range slices.Backward(s.OpenNights()) {
		if n := s.Night(id); n.Meeting == 0 && len(out) < most {
			out = append(out, nightLine(s, n))
		}
	}
	return out
}

// OpenSeat is somebody's seat at an open table.
type OpenSeat struct {
	Player     chain.PlayerID
	Night      chain.NightID
	Name, Date string
}

// OpenSeats lists all seats at open tables, those of the newest night first.
func (now *Snapshot) OpenSeats() (out []OpenSeat) {
	s := now.state
	for _, id := range slices.Backward(s.OpenNights()) {
		n := s.Resolve(id)
		for _, c := range n.Chairs() {
			out = append(out, OpenSeat{Player: s.Names().Who(c.Player), Night: id, Name: n.Name, Date: n.Date})
		}
	}
	return out
}

// TableNow is the table at which a device records that is bound to one: that table, or once its evening is
// closed the open one of the same name of the newest evening.
func (now *Snapshot) TableNow(bound chain.NightID) chain.NightID {
	s := now.state
	was := s.Night(bound)
	if was == nil || was.Closed == 0 {
		return bound
	}
	if e := s.Night(was.Meeting); e == nil || e.Closed == 0 {
		return bound
	}
	for _, id := range slices.Backward(s.OpenNights()) {
		if t := s.Night(id); t.Meeting != 0 && t.Name == was.Name {
			return id
		}
	}
	return bound
}

// JustEnded is the evening that was closed within the hour before a time; nil where none was.
func (now *Snapshot) JustEnded(at time.Time) *Night {
	for n := range now.state.Backward() {
		closed := time.UnixMilli(n.ClosedAt)
		if n.Closed != 0 && n.Meeting == 0 && !closed.After(at) && at.Sub(closed) < time.Hour {
			return fullNight(now.state, now.state.Resolve(n.ID))
		}
	}
	return nil
}

// NightFilter narrows the list of evenings. The zero value is all of them.
type NightFilter struct {
	Player      chain.PlayerID // who sat there …
	With        chain.PlayerID // … and who else did
	From, Until string         // dates, both included; empty is open-ended
	Money       rules.Money
	House       string // id of the set
	Name        string // of the table
	Text        string // part of the name, or of one that somebody who was there has or had
	Ended       bool   // so that the player, or anybody who sat, won Least to Most, in deals and penalties
	Least, Most int64
	Before      chain.NightID // go on after this one of the last page
	Limit       int           // 0 is 50
}

func (now *Snapshot) Nights(f NightFilter) ([]NightLine, error) {
	return nights(now.state, f)
}

func nights(s *state.State, f NightFilter) ([]NightLine, error) {
	fits, err := f.fits(s)
	if err != nil {
		return nil, err
	}
	before := s.Night(f.Before)
	if f.Before != 0 && before == nil {
		return nil, nil
	}
	limit := f.Limit
	if limit <= 0 {
		limit = 50
	}
	newest := func(a, b *state.Night) int { return cmp.Or(cmp.Compare(b.Date, a.Date), cmp.Compare(b.ID, a.ID)) }
	var found []*state.Night
	for n := range s.Backward() {
		full := len(found) == limit
		if n.Meeting != 0 || before != nil && newest(before, n) >= 0 || full && newest(found[limit-1], n) < 0 ||
			!fits(n) {
			continue
		}
		if full {
			found = found[:limit-1]
		}
		at, _ := slices.BinarySearchFunc(found, n, newest)
		found = slices.Insert(found, at, n)
	}
	var out []NightLine
	for _, n := range found {
		out = append(out, nightLine(s, n))
	}
	return out, nil
}

func (f *NightFilter) fits(s *state.State) (func(*state.Night) bool, error) {
	names := s.Names()
	was := func(n *state.Night, p chain.PlayerID) bool {
		return slices.ContainsFunc(n.Members, func(m state.Member) bool { return names.Who(m.ID) == p })
	}
	var both []chain.PlayerID
	for _, id := range [...]chain.PlayerID{f.Player, f.With} {
		if id == 0 {
			continue
		}
		p, err := names.Somebody(id)
		if err != nil {
			return nil, err
		}
		both = append(both, p.ID)
	}
	called := func(*state.Night) bool { return true }
	if f.Text != "" {
		text := chain.Fold(f.Text)
		people := names.Called(text)
		named := func(n *state.Night) bool {
			return n.Name != "" && strings.Contains(chain.Fold(n.Name), text)
		}
		called = func(n *state.Night) bool {
			return named(n) || slices.ContainsFunc(people, func(p chain.PlayerID) bool { return was(n, p) }) ||
				slices.ContainsFunc(s.Tables(n.ID), func(t chain.NightID) bool { return named(s.Night(t)) })
		}
	}
	return func(n *state.Night) bool {
		for _, p := range both {
			if !was(n, p) {
				return false
			}
		}
		return n.Date >= f.From && (f.Until == "" || n.Date <= f.Until) &&
			(f.Money == "" || n.Money() == f.Money) && (f.House == "" || n.House.ID == f.House) &&
			(f.Name == "" || n.Name == f.Name) && called(n) && (!f.Ended || f.ended(s, n, both))
	}, nil
}

// ended tells whether the night came to what is looked for, for the first of some people; without any, for
// somebody who sat there.
func (f *NightFilter) ended(s *state.State, n *state.Night, people []chain.PlayerID) bool {
	if people = people[:min(1, len(people))]; f.Player == 0 {
		for v := range s.WithTables(n.ID) {
			for _, m := range v.Members {
				if m.Sat {
					people = append(people, s.Names().Who(m.ID))
				}
			}
		}
	}
	return slices.ContainsFunc(people, func(p chain.PlayerID) bool {
		var sum int64
		for v := range s.WithTables(n.ID) {
			sum += v.Sum(p).Score()
		}
		return f.Least <= sum && sum <= f.Most
	})
}

const mostTables = 200

// Tables lists the names evenings have, the one played at last first.
func (now *Snapshot) Tables() []string {
	last := map[string]string{} // the date, by name
	for n := range now.state.Backward() {
		if _, met := last[n.Name]; n.Meeting == 0 && n.Name != "" && (met || len(last) < mostTables) {
			last[n.Name] = max(last[n.Name], n.Date)
		}
	}
	return slices.SortedFunc(maps.Keys(last), func(a, b string) int {
		return cmp.Or(cmp.Compare(last[b], last[a]), cmp.Compare(a, b))
	})
}
