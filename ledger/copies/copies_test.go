package copies

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var evening = time.Date(2026, time.November, 27, 23, 38, 5, 0, time.UTC)

// copying tells of each copy, and of each that failed.
type copying struct {
	slog.Handler
	said chan string
}

func (c copying) Handle(_ context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "the book ") {
		c.said <- r.Message
	}
	return nil
}

func (copying) Enabled(context.Context, slog.Level) bool { return true }
func (c copying) WithAttrs([]slog.Attr) slog.Handler     { return c }

// table is an evening that is played in a book which copies itself.
type table struct {
	*ledger.Book
	*Keeper
	t    testing.TB
	said chan string
	key  int
}

func (b *table) slip() ledger.Slip {
	b.key++
	return ledger.Slip{Key: fmt.Sprint("key-", b.key)}
}

// sit opens a new book, whose first entry is like no other's.
func sit(t *testing.T, elsewhere ...string) (b *table, beside string) {
	t.Helper()
	tables++
	return sitAt(t, filepath.Join(t.TempDir(), "book.db"), elsewhere...)
}

var tables int

func sitAt(t *testing.T, path string, elsewhere ...string) (b *table, beside string) {
	t.Helper()
	wrote := make(chan struct{}, 1)
	clock := func() time.Time { return evening }
	b = &table{t: t, said: make(chan string, 99), key: 1000 * tables,
		Book: testenv.Must(ledger.Open(t.Context(), path, ledger.Options{Clock: clock, Wrote: wrote}))(t)}
	log := slog.New(copying{slog.DiscardHandler, b.said})
	places := append([]string{Beside(path)}, elsewhere...)
	b.Keeper = Keep(b.Book, wrote, Options{Places: places, Once: len(elsewhere) > 0, Clock: clock, Log: log})
	t.Cleanup(b.leaves)
	return b, Beside(path)
}

func (b *table) leaves() {
	b.Keeper.End()
	testenv.Fine(b.t, b.Book.Close())
}

// begins begins an evening of four who never played before.
func (b *table) begins() (night chain.NightID) {
	b.t.Helper()
	ctx := b.t.Context()
	var seats []chain.PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		r := testenv.Must(b.AddPlayer(ctx, b.slip(), fmt.Sprintf("%s %d", name, b.key)))(b.t)
		seats = append(seats, chain.PlayerID(r.ID))
	}
	house, _ := rules.Set("hoyle")
	new := ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]}
	return testenv.Must(b.StartNight(ctx, b.slip(), new))(b.t).Night
}

var solo = ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 6}}

// plays plays an evening of a deal, and closes it.
func (b *table) plays() {
	b.t.Helper()
	night := b.begins()
	testenv.Must(b.Record(b.t.Context(), b.slip(), night, solo))(b.t)
	testenv.Must(b.CloseNight(b.t.Context(), b.slip(), night, 0))(b.t)
}

func (b *table) hears(what string) {
	b.t.Helper()
	select {
	case said := <-b.said:
		testenv.Same(b.t, said, what, "it is said that %q")
	case <-time.After(20 * time.Second):
		b.t.Fatalf("nobody says that %q", what)
	}
}

// TestCopiesMakeThemselves: a closed evening is in a copy in each place, sound, for its owner alone.
func TestCopiesMakeThemselves(t *testing.T) {
	stick := filepath.Join(t.TempDir(), "stick")
	b, beside := sit(t, stick)
	b.plays()
	for b.Lacks() {
		b.hears("the book was copied")
	}
	for len(listed(stick, time.UTC)) == 0 {
		b.hears("the book was copied")
	}
	for _, place := range b.Places() {
		c := place.Copies[0]
		copied := testenv.Must(ledger.Open(t.Context(), c.Path, ledger.Options{}))(t)
		if copied.Now().Entries() != b.Book.Now().Entries() || !copied.Well() || place.Wrong != "" {
			t.Errorf("%s has %d entries; %s", c.Path, copied.Now().Entries(), place.Wrong)
		}
		testenv.Fine(t, copied.Close())
		info := testenv.Must(os.Stat(c.Path))(t)
		testenv.Same(t, info.Mode().Perm(), 0o600, "a copy has the rights %v")
		testenv.Same(t, testenv.Must(os.Stat(place.Folder))(t).Mode().Perm(), 0o700, "its folder has the rights %v")
	}
	newest, ok := b.Newest()
	if name := filepath.Base(newest.Path); !ok || !strings.HasPrefix(name, "2026-11-27-2338") ||
		filepath.Dir(newest.Path) != beside && filepath.Dir(newest.Path) != stick {
		t.Errorf("the newest is %s", newest.Path)
	}
}

