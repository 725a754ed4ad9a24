package audit

// Reckoning a book from its entries alone.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/rules/english"
)

// Wrong is something the audit found wrong.
type Wrong struct {
	Entry    chain.EntryID `json:"entry,omitempty"` // the first that is wrong; zero if none is
	Sentence string        `json:"sentence"`
	// Stuck says that the book is as it was written, and a debt in it can't be paid until a night is reopened.
	Stuck bool `json:"stuck,omitempty"`
}

func (w *Wrong) Error() string { return w.Sentence }

// reckoning is what the entries so far come to. Players have the ids of the entries; who resolves them to
// persons.
type reckoning struct {
	last     chain.EntryID
	device   string // of the latest entry
	hash     chain.Hash
	players  map[chain.PlayerID]*reckonedPlayer
	nights   []*reckonedNight // by id, from 1; nil once handed on, see finish
	accounts map[holding]*reckonedAccount
	houses   map[string]*reckonedHouse // own sets and those played by, by id
	frozen   map[*rules.House]*frozenHouse
	words    map[string]string      // the circle's names for the calls
	undone   map[chain.EntryID]bool // reversed entries outside the nights
	deals    int                    // that stand
	seals    map[string]bool        // seals noted elsewhere, and whether they were found

	earlier func(chain.EntryID) (*chain.Entry, error) // reads a checked entry again

	// compare takes what no later entry changes, so that it can be freed.
	compare func(finished) error
	lastOf  []chain.EntryID // the latest entry of each night, as the index has it
	ready   finished        // for the next call of compare

	evenings map[chain.NightID]*reckonedEvening // at several tables
	// next checks the entry after one that can't stand alone; due is an entry that next has let pass.
	next  func(*Entry) error
	due   chain.EntryID
	ended *reckonedNight // the last that was handed on
}

// finished are nights and lines that no later entry changes.
type finished struct {
	nights []*reckonedNight
	slate  []slateLine
}

// handful is how many nights or lines are compared at a time.
const handful = 64

type reckonedPlayer struct {
	name string
	away bool
	same chain.PlayerID
}

// slateLine is one side of a transfer outside the nights.
type slateLine struct {
	holding
	entry  chain.EntryID
	other  chain.PlayerID
	amount int64
	kind   chain.Kind
}

// holding is an account in one money.
type holding struct {
	money  rules.Money
	player chain.PlayerID
}

type reckonedAccount struct{ total, paid, slate int64 }

type reckonedHouse struct {
	json    string // of an own set
	version int
	hidden  bool
	nights  int
	last    string // the latest date of a night by it
	recent  chain.EntryID
}

// frozenHouse is a set of house rules that nights began with.
type frozenHouse struct {
	id     string
	text   string // as the statistics note it
	money  rules.Money
	scaled map[int]*rules.House // by scale
}

type reckonedNight struct {
	id              chain.NightID
	opened, version chain.EntryID
	name, date      string
	house           *frozenHouse
	scale           int
	stakes          *rules.House
	closed          chain.EntryID // the entry, while it is closed …
	seal            chain.Hash    // … and its hash
	opening         bool          // its carry was reversed: the next entry must reopen it
	deals           []reckonedDeal
	standing        int
	placed          int // index of the latest deal
	people          []reckonedPerson
	chairs          []chain.Chair    // the table as it was last set
	evening         chain.NightID    // that it is a table of
	several         *reckonedEvening // what it is itself, at several tables
	penalties       []reckonedPenalty
	undone          map[chain.EntryID]bool // reversed entries that are no deals
}

// reckonedDeal is a deal in its place; version is the entry that stands, or zero while it is removed.
type reckonedDeal struct {
	id       chain.DealID
	version  chain.EntryID
	deal     rules.Deal
	result   rules.Result
	chairs   []chain.Chair // shared with the deal before where nobody moved
	inserted bool
	changed  bool // there were other versions before
}

