package ledger

// The desk is the goroutine that writes. It takes the requests that are queued, works each out in memory,
// writes its entries and what is derived from them, and commits them together. A refused request writes
// nothing. If a group can't be committed, each of its requests is tried again alone.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
)

// group is how many requests share a commit at most.
const group = 64

// nightsAtHand is how many folded nights the desk caches.
const nightsAtHand = 512

// request is a posting that waits for the desk.
type request struct {
	ctx  context.Context
	slip Slip
	ask  [16]byte
	// plan works the posting out on the book as it stands. It may be called twice.
	plan func(*desk) (Receipt, error)
	done chan answer
}

type answer struct {
	receipt Receipt
	err     error
}

// account is one holder's account in one money.
type account struct {
	money  string
	player PlayerID
}

// tally is the balance of an account.
type tally struct{ total, paid, slate int64 }

// desk is the state of the writing goroutine; nothing else touches it.
type desk struct {
	poster
	*store.Writer
	b *Book

	roster    *people.Roster // copied before it is changed, see changeRoster
	lastNight NightID
	nights    map[NightID]*fold
	tallies   map[account]*tally
	years     *years.Keeper

	// Of the current posting:
	touched  map[NightID]*fold
	changed  map[account]bool
	later    []func() error // rows to write after the entries
	fresh    bool           // the roster is already a copy
	rowTexts map[rowsKey]string

	// Of the current group:
	wrote    map[NightID][]posted
	hubs     map[NightID]bool // evenings of whose tables some were written to
	anything bool
	kitty    bool // it moved money into or out of a kitty
}

// post hands a posting to the desk and waits for its answer.
func (b *Book) post(
	ctx context.Context, s Slip, what string, content any, plan func(*desk) (Receipt, error),
) (Receipt, error) {
	if err := chain.CheckKey(s.Key); err != nil {
		return Receipt{}, err
	}
	ask, err := askHash(what, content)
	if err != nil {
		return Receipt{}, err
	}
	s.Device = chain.CleanDevice(s.Device)
	r := &request{ctx: ctx, slip: s, ask: ask, plan: plan, done: make(chan answer, 1)}
	if err := b.send(ctx, r); err != nil {
		return Receipt{}, err
	}
	a := <-r.done
	if s.Show && a.err == nil && a.receipt.Night != 0 {
		// Shown here and not at the desk, where others wait. The desk has delivered the entries, so this reads
		// no file.
		a.receipt.Shown, a.err = b.Night(ctx, a.receipt.Night)
	}
	return a.receipt, a.err
}

// write runs do at the desk, for rows outside the chain. If do fails, nothing is written.
func (b *Book) write(ctx context.Context, do func(*desk) error) error {
	r := &request{ctx: ctx, done: make(chan answer, 1), plan: func(d *desk) (Receipt, error) {
		err := d.Part(func() error { return do(d) })
		d.anything = d.anything || err == nil
		return Receipt{}, err
	}}
	if err := b.send(ctx, r); err != nil {
		return err
	}
	return (<-r.done).err
}

