package chain

// What is said of house rules and of the names of calls.

import (
	"maps"

	"ouverte/rules"
)

const (
	KindHouse Kind = "house"
	KindWords Kind = "words"
	KindHide  Kind = "hide"
)

var ofHouses = kinds{KindHouse: blank[House], KindWords: blank[Words], KindHide: blank[Hide]}

// House is a set of house rules, new or changed.
type House struct {
	plain
	House *rules.House `json:"house"`
}

func (b *House) Texts() error {
	if b.House == nil {
		return nil
	}
	return asTaken("name", b.House.Name, true)
}

// Words are the circle's names for the calls, by the call's id. A call left out goes by its usual name.
type Words struct {
	plain
	Words map[string]string `json:"words"`
}

func (b *Words) Texts() error {
	clean, err := CleanWords(b.Words)
	return taken("names for the calls", maps.Equal(clean, b.Words), err)
}

// CallWords are kept names of calls.
func CallWords(said map[string]string) rules.Words {
	out := rules.Words{}
	for id, word := range said {
		if call, ok := rules.ParseCall(id); ok {
			out[call] = word
		}
	}
	return out
}

// Hide takes a set of house rules off the list or puts it back.
type Hide struct {
	plain
	House  string `json:"house"`
	Hidden bool   `json:"hidden"`
}