type reckonedPenalty struct {
	entry     chain.EntryID
	transfers []chain.Transfer
}

type reckonedPerson struct {
	id  chain.PlayerID
	sat bool
	sum sums
}

func newReckoning(seals []string, earlier func(chain.EntryID) (*chain.Entry, error)) *reckoning {
	r := &reckoning{
		players: map[chain.PlayerID]*reckonedPlayer{}, nights: []*reckonedNight{nil},
		accounts: map[holding]*reckonedAccount{}, houses: map[string]*reckonedHouse{},
		frozen: map[*rules.House]*frozenHouse{}, undone: map[chain.EntryID]bool{}, seals: map[string]bool{},
		earlier: earlier, evenings: map[chain.NightID]*reckonedEvening{},
	}
	for _, s := range seals {
		r.seals[s] = false
	}
	return r
}

// take checks and adds the next entry. An error is a *Wrong, or one of reading.
func (r *reckoning) take(f *Entry) error {
	if f.Seq != r.last+1 {
		return &Wrong{Entry: r.last + 1, Sentence: fmt.Sprintf("Entry %d is missing: %s is followed by %s.",
			r.last+1, r.nameLast(), r.nameOf(f))}
	}
	wrong := f.Wrong
	if wrong == nil && f.Prev != r.hash {
		wrong = errors.New("it doesn't go on from the entry before it")
	}
	if wrong == nil && f.Night > 0 && int64(f.Night) < int64(len(r.nights)) && r.nights[f.Night] == nil {
		return &Wrong{Sentence: fmt.Sprintf("The file is damaged: %s isn't found by its night.", r.nameOf(f))}
	}
	if wrong == nil {
		wrong = r.apply(f)
	}
	if wrong != nil {
		return &Wrong{Entry: f.Seq, Sentence: fmt.Sprintf("%s is wrong: %v.", english.Capital(r.nameOf(f)), wrong)}
	}
	r.last, r.hash = f.Seq, f.Hash
	if r.compare != nil {
		if err := r.finish(f); err != nil {
			return err
		}
	}
	if len(r.seals) > 0 {
		s := f.Hash.Seal()
		if _, asked := r.seals[s]; asked {
			r.seals[s] = true
		}
	}
	return nil
}

// finish hands on the night whose last entry this is.
func (r *reckoning) finish(f *Entry) error {
	if id := int64(f.Night); id > 0 && id < int64(len(r.lastOf)) && r.lastOf[id] == f.Seq {
		r.ended = r.nights[id]
		if r.ended.opening {
			return &Wrong{Entry: f.Seq,
				Sentence: fmt.Sprintf("%s is wrong: it takes back what a closed night carried on, and nobody "+
					"opened that night again.", english.Capital(r.nameOf(f)))}
		}
		r.ready.nights = append(r.ready.nights, r.ended)
		r.nights[id] = nil
	}
	if len(r.ready.nights) < handful && len(r.ready.slate) < handful {
		return nil
	}
	return r.handOn()
}

// handOnAll hands on what is left after the last entry.
func (r *reckoning) handOnAll() error {
	for i, n := range r.nights {
		if n == nil {
			continue
		}
		r.ready.nights, r.nights[i] = append(r.ready.nights, n), nil
		if len(r.ready.nights) >= handful {
			if err := r.handOn(); err != nil {
				return err
			}
		}
	}
	return r.handOn()
}

func (r *reckoning) handOn() error {
	ready := r.ready
	r.ready = finished{}
	return r.compare(ready)
}

// nameOf names an entry for people: "entry 512, a deal of Friday 2026-03-12 by the tablet".
func (r *reckoning) nameOf(f *Entry) string {
	s := fmt.Sprintf("entry %d", f.Seq)
	if !f.Kind.Known() {
		return s
	}
	article := "a"
	switch f.Kind {
	case chain.KindAway, chain.KindEdit, chain.KindEvening, chain.KindOrder, chain.KindAgree, chain.KindOpening:
		article = "an"
	}
	s += fmt.Sprintf(", %s %s", article, f.Kind)
	if n := r.night(f.Night); n != nil {
		s += fmt.Sprintf(" of night %d (%s)", f.Night, chain.Printable(n.date))
	}
	return s
}

