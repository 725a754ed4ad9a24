package state

// What an entry of any age may be, and what follows from it. Errors are the ends of sentences: what is wrong
// with the entry.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/rules/english"
)

// Wrong is an entry that the book can't have.
type Wrong struct {
	Entry    EntryID // the first that is wrong
	Sentence string  // for people
	Cause    error   // the end of it
}

func (w *Wrong) Error() string { return w.Sentence }
func (w *Wrong) Unwrap() error { return w.Cause }

// Made is a fresh entry of a body, with the results already worked out for it.
type Made struct {
	*Entry
	Said   chain.Body    // what Body says
	Result *rules.Result // of a deal
}

// ApplyRead adds an entry that was read: it must follow the one before, have the hash of its content, and say
// in the canonical form what can be. An error is a *Wrong; the draft can't be used after one.
func (d *Draft) ApplyRead(e *Entry, r *chain.Reader) error {
	if e.Seq != d.last+1 {
		return &Wrong{Entry: d.last + 1, Sentence: fmt.Sprintf("Entry %d is missing: %s is followed by %s.",
			d.last+1, d.nameLast(), d.nameOf(e))}
	}
	wrong := error(nil)
	if r.Digest(e) != e.Hash {
		wrong = errors.New("somebody changed its content, which doesn't match the hash noted with it")
	} else if e.Prev != d.hash {
		wrong = errors.New("it doesn't follow from the entry before it")
	}
	var said chain.Body
	if wrong == nil {
		if said, wrong = r.Decode(e.Kind, e.Body); wrong == nil {
			wrong = d.apply(Made{Entry: e, Said: said}, false)
		}
	}
	if wrong != nil {
		return d.Wrong(e, wrong)
	}
	return nil
}

// ApplyMade adds an entry that was made by Moves, of which only what it may be is checked. An error is a
// *Wrong; the draft can't be used after one.
func (d *Draft) ApplyMade(m Made) error {
	if wrong := d.apply(m, true); wrong != nil {
		return d.Wrong(m.Entry, wrong)
	}
	return nil
}

func (d *Draft) Wrong(e *Entry, cause error) error {
	return &Wrong{Entry: e.Seq, Cause: cause,
		Sentence: fmt.Sprintf("%s is wrong: %v.", english.Capital(d.nameOf(e)), chain.Clause(cause))}
}

// nameOf names an entry for people: "entry 512, a deal of Friday 2026-03-12 by the tablet".
func (s *State) nameOf(e *Entry) string {
	name := fmt.Sprintf("entry %d", e.Seq)
	if !e.Kind.Known() {
		return name
	}
	article := "a"
	switch e.Kind {
	case chain.KindAway, chain.KindEdit, chain.KindMeeting, chain.KindOrder, chain.KindAgree, chain.KindOpening:
		article = "an"
	}
	name += fmt.Sprintf(", %s %s", article, e.Kind)
	if n := s.Night(e.Night); n != nil {
		name += fmt.Sprintf(" of night %d (%s)", e.Night, chain.Printable(n.Date))
	}
	return name
}

func (s *State) nameLast() string {
	if s.last == 0 {
		return "the beginning"
	}
	return fmt.Sprintf("entry %d", s.last)
}

// Moves returns the transfers an entry to come must have, which is no deal. reverses is the entry it takes
// back, whose transfers turned round are then its own.
func (s *State) Moves(kind Kind, night NightID, said chain.Body, reverses EntryID) ([]Transfer, error) {
	n := s.Night(night)
	if reverses != 0 {
		back, _, err := s.reversed(n, reverses)
		return back, err
	}
	if n == nil {
		return chain.Moves(said, chain.At{Kind: kind})
	}
	return chain.Moves(said, chain.At{Kind: kind, Night: n.ID, Money: n.Money()})
}

// apply follows an entry. made tells that its transfers came from Moves.
func (d *Draft) apply(m Made, made bool) error {
	e := m.Entry
	if err := e.CheckSlip(d.device); err != nil {
		return err
	}
	if err := m.Said.Texts(); err != nil {
		return err
	}
	if d.next != nil {
		if err := d.next.check(e, m.Said); err != nil {
			return err
		}
		d.next, d.due = nil, e.Seq
	}
	if err := d.follow(m, made); err != nil {
		return err
	}
	if e.Seq == 1 {
		d.first = e.Hash
	}
	d.last, d.hash, d.device = e.Seq, e.Hash, e.Device
	return nil
}

