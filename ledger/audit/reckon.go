package audit

// The book reckoned anew, from its entries alone. This is the second opinion of the audit: it shares with the
// desk what an entry is and what transfers follow from one (entry.go, body.go), and nothing of how the desk
// keeps sums and statistics.

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
	Entry    chain.EntryID `json:"entry,omitempty"` // which entry; of several the first. Zero: not one of them
	Sentence string        `json:"sentence"`
}

func (w *Wrong) Error() string { return w.Sentence }

// reckoning is what the entries so far come to. Players are by the numbers the entries have; who turned out
// to be whom is for those who ask in the end.
type reckoning struct {
	last     chain.EntryID
	device   string // that the latest entry came from
	hash     chain.Hash
	players  map[chain.PlayerID]*reckonedPlayer
	nights   []*reckonedNight // by id; the first is nobody's. Nothing where nothing more is to come of it, see finish
	accounts map[holding]*reckonedAccount
	houses   map[string]*reckonedHouse // own sets and those played by, by id
	frozen   map[*rules.House]*frozenHouse
	words    map[string]string      // the circle's names for the calls
	undone   map[chain.EntryID]bool // entries outside the nights taken back
	deals    int                    // that stand
	seals    map[string]bool        // seals noted elsewhere: found or not

	earlier func(chain.EntryID) (*chain.Entry, error) // reads an entry again that was checked before

	// What is reckoned to its end goes on to be compared with the tables, so that it needn't be held; nil
	// where nobody compares.
	lastOf  []chain.EntryID // the latest entry of each night, as the tables have it
	compare func(finished) error
	ready   finished
	ended   *reckonedNight // the night that ended last
}

// finished is some of what was reckoned, of which nothing more is to come.
type finished struct {
	nights []*reckonedNight
	slate  []slateLine // what was posted outside the nights
}

// handful is of how many nights or lines the tables are asked at a time.
const handful = 64

type reckonedPlayer struct {
	name string
	away bool
	same chain.PlayerID
}

// slateLine is a transfer outside the nights, as one side has it.
type slateLine struct {
	holding
	entry  chain.EntryID
	other  chain.PlayerID
	amount int64
	kind   chain.Kind
}

// holding names an account in one money.
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
	last    string // the latest date a night by it began with
	recent  chain.EntryID
}

// frozenHouse is a set of house rules that nights began with, and what it comes to at each scale.
type frozenHouse struct {
	id     string
	text   string // as the statistics note it
	money  rules.Money
	scaled map[int]*rules.House
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
	opening         bool          // what it carried on is taken back: the next entry opens it again
	deals           []reckonedDeal
	standing        int
	placed          int // where the latest deal was put
	people          []reckonedPerson
	chairs          []chain.Chair // the table as it was last set
	penalties       []reckonedPenalty
	undone          map[chain.EntryID]bool // entries taken back that are no deals
}

// reckonedDeal is a deal in its place; version is the entry that says what it was, or zero while it is
// removed.
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
		players: map[chain.PlayerID]*reckonedPlayer{}, nights: []*reckonedNight{nil}, accounts: map[holding]*reckonedAccount{},
		houses: map[string]*reckonedHouse{}, frozen: map[*rules.House]*frozenHouse{}, undone: map[chain.EntryID]bool{}, seals: map[string]bool{},
		earlier: earlier,
	}
	for _, s := range seals {
		r.seals[s] = false
	}
	return r
}

