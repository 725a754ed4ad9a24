package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// The JSON form of a set (§3). Reading is strict, for a set comes from people and from other programs: each mistake is a
// *Problem that names the field. Writing is canonical, for a set is kept, hashed and compared.

// ParseHouse reads a set as the JSON of §3 (no "scale" in it) and checks it; errors are *Problem.
func ParseHouse(text []byte) (*House, error) {
	h, _, err := parseHouse(text, false)
	return h, err
}

// ParseScaledHouse is ParseHouse with the "scale" the wire allows beside the set's own fields (§11): the amounts
// of the set it returns are scaled.
func ParseScaledHouse(text []byte) (*House, error) {
	h, scale, err := parseHouse(text, true)
	if err != nil || scale == 1 {
		return h, err
	}
	return h.Scaled(scale)
}

// UnmarshalJSON is ParseHouse.
func (h *House) UnmarshalJSON(text []byte) error {
	got, err := ParseHouse(text)
	if err == nil {
		*h = *got
	}
	return err
}

// parseHouse reads a set, and where scalable its "scale", which is 1 where it isn't said. It doesn't scale.
func parseHouse(text []byte, scalable bool) (h *House, scale int, err error) {
	r, p := newJSONReader(text)
	if p != nil {
		return nil, 0, p
	}
	house := defaults
	scale = 1
	seen, p := r.object("", func(key string) *Problem {
		switch key {
		case "id":
			return r.text(key, &house.ID)
		case "name":
			return r.text(key, &house.Name)
		case "money":
			return r.text(key, (*string)(&house.Money))
		case "calls":
			return r.list(key, func(at string) *Problem {
				if len(house.Calls) > len(calls) {
					return Problemf(key, "There are more calls in the set than there are calls in the game.")
				}
				rank, p := r.rank(at)
				house.Calls = append(house.Calls, rank)
				return p
			})
		case "shufflePenalty":
			return r.amount(key, &house.ShufflePenalty)
		case "revokeTricks":
			return r.number(key, &house.RevokeTricks)
		case "offenderPays":
			return r.truth(key, &house.OffenderPays)
		case "scale":
			if scalable {
				return r.number(key, &scale)
			}
		}
		if choice := house.choice(key); choice != nil {
			return r.text(key, choice)
		}
		return Problemf(Clipped(key), "A set of house rules has no field %s.", Quoted(key))
	})
	if p != nil {
		return nil, 0, p
	}
	for _, needed := range []struct{ field, sentence string }{
		{"id", "A set must have an id."}, {"name", "A set must have a name."}, {"calls", "A set must say what may be called."},
	} {
		if !seen[needed.field] {
			return nil, 0, &Problem{needed.field, needed.sentence}
		}
	}
	if p := house.nonsense(); p != nil {
		return nil, 0, p
	}
	return &house, scale, nil
}

// rank reads one call of the ladder.
func (r *jsonReader) rank(at string) (Rank, *Problem) {
	var rank Rank
	var id string
	seen, p := r.object(at, func(key string) *Problem {
		field := at + "." + key
		switch key {
		case "call":
			return r.text(field, &id)
		case "target":
			return r.number(field, &rank.Target)
		case "stake":
			return r.amount(field, &rank.Stake)
		case "over":
			return r.amount(field, &rank.Over)
		case "under":
			return r.amount(field, &rank.Under)
		}
		return Problemf(Clipped(field), "A call of a set has no field %s.", Quoted(key))
	})
	switch {
	case p != nil:
		return Rank{}, p
	case !seen["call"]:
		return Rank{}, Problemf(at+".call", "Say which call this is.")
	case !seen["stake"]:
		return Rank{}, Problemf(at+".stake", "Every call must have a stake.")
	}
	call, known := ParseCall(id)
	if !known {
		return Rank{}, Problemf(at+".call", "There is no call %s.", Quoted(id))
	}
	rank.Call = call
	if !seen["target"] {
		rank.Target = call.UsualTarget()
	}
	return rank, nil
}