func (r *reckoning) nameLast() string {
	if r.last == 0 {
		return "the beginning"
	}
	return fmt.Sprintf("entry %d", r.last)
}

func (r *reckoning) night(id chain.NightID) *reckonedNight {
	if id <= 0 || int64(id) >= int64(len(r.nights)) {
		return nil
	}
	return r.nights[id]
}

// apply follows an entry. The error is the end of a sentence: what is wrong with it.
func (r *reckoning) apply(f *Entry) error {
	if err := f.CheckSlip(r.device); err != nil {
		return err
	}
	r.device = f.Device
	if err := chain.CheckTexts(f.Said); err != nil {
		return err
	}
	if next := r.next; next != nil {
		if err := next(f); err != nil {
			return err
		}
		r.next, r.due = nil, f.Seq
	}
	switch b := f.Said.(type) {
	case *chain.Night:
		return r.begin(f, b)
	case *chain.Evening:
		return r.gather(f, b)
	}
	n := r.night(f.Night)
	if n == nil && f.Night != 0 {
		return fmt.Errorf("it is about night %d, which hasn't begun", f.Night)
	}
	if n != nil && n.closed != 0 {
		if err := r.sealed(f, n); err != nil {
			return err
		}
	}
	if f.Kind == chain.KindReversal {
		return r.reverse(f, n)
	}
	if f.Reverses != 0 {
		return fmt.Errorf("it is no reversal and names entry %d as taken back", f.Reverses)
	}
	money, stakes := rules.Money(""), (*rules.House)(nil)
	if n != nil {
		n.version = f.Seq
		money, stakes = n.house.money, n.stakes
	}
	if err := r.say(f, n); err != nil {
		return err
	}
	due, result, err := chain.Moves(f.Kind, f.Night, money, stakes, f.Said)
	if err != nil {
		return fmt.Errorf("by the rules it can't be: %w", chain.Clause(err))
	}
	if !slices.Equal(due, f.Transfers) {
		return errors.New("its transfers aren't what it comes to by the rules")
	}
	if b, ok := f.Said.(*chain.Deal); ok {
		d := &n.deals[n.placed]
		if b.Auction != "" && !d.deal.CalledBy(stakes, strings.Fields(b.Auction)) {
			return errors.New("its auction doesn't come to what was called")
		}
		d.result = result
		r.stands(n, 1)
	}
	if err := r.post(f, n, f.Kind); err != nil || f.Kind != chain.KindShare {
		return err
	}
	if kitty := r.accounts[holding{money, chain.Kitty}]; kitty != nil && kitty.total < kitty.paid {
		return errors.New("it shares out more than the kitty has")
	}
	return nil
}

// sealed refuses what can't happen in a closed night. Its name, its date and the notes on its deals may still
// change, and where two were parted, what that leaves open is carried. To open it again, its carries, if it
// has any, are reversed, and the very next entry reopens it.
func (r *reckoning) sealed(f *Entry, n *reckonedNight) error {
	switch {
	case n.opening && f.Kind != chain.KindReopen && f.Kind != chain.KindReversal:
		return errors.New("it stands between the two halves of opening a night again")
	case f.Kind == chain.KindEdit, f.Kind == chain.KindNote, f.Kind == chain.KindReopen:
		return nil
	case f.Kind == chain.KindReversal, f.Kind == chain.KindClose:
		return nil // reverse and sayOfNight check more
	case f.Kind == chain.KindCarry && !r.even(n):
		return nil
	}
	return errors.New("it belongs to a night that is closed")
}

