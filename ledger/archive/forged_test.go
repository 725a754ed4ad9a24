package archive

// Chains that were forged by somebody who knows how: every hash is right, and what the entries say is not.
// What an import takes, and opening a book and the audit with it, is what a state takes.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// firstExport is an export of the first version: a book in which everything happened that could.
func firstExport(t testing.TB) string {
	t.Helper()
	text := testenv.Must(os.ReadFile("../testdata/first.json"))(t)
	return string(text)
}

func take(entries []*chain.Entry) error {
	chained(entries)
	d, in := state.New().Draft(), chain.Reader{}
	for _, e := range entries {
		if err := d.Take(e, &in); err != nil {
			return err
		}
	}
	return d.Whole()
}

// wantWrong wants a sentence of the entry at fault; zero: of any.
func wantWrong(t *testing.T, err error, seq chain.EntryID, says string) {
	t.Helper()
	var wrong *state.Wrong
	if !errors.As(err, &wrong) || seq != 0 && wrong.Entry != seq || !strings.Contains(wrong.Sentence, says) ||
		!strings.HasSuffix(wrong.Sentence, ".") {
		t.Errorf("got %v, want entry %d and %q", err, seq, says)
	}
}

type (
	transfer  = chain.Transfer
	transfers = []transfer
)

// forgery changes the first entry of a kind.
type forgery struct {
	name     string
	of       chain.Kind
	old, new string // of its body
	moved    func(transfers) transfers
	says     string
}

func forgeries() []forgery {
	turned := func(ts transfers) transfers { return append(transfers{ts[0].Back()}, ts[1:]...) }
	with := func(change func(*transfer)) func(transfers) transfers {
		return func(ts transfers) transfers { change(&ts[0]); return ts }
	}
	return []forgery{
		{"paid in another money", chain.KindPayment, `"lsd"`, `"GBP"`, with(func(t *transfer) { t.Money = "GBP" }),
			"it pays in another money than the night is played for"},
		{"paid nothing", chain.KindPayment, `"amount":1}`, `"amount":0}`,
			func(transfers) transfers { return nil }, "0 is no amount"},
		{"paid backwards", chain.KindPayment, `"amount":1}`, `"amount":-1}`, turned, "-1 is no amount"},
		{"paid to nobody", chain.KindPayment, `"to":-1`, `"to":99`, with(func(t *transfer) { t.From = 99 }),
			"moves money of player 99, whom nobody entered"},
		{"paid to oneself", chain.KindPayment, `"to":-1`, `"to":4`, func(transfers) transfers { return nil },
			"nobody pays themselves"},
		{"fined backwards", chain.KindPenalty, `"amount":12`, `"amount":-12`, turned, "-12 is no amount"},
		{"fined nothing", chain.KindPenalty, `"amount":12`, `"amount":0`,
			func(transfers) transfers { return nil }, "0 is no amount"},
		{"a balance in money nobody knows", chain.KindOpening, `"lsd"`, `"XQX"`,
			with(func(t *transfer) { t.Money = "XQX" }), "XQX"},
		{"a balance backwards", chain.KindOpening, `"amount":30`, `"amount":-30`, turned, "-30 is no amount"},
		{"a balance beyond counting", chain.KindOpening, `"amount":30`, `"amount":9223372036854775807`,
			with(func(t *transfer) { t.Amount = 1<<63 - 1 }), ""},
		{"a debt backwards", chain.KindCarry, `"amount":11`, `"amount":-11`, func(ts transfers) transfers {
			return append(transfers{ts[0].Back(), ts[1].Back()}, ts[2:]...)
		}, "is no amount"},
		{"drinks for nobody", chain.KindCost, `"player":1`, `"player":99`, with(func(t *transfer) { t.From = 99 }),
			"99"},
		{"rounded to what isn't one", chain.KindRounding, `"coin":6`, `"coin":-6`, nil, ""},
		{"a transfer turned round", chain.KindDeal, "", "", turned, "aren't what it comes to by the rules"},
		{"a transfer left out", chain.KindDeal, "", "", func(ts transfers) transfers { return ts[1:] },
			"aren't what it comes to by the rules"},
		{"a transfer more", chain.KindPenalty, "", "", func(ts transfers) transfers { return append(ts, ts[0]) },
			"aren't what it comes to by the rules"},
		{"a transfer in another night", chain.KindDeal, "", "", with(func(t *transfer) { t.Night = 2 }),
			"aren't what it comes to by the rules"},
		{"a deal dealt by somebody else", chain.KindDeal, `"dealer":4`, `"dealer":5`, nil, ""},
		{"a deal with one in two places", chain.KindDeal, `"seats":[1,2,3,4]`, `"seats":[1,2,3,3]`, nil, ""},
		{"the first dealer sits elsewhere", chain.KindNight, `"dealer":4`, `"dealer":5`, nil,
			"who is to deal doesn't sit at the table"},
		{"the next dealer sits elsewhere", chain.KindTable, `"dealer":1`, `"dealer":6`, nil,
			"who is to deal doesn't sit at the table"},
		{"a night for one", chain.KindNight, `"seats":[1,2,3,4]`, `"seats":[4]`, nil, "1 sit at the table"},
		{"a night for six", chain.KindNight, `"seats":[1,2,3,4]`, `"seats":[1,2,3,4,1,2]`, nil,
			"6 sit at the table"},
		{"one in two places", chain.KindNight, `"seats":[1,2,3,4]`, `"seats":[1,2,4,4]`, nil,
			"player 4 sits in two places"},
		{"one in two chairs", chain.KindTable, `{"player":5}`, `{"player":4}`, nil, "player 4 sits in two places"},
		{"a stranger in a chair", chain.KindTable, `{"player":5}`, `{"player":99}`, nil, "99"},
		{"stakes that are none", chain.KindNight, `"stake":6`, `"stake":-6`, nil, ""},
		{"a scale that is none", chain.KindNight, `"scale":1`, `"scale":0`, nil, ""},
		{"a day that is none", chain.KindNight, `"date":"2026-11-21"`, `"date":"2026-11-31"`, nil, ""},
		{"another night's number", chain.KindNight, `"night":1`, `"night":7`, nil, ""},
		{"a player of no name", chain.KindPlayer, `"=SUM(A1)"`, `""`, nil, ""},
		{"a player of the kitty's number", chain.KindPlayer, `"player":1`, `"player":-1`, nil, ""},
		{"a name with another line in it", chain.KindPlayer, `"=SUM(A1)"`, `"Ann\nBob"`, nil, ""},
	}
}

