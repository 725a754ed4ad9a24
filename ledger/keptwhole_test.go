package ledger_test

// The second kept book has everything that can be written into a book. This test names what isn't in it, such
// as a field that a later program adds.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// kinds reads the kinds of entries from the source of ledger/chain: every constant of the type Kind.
func kinds(t *testing.T) (all []chain.Kind) {
	t.Helper()
	for _, file := range must(filepath.Glob("chain/*.go")) {
		source := must(parser.ParseFile(token.NewFileSet(), file, nil, 0))
		ast.Inspect(source, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if typed, ok := spec.Type.(*ast.Ident); !ok || typed.Name != "Kind" {
				return true
			}
			for _, value := range spec.Values {
				if text, ok := value.(*ast.BasicLit); ok {
					all = append(all, chain.Kind(must(strconv.Unquote(text.Value))))
				}
			}
			return true
		})
	}
	if len(all) < 32 {
		t.Fatalf("ledger/chain names %d kinds of entries", len(all))
	}
	return all
}

// fields calls each with every field that a body of this type can have, as "deal.trumps". A field that is
// true or false comes twice, the second time as "hide.hidden false", unless false is written by leaving it
// out. House rules are one type wherever they stand.
func fields(t reflect.Type, at string, each func(at string)) {
	switch t.Kind() {
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Bool {
			each(at + " false")
		}
		if t.Elem() == reflect.TypeFor[rules.House]() {
			at = "house rules"
		}
		fields(t.Elem(), at, each)
	case reflect.Slice, reflect.Array:
		fields(t.Elem(), at, each)
	case reflect.Struct:
		for f := range t.Fields() {
			name, always := f.Name, true
			if tag, ok := f.Tag.Lookup("json"); ok {
				name, _, _ = strings.Cut(tag, ",")
				always = !strings.Contains(tag, ",omitempty")
			}
			if f.Type.Kind() == reflect.Bool && always {
				each(at + "." + name + " false")
			}
			fields(f.Type, at+"."+name, each)
		}
	default:
		each(at)
	}
}

// says calls each with those of the fields that a body says: that aren't zero or, of a pointer, nil. A switch
// of house rules counts where it isn't the usual one.
func says(v reflect.Value, at string, each func(at string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Type().Elem() == reflect.TypeFor[rules.House]() {
			at = "house rules"
		}
		switch e := v.Elem(); {
		case e.Kind() == reflect.Struct:
			says(e, at, each)
		case e.Kind() == reflect.Bool && !e.Bool():
			each(at + " false")
		default:
			each(at)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			says(v.Index(i), at, each)
		}
	case reflect.Struct:
		usual := rules.House{}
		usual.FillIn()
		for f, value := range v.Fields() {
			name := f.Name
			if tag, ok := f.Tag.Lookup("json"); ok {
				name, _, _ = strings.Cut(tag, ",")
			}
			switch {
			case f.Type.Kind() == reflect.Bool && !value.Bool():
				each(at + "." + name + " false")
			case f.Type.Kind() == reflect.String && v.Type() == reflect.TypeFor[rules.House]() &&
				value.Equal(reflect.ValueOf(usual).FieldByIndex(f.Index)):
			default:
				says(value, at+"."+name, each)
			}
		}
	case reflect.Map:
		if v.Len() > 0 {
			each(at)
		}
	default:
		if !v.IsZero() {
			each(at)
		}
	}
}

// TestTheKeptBookHasEverything goes through all entries of the book. It fails for each kind that isn't there,
// and each field of a body that nowhere has a value, but for those younger than the book.
func TestTheKeptBookHasEverything(t *testing.T) {
	t.Parallel()
	db := testenv.Beside(t, keptWhole.copy(t))
	missing := map[string]bool{}
	for _, kind := range kinds(t) {
		missing["the kind "+string(kind)] = true
		if state.Reversible(kind) {
			missing["a reversal of a "+string(kind)] = true
		}
		body := must(chain.Decode(kind, []byte("{}")))
		fields(reflect.TypeOf(body), string(kind), func(at string) { missing[at] = true })
	}
	for _, c := range rules.Calls() {
		missing["a deal of "+c.String()] = true
	}
	for _, s := range rules.Suits() {
		missing["trumps "+s.String()] = true
	}
	for _, seats := range []string{"3", "4", "5"} {
		missing[seats+" at the table"] = true
	}
	for _, as := range []string{
		chain.AsCorrected, chain.AsPutBack, chain.AsMoved, chain.AsBet, chain.AsCorrection,
	} {
		missing["as "+as] = true
	}
	// Evenings say how they are settled and how people move, keep seats that were changed, have a clock and who
	// is there, and end a round late, and seasons say how they are counted, since the book was kept.
	maps.DeleteFunc(missing, func(at string, _ bool) bool {
		return at == "the kind season" || strings.HasPrefix(at, "season.")
	})
	for _, since := range strings.Fields("evening.moves evening.minutes round.moves round.plan round.clock " +
		"round.deals round.minutes present.round present.called deal.round edit.head edit.pay.by " +
		"edit.pay.banker") {
		delete(missing, since)
	}
	rows := must(db.Query(`SELECT e.kind, e.body, e.night IS NULL, coalesce(r.kind, '')
		FROM entry e LEFT JOIN entry r ON r.seq = e.reverses ORDER BY e.seq`))
	defer rows.Close()
	for rows.Next() {
		var kind, reversed chain.Kind
		var text []byte
		var apart bool
		testenv.Fine(t, rows.Scan(&kind, &text, &apart, &reversed))
		body := must(chain.Decode(kind, text))
		delete(missing, "the kind "+string(kind))
		delete(missing, "a reversal of a "+string(reversed))
		says(reflect.ValueOf(body), string(kind), func(at string) { delete(missing, at) })
		switch b := body.(type) {
		case *chain.Deal:
			delete(missing, "a deal of "+b.Call.String())
			delete(missing, "trumps "+b.Trumps)
			delete(missing, strconv.Itoa(len(b.Seats))+" at the table")
			delete(missing, "as "+b.As)
		case *chain.Penalty:
			delete(missing, "as "+b.As)
		}
	}
	testenv.Fine(t, rows.Err())
	for _, what := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s isn't in the kept book", what)
	}
}