// TestBooksShareAPlace under one file name: each counts, takes for its newest and removes its own copies
// alone. Copies without a sign are nobody's, and stay.
func TestBooksShareAPlace(t *testing.T) {
	share := filepath.Join(t.TempDir(), "book")
	friday, _ := sit(t, share)
	sunday, _ := sit(t, share)
	nobodys := filepath.Join(share, "2031-01-01-200000-evenings-90-entries-9000.db")
	testenv.Fine(t, os.MkdirAll(share, 0o700))
	testenv.Fine(t, os.WriteFile(nobodys, []byte("a copy"), 0o600))
	for range 12 {
		night := sunday.begins()
		testenv.Must(sunday.Record(t.Context(), sunday.slip(), night, solo))(t)
		testenv.Fine(t, sunday.Keeper.Now(t.Context()))
	}
	friday.plays()
	for friday.Lacks() {
		friday.hears("the book was copied")
	}
	testenv.Fine(t, friday.Keeper.Now(t.Context()))
	for _, b := range []*table{friday, sunday} {
		newest, ok := b.Places()[1].Newest()
		if s := b.CommittedState(); !ok || newest.Entries != int64(s.Last()) || newest.Of != signOf(s) {
			t.Errorf("of %d entries the newest copy is %s", s.Last(), newest.Path)
		}
	}
	same := func(got, want int, says string) { t.Helper(); testenv.Same(t, got, want, says) }
	same(len(sunday.Places()[1].own()), latest, "Sunday's book has %d copies")
	same(len(friday.Places()[1].own()), 1, "Friday's book has %d copies")
	same(len(friday.Places()[1].Others), latest, "Friday's book sees %d of others")
	same(len(friday.Places()[1].Copies), 2, "Friday's book may choose among %d")
	testenv.Must(os.Stat(nobodys))(t)
}

// TestAStickPulledOut: the folder in a place that a flag names is made once, over restarts; the one beside
// the book always.
func TestAStickPulledOut(t *testing.T) {
	stick := filepath.Join(t.TempDir(), "book")
	tables++
	path := filepath.Join(t.TempDir(), "book.db")
	b, beside := sitAt(t, path, stick)
	b.plays()
	testenv.Fine(t, b.Keeper.Now(t.Context()))
	pulled := func() {
		t.Helper()
		for _, place := range []string{stick, beside} {
			for os.RemoveAll(place) != nil { // a copy is just being made there
			}
		}
		_ = b.Keeper.Now(t.Context())
		testenv.Must(os.Stat(beside))(t)
		if _, err := os.Stat(stick); err == nil {
			t.Error("it is made anew in the mount point")
		}
		testenv.Same(t, b.Places()[1].Wrong, "It isn’t there at the moment.", "it is said: %q")
	}
	pulled()
	b.leaves()
	b, _ = sitAt(t, path, stick)
	pulled()
	testenv.Fine(t, os.Mkdir(stick, 0o700)) // as with the stick
	testenv.Fine(t, b.Keeper.Now(t.Context()))
}

// TestAPlaceThatIsMissing is said, and stops nothing.
func TestAPlaceThatIsMissing(t *testing.T) {
	b, _ := sit(t, filepath.Join(t.TempDir(), "no", "stick"))
	b.plays()
	for b.Lacks() {
		<-b.said
	}
	testenv.Same(t, b.Keeper.Now(t.Context()) != nil, true, "a copy into nowhere fails: %v")
	p := b.Places()
	if p[0].Wrong != "" || len(p[0].Copies) == 0 || p[1].Wrong != "It isn’t there at the moment." {
		t.Errorf("%+v", p)
	}
}