// follow adds an entry to the draft, in this order: does its night take it, does it name what exists, do its
// transfers follow from the rules (not asked of one that Moves has just made), and then its consequences: its
// kind's own follow, the money, the slate. A night or an evening begins; a reversal has a path of its own.
func (d *Draft) follow(m Made, made bool) error {
	e := m.Entry
	switch b := m.Said.(type) {
	case *chain.Night:
		return d.begin(e, b)
	case *chain.Meeting:
		return d.gather(e, b)
	}
	it := kinds[e.Kind]
	if d.Night(e.Night) == nil && e.Night != 0 {
		return fmt.Errorf("it is about night %d, which hasn't begun", e.Night)
	}
	var n *Night
	if e.Night != 0 {
		n = d.night(e.Night)
		if n.Closed != 0 {
			if err := d.sealed(e, n); err != nil {
				return err
			}
		}
	}
	if e.Kind == chain.KindReversal {
		return d.reverse(e, n, m.Said.(*chain.Reason).Reason, made)
	}
	if e.Reverses != 0 {
		return fmt.Errorf("it names entry %d as taken back and reverses nothing", e.Reverses)
	}
	if err := d.checkPlayers(m.Said); err != nil {
		return err
	}
	if !made {
		due, result, err := d.toMove(e, n, m.Said)
		if err != nil {
			return fmt.Errorf("the rules don't allow it: %w", chain.Clause(err))
		}
		if !slices.Equal(due, e.Transfers) {
			return errors.New("its transfers aren't those the rules make of it")
		}
		m.Result = result
	}
	if n != nil {
		n.Version, n.At = e.Seq, e.At
	}
	if err := it.of.check(n); err != nil {
		return err
	}
	if it.follow != nil {
		if err := it.follow(d, m, n); err != nil {
			return err
		}
	}
	if err := d.post(n, e.Kind, e.Transfers); err != nil {
		return err
	}
	d.onSlate(e, e.Kind)
	d.keepOther(e, n, m.Said)
	if it.kitty && d.KittyHolds(n.Money()) < 0 {
		return ErrKitty
	}
	return nil
}

// toMove is Moves for any entry to be checked. What a deal comes to is in d.settled, up to the next deal.
func (d *Draft) toMove(e *Entry, n *Night, said chain.Body) ([]Transfer, *rules.Result, error) {
	b, ok := said.(*chain.Deal)
	switch {
	case !ok:
		out, err := d.Moves(e.Kind, e.Night, said, 0)
		return out, nil, err
	case n == nil:
		return nil, nil, errNoNight
	}
	err := d.settled.Settle(n.ID, n.Money(), n.Stakes, b)
	return d.settled.Transfers, &d.settled.Result, err
}

// checkPlayers refuses players whom nobody entered.
func (d *Draft) checkPlayers(said chain.Body) error {
	for _, p := range said.Named() {
		if d.names.At(p) == nil {
			return fmt.Errorf("it names player %d, whom nobody entered", p)
		}
	}
	return nil
}

// keepOther keeps an entry that is no deal, where pages show it or it may be taken back.
func (d *Draft) keepOther(e *Entry, n *Night, said chain.Body) {
	if e.Kind == chain.KindDeal || n == nil && len(e.Transfers) == 0 && e.Kind != chain.KindJoin {
		return
	}
	o := &Other{
		Entry: e.Seq, Night: e.Night, Kind: e.Kind, At: e.At, Key: e.Key, Part: e.Part,
		Device: d.Device(d.deviceAt(e.Device)), Body: said, Transfers: slices.Clip(slices.Clone(e.Transfers)),
	}
	if n == nil {
		if d.whatIf {
			d.apart = slices.Clip(d.apart)
		}
		d.apart = append(d.apart, o)
		return
	}
	n.Others = append(n.Others, o)
}

// sealed refuses what can't happen in a closed night. Its name, its date and the notes on its deals may still
// change, and where two were parted, what that leaves open is carried. To open it again, its carries, if it
// has any, are reversed, and the very next entry reopens it.
func (d *Draft) sealed(e *Entry, n *Night) error {
	switch may := kinds[e.Kind].sealed; {
	case e.Kind == chain.KindReversal: // reverse checks more
		return nil
	case n.opening && e.Kind != chain.KindReopen:
		return errors.New("it stands between the two halves of opening a night again")
	case may != nil && may(n.In(d.names)):
		return nil
	}
	return errors.New("it belongs to a night that is closed")
}

// regard brings what is known of people up to date after two were joined or parted.
func (d *Draft) regard(gone PlayerID) {
	d.forgetSlates()
	d.recount(d.names.Who(gone), gone)
}

