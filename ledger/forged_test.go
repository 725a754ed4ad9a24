package ledger

// Exports that were forged by somebody who knows how: every hash is right, and what the entries say is not.

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// entriesOf reads an export whole.
func entriesOf(t *testing.T, text string) (entries []*Entry) {
	t.Helper()
	in, err := archive.NewReader(strings.NewReader(text))
	for err == nil {
		var e *Entry
		if e, err = in.Next(); err == nil {
			entries = append(entries, e)
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return entries
}

// chained is an export of the entries, with numbers and hashes that fit.
func chained(entries []*Entry) string {
	var lines bytes.Buffer
	var prev Hash
	for i, e := range entries {
		e.Seq, e.Prev = EntryID(i+1), prev
		e.Hash = e.Digest()
		prev = e.Hash
		text := e.AppendCanonical(nil)
		fmt.Fprintf(&lines, "%s,\"hash\":\"%x\"}\n", text[:len(text)-1], e.Hash[:])
	}
	return fmt.Sprintf(`{"ouverte":"book","format":1,"entries":%d,"head":"%s"}`+"\n", len(entries),
		hex.EncodeToString(prev[:])) + lines.String()
}

func TestImportRefusesForgeries(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	whole := exported(t, tb.Path(), archive.JSON)
	if again := chained(entriesOf(t, whole)); again != whole {
		t.Fatal("what is only chained anew isn't what it was")
	}
	turned := func(ts []Transfer) []Transfer { return append([]Transfer{ts[0].Back()}, ts[1:]...) }
	with := func(change func(*Transfer)) func([]Transfer) []Transfer {
		return func(ts []Transfer) []Transfer { change(&ts[0]); return ts }
	}
	for _, c := range []struct {
		name      string
		of        Kind // the first of them
		old, new  string
		transfers func([]Transfer) []Transfer
		says      string
	}{
		{"paid in another money", chain.KindPayment, `"lsd"`, `"GBP"`, with(func(t *Transfer) { t.Money = "GBP" }),
			"it pays in another money than the night is played for"},
		{"paid nothing", chain.KindPayment, `"amount":1}`, `"amount":0}`,
			func([]Transfer) []Transfer { return nil }, "0 is no amount"},
		{"paid backwards", chain.KindPayment, `"amount":1}`, `"amount":-1}`, turned, "-1 is no amount"},
		{"paid to nobody", chain.KindPayment, `"to":-1`, `"to":99`, with(func(t *Transfer) { t.From = 99 }),
			"moves money of player 99, whom nobody entered"},
		{"paid to oneself", chain.KindPayment, `"to":-1`, `"to":4`, func([]Transfer) []Transfer { return nil },
			"nobody pays themselves"},
		{"fined backwards", chain.KindPenalty, `"amount":12`, `"amount":-12`, turned, "-12 is no amount"},
		{"fined nothing", chain.KindPenalty, `"amount":12`, `"amount":0`,
			func([]Transfer) []Transfer { return nil }, "0 is no amount"},
		{"a balance in money nobody knows", chain.KindOpening, `"lsd"`, `"XQX"`,
			with(func(t *Transfer) { t.Money = "XQX" }), "XQX"},
		{"a balance backwards", chain.KindOpening, `"amount":30`, `"amount":-30`, turned, "-30 is no amount"},
		{"a balance beyond counting", chain.KindOpening, `"amount":30`, `"amount":9223372036854775807`,
			with(func(t *Transfer) { t.Amount = 1<<63 - 1 }), ""},
		{"a debt backwards", chain.KindCarry, `"amount":11`, `"amount":-11`, func(ts []Transfer) []Transfer {
			return append([]Transfer{ts[0].Back(), ts[1].Back()}, ts[2:]...)
		}, "-11 is no amount"},
		{"drinks for nobody", chain.KindCost, `"player":1`, `"player":99`, with(func(t *Transfer) { t.From = 99 }),
			"99"},
		{"rounded to what isn't one", chain.KindRounding, `"coin":6`, `"coin":-6`, nil, ""},
		{"a transfer turned round", chain.KindDeal, "", "", turned, "aren't what it comes to by the rules"},
		{"a transfer left out", chain.KindDeal, "", "", func(ts []Transfer) []Transfer { return ts[1:] },
			"aren't what it comes to by the rules"},
		{"a transfer more", chain.KindPenalty, "", "", func(ts []Transfer) []Transfer { return append(ts, ts[0]) },
			"aren't what it comes to by the rules"},
		{"a transfer in another night", chain.KindDeal, "", "", with(func(t *Transfer) { t.Night = 2 }),
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
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := entriesOf(t, whole)
			i := slices.IndexFunc(entries, func(e *Entry) bool { return e.Kind == c.of })
			e := entries[i]
			if !bytes.Contains(e.Body, []byte(c.old)) {
				t.Fatalf("%s has no %s", e.Body, c.old)
			}
			e.Body = bytes.Replace(e.Body, []byte(c.old), []byte(c.new), 1)
			if c.transfers != nil {
				e.Transfers = c.transfers(e.Transfers)
			}
			dir := t.TempDir()
			_, _, err := importInto(ctx, strings.NewReader(chained(entries)), filepath.Join(dir, "new.db"), nil)
			wantSentence(t, err, c.says)
			if err != nil && strings.Contains(err.Error(), "constraint") {
				t.Errorf("in SQLite's words: %v", err)
			}
			wantOnly(t, dir)
		})
	}
}

// forgedTexts are what no form would have taken: which entry is changed, how, and what is said of it.
var forgedTexts = []struct {
	name     string
	of       Kind
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

// forge changes an entry of an export, and gives the whole chained anew, and which entry it was.
func forge(t *testing.T, whole string, of Kind, old, new string) (text string, seq EntryID) {
	t.Helper()
	entries := entriesOf(t, whole)
	i := slices.IndexFunc(entries, func(e *Entry) bool { return e.Kind == of })
	if i < 0 || !bytes.Contains(entries[i].Body, []byte(old)) {
		t.Fatalf("no %s has %s: %s", of, old, entries[max(i, 0)].Body)
	}
	e := entries[i]
	e.Body = bytes.Replace(e.Body, []byte(old), []byte(new), 1)
	return chained(entries), e.Seq
}

// TestNobodyTypedThat: what the desk would have refused is refused by an import, which names the entry, and
// is found by the audit of a book that another program wrote.
func TestNobodyTypedThat(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	whole := exported(t, tb.Path(), archive.JSON)
	fine(t, tb.Close())
	for _, c := range forgedTexts {
		t.Run(c.name, func(t *testing.T) {
			text, seq := forge(t, whole, c.of, c.old, c.new)
			dir := t.TempDir()
			_, _, err := importInto(ctx, strings.NewReader(text), filepath.Join(dir, "new.db"), nil)
			wantSentence(t, err, c.says)
			wantSentence(t, err, fmt.Sprintf("Line %d is wrong: entry %d: ", seq+1, seq))
			wantOnly(t, dir)

			path := closedCopy(t, tb.Path())
			var rows []string
			for _, e := range entriesOf(t, text)[seq-1:] {
				rows = append(rows, fmt.Sprintf(`UPDATE entry SET body = '%s', prev = x'%x', hash = x'%x' WHERE seq = %d`,
					strings.ReplaceAll(string(e.Body), "'", "''"), e.Prev[:], e.Hash[:], e.Seq))
			}
			tamper(t, path, rows...)
			found, err := audit.Check(ctx, path, nil, nil)
			if err != nil || found.Well() || found.Wrong[0].Entry != seq ||
				!strings.Contains(found.Wrong[0].Sentence, c.says) {
				t.Errorf("the audit of such a book: %+v, %v", found, err)
			}
		})
	}
}

// TestNothingIsAddedToAClosedNight appends entries to a sound book, chained as they should be: what happened
// in a night that is closed stays as its seal has it, whoever has the file.
func TestNothingIsAddedToAClosedNight(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	for _, n := range must1(tb.Nights(tb.ctx, NightFilter{})) {
		if n.Open {
			must1(tb.CloseNight(tb.ctx, tb.slip(), n.ID, 0))
		}
	}
	whole := exported(t, tb.Path(), archive.JSON)
	entries := entriesOf(t, whole)
	last := func(k Kind, night NightID) *Entry {
		t.Helper()
		for _, e := range slices.Backward(entries) {
			if e.Kind == k && (night == 0 || e.Night == night) &&
				!slices.ContainsFunc(entries, func(r *Entry) bool { return r.Reverses == e.Seq }) {
				return e
			}
		}
		t.Fatalf("no %s in night %d", k, night)
		return nil
	}
	carry := last(chain.KindCarry, 0)
	back := func(e *Entry) *Entry {
		r := &Entry{Night: e.Night, Kind: chain.KindReversal, Body: []byte(`{}`), Reverses: e.Seq}
		for _, tr := range e.Transfers {
			r.Transfers = append(r.Transfers, tr.Back())
		}
		return r
	}
	adds := func(k Kind, night NightID, body string) *Entry {
		return &Entry{Night: night, Kind: k, Body: []byte(body)}
	}
	deal := last(chain.KindDeal, 0)
	for _, c := range []struct {
		name string
		add  []*Entry
		says string
	}{
		{"nothing at all", nil, ""},
		{"a deal taken back", []*Entry{back(deal)}, "of a night that is closed"},
		{"a payment taken back", []*Entry{back(last(chain.KindPayment, 1))}, "of a night that is closed"},
		{"a penalty taken back", []*Entry{back(last(chain.KindPenalty, 0))}, "of a night that is closed"},
		{"the closing taken back", []*Entry{back(last(chain.KindClose, 0))}, "which can't be taken back"},
		{"a player taken back", []*Entry{back(last(chain.KindPlayer, 0))}, "which doesn't stand"},
		{"the carry taken back", []*Entry{back(carry)}, "nobody opened that night again"},
		{"the carry taken back, and a passed deal", []*Entry{back(carry),
			adds(chain.KindDeal, carry.Night, `{"seats":[1,2,3,4],"dealer":4,"call":"passed"}`)},
			"between the two halves of opening a night again"},
		{"a passed deal", []*Entry{adds(chain.KindDeal, 1, `{"seats":[1,2,3,4],"dealer":4,"call":"passed"}`)},
			"belongs to a night that is closed"},
		{"another table", []*Entry{adds(chain.KindTable, 1,
			`{"chairs":[{"player":1},{"player":2},{"player":3},{"player":4}],"dealer":4}`)},
			"belongs to a night that is closed"},
		{"a last round", []*Entry{adds(chain.KindLast, 1, `{"more":4}`)}, "belongs to a night that is closed"},
		{"closed twice", []*Entry{adds(chain.KindClose, 1, `{}`)}, "closed already"},
		{"a player with a number of their own", []*Entry{adds(chain.KindPlayer, 0, `{"player":99,"name":"Zoe"}`)},
			"where player"},
		{"two who turn out to be each other", []*Entry{adds(chain.KindPlayer, 0, `{"player":8,"name":"Yan"}`),
			adds(chain.KindPlayer, 0, `{"player":9,"name":"Zoe"}`), adds(chain.KindJoin, 0,
				`{"gone":8,"stays":9}`), adds(chain.KindJoin, 0, `{"gone":9,"stays":8}`)}, "can't be joined"},
		{"three who go round in a ring", []*Entry{adds(chain.KindPlayer, 0, `{"player":8,"name":"Xia"}`),
			adds(chain.KindPlayer, 0, `{"player":9,"name":"Yan"}`),
			adds(chain.KindPlayer, 0, `{"player":10,"name":"Zoe"}`),
			adds(chain.KindJoin, 0, `{"gone":8,"stays":9}`), adds(chain.KindJoin, 0, `{"gone":9,"stays":10}`),
			adds(chain.KindJoin, 0, `{"gone":10,"stays":8}`)}, "can't be joined"},
		{"one who is themselves", []*Entry{adds(chain.KindPlayer, 0, `{"player":8,"name":"Yan"}`),
			adds(chain.KindJoin, 0, `{"gone":8,"stays":8}`)}, "can't be joined"},
		{"a debt to oneself", []*Entry{adds(chain.KindOpening, 0,
			`{"money":"lsd","from":3,"to":3,"amount":5,"reason":"x"}`)}, "nobody owes themselves"},
		{"a colour there is not", []*Entry{adds(chain.KindFace, 0,
			`{"player":3,"colour":"mauve","emblem":"star"}`)}, "a colour or an emblem that there is not"},
		{"an emblem for nobody", []*Entry{adds(chain.KindFace, 0,
			`{"player":99,"colour":"rust","emblem":"star"}`)}, "names player 99, whom nobody entered"},
		{"an emblem in a night", []*Entry{adds(chain.KindFace, tb.night,
			`{"player":3,"colour":"rust","emblem":"star"}`)}, "it belongs to a night that is closed"},
		{"two who have more together than can be counted", []*Entry{adds(chain.KindPlayer, 0,
			`{"player":8,"name":"Xia"}`), adds(chain.KindPlayer, 0, `{"player":9,"name":"Yan"}`),
			adds(chain.KindPlayer, 0, `{"player":10,"name":"Zoe"}`), {Kind: chain.KindOpening,
				Body:      []byte(`{"money":"lsd","from":8,"to":9,"amount":9000000000000000000,"reason":"x"}`),
				Transfers: []Transfer{{Money: rules.LSD, From: 8, To: 9, Amount: 9e18}}},
			{Kind: chain.KindOpening,
				Body:      []byte(`{"money":"lsd","from":3,"to":10,"amount":9000000000000000000,"reason":"x"}`),
				Transfers: []Transfer{{Money: rules.LSD, From: 3, To: 10, Amount: 9e18}}}, adds(chain.KindJoin, 0,
				`{"gone":9,"stays":10}`)}, "the sums leave the range of numbers"},
		{"a key as no form has", []*Entry{{Kind: chain.KindAway, Key: "<b>",
			Body: []byte(`{"player":3,"away":true}`)}}, "a key as no form has"},
		{"sent twice with one key", []*Entry{{Kind: chain.KindAway, Key: deal.Key,
			Body: []byte(`{"player":3,"away":true}`)}}, "can't stand beside the entries before it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries := entriesOf(t, whole)
			for i, e := range c.add {
				one := *e
				one.At, one.Device, one.Part = entries[len(entries)-1].At, "forger", 1
				if one.Key == "" {
					one.Key = fmt.Sprint("forged-", i)
				}
				entries = append(entries, &one)
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "new.db")
			_, _, err := importInto(ctx, strings.NewReader(chained(entries)), path, nil)
			if c.add == nil {
				if err != nil {
					t.Fatal(err)
				}
				well(t, path)
				return
			}
			wantSentence(t, err, c.says)
			if err != nil && strings.Contains(err.Error(), "constraint") {
				t.Errorf("in SQLite's words: %v", err)
			}
			wantOnly(t, dir)
		})
	}
}

// The line that is named is the one at fault, also where several deals are written together.
func TestImportNamesTheLine(t *testing.T) {
	testenv.Thorough(t)
	b := newBook(t)
	fill(t, b, 1, 3, 10)
	whole := exported(t, b.Path(), archive.JSON)
	entries := entriesOf(t, whole)
	for i, e := range entries {
		if !e.NewDeal() || i%4 != 0 {
			continue
		}
		forged := entriesOf(t, whole)
		forged[i].Key, forged[i].Part = entries[0].Key, entries[0].Part
		_, _, err := importInto(t.Context(), strings.NewReader(chained(forged)), filepath.Join(t.TempDir(),
			"new.db"), nil)
		var bad *archive.BadLine
		if !errors.As(err, &bad) || bad.Line != i+2 {
			t.Errorf("line %d has the key of another: %v", i+2, err)
		}
	}
}
