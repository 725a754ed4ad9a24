package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// Check holds a set built in code to the same as one from outside.
func TestCheck(t *testing.T) {
	for field, change := range map[string]func(h *House){
		"id":            func(h *House) { h.ID = "" },
		"money":         func(h *House) { h.Money = "" },
		"slam":          func(h *House) { h.Slam = "" },
		"calls":         func(h *House) { h.Calls = nil },
		"calls[0].call": func(h *House) { h.Calls[0].Call = NoCall },
		"calls[7].call": func(h *House) { h.Calls = append(h.Calls, Rank{Call: Void, Stake: 1}) },
		"calls[1].over": func(h *House) { h.Calls[1].Over = -1 },
		"shuffle":       func(h *House) { h.Shuffle = "often" },
	} {
		var p *Problem
		if err := with("hoyle", change).Check(); !errors.As(err, &p) || p.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// UnmarshalJSON leaves the set as it is where the text is refused.
func TestUnmarshalRefuses(t *testing.T) {
	h := with("hoyle", func(*House) {})
	before := written(h)
	var p *Problem
	if err := json.Unmarshal([]byte(`{"id":"ours"}`), h); !errors.As(err, &p) {
		t.Errorf("got %v", err)
	}
	if written(h) != before {
		t.Error("the set changed")
	}
}

func TestScale(t *testing.T) {
	hoyle, _ := Set("hoyle")
	before, _ := hoyle.MarshalJSON()
	if once, err := hoyle.Scaled(1); err != nil || !reflect.DeepEqual(once, hoyle) || once == hoyle {
		t.Errorf("once the stakes is %+v, %v", once, err)
	}
	if after, _ := hoyle.MarshalJSON(); !bytes.Equal(before, after) {
		t.Error("scaling changed the set itself")
	}
	if _, err := hoyle.Scaled(1000); err != nil {
		t.Error(err)
	}
	all := with("hoyle", func(h *House) {
		h.Misery, h.ShufflePenalty = 9, 4
		h.Calls[1] = Rank{Call: Solo, Target: 5, Stake: 6, Lost: 7, Over: 2, Under: 3, FreeUnder: 2, Bonus: 5}
	})
	tenfold, err := all.Scaled(10)
	if err != nil {
		t.Fatal(err)
	}
	want := Rank{Call: Solo, Target: 5, Stake: 60, Lost: 70, Over: 20, Under: 30, FreeUnder: 2, Bonus: 50}
	if r, _ := tenfold.Rank(Solo); r != want || tenfold.Misery != 90 || tenfold.RevokeTricks != 3 ||
		tenfold.ShufflePenalty != 40 {
		t.Errorf("ten times the stakes give %+v of %+v", r, tenfold)
	}
	miserly := with("hoyle", func(h *House) { h.Misery = math.MaxInt64 })
	lavish := with("hoyle", func(h *House) { h.Calls[1].Bonus = math.MaxInt64 })
	forfeit := with("hoyle", func(h *House) { h.Calls[1].Lost = math.MaxInt64 })
	large := with("hoyle", func(h *House) { h.Calls[1].Under = math.MaxInt64/2 + 1 })
	dear := with("hoyle", func(h *House) { h.ShufflePenalty = math.MaxInt64 })
	for _, c := range []struct {
		h        *House
		n        int
		sentence string
	}{
		{hoyle, 0, "You can play for the stakes once to a thousand times, not 0 times."},
		{hoyle, -1, "You can play for the stakes once to a thousand times, not -1 times."},
		{hoyle, 1001, "You can play for the stakes once to a thousand times, not 1001 times."},
		{large, 2, "At 2 times the stakes solo would cost more than can be counted."},
		{lavish, 2, "At 2 times the stakes solo would cost more than can be counted."},
		{forfeit, 2, "At 2 times the stakes solo would cost more than can be counted."},
		{miserly, 2, "At 2 times the stakes a general misère would cost more than can be counted."},
		{dear, 2, "At 2 times the stakes the penalty for shuffling would be more than can be counted."},
	} {
		h, err := c.h.Scaled(c.n)
		var p *Problem
		if !errors.As(err, &p) || p.Field != "scale" || p.Sentence != c.sentence || h != nil {
			t.Errorf("%d times: %+v, %v", c.n, h, err)
		}
	}
}

// Whatever the text, reading it ends in a set that reads back the same or in a sentence.
func FuzzParseHouse(f *testing.F) {
	for _, h := range Sets() {
		text, err := h.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		`{"id":"ours","name":"Ours","calls":[{"call":"solo","stake":1}]}`,
		` {"calls":[{"stake":12,"call":"misere"},{"call":"solo","stake":9223372036854775807,"over":1}],"name":"é","id":"x","allPass":"fewest"} `,
		`{"id":"ours","name":"Ours","calls":[{"call":"solo","stake":1e9}]}`,
		`{"id":"\u0000","name":"\ud800","calls":[[[[]]]]}`,
		`{"id":"ours","name":"Ours","calls":[{"call":"prop","stake":1,"lost":2,"bonus":5,"freeUnder":13},{"call":` +
			`"solo","stake":3,"lost":3}],"misery":3,"lone":"raise","raiseLast":true,"packets":"ones","short":"drop-suit"}`,
		`{"id":"ours","name":"Ours","calls":[{"call":"irish","stake":1}],"misery":2,"auction":"single","lone":"solo"}`,
		`{"id":"x","name":"Tom & Jerry's <“house”>","calls":[{"call":"solo","stake":1}],"money":"GBP"}`,
		`{"id":"ours","id":"ours"}`, `[`, `null`, `{}`, `{"calls":[{"call":"solo","stake":-0}]} x`, "\x00", "\xff",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := ParseHouse(text)
		if err != nil {
			var p *Problem
			if !errors.As(err, &p) || h != nil || !wellPut(p.Sentence) || !utf8.ValidString(p.Field) {
				t.Fatalf("%q: %+v, %#v", text, h, err)
			}
			return
		}
		if err := h.Check(); err != nil {
			t.Fatalf("%q was parsed and does not pass Check: %v", text, err)
		}
		first, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseHouse(first)
		if err != nil || !reflect.DeepEqual(h, again) {
			t.Fatalf("%q came back as %+v, %v", text, again, err)
		}
		if second, _ := again.MarshalJSON(); !bytes.Equal(first, second) {
			t.Fatalf("%s\n%s", first, second)
		}
	})
}

// What a set says beyond the first edition is written only where it isn't the usual: kept sets stay the same
// letter by letter.
func TestUnusualFieldsAreWritten(t *testing.T) {
	const before = `{"id":"x","name":"X","money":"units","calls":[{"call":"solo","target":5,"stake":1,"over":0,` +
		`"under":0}],"slam":"plain","allPass":"fewest","auction":"single","trumps":"turn-up","declaredTrumps":` +
		`"none","shuffle":"always","shufflePenalty":0,"revokeTricks":3,"offenderPays":true}`
	said := func(call, set string) string {
		return strings.Replace(before[:len(before)-1]+set+"}", `"stake":1`, `"stake":1`+call, 1)
	}
	for _, text := range []string{
		before,
		said(`,"lost":1,"freeUnder":0,"bonus":0`, ""),
		said("", `,"misery":1,"lone":"solo","royalOver":false,"raiseLast":false,"declaredOpen":false`),
		said("", `,"packets":"threes","shuffler":"dealer","short":"strip"`),
	} {
		h, err := ParseHouse([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, _ := h.MarshalJSON(); string(got) != before {
			t.Errorf("%s is written\n%s, and was\n%s", text, got, before)
		}
	}
	h, err := ParseHouse([]byte(said(`,"lost":2,"freeUnder":1,"bonus":5`, `,"misery":4,"lone":"raise",`+
		`"declaredOpen":true,"packets":"ones","shuffler":"left","short":"drop-suit"`)))
	if err != nil {
		t.Fatal(err)
	}
	const all = `{"id":"x","name":"X","money":"units","calls":[{"call":"solo","target":5,"stake":1,"lost":2,` +
		`"over":0,"under":0,"freeUnder":1,"bonus":5}],"misery":4,"slam":"plain","allPass":"fewest",` +
		`"auction":"single","lone":"raise","trumps":"turn-up","declaredTrumps":"none","declaredOpen":true,` +
		`"packets":"ones","shuffler":"left","short":"drop-suit","shuffle":"always","shufflePenalty":0,` +
		`"revokeTricks":3,"offenderPays":true}`
	if got, _ := h.MarshalJSON(); string(got) != all {
		t.Errorf("it is written\n%s, want\n%s", got, all)
	}
	for field, want := range map[string]string{
		"lone": "raise", "packets": "ones", "declaredOpen": "true", "raiseLast": "false", "offenderPays": "true",
		"nothing": "",
	} {
		if got := h.Switch(field); got != want {
			t.Errorf("the switch %s is %q, want %q", field, got, want)
		}
	}
}

// A switch that merely never comes into play is let pass: sets are made by copying others (§3).
func TestSwitchesThatNeverComeIntoPlay(t *testing.T) {
	for _, text := range []string{
		`"calls":[{"call":"solo","stake":1,"freeUnder":3}]`,
		`"calls":[{"call":"solo","stake":1}],"lone":"thrown-in"`,
		`"calls":[{"call":"solo","stake":1}],"misery":4`,
		`"calls":[{"call":"solo","stake":1}],"shuffle":"after-abundance"`,
		`"calls":[{"call":"solo","stake":1}],"declaredOpen":true,"declaredTrumps":"chosen"`,
		`"calls":[{"call":"solo","stake":1,"target":13,"bonus":5}]`,
		`"calls":[{"call":"misere","stake":1,"under":1,"freeUnder":2}]`,
		`"calls":[{"call":"misere","stake":1}],"short":"dummy"`,
		`"calls":[{"call":"irish","stake":1}],"short":"dummy","allPass":"last-trick","misery":2`,
		`"calls":[{"call":"abundance","stake":1},{"call":"misere","stake":2},{"call":"royal","stake":2}],` +
			`"royalOver":true,"raiseLast":true`,
	} {
		if _, err := ParseHouse([]byte(`{"id":"x","name":"X",` + text + `}`)); err != nil {
			t.Errorf("%s is refused: %v", text, err)
		}
	}
}
