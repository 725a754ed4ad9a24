package ledger

// The desk is the goroutine that writes. It takes the requests that are queued, applies each to a draft of
// the book, writes its entries, and commits them together; then the book as drafted is the newest. A refused
// request writes nothing. If a group can't be committed, each of its requests is tried again alone.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
)

// group is how many requests share a commit at most.
const group = 64

type request struct {
	ctx  context.Context
	slip Slip
	ask  [16]byte
	// plan works the posting out on the book as it stands. It may be called twice.
	plan func(*desk) error
	done chan answer
}

type answer struct {
	receipt Receipt
	err     error
}

// desk is what the writing goroutine has; nothing else touches it.
type desk struct {
	poster
	*store.Writer
	b *Book

	state    *state.State // after the postings of this group so far
	anything bool         // something is to be committed
}

func (b *Book) post(
	ctx context.Context, s Slip, what string, content any, plan func(*desk) error,
) (Receipt, error) {
	if err := s.keepsApart(); err != nil {
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
		// Shown here and not at the desk, where others wait.
		a.receipt.Shown, a.err = b.Now().Night(a.receipt.Night)
	}
	return a.receipt, a.err
}

// write runs do at the desk, for rows outside the chain. If do fails, nothing is written.
func (b *Book) write(ctx context.Context, do func(*desk) error) error {
	_, err := b.ask(ctx, func(d *desk) error {
		err := d.Part(func() error { return do(d) })
		d.anything = d.anything || err == nil
		return err
	})
	return err
}

func (b *Book) ask(ctx context.Context, plan func(*desk) error) (Receipt, error) {
	r := &request{ctx: ctx, done: make(chan answer, 1), plan: plan}
	if err := b.send(ctx, r); err != nil {
		return Receipt{}, err
	}
	a := <-r.done
	return a.receipt, a.err
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
	if b.broken.Load() {
		return errBroken
	}
	select {
	case b.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *desk) work() {
	batch := make([]*request, 0, group)
	for r := range d.b.queue {
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
	kept := false
	defer func() {
		if p := recover(); p != nil {
			d.b.log.Error("panic at the desk", "panic", p, "stack", string(debug.Stack()))
			if kept { // it is on the disk, whatever came of telling others so
				return
			}
			d.giveUp()
			err = fmt.Errorf("ledger: panic at the desk: %v", p)
		}
	}()
	before := d.b.newest.Load()
	d.state, d.anything = before, false
	if err := d.Begin(); err != nil {
		return answers, err
	}
	// Before who is let in is published: nobody sees a link over, and its night open.
	d.OnCommit(func() {
		d.b.newest.Store(d.state)
		kept = true
	})
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
	nudge(d.b.wrote)
	d.b.announce(before, d.state)
	// It is kept in the file that is open. If the file isn't in its place by now, the commit promises nothing:
	// nobody reads “recorded”, and a form sent again is recorded once. This also notes how far a checkpoint has
	// made the file grow, so that a cut is seen at the next write.
	if err := d.b.file.Here(); err != nil {
		for i := range answers {
			answers[i] = answer{err: err}
		}
	}
	return answers, nil
}

// What readers see was never changed.
func (d *desk) giveUp() { _ = d.Rollback() } // SQLite may have done so itself

// run answers one request within the transaction. A refusal leaves no trace; err means that the transaction
// must be rolled back.
func (d *desk) run(r *request) (receipt Receipt, refusal, err error) {
	if r.slip.Key != "" {
		receipt, known, refusal, err := d.answeredBefore(r)
		if err != nil || known || refusal != nil {
			return receipt, refusal, err
		}
	}
	d.poster = poster{
		draft: d.state.Draft(), slip: r.slip, ask: r.ask, at: d.b.clock().UnixMilli(), entries: d.entries[:0],
	}
	if refusal = d.carryOut(r); store.Cause(refusal) != nil {
		return receipt, nil, refusal // SQLite may have rolled back more than this request
	}
	if refusal != nil {
		return receipt, refusal, nil
	}
	for _, e := range d.entries {
		if err := d.write(e); err != nil {
			return receipt, nil, err
		}
	}
	receipt = d.receipt
	if len(d.entries) > 0 {
		d.state, d.anything = d.draft.Done(), true
		last := d.answers()
		receipt.Entry, receipt.At = last.Seq, last.Time()
		receipt.Night = cmp.Or(receipt.Night, last.Night)
	}
	return receipt, nil, nil
}

// carryOut plans what is asked for, and for tables that pay as they go what is handed over for it.
func (d *desk) carryOut(r *request) error {
	if err := r.plan(d); err != nil {
		return err
	}
	_, err := d.handOver()
	return err
}

// answers is the entry of the receipt: the last one, not counting payments that followed from it.
func (d *desk) answers() *chain.Entry {
	for _, e := range slices.Backward(d.entries) {
		if e.Kind != chain.KindPayment {
			return e
		}
	}
	return d.entries[0]
}

func (d *desk) answeredBefore(r *request) (receipt Receipt, known bool, refusal, err error) {
	var (
		ask, body []byte
		night     sql.NullInt64
		kind      chain.Kind
		at        int64
		reverses  sql.NullInt64
	)
	err = d.Row(`SELECT seq, night, kind, at, ask, body, reverses FROM entry
		WHERE key = ? ORDER BY kind = 'payment', part DESC LIMIT 1`, r.slip.Key).
		Scan(&receipt.Entry, &night, &kind, &at, &ask, &body, &reverses)
	if errors.Is(err, sql.ErrNoRows) {
		return Receipt{}, false, nil, nil
	}
	if err != nil {
		return Receipt{}, false, nil, err
	}
	if [16]byte(ask) != r.ask {
		return Receipt{}, false,
			refuse("key", "You sent this form before with other content, and that was recorded. Load the "+
				"page again to see it."), nil
	}
	receipt.Night, receipt.At, receipt.Repeated = chain.NightID(night.Int64), time.UnixMilli(at), true
	content, err := chain.Decode(kind, body)
	if err != nil {
		return Receipt{}, false, nil, err
	}
	receipt.ID, receipt.Deal = content.About(receipt.Entry)
	if kind == chain.KindReversal {
		receipt.Deal = d.dealOf(receipt.Night, chain.EntryID(reverses.Int64))
	}
	return receipt, true, nil, err
}

func (d *desk) dealOf(night chain.NightID, seq chain.EntryID) chain.DealID {
	if n := d.state.Night(night); n != nil {
		for i := range n.Versions {
			if n.Versions[i].Entry == seq {
				return n.Versions[i].Deal
			}
		}
	}
	return 0
}

func (d *desk) write(e *chain.Entry) error {
	switch e.Kind {
	case chain.KindPlayer:
		said, err := chain.Decode(e.Kind, e.Body)
		if err == nil {
			err = d.AddPlayer(said.(*chain.Player).Player)
		}
		if err != nil {
			return err
		}
	case chain.KindClose: // its links stay over if the night is opened again
		if err := d.b.NightClosed(d.Writer, e.Night); err != nil {
			return err
		}
	}
	if err := d.Append(e); err != nil || d.slip.Phone == 0 {
		return err
	}
	return d.b.PhoneWrote(d.Writer, e.Night, d.slip.Phone, e.Seq)
}

func (d *desk) exec(text string, args ...any) error {
	_, err := d.Exec(text, args...)
	return err
}