// forgedTexts are what no form would have taken.
var forgedTexts = []struct {
	name     string
	of       chain.Kind
	old, new string
	says     string
}{
	{"a word for a call there isn't", chain.KindWords, `"prop":`, `"trump-everything":`,
		"There is no call “trump-everything” to be named"},
	{"a word for what is no call", chain.KindWords, `"prop":`, `"void":`,
		"the names for the calls in it can't be"},
	{"a word too long for a button", chain.KindWords, `"prop":"`, `"prop":"` + strings.Repeat("x", 24),
		"is too long for a button: 24 letters at most"},
	{"a word of a night for a call there isn't", chain.KindNight, `"dealer":4`,
		`"dealer":4,"words":{"trump":"x"}`, "There is no call “trump” to be named"},
	{"a long word of a night", chain.KindNight, `"dealer":4`, `"dealer":4,"words":{"prop":"` +
		strings.Repeat("x", 201) + `"}`, "That is too long: 200 letters at most"},
	{"a night by a long name", chain.KindNight, `"date":`, `"name":"` + strings.Repeat("x", 201) +
		`","date":`, "the name in it can't be: That is too long: 200 letters at most"},
	{"another long name", chain.KindEdit, `"name":"`, `"name":"` + strings.Repeat("x", 201),
		"the name in it can't be: That is too long: 200 letters at most"},
	{"a long reason", chain.KindPenalty, `"reason":"`, `"reason":"` + strings.Repeat("x", 5000),
		"the reason in it can't be: That is too long: 200 letters at most"},
	{"a reason with two lines", chain.KindPenalty, `"reason":"`, `"reason":"one\n`,
		"the reason in it can't be: it would have been written otherwise"},
	{"a reason that turns the text round", chain.KindReversal, `"reason":"`, `"reason":"` + "\u202e",
		"The text holds a sign that can't be seen"},
	{"no reason where one is needed", chain.KindOpening, `"reason":"the old book"`, `"reason":""`,
		"A few words are needed here"},
	{"a long reason for a deal", chain.KindDeal, `{"seats":`, `{"reason":"` + strings.Repeat("x", 201) +
		`","seats":`, "the reason in it can't be: That is too long: 200 letters at most"},
	{"a deal told as nobody tells one", chain.KindDeal, `{"seats":`, `{"as":"bewitched","seats":`,
		"it is a version of a deal as there is none"},
	{"a cost by a long name", chain.KindCost, `"what":"`, `"what":"` + strings.Repeat("x", 201),
		"the text in it can't be: That is too long: 200 letters at most"},
	{"a name with an end", chain.KindPlayer, `"=SUM(A1)"`, `"=SUM(A1) "`,
		"the name in it is none that a player can have"},
	{"a set by a name that isn't seen", chain.KindHouse, `"name":"`, `"name":"` + "\u200b",
		"The text holds a sign that can't be seen"},
}