// MarshalJSON writes every field of the set, canonically: always the same bytes for the same set.
func (h *House) MarshalJSON() ([]byte, error) {
	type rank struct {
		Call   string `json:"call"`
		Target int    `json:"target"`
		Stake  int64  `json:"stake"`
		Over   int64  `json:"over"`
		Under  int64  `json:"under"`
	}
	ranks := make([]rank, len(h.Calls))
	for i, r := range h.Calls {
		ranks[i] = rank{r.Call.String(), r.Target, r.Stake, r.Over, r.Under}
	}
	return json.Marshal(struct {
		ID             string         `json:"id"`
		Name           string         `json:"name"`
		Money          Money          `json:"money"`
		Calls          []rank         `json:"calls"`
		Slam           Slam           `json:"slam"`
		AllPass        AllPass        `json:"allPass"`
		Auction        AuctionForm    `json:"auction"`
		Trumps         TrumpRule      `json:"trumps"`
		DeclaredTrumps DeclaredTrumps `json:"declaredTrumps"`
		Shuffle        Shuffle        `json:"shuffle"`
		ShufflePenalty int64          `json:"shufflePenalty"`
		RevokeTricks   int            `json:"revokeTricks"`
		OffenderPays   bool           `json:"offenderPays"`
	}{h.ID, h.Name, h.Money, ranks, h.Slam, h.AllPass, h.Auction, h.Trumps, h.DeclaredTrumps, h.Shuffle,
		h.ShufflePenalty, h.RevokeTricks, h.OffenderPays})
}

// jsonReader walks through one JSON value that is known to be well formed, and refuses what encoding/json would let pass:
// fields written twice or in other capitals, numbers such as 1e9, null.
type jsonReader struct{ dec *json.Decoder }

func newJSONReader(text []byte) (*jsonReader, *Problem) {
	if !utf8.Valid(text) {
		return nil, Problemf("", "The text of the set is damaged: it is not UTF-8.")
	}
	first := json.NewDecoder(bytes.NewReader(text))
	var whole json.RawMessage
	if err := first.Decode(&whole); err != nil {
		return nil, Problemf("", "The set is not whole, well-formed JSON.")
	}
	if len(bytes.TrimSpace(text[first.InputOffset():])) > 0 {
		return nil, Problemf("", "Something stands after the end of the set.")
	}
	r := &jsonReader{json.NewDecoder(bytes.NewReader(text))}
	r.dec.UseNumber()
	return r, nil
}

func (r *jsonReader) next() json.Token {
	token, err := r.dec.Token()
	if err != nil {
		panic("rules: JSON that was well formed is not: " + err.Error()) // newJSONReader read the same bytes whole
	}
	return token
}

// object reads one object, each field by the function given; it tells which fields were there.
func (r *jsonReader) object(at string, field func(key string) *Problem) (seen map[string]bool, p *Problem) {
	if r.next() != json.Delim('{') {
		if at == "" {
			return nil, Problemf("", "A set of house rules is a JSON object.")
		}
		return nil, Problemf(at, "What stands at %s must be an object.", at)
	}
	seen = make(map[string]bool)
	for r.dec.More() {
		key := r.next().(string)
		if seen[key] {
			where := Clipped(key)
			if at != "" {
				where = at + "." + where
			}
			return nil, Problemf(where, "The field %s is there twice.", where)
		}
		seen[key] = true
		if p := field(key); p != nil {
			return nil, p
		}
	}
	r.next()
	return seen, nil
}

func (r *jsonReader) list(field string, item func(at string) *Problem) *Problem {
	if r.next() != json.Delim('[') {
		return Problemf(field, "The field %s must be a list.", field)
	}
	for i := 0; r.dec.More(); i++ {
		if p := item(fmt.Sprintf("%s[%d]", field, i)); p != nil {
			return p
		}
	}
	r.next()
	return nil
}

func (r *jsonReader) text(field string, to *string) *Problem {
	s, ok := r.next().(string)
	if !ok {
		return Problemf(field, "The field %s must be text between quotation marks.", field)
	}
	*to = s
	return nil
}

func (r *jsonReader) truth(field string, to *bool) *Problem {
	b, ok := r.next().(bool)
	if !ok {
		return Problemf(field, "The field %s must be true or false.", field)
	}
	*to = b
	return nil
}

func (r *jsonReader) number(field string, to *int) *Problem {
	var n int64
	if p := r.amount(field, &n); p != nil {
		return p
	}
	if int64(int(n)) != n {
		return Problemf(field, "The number in %s is too large.", field)
	}
	*to = int(n)
	return nil
}

func (r *jsonReader) amount(field string, to *int64) *Problem {
	number, ok := r.next().(json.Number)
	if !ok {
		return Problemf(field, "The field %s must be a number.", field)
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil {
		if bytes.ContainsAny([]byte(number), ".eE") {
			return Problemf(field, "The field %s must be a whole number in plain digits, and not %s.", field, Quoted(string(number)))
		}
		return Problemf(field, "The number in %s is too large.", field)
	}
	*to = n
	return nil
}
