package ledger

// The circle's own names for the calls: "proposal" or "prop", "abondance" or "bundle". They change what every
// page says, looking back too; the entries themselves hold the ids of calls.

import (
	"context"
	"maps"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// Words returns the circle's names for the calls, nil if it has chosen none. Nobody may change them.
func (b *Book) Words() rules.Words { return b.roster.Load().Words }

// SaveWords replaces all of them. A call left out, or with an empty word, goes by its usual name.
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

// projectWords writes the words to the roster and to their table.
func (d *desk) projectWords(b *chain.Words) {
	words := maps.Clone(b.Words)
	d.changeRoster().Words = chain.CallWords(b.Words)
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

// wordsIn are the words a night is written in: the circle's, else those it began with.
func (n *fold) wordsIn(names *people.Roster) rules.Words {
	if len(names.Words) > 0 {
		return names.Words
	}
	return n.words
}
