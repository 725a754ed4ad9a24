// Package copies has a book copy itself: after each closing, and once a day in which anything was written.
//
//   - Keep begins, for an open book; End ends it, before the book is closed. Now makes copies at once.
//   - A Place is a folder with copies. A copy is verified before it gets its name, which says day and time,
//     how much is in it, and of which book it is. The last ten of a book stay, one a month for two years, and
//     the last ten books that were left for an older copy.
//   - A place that isn't there, doesn't answer or has too little room shows in Places and stops nothing.
//   - Look says what is in a copy, and what of today's book it lacks. Prepare makes it ready to become the
//     book, and Put makes it that: the book is closed for this moment only.
package copies

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
)

const (
	daily     = 24 * time.Hour
	againIn   = 15 * time.Minute // a place that failed is tried again
	anEvening = 20 << 20         // bytes that stay free on a disk: what an evening needs, and its log
)

type Options struct {
	// Places are folders for the copies of this book. One is made where only its own name is missing.
	Places []string
	Clock  func() time.Time
	Log    *slog.Logger

	// Once says that somebody named the last of them by a flag: nobody names another, and it is made once.
	// Without its stick a mount point is an empty folder.
	Once bool

	// Turn is held while copies are made: the books of a house take turns. Nil where there is one book.
	Turn chan struct{}
	// Most is how many bytes the folder of all places may hold, and In is that folder: older copies of any
	// book go then, but no book's newest. Zero is no bound.
	Most int64
	In   string
}

// Keeper makes the copies of one book.
type Keeper struct {
	o    Options
	book *ledger.Book
	ctx  context.Context // ends with it
	stop context.CancelFunc
	done chan struct{}

	making sync.Mutex
	reads  sync.RWMutex // held for reading while a copy is made from the book itself
	mu     sync.Mutex
	places []*place
}

// place is one of a keeper's places. What changes in it is guarded by the keeper's mu.
type place struct {
	folder string
	once   bool   // it is made once
	lies   []Copy // what lay there when it answered last
	wrong  string
	hangs  int // how much that was begun there hasn't ended in time
}

// Beside is the folder beside a book where copies of it lie.
func Beside(book string) string { return ledger.CopiesBeside(book) }

// Keep copies a book from now on. wrote gets a value after each commit.
func Keep(b *ledger.Book, wrote <-chan struct{}, o Options) *Keeper {
	k := &Keeper{o: o, book: b, done: make(chan struct{})}
	k.ctx, k.stop = context.WithCancel(context.Background())
	for i, folder := range o.Places {
		k.places = append(k.places, &place{folder: folder, once: o.Once && i == len(o.Places)-1})
	}
	if to := b.CopiesTo(); k.MayName() && to != "" {
		k.places = append(k.places[:1], &place{folder: Within(to, b.Path()), once: true})
	}
	go k.work(wrote)
	return k
}

// End ends it; a copy that is being made is given up. One that is nil makes none.
func (k *Keeper) End() {
	if k == nil {
		return
	}
	k.stop()
	<-k.done
	unread := make(chan struct{})
	go func() {
		k.reads.Lock()
		defer k.reads.Unlock()
		close(unread)
	}()
	select {
	case <-unread:
	case <-time.After(endsFor):
	}
}

func (k *Keeper) work(wrote <-chan struct{}) {
	defer close(k.done)
	later := time.NewTimer(0)
	defer later.Stop()
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-wrote:
			if len(k.due(true)) == 0 {
				continue
			}
		case <-later.C:
		}
		var next time.Duration
		if due := k.due(false); len(due) > 0 {
			if k.make(k.ctx, due) != nil {
				next = againIn
			}
		}
		if next == 0 {
			next = daily
			for _, p := range k.Places() {
				if c, ok := p.Newest(); ok {
					next = min(next, max(time.Minute, daily-k.o.Clock().Sub(c.At)))
				}
			}
		}
		later.Reset(next)
	}
}

func (k *Keeper) zone() *time.Location { return k.o.Clock().Location() }

// due are the places whose newest copy lacks an evening that is closed or, unless only those are asked about,
// something written, and is a day old.
func (k *Keeper) due(closings bool) (places []*place) {
	entries, closed := k.book.Now().Entries(), int64(k.book.LastClose())
	for _, p := range k.folders() {
		c, ok := k.look(p).Newest()
		switch {
		case entries == 0 || k.book.CommittedState() == nil:
		case closed > 0 && (!ok || c.Entries < closed || c.Entries > entries),
			!closings && (!ok || c.Entries < entries && k.o.Clock().Sub(c.At) >= daily):
			places = append(places, p)
		}
	}
	return places
}

