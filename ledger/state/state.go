package state

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// The ids that entries name things by.
type (
	PlayerID = chain.PlayerID
	NightID  = chain.NightID
	EntryID  = chain.EntryID
	DealID   = chain.DealID
	Chair    = chain.Chair
	Debt     = chain.Debt
	Kind     = chain.Kind
	Entry    = chain.Entry
	Transfer = chain.Transfer
)

// Kitty stands in the place of a player.
const Kitty = chain.Kitty

// State is a book after one of its entries.
type State struct {
	last    EntryID
	first   chain.Hash // of the first entry: which book it is
	hash    chain.Hash
	device  string // of the latest entry
	names   *people.Roster
	houses  map[string]House
	devices *devices

	pages  []*page   // of the nights, by id
	count  NightID   // of them
	open   []NightID // in progress, in the order they began
	turned EntryID   // the latest entry by which a night began, closed or was opened again
	deals  int       // that stand

	accounts map[rules.Money][]Account // by player as named; the kitty is 0
	slates   map[rules.Money]*Slate
	seasons  []*Season // as the club counts them, in the order they were chosen
	apart    []*Other  // the entries outside the nights that may be taken back, in order

	// What the next entry must be, and the latest one that was as another had required.
	next *pending
	due  EntryID
	half []NightID // nights that can't stay as they are, besides
}

func New() *State {
	return &State{
		names: people.New(), houses: map[string]House{}, devices: new(devices),
		accounts: map[rules.Money][]Account{}, slates: map[rules.Money]*Slate{},
	}
}

// Last is the latest entry; zero in an empty book.
func (s *State) Last() EntryID { return s.last }

func (s *State) Hash() chain.Hash { return s.hash }

// First is the hash of the first entry, which no other book has; zero in an empty book.
func (s *State) First() chain.Hash { return s.first }

// The roster is shared: nobody may change it.
func (s *State) Names() *people.Roster { return s.names }

func (s *State) Deals() int { return s.deals }

// Turned is the latest entry by which a night began, closed or was opened again.
func (s *State) Turned() EntryID { return s.turned }

// Evenings counts the nights; several tables of one evening are one.
func (s *State) Evenings() (count int) {
	for n := range s.Nights() {
		if n.Meeting == 0 {
			count++
		}
	}
	return count
}

// page has some of the nights, so that a write to one of thousands copies few of their places.
type page struct {
	owner  *token
	nights [perPage]*Night
}

const perPage = 64

// LastNight is the number of the night that began last; zero if none did.
func (s *State) LastNight() NightID { return s.count }

// Night returns nil where there is none.
func (s *State) Night(id NightID) *Night {
	if id < 1 || id > s.count {
		return nil
	}
	return s.pages[(id-1)/perPage].nights[(id-1)%perPage]
}

// Resolve returns nil where there is no such night.
func (s *State) Resolve(id NightID) *ResolvedNight {
	n := s.Night(id)
	if n == nil {
		return nil
	}
	return &ResolvedNight{Night: n, Names: s.names, devices: s.devices}
}

// Held tells whether an evening counts, by its night or that of a table: it is open, or something was dealt,
// paid or carried. One that closed with nothing in it was begun by mistake: no page shows it.
func (s *State) Held(n *Night) bool {
	if n.Closed == 0 || n.Count > 0 {
		return true
	}
	for n := range s.WithTables(cmp.Or(n.Meeting, n.ID)) {
		standing := func(yield func(Kind, []Transfer) bool) {
			for _, o := range n.Others {
				if o.Undone == 0 && !yield(o.Kind, o.Transfers) {
					return
				}
			}
		}
		if n.Closed == 0 || n.Count > 0 || Moved(standing) {
			return true
		}
	}
	return false
}

// Nights gives all nights that were held, tables and evenings at several tables among them, in the order they
// began.
func (s *State) Nights() iter.Seq[*Night] {
	return func(yield func(*Night) bool) {
		for id := range s.count {
			if n := s.Night(id + 1); s.Held(n) && !yield(n) {
				return
			}
		}
	}
}

func (s *State) Backward() iter.Seq[*Night] {
	return func(yield func(*Night) bool) {
		for id := s.count; id > 0; id-- {
			if n := s.Night(id); s.Held(n) && !yield(n) {
				return
			}
		}
	}
}

// OpenNights are the nights in progress, in the order they began. Nobody may change the list.
func (s *State) OpenNights() []NightID { return s.open }

// Tables are the tables an evening had so far, in the order they began, those of no round yet as well.
func (s *State) Tables(meeting NightID) []NightID {
	if n := s.Night(meeting); n != nil && n.Several != nil {
		return n.Several.begun
	}
	return nil
}

