package store

import (
	"errors"

	"ouverte/ledger/chain"
)

// Mend sets right the rows beside the chain that follow from its entries: whom transfers may name, and phones
// whose link or player isn't there, with what is noted of theirs. many tells how many rows that were.
func (w *Writer) Mend(people int) (many int64, err error) {
	if err := w.Begin(); err != nil {
		return 0, err
	}
	for _, s := range []struct {
		text string
		args []any
	}{
		{`DELETE FROM phone WHERE watch NOT IN (SELECT id FROM watch) OR player NOT BETWEEN 1 AND ?`,
			[]any{people}},
		{`DELETE FROM phone_entry WHERE phone NOT IN (SELECT id FROM phone)
			OR entry NOT IN (SELECT seq FROM entry)`, nil},
		{`DELETE FROM player WHERE id <> ? AND id NOT BETWEEN 1 AND ?`, []any{chain.Kitty, people}},
		{`WITH RECURSIVE due (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM due WHERE id < ?)
			INSERT INTO player SELECT id FROM (SELECT id FROM due UNION SELECT ?)
			WHERE id NOT IN (SELECT id FROM player) AND id <= ?`, []any{people, chain.Kitty, people}},
	} {
		rows, err := w.Exec(s.text, s.args...)
		if err != nil {
			return 0, errors.Join(err, w.Rollback())
		}
		many += rows
	}
	if many == 0 {
		return 0, w.Rollback()
	}
	return many, w.Commit()
}