func TestForgeriesAreRefused(t *testing.T) {
	whole := firstExport(t)
	if again := chained(entriesOf(t, whole)); again != whole {
		t.Fatal("what is only chained anew isn't what it was")
	}
	all := forgeries()
	for _, c := range forgedTexts {
		all = append(all, forgery{c.name, c.of, c.old, c.new, nil, c.says})
	}
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			entries := entriesOf(t, whole)
			e := entries[slices.IndexFunc(entries, func(e *chain.Entry) bool { return e.Kind == c.of })]
			if !bytes.Contains(e.Body, []byte(c.old)) {
				t.Fatalf("%s has no %s", e.Body, c.old)
			}
			e.Body = bytes.Replace(e.Body, []byte(c.old), []byte(c.new), 1)
			if c.moved != nil {
				e.Transfers = c.moved(e.Transfers)
			}
			wantWrong(t, take(entries), e.Seq, c.says)
		})
	}
}

// TestNothingIsAddedToAClosedNight appends entries to a sound book, chained as they should be: what happened
// in a night that is closed stays as its seal has it, whoever has the file.
func TestNothingIsAddedToAClosedNight(t *testing.T) {
	whole := entriesOf(t, firstExport(t))
	for _, c := range []struct{ add, says string }{ // an entry a line: its kind, its night, what it says
		{"", ""},
		{"back deal", "of a night that is closed"},
		{"back payment", "of a night that is closed"},
		{"back penalty", "of a night that is closed"},
		{"back close", "which can't be taken back"},
		{"back player", "which doesn't stand"},
		{"back carry", "nobody opened that night again"},
		{"back carry\ndeal 1 " + `{"seats":[1,2,3,4],"dealer":4,"call":"passed"}`,
			"between the two halves of opening a night again"},
		{`deal 1 {"seats":[1,2,3,4],"dealer":4,"call":"passed"}`, "belongs to a night that is closed"},
		{`table 1 {"chairs":[{"player":1},{"player":2},{"player":3},{"player":4}],"dealer":4}`,
			"belongs to a night that is closed"},
		{`last 1 {"more":4}`, "belongs to a night that is closed"},
		{`close 1 {}`, "closed already"},
		{`face 1 {"player":3,"colour":"rust","emblem":"star"}`, "belongs to a night that is closed"},
		{`face 0 {"player":3,"colour":"mauve","emblem":"star"}`, "a colour or an emblem that there is not"},
		{`face 0 {"player":99,"colour":"rust","emblem":"star"}`, "names player 99, whom nobody entered"},
		{`player 0 {"player":99,"name":"Zoe"}`, "where player"},
		{`join 0 {"gone":5,"stays":5}`, "can't be joined"},
		{"player 0 " + `{"player":8,"name":"Yan"}` + "\nplayer 0 " + `{"player":9,"name":"Zoe"}` +
			"\njoin 0 " + `{"gone":8,"stays":9}` + "\njoin 0 " + `{"gone":9,"stays":8}`, "can't be joined"},
		{"player 0 " + `{"player":8,"name":"Xia"}` + "\nplayer 0 " + `{"player":9,"name":"Yan"}` +
			"\nplayer 0 " + `{"player":10,"name":"Zoe"}` + "\njoin 0 " + `{"gone":8,"stays":9}` +
			"\njoin 0 " + `{"gone":9,"stays":10}` + "\njoin 0 " + `{"gone":10,"stays":8}`, "can't be joined"},
		{`opening 0 {"money":"lsd","from":3,"to":3,"amount":5,"reason":"x"}`, "nobody owes themselves"},
		{"player 0 " + `{"player":8,"name":"Xia"}` + "\nplayer 0 " + `{"player":9,"name":"Yan"}` +
			"\nplayer 0 " + `{"player":10,"name":"Zoe"}` +
			"\nopening 0 " + `{"money":"lsd","from":8,"to":9,"amount":9000000000000000000,"reason":"x"}` +
			"\nopening 0 " + `{"money":"lsd","from":3,"to":10,"amount":9000000000000000000,"reason":"x"}` +
			"\njoin 0 " + `{"gone":9,"stays":10}`, "the sums leave the range of numbers"},
	} {
		t.Run(c.add, func(t *testing.T) {
			entries := slices.Clone(whole)
			for i, line := range strings.Split(c.add, "\n") {
				if line != "" {
					e := added(t, whole, line)
					e.At, e.Device, e.Key, e.Part = whole[len(whole)-1].At, "forger", fmt.Sprint("forged-", i), 1
					entries = append(entries, e)
				}
			}
			if err := take(entries); err != nil || c.says != "" {
				wantWrong(t, err, 0, c.says)
			}
		})
	}
}

