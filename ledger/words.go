package ledger

// The circle's own names for the calls: "proposal" or "prop", "abondance" or "bundle". They are kept with the roster, since
// like people's names they change what every page says, looking back too; the entries themselves speak in ids.

import (
	"context"
	"maps"

	"ouverte/ledger/store"
	"ouverte/rules"
)

// KindWords is the circle's names for the calls, all of them anew.
const KindWords Kind = "words"

// wordsBody has a word by the id of its call; a call left out goes by its usual name.
type wordsBody struct {
	Words map[string]string `json:"words"`
}

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
		clean, err := cleanCallWords(said)
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, KindWords, &wordsBody{clean}, nil)
		return Receipt{}, err
	})
}

// cleanCallWords cleans names for the calls, by the calls' ids; those that are empty are left out.
func cleanCallWords(said map[string]string) (map[string]string, error) {
	clean := map[string]string{}
	for _, call := range rules.Calls() {
		if call == rules.Void {
			continue
		}
		word, err := cleanWords(call.String(), said[call.String()], false)
		if err != nil {
			return nil, err
		}
		if len([]rune(word)) > maxWord {
			return nil, refuse(call.String(), "“%s” is too long for a button: %d letters at most.", word, maxWord)
		}
		if word == "" {
			continue
		}
		for other, taken := range clean {
			if foldName(taken) == foldName(word) {
				return nil, refuse(call.String(), "“%s” is already the name of another call: %s.", word, rules.Words(nil).Name(parseCall(other)))
			}
		}
		clean[call.String()] = word
	}
	for id := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, refuse("words", "There is no call “%s” to be named.", clip(id))
		}
	}
	return clean, nil
}

// cleanNightWords cleans those that a night takes along.
func cleanNightWords(said map[string]string) (map[string]string, error) {
	clean := map[string]string{}
	for id, word := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, refuse("words", "There is no call “%s” to be named.", clip(id))
		}
		word, err := cleanWords("words", word, true)
		if err != nil {
			return nil, err
		}
		clean[id] = word
	}
	return clean, nil
}

// maxWord is how many letters fit on the button of a call.
const maxWord = 24

func parseCall(id string) rules.Call {
	call, _ := rules.ParseCall(id)
	return call
}

// wordsIn reads the words of a body.
func (b *wordsBody) wordsIn() rules.Words {
	out := rules.Words{}
	for id, word := range b.Words {
		if call, ok := rules.ParseCall(id); ok {
			out[call] = word
		}
	}
	return out
}

// projectWords keeps the words in the roster and in their table.
func (d *desk) projectWords(b *wordsBody) {
	words := maps.Clone(b.Words)
	d.changeRoster().words = b.wordsIn()
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
func readWords(q store.Querier) (rules.Words, error) {
	rows, err := q.Query(`SELECT call, word FROM word`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var words rules.Words
	for rows.Next() {
		var id, word string
		if err := rows.Scan(&id, &word); err != nil {
			return nil, err
		}
		if call, ok := rules.ParseCall(id); ok {
			if words == nil {
				words = rules.Words{}
			}
			words[call] = word
		}
	}
	return words, rows.Err()
}

// wordsFor are the words a night is told in: the circle's, else those it began with.
func (r *roster) wordsFor(n *fold) rules.Words {
	if len(r.words) > 0 {
		return r.words
	}
	return n.words
}
