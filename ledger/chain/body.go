package chain

// What an entry says, by its kind. The fields and their order are hashed: a type here may gain fields marked
// omitempty at its end and is otherwise never changed. pinned_test.go holds the text of each.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"ouverte/rules"
)

// Kind is what an entry is.
type Kind string

// Body is what an entry says, by the type of its kind. Whatever depends on the entry alone is a method of it;
// what follows from it is in ledger/state.
type Body interface {
	// Check refuses what can't be at all, as far as it shows in the entry: amounts that are none, money that
	// isn't the night's, tables nobody could sit at. The desk refuses the same in words for people; an error
	// here says why, as the end of a sentence.
	Check(At) error
	// Texts refuses texts that the desk would have refused, or written otherwise.
	Texts() error
	// Named are the players it names besides those it moves money between.
	Named() []PlayerID
	// Moved are the transfers it makes. They follow from it and from the money of its night, so that anybody
	// can check them. A deal's are reckoned by Settled, and those of a reversal are the entry's it takes back,
	// turned round.
	Moved(At) Transfers
	// About is the player or the season it is about, or the deal, where it is the entry with this number.
	About(EntryID) (id int64, deal DealID)
	// Tell puts it in words, as journals and kept pages have them, and returns the reason given for it.
	Tell(At, Names) (text, reason string)
}

// At is where an entry stands: what its body alone doesn't say.
type At struct {
	Kind  Kind
	Night NightID
	Money rules.Money // of the night
}

// Names says what people are called.
type Names func(PlayerID) string

// plain is what a body has of itself: it can be whatever it reads as, and neither names nor moves anything.
type plain struct{}

func (plain) Check(At) error                  { return nil }
func (plain) Texts() error                    { return nil }
func (plain) Named() []PlayerID               { return nil }
func (plain) Moved(At) Transfers              { return nil }
func (plain) About(EntryID) (int64, DealID)   { return 0, 0 }
func (plain) Tell(At, Names) (string, string) { return "", "" }

// Moves returns the transfers of a body that is sound.
func Moves(b Body, at At) ([]Transfer, error) {
	if err := b.Check(at); err != nil {
		return nil, err
	}
	return b.Moved(at), nil
}

// kinds has an empty body for each kind, to decode into.
type kinds map[Kind]func() Body

var blanks = func() kinds {
	all := kinds{}
	for _, some := range [...]kinds{ofPeople, ofHouses, ofNights, ofDeals, ofMoney, ofMeetings, ofSeasons} {
		maps.Copy(all, some)
	}
	return all
}()

func blank[T any, P interface {
	*T
	Body
}]() Body {
	return P(new(T))
}

// Known tells whether there are entries of this kind.
func (k Kind) Known() bool { return blanks[k] != nil }

// Kinds are all there are.
func Kinds() []Kind { return slices.Sorted(maps.Keys(blanks)) }

// Encode writes the canonical JSON of a body.
func Encode(body any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("chain: encode a body: %w", err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode reads the body of an entry: a pointer to the type of its kind. Unknown fields are an error.
func Decode(kind Kind, text []byte) (Body, error) {
	if kind == KindDeal {
		if b, ok := readDeal(text, new(dealRoom)); ok {
			return b, nil
		}
	}
	if !kind.Known() {
		return nil, fmt.Errorf("%q is no kind of entry", kind)
	}
	body := blanks[kind]()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(body); err != nil {
		return nil, fmt.Errorf("the body of a %s: %w", kind, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("the body of a %s goes on after its end", kind)
	}
	return body, nil
}
