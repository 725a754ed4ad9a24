package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// ParseHouse reads a set as the JSON of §3 (no "scale" in it) and checks it. It is strict, for a set comes
// from people and from other programs: each mistake is a *Problem that names the field.
func ParseHouse(text []byte) (*House, error) {
	h, _, err := parseHouse(text, false)
	return h, err
}

// ParseScaledHouse is ParseHouse with the "scale" the wire allows beside the set's own fields (§11): the
// amounts of the set it returns are scaled.
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
	r := newJSONReader(text)
	house := defaults
	scale = 1
	seen := r.object("", func(key string) {
		choice, truth := house.choice(key), house.truth(key)
		switch {
		case key == "id":
			r.text(key, &house.ID)
		case key == "name":
			r.text(key, &house.Name)
		case key == "money":
			r.text(key, (*string)(&house.Money))
		case key == "calls":
			r.list(key, func(at string) { house.Calls = append(house.Calls, r.rank(at)) })
		case key == "shufflePenalty":
			r.amount(key, &house.ShufflePenalty)
		case key == "revokeTricks":
			r.number(key, &house.RevokeTricks)
		case key == "misery":
			if r.amount(key, &house.Misery); house.Misery < 1 {
				r.refuse(key, miseryAboveZero)
			}
		case key == "scale" && scalable:
			r.number(key, &scale)
		case choice != nil:
			r.text(key, choice)
		case truth != nil:
			r.truth(key, truth)
		default:
			r.refuse(Clipped(key), "A set of house rules has no field %s.", Quoted(key))
		}
	})
	for _, needed := range []struct{ field, sentence string }{
		{"id", "A set must have an id."}, {"name", "A set must have a name."},
		{"calls", "A set must say what may be called."},
	} {
		if !seen[needed.field] {
			r.refuse(needed.field, "%s", needed.sentence)
		}
	}
	if !seen["lone"] {
		house.Lone = house.usualLone()
	}
	if solo, _ := house.Rank(Solo); house.Misery == solo.Stake {
		house.Misery = 0 // which says the same
	}
	if r.bad == nil {
		r.bad = house.nonsense()
	}
	if r.bad != nil {
		return nil, 0, r.bad
	}
	return &house, scale, nil
}

// rank reads one call of the ladder.
func (r *jsonReader) rank(at string) (rank Rank) {
	var id string
	seen := r.object(at, func(key string) {
		switch field := at + "." + key; key {
		case "call":
			r.text(field, &id)
		case "target":
			r.number(field, &rank.Target)
		case "stake":
			r.amount(field, &rank.Stake)
		case "lost":
			r.amount(field, &rank.Lost)
		case "freeUnder":
			r.number(field, &rank.FreeUnder)
		case "bonus":
			r.amount(field, &rank.Bonus)
		case "over":
			r.amount(field, &rank.Over)
		case "under":
			r.amount(field, &rank.Under)
		default:
			r.refuse(Clipped(field), "A call of a set has no field %s.", Quoted(key))
		}
	})
	call, known := ParseCall(id)
	switch {
	case !seen["call"]:
		r.refuse(at+".call", "Say which call this is.")
	case !seen["stake"]:
		r.refuse(at+".stake", "Every call must have a stake.")
	case !known:
		r.refuse(at+".call", "%s isn’t a call we know.", Quoted(id))
	case seen["lost"] && rank.Lost == 0:
		r.refuse(at+".lost", lostAboveZero, Words(nil).within(call))
	}
	if rank.Call = call; !seen["target"] {
		rank.Target = call.UsualTarget()
	}
	if rank.Lost == rank.Stake {
		rank.Lost = 0 // which says the same
	}
	return rank
}

// MarshalJSON writes the set canonically: always the same bytes for the same set. Sets are kept, hashed and
// compared so. The fields of the first edition are always written, every other one only where it isn't the
// usual one: so sets kept before it was known stay the same letter by letter.
func (h *House) MarshalJSON() ([]byte, error) {
	type rank struct {
		Call      string `json:"call"`
		Target    int    `json:"target"`
		Stake     int64  `json:"stake"`
		Lost      int64  `json:"lost,omitempty"`
		Over      int64  `json:"over"`
		Under     int64  `json:"under"`
		FreeUnder int    `json:"freeUnder,omitempty"`
		Bonus     int64  `json:"bonus,omitempty"`
	}
	ranks := make([]rank, len(h.Calls))
	for i, r := range h.Calls {
		ranks[i] = rank{r.Call.String(), r.Target, r.Stake, unusual(r.Lost, r.Stake), r.Over, r.Under,
			r.FreeUnder, r.Bonus}
	}
	solo, _ := h.Rank(Solo)
	return json.Marshal(struct {
		ID             string         `json:"id"`
		Name           string         `json:"name"`
		Money          Money          `json:"money"`
		Calls          []rank         `json:"calls"`
		Misery         int64          `json:"misery,omitempty"`
		Slam           Slam           `json:"slam"`
		AllPass        AllPass        `json:"allPass"`
		Auction        AuctionForm    `json:"auction"`
		Lone           Lone           `json:"lone,omitempty"`
		RoyalOver      bool           `json:"royalOver,omitempty"`
		RaiseLast      bool           `json:"raiseLast,omitempty"`
		Trumps         TrumpRule      `json:"trumps"`
		DeclaredTrumps DeclaredTrumps `json:"declaredTrumps"`
		DeclaredOpen   bool           `json:"declaredOpen,omitempty"`
		Packets        Packets        `json:"packets,omitempty"`
		Shuffler       Shuffler       `json:"shuffler,omitempty"`
		Short          Short          `json:"short,omitempty"`
		Shuffle        Shuffle        `json:"shuffle"`
		ShufflePenalty int64          `json:"shufflePenalty"`
		RevokeTricks   int            `json:"revokeTricks"`
		OffenderPays   bool           `json:"offenderPays"`
	}{h.ID, h.Name, h.Money, ranks, unusual(h.Misery, solo.Stake), h.Slam, h.AllPass, h.Auction,
		unusual(h.Lone, h.usualLone()), h.RoyalOver, h.RaiseLast, h.Trumps, h.DeclaredTrumps, h.DeclaredOpen,
		unusual(h.Packets, defaults.Packets), unusual(h.Shuffler, defaults.Shuffler),
		unusual(h.Short, defaults.Short), h.Shuffle, h.ShufflePenalty, h.RevokeTricks, h.OffenderPays})
}