func (d *Draft) begin(e *Entry, b *chain.Night) error {
	if err := d.checkPlayers(b); err != nil {
		return err
	}
	n, err := d.opens(e, b, b.Night, b.House, b.Scale, b.Date)
	if err != nil {
		return err
	}
	n.Name, n.Meeting, n.Auction, n.Agree, n.Origin = b.Name, b.Evening, b.Auction, b.Agree, b.Origin
	n.Words = callWords(b.Words)
	if b.Evening != 0 {
		if err := d.beginTable(n); err != nil {
			return err
		}
	} else {
		d.playedBy(e, b.House, b.Date)
	}
	n.set(chain.ChairsOf(b.Seats), b.Dealer, e.Seq)
	d.seat(n, n.Chairs)
	return nil
}

func callWords(said map[string]string) rules.Words {
	if len(said) == 0 {
		return nil
	}
	return chain.CallWords(said)
}

// opens begins a night, or an evening at several tables.
func (d *Draft) opens(
	e *Entry, said chain.Body, id NightID, house *rules.House, scale int, date string,
) (*Night, error) {
	if next := d.LastNight() + 1; id != next || e.Night != id {
		return nil, fmt.Errorf("it begins night %d where night %d comes next", id, next)
	}
	if house == nil {
		return nil, errors.New("it has no house rules")
	}
	stakes, err := d.stakes(house, scale)
	if err != nil {
		return nil, fmt.Errorf("its house rules make no sense: %w", chain.Clause(err))
	}
	if len(e.Transfers) != 0 || e.Reverses != 0 {
		return nil, errors.New("it begins a night and moves money")
	}
	if err := chain.CheckDate("date", date); err != nil {
		return nil, chain.Clause(err)
	}
	if err := said.Check(chain.At{Night: id}); err != nil {
		return nil, err
	}
	n := &Night{night: night{
		ID: id, Opened: e.Seq, Started: e.At, Version: e.Seq, At: e.At, Date: date, House: house,
		Stakes: stakes, Scale: scale, owner: d.me,
	}}
	*d.slot(id) = n
	d.count, d.turned = id, e.Seq
	d.setOpen(id, true)
	return n, nil
}

// stakes are house rules at a scale. Thousands of nights are played by the same few: the night before has
// them mostly.
func (d *Draft) stakes(house *rules.House, scale int) (*rules.House, error) {
	if n := d.Night(d.LastNight()); n != nil && n.House == house && n.Scale == scale {
		return n.Stakes, nil
	}
	if err := house.Check(); err != nil {
		return nil, err
	}
	return house.Scaled(scale)
}

// playedBy notes that a night is played by a set. The tables of an evening are played by its set, which
// counts as used once.
func (d *Draft) playedBy(e *Entry, set *rules.House, date string) {
	h := d.houses[set.ID]
	h.Nights, h.Last, h.Recent = h.Nights+1, max(h.Last, date), e.Seq
	d.setHouse(set.ID, h)
}

func (d *Draft) seat(n *Night, chairs []Chair) {
	for _, c := range chairs {
		if m := n.member(c.Player); !m.Sat {
			d.sat(n, c.Player)
			m.Sat = true
		}
		if c.Account != 0 {
			n.member(c.Account)
		}
	}
}

// sat notes with somebody that they get a seat at a night. The tables of an evening are one night of theirs.
func (d *Draft) sat(n *Night, p PlayerID) {
	at := d.roster().Change(d.names.Who(p))
	before := n.In(d.names).Sat(at.ID)
	if n.Meeting != 0 {
		s := d.night(n.Meeting).several()
		for _, self := range d.names.Selves(at.ID) {
			before = before || s.sat[self]
		}
		s.sat[p] = true
	}
	if !before {
		at.Nights++
	}
	at.Last, at.Recent = max(at.Last, n.Date), max(at.Recent, n.Opened)
}

func (d *Draft) recount(people ...PlayerID) {
	r := d.roster()
	for _, p := range people {
		at := r.Change(p)
		at.Nights, at.Last, at.Recent = 0, "", 0
	}
	type part struct {
		evening NightID
		of      PlayerID
	}
	counted := map[part]bool{}
	for n := range d.Nights() {
		for _, m := range n.Members {
			p := r.Who(m.ID)
			if !m.Sat || !slices.Contains(people, p) {
				continue
			}
			at, once := r.Change(p), part{cmp.Or(n.Meeting, n.ID), p}
			if !counted[once] {
				at.Nights++
			}
			counted[once] = true
			at.Last, at.Recent = max(at.Last, n.Date), max(at.Recent, n.Opened)
		}
	}
}
