package chain

import (
	"bytes"
	"encoding/json"
	"errors"

	"ouverte/rules"
)

// Reader reads entries one after another. It keeps what thousands of them share: a buffer, and the sets of
// house rules, of which all nights are played by a few. The zero value is ready.
type Reader struct {
	buf    []byte
	deal   dealRoom
	houses map[string]*rules.House // by their text
}

// mostHouses bounds how many sets a Reader keeps.
const mostHouses = 256

func (r *Reader) Digest(e *Entry) (hash Hash) {
	hash, r.buf = e.digestIn(r.buf)
	return hash
}

var errNotCanonical = errors.New("it isn't in its canonical form")

// Decode reads the body of an entry and refuses one that isn't in its canonical form. A deal is overwritten
// by the next.
func (r *Reader) Decode(kind Kind, text []byte) (Body, error) {
	if kind == KindDeal {
		if b, ok := readDeal(text, &r.deal); ok {
			return b, nil
		}
	}
	if kind == KindNight {
		return r.night(text)
	}
	return strictly(kind, text)
}

func strictly(kind Kind, text []byte) (Body, error) {
	body, err := Decode(kind, text)
	if err != nil {
		return nil, err
	}
	return body, canonical(body, text)
}

func canonical(body any, text []byte) error {
	if again, err := Encode(body); err != nil || !bytes.Equal(again, text) {
		return errNotCanonical
	}
	return nil
}

// night reads how a night began. Its house rules are read once for all nights that have the same.
func (r *Reader) night(text []byte) (Body, error) {
	const before = `"house":` // in a name there would be a backslash in it
	found := bytes.Index(text, []byte(before))
	if found < 0 {
		return strictly(KindNight, text)
	}
	at := found + len(before)
	end := at + objectEnd(text[at:])
	if end == at {
		return strictly(KindNight, text)
	}
	house := r.houses[string(text[at:end])]
	if house == nil {
		house = new(rules.House)
		if err := json.Unmarshal(text[at:end], house); err != nil {
			return nil, err
		}
		if err := canonical(house, text[at:end]); err != nil {
			return nil, err
		}
		if r.houses == nil || len(r.houses) >= mostHouses {
			r.houses = map[string]*rules.House{}
		}
		r.houses[string(text[at:end])] = house
	}
	short := append(append(append(make([]byte, 0, len(text)), text[:at]...), "null"...), text[end:]...)
	body, err := strictly(KindNight, short)
	if err != nil {
		return nil, err
	}
	body.(*Night).House = house
	return body, nil
}

// objectEnd is how long the JSON object at the beginning of a text is; zero if there is none.
func objectEnd(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		if depth == 0 {
			return 0
		}
	}
	return 0
}