// say follows what an entry says besides moving money.
func (r *reckoning) say(f *Entry, n *reckonedNight) error {
	switch f.Kind {
	case chain.KindEdit, chain.KindTable, chain.KindLast, chain.KindDeal, chain.KindOrder, chain.KindAgree,
		chain.KindNote, chain.KindPenalty, chain.KindCost, chain.KindShare, chain.KindRounding,
		chain.KindCarry, chain.KindBring, chain.KindRound, chain.KindPresent, chain.KindHand, chain.KindTake,
		chain.KindClose, chain.KindReopen:
		if n == nil {
			return errors.New("it belongs to no night")
		}
		if err := r.sayOfEvening(f, n); err != nil {
			return err
		}
		return r.sayOfNight(f, n)
	case chain.KindPayment: // of a night, or of the slate
		if n != nil && n.evening != 0 {
			return errPaidAtTable
		}
		return nil
	}
	if n != nil {
		return errors.New("it has no business in a night")
	}
	return r.sayOfCircle(f)
}

// sayOfCircle follows an entry about players, house rules or words.
func (r *reckoning) sayOfCircle(f *Entry) error {
	switch b := f.Said.(type) {
	case *chain.Player:
		p := r.players[b.Player]
		if f.Kind == chain.KindPlayer {
			if b.Player != chain.PlayerID(len(r.players)+1) {
				return fmt.Errorf("it enters player %d where player %d comes next", b.Player, len(r.players)+1)
			}
			r.players[b.Player] = &reckonedPlayer{name: b.Name}
			return nil
		}
		if p == nil {
			return fmt.Errorf("it renames player %d, whom nobody entered", b.Player)
		}
		p.name = b.Name
	case *chain.Away:
		p := r.players[b.Player]
		if p == nil {
			return fmt.Errorf("it puts player %d away, whom nobody entered", b.Player)
		}
		p.away = b.Away
	case *chain.Face:
		if r.players[b.Player] == nil {
			return fmt.Errorf("it gives player %d a colour, whom nobody entered", b.Player)
		}
	case *chain.Join:
		gone, stays := r.players[b.Gone], r.players[b.Stays]
		if gone == nil || stays == nil || gone.same != 0 || r.who(b.Stays) == b.Gone {
			return fmt.Errorf("players %d and %d can't be joined", b.Gone, b.Stays)
		}
		gone.same = b.Stays
	case *chain.House:
		if err := b.House.Check(); err != nil {
			return fmt.Errorf("its house rules make no sense: %w", chain.Clause(err))
		}
		text, err := b.House.MarshalJSON()
		if err != nil {
			return err
		}
		h := r.house(b.House.ID)
		h.json, h.version, h.hidden, h.recent = string(text), h.version+1, false, f.Seq
	case *chain.Words:
		r.words = b.Words
	case *chain.Hide:
		r.house(b.House).hidden = b.Hidden
	}
	return nil
}

// sayOfNight follows an entry of a night.
func (r *reckoning) sayOfNight(f *Entry, n *reckonedNight) error {
	switch b := f.Said.(type) {
	case *chain.Edit:
		if b.Name != nil {
			n.name = *b.Name
		}
		if b.Date != nil {
			if err := chain.CheckDate("date", *b.Date); err != nil {
				return chain.Clause(err)
			}
			n.date = *b.Date
		}
	case *chain.Table:
		n.chairs = b.Chairs
		if of := r.evenings[n.evening]; of != nil {
			of.tables[n.id].chairs = b.Chairs
		}
		return r.seat(n, b.Chairs)
	case *chain.Penalty:
		// A clone, since f.Transfers is part of an array for the whole stretch.
		n.penalties = append(n.penalties, reckonedPenalty{f.Seq, slices.Clone(f.Transfers)})
	case *chain.Deal:
		return r.place(f, n, b)
	case *chain.Order:
		i, j := n.find(b.Swap[0]), n.find(b.Swap[1])
		if i < 0 || j < 0 || i == j {
			return fmt.Errorf("deals %d and %d can't change places", b.Swap[0], b.Swap[1])
		}
		n.deals[i], n.deals[j] = n.deals[j], n.deals[i]
	case *chain.Agree:
		if n.find(b.Deal) < 0 {
			return fmt.Errorf("it is about deal %d, which isn't of this night", b.Deal)
		}
	case *chain.Note:
		if n.find(b.Deal) < 0 {
			return fmt.Errorf("it is about deal %d, which isn't of this night", b.Deal)
		}
	case *chain.Close:
		if n.closed != 0 {
			return errors.New("the night is closed already")
		}
		if !r.even(n) {
			return errors.New("it closes a night in which somebody still owes something")
		}
		n.closed, n.seal = f.Seq, f.Hash
		return r.closes(n)
	}
	if f.Kind == chain.KindReopen {
		if n.closed == 0 {
			return errors.New("the night isn't closed")
		}
		n.closed, n.opening = 0, false
		return r.reopens(n)
	}
	return nil
}

