package ledger

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

func TestNothingIsChangedOrRemoved(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	tb.deal("solo ann 5")
	tb.deal("solo bob 5")
	path := tb.Path()
	for _, pragmas := range [][]string{nil, {"recursive_triggers(OFF)"}, {"foreign_keys(OFF)", "recursive_triggers(OFF)"}} {
		db := pastTheBook(t, path, pragmas...)
		for _, text := range []string{
			`UPDATE entry SET device = 'mine' WHERE seq = 6`,
			`DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT OR REPLACE INTO entry SELECT seq, night, kind, key, part, 'mine', at, ask, body, reverses, prev, hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT OR REPLACE INTO entry SELECT seq + 1, night, kind, key, part, device, at, ask, body, reverses, hash, hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT INTO entry SELECT seq + 2, night, kind, key, 9, device, at, ask, body, reverses, hash, hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT INTO entry SELECT seq + 1, night, kind, key, 9, device, at, ask, body, reverses, zeroblob(32), hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`UPDATE OR REPLACE transfer SET amount = 1`,
			`DELETE FROM transfer`,
			`INSERT OR REPLACE INTO transfer SELECT entry, n, night, money, src, dst, 1 FROM transfer`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 1 FROM transfer LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 0 FROM transfer ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, -1 FROM transfer ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, src, 1 FROM transfer ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 'a lot' FROM transfer ORDER BY entry DESC LIMIT 1`,
		} {
			if _, err := db.Exec(text); err == nil {
				t.Errorf("%v: %s was accepted", pragmas, text)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	tb.want(map[string]int64{"Ann": 12, "Bob": 12, "Cat": -12, "Dan": -12})
	wantSound(t, path)
}

func TestCanonicalForm(t *testing.T) {
	e := Entry{
		Seq: 7, Night: 1, Kind: KindDeal, Key: "k1", Part: 1, Device: "Zoë’s \"tablet\"\n\x01 & 🂡", At: 1795219200000,
		Ask: [16]byte{1, 15: 255}, Body: []byte(`{"x":1}`),
		Transfers: []Transfer{{1, rules.LSD, 4, 2, 7}, {0, rules.Units, Kitty, 3, 1}},
		Prev:      Hash{9},
	}
	want := `{"seq":7,"night":1,"kind":"deal","key":"k1","part":1,"device":"Zoë’s \"tablet\"\n\u0001 & 🂡","at":1795219200000,` +
		`"ask":"010000000000000000000000000000ff","body":{"x":1},"reverses":0,"transfers":[[1,"lsd",4,2,7],[0,"units",-1,3,1]]}`
	if got := string(e.AppendCanonical(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := e.Digest(); got != sha256.Sum256(append(e.Prev[:], want...)) {
		t.Errorf("the hash isn't that of the hash before and the canonical form: %x", got)
	}
}

// FuzzQuoting looks that a string is quoted as encoding/json does, but for what it escapes without need.
func FuzzQuoting(f *testing.F) {
	for _, s := range []string{"", "Ann", "a\"b\\c\x00\x1f\x7f", "\xff", "é🂡"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := encodeBody(s)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", `\ufffd`, "\ufffd").Replace(string(want))
		if strings.ContainsAny(s, "\\") { // then an escape in it may be none
			return
		}
		if got := string(appendQuoted(nil, s)); got != text {
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
		{Seats: 4, Dealer: 3, Call: rules.Solo, Caller: 2, Trumps: rules.Clubs, Tricks: 13, Revokes: [6]uint8{2: 1, 4: 13}},
		{Seats: 4, Dealer: 3, Call: rules.Misere, Caller: 2, Tricks: rules.NotSaid, Forfeit: 4},
		{Seats: 4, Dealer: 3, Call: rules.Misere, Caller: 2, Tricks: rules.NotSaid, WrongCards: [6]bool{1: true, 3: true}},
		{Seats: 4, Dealer: 3, Call: rules.GeneralMisere, Tricks: rules.NotSaid, Loser: 2},
		{Seats: 4, Dealer: 3, Call: rules.GeneralMisere, Tricks: rules.NotSaid, TricksBy: [6]int8{1: 13}},
	} {
		said := sayDeal(&d, chairs)
		text, err := encodeBody(&said)
		if err != nil {
			t.Fatal(err)
		}
		body, err := decodeBody(KindDeal, text)
		if err != nil {
			t.Fatal(err)
		}
		got, sat, err := body.(*dealBody).deal()
		if err != nil || got != d || !equal(sat, chairs) {
			t.Errorf("%s came back as %+v by %v: %v", text, got, sat, err)
		}
		again, err := encodeBody(body)
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
		if _, err := decodeBody(c.kind, []byte(c.text)); err == nil {
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
	for _, in := range []string{"", "   ", strings.Repeat("x", maxName+1), "A\u200bnn", "\u202eAnn", "Ann\x1b[31m", "\ufeffAnn", "\xff", "A\u2066nn", "Ann\u200d", "the  Kitty", "\u2028"} {
		if got, err := CleanName(in); err == nil {
			t.Errorf("%q was accepted as %q", in, got)
		}
	}
	b := newBook(t)
	k := new(keys)
	must1(b.AddPlayer(t.Context(), k.slip(), "Zoë"))
	_, err := b.AddPlayer(t.Context(), k.slip(), " ZOE\u0308 ")
	wantRefusal(t, err, "name")
	_, err = b.AddPlayer(t.Context(), Slip{Key: "no spaces please"}, "Bob")
	wantRefusal(t, err, "key")
	r := must1(b.AddPlayer(t.Context(), Slip{Key: "k", Device: "evil\u202e"}, "Bob"))
	if e := must1(readEntry(b.asking(t.Context()), r.Entry)); e.Device != "a device" {
		t.Errorf("the device is kept as %q", e.Device)
	}
}

func TestSeal(t *testing.T) {
	a, b := seal(Hash{1}), seal(Hash{2})
	if a == b || len(a) != 19 || strings.Count(a, " ") != 3 || strings.Trim(a, sealAlphabet+" ") != "" {
		t.Errorf("seals %q and %q", a, b)
	}
}

// TestTooMuchMoney: what isn't taken at once any more may stand in a book from before; what would go beyond counting beside it is
// refused, and counts again when it is gone.
func TestTooMuchMoney(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob := tb.players["Ann"], tb.players["Bob"]
	most := int64(1<<63 - 1)
	pay := func(from, to PlayerID) error {
		p := &paymentBody{Money: rules.LSD, From: from, To: to, Amount: most}
		_, err := tb.inNight(tb.ctx, tb.slip(), tb.night, "pay", p, func(*desk, *fold) (Kind, any, error) { return KindPayment, p, nil })
		return err
	}
	if err := pay(ann, bob); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, pay(ann, bob), "amount")
	_, err := tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, Payment{ann, bob, 1}, 0)
	wantRefusal(t, err, "amount")
	tb.want(map[string]int64{"Ann": most, "Bob": -most})
	_, err = tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{ann, bob, -1})
	wantRefusal(t, err, "amount")
	if err := pay(bob, ann); err != nil {
		t.Fatal(err)
	}
	tb.deal("solo ann 5")
	tb.want(map[string]int64{"Ann": 18})
}

// TestNothingAbsurdAtOnce tries every door by which an amount comes in: what no table plays for is refused, and leaves the night as
// it was; the most there may be is taken, and deals after it.
func TestNothingAbsurdAtOnce(t *testing.T) {
	hoyle := func(id string) rules.House {
		set, _ := rules.Set("hoyle")
		h := *set
		h.ID, h.Calls = id, slices.Clone(h.Calls)
		return h
	}
	doors := []struct {
		name, field string
		write       func(*table, int64) error
	}{
		{"a penalty to the others", "amount", func(tb *table, amount int64) error {
			_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Amount: amount, Reason: "talked"})
			return err
		}},
		{"a penalty into the kitty", "amount", func(tb *table, amount int64) error {
			_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Kitty: true, Amount: amount, Reason: "talked"})
			return err
		}},
		{"a cost", "amount", func(tb *table, amount int64) error {
			_, err := tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: tb.players["Ann"], What: "Port", Amount: amount, For: []PlayerID{tb.players["Ann"], tb.players["Bob"]}})
			return err
		}},
		{"a cost by name", "amount", func(tb *table, amount int64) error {
			_, err := tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: tb.players["Ann"], What: "Port", Amount: amount, Shares: []Share{{tb.players["Bob"], amount - 1}, {tb.players["Cat"], 1}}})
			return err
		}},
		{"a payment", "amount", func(tb *table, amount int64) error {
			_, err := tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{tb.players["Ann"], tb.players["Bob"], amount})
			return err
		}},
		{"a payment on the slate", "amount", func(tb *table, amount int64) error {
			_, err := tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, Payment{tb.players["Ann"], tb.players["Bob"], amount}, 0)
			return err
		}},
		{"an opening", "amount", func(tb *table, amount int64) error {
			_, err := tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD, Debt{tb.players["Ann"], tb.players["Bob"], amount}, "the old book")
			return err
		}},
		{"a share of the kitty", "amount", func(tb *table, amount int64) error {
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Kitty: true, Amount: mostAtOnce, Reason: "shuffled"}))
			_, err := tb.ShareKitty(tb.ctx, tb.slip(), tb.night, KittyShare{Amount: amount, Among: []PlayerID{tb.players["Bob"]}})
			return err
		}},
		{"a share of the kitty by name", "amount", func(tb *table, amount int64) error {
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Kitty: true, Amount: mostAtOnce, Reason: "shuffled"}))
			_, err := tb.ShareKitty(tb.ctx, tb.slip(), tb.night, KittyShare{Shares: []Share{{tb.players["Bob"], amount}}})
			return err
		}},
		{"an own set's stake", "calls[1].stake", func(tb *table, amount int64) error {
			h := hoyle("")
			h.Calls[1].Stake = amount
			_, err := tb.SaveHouse(tb.ctx, tb.slip(), &h)
			return err
		}},
		{"an own set's over-tricks", "calls[0].over", func(tb *table, amount int64) error {
			h := hoyle("")
			h.Calls[0].Over = amount
			_, err := tb.SaveHouse(tb.ctx, tb.slip(), &h)
			return err
		}},
		{"an own set's penalty for shuffling", "shufflePenalty", func(tb *table, amount int64) error {
			h := hoyle("")
			h.ShufflePenalty = amount
			_, err := tb.SaveHouse(tb.ctx, tb.slip(), &h)
			return err
		}},
		{"the stakes of a night", "house", func(tb *table, amount int64) error {
			h := hoyle("hoyle")
			h.Calls[1].Under = amount
			n := tb.now()
			_, err := tb.StartNight(tb.ctx, tb.slip(), NewNight{House: &h, Seats: []PlayerID{n.Table[0].Player, n.Table[1].Player, n.Table[2].Player}, Dealer: n.Table[0].Player})
			return err
		}},
		{"the scale of a night", "scale", func(tb *table, amount int64) error {
			h := hoyle("hoyle")
			h.Calls[1].Stake = min((amount-1)/1000+1, mostAtOnce)
			n := tb.now()
			_, err := tb.StartNight(tb.ctx, tb.slip(), NewNight{House: &h, Scale: 1000, Seats: []PlayerID{n.Table[0].Player, n.Table[1].Player, n.Table[2].Player}, Dealer: n.Table[0].Player})
			return err
		}},
	}
	for _, door := range doors {
		t.Run(door.name, func(t *testing.T) {
			tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
			for _, amount := range []int64{mostAtOnce + 1, 9223372036854775000} {
				err := door.write(tb, amount)
				wantRefusal(t, err, door.field)
				if err == nil || !strings.Contains(err.Error(), "£4166666666 13s. 4d.") {
					t.Errorf("%d: %v", amount, err)
				}
			}
			tb.deal("solo ann 5")
			if err := door.write(tb, mostAtOnce); err != nil {
				t.Errorf("the most there may be: %v", err)
			}
			tb.deal("solo ann 5")
		})
	}
}