// WithTables gives a night, and of an evening at several tables those of its tables.
func (s *State) WithTables(id NightID) iter.Seq[*ResolvedNight] {
	return func(yield func(*ResolvedNight) bool) {
		if !yield(s.Resolve(id)) {
			return
		}
		for _, t := range s.Tables(id) {
			if !yield(s.Resolve(t)) {
				return
			}
		}
	}
}

// Apart are the entries outside the nights that moved money or joined people, in order, those taken back as
// well.
func (s *State) Apart() []*Other { return s.apart }

// FindApart returns nil where no entry of this number is one.
func (s *State) FindApart(e EntryID) *Other {
	i, ok := slices.BinarySearchFunc(s.apart, e, func(o *Other, e EntryID) int { return int(o.Entry - e) })
	if !ok {
		return nil
	}
	return s.apart[i]
}

type House struct {
	Own     *rules.House // its newest version, if it is one of the circle's own
	Version int          // of an own set, from 1
	Hidden  bool
	Nights  int     // played by it; an evening counts once
	Last    string  // the latest date of one
	Recent  EntryID // that began one or changed the set
	changed EntryID // that changed the set
}

// Houses are the sets that were made, hidden or played by, by id. Nobody may change the map.
func (s *State) Houses() map[string]House { return s.houses }

// devices are the names of all devices that wrote entries. Entries have their places in it.
type devices struct {
	names []string
	at    map[string]int32
}

func (s *State) Device(i int32) string { return s.devices.names[i] }

// Draft is a book that is being taken further. It is for one goroutine.
type Draft struct {
	State
	me     *token
	whatIf bool // it may not append to arrays it shares with the state it began with
	mine   mine

	settled chain.Settled // the latest deal that was taken
}

// token marks what a draft has made itself and may change in place. It isn't the draft, which would keep the
// states before it from being freed.
type token struct{ _ byte }

// mine says which shared parts the draft has copied.
type mine struct {
	names, houses, devices, pages, open, half, slates bool

	accounts map[rules.Money]bool // nil: not the map either
}

// Draft begins one that may become the newest state. Of the drafts of a state only the latest may be ended:
// they append to the same arrays.
func (s *State) Draft() *Draft { return &Draft{State: *s, me: new(token)} }

// WhatIf begins one that is looked at and thrown away, by any goroutine at any time.
func (s *State) WhatIf() *Draft { return &Draft{State: *s, me: new(token), whatIf: true} }

// Done ends the draft, which must not be used any more.
func (d *Draft) Done() *State {
	s := d.State
	return &s
}

func (d *Draft) roster() *people.Roster {
	if !d.mine.names {
		d.names, d.mine.names = d.names.Clone(), true
	}
	return d.names
}

func (d *Draft) setHouse(id string, h House) {
	if !d.mine.houses {
		d.houses, d.mine.houses = maps.Clone(d.houses), true
	}
	d.houses[id] = h
}

func (d *Draft) deviceAt(name string) int32 {
	if at, ok := d.devices.at[name]; ok {
		return at
	}
	if !d.mine.devices {
		at := maps.Clone(d.devices.at)
		if at == nil {
			at = map[string]int32{}
		}
		d.devices, d.mine.devices = &devices{slices.Clone(d.devices.names), at}, true
	}
	at := int32(len(d.devices.names))
	d.devices.names = append(d.devices.names, name)
	d.devices.at[name] = at
	return at
}

func (d *Draft) setOpen(id NightID, open bool) { set(&d.open, &d.mine.open, id, open) }

// set puts an id into a sorted list that states share, or takes it out.
func set(list *[]NightID, mine *bool, id NightID, in bool) {
	at, there := slices.BinarySearch(*list, id)
	if there == in {
		return
	}
	if !*mine {
		*list, *mine = slices.Clone(*list), true
	}
	if in {
		*list = slices.Insert(*list, at, id)
	} else {
		*list = slices.Delete(*list, at, at+1)
	}
}

// setHalf notes whether a night is left as it can't stay: an evening with tables nobody is seated at, or a
// closed night whose carry was taken back.
func (d *Draft) setHalf(id NightID, half bool) { set(&d.half, &d.mine.half, id, half) }

// slot is where a night is, or the next comes, to be changed.
func (d *Draft) slot(id NightID) **Night {
	if !d.mine.pages {
		d.pages, d.mine.pages = slices.Clone(d.pages), true
	}
	at := int(id-1) / perPage
	if at == len(d.pages) {
		d.pages = append(d.pages, &page{owner: d.me})
	}
	if p := d.pages[at]; p.owner != d.me {
		d.pages[at] = &page{d.me, p.nights}
	}
	return &d.pages[at].nights[(id-1)%perPage]
}

func (d *Draft) night(id NightID) *Night {
	at := d.slot(id)
	if (*at).owner != d.me {
		*at = (*at).copy(d)
	}
	return *at
}
