package door

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// book is a door with a file behind it, and a clock set by hand. It knows players 1 to 9 and nights 1 to 9,
// of which night 9 is closed.
type book struct {
	*Door
	t      *testing.T
	file   *store.File
	mu     sync.Mutex // held by who writes
	now    time.Time
	roused []chain.NightID
}

func open(t *testing.T) *book {
	t.Helper()
	b := &book{t: t, now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	b.load(filepath.Join(t.TempDir(), "book"))
	testenv.Must(b.file.Writer().Exec(`INSERT INTO player (id)
		VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)`))(t)
	return b
}

func (b *book) load(path string) {
	b.t.Helper()
	file := testenv.Must(store.Open(b.t.Context(), path, store.Options{}))(b.t)
	b.file = file
	b.t.Cleanup(func() { _ = file.Close() })
	b.Door = testenv.Must(Load(file.Writer(), file.Version(), Needs{
		Clock: b.clock, Rand: rand.Reader,
		Write: func(_ context.Context, do func(*store.Writer) error) error { return b.together(do)[0] },
		Read:  func(ctx context.Context, do func(*store.Tx) error) error { return b.file.Read(ctx, do) },
		Open: func(n chain.NightID) (table bool, err error) {
			if n == 9 {
				err = errors.New("it is closed")
			}
			return n > 1, err
		},
		Part:  func(_ chain.NightID, p chain.PlayerID) (chain.PlayerID, error) { return p, nil },
		Who:   func(p chain.PlayerID) (chain.PlayerID, string) { return p, string(rune('A' + p)) },
		Rouse: func(n chain.NightID) { b.roused = append(b.roused, n) },
	}))(b.t)
}

// together runs parts in one transaction, as the desk does. A panic rolls all of them back.
func (b *book) together(parts ...func(*store.Writer) error) (answers []error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.file.Writer()
	if err := w.Begin(); err != nil {
		b.t.Error(err)
	}
	defer func() {
		end := w.Commit
		if recover() != nil {
			end = w.Rollback
		}
		if err := end(); err != nil {
			b.t.Error(err)
		}
	}()
	for _, do := range parts {
		answers = append(answers, w.Part(func() error { return do(w) }))
	}
	return answers
}

func (b *book) again() *book {
	b.t.Helper()
	path := b.file.Path()
	testenv.Fine(b.t, b.file.Close())
	again := &book{t: b.t, now: b.now}
	again.load(path)
	return again
}

func (b *book) count(query string, args ...any) (n int) {
	b.t.Helper()
	testenv.Fine(b.t, b.file.Writer().Row(query, args...).Scan(&n))
	return n
}

func (b *book) clock() time.Time       { return b.now }
func (b *book) later(by time.Duration) { b.now = b.now.Add(by) }

func wantRefusal(t *testing.T, err error, field string) {
	t.Helper()
	var r *rules.Problem
	if !errors.As(err, &r) || r.Field != field {
		t.Errorf("got %v, want a refusal at %q", err, field)
	}
}

// TestMemoryIsTheFile: what isn't committed isn't in memory. A part that is rolled back takes nothing of the
// others along, and what another part wrote before it in the same transaction is there afterwards.
func TestMemoryIsTheFile(t *testing.T) {
	b := open(t)
	_, phone := paired(t, b, Watcher, "Phone")
	changed := b.DevicesChanged()
	failed := errors.New("failed")
	rename := func(name string, then func()) func(*store.Writer) error {
		return func(w *store.Writer) error {
			if _, err := w.Exec(`UPDATE device SET name = ? WHERE id = ?`, name, int64(phone.ID)); err != nil {
				return err
			}
			in, err := readDevices(w, "")
			b.publish(w, func(next *inside) { next.devices, next.changed = in, make(chan struct{}) })
			then()
			if name == "Failed" {
				return failed
			}
			return err
		}
	}
	named := func(want string) {
		t.Helper()
		if got := b.Devices()[0].Name; got != want || b.again().Devices()[0].Name != want {
			t.Errorf("it is called %q, want %q", got, want)
		}
	}
	still := func() {
		testenv.Same(t, b.Devices()[0].Name, "Phone", "called %q before the commit")
	}
	b.together(rename("First", still), rename("Panics", func() { panic("it gave way") }))
	still()
	select {
	case <-changed:
		t.Error("told of what was rolled back")
	default:
	}
	answers := b.together(rename("First", still), rename("Failed", still), rename("Second", still),
		rename("Failed", still))
	if !errors.Is(answers[1], failed) || errors.Join(answers[0], answers[2]) != nil {
		t.Errorf("answered %v", answers)
	}
	<-changed
	named("Second")
}

// TestWatches: links and phones of one night end together and leave those of others, in memory as in the
// file. A night that closes ends its links, and those made after it was opened again are good.
func TestWatches(t *testing.T) {
	b := open(t)
	ctx := t.Context()
	look := func(n chain.NightID) string {
		t.Helper()
		secret, err := b.MakeWatch(ctx, n)
		if err != nil || len(plain(secret)) != linkLength {
			t.Fatalf("%q, %v", secret, err)
		}
		return secret
	}
	say := func(secret, was string, p chain.PlayerID) string {
		t.Helper()
		token := testenv.Must(b.SayPhone(ctx, secret, was, p))(t)
		return token
	}
	if _, err := b.MakeWatch(ctx, 9); err == nil {
		t.Error("a link to a closed night")
	}
	one, two, other := look(1), look(1), look(2)
	first := say(one, "", 1)
	second, far := say(two, first, 2), say(other, "", 3) // first is of the other link: it stays
	if _, err := b.SayPhone(ctx, "guess", "", 1); !errors.As(err, new(*chain.NotFound)) {
		t.Errorf("by no link: %v", err)
	}
	for token, secret := range map[string]string{first: one, second: two, far: other} {
		if p, ok := b.PhoneWith(secret, token); !ok || p.Name != string(rune('A'+p.Player)) {
			t.Errorf("by %q %+v, %v", secret, p, ok)
		}
	}
	if p, ok := b.PhoneWith(other, first); ok {
		t.Errorf("another link's phone is %+v", p)
	}
	third := say(one, first, 4)
	if _, ok := b.PhoneWith(one, first); ok {
		t.Error("the token it had is still good")
	}
	if got := b.Phones(1); len(got) != 2 || got[0].Player != 2 || got[1].Player != 4 {
		t.Errorf("phones %+v", got)
	}
	if err := b.EndPhone(ctx, 2, b.Phones(1)[1].ID); err != nil || len(b.Phones(1)) != 2 {
		t.Errorf("ended by another night: %v", err)
	}
	if err := b.EndPhone(ctx, 1, b.Phones(1)[0].ID); err != nil || len(b.Phones(1)) != 1 {
		t.Errorf("not ended: %v", err)
	}

	b.together(func(w *store.Writer) error { return b.NightClosed(w, 1) })
	anew := look(1)
	check := func(b *book) {
		t.Helper()
		for secret, over := range map[string]bool{one: true, two: true, other: false, anew: false} {
			if w, ok := b.Watched(secret); !ok || w.Over != over {
				t.Errorf("%+v, %v", w, ok)
			}
		}
		if p, ok := b.PhoneWith(one, third); !ok || p.Player != 4 || len(b.Watches(1)) != 3 {
			t.Errorf("%+v, %+v", p, b.Watches(1))
		}
	}
	check(b)
	was := b
	b = was.again()
	check(b)
	if err := b.EndWatches(ctx, 1); err != nil || len(b.Watches(1)) != 0 || len(b.Phones(1)) != 0 ||
		len(b.Phones(2)) != 1 || b.count(`SELECT count(*) FROM phone`) != 1 {
		t.Errorf("the links stay: %+v, %v", b.Watches(1), err)
	}
	if len(b.roused) != 1 || len(was.roused) != 2 {
		t.Errorf("woken: %v and %v", was.roused, b.roused)
	}
}

// TestMostPhones: a night has so many phones and no more; one that says it is somebody else is no other.
func TestMostPhones(t *testing.T) {
	b := open(t)
	secret, err := b.MakeWatch(t.Context(), 1)
	token := ""
	for range mostPhones {
		if err != nil {
			t.Fatal(err)
		}
		token, err = b.SayPhone(t.Context(), secret, "", 1)
	}
	if _, err := b.SayPhone(t.Context(), secret, token, 2); err != nil {
		t.Error(err)
	}
	_, err = b.SayPhone(t.Context(), secret, "", 2)
	wantRefusal(t, err, "player")
}

// TestBindDevice: a scorer's device is bound to a table of an evening, and let go again; no other is.
func TestBindDevice(t *testing.T) {
	b := open(t)
	_, tablet := paired(t, b, Scorer, "Tablet")
	_, phone := paired(t, b, Watcher, "Phone")
	bind := func(id DeviceID, n chain.NightID) error { return b.BindDevice(t.Context(), id, n) }
	wantRefusal(t, bind(tablet.ID, 1), "night")
	wantRefusal(t, bind(phone.ID, 2), "night")
	if err := bind(99, 2); !errors.As(err, new(*chain.NotFound)) {
		t.Errorf("no device: %v", err)
	}
	for _, n := range []chain.NightID{2, 3, 0} {
		if err := bind(tablet.ID, n); err != nil || b.Devices()[0].Only != n {
			t.Errorf("bound to %d: %+v, %v", n, b.Devices(), err)
		}
	}
}

// TestLetInAs: into a copy of the same book its devices are let in, but none whose table it lacks; of another
// book the keeper who puts it back, whom no PIN and no code of that book keeps out.
func TestLetInAs(t *testing.T) {
	today := open(t)
	_, keeper := paired(t, today, Keeper, "Keeper")
	for n, name := range map[chain.NightID]string{2: "Stays", 3: "Goes"} {
		_, tablet := paired(t, today, Scorer, name)
		testenv.Fine(t, today.BindDevice(t.Context(), tablet.ID, n))
	}
	for same, want := range map[bool][]string{true: {"Keeper", "Stays"}, false: {"Keeper", "Theirs"}} {
		copied := open(t)
		paired(t, copied, Keeper, "Theirs")
		testenv.Fine(t, copied.SetPIN(t.Context(), "4711"))
		code, _, err := copied.MakeCode(t.Context(), Keeper)
		testenv.Fine(t, err)
		testenv.Fine(t, copied.As(t.Context(), today.Door, same, keeper.ID, 2))
		copied = copied.again()
		var in []string
		for _, d := range copied.Devices() {
			in = append(in, d.Name)
		}
		slices.Sort(in)
		_, _, err = copied.CodeRight(t.Context(), code)
		if err == nil || copied.HasPIN() || !slices.Equal(in, want) {
			t.Errorf("the same book is %v: in are %v, and a PIN is %v", same, in, copied.HasPIN())
		}
	}
}
