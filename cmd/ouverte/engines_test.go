package main

// The same evening in each engine that isn't Chromium, at the real program: it is killed and comes back.

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger"
)

func TestEveningInWebKit(t *testing.T)  { evening(t, startWebKit) }
func TestEveningInFirefox(t *testing.T) { evening(t, startFirefox) }

const tapRecord = "#deal .record"

// asTapped is a deal of one caller.
func asTapped(call string, who, tricks int) []string {
	return []string{"#call-" + call, fmt.Sprintf("#who-%d", who), fmt.Sprintf("#tricks-%d", tricks), tapRecord}
}

func evening(t *testing.T, start func(*testing.T) engine) {
	t.Helper()
	t.Parallel()
	if testing.Short() {
		t.Skip("no browser in short tests")
	}
	book := filepath.Join(t.TempDir(), "book.db")
	e := start(t)
	p := serve(t, book)
	b := openRemote(t, e, p.url, 1180, 820)
	rows := func(b *remote, n int) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, n))
	}

	b.visit("/")
	b.write("[name=newname]", "Ann, Bob, Cat and Dan")
	b.tap(".newcomer button")
	b.wait("#seat4")
	b.tap(`[id="d+Dan"]`)
	b.wait(`[id="d+Dan"][aria-pressed=true]`)
	b.tap(".houses summary", `[name="house"][value="hoyle"]`, "button[value=start]")
	b.wait("#deal.quick")
	const night = "/nights/1"

	other := openRemote(t, e, p.url, 390, 844)
	other.visit(night)
	other.wait("#deal.quick")
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
	for i, taps := range deals {
		b.tap(taps...)
		rows(b, i+1)
		rows(other, i+1)
	}
	b.tap("#deal .undo")
	rows(other, len(deals)-1)
	b.tap("#deal .undo")
	rows(other, len(deals))

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
	rows(b, len(deals)+1)
	rows(other, len(deals)+1)

	b.visit(night + "/settle")
	b.wait(`form[action$="/close"]`)
	for b.read(`!!document.querySelector('form.whole button')`) == "true" {
		left := b.read(`document.querySelectorAll('form.whole').length`)
		b.tap("form.whole button")
		b.until(fmt.Sprintf(`document.querySelectorAll('form.whole').length < %s`, left))
	}
	b.tap(`form[action$="/close"] button`)
	b.wait(".seal")
	b.tap("#picture")
	b.until(`document.querySelector('#picture-says').textContent === 'The picture is among your downloads.'`)

	for _, said := range e.wrong() {
		t.Errorf("on the console: %s", said)
	}
	seal := b.read(`document.querySelector('.seal').textContent`)
	p.signal(syscall.SIGTERM)
	p.ended()
	if n := len(inBook(t, book)); n == 0 {
		t.Error("no deal is in the book")
	}
	kept := must(ledger.Open(context.Background(), book, ledger.Options{}))(t)
	defer kept.Close()
	n := must(kept.Night(context.Background(), 1))(t)
	if n.Open || n.Seal != seal || len(n.Deals) != len(deals)+1 {
		t.Errorf("open: %v, sealed as %s (the page shows %s), %d deals", n.Open, n.Seal, seal, len(n.Deals))
	}
}
