package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestUnsoundBook: a book in which an entry isn't as it was is shown up to that entry and says so; nothing is
// written and nobody let in; what helps is named: the newest sound copy beside it, and an export of what is
// sound, which makes a book to play on in.
func TestUnsoundBook(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	first := tb.night
	tb.deal("solo ann 5")
	must1(tb.CloseNight(tb.ctx, tb.slip(), first, 0))
	sound := tb.Now().Entries()
	again, _ := tb.Now().LastLineUp()
	second := must1(tb.StartNight(tb.ctx, tb.slip(), lineUp(again))).Night
	tb.night = second
	tb.deal("solo bob 6")
	testenv.Fine(t, tb.Close())

	path := closedCopy(t, tb.Path())
	testenv.Fine(t, os.Mkdir(CopiesBeside(path), 0o700))
	beside := filepath.Join(CopiesBeside(path), "from-before.db")
	testenv.Fine(t, os.WriteFile(beside, must1(os.ReadFile(path)), 0o600))
	testenv.Tamper(t, path, fmt.Sprintf(
		`UPDATE entry SET body = replace(body, '"scale":1', '"scale":2') WHERE seq = %d`,
		sound+1),
		`CREATE TRIGGER entry_grows BEFORE INSERT ON entry BEGIN SELECT 1; END`)

	b := must1(Open(tb.ctx, path, Options{Clock: clockAt(evening)}))
	defer b.Close()
	if n := b.Now().Entries(); n != sound {
		t.Errorf("%d entries are shown of %d that are sound", n, sound)
	}
	if n := must1(b.Now().Night(first)); n.Open || len(n.Deals) != 1 {
		t.Errorf("the night before is shown as %+v", n)
	}
	if _, err := b.Now().Night(second); !errors.As(err, new(*chain.NotFound)) {
		t.Errorf("what isn't as it was is shown: %v", err)
	}
	if says := b.Until(); !strings.Contains(says, "up to the evening of 21 November 2026") {
		t.Errorf("pages say %q", says)
	}
	var cannot *CannotWrite
	if _, err := b.AddPlayer(tb.ctx, tb.slip(), "Eve"); !errors.As(err, &cannot) {
		t.Errorf("somebody was entered: %v", err)
	}
	if _, _, err := b.MakeCode(tb.ctx, door.Scorer); !errors.As(err, &cannot) || b.ReadOnly() == "" {
		t.Errorf("somebody may be let in: %v", err)
	}
	warned := b.Warnings()
	if len(warned) == 0 || !strings.Contains(warned[0].What, fmt.Sprintf("Entry %d", sound+1)) ||
		!strings.Contains(warned[0].Do, "ouverte restore --book "+ShellWord(path)+" "+ShellWord(beside)) {
		t.Errorf("the keeper is told %+v", warned)
	}

	var text strings.Builder
	if err := archive.Export(tb.ctx, path, archive.JSON, time.UTC, &text, nil); err == nil ||
		!strings.Contains(err.Error(), fmt.Sprintf("Entry %d", sound+1)) {
		t.Errorf("the export says %v", err)
	}
	played := filepath.Join(t.TempDir(), "on.db")
	found, _, err := archive.Import(tb.ctx, strings.NewReader(text.String()), played, nil)
	if err != nil || found.Entries != sound {
		t.Fatalf("what is sound makes %+v, %v", found, err)
	}
	on := must1(Open(tb.ctx, played, Options{Clock: clockAt(evening)}))
	defer on.Close()
	must1(on.StartNight(tb.ctx, tb.slip(), lineUp(again)))
	if found := must1(audit.Check(tb.ctx, path, nil, nil)); found.Sound() {
		t.Error("the audit finds nothing")
	}
}

// TestRowsBesideTheEntries: changed rows beside the chain are set right where they follow from the entries;
// elsewhere they make the book read-only.
func TestRowsBesideTheEntries(t *testing.T) {
	const phone = `INSERT INTO phone (id, watch, hash, player, made) VALUES (77, %s, zeroblob(32), %s, 0)`
	for name, c := range map[string]struct {
		statement string
		unsound   string
	}{
		"a player missing":       {`DELETE FROM player WHERE id = 2`, ""},
		"the kitty missing":      {`DELETE FROM player WHERE id = -1`, ""},
		"a player more":          {`INSERT INTO player VALUES ((SELECT max(id) + 1 FROM player))`, ""},
		"a phone of no link":     {fmt.Sprintf(phone, "4711", "1"), ""},
		"a phone of nobody":      {fmt.Sprintf(phone, "(SELECT max(id) FROM watch)", "4711"), ""},
		"an entry of no phone":   {`INSERT INTO phone_entry VALUES (1, 4711)`, ""},
		"no season":              {`DELETE FROM season`, "The day on which seasons begin is missing."},
		"a season that can't be": {`UPDATE season SET begins = '13-77'`, "The day on which seasons begin can't be"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := lively(t)
			must1(tb.MakeWatch(tb.ctx, tb.night))
			testenv.Fine(t, tb.Close())
			path := closedCopy(t, tb.Path())
			testenv.Alter(t, path, `PRAGMA foreign_keys = OFF`, `PRAGMA ignore_check_constraints = ON`, c.statement)
			b := must1(Open(tb.ctx, path, Options{Clock: clockAt(evening)}))
			defer b.Close()
			if c.unsound != "" {
				if w := b.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0].What, c.unsound) || b.Well() {
					t.Errorf("the keeper is told %+v", w)
				}
				var cannot *CannotWrite
				if _, err := b.AddPlayer(tb.ctx, tb.slip(), "Eve"); !errors.As(err, &cannot) {
					t.Errorf("somebody was entered: %v", err)
				}
				return
			}
			must1(b.AddPlayer(tb.ctx, tb.slip(), "Somebody new"))
			solo := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 6}}
			must1(b.Record(tb.ctx, tb.slip(), tb.night, solo))
			must1(archive.Backup(tb.ctx, path, filepath.Join(t.TempDir(), "copy.db"), nil))
			testenv.Fine(t, b.Close())
			well(t, path)
		})
	}
}
