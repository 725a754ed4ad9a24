package archive

// Chains that were forged by somebody who knows how: every hash is right, and what the entries say is not.
// What an import takes, and opening a book and the audit with it, is what a state takes.

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
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
		if err := d.ApplyRead(e, &in); err != nil {
			return err
		}
	}
	return d.Whole()
}

var golden = flag.Bool("golden", false, "write the answers in testdata anew")

// wrong is what a chain is refused for, as the tables have it.
func wrong(t *testing.T, err error) string {
	t.Helper()
	var wrong *state.Wrong
	if err == nil {
		return "taken"
	}
	if !errors.As(err, &wrong) || !strings.HasSuffix(wrong.Sentence, ".") {
		t.Errorf("refused with %v", err)
	}
	return "✗ " + err.Error()
}

// reworded says something else in an entry: old → new.
func reworded(t *testing.T, e *chain.Entry, change string) {
	t.Helper()
	old, with, ok := strings.Cut(change, " → ")
	if !ok || !bytes.Contains(e.Body, []byte(old)) {
		t.Fatalf("%s has no %s", e.Body, change)
	}
	with = letters.ReplaceAllStringFunc(with, func(n string) string {
		return strings.Repeat("x", testenv.Must(strconv.Atoi(n[2:len(n)-1]))(t))
	})
	with = strings.NewReplacer("{turn}", "\u202e", "{zero}", "\u200b").Replace(with)
	e.Body = bytes.Replace(e.Body, []byte(old), []byte(with), 1)
}

var letters = regexp.MustCompile(`\{x\d+\}`)

// moved changes the transfers of an entry.
func moved(t *testing.T, ts []chain.Transfer, how string) []chain.Transfer {
	t.Helper()
	switch how {
	case "none":
		return nil
	case "without the first":
		return ts[1:]
	case "the first twice":
		return append(ts, ts[0])
	case "two turned":
		ts[1] = ts[1].Back()
		fallthrough
	case "turned":
		ts[0] = ts[0].Back()
		return ts
	}
	what, to, _ := strings.Cut(how, " ")
	n, _ := strconv.ParseInt(to, 10, 64)
	switch what {
	case "money":
		ts[0].Money = rules.Money(to)
	case "from":
		ts[0].From = chain.PlayerID(n)
	case "night":
		ts[0].Night = chain.NightID(n)
	case "amount":
		ts[0].Amount = n
	default:
		t.Fatalf("what is %q?", how)
	}
	return ts
}

func TestForgeriesAreRefused(t *testing.T) {
	whole := firstExport(t)
	if again := chained(entriesOf(t, whole)); again != whole {
		t.Fatal("what is only chained anew isn't what it was")
	}
	testenv.Golden(t, "testdata/forged.txt", *golden, func(_, line string) string {
		entries := entriesOf(t, whole)
		line, how, moves := strings.Cut(line, " ⇒ ")
		kind, change, _ := strings.Cut(line, " ")
		e := entries[slices.IndexFunc(entries, func(e *chain.Entry) bool { return string(e.Kind) == kind })]
		if change != "" {
			reworded(t, e, change)
		}
		if moves {
			e.Transfers = moved(t, e.Transfers, how)
		}
		err := take(entries)
		if w := (*state.Wrong)(nil); !errors.As(err, &w) || w.Entry != e.Seq {
			t.Errorf("%s: entry %d is wrong, and not %v", line, e.Seq, err)
		}
		return wrong(t, err)
	})
}

// TestNothingIsAddedToAClosedNight appends entries to a sound book, as anybody with the file can.
func TestNothingIsAddedToAClosedNight(t *testing.T) {
	whole := entriesOf(t, firstExport(t))
	testenv.Fine(t, take(slices.Clone(whole)))
	testenv.Golden(t, "testdata/closed.txt", *golden, func(_, add string) string {
		entries := slices.Clone(whole)
		for i, line := range strings.Split(add, " ; ") {
			e := added(t, whole, line)
			e.At, e.Device, e.Key, e.Part = whole[len(whole)-1].At, "forger", fmt.Sprint("forged-", i), 1
			entries = append(entries, e)
		}
		return wrong(t, take(entries))
	})
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
		e.Transfers, _ = chain.Moves(said, chain.At{Kind: e.Kind})
	}
	return e
}

// TestForgedEvenings are chains in which an evening at several tables isn't one.
func TestForgedEvenings(t *testing.T) {
	whole := string(unpacked(t, "keptwhole/export.json"))
	testenv.Fine(t, take(entriesOf(t, whole)))
	testenv.Golden(t, "testdata/evenings.txt", *golden, func(_, line string) string {
		all, kind, night, change := entriesOf(t, whole), chain.Kind(""), chain.NightID(0), ""
		does, rest, _ := strings.Cut(strings.Replace(line, "up to", "upto", 1), " ")
		testenv.Must(fmt.Sscan(rest, &kind, &night))(t)
		if fields := strings.SplitN(rest, " ", 3); len(fields) == 3 {
			change = fields[2]
		}
		i := len(all) - 1
		for all[i].Kind != kind || all[i].Night != night {
			i-- // the last of that kind
		}
		switch does {
		case "without":
			all = slices.Delete(all, i, i+1)
		case "upto":
			all = all[:i]
		default:
			reworded(t, all[i], change)
		}
		return wrong(t, take(all))
	})
}
