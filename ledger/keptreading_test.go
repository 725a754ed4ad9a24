package ledger_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// reading asks a book for everything and writes down the answers, a line each.
type reading struct {
	t    *testing.T
	ctx  context.Context
	kept keptBook
	b    *ledger.Book
	out  strings.Builder
}

func newReading(t *testing.T, k keptBook, b *ledger.Book) *reading {
	return &reading{t: t, ctx: t.Context(), kept: k, b: b}
}

// say writes a line: the question, and the answers.
func (r *reading) say(what string, answers ...any) {
	r.out.WriteString(what)
	for _, a := range answers {
		r.out.WriteByte(' ')
		dump(&r.out, reflect.ValueOf(a))
	}
	r.out.WriteByte('\n')
}

// each writes a line for each of a list.
func each[T any](r *reading, what string, all []T, err error) []T {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%s: %v", what, err)
	}
	r.say(what, len(all))
	for _, one := range all {
		r.say(what, one)
	}
	return all
}

// one writes a line for one answer.
func one[T any](r *reading, what string, answer T, err error) T {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%s: %v", what, err)
	}
	r.say(what, answer)
	return answer
}

// lineUp is what starts a night as a former one ended.
func lineUp(l show.LineUp) ledger.NewNight {
	return ledger.NewNight{
		Name: l.Name, House: l.House, Scale: l.Scale, Seats: l.Seats, Dealer: l.Dealer, Auction: l.Auction,
		Agree: l.Agree, Words: l.Words,
	}
}

// later are fields younger than the reading that was kept; what they hold is said on lines of its own.
var later = map[string]bool{"Night.Removed": true, "Circle.Race": true, "Circle.Results": true,
	"NightFilter.Ended": true, "NightFilter.Least": true, "NightFilter.Most": true, "Night.Round": true,
	"Dealt.Round": true}

// dump writes the exported parts of a value in their order: names of types and fields may change, what is
// read may not.
func dump(w *strings.Builder, v reflect.Value) {
	if !v.IsValid() {
		w.WriteString("nil")
		return
	}
	switch x := v.Interface().(type) {
	case time.Time:
		if x.IsZero() {
			w.WriteString("never")
		} else {
			w.WriteString(x.UTC().Format("2006-01-02T15:04:05.000"))
		}
		return
	case *rules.House:
		if x == nil {
			w.WriteString("nil")
			return
		}
		text, err := x.MarshalJSON()
		if err != nil {
			panic(err)
		}
		w.Write(text)
		return
	}
	switch v.Kind() {
	case reflect.String:
		fmt.Fprintf(w, "%q", v.String())
	case reflect.Float64:
		fmt.Fprintf(w, "%.9g", v.Float())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			w.WriteString("nil")
		} else {
			dump(w, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		w.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				w.WriteByte(' ')
			}
			dump(w, v.Index(i))
		}
		w.WriteByte(']')
	case reflect.Map:
		lines := map[string]string{}
		for key, value := range v.Seq2() {
			var k, val strings.Builder
			dump(&k, key)
			dump(&val, value)
			lines[k.String()] = val.String()
		}
		w.WriteByte('{')
		for _, key := range slices.Sorted(maps.Keys(lines)) {
			fmt.Fprintf(w, "%s:%s ", key, lines[key])
		}
		w.WriteByte('}')
	case reflect.Struct:
		w.WriteByte('(')
		first := true
		for i := range v.NumField() {
			if f := v.Type().Field(i); !f.IsExported() || later[v.Type().Name()+"."+f.Name] {
				continue
			}
			if !first {
				w.WriteByte(' ')
			}
			first = false
			dump(w, v.Field(i))
		}
		w.WriteByte(')')
	default:
		fmt.Fprint(w, v.Interface())
	}
}

