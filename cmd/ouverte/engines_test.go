package main

// The same evening in each engine, at the real program: it is killed and comes back.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/rules/notation"
)

func TestEveningInChromium(t *testing.T) { evening(t, startChromium) }
func TestEveningInWebKit(t *testing.T)   { evening(t, startWebKit) }
func TestEveningInFirefox(t *testing.T)  { evening(t, startFirefox) }

const tapRecord = "#deal .record"

// asTapped is a deal of one caller.
func asTapped(call string, who, tricks int) []string {
	return []string{"#call-" + call, fmt.Sprintf("#who-%d", who), fmt.Sprintf("#tricks-%d", tricks), tapRecord}
}

func evening(t *testing.T, start func(t *testing.T, home string) engine) {
	t.Helper()
	t.Parallel()
	book := filepath.Join(t.TempDir(), "book.db")
	home := profile(t)
	e := start(t, home)
	p := serve(t, book)
	b, phone := openRemote(t, e, p.url, 1180, 820), openRemote(t, e, p.url, 390, 844)
	rows := func(n int) {
		t.Helper()
		for _, window := range []*remote{b, phone} {
			window.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d &&
				document.querySelector('#deal [name=nth]').value === '%d'`, n, n+1)) // the form comes after the sheet
		}
	}

	b.visit("/")
	b.write("[name=newname]", "Ann, Bob, Cat and Dan")
	b.tap(".newcomer button")
	b.wait("#seat4")
	b.tap(`[id="d+Dan"]`)
	b.wait(`[id="d+Dan"][aria-pressed=true]`)
	b.tap("#play-EUR, #play-USD", "#in-USD") // as the browser speaks
	b.wait("#in-USD[aria-pressed=true]")
	looks("start", b, phone)
	b.tap(".houses summary", `[name="house"][value="hoyle"]`, "button[value=start]")
	b.wait("#deal.quick")
	const night = "/nights/1"

	phone.visit(night)
	phone.wait("#deal.quick")
	deals := [][]string{
		asTapped("solo", 1, 7),
		{"#call-prop", "#pair-2-3", "#tricks-8", "#mishaps > summary",
			`#mishaps .count[data-seat="2"] .more`, tapRecord},
		asTapped("misere", 3, 0),
		{"#call-passed", tapRecord},
		asTapped("abundance", 1, 9),
		asTapped("royal", 2, 9),
		asTapped("misere-ouverte", 4, 1),
		asTapped("declared", 1, 12),
		asTapped("solo", 3, 5),
	}
	for i, taps := range deals[:len(deals)-1] {
		b.tap(taps...)
		rows(i + 1)
	}
	// past the form and the newest row, who reads at the foot of a page does so still
	low := openRemote(t, e, p.url, 390, 420)
	low.visit(night)
	low.wait("#deal.quick")
	foot := `document.querySelector('#sheet').getBoundingClientRect().bottom`
	was := low.read("scrollTo({ top: 1e6, behavior: 'instant' }), " + foot)
	b.tap(deals[len(deals)-1]...)
	rows(len(deals))
	low.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d && Math.abs(%s - %s) < 1`,
		len(deals), foot, was))
	testenv.Fine(t, e.visit(low.window, "about:blank")) // or it is drawn to the end of the evening
	looks("table", b, phone)
	b.tap("#deal .undo")
	rows(len(deals) - 1)
	b.tap("#deal .undo")
	rows(len(deals))

	b.tap("#sheet tbody tr.new th a")
	b.wait(`.mending a[href$="/change"]`)
	b.tap(`.mending a[href$="/change"]`)
	b.wait("#ask-dealer")
	b.tap("#tricks-6", tapRecord)
	b.wait("#effect .save button")
	b.tap("#effect .save button")
	b.wait(".versions .stands")

	b.visit(night)
	b.wait("#deal.quick")
	b.tap("#call-solo", "#who-1")
	p.signal(syscall.SIGKILL)
	p.ended()
	b.tap("#tricks-7", tapRecord)
	b.wait("#waiting li")
	p = serve(t, book, "--listen", strings.TrimPrefix(p.url, "http://"))
	b.until(`document.querySelector('#waiting').hidden`)
	rows(len(deals) + 1)

	b.visit(night + "/table")
	b.tap(".wishes summary", `.wishes [name="auction"]`, "#people [value=sit]")
	b.wait("#auction")
	for i, say := range []string{"prop", "pass", "cop", "pass"} {
		b.tap(fmt.Sprintf("#auction [value=%q]", say))
		b.until(fmt.Sprintf(`document.querySelectorAll('#auction .said b').length === %d`, i+1))
	}
	b.tap("#tricks-8", tapRecord)
	rows(len(deals) + 2)

	b.visit(night + "/settle")
	b.wait(`form[action$="/close"]`)
	looks("settle", b, phone)
	// what is marked as paid stays where it is under the thumb
	const open = `[...document.querySelectorAll('.pay')].findIndex(p => p.querySelector('form.whole'))`
	for at := phone.read(open); at != "-1"; at = phone.read(open) {
		top := fmt.Sprintf(`document.querySelectorAll('.pay')[%s].getBoundingClientRect().top`, at)
		const seen = `document.querySelector('form.whole button')
			.scrollIntoView({ block: 'center', behavior: 'instant' })`
		was := phone.read(seen + ", " + top)
		phone.tap("form.whole button")
		phone.until(fmt.Sprintf(`%s !== %s && Math.abs(%s - %s) < 1`, open, at, top, was))
	}
	b.until(open + " === -1")
	b.tap(`form[action$="/close"] button`)
	b.wait(".seal")
	b.tap("#picture")
	b.until(`document.querySelector('#picture-says').textContent === 'The picture is among your downloads.'`)
	if !downloaded(home) {
		t.Error("the picture is nowhere among the downloads")
	}
	looks("last-page", b, phone)
	seal := b.read(`document.querySelector('.seal').textContent`)
	p.signal(syscall.SIGTERM)
	p.ended()

	club := inTheEnd(t, book, seal)
	b.base = serve(t, book, "--tls-local").url
	phone.base = b.base
	b.visit(fmt.Sprintf("/nights/%d", club+1))
	b.wait("#deal.quick")
	b.tap(asTapped("solo", 1, 7)...)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	b.visit(fmt.Sprintf("/meetings/%d/wall", club))
	b.wait("#wall")
	looks("wall", b, phone)
	for _, said := range testenv.Must(e.wrong())(t) {
		t.Errorf("on the console: %s", said)
	}
}

// downloaded tells whether a picture of the night, which is named after its day, came into a folder; it may
// come a little later.
func downloaded(home string) (found bool) {
	for late := time.Now().Add(10 * time.Second); !found && time.Now().Before(late); {
		_ = filepath.WalkDir(home, func(path string, of os.DirEntry, _ error) error {
			if named, _ := filepath.Match("*day-*-20??.png", filepath.Base(path)); named {
				info, err := of.Info()
				found = err == nil && info.Size() > 0
			}
			return nil // the browser moves its own files about
		})
	}
	return found
}

// inTheEnd says what isn't in the book as it was tapped, and starts an evening at two tables in it.
func inTheEnd(t *testing.T, book, seal string) ledger.NightID {
	t.Helper()
	kept := testenv.Must(ledger.Open(t.Context(), book, ledger.Options{}))(t)
	defer kept.Close()
	n := testenv.Must(kept.Night(t.Context(), 1))(t)
	if n.Open || n.Seal != seal {
		t.Errorf("open: %v; sealed as %s, and the page shows %s", n.Open, n.Seal, seal)
	}
	var lines []string
	for _, d := range n.Deals {
		lines = append(lines, notation.Write(n.Stakes, d.Names, &d.Deal))
	}
	slices.Reverse(lines)
	if got := strings.Join(lines, "; "); got != "solo Ann 7; prop Bob Cat 8 rev Bob; misere Cat 0; pass; "+
		"abundance Ann 9; royal Bob 9; misere-ouverte Dan 1; declared Ann 12; solo Cat 6; solo Ann 7; "+
		"prop Cat Ann 8" {
		t.Errorf("recorded were %s", got)
	}

	house, _ := rules.Set("hoyle")
	club := ledger.NewMeeting{Name: "Club", House: house, Rounds: 3}
	for table := range 2 {
		var seats []ledger.PlayerID
		for seat := range 4 {
			name := fmt.Sprintf("Guest%d", 4*table+seat+1)
			got := testenv.Must(kept.AddPlayer(t.Context(), ledger.Slip{Key: name}, name))(t)
			seats = append(seats, ledger.PlayerID(got.ID))
		}
		club.Tables = append(club.Tables, ledger.NewTable{Seats: seats, Dealer: seats[3]})
	}
	return ledger.NightID(testenv.Must(kept.StartMeeting(t.Context(), ledger.Slip{Key: "club"}, club))(t).ID)
}

// looks looks at a page in each window, which visits it if it isn't there: nothing on it is wider than the
// window, no stake is broken. If SCREENSHOTS names a folder, it puts pictures there.
func looks(name string, windows ...*remote) {
	t, at := windows[0].t, windows[0].read("location.pathname + location.search")
	t.Helper()
	for _, w := range windows {
		if w != windows[0] {
			w.visit(at)
		}
		w.until(`document.getAnimations().every(a => a.playState !== 'running')`)
		wide := w.read(`innerWidth`)
		if over := w.read(`[...document.querySelectorAll('main :not(svg *)')]
			.filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 60))
			.slice(0, 5).join(' ')`); over != "" {
			t.Errorf("%s at %s pixels is wider: %s", name, wide, over)
		}
		if broken := w.read(`[...document.querySelectorAll('.stakes .k')].filter(k => {
			const words = document.createRange();
			words.selectNodeContents(k.firstChild);
			return words.getClientRects().length > 1 || k.scrollWidth > k.clientWidth;
		}).map(k => k.textContent.trim()).join(', ')`); broken != "" {
			t.Errorf("%s at %s pixels breaks %s", name, wide, broken)
		}
		if dir := os.Getenv("SCREENSHOTS"); dir != "" {
			shot, err := w.engine.shot(w.window)
			file := filepath.Join(dir, fmt.Sprintf("%s-%s-%s.png", t.Name(), name, wide))
			if err := errors.Join(err, os.MkdirAll(dir, 0o755), os.WriteFile(file, shot, 0o644)); err != nil {
				t.Error(err)
			}
		}
	}
}
