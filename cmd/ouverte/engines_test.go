package main

// The evening of webtest.Played in WebKit and Firefox, at the real program: it is killed and comes back. In
// Chromium web/browser plays it.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

func TestEveningInWebKit(t *testing.T)  { evening(t, startWebKit) }
func TestEveningInFirefox(t *testing.T) { evening(t, startFirefox) }

// evening plays webtest.Played on a tablet, while a phone looks on at the foot of its page.
func evening(t *testing.T, start func(t *testing.T, home string) engine) {
	t.Helper()
	t.Parallel()
	book := filepath.Join(t.TempDir(), "book.db")
	home := profile(t)
	e := start(t, home)
	p := serve(t, book)
	b, phone := openRemote(t, e, p.url, 1180, 820), openRemote(t, e, p.url, 390, 420)
	const night, record, foot = "/nights/1", "#deal .record", `document.querySelector('#sheet').getBoundingClientRect().bottom`
	was := ""
	b.visit("/")
	for _, step := range webtest.Played() {
		switch {
		case step.CSS == "button[value=start]":
			looks("start", b, phone)
		case step.Then == nthDeal(9): // past the form and the newest row, who reads at the foot does so still
			phone.visit(night)
			phone.wait("#deal.quick")
			was = phone.read("scrollTo({ top: 1e6, behavior: 'instant' }), " + foot)
		case step.CSS == record && step.Then == nthDeal(10): // it is killed, and comes back
			p.signal(syscall.SIGKILL)
			p.ended()
			b.tap(step.CSS)
			b.wait("#waiting li")
			p = serve(t, book, "--listen", strings.TrimPrefix(p.url, "http://"))
			b.until(`document.querySelector('#waiting').hidden`)
			step.CSS = ""
		}
		switch {
		case step.Text != "":
			b.write(step.CSS, step.Text)
		case step.CSS == ".pay .whole button":
			b.staysUnderTheThumb(step.CSS)
		case step.CSS != "":
			b.tap(step.CSS)
		}
		if step.Then != "" {
			b.until(step.Seen() + ` && (!window.htmx || !document.querySelector('#deal:not(.quick)'))`)
		}
		switch step.Then {
		case nthDeal(9):
			phone.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === 8 &&
				Math.abs(%s - %s) < 1`, foot, was))
			looks("table", b, phone)
		case ".pay .whole button":
			looks("settle", b, phone)
		}
	}
	b.tap("#picture")
	b.until(`document.querySelector('#picture-says').textContent === 'The picture is in your downloads.'`)
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
	b.tap("#call-solo", "#who-1", "#tricks-7", record)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	b.visit(fmt.Sprintf("/meetings/%d/wall", club))
	b.wait("#wall")
	looks("wall", b, phone)
	for _, said := range testenv.Must(e.wrong())(t) {
		t.Errorf("on the console: %s", said)
	}
}

// nthDeal is to be seen where the nth deal is the next.
func nthDeal(nth int) string { return fmt.Sprintf(`#deal [name=nth][value="%d"]`, nth) }

// staysUnderTheThumb marks the first payment that is open as paid: it stays where it is.
func (r *remote) staysUnderTheThumb(css string) {
	r.t.Helper()
	const open = `[...document.querySelectorAll('.pay')].findIndex(p => p.querySelector('form.whole'))`
	at := r.read(open)
	top := fmt.Sprintf(`document.querySelectorAll('.pay')[%s].getBoundingClientRect().top`, at)
	was := r.read(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: 'center', behavior: 'instant' }), %s`,
		css, top))
	r.tap(css)
	r.until(fmt.Sprintf(`%s !== %s && Math.abs(%s - %s) < 1`, open, at, top, was))
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

// inTheEnd checks the book, and starts an evening at two tables in it.
func inTheEnd(t *testing.T, book, seal string) chain.NightID {
	t.Helper()
	kept := testenv.Must(ledger.Open(t.Context(), book, ledger.Options{}))(t)
	defer kept.Close()
	webtest.PlayedWell(t, kept, seal)
	house, _ := rules.Set("hoyle")
	club := ledger.NewMeeting{Name: "Club", House: house, Rounds: 3}
	for table := range 2 {
		var seats []chain.PlayerID
		for seat := range 4 {
			name := fmt.Sprintf("Guest%d", 4*table+seat+1)
			got := testenv.Must(kept.AddPlayer(t.Context(), ledger.Slip{Key: name}, name))(t)
			seats = append(seats, chain.PlayerID(got.ID))
		}
		club.Tables = append(club.Tables, show.SeatTable{Seats: seats, Dealer: seats[3]})
	}
	return testenv.Must(kept.StartMeeting(t.Context(), ledger.Slip{Key: "club"}, club))(t).Night
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