// unusual is the value of a field, or nothing where it is the usual one.
func unusual[T comparable](value, usual T) (out T) {
	if value != usual {
		out = value
	}
	return out
}

// jsonReader walks through one well-formed JSON value and refuses what encoding/json would let pass: fields
// written twice or in other capitals, numbers such as 1e9, null. The first problem stays in bad; from there
// on it reads nothing more.
type jsonReader struct {
	dec *json.Decoder
	bad *Problem
}

func newJSONReader(text []byte) *jsonReader {
	first := json.NewDecoder(bytes.NewReader(text))
	var whole json.RawMessage
	r := &jsonReader{dec: json.NewDecoder(bytes.NewReader(text))}
	r.dec.UseNumber()
	switch err := first.Decode(&whole); {
	case !utf8.Valid(text):
		r.refuse("", "The text of the set is damaged: it is not UTF-8.")
	case err != nil:
		r.refuse("", "The set is not whole, well-formed JSON.")
	case len(bytes.TrimSpace(text[first.InputOffset():])) > 0:
		r.refuse("", "Something stands after the end of the set.")
	}
	return r
}

// refuse keeps the problem, if it is the first.
func (r *jsonReader) refuse(field, format string, args ...any) {
	if r.bad == nil {
		r.bad = Problemf(field, format, args...)
	}
}

// next takes the next token; nil once there is a problem.
func (r *jsonReader) next() json.Token {
	if r.bad != nil {
		return nil
	}
	token, err := r.dec.Token()
	if err != nil {
		panic("rules: JSON that was well formed is not: " + err.Error()) // newJSONReader read the same bytes whole
	}
	return token
}

func (r *jsonReader) more() bool { return r.bad == nil && r.dec.More() }

// object reads one object, each field by the function given; it tells which fields were there.
func (r *jsonReader) object(at string, field func(key string)) (seen map[string]bool) {
	if r.next() != json.Delim('{') {
		if at == "" {
			r.refuse("", "A set of house rules is a JSON object.")
		}
		r.refuse(at, "The field %s must be an object.", at)
	}
	seen = make(map[string]bool)
	for r.more() {
		key := r.next().(string)
		if seen[key] {
			where := Clipped(key)
			if at != "" {
				where = at + "." + where
			}
			r.refuse(where, "The field %s is there twice.", where)
		}
		seen[key] = true
		field(key)
	}
	r.next()
	return seen
}

func (r *jsonReader) list(field string, item func(at string)) {
	if r.next() != json.Delim('[') {
		r.refuse(field, "The field %s must be a list.", field)
	}
	for i := 0; r.more(); i++ {
		if i > len(biddable) {
			r.refuse(field, "The set has more calls than the game.")
		}
		item(fmt.Sprintf("%s[%d]", field, i))
	}
	r.next()
}

func (r *jsonReader) text(field string, to *string) {
	s, ok := r.next().(string)
	if !ok {
		r.refuse(field, "The field %s must be text between quotation marks.", field)
	}
	*to = s
}

func (r *jsonReader) truth(field string, to *bool) {
	b, ok := r.next().(bool)
	if !ok {
		r.refuse(field, "The field %s must be true or false.", field)
	}
	*to = b
}

func (r *jsonReader) number(field string, to *int) {
	var n int64
	if r.amount(field, &n); int64(int(n)) != n {
		r.refuse(field, "The number in %s is too large.", field)
	}
	*to = int(n)
}

func (r *jsonReader) amount(field string, to *int64) {
	number, ok := r.next().(json.Number)
	if !ok {
		r.refuse(field, "The field %s must be a number.", field)
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	switch {
	case err == nil:
	case bytes.ContainsAny([]byte(number), ".eE"):
		r.refuse(field, "The field %s must be a whole number in plain digits, and not %s.",
			field, Quoted(string(number)))
	default:
		r.refuse(field, "The number in %s is too large.", field)
	}
	*to = n
}