// reverse follows a reversal.
func (r *reckoning) reverse(f *Entry, n *reckonedNight) error {
	if f.Reverses <= 0 || f.Reverses >= f.Seq {
		return fmt.Errorf("it takes back entry %d, which isn't there yet", f.Reverses)
	}
	old, err := r.earlier(f.Reverses)
	if err != nil {
		return fmt.Errorf("it takes back entry %d, which can't be read: %w", f.Reverses, err)
	}
	if old.Night != f.Night {
		return fmt.Errorf("it takes back entry %d of another night", old.Seq)
	}
	switch old.Kind {
	case chain.KindDeal, chain.KindPenalty, chain.KindCost, chain.KindPayment, chain.KindShare,
		chain.KindRounding, chain.KindOpening, chain.KindBring, chain.KindJoin, chain.KindCarry:
	case chain.KindHand, chain.KindTake:
		if err := r.unhand(f, old); err != nil {
			return err
		}
	default:
		return fmt.Errorf("it takes back entry %d, a %s, which can't be taken back", old.Seq, old.Kind)
	}
	if n != nil {
		n.version = f.Seq
		if n.closed != 0 && old.Kind != chain.KindCarry && old.Kind != chain.KindHand {
			return fmt.Errorf("it takes back entry %d of a night that is closed", old.Seq)
		}
		n.opening = n.closed != 0
	}
	if !slices.EqualFunc(old.Transfers, f.Transfers, func(t, back chain.Transfer) bool {
		t.From, t.To = t.To, t.From
		return t == back
	}) {
		return fmt.Errorf("its transfers aren't those of entry %d turned round", old.Seq)
	}
	if err := r.undo(old, n); err != nil {
		return err
	}
	return r.post(f, n, old.Kind)
}

// undo notes that an entry doesn't stand any more.
func (r *reckoning) undo(old *chain.Entry, n *reckonedNight) error {
	said, err := chain.Decode(old.Kind, old.Body)
	if err != nil {
		return err
	}
	if _, isDeal := said.(*chain.Deal); isDeal {
		if n == nil {
			return errors.New("it takes back a deal outside the nights")
		}
		i := slices.IndexFunc(n.deals, func(d reckonedDeal) bool { return d.version == old.Seq })
		if i < 0 {
			return fmt.Errorf("it takes back entry %d, which doesn't stand", old.Seq)
		}
		n.deals[i].version = 0
		r.stands(n, -1)
		return nil
	}
	undone := r.undone
	if n != nil {
		if n.undone == nil {
			n.undone = map[chain.EntryID]bool{}
		}
		undone = n.undone
	}
	if undone[old.Seq] {
		return fmt.Errorf("it takes back entry %d, which doesn't stand", old.Seq)
	}
	undone[old.Seq] = true
	if join, ok := said.(*chain.Join); ok {
		r.players[join.Gone].same = 0
	}
	return nil
}
