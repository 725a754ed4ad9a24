package audit

// Comparing the statistics, year by year. The nights come from the reckoning, and are counted by the same
// code of package years as at the desk, but only ever added: the tables are held against a plain sum. A year
// is compared as soon as all of its nights have come that the tables count.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// yearsCompared is the statistics' part of the comparison.
type yearsCompared struct {
	counted       []bool                      // by night, from 1: whether the statistics count it, by itself
	together      map[chain.NightID]*together // evenings at several tables that haven't come whole
	gap           chain.NightID               // the night after the last in counted, if numbers are missing
	begins, until string                      // the years and nights of the sums, as the tables have it
	toCome        map[int64]int               // by year, how many of those nights are still to come
	open          map[int64]map[rules.Money]*years.Sums
	circles       int64 // rows year_circle must have …
	people        int64 // … and year_player
}

var (
	yearNightTable = projection{"year_night", `SELECT n.night, n.date, n.money, s.house, s.scale,
		n.deals, n.brief
		FROM year_night n LEFT JOIN year_stakes s ON s.id = n.stakes WHERE n.night = ?`, 1}
	yearCircleTable = projection{"year_circle", `SELECT year, money, standing FROM year_circle
		WHERE year = ? AND money = ?`, 2}
	yearPlayerTable = projection{"year_player", `SELECT year, money, player, figures FROM year_player
		WHERE year = ? AND money = ? ORDER BY player`, 3}
)

// beginYears reads which nights the tables count. No entry says which: a night may be left open for years.
// But each night is either counted or waits to be, and tables of an evening count in that.
func (t *comparison) beginYears() error {
	t.yearsCompared = yearsCompared{counted: make([]bool, 1), toCome: map[int64]int{},
		together: map[chain.NightID]*together{}, open: map[int64]map[rules.Money]*years.Sums{}}
	const nights = `SELECT night, 1 FROM year_night UNION ALL SELECT night, 0 FROM year_loose
		UNION ALL SELECT id, 0 FROM night WHERE evening IS NOT NULL ORDER BY 1`
	err := t.each(nights, func(row *rows) {
		switch id := chain.NightID(row.number(0)); {
		case t.gap != 0:
		case id != chain.NightID(len(t.counted)):
			t.gap = id
		default:
			t.counted = append(t.counted, row.number(1) == 1)
		}
	})
	if err != nil {
		return err
	}
	if err := t.season(); err != nil {
		return err
	}
	return t.each(`SELECT date, count(*) FROM year_night GROUP BY 1`, func(row *rows) {
		if date := row.string(0); date <= t.until && chain.CheckDate("date", date) == nil {
			t.toCome[years.YearOf(date, t.begins)] += int(row.number(1))
		}
	})
}

// season checks the day on which seasons begin, and reads of which years and nights the sums are.
func (t *comparison) season() error {
	days, kept := 0, 0
	err := t.each(`SELECT begins FROM season`, func(row *rows) {
		days++
		if err := years.CheckSeason(row.string(0)); err != nil {
			t.wrong["season"] = &Wrong{Sentence: fmt.Sprintf("The day on which seasons begin can't be: %v.",
				chain.Clause(err))}
		}
	})
	if err == nil && days == 0 {
		t.wrong["season"] = &Wrong{Sentence: "The day on which seasons begin is missing."}
	}
	err = errors.Join(err, t.each(`SELECT begins, until FROM year_kept WHERE one = 1`, func(row *rows) {
		kept++
		t.begins, t.until = row.string(0), row.string(1)
	}))
	if years.CheckSeason(t.begins) != nil || kept != 1 ||
		t.until != "" && chain.CheckDate("until", t.until) != nil {
		t.say("year_kept", "year_kept doesn't say of which years there are sums")
		t.until = ""
	}
	return err
}

// nightsCounted checks that every night is either counted or waits to be, and none twice.
func (t *comparison) nightsCounted(nights chain.NightID) bool {
	next := chain.NightID(len(t.counted))
	switch {
	case t.gap != 0 && t.gap < next:
		t.say("year_loose", "the statistics have night %d twice", t.gap)
	case t.gap > nights && next > nights:
		t.say("year_loose", "the statistics speak of night %d, and no entry does", t.gap)
	case next <= nights:
		t.say("year_loose", "the statistics leave out night %d", next)
	case next > nights+1:
		t.say("year_loose", "the statistics speak of night %d, and no entry does", nights+1)
	default:
		return true
	}
	return false
}

// together are the nights of an evening at several tables that have come so far.
type together struct {
	evening *reckonedNight // its own
	tables  map[chain.NightID]*reckonedNight
}

// gathered keeps a night of an evening at several tables until all of them have come, and returns them then:
// the evening's own first.
func (t *comparison) gathered(n *reckonedNight) []*reckonedNight {
	id := n.id
	if n.evening != 0 {
		id = n.evening
	}
	of := t.together[id]
	if of == nil {
		of = &together{tables: map[chain.NightID]*reckonedNight{}}
		t.together[id] = of
	}
	if n.evening != 0 {
		of.tables[n.id] = n
	} else {
		of.evening = n
	}
	if of.evening == nil || len(of.tables) < len(of.evening.several.order) {
		return nil
	}
	delete(t.together, id)
	parts := []*reckonedNight{of.evening}
	for _, id := range of.evening.several.order {
		if of.tables[id] == nil {
			return nil // nobody was seated at some table of it, which the reckoning reports
		}
		parts = append(parts, of.tables[id])
	}
	return parts
}

