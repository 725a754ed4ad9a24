package archive

// Out of one book and into another: what is exported comes in again as it was, and what is no export is
// refused.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
)

func TestImportRefuses(t *testing.T) {
	whole := firstExport(t)
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	with := func(i int, old, new string) string {
		if !strings.Contains(lines[i], old) {
			t.Fatalf("line %d has no %s: %s", i+1, old, lines[i])
		}
		changed := slices.Clone(lines)
		changed[i] = strings.Replace(changed[i], old, new, 1)
		return strings.Join(changed, "")
	}
	deal := slices.IndexFunc(
		lines,
		func(l string) bool { return strings.Contains(l, `"kind":"deal"`) && strings.Contains(l, `[1,"lsd"`) },
	)
	swapped := slices.Clone(lines)
	swapped[4], swapped[5] = swapped[5], swapped[4]
	entries := entriesOf(t, whole)
	entries[deal-1].Key, entries[deal-1].Part = entries[0].Key, entries[0].Part
	for name, c := range map[string]struct{ text, says string }{
		"nothing":              {"", "Line 1 is wrong: this isn't the export"},
		"a letter":             {"Dear Ann,\n", "Line 1 is wrong: this isn't the export"},
		"a deal for score":     {`{"rules":"hoyle"}` + "\n", "Line 1 is wrong: this isn't the export"},
		"another form":         {with(0, `"format":1`, `"format":2`), "form 2"},
		"cut off in a line":    {whole[:len(whole)-20], fmt.Sprintf("Line %d is wrong: it is cut off", len(lines))},
		"cut off after a line": {strings.Join(lines[:len(lines)-1], ""), "the export is cut off"},
		"another end":          {with(0, `"head":"`, `"head":"00`), "doesn't end as the first line says"},
		"a line too many":      {whole + lines[len(lines)-1], "comes next"},
		"no JSON":              {with(3, `{`, `[`), "Line 4 is wrong: it is no entry"},
		"another spelling": {with(3, `"seq":3,`, `"seq": 3,`),
			"Line 4 is wrong: it isn't written as an export writes it"},
		"a field of its own": {with(3, `"seq":3,`, `"seq":3,"x":1,`),
			"Line 4 is wrong: it isn't written as an export writes it"},
		"an amount": {with(deal, `[1,"lsd",`, `[1,"gbp",`),
			fmt.Sprintf("Line %d is wrong: entry %d: somebody changed its content", deal+1, deal)},
		"a short hash":          {with(3, `"hash":"`, `"hash":"","x":"`), "Line 4 is wrong"},
		"a long ask":            {with(3, `"ask":"`, `"ask":"00000000`), "Line 4 is wrong"},
		"the order":             {strings.Join(swapped, ""), "Line 5 is wrong"},
		"an endless line":       {lines[0] + strings.Repeat("x", longestEntry+1), "Line 2 is wrong: it is longer"},
		"a NUL":                 {lines[0] + "\x00\n", "Line 2 is wrong"},
		"too few transfers in":  {with(deal, `"transfers":[[1,"lsd",`, `"transfers":[["lsd",`), "is wrong"},
		"numbers out of reach":  {with(3, `"seq":3,`, `"seq":99999999999999999999,`), "Line 4 is wrong"},
		"a number with a point": {with(3, `"seq":3,`, `"seq":3.0,`), "Line 4 is wrong"},
		"one form's key twice": {chained(entries),
			fmt.Sprintf("Line %d is wrong: entry %d: what it says can't stand beside", deal+1, deal)},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			_, _, err := Import(t.Context(), strings.NewReader(c.text), filepath.Join(dir, "new.db"), nil)
			wantSentence(t, err, c.says)
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("it leaves %v", left)
			}
		})
	}
	full, empty := kept(t), filepath.Join(t.TempDir(), "empty.db")
	_, _, err := Import(t.Context(), strings.NewReader(whole), full, nil)
	wantSentence(t, err, " has 663 entries already. ")
	f := testenv.Must(store.Open(t.Context(), empty, store.Options{}))(t)
	_, _, err = Import(t.Context(), strings.NewReader(whole), empty, nil)
	wantSentence(t, err, "is open in another ouverte")
	testenv.Fine(t, f.Close())
	if _, kept, err := Import(t.Context(), strings.NewReader(whole), empty, nil); err != nil || kept == "" {
		t.Errorf("into an empty book: %v, kept %q", err, kept)
	}
}

func wantSentence(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("got %v, want a sentence with %q", err, says)
	}
}

func TestExportStops(t *testing.T) {
	path := kept(t)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Export(stopped, path, JSON, time.UTC, io.Discard, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("full")
	if err := Export(t.Context(), path, JSON, time.UTC, broken{full}, nil); !errors.Is(err, full) {
		t.Errorf("nowhere to write to: %v", err)
	}
	if err := Export(t.Context(), path, "xml", time.UTC, io.Discard, nil); err == nil {
		t.Error("exported as xml")
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// What isn't an export is refused, whatever it is, and leaves nothing behind.
func FuzzImport(f *testing.F) {
	lines := bytes.SplitAfter([]byte(firstExport(f)), []byte("\n"))
	f.Add(bytes.Join(lines[:3], nil))
	f.Add(bytes.Join(lines[:20], nil))
	f.Add([]byte(`{"ouverte":"book","format":1,"entries":0,"head":"` + strings.Repeat("0", 64) + `"}` + "\n"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := newReader(bytes.NewReader(text))
		read := 0
		for err == nil {
			var e *chain.Entry
			if e, err = x.Next(); err == nil {
				read++
				e.AppendCanonical(nil)
				if e.Seq != chain.EntryID(read) {
					t.Error("entries from nowhere")
				}
			}
		}
		var bad *BadLine
		if err != io.EOF && !errors.As(err, &bad) {
			t.Errorf("refused with %v", err)
		}
	})
}