// TestWhichCopiesStay: the last ten, one a month for two years, and a book that was left for an older copy.
func TestWhichCopiesStay(t *testing.T) {
	folder := t.TempDir()
	for week := range 200 { // a Friday each
		at := evening.AddDate(0, 0, -7*week)
		name := fmt.Sprintf("%s-evenings-%d-entries-%d-of-89abcdef.db", at.Format(atForm), 200-week, 9000-week)
		testenv.Fine(t, os.WriteFile(filepath.Join(folder, name), []byte("a copy"), 0o600))
	}
	testenv.Fine(t, os.WriteFile(filepath.Join(folder, "mine.db"), nil, 0o600)) // of somebody's own
	all := listed(folder, time.UTC)
	testenv.Same(t, len(all), 200, "%d copies lie there")
	gone := map[string]bool{}
	for _, c := range surplus(all) {
		gone[c.Path] = true
	}
	seen := map[string]int{}
	for i, c := range all {
		if i < latest && gone[c.Path] {
			t.Errorf("%s would go", c.Path)
		}
		if i >= latest && !gone[c.Path] {
			seen[c.At.Format("2006-01")]++
		}
	}
	for month, n := range seen {
		testenv.Same(t, n, 1, month+" keeps %d")
	}
	if n := len(all) - len(gone); n < 30 || n > latest+months {
		t.Errorf("%d stay", n)
	}
	// An older copy takes the place of a book of 1000 entries, and it is played on until there are more.
	var lie []Copy
	for day := range 400 {
		c := Copy{At: evening.AddDate(-9, 0, day), Entries: int64(10 * day)}
		if day == 3 {
			c.Entries = 1000
		}
		lie = append([]Copy{c}, lie...)
		gone := surplus(lie)
		lie = slices.DeleteFunc(lie, func(c Copy) bool { return slices.Contains(gone, c) })
	}
	if !slices.ContainsFunc(lie, func(c Copy) bool { return c.Entries == 1000 }) {
		t.Error("the book that was left is in no copy")
	}
	// Copies are put back and forth, by a book of ten and one of twenty entries: each time one is left.
	lie = nil
	for day := range 400 {
		lie = append([]Copy{{At: evening.AddDate(-9, 0, day), Entries: int64(10 + 10*(day%2))}}, lie...)
		gone := surplus(lie)
		lie = slices.DeleteFunc(lie, func(c Copy) bool { return slices.Contains(gone, c) })
	}
	if n := len(lie); n > 3*latest+months {
		t.Errorf("%d stay of books that were left", n)
	}
	// In a house the oldest of all circles go, and no circle's newest.
	house := t.TempDir()
	for _, circle := range []string{"friday", "sunday"} {
		testenv.Fine(t, os.Mkdir(filepath.Join(house, circle), 0o700))
		for week := range 5 {
			name := evening.AddDate(0, 0, -7*week).Format(atForm) + "-evenings-1-entries-1-of-89abcdef.db"
			testenv.Fine(t, os.WriteFile(filepath.Join(house, circle, name), make([]byte, 100), 0o600))
		}
	}
	testenv.Fine(t, bound(house, 450, time.UTC))
	left := append(listed(filepath.Join(house, "friday"), time.UTC),
		listed(filepath.Join(house, "sunday"), time.UTC)...)
	testenv.Same(t, len(left), 4, "%d copies are left of two circles")
	if bound(house, 100, time.UTC) == nil {
		t.Error("the newest of each take more than they may, and nobody says so")
	}
	testenv.Same(t, len(listed(filepath.Join(house, "friday"), time.UTC)), 1, "a circle has %d copies left")
	// A book that was in a circle's place before has its newest there, too.
	other := filepath.Join(house, "friday", evening.AddDate(0, 0, -40).Format(atForm)+
		"-evenings-1-entries-1-of-0a1b2c3d.db")
	testenv.Fine(t, os.WriteFile(other, make([]byte, 100), 0o600))
	_ = bound(house, 100, time.UTC)
	testenv.Must(os.Stat(other))(t)
}
