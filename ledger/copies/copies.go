// Package copies has a book copy itself: after each closing, and once a day in which anything was written.
//
//   - Keep begins, for an open book; End ends it, before the book is closed. Now makes copies at once.
//   - A Place is a folder with copies of one book. A copy is verified before it gets its name, which says day
//     and time, and how much is in it. The last ten stay, one a month for two years, and a book that was
//     left for an older copy.
//   - A place that isn't there, or has too little room, shows in Places and stops nothing.
//   - Look says what is in a copy, and what of today's book it lacks. Prepare makes it ready to become the
//     book, and Put makes it that: the book is closed for this moment only.
package copies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
)

const (
	latest    = 10
	months    = 24
	daily     = 24 * time.Hour
	againIn   = 15 * time.Minute // a place that failed is tried again
	anEvening = 20 << 20         // bytes that stay free on a disk: what an evening needs, and its log
)

// Copy is a copy of a book, as its name tells of it.
type Copy struct {
	Path     string
	At       time.Time
	Evenings int
	Entries  int64
	Size     int64
}

var named = regexp.MustCompile(`^(\d{4}-\d\d-\d\d-\d{6})-evenings-(\d+)-entries-(\d+)\.db$`)

// unfinished is how a copy is called before it has its name.
var unfinished = regexp.MustCompile(`^\.\d{4}-\d\d-\d\d-\d{6}-evenings-\d+-entries-\d+\.db-\d+\.part`)

const atForm = "2006-01-02-150405"

// In lists the copies in a folder, the newest first. A folder that isn't there has none.
func In(folder string, zone *time.Location) (all []Copy) {
	files, _ := os.ReadDir(folder)
	for _, f := range files {
		of := named.FindStringSubmatch(f.Name())
		info, err := f.Info()
		if of == nil || err != nil || !info.Mode().IsRegular() {
			continue
		}
		c := Copy{Path: filepath.Join(folder, f.Name()), Size: info.Size()}
		if c.At, err = time.ParseInLocation(atForm, of[1], zone); err != nil {
			continue
		}
		c.Evenings, _ = strconv.Atoi(of[2])
		c.Entries, _ = strconv.ParseInt(of[3], 10, 64)
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Copy) int { return cmp.Compare(b.Path, a.Path) })
	return all
}

func nameOf(s *state.State, at time.Time) string {
	return fmt.Sprintf("%s-evenings-%d-entries-%d.db", at.Format(atForm), s.Evenings(), s.Last())
}

// surplus are those of some copies, the newest first, that need not stay. Where the next newer one has fewer
// entries, an older copy took a book's place: that book's end is in no other copy. Both stay, so that this
// can still be told of them.
func surplus(all []Copy) (out []Copy) {
	month, seen := "", 0
	for i, c := range all {
		first := c.At.Format("2006-01") != month
		if first {
			month = c.At.Format("2006-01")
			seen++
		}
		left := i > 0 && all[i-1].Entries < c.Entries
		took := i+1 < len(all) && all[i+1].Entries > c.Entries
		if i >= latest && (!first || seen > months) && !left && !took {
			out = append(out, c)
		}
	}
	return out
}

type Options struct {
	// Places are folders for the copies of this book alone. One is made where only its own name is missing; one
	// that is named later is made then, and never again: without its stick a mount point is an empty folder.
	Places []string
	Clock  func() time.Time
	Log    *slog.Logger

	// Fixed says that nobody names another place.
	Fixed bool

	// Turn is held while copies are made: the books of a house take turns. Nil where there is one book.
	Turn chan struct{}
	// Most is how many bytes the folder of all places may hold, and In is that folder: older copies of any
	// book go then, but no book's newest. Zero is no bound.
	Most int64
	In   string
}

// Place is where copies lie.
type Place struct {
	Folder string
	Copies []Copy
	Wrong  string // why none could be made there last, as a sentence; empty where one could
}