func (b *Book) send(ctx context.Context, r *request) error {
	b.closing.RLock()
	defer b.closing.RUnlock()
	if b.closed {
		return errClosed
	}
	if b.refuses != nil {
		return b.refuses
	}
	select {
	case b.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// work serves requests until the queue is closed.
func (d *desk) work() {
	batch := make([]*request, 0, group)
	for {
		r, ok := d.next()
		if !ok {
			return
		}
		batch = append(batch[:0], r)
		// Group commit: yield so that callers just answered can queue their next write; stop when a pass adds
		// none.
		for came := true; came && len(batch) < group; {
			runtime.Gosched()
			before := len(batch)
			batch = d.gather(batch)
			came = len(batch) > before
		}
		d.serve(batch)
	}
}

// aMoment is how long nothing must have been asked of the desk before it does what nobody waits for.
const aMoment = 50 * time.Millisecond

// next waits for a request. Whenever none has come for a moment it counts an evening for the statistics, and
// those that are left once the queue is closed.
func (d *desk) next() (r *request, ok bool) {
	for d.years.Waiting() > 0 && d.b.refuses == nil {
		counts := 1
		select {
		case r, ok = <-d.b.queue:
			if ok {
				return r, true
			}
			counts = d.years.Waiting()
		case <-time.After(d.b.idle):
		}
		if err := d.count(counts); err != nil {
			d.b.log.Error("closed evenings wait to be counted", "err", err)
			break // tried again after the next request, or when the book is opened again
		}
	}
	r, ok = <-d.b.queue
	return r, ok
}

// count counts so many closed evenings for the statistics, in a transaction of its own.
func (d *desk) count(evenings int) error {
	r := &request{ctx: context.Background(), done: make(chan answer, 1)}
	r.plan = func(d *desk) (Receipt, error) {
		d.later = append(d.later, func() error { return d.years.CountWaiting(evenings, d.nightForYears) })
		return Receipt{}, nil
	}
	d.serve([]*request{r})
	return (<-r.done).err
}

// gather adds the requests that are queued.
func (d *desk) gather(batch []*request) []*request {
	for len(batch) < group {
		select {
		case r, ok := <-d.b.queue:
			if !ok {
				return batch
			}
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// serve answers a group of requests with one commit; if that fails, each alone.
func (d *desk) serve(batch []*request) {
	answers, err := d.together(batch)
	if err != nil && len(batch) > 1 {
		for _, r := range batch {
			d.serve([]*request{r})
		}
		return
	}
	for i, r := range batch {
		if err != nil {
			answers[i] = answer{err: err}
		}
		if answers[i].err != nil {
			answers[i].err = d.b.trouble(answers[i].err)
		}
		r.done <- answers[i]
	}
}

// together runs the requests in one transaction. An error means that none of them was written. A panic is
// such an error: the book stays open, and serve tries the others without it.
func (d *desk) together(batch []*request) (answers []answer, err error) {
	answers = make([]answer, len(batch))
	defer func() {
		if p := recover(); p != nil {
			d.b.log.Error("panic at the desk", "panic", p, "stack", string(debug.Stack()))
			d.giveUp()
			err = fmt.Errorf("ledger: panic at the desk: %v", p)
		}
	}()
	clear(d.wrote)
	clear(d.hubs)
	d.years.Begin()
	d.anything, d.kitty = false, false
	before := d.roster
	if err := d.Begin(); err != nil {
		return answers, err
	}
	for i, r := range batch {
		if answers[i].err = r.ctx.Err(); answers[i].err != nil {
			continue // cancelled
		}
		receipt, refusal, err := d.run(r)
		if err != nil {
			d.giveUp()
			return answers, err
		}
		answers[i] = answer{receipt, refusal}
	}
	// What is written to a file that isn't in its place any more, nobody finds again.
	if err := d.b.file.Whole(); err != nil {
		d.giveUp()
		return answers, err
	}
	if !d.anything {
		return answers, d.Rollback()
	}
	if err := d.Commit(); err != nil {
		d.giveUp()
		return answers, err
	}
	nudge(d.b.noter.wake)
	if d.roster != before {
		d.b.roster.Store(d.roster)
	}
	d.years.Committed()
	if d.kitty {
		d.b.kitties.Add(1)
	}
	d.b.shelf.deliver(d.wrote)
	d.b.announce(d.wrote, d.hubs)
	// It is kept in the file that is open. Where that isn't in its place by now, it is no promise: nobody is
	// told that it is kept, and what is sent again is recorded once. This also notes how far a checkpoint has
	// made the file grow, so that a cut is seen at the next write.
	if err := d.b.file.Here(); err != nil {
		for i := range answers {
			answers[i] = answer{err: err}
		}
	}
	return answers, nil
}

// giveUp rolls the transaction back and empties the desk's caches.
func (d *desk) giveUp() {
	_ = d.Rollback() // SQLite may have done so itself
	d.forget()
	if err := d.load(); err != nil {
		d.b.log.Error("the desk can't read the book again", "err", err)
	}
}

// forget empties the caches.
func (d *desk) forget() {
	clear(d.nights)
	clear(d.tallies)
	clear(d.touched)
	clear(d.changed)
	d.later, d.entries, d.made = nil, nil, nil
}

// run answers one request within the transaction. A refusal leaves no trace; err means that the transaction
// must be rolled back.
func (d *desk) run(r *request) (receipt Receipt, refusal, err error) {
	if r.slip.Key != "" {
		receipt, known, refusal, err := d.known(r)
		if err != nil || known || refusal != nil {
			return receipt, refusal, err
		}
	}
	seq, prev, roster, lastNight := d.seq, d.prev, d.roster, d.lastNight
	d.slip, d.ask, d.at = r.slip, r.ask, d.b.clock().UnixMilli()
	d.entries, d.made, d.later, d.fresh = d.entries[:0], d.made[:0], d.later[:0], false
	receipt, refusal = r.plan(d)
	if refusal != nil {
		if len(d.entries) > 0 { // the cached folds and tallies have its effects
			for id := range d.touched {
				delete(d.nights, id)
			}
			for a := range d.changed {
				delete(d.tallies, a)
			}
		}
		d.seq, d.prev, d.roster, d.lastNight = seq, prev, roster, lastNight
		clear(d.touched)
		clear(d.changed)
		return Receipt{}, refusal, nil
	}
	if err := d.flush(); err != nil {
		return Receipt{}, nil, err
	}
	if n := len(d.entries); n > 0 {
		last := d.entries[n-1]
		receipt.Entry, receipt.Night, receipt.At = last.Seq, last.Night, last.Time()
	}
	return receipt, nil, nil
}

// known answers a request whose key is in the book already, with what was recorded then.
func (d *desk) known(r *request) (receipt Receipt, known bool, refusal, err error) {
	var (
		ask, body []byte
		night     sql.NullInt64
		kind      Kind
		at        int64
		reverses  sql.NullInt64
	)
	err = d.Row(`SELECT seq, night, kind, at, ask, body, reverses FROM entry
		WHERE key = ? ORDER BY part DESC LIMIT 1`, r.slip.Key).
		Scan(&receipt.Entry, &night, &kind, &at, &ask, &body, &reverses)
	if errors.Is(err, sql.ErrNoRows) {
		return Receipt{}, false, nil, nil
	}
	if err != nil {
		return Receipt{}, false, nil, err
	}
	if [16]byte(ask) != r.ask {
		return Receipt{}, false,
			refuse("key", "This form was sent before with other content, and that is what was "+
				"recorded. Load the page again to see it."), nil
	}
	receipt.Night, receipt.At, receipt.Again = NightID(night.Int64), time.UnixMilli(at), true
	content, err := chain.Decode(kind, body)
	if err != nil {
		return Receipt{}, false, nil, err
	}
	switch b := content.(type) {
	case *chain.Player:
		receipt.ID = int64(b.Player)
	case *chain.Away:
		receipt.ID = int64(b.Player)
	case *chain.Face:
		receipt.ID = int64(b.Player)
	case *chain.Join:
		receipt.ID = int64(b.Stays)
	case *chain.Night:
		receipt.ID = int64(b.Night)
	case *chain.Round, *chain.Present:
		receipt.ID = int64(receipt.Night)
	case *chain.Deal:
		if receipt.Deal = b.Deal; b.Deal == 0 {
			receipt.Deal = DealID(receipt.Entry)
		}
	case *chain.Order:
		receipt.Deal = b.Swap[0]
	case *chain.Agree:
		receipt.Deal = b.Deal
	case *chain.Note:
		receipt.Deal = b.Deal
	case *chain.Reason:
		if kind == chain.KindReversal {
			receipt.Deal, err = d.dealOf(EntryID(reverses.Int64))
		}
	}
	return receipt, true, nil, err
}

// dealOf finds the deal an entry is a version of; zero if it is none.
func (d *desk) dealOf(seq EntryID) (DealID, error) {
	var (
		kind Kind
		body []byte
	)
	if err := d.Row(`SELECT kind, body FROM entry WHERE seq = ?`, seq).Scan(&kind, &body); err != nil {
		return 0, err
	}
	if kind != chain.KindDeal {
		return 0, nil
	}
	content, err := chain.Decode(kind, body)
	if err != nil {
		return 0, err
	}
	if id := content.(*chain.Deal).Deal; id != 0 {
		return id, nil
	}
	return DealID(seq), nil
}

// fold returns a night as it is at this point of the transaction.
func (d *desk) fold(id NightID) (*fold, error) {
	n := d.nights[id]
	if n == nil {
		n = newFold(d.who)
		if err := readFold(d, n, id); err != nil {
			return nil, err
		}
		n.written()
		d.keep(id, n)
	}
	d.touched[id] = n
	return n, nil
}

// keep caches a night, and drops another where there are too many.
func (d *desk) keep(id NightID, n *fold) {
	if len(d.nights) >= nightsAtHand {
		for old := range d.nights {
			if d.touched[old] == nil {
				delete(d.nights, old)
				break
			}
		}
	}
	d.nights[id] = n
}

// letGo drops the nights of this posting that are over: closed, and counted for the statistics. An evening's
// tables go with it.
func (d *desk) letGo() {
	for id, n := range d.touched {
		if n.closed == nil || n.evening != 0 || d.years.Waits(id) {
			continue
		}
		delete(d.nights, id)
		if n.hub != nil {
			for _, table := range n.hub.tables {
				delete(d.nights, table)
			}
		}
	}
}

// open is fold; a closed night is refused.
func (d *desk) open(id NightID) (*fold, error) {
	n, err := d.fold(id)
	if err != nil {
		return nil, err
	}
	if n.closed != nil {
		return nil, errNightClosed
	}
	return n, nil
}

// who resolves a player to the person they were joined into.
func (d *desk) who(p PlayerID) PlayerID { return d.roster.Who(p) }

// tally returns an account's balance. A caller that changes it adds the account to changed.
func (d *desk) tally(a account) (*tally, error) {
	t := d.tallies[a]
	if t == nil {
		t = new(tally)
		err := d.Row(`SELECT total, paid, slate FROM balance WHERE money = ? AND player = ?`, a.money, a.player).
			Scan(&t.total, &t.paid, &t.slate)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		d.tallies[a] = t
	}
	return t, nil
}

// countEntry adds the transfers of an entry to the balances. A reversal counts as the kind it reverses.
func (d *desk) countEntry(e *Entry, kind Kind) error {
	for _, t := range e.Transfers {
		from, to := d.who(t.From), d.who(t.To)
		if from == to {
			continue
		}
		for _, side := range [2]struct {
			p PlayerID
			n int64
		}{{from, -t.Amount}, {to, t.Amount}} {
			a := account{string(t.Money), side.p}
			row, err := d.tally(a)
			if err != nil {
				return err
			}
			d.changed[a] = true
			if err := add(&row.total, side.n); err != nil {
				return err
			}
			if kind == chain.KindPayment {
				err = add(&row.paid, side.n)
			}
			if t.Night == 0 && err == nil {
				err = add(&row.slate, side.n)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// changeRoster returns this posting's own copy of the roster.
func (d *desk) changeRoster() *people.Roster {
	if !d.fresh {
		d.roster = d.roster.Clone()
		d.fresh = true
	}
	return d.roster
}

// load reads the end of the chain and the roster.
func (d *desk) load() error {
	var hash []byte
	err := d.Row(`SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1`).Scan(&d.seq, &hash)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		d.seq, d.prev = 0, Hash{}
	case err != nil:
		return err
	default:
		d.prev = Hash(hash)
	}
	if err := d.Row(`SELECT coalesce(max(id), 0) FROM night`).Scan(&d.lastNight); err != nil {
		return err
	}
	r, err := people.Read(d)
	if err != nil {
		return err
	}
	if old := d.b.roster.Load(); old != nil {
		r.Gen, r.Joins = old.Gen+1, old.Joins+1
	}
	d.roster = r
	d.b.roster.Store(r)
	if d.years == nil {
		d.years, err = years.NewKeeper(d.Writer, d.b.years)
		return err
	}
	return d.years.Load()
}

// exec runs a statement.
func (d *desk) exec(text string, args ...any) error {
	_, err := d.Exec(text, args...)
	return err
}

// put writes exactly that many rows. Another number means that a foreign trigger or constraint interferes.
func (d *desk) put(rows int64, text string, args ...any) error {
	n, err := d.Exec(text, args...)
	if err != nil {
		return err
	}
	if n != rows {
		return fmt.Errorf("%w: %d rows of %d with %s", errNotKept, n, rows, text)
	}
	return nil
}
