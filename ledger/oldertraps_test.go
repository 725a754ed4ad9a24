package ledger

// Books of an older version with a trap in them.

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/show"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
)

// An older book with a trap is opened for reading only, and stays as it is, letter by letter. Who was let in
// still is. The audit names every trap.
func TestTrapsInAnOlderBook(t *testing.T) {
	testenv.Thorough(t)
	older := released(t)["1.0.0"]
	for _, c := range []struct {
		name string
		says []string
		sql  []string
	}{
		{"a device turned out comes back",
			[]string{"the trigger trap, on mine, isn't ours", "the table mine, which isn't ours, has a"},
			[]string{
				`CREATE TABLE mine (x INTEGER REFERENCES device (id) ON DELETE SET NULL)`,
				`CREATE TRIGGER trap AFTER UPDATE ON mine BEGIN INSERT INTO device SELECT 1; END`,
			}},
		{"a foreign key onto a table that is yet to come", []string{"has a foreign key onto year_circle"},
			[]string{`CREATE TABLE mine (x INTEGER REFERENCES year_circle (year) ON DELETE CASCADE)`}},
		{"a guard that guards nothing, and a name with a quotation mark",
			[]string{"the trigger entry_stands was altered", `the view \"its, which shows what is ours`},
			[]string{
				`DROP TRIGGER entry_stands`,
				`CREATE TRIGGER entry_stands BEFORE UPDATE ON entry BEGIN SELECT 1; END`,
				`CREATE VIEW """its" AS SELECT * FROM balance`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "book")
			testenv.Fine(t, os.WriteFile(path, older, 0o600))
			testenv.Alter(t, path, append([]string{
				`PRAGMA journal_mode = DELETE`,
				`INSERT INTO device VALUES (1, 'tablet', 3, zeroblob(32), 0, 0)`,
				`INSERT INTO watch VALUES (1, zeroblob(32), 1, 0, 0)`,
			}, c.sql...)...)
			was := must1(os.ReadFile(path))
			wantNamed := func(path string, entries int, says ...string) {
				t.Helper()
				found := must1(audit.Check(t.Context(), path, nil, nil))
				var all []string
				for i, w := range found.Wrong {
					if (i < entries) != (w.Entry != 0) {
						t.Errorf("the audit says %s of entry %d", w.Sentence, w.Entry)
					}
					all = append(all, w.Sentence)
				}
				for _, one := range says {
					if !strings.Contains(strings.Join(all, " "), one) {
						t.Errorf("of %s the audit says nothing: %q", one, all)
					}
				}
				if len(all) != entries+len(says) {
					t.Errorf("the audit says %q", all)
				}
			}
			wantNamed(path, 0, c.says...)
			var said strings.Builder
			b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening.Add(24 * time.Hour)),
				Log: slog.New(slog.NewTextHandler(&said, nil))}))
			w := b.Warnings()
			if len(w) != 1 || !strings.Contains(w[0].What, c.says[0]) ||
				!strings.Contains(w[0].What, "is of an older Ouverte and was left so") {
				t.Errorf("the keeper is told %v", w)
			}
			if log := said.String(); !strings.Contains(log, "of an older version, and not brought up to date") ||
				!strings.Contains(log, "=ERROR") {
				t.Errorf("the log has %q", log)
			}
			wantReadOnly(t, b, 345)
			if len(b.Devices()) != 1 || len(b.Watches(1)) != 1 {
				t.Errorf("let in are %v and %v", b.Devices(), b.Watches(1))
			}
			if nights, err := b.Now().Nights(show.NightFilter{}); err != nil || len(nights) == 0 {
				t.Errorf("%d nights are shown: %v", len(nights), err)
			}
			if _, err := Open(t.Context(), path, Options{}); store.Cause(err) != store.ErrInUse {
				t.Errorf("opened twice: %v", err)
			}
			saved := filepath.Join(folder, "saved")
			testenv.Fine(t, os.Rename(path, path+"-moved"))
			if taken, err := b.CopyOut(t.Context(), saved); !taken || err != nil {
				t.Errorf("it was taken away, and can't be copied: %v", err)
			}
			wantNamed(saved, 0, c.says...)
			testenv.Fine(t, errors.Join(os.Rename(path+"-moved", path), b.Close()))
			if !bytes.Equal(must1(os.ReadFile(path)), was) {
				t.Error("the book was changed")
			}
			wantOnly(t, folder, "book", "book-lock", "saved")

			testenv.Alter(t, path, `DROP TRIGGER IF EXISTS entry_stands`, `UPDATE entry SET at = at + 1 WHERE seq = 3`)
			says := []string{"the trigger entry_stands is missing"}
			for _, one := range c.says {
				if !strings.Contains(one, "entry_stands") {
					says = append(says, one)
				}
			}
			wantNamed(path, 1, says...)
		})
	}
}