// takeYear counts a night if the tables do, and compares the year if it was the year's last. An evening at
// several tables is one night.
func (t *comparison) takeYear(n *reckonedNight) error {
	parts := []*reckonedNight{n}
	if n.evening != 0 || n.several != nil {
		if parts = t.gathered(n); parts == nil {
			return nil
		}
		n = parts[0]
	}
	if int64(n.id) >= int64(len(t.counted)) || !t.counted[n.id] {
		return nil
	}
	b, deals := inBrief(parts, t.who), 0
	for _, part := range parts {
		deals += part.standing
	}
	err := t.compare(yearNightTable, []any{int64(n.id)}, func(row func(...any) bool) {
		row(int64(n.id), n.date, string(n.house.money), n.house.text, int64(n.scale), int64(deals),
			blob(b.Append(nil)))
	})
	if err != nil || n.date > t.until {
		return err
	}
	year := years.YearOf(n.date, t.begins)
	if t.open[year] == nil {
		t.open[year] = map[rules.Money]*years.Sums{}
	}
	if t.open[year][n.house.money] == nil {
		t.open[year][n.house.money] = years.NewSums()
	}
	t.open[year][n.house.money].Count(b)
	if t.toCome[year]--; t.toCome[year] == 0 {
		return t.compareYear(year)
	}
	return nil
}

// compareYear compares the sums of a year.
func (t *comparison) compareYear(year int64) error {
	for money, c := range t.open[year] {
		of := []any{year, string(money)}
		t.circles++
		err := t.compare(yearCircleTable, of, func(row func(...any) bool) {
			row(year, string(money), blob(c.AppendStanding(nil)))
		})
		if err != nil {
			return err
		}
		err = t.compare(yearPlayerTable, of, func(row func(...any) bool) {
			for _, p := range c.People() {
				text := c.AppendFigures(nil, p)
				if len(text) == 0 {
					continue
				}
				t.people++
				if !row(year, string(money), int64(p), blob(text)) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
	}
	delete(t.open, year)
	return nil
}

// endYears compares the years that are left.
func (t *comparison) endYears(r *reckoning) error {
	if !t.nightsCounted(chain.NightID(len(r.nights) - 1)) {
		return nil
	}
	for year := range t.open {
		if err := t.compareYear(year); err != nil {
			return err
		}
	}
	return errors.Join(t.stakes(r), t.extra("year_circle", t.circles), t.extra("year_player", t.people))
}

// stakes checks that nights began with the house rules and scales the tables have. Some may be left of nights
// that aren't counted any more.
func (t *comparison) stakes(r *reckoning) error {
	type played struct {
		house string
		scale int64
	}
	began := map[played]bool{}
	for _, f := range r.frozen {
		for scale := range f.scaled {
			began[played{f.text, int64(scale)}] = true
		}
	}
	return t.each(`SELECT id, CAST(house AS TEXT), scale FROM year_stakes`, func(row *rows) {
		if id := row.number(0); !began[played{row.string(1), row.number(2)}] {
			t.say("year_stakes", "year_stakes, id %d has house rules, or a scale, that no night began with", id)
		}
	})
}

// inBrief makes the brief of a reckoned night, as the desk does of a folded one; of an evening at several
// tables from all its nights, its own first, with the deals in the order they were recorded.
func inBrief(nights []*reckonedNight, who func(chain.PlayerID) chain.PlayerID) *years.Brief {
	n := nights[0]
	b := years.NewBrief(n.id, n.date, n.stakes, n.scale)
	var before, seated []chain.Chair
	for _, d := range dealsOf(nights) {
		if seated == nil || !slices.Equal(before, d.chairs) {
			before, seated = d.chairs, years.SeatedAs(d.chairs, who)
		}
		b.AddDeal(d.id, d.inserted, d.changed, seated, &d.deal, &d.result)
	}
	var penalties []reckonedPenalty
	for _, n := range nights {
		b.Sit(years.SeatedAs(n.chairs, who))
		for _, p := range n.penalties {
			if !n.undone[p.entry] {
				penalties = append(penalties, p)
			}
		}
	}
	slices.SortFunc(penalties, func(p, q reckonedPenalty) int { return cmp.Compare(p.entry, q.entry) })
	for _, p := range penalties {
		b.AddPenalty(p.entry, p.transfers, who)
	}
	b.End()
	return b
}

// dealsOf are the standing deals of some nights: each night's in their order, and between nights as they were
// recorded, an inserted one right after the deal before it.
func dealsOf(nights []*reckonedNight) (out []*reckonedDeal) {
	var at []chain.EntryID
	for _, n := range nights {
		last := chain.EntryID(0)
		for i := range n.deals {
			d := &n.deals[i]
			if d.version == 0 {
				continue
			}
			if !d.inserted {
				last = max(last, chain.EntryID(d.id))
			}
			to := len(at) // after all that were recorded no later
			for to > 0 && at[to-1] > last {
				to--
			}
			at, out = slices.Insert(at, to, last), slices.Insert(out, to, d)
		}
	}
	return out
}
