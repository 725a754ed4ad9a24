package ledger

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// TestForgedEvenings are exports with right hashes in which an evening at several tables isn't one: none is
// taken.
func TestForgedEvenings(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	c := gatherClub(t, newBook(t), 9)
	one := c.now().Tables[0].ID
	c.solo(one, 1, 7)
	c.solo(c.now().Tables[1].ID, 2, 3)
	c.ok(c.CloseTable(c.ctx, c.slip(), one, 0))
	c.ok(c.ReopenNight(c.ctx, c.slip(), one, ""))
	c.ok(c.GoHome(c.ctx, c.slip(), c.id, c.players[8]))
	c.ok(c.CloseEvening(c.ctx, c.slip(), c.id, c.now().Version))
	whole := exported(t, c.Path(), archive.JSON)
	nth := func(all []*Entry, kind Kind, n int) int {
		for i, e := range all {
			if e.Kind == kind {
				if n--; n < 0 {
					return i
				}
			}
		}
		t.Fatalf("there is no %s", kind)
		return 0
	}
	says := func(kind Kind, from, to string) func([]*Entry) []*Entry {
		return func(all []*Entry) []*Entry {
			e := all[nth(all, kind, 0)]
			body := strings.Replace(string(e.Body), from, to, 1)
			if body == string(e.Body) {
				t.Fatalf("%s has no %s", e.Body, from)
			}
			e.Body = []byte(body)
			return all
		}
	}
	without := func(kind Kind, n int) func([]*Entry) []*Entry {
		return func(all []*Entry) []*Entry {
			i := nth(all, kind, n)
			for _, e := range all[i+1:] { // what is taken back keeps its place
				if e.Reverses > EntryID(i+1) {
					e.Reverses--
				}
			}
			return slices.Delete(all, i, i+1)
		}
	}
	for name, forge := range map[string]func([]*Entry) []*Entry{
		"handed over and not taken":     without(chain.KindTake, 2),
		"taken and not handed over":     without(chain.KindHand, 2),
		"a table of no evening":         says(chain.KindNight, `"evening":1`, `"evening":9`),
		"a table by itself":             says(chain.KindNight, `,"evening":1`, ``),
		"another's table":               says(chain.KindRound, `{"night":2`, `{"night":7`),
		"somebody in two places":        says(chain.KindRound, `"rest":[9]`, `"rest":[1]`),
		"others than sit there":         says(chain.KindRound, `"seats":[1,2,3,4]`, `"seats":[2,1,3,4]`),
		"a round too many":              says(chain.KindRound, `"round":1`, `"round":3`),
		"rounds without end":            says(chain.KindEvening, `"rounds":3`, `"rounds":300`),
		"a round without a deal":        says(chain.KindEvening, `"deals":4`, `"deals":0`),
		"gone who never came":           says(chain.KindPresent, `"player":9`, `"player":99`),
		"closed while a table plays":    without(chain.KindClose, 1),
		"nobody seated":                 without(chain.KindRound, 0),
		"cut after a table handed over": func(all []*Entry) []*Entry { return all[:nth(all, chain.KindHand, 2)+1] },
		"cut before the first round":    func(all []*Entry) []*Entry { return all[:nth(all, chain.KindRound, 0)] },
		"played by other rules": func(all []*Entry) []*Entry {
			e := all[nth(all, chain.KindNight, 0)]
			e.Body = []byte(strings.Replace(string(e.Body), `"scale":1`, `"scale":2`, 1))
			return all
		},
	} {
		again := filepath.Join(t.TempDir(), "forged.ouverte")
		text := chained(forge(entriesOf(t, whole)))
		if _, _, err := archive.Import(t.Context(), strings.NewReader(text), again, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	again := filepath.Join(t.TempDir(), "again.ouverte")
	if _, _, err := archive.Import(t.Context(), strings.NewReader(chained(entriesOf(t, whole))), again,
		nil); err != nil {
		t.Error(err)
	}
	journal := exported(t, again, archive.Journal)
	for _, part := range []string{"Handed to the evening", "Taken over from a table"} {
		if !strings.Contains(journal, part) {
			t.Errorf("the journal has no %q", part)
		}
	}
}