// take adds the next entry. An error is a *Wrong that names it, or one of reading.
func (r *reckoning) take(f *Entry) error {
	if f.Seq != r.last+1 {
		return &Wrong{r.last + 1, fmt.Sprintf("Entry %d is missing: %s is followed by %s.", r.last+1, r.nameLast(), r.nameOf(f))}
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
		return &Wrong{f.Seq, fmt.Sprintf("%s is wrong: %v.", english.Capital(r.nameOf(f)), wrong)}
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

// finish hands on what this entry brought to its end.
func (r *reckoning) finish(f *Entry) error {
	if id := int64(f.Night); id > 0 && id < int64(len(r.lastOf)) && r.lastOf[id] == f.Seq {
		r.ended = r.nights[id]
		if r.ended.opening {
			return &Wrong{f.Seq, fmt.Sprintf("%s is wrong: it takes back what a closed night carried on, and nobody opened that night again.", english.Capital(r.nameOf(f)))}
		}
		r.ready.nights = append(r.ready.nights, r.ended)
		r.nights[id] = nil
	}
	if len(r.ready.nights) < handful && len(r.ready.slate) < handful {
		return nil
	}
	return r.handOn()
}

// handOnAll hands on what is left when there are no more entries.
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
	if f.Kind == chain.KindAway || f.Kind == chain.KindEdit || f.Kind == chain.KindOrder || f.Kind == chain.KindAgree || f.Kind == chain.KindOpening {
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

// apply follows what the entry says. The error says what is wrong with it, as the end of a sentence.
func (r *reckoning) apply(f *Entry) error {
	if err := f.CheckSlip(r.device); err != nil {
		return err
	}
	r.device = f.Device
	if err := chain.CheckTexts(f.Said); err != nil {
		return err
	}
	if f.Kind == chain.KindNight {
		return r.begin(f, f.Said.(*chain.Night))
	}
	n := r.night(f.Night)
	if n == nil && f.Night != 0 {
		return fmt.Errorf("it is about night %d, which hasn't begun", f.Night)
	}
	if n != nil && n.closed != 0 {
		if err := n.sealed(f); err != nil {
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

// sealed refuses what can't happen in a closed night. Only its name and date may still be put right;
// everything else begins with opening it again, which takes back what was carried on, if anything was, and
// says so at once.
func (n *reckonedNight) sealed(f *Entry) error {
	switch {
	case n.opening && f.Kind != chain.KindReopen:
		return errors.New("it stands between the two halves of opening a night again")
	case f.Kind == chain.KindEdit, f.Kind == chain.KindReopen, f.Kind == chain.KindReversal, f.Kind == chain.KindClose: // the last two say more themselves
		return nil
	}
	return errors.New("it belongs to a night that is closed")
}

// say follows what an entry says besides moving money.
func (r *reckoning) say(f *Entry, n *reckonedNight) error {
	switch f.Kind {
	case chain.KindEdit, chain.KindTable, chain.KindLast, chain.KindDeal, chain.KindOrder, chain.KindAgree, chain.KindPenalty, chain.KindCost, chain.KindShare, chain.KindRounding,
		chain.KindCarry, chain.KindBring, chain.KindClose, chain.KindReopen:
		if n == nil {
			return errors.New("it belongs to no night")
		}
	case chain.KindPayment: // of a night, or of the slate
	default:
		if n != nil {
			return errors.New("it has no business in a night")
		}
	}
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
		return r.seat(n, b.Chairs)
	case *chain.Penalty:
		n.penalties = append(n.penalties, reckonedPenalty{f.Seq, slices.Clone(f.Transfers)}) // those of the stretch would stay in memory with it
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
	case *chain.Close:
		if n.closed != 0 {
			return errors.New("the night is closed already")
		}
		for _, p := range r.peopleOf(n) {
			if p.sum.total() != 0 {
				return errors.New("it closes a night in which somebody still owes something")
			}
		}
		n.closed, n.seal = f.Seq, f.Hash
	}
	if f.Kind == chain.KindReopen {
		if n.closed == 0 {
			return errors.New("the night isn't closed")
		}
		n.closed, n.opening = 0, false
	}
	return nil
}

// reverse takes an entry back.
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
	case chain.KindDeal, chain.KindPenalty, chain.KindCost, chain.KindPayment, chain.KindShare, chain.KindRounding, chain.KindOpening, chain.KindBring, chain.KindJoin, chain.KindCarry:
	default:
		return fmt.Errorf("it takes back entry %d, a %s, which can't be taken back", old.Seq, old.Kind)
	}
	if n != nil {
		n.version = f.Seq
		if n.closed != 0 && old.Kind != chain.KindCarry {
			return fmt.Errorf("it takes back entry %d of a night that is closed", old.Seq)
		}
		n.opening = n.closed != 0
	}
	if len(old.Transfers) != len(f.Transfers) {
		return fmt.Errorf("its transfers aren't those of entry %d turned round", old.Seq)
	}
	for i, t := range old.Transfers {
		if t.From, t.To = t.To, t.From; t != f.Transfers[i] {
			return fmt.Errorf("its transfers aren't those of entry %d turned round", old.Seq)
		}
	}
	said, err := chain.Decode(old.Kind, old.Body)
	if err != nil {
		return err
	}
	switch said.(type) {
	case *chain.Deal:
		if n == nil {
			return errors.New("it takes back a deal outside the nights")
		}
		i := slices.IndexFunc(n.deals, func(d reckonedDeal) bool { return d.version == old.Seq })
		if i < 0 {
			return fmt.Errorf("it takes back entry %d, which doesn't stand", old.Seq)
		}
		n.deals[i].version = 0
		r.stands(n, -1)
	default:
		undone := r.undone
		if n != nil {
			if n.undone == nil {
				n.undone = map[chain.EntryID]bool{}
			}
			undone = n.undone
		}
		if undone[old.Seq] || old.Kind == chain.KindReversal {
			return fmt.Errorf("it takes back entry %d, which doesn't stand", old.Seq)
		}
		undone[old.Seq] = true
		if join, ok := said.(*chain.Join); ok {
			r.players[join.Gone].same = 0
		}
	}
	return r.post(f, n, old.Kind)
}
