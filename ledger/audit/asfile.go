package audit

import (
	"fmt"

	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

// ofFile says what is wrong with the file as a whole: how it differs from a book as it is made, what it lacks
// of what was noted beside it, and other names it has.
func (l *Book) ofFile(tx *store.Tx, noted *note.Note) (wrong []*Wrong, err error) {
	say := func(format string, args ...any) {
		wrong = append(wrong, &Wrong{Sentence: fmt.Sprintf(format, args...)})
	}
	missing, err := noted.Missing(tx)
	if err != nil {
		return nil, err
	}
	if missing != nil {
		say("%s Restore the newer one, or go on with this one by ouverte serve --accept-older.", missing.Sentence())
	}
	altered, err := l.file.AlteredNow(tx)
	for i, a := range altered {
		say("The file isn't made as a book is: %s. %s", chain.Printable(a.What), store.Against(altered[i:i+1]))
	}
	if n := store.Names(l.file.Path()); n > 1 {
		say("The file has %s on this disk: what is written under one is missing under another.",
			english.Spelled(n, "name"))
	}
	return wrong, err
}
