package ledger

// The circle's own names for the calls: "proposal" or "prop", "abondance" or "bundle". They are kept with the roster, since
// like people's names they change what every page says, looking back too; the entries themselves speak in ids.

import (
	"context"
	"database/sql"
	"maps"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Words are the circle's names for the calls; nil as long as it has chosen none. They may be read by anybody, and nobody
// may change them.
func (b *Book) Words() rules.Words { return b.roster.Load().words }

// SaveWords chooses them, all anew: a call left out, or with an empty word, goes by its usual name again.
func (b *Book) SaveWords(ctx context.Context, s Slip, words rules.Words) (Receipt, error) {
	said := map[string]string{}
	for call, word := range words {
		said[call.String()] = word
	}
	return b.post(ctx, s, "save words", said, func(d *desk) (Receipt, error) {
		clean, err := chain.CleanWords(said)
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, chain.KindWords, &chain.Words{Words: clean}, nil)
		return Receipt{}, err
	})
}

// projectWords keeps the words in the roster and in their table.
func (d *desk) projectWords(b *chain.Words) {
	words := maps.Clone(b.Words)
	d.changeRoster().words = chain.CallWords(b.Words)
	d.later = append(d.later, func() error {
		if err := d.exec(`DELETE FROM word`); err != nil {
			return err
		}
		for call, word := range words {
			if err := d.exec(`INSERT INTO word (call, word) VALUES (?, ?)`, call, word); err != nil {
				return err
			}
		}
		return nil
	})
}

// readWords reads them when the book is opened.
func readWords(q store.Querier) (words rules.Words, err error) {
	err = store.Each(q, func(rows *sql.Rows) error {
		var id, word string
		if err := rows.Scan(&id, &word); err != nil {
			return err
		}
		if call, ok := rules.ParseCall(id); ok {
			if words == nil {
				words = rules.Words{}
			}
			words[call] = word
		}
		return nil
	}, `SELECT call, word FROM word`)
	return words, err
}

// wordsFor are the words a night is told in: the circle's, else those it began with.
func (r *roster) wordsFor(n *fold) rules.Words {
	if len(r.words) > 0 {
		return r.words
	}
	return n.words
}