// Now makes a copy in each place.
func (k *Keeper) Now(ctx context.Context) error { return k.make(ctx, k.folders()) }

func (k *Keeper) folders() []*place {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.places
}

// MayName tells whether the second place can be named while the book is served: where no flag did, and the
// book has its copies to itself.
func (k *Keeper) MayName() bool { return !k.o.Once && k.o.Turn == nil && len(k.o.Places) > 0 }

// Name names a folder as the second place, or none, and makes a copy there.
func (k *Keeper) Name(ctx context.Context, folder string) error {
	places := k.folders()[:1:1]
	if folder != "" {
		p := &place{folder: Within(filepath.Clean(folder), k.book.Path()), once: true}
		made := false
		err := k.reach(ctx, p, looksFor, func() (err error) {
			info, err := os.Stat(folder)
			if !filepath.IsAbs(folder) || err != nil || !info.IsDir() {
				return errNoFolder
			}
			if err = os.Mkdir(p.folder, 0o700); errors.Is(err, os.ErrExist) {
				return nil
			}
			made = err == nil
			return err
		})
		if err == nil {
			if err = k.make(ctx, []*place{p}); errors.Is(err, errHangs) { // it is slow: the page says so
				err = nil
			} else if err != nil && made {
				_ = os.Remove(p.folder)
			}
		}
		if err != nil {
			return chain.Refuse("folder", "%s", sentence(err))
		}
		k.book.MadeCopies(p.folder)
		places = append(places, p)
	}
	k.book.NameCopiesTo(folder)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.places = places
	return nil
}

// Within is the folder for the copies of a book in one that was named.
func Within(folder, book string) string {
	return filepath.Join(folder, strings.TrimSuffix(filepath.Base(book), filepath.Ext(book)))
}

// How long somebody waits for a place. A test is less patient.
var (
	looksFor  = time.Second
	copiesFor = 10 * time.Second // and a second for each megabyte; a slow stick goes on after that
	endsFor   = 5 * time.Second  // a copy that is given up
)

var (
	errHangs    = errors.New("copies: the place doesn't answer")
	errNoFolder = errors.New("copies: no such folder")
)

// reach does something in a place, and waits no longer than that: a share may never answer. Until it has
// ended, nothing else is begun there.
func (k *Keeper) reach(ctx context.Context, p *place, wait time.Duration, do func() error) error {
	k.mu.Lock()
	hangs := p.hangs
	k.mu.Unlock()
	if hangs > 0 {
		return errHangs
	}
	done := make(chan error, 1)
	go func() { done <- do() }()
	late := time.NewTimer(wait)
	defer late.Stop()
	why := errHangs
	select {
	case err := <-done:
		return err
	case <-late.C:
	case <-ctx.Done():
		why = ctx.Err()
	case <-k.ctx.Done():
		why = k.ctx.Err()
	}
	if k.ctx.Err() != nil { // what is given up ends soon, if it does
		late.Reset(endsFor)
		select {
		case <-done:
			return why
		case <-late.C:
		}
	}
	k.hang(p, 1)
	go func() {
		<-done
		k.hang(p, -1)
	}()
	return why
}

func (k *Keeper) hang(p *place, more int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p.hangs += more
}

// look is what lies in a place; where it doesn't answer, what lay there last.
func (k *Keeper) look(p *place) Place {
	err := k.reach(k.ctx, p, looksFor, func() error {
		lies := listed(p.folder, k.zone())
		k.mu.Lock()
		defer k.mu.Unlock()
		p.lies = lies
		return nil
	})
	k.mu.Lock()
	defer k.mu.Unlock()
	out := placeOf(p.folder, k.book.Now().State(), p.lies)
	if out.Wrong = p.wrong; errors.Is(err, errHangs) {
		out.Wrong = sentence(err)
	}
	return out
}

// make makes a copy in each of some places. From the first, if it is among them, the others have theirs, and
// wait for the next time where it is slow: what hangs there holds up no use of the book.
func (k *Keeper) make(ctx context.Context, places []*place) (err error) {
	k.making.Lock()
	defer k.making.Unlock()
	if k.o.Turn != nil {
		select {
		case k.o.Turn <- struct{}{}:
			defer func() { <-k.o.Turn }()
		case <-ctx.Done():
			return ctx.Err()
		case <-k.ctx.Done():
			return k.ctx.Err()
		}
	}
	s, source := k.book.CommittedState(), k.book.Path()
	if s == nil {
		return errors.New("copies: the book isn't as it was written")
	}
	name, wait := nameOf(s, k.o.Clock()), copiesFor
	if info, err := os.Stat(source); err == nil {
		wait += time.Duration(info.Size()>>20) * time.Second
	}
	for _, p := range places {
		path, from := filepath.Join(p.folder, name), source
		failed := k.reach(ctx, p, wait, func() error {
			if from == k.book.Path() {
				k.reads.RLock()
				defer k.reads.RUnlock()
			}
			failed := quietly(func() error { return k.copyTo(p, s, from, path) })
			k.noteOutcome(p, path, failed)
			return failed
		})
		switch {
		case ctx.Err() != nil, k.ctx.Err() != nil:
			return context.Canceled
		case errors.Is(failed, errHangs):
			k.noteOutcome(p, path, failed)
		}
		err = errors.Join(err, failed)
		if p.folder != k.o.Places[0] {
			continue
		}
		if errors.Is(failed, errHangs) {
			return err
		}
		if failed == nil {
			source = path
		}
	}
	return err
}