// Keeper makes the copies of one book.
type Keeper struct {
	o    Options
	book *ledger.Book
	stop context.CancelFunc
	done chan struct{}

	making sync.Mutex
	mu     sync.Mutex
	places []string
	wrong  map[string]string // by place
}

// Beside is the folder beside a book where copies of it lie.
func Beside(book string) string { return ledger.CopiesBeside(book) }

// Keep copies a book from now on. wrote gets a value after each commit.
func Keep(b *ledger.Book, wrote <-chan struct{}, o Options) *Keeper {
	ctx, stop := context.WithCancel(context.Background())
	k := &Keeper{o: o, book: b, stop: stop, done: make(chan struct{}), wrong: map[string]string{}}
	k.places = o.Places
	if to := b.CopiesTo(); k.MayName() && to != "" {
		k.places = []string{o.Places[0], Within(to, b.Path())}
	}
	go k.work(ctx, wrote)
	return k
}

// End ends it; a copy that is being made is given up. One that is nil makes none.
func (k *Keeper) End() {
	if k == nil {
		return
	}
	k.stop()
	<-k.done
}

func (k *Keeper) work(ctx context.Context, wrote <-chan struct{}) {
	defer close(k.done)
	later := time.NewTimer(0)
	defer later.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wrote:
			if len(k.due(true)) == 0 {
				continue
			}
		case <-later.C:
		}
		var next time.Duration
		if due := k.due(false); len(due) > 0 {
			if k.make(ctx, due) != nil {
				next = againIn
			}
		}
		if next == 0 {
			next = daily
			for _, place := range k.folders() {
				if all := In(place, k.zone()); len(all) > 0 {
					next = min(next, max(time.Minute, daily-k.o.Clock().Sub(all[0].At)))
				}
			}
		}
		later.Reset(next)
	}
}

func (k *Keeper) zone() *time.Location { return k.o.Clock().Location() }

// due are the places whose newest copy lacks an evening that is closed or, unless only those are asked about,
// something written, and is a day old.
func (k *Keeper) due(closings bool) (places []string) {
	entries, closed := k.book.Now().Entries(), int64(k.book.LastClose())
	for _, place := range k.folders() {
		all := In(place, k.zone())
		switch {
		case entries == 0 || k.book.Sound() == nil:
		case closed > 0 && (len(all) == 0 || all[0].Entries < closed || all[0].Entries > entries),
			!closings && (len(all) == 0 || all[0].Entries < entries && k.o.Clock().Sub(all[0].At) >= daily):
			places = append(places, place)
		}
	}
	return places
}

// Now makes a copy in each place.
func (k *Keeper) Now(ctx context.Context) error { return k.make(ctx, k.folders()) }

func (k *Keeper) folders() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.places
}

// MayName tells whether the second place can be named while the book is served: where no flag did, and the
// book has its copies to itself.
func (k *Keeper) MayName() bool { return !k.o.Fixed && k.o.Turn == nil && len(k.o.Places) > 0 }

