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

func sit(t *testing.T, elsewhere ...string) (b *table, beside string) {
	t.Helper()
	path, wrote := filepath.Join(t.TempDir(), "book.db"), make(chan struct{}, 1)
	clock := func() time.Time { return evening }
	b = &table{t: t, said: make(chan string, 9),
		Book: testenv.Must(ledger.Open(t.Context(), path, ledger.Options{Clock: clock, Wrote: wrote}))(t)}
	log := slog.New(copying{slog.DiscardHandler, b.said})
	places := append([]string{Beside(path)}, elsewhere...)
	b.Keeper = Keep(b.Book, wrote, Options{Places: places, Clock: clock, Log: log})
	t.Cleanup(func() {
		b.Keeper.End()
		testenv.Fine(t, b.Book.Close())
	})
	return b, Beside(path)
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
	for len(In(stick, time.UTC)) == 0 {
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
		name := fmt.Sprintf("%s-evenings-%d-entries-%d.db", at.Format(atForm), 200-week, 9000-week)
		testenv.Fine(t, os.WriteFile(filepath.Join(folder, name), []byte("a copy"), 0o600))
	}
	testenv.Fine(t, os.WriteFile(filepath.Join(folder, "mine.db"), nil, 0o600)) // of somebody's own
	all := In(folder, time.UTC)
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
	// In a house the oldest of all circles go, and no circle's newest.
	house := t.TempDir()
	for _, circle := range []string{"friday", "sunday"} {
		testenv.Fine(t, os.Mkdir(filepath.Join(house, circle), 0o700))
		for week := range 5 {
			name := evening.AddDate(0, 0, -7*week).Format(atForm) + "-evenings-1-entries-1.db"
			testenv.Fine(t, os.WriteFile(filepath.Join(house, circle, name), make([]byte, 100), 0o600))
		}
	}
	testenv.Fine(t, bound(house, 450, time.UTC))
	left := append(In(filepath.Join(house, "friday"), time.UTC), In(filepath.Join(house, "sunday"), time.UTC)...)
	testenv.Same(t, len(left), 4, "%d copies are left of two circles")
	if bound(house, 100, time.UTC) == nil {
		t.Error("the newest of each take more than they may, and nobody says so")
	}
	testenv.Same(t, len(In(filepath.Join(house, "friday"), time.UTC)), 1, "a circle has %d copies left")
}