// everything asks for all there is; devices and links aren't in an import.
func (r *reading) everything(devices bool) string {
	b := r.b
	r.say("words", b.Now().Words())
	players := each(r, "player", b.Now().Players(), nil)
	for _, p := range players {
		for _, j := range each(r, "joined", b.Now().JoinedTo(p.ID), nil) {
			r.say("parting", must(b.Now().Parting(j.Entry)))
		}
	}
	each(r, "house", b.Now().Houses(), nil)
	each(r, "table", b.Now().Tables(), nil)
	one(r, "season begins", b.Now().SeasonBegins(), nil)
	seasons := each(r, "season", b.Now().Seasons(), nil)
	last, ok := b.Now().LastLineUp()
	one(r, fmt.Sprint("line-up ", ok), lineUp(last), nil)
	free, ok := b.Now().FreeLineUp()
	one(r, fmt.Sprint("line-up ", ok), lineUp(free), nil)
	nights := each(r, "night", must(b.Now().Nights(show.NightFilter{Limit: 200})), nil)
	for _, f := range []show.NightFilter{
		{Player: players[0].ID}, {Player: players[0].ID, With: players[1].ID}, {From: "2025-01-01",
			Until: "2025-06-30"}, {Money: rules.LSD},
		{House: "hoyle"}, {Name: "Friday"}, {Text: "crown"}, {Text: "fréd"},
		{Text: "fred"}, {Text: "nobody"}, {Limit: 3}, {Before: 20, Limit: 4},
	} {
		var ids []chain.NightID
		for _, n := range must(b.Now().Nights(f)) {
			ids = append(ids, n.ID)
		}
		r.say("nights found", f, ids)
	}
	each(r, "open night", b.Now().OpenNights(100), nil)
	ids := make([]chain.NightID, 0, len(nights))
	for _, n := range slices.Backward(nights) {
		ids = append(ids, n.ID)
		r.night(n.ID)
	}
	r.together(players)
	r.money(players)
	r.years(players, seasons)
	r.deals(players)
	if devices {
		r.devices()
	}
	return r.out.String()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (r *reading) night(id chain.NightID) {
	b := r.b
	n := must(b.Now().Night(id))
	if n.Seal != "" {
		r.out.WriteString("seal " + n.Seal + "\n")
	}
	what := fmt.Sprint("night ", id)
	rows := n.Rows
	whole := *n
	whole.Rows, whole.Deals = nil, nil
	r.say(what, whole)
	each(r, what+" deal", n.Deals, nil)
	for _, all := range rows {
		row := *all
		if row.Deal != nil {
			row.Deal = &show.Dealt{ID: row.Deal.ID}
		}
		r.say(what+" row", row)
	}
	each(r, what+" line", n.Lines(), nil)
	each(r, what+" between", n.Between(), nil)
	each(r, what+" owed", n.Owed(), nil)
	each(r, what+" left", b.Now().DebtsLeft(n), nil)
	each(r, what+" bringable", must(b.Now().Bringable(id)), nil)
	if len(n.Tables) > 0 {
		r.evening(what, must(b.Now().Meeting(id)))
	}
	for _, p := range n.People {
		why := what + fmt.Sprint(" why ", p.ID)
		for _, w := range n.Why(p.ID) {
			why += fmt.Sprintf(" %d:%d:%d", w.Row.Entry, w.Amount, w.After)
		}
		r.say(why)
	}
	for _, d := range n.Disputed() {
		r.say(what+" disputed", d.ID)
	}
	for i, d := range n.Deals {
		if versions := must(b.Now().History(id, d.ID)); len(versions) > 1 {
			each(r, fmt.Sprint(what, " history ", d.ID), versions, nil)
		}
		if d.Note.Entry != 0 {
			each(r, fmt.Sprint(what, " notes ", d.ID), must(b.Now().Notes(id, d.ID)), nil)
		}
		x := rules.Explain(n.Stakes, &d.Deal, &d.Result, d.Names, n.Words)
		r.say(what+" explained", x.Sentence())
		if n.Open && i < 3 {
			e, err := b.WhatIf(r.ctx, id, ledger.Mend{Do: ledger.Remove, Deal: d.ID, Saw: d.Version,
				MoveDealers: true})
			if err != nil {
				r.say(what+" without", d.ID, err.Error())
				continue
			}
			e.Night = nil
			r.say(what+" without", d.ID, e)
		}
	}
	each(r, what+" removed", n.Removed, nil)
	if !n.Open {
		return
	}
	each(r, what+" rounded", n.Rounded(6), nil)
	one(r, what+" next deal", must(b.Now().NextDeal(id)), nil)
}

// evening writes what an evening at several tables has besides its own night. Its tables have numbers above
// its own, so they are read one by one.
func (r *reading) evening(what string, e *show.Meeting) {
	what += " evening"
	r.say(what, e.Kitty, e.Round, e.Rounds, e.Deals, e.Rest, e.Version)
	each(r, what+" person", e.People, nil)
	each(r, what+" best", e.Best(), nil)
	each(r, what+" sitting", e.Sittings, nil)
	for _, t := range e.Tables {
		r.say(what+" table", t.ID, t.InRound, t.Dealt)
		r.night(t.ID)
	}
	for _, t := range e.Playing() {
		r.say(what+" playing", t.ID)
	}
	whole := e.Whole()
	r.say(what+" whole", whole.Version, whole.People, whole.Kitty, len(whole.Deals), len(whole.Rows))
	each(r, what+" line", whole.Lines(), nil)
	each(r, what+" between", whole.Between(), nil)
	each(r, what+" owed", whole.Owed(), nil)
}

// together writes what is asked before people sit down.
func (r *reading) together(players []show.Player) {
	var people []chain.PlayerID
	for _, p := range players {
		people = append(people, p.ID)
	}
	each(r, "face to come", r.b.Now().FacesToCome(3, people[:5]), nil)
	each(r, "name in use", r.b.Now().Tables(), nil)
}

func (r *reading) money(players []show.Player) {
	b := r.b
	var people []chain.PlayerID
	for _, p := range players {
		people = append(people, p.ID)
	}
	for _, m := range each(r, "balances", b.Now().Balances(), nil) {
		what := string(m.Money)
		var again []chain.NightID
		for _, o := range b.Now().ReopenedDebts(m.Money, 0) {
			again = append(again, o.Night)
		}
		each(r, what+" opened again", again, nil)
		debts := b.Now().Debts(m.Money, 0)
		each(r, fmt.Sprint(what, " debts ", debts.Version), debts.Shown, nil)
		each(r, what+" slate lines", b.Now().SlateLines(m.Money, 50), nil)
	}
	each(r, "debts between all", b.Now().DebtsBetween(people), nil)
}

func (r *reading) years(players []show.Player, seasons []show.Season) {
	b := r.b
	each(r, "ladder", b.Now().Ladder(), nil)
	scores := map[chain.PlayerID][]show.MoneyScore{}
	for _, p := range players {
		each(r, fmt.Sprint("rating ", p.ID), b.Now().RatingLine(p.ID), nil)
		if of := b.Now().Scores(p.ID); len(of) > 0 {
			scores[p.ID] = of
		}
	}
	r.say("scores", scores)
	spans := []show.Span{{}, {From: "2024-03-07", Until: "2025-02-20"},
		{From: "2026-10-31", Until: "2026-10-31"}, {From: "2025-06-11"}, {Until: "2024-05-31"}}
	for _, s := range seasons {
		each(r, "season won", b.Now().SeasonWon(s), nil)
		spans = append(spans, s.Span)
	}
	for year := 2023; year <= 2026; year++ {
		spans = append(spans, show.Span{From: fmt.Sprintf("%d-01-01", year),
			Until: fmt.Sprintf("%d-12-31", year)})
	}
	for _, m := range each(r, "played", b.Now().Played(), nil) {
		for _, s := range spans {
			circle := b.Now().CircleBook(m.Money, s, 0)
			r.say("circle", *circle)
			r.say("race", circle.Race)
			if s == (show.Span{}) {
				r.figures(slices.Concat(slices.Collect(maps.Values(circle.Heat))...))
			}
			for i, p := range players {
				if s != (show.Span{}) && i%4 != 0 {
					continue
				}
				page := must(b.Now().PlayerBook(p.ID, m.Money, s, 5))
				r.say("player's", *page)
				if i < 4 {
					r.figures(slices.Concat(page.Called, page.Accepted, page.Against))
				}
			}
		}
		for _, set := range []string{"irish", "hoyle"} {
			house, _ := rules.Set(set)
			o := testenv.Must(b.Now().Otherwise(m.Money, spans[1], []*rules.House{house}))(r.t).All[0]
			r.say("otherwise "+set, o.Deals, o.Left, o.Standing)
		}
	}
}

// figures writes what a page shows of how sure they are, which comes from sums that aren't exported.
func (r *reading) figures(all []show.CallFigures) {
	slices.SortFunc(all, func(a, b show.CallFigures) int {
		return cmp.Or(cmp.Compare(a.Call, b.Call), cmp.Compare(a.N, b.N),
			cmp.Compare(a.Money.Sum, b.Money.Sum), cmp.Compare(a.Tricks, b.Tricks))
	})
	for _, f := range all {
		low, high := f.Rate().Between()
		give, ok := f.Money.Give()
		if !ok {
			give = 0
		}
		r.say("figure", f.Call, f.N, low, high, f.Money.Each(), give)
	}
}

func (r *reading) deals(players []show.Player) {
	for _, f := range []show.DealFilter{
		{Tricks: rules.NotSaid}, {Tricks: rules.NotSaid, Money: rules.LSD,
			Player: players[0].ID}, {Tricks: rules.NotSaid, Call: rules.Misere, Outcome: rules.Lost},
		{Tricks: 8}, {Tricks: rules.NotSaid, HasOver: true, OverMin: 2}, {Tricks: rules.NotSaid,
			HasOver: true, OverMin: -1}, {Tricks: rules.NotSaid, Revoked: true},
		{Tricks: rules.NotSaid, Changed: true}, {Tricks: rules.NotSaid,
			Trumps: rules.Hearts}, {Tricks: rules.NotSaid, AtLeast: 30, HasMost: true, AtMost: 60},
		{Tricks: rules.NotSaid, Player: players[1].ID, As: show.AsCaller}, {Tricks: rules.NotSaid,
			Player: players[1].ID, As: show.AsPartner},
		{Tricks: rules.NotSaid, Player: players[1].ID, As: show.AsOpponent}, {Tricks: rules.NotSaid,
			Span: show.Span{From: "2024-03-07", Until: "2025-02-20"}},
	} {
		whole := f == show.DealFilter{Tricks: rules.NotSaid}
		var found []chain.DealID
		for _, d := range testenv.Must(r.b.Now().FindDeals(f, 0))(r.t) {
			if found = append(found, d.ID); whole {
				d.Stakes = nil
				r.say("deal", d)
			}
		}
		r.say("deals found", found)
		hash := sha256.New()
		testenv.Fine(r.t, r.b.Now().DealsCSV(r.ctx, f, 0, hash))
		r.say("as CSV", fmt.Sprintf("%x", hash.Sum(nil)))
	}
	for _, form := range archive.Forms {
		hash := sha256.New()
		testenv.Fine(r.t, archive.Export(r.ctx, r.b.Path(), form.Format, time.UTC, hash, nil))
		r.say("export", form.Format, fmt.Sprintf("%x", hash.Sum(nil)))
	}
}

// devices writes what is outside the chain. All of its lines begin with the same word: an import has none.
func (r *reading) devices() {
	text := must(os.ReadFile(filepath.Join(r.kept.folder, "secrets.txt")))
	each(r, "device", r.b.Devices(), nil)
	for line := range strings.Lines(string(text)) {
		what, secret, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch what {
		case "pin":
			r.say("device pin", r.b.HasPIN(), r.b.IsPIN(secret), r.b.IsPIN("1357"))
		case "watch", "over":
			w, ok := r.b.Watched(secret)
			if !ok {
				r.t.Fatalf("nobody looks on with %q", secret)
			}
			r.say("device watch", w)
			each(r, "device watches", r.b.Watches(w.Night), nil)
			each(r, "device phones", r.b.Phones(w.Night), nil)
		case "ended":
			if _, ok := r.b.Watched(secret); !ok {
				r.say("device watch", (&chain.NotFound{What: "watch"}).Error())
			}
		case "phone":
			link, token, _ := strings.Cut(secret, " ")
			p, ok := r.b.PhoneWith(link, token)
			if !ok {
				r.t.Fatalf("no phone has %q", token)
			}
			r.say("device phone", p)
		case "code":
			right, only, err := r.b.CodeRight(r.ctx, secret)
			one(r, "device code", right, err)
			r.say("device code", only)
		default:
			d, ok := r.b.DeviceWith(secret)
			r.say("device known", d, ok)
		}
	}
}