// Name names a folder as the second place, or none, and makes a copy there.
func (k *Keeper) Name(ctx context.Context, folder string) error {
	places := k.o.Places[:1]
	if folder != "" {
		info, err := os.Stat(folder)
		if !filepath.IsAbs(folder) || err != nil || !info.IsDir() {
			return chain.Refuse("folder", "Ouverte finds no such folder on this machine.")
		}
		place := Within(filepath.Clean(folder), k.book.Path())
		made := os.Mkdir(place, 0o700)
		if err = made; err == nil || errors.Is(err, os.ErrExist) {
			err = k.make(ctx, []string{place})
		}
		if err != nil {
			if made == nil {
				_ = os.Remove(place)
			}
			return chain.Refuse("folder", "%s", sentence(err))
		}
		places = []string{places[0], place}
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

func (k *Keeper) make(ctx context.Context, places []string) (err error) {
	k.making.Lock()
	defer k.making.Unlock()
	if k.o.Turn != nil {
		select {
		case k.o.Turn <- struct{}{}:
			defer func() { <-k.o.Turn }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for _, place := range places {
		path := ""
		failed := quietly(func() (err error) {
			path, err = k.copyTo(ctx, place)
			return err
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		k.mu.Lock()
		before := k.wrong[place]
		k.wrong[place] = ""
		if failed != nil {
			k.wrong[place] = sentence(failed)
		}
		now := k.wrong[place]
		k.mu.Unlock()
		switch {
		case failed == nil:
			k.o.Log.Info("the book was copied", "copy", path)
		case now != before:
			k.o.Log.Error("the book could not be copied", "place", place, "error", failed)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// copyTo makes a copy in a place, and takes away what need not stay there.
func (k *Keeper) copyTo(ctx context.Context, place string) (path string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	info, err := os.Stat(k.book.Path())
	if err != nil {
		return "", err
	}
	need := info.Size() + anEvening
	if free, known := store.Room(filepath.Dir(place)); known && free < need {
		return "", &noRoom{need, free}
	}
	if slices.Contains(k.o.Places, place) {
		if err := os.Mkdir(place, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
	}
	there, err := os.ReadDir(place)
	if err != nil {
		return "", err
	}
	for _, f := range there { // what a program left that was killed
		if unfinished.MatchString(f.Name()) {
			_ = os.Remove(filepath.Join(place, f.Name()))
		}
	}
	if k.o.Most > 0 {
		if err := bound(k.o.In, k.o.Most-info.Size(), k.zone()); err != nil {
			return "", err
		}
	}
	s := k.book.Sound()
	if s == nil {
		return "", errors.New("the book isn't as it was written")
	}
	path = filepath.Join(place, nameOf(s, k.o.Clock()))
	if _, err := os.Lstat(path); err == nil { // the same, made in this second
		return path, nil
	}
	if _, err := archive.BackupOf(ctx, s, k.book.Path(), path, nil); err != nil {
		return "", err
	}
	for _, c := range surplus(In(place, k.zone())) {
		err = errors.Join(err, os.Remove(c.Path))
	}
	return path, err
}

// bound removes the oldest copies of any book in a folder of places until they have no more than so many
// bytes. The newest of each stays.
func bound(folder string, most int64, zone *time.Location) error {
	places, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var older []Copy
	total := int64(0)
	for _, p := range places {
		for i, c := range In(filepath.Join(folder, p.Name()), zone) {
			total += c.Size
			if i > 0 {
				older = append(older, c)
			}
		}
	}
	slices.SortFunc(older, func(a, b Copy) int { return a.At.Compare(b.At) })
	for _, c := range older {
		if total <= most {
			return nil
		}
		if err := os.Remove(c.Path); err != nil {
			return err
		}
		total -= c.Size
	}
	if total > most {
		return &noRoom{total, most}
	}
	return nil
}

type noRoom struct{ need, free int64 }

func (n *noRoom) Error() string {
	return fmt.Sprintf("copies: it takes %d bytes, and %d are free", n.need, n.free)
}

func sentence(err error) string {
	var cannot *store.CannotOpen
	switch {
	case errors.As(err, new(*noRoom)):
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

// Places are where copies lie, the newest copies first in each.
func (k *Keeper) Places() (all []Place) {
	for _, folder := range k.folders() {
		p := Place{Folder: folder, Copies: In(folder, k.zone())}
		k.mu.Lock()
		p.Wrong = k.wrong[folder]
		k.mu.Unlock()
		all = append(all, p)
	}
	return all
}

// Newest is the newest copy there is.
func (k *Keeper) Newest() (c Copy, ok bool) {
	for _, p := range k.Places() {
		if len(p.Copies) > 0 && (!ok || p.Copies[0].At.After(c.At)) {
			c, ok = p.Copies[0], true
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
		return len(p.Copies) > 0 && p.Copies[0].Entries >= int64(k.book.LastClose()) &&
			p.Copies[0].Entries <= k.book.Now().Entries()
	})
}
