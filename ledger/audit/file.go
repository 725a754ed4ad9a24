package audit

// What is checked of a file besides its entries.

import (
	"database/sql"
	"errors"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules/english"
)

// ofFile says what is wrong with the file as a whole: how it differs from a book as it is made, and other
// names it has.
func (b *Book) ofFile(found *Found, altered []store.Alteration) {
	for _, a := range altered {
		found.say("The file has been altered: %s. %s", chain.Printable(a.What), store.Against)
	}
	if n := store.Names(b.file.Path()); n > 1 {
		found.say("The file has %s on this disk: what is written under one is missing under another.",
			english.Spelled(n, "name"))
	}
}

func (b *Book) lacks(found *Found, noted *note.Note) error {
	missing, err := noted.Missing(b.tx)
	if missing != nil {
		found.say("%s Restore the newer one, or go on with this one by ouverte serve --accept-older.",
			missing.Sentence())
	}
	return over(b.tx, err)
}

// Beside adds the faults of the rows outside the chain to the findings.
func (f *Found) Beside(tx *store.Tx, s *state.State) error {
	lines, err := store.Column[string](tx, loose)
	if err == nil && len(lines) > 0 {
		f.say("%s", chain.Printable(lines[0]))
	}
	return errors.Join(over(tx, err), f.beside(tx, s))
}

// beside checks whom transfers may name, and the day on which seasons begin.
func (f *Found) beside(tx *store.Tx, s *state.State) error {
	return errors.Join(f.anchors(tx, s), f.season(tx))
}

func (f *Found) anchors(tx *store.Tx, s *state.State) error {
	there, err := store.Column[chain.PlayerID](tx, `SELECT id FROM player ORDER BY id`)
	if err != nil {
		return over(tx, err)
	}
	due := []chain.PlayerID{state.Kitty}
	for p := chain.PlayerID(1); int(p) <= s.Names().Len(); p++ {
		due = append(due, p)
	}
	only := func(in, other []chain.PlayerID) int { // both are sorted
		return slices.IndexFunc(in, func(p chain.PlayerID) bool {
			_, found := slices.BinarySearch(other, p)
			return !found
		})
	}
	if i := only(due, there); i >= 0 {
		f.say("The tables don't agree with the entries: player %d is missing.", due[i])
	} else if i := only(there, due); i >= 0 {
		f.say("The tables don't agree with the entries: player %d is there, and no entry says so.", there[i])
	}
	return nil
}

func (f *Found) season(tx *store.Tx) error {
	begins, err := Season(tx)
	switch {
	case err != nil:
		return err
	case begins == "":
		f.say("The day on which seasons begin is missing.")
	case years.CheckSeason(begins) != nil:
		f.say("The day on which seasons begin can't be: %v.", chain.Clause(years.CheckSeason(begins)))
	}
	return nil
}

// Season is the day on which seasons begin, as the file has it; empty if it has none. Before version 3 all
// had calendar years.
func Season(tx *store.Tx) (begins string, err error) {
	var has bool
	err = tx.Row(`SELECT EXISTS (SELECT 1 FROM sqlite_schema
		WHERE type = 'table' AND name = 'season')`).Scan(&has)
	if err != nil || !has {
		return years.Calendar, over(tx, err)
	}
	err = tx.Row(`SELECT begins FROM season WHERE one = 1`).Scan(&begins)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return begins, over(tx, err)
}

// balances adds up all transfers a second time, in SQL, by the view that people use. A book before version 21
// has none, and one that is altered may have another.
func (b *Book) balances(found *Found, s *state.State, altered []store.Alteration) error {
	var there bool
	err := b.tx.Row(`SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = 'balances')`).
		Scan(&there)
	if err != nil || !there || len(altered) > 0 {
		return over(b.tx, err)
	}
	all, err := b.tx.Balances()
	if store.Cause(err) == store.ErrSQLite { // more than 64 bits hold
		found.say("The balances can't be added up in SQL: %s.", chain.Printable(err.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	bySQL := map[store.Balance]bool{}
	for _, a := range all {
		if bySQL[a] = true; a.Amount != s.Account(a.Money, a.Player).Total || s.Names().Who(a.Player) != a.Player {
			found.say("The balances don't agree: in %s player %d has %d by SQL, and %d by the entries.", a.Money,
				a.Player, a.Amount, s.Account(a.Money, a.Player).Total)
			return nil
		}
	}
	for _, m := range s.Moneys() {
		people := []chain.PlayerID{state.Kitty}
		for _, p := range s.Names().Listed() {
			people = append(people, p.ID)
		}
		for _, p := range people {
			if sum := s.Account(m, p).Total; sum != 0 && !bySQL[store.Balance{Money: m, Player: p, Amount: sum}] {
				found.say("The balances don't agree: in %s player %d has %d by the entries, and not by SQL.", m, p, sum)
				return nil
			}
		}
	}
	return nil
}