// noteOutcome notes and logs what became of a copy, unless it was given up.
func (k *Keeper) noteOutcome(p *place, path string, failed error) {
	if k.ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	before := p.wrong
	if p.wrong = ""; failed != nil {
		p.wrong = sentence(failed)
	}
	now := p.wrong
	k.mu.Unlock()
	switch {
	case failed == nil:
		k.o.Log.Info("the book was copied", "copy", path)
	case now != before:
		k.o.Log.Error("the book could not be copied", "place", p.folder, "error", failed)
	}
}

// copyTo makes a copy in a place, and takes away what need not stay there.
func (k *Keeper) copyTo(p *place, s *state.State, from, path string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	need := info.Size() + anEvening
	if free, known := store.Room(filepath.Dir(p.folder)); known && free < need {
		return &noRoom{need, free}
	}
	if err := makeFolder(k.book, p.folder); err != nil {
		return err
	}
	if p.once {
		k.book.MadeCopies(p.folder)
	}
	there, err := os.ReadDir(p.folder)
	if err != nil {
		return err
	}
	for _, f := range there {
		if unfinished(f.Name(), s) {
			_ = os.Remove(filepath.Join(p.folder, f.Name()))
		}
	}
	if k.o.Most > 0 {
		if err := bound(k.o.In, k.o.Most-info.Size(), k.zone()); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(path); err == nil { // the same, made in this second
		return nil
	}
	if _, err := archive.BackupOf(k.ctx, s, from, path, nil); err != nil {
		return err
	}
	return prune(p.folder, s, k.zone())
}

// makeFolder makes the folder of a place where only its own name is missing. In a place somebody named it
// makes it once: a stick that is gone must not become a folder.
func makeFolder(b *ledger.Book, folder string) error {
	if folder == b.CopiesMade() {
		_, err := os.Stat(folder)
		return err
	}
	err := os.Mkdir(folder, 0o700)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	return err
}

type noRoom struct{ need, free int64 }

func (n *noRoom) Error() string {
	return fmt.Sprintf("copies: it takes %d bytes, and %d are free", n.need, n.free)
}

func sentence(err error) string {
	var cannot *store.CannotOpen
	switch {
	case errors.Is(err, errNoFolder):
		return "Ouverte finds no such folder on this machine."
	case errors.Is(err, errHangs):
		return "It is slow, or doesn’t answer."
	case errors.As(err, new(*noRoom)), errors.Is(err, syscall.ENOSPC), store.Cause(err) == store.ErrFull:
		return "Too little room for a copy there. Make room, or name another place."
	case errors.Is(err, os.ErrNotExist):
		return "It isn’t there at the moment."
	case errors.Is(err, os.ErrPermission):
		return "Ouverte may not write there."
	case errors.As(err, &cannot):
		return cannot.Sentence
	}
	return "The copy failed; the log says why."
}

// Places are where copies lie.
func (k *Keeper) Places() (all []Place) {
	for _, p := range k.folders() {
		all = append(all, k.look(p))
	}
	return all
}

// Newest is the newest copy there is.
func (k *Keeper) Newest() (c Copy, ok bool) {
	for _, p := range k.Places() {
		if newest, has := p.Newest(); has && (!ok || newest.At.After(c.At)) {
			c, ok = newest, true
		}
	}
	return c, ok
}

// Behind is how many evenings have closed since a copy was made.
func (k *Keeper) Behind(c Copy) (evenings int) {
	for n := range k.book.Now().State().Backward() {
		if n.Meeting == 0 && int64(n.Closed) > c.Entries {
			evenings++
		}
	}
	return evenings
}

// Lacks tells whether an evening that is closed is in no copy.
func (k *Keeper) Lacks() bool {
	return !slices.ContainsFunc(k.Places(), func(p Place) bool {
		c, ok := p.Newest()
		return ok && c.Entries >= int64(k.book.LastClose()) && c.Entries <= k.book.Now().Entries()
	})
}