// added is the entry a line says; "back carry" takes back the last carry of the first night that stands.
func added(t *testing.T, before []*chain.Entry, line string) *chain.Entry {
	if of, ok := strings.CutPrefix(line, "back "); ok {
		for _, e := range slices.Backward(before) {
			if string(e.Kind) != of || e.Night != 1 && of != "player" ||
				slices.ContainsFunc(before, func(r *chain.Entry) bool { return r.Reverses == e.Seq }) {
				continue
			}
			back := &chain.Entry{Night: e.Night, Kind: chain.KindReversal, Body: []byte(`{}`), Reverses: e.Seq}
			for _, tr := range e.Transfers {
				back.Transfers = append(back.Transfers, tr.Back())
			}
			return back
		}
	}
	e := &chain.Entry{}
	testenv.Must(fmt.Sscan(line, &e.Kind, &e.Night))(t)
	e.Body = []byte(line[strings.IndexByte(line, '{'):])
	if said, err := chain.Decode(e.Kind, e.Body); err == nil && e.Kind == chain.KindOpening {
		e.Transfers, _ = chain.Moves(e.Kind, 0, rules.LSD, said)
	}
	return e
}

// TestForgedEvenings are chains in which an evening at several tables isn't one.
func TestForgedEvenings(t *testing.T) {
	whole := string(unpacked(t, "keptwhole/export.json"))
	last := func(all []*chain.Entry, kind chain.Kind, night chain.NightID) int {
		for i, e := range slices.Backward(all) {
			if e.Kind == kind && e.Night == night {
				return i
			}
		}
		t.Fatalf("no %s in night %d", kind, night)
		return 0
	}
	says := func(kind chain.Kind, night chain.NightID, from, to string) func([]*chain.Entry) []*chain.Entry {
		return func(all []*chain.Entry) []*chain.Entry {
			e := all[last(all, kind, night)]
			if !bytes.Contains(e.Body, []byte(from)) {
				t.Fatalf("%s has no %s", e.Body, from)
			}
			e.Body = bytes.Replace(e.Body, []byte(from), []byte(to), 1)
			return all
		}
	}
	without := func(kind chain.Kind, night chain.NightID) func([]*chain.Entry) []*chain.Entry {
		return func(all []*chain.Entry) []*chain.Entry {
			i := last(all, kind, night)
			return slices.Delete(all, i, i+1)
		}
	}
	upTo := func(kind chain.Kind, night chain.NightID) func([]*chain.Entry) []*chain.Entry {
		return func(all []*chain.Entry) []*chain.Entry { return all[:last(all, kind, night)] }
	}
	for name, c := range map[string]struct {
		forge func([]*chain.Entry) []*chain.Entry
		says  string
	}{
		"handed over and not taken": {without(chain.KindTake, 30),
			"it isn't what evening 30 takes over from night 32"},
		"taken and not handed over": {without(chain.KindHand, 32), "it takes over what no table has handed over"},
		"a table of no evening": {says(chain.KindNight, 31, `"evening":30`, `"evening":99`),
			"it is a table of night 99, which is no evening at several"},
		"a table by itself": {says(chain.KindNight, 31, `,"evening":30`, ``),
			"it seats night 31, which is no open table of the evening"},
		"another's table": {says(chain.KindRound, 30, `{"night":31`, `{"night":7`),
			"it seats night 7, which is no open table of the evening"},
		"somebody in two places": {says(chain.KindEvening, 30, `[1,2,3,4,5,6,7,8]`, `[1,2,3,4,5,6,7,7]`),
			"player 7 is named twice"},
		"others than sit there": {says(chain.KindRound, 30, `"seats":[1,2,3,4]`, `"seats":[2,1,3,4]`),
			"it seats others at night 31 than sit there"},
		"a round too many": {says(chain.KindRound, 30, `"round":1`, `"round":3`),
			"it seats round 3 after round 0"},
		"rounds without end": {says(chain.KindEvening, 22, `"rounds":3`, `"rounds":300`),
			"300 rounds of 2 deals are none"},
		"a round without a deal": {says(chain.KindEvening, 30, `"deals":4`, `"deals":0`),
			"0 rounds of 0 deals are none"},
		"gone who never came": {says(chain.KindPresent, 22, `"player":9`, `"player":13`),
			"player 13 goes home, who wasn't there"},
		"closed while a table plays": {without(chain.KindClose, 32),
			"night 32 has handed over what it had, and doesn't close"},
		"played by other rules": {says(chain.KindNight, 31, `"scale":1`, `"scale":2`),
			"it is played by other house rules than evening 30"},
		"cut after a table handed over": {upTo(chain.KindTake, 30),
			"what is there of an evening at several tables goes on after it"},
		"cut before the first round": {upTo(chain.KindRound, 30),
			"what is there of an evening at several tables goes on after it"},
	} {
		t.Run(name, func(t *testing.T) { wantWrong(t, take(c.forge(entriesOf(t, whole))), 0, c.says) })
	}
	if err := take(entriesOf(t, whole)); err != nil {
		t.Error(err)
	}
}
