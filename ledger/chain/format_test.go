package chain

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func TestCanonicalForm(t *testing.T) {
	e := Entry{
		Seq: 7, Night: 1, Kind: KindDeal, Key: "k1", Part: 1, Device: "Zoë’s \"tablet\"\n\x01 & 🂡",
		At:  1795219200000,
		Ask: [16]byte{1, 15: 255}, Body: []byte(`{"x":1}`),
		Transfers: []Transfer{{1, rules.LSD, 4, 2, 7}, {0, rules.Units, Kitty, 3, 1}},
		Prev:      Hash{9},
	}
	want := `{"seq":7,"night":1,"kind":"deal","key":"k1","part":1,` +
		`"device":"Zoë’s \"tablet\"\n\u0001 & 🂡","at":1795219200000,` +
		`"ask":"010000000000000000000000000000ff","body":{"x":1},"reverses":0,` +
		`"transfers":[[1,"lsd",4,2,7],[0,"units",-1,3,1]]}`
	if got := string(e.AppendCanonical(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	testenv.Same(t, e.Digest(), sha256.Sum256(append(e.Prev[:], want...)),
		"the hash isn't that of the hash before and the canonical form: %x")
}

// FuzzQuoting looks that a string is quoted as encoding/json does, but for what it escapes without need.
func FuzzQuoting(f *testing.F) {
	for _, s := range []string{"", "Ann", "a\"b\\c\x00\x1f\x7f", "\xff", "é🂡"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := testenv.Must(Encode(s))(t)
		text := strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", `\ufffd`, "\ufffd").
			Replace(string(want))
		if strings.ContainsAny(s, "\\") { // then an escape in it may be none
			return
		}
		if got := string(appendQuoted(nil, "", s)); got != text {
			t.Errorf("%q: got %s, want %s", s, got, text)
		}
	})
}

func TestDealsInEntries(t *testing.T) {
	chairs := []Chair{{Player: 4}, {2, 9}, {Player: 7}, {Player: 1}}
	for _, d := range []rules.Deal{
		{Seats: 4, Dealer: 1, Call: rules.Passed, Tricks: rules.NotSaid},
		{Seats: 4, Dealer: 4, Call: rules.Prop, Caller: 1, Partner: 3, Tricks: 0},
		{Seats: 4, Dealer: 2, Call: rules.Irish, Caller: 2, Bid: 6, Trumps: rules.NoTrumps, Tricks: 6},
		{Seats: 4, Dealer: 3, Call: rules.Solo, Caller: 2, Trumps: rules.Clubs, Tricks: 13,
			Revokes: [6]uint8{2: 1, 4: 13}},
		{Seats: 4, Dealer: 3, Call: rules.Misere, Caller: 2, Tricks: rules.NotSaid, Forfeit: 4},
		{Seats: 4, Dealer: 3, Call: rules.Misere, Caller: 2, Tricks: rules.NotSaid,
			WrongCards: [6]bool{1: true, 3: true}},
		{Seats: 4, Dealer: 3, Call: rules.GeneralMisere, Tricks: rules.NotSaid, Loser: 2},
		{Seats: 4, Dealer: 3, Call: rules.GeneralMisere, Tricks: rules.NotSaid, TricksBy: [6]int8{1: 13}},
	} {
		said := DealOf(&d, chairs)
		text := testenv.Must(Encode(&said))(t)
		body := testenv.Must(Decode(KindDeal, text))(t)
		got, sat, err := body.(*Deal).Read()
		if err != nil || got != d || !slices.Equal(sat, chairs) {
			t.Errorf("%s came back as %+v by %v: %v", text, got, sat, err)
		}
		again, err := Encode(body)
		if err != nil || !bytes.Equal(again, text) {
			t.Errorf("%s isn't canonical: %s %v", text, again, err)
		}
	}
}

func TestBodiesThatAreNone(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
	}{
		{"", `{}`},
		{"misdeal", `{}`},
		{KindClose, `{"x":1}`},
		{KindClose, `{} {}`},
		{KindClose, `[]`},
		{KindDeal, `{"call":"bluff"}`},
		{KindPenalty, `{"amount":1.5}`},
		{KindPenalty, `{"amount":"1"}`},
		{KindPenalty, `{"amount":9223372036854775808}`},
	} {
		if _, err := Decode(c.kind, []byte(c.text)); err == nil {
			t.Errorf("a %q of %s was accepted", c.kind, c.text)
		}
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"Ann":                        "Ann",
		"  Ann \t  Bell ":            "Ann Bell",
		"Zoe\u0308":                  "Zoë",
		"👨‍👩‍👧":                      "👨‍👩‍👧",
		"=1+2":                       "=1+2",
		"<b>Bob</b>":                 "<b>Bob</b>",
		strings.Repeat("x", maxName): strings.Repeat("x", maxName),
	} {
		if got, err := CleanName(in); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"", "   ", strings.Repeat("x", maxName+1), "A\u200bnn", "\u202eAnn",
		"Ann\x1b[31m", "\ufeffAnn", "\xff", "A\u2066nn", "Ann\u200d", "the  Kitty", "\u2028"} {
		if got, err := CleanName(in); err == nil {
			t.Errorf("%q was accepted as %q", in, got)
		}
	}
}

func TestSeal(t *testing.T) {
	a, b := Hash{1}.Seal(), Hash{2}.Seal()
	if a == b || len(a) != 19 || strings.Count(a, " ") != 3 || strings.Trim(a, Alphabet+" ") != "" {
		t.Errorf("seals %q and %q", a, b)
	}
}
