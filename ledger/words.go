package ledger

// The circle's own names for the calls: "proposal" or "prop", "abondance" or "bundle". They change what every
// page says, looking back too; the entries themselves hold the ids of calls.

import (
	"context"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// SaveWords replaces all of them. A call left out, or with an empty word, goes by its usual name.
func (b *Book) SaveWords(ctx context.Context, s Slip, words rules.Words) (Receipt, error) {
	said := map[string]string{}
	for call, word := range words {
		said[call.String()] = word
	}
	return b.post(ctx, s, "save words", said, func(d *desk) error {
		clean, err := chain.CleanWords(said)
		if err != nil {
			return err
		}
		return d.post(0, chain.KindWords, &chain.Words{Words: clean})
	})
}
