package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// A guest that nobody can have played is refused before it costs anything, and so is what is no export: a
// database is nothing that a stranger's file is opened as.
func TestAGuestThatIsTooMuch(t *testing.T) {
	pages := make([]byte, 1024) // of a database whose second page points to itself
	copy(pages, "SQLite format 3\x00")
	head := strings.Replace(firstExport(t), `"entries":`, `"entries":9`, 1)
	for name, c := range map[string]struct{ file, says string }{
		"a book":           {string(unpacked(t, "kept/book")), "isn’t a book’s export"},
		"a page of itself": {string(pages), "isn’t a book’s export"},
		"nothing but zero": {strings.Repeat("\x00", 200), "isn’t a book’s export"},
		"nothing":          {"", "is empty"},
		"entries on end":   {strings.Replace(head, `"entries":9`, `"entries":9999999`, 1), "longer than any"},
	} {
		folder, file := t.TempDir(), filepath.Join(t.TempDir(), "guest")
		testenv.Fine(t, os.WriteFile(file, []byte(c.file), 0o600))
		if _, err := Guest(t.Context(), file, folder, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if all, err := os.ReadDir(folder); err != nil || len(all) > 0 {
			t.Errorf("%s: %v, %v lie in the folder", name, all, err)
		}
	}
	for people, says := range map[int]string{
		240: "", 241: "there are more people than an evening can have", 20_000: "it says more than an entry can",
	} {
		entries := entriesOf(t, firstExport(t))
		first := slices.IndexFunc(entries, func(e *chain.Entry) bool { return e.Kind == chain.KindNight })
		begins, player := entries[first], entries[0]
		players := 0
		for _, e := range entries[:first] {
			if e.Kind == chain.KindPlayer {
				players++
			}
		}
		entries = entries[:first]
		put := func(like *chain.Entry, kind chain.Kind, night chain.NightID, said any) {
			body := testenv.Must(chain.Encode(said))(t)
			e := *like
			e.Kind, e.Night, e.Key, e.Body = kind, night, fmt.Sprintf("more-%d", len(entries)), body
			entries = append(entries, &e)
		}
		for p := 1 + players; p <= min(people, 300); p++ {
			name := fmt.Sprintf("Guest %d", p)
			put(player, chain.KindPlayer, 0, &chain.Player{Player: chain.PlayerID(p), Name: name})
		}
		said := testenv.Must(chain.Decode(chain.KindNight, begins.Body))(t)
		night := said.(*chain.Night)
		evening := &chain.Meeting{Night: 1, Date: night.Date, House: night.House, Scale: night.Scale, Deals: 4}
		for p := range people {
			evening.People = append(evening.People, chain.PlayerID(p+1))
		}
		put(begins, chain.KindMeeting, 1, evening)
		file := filepath.Join(t.TempDir(), "guest.json")
		testenv.Fine(t, os.WriteFile(file, []byte(chained(entries)), 0o600))
		_, err := Guest(t.Context(), file, t.TempDir(), nil)
		if says == "" {
			says = "goes on after it" // no round yet
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%d people: %v", people, err)
		}
	}
}

// An evening has as many deals as its rounds can have; a guest with one more is refused.
func TestAGuestOfTooManyDeals(t *testing.T) {
	for deals, says := range map[int]string{
		mostDeals: "", mostDeals + 1: "there are more deals than an evening can have",
	} {
		entries := entriesOf(t, firstExport(t))
		passed := slices.IndexFunc(entries, func(e *chain.Entry) bool {
			return e.Kind == chain.KindDeal && len(e.Transfers) == 0
		})
		entries = entries[:passed+1]
		for i := passed; i >= 0 && i > passed-3; i-- { // the deals before it are among them
			if entries[i].Kind == chain.KindDeal {
				deals--
			}
		}
		for i := range deals {
			e := *entries[passed]
			e.Key = fmt.Sprintf("more-%d", i)
			entries = append(entries, &e)
		}
		file := filepath.Join(t.TempDir(), "guest.json")
		if err := os.WriteFile(file, []byte(chained(entries)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Guest(t.Context(), file, t.TempDir(), nil)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%d deals more: %v", deals, err)
		}
	}
}

// A guest that takes too long ends in the middle, and leaves nothing.
func TestAGuestEnds(t *testing.T) {
	folder := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), time.Nanosecond)
	defer stop()
	_, err := Guest(ctx, filepath.Join("../testdata", "first.json"), folder, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if all, err := os.ReadDir(folder); err != nil || len(all) > 0 {
		t.Errorf("%v, %v lie in the folder", all, err)
	}
}
