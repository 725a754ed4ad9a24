package ledger

// Sets of house rules: those we ship, and the circle's own, which keep their versions. A night takes its
// rules along whole, so nothing here changes a night that has begun.

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// HouseLine is a set of house rules in a list.
type HouseLine struct {
	House   *rules.House
	Own     bool   // made by this circle; the others come with the product
	Hidden  bool   // not offered when a night is started
	Version int    // of an own set, counted from 1
	Last    string // the date of the latest night played by it; empty if none
	Nights  int
}

// Houses lists the sets that come with the product and the circle's own in their newest versions: last used
// or changed first, then the rest in their order; hidden ones at the end.
func (b *Book) Houses(ctx context.Context) ([]HouseLine, error) {
	var out []HouseLine
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		out, err = houses(tx)
		return err
	})
	return out, err
}

func houses(tx *store.Tx) ([]HouseLine, error) {
	type used struct {
		HouseLine
		recent int64
	}
	kept := map[string]*used{}
	var out []*used
	for _, h := range rules.Sets() {
		u := &used{HouseLine: HouseLine{House: h}}
		kept[h.ID] = u
		out = append(out, u)
	}
	err := store.Each(tx, func(rows *sql.Rows) error {
		var (
			id, text string
			line     used
		)
		err := rows.Scan(&id, &text, &line.Version, &line.Hidden, &line.Nights, &line.Last, &line.recent)
		if err != nil {
			return err
		}
		u, shipped := kept[id]
		if !shipped {
			if text == "" {
				return nil // a set a night was played by that is nobody's any more
			}
			u = &line
			u.Own = true
			u.House, err = rules.ParseHouse([]byte(text))
			out = append(out, u)
			return err
		}
		u.Hidden, u.Nights, u.Last, u.recent = line.Hidden, line.Nights, line.Last, line.recent
		return nil
	}, everyHouse)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b *used) int {
		return cmp.Or(
			cmp.Compare(truth(a.Hidden), truth(b.Hidden)),
			cmp.Compare(b.recent, a.recent),
			cmp.Compare(truth(b.Own), truth(a.Own)),
		)
	})
	lines := make([]HouseLine, len(out))
	for i, u := range out {
		lines[i] = u.HouseLine
	}
	return lines, nil
}

const everyHouse = `SELECT id, coalesce(json, ''), version, hidden, nights, last, recent FROM house
		ORDER BY recent, id`

// SaveHouse keeps a set of the circle's own. A set with the same id becomes its new version. The ids of
// shipped sets are refused. An empty id is made from the name.
func (b *Book) SaveHouse(ctx context.Context, s Slip, h *rules.House) (Receipt, error) {
	return b.post(ctx, s, "save house", h, func(d *desk) (Receipt, error) {
		if _, shipped := rules.Set(h.ID); shipped {
			return Receipt{}, refuse("id", "“%s” comes with Ouverte and stays as it is. Give your rules a "+
				"name of their own.", h.ID)
		}
		own := *h
		name, err := chain.CleanText("name", h.Name, true)
		if err != nil {
			return Receipt{}, err
		}
		own.Name = name
		if own.ID == "" {
			if own.ID, err = d.freeHouseID(name); err != nil {
				return Receipt{}, err
			}
		}
		if err := own.Check(); err != nil {
			return Receipt{}, err
		}
		if err := saneStakes(&own); err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, chain.KindHouse, &chain.House{House: &own}, nil)
		return Receipt{}, err
	})
}

// freeHouseID makes an id from a name: its letters and digits, and a number if that is taken.
func (d *desk) freeHouseID(name string) (string, error) {
	var base strings.Builder
	for _, c := range strings.ToLower(norm.NFKD.String(name)) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			base.WriteRune(c)
		case c == ' ' || c == '-':
			base.WriteByte('-')
		}
	}
	stem := strings.Trim(base.String(), "-")
	if stem == "" {
		stem = "house"
	}
	for n := 1; ; n++ {
		id := stem
		if n > 1 {
			id = stem + "-" + strconv.Itoa(n)
		}
		if _, shipped := rules.Set(id); shipped {
			continue
		}
		var taken bool
		if err := d.Row(`SELECT EXISTS (SELECT 1 FROM house WHERE id = ?)`, id).Scan(&taken); err != nil {
			return "", err
		}
		if !taken {
			return id, nil
		}
	}
}

func (d *desk) projectHouse(e *Entry, h *rules.House) error {
	text, err := h.MarshalJSON()
	if err != nil {
		return err
	}
	d.later = append(d.later, func() error {
		return d.exec(`INSERT INTO house (id, json, version, recent) VALUES (?, ?, 1, ?)
				ON CONFLICT (id) DO UPDATE
				SET json = excluded.json, version = house.version + 1, hidden = 0, recent = excluded.recent`,
			h.ID, string(text), int64(e.Seq))
	})
	return nil
}

// HideHouse takes a set, shipped or own, off the list, or puts it back.
func (b *Book) HideHouse(ctx context.Context, s Slip, id string, hidden bool) (Receipt, error) {
	return b.post(ctx, s, "hide house", []any{id, hidden}, func(d *desk) (Receipt, error) {
		var own bool
		if err := d.Row(`SELECT EXISTS (SELECT 1 FROM house WHERE id = ?
				AND json IS NOT NULL)`, id).Scan(&own); err != nil {
			return Receipt{}, err
		}
		if _, shipped := rules.Set(id); !shipped && !own {
			return Receipt{}, &NotFound{"house"}
		}
		_, err := d.post(nil, chain.KindHide, &chain.Hide{House: id, Hidden: hidden}, nil)
		return Receipt{}, err
	})
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
