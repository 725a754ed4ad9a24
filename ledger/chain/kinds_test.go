package chain

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var golden = flag.Bool("golden", false, "write the answers in testdata anew")

// TestTell reads what entries are in words.
func TestTell(t *testing.T) {
	name := func(p PlayerID) string {
		return map[PlayerID]string{Kitty: "the kitty", 1: "Ann", 2: "Bob", 3: "Cat", 4: "the Baron"}[p]
	}
	testenv.Golden(t, "testdata/told.txt", *golden, func(_, line string) string {
		kind, text, _ := strings.Cut(line, " ")
		told, reason := testenv.Must(Decode(Kind(kind), []byte(text)))(t).Tell(At{Kind(kind), 1, rules.LSD}, name)
		return strings.TrimSuffix(strings.ReplaceAll(told+" | "+reason, "\u00a0", "_"), " | ")
	})
	testenv.Same(t, listOf([]int{}, nil), "nobody", "a list of nobody is %q")
}

// TestEveryKind names what a kind's body lacks. A stranger in any place of it must be named, get or give
// money, or be refused; a text with an invisible character must be refused in any place; and it must say
// something of itself.
func TestEveryKind(t *testing.T) {
	lines := string(testenv.Must(os.ReadFile("testdata/told.txt"))(t))
	for _, c := range bodies {
		at, body := At{c.kind, 1, rules.LSD}, testenv.Must(Decode(c.kind, []byte(c.text)))(t)
		switch b := body.(type) { // what can't be said at once with the rest
		case *Round:
			b.Moves, b.Clock, b.Deals, b.Minutes = "", "", 0, 0
		case *Present:
			b.Gone = false
		}
		if c.kind == KindOpening {
			at.Money = "GBP"
		}
		try := func(v reflect.Value, to any) (refused bool, moved []Transfer) {
			was := reflect.ValueOf(v.Interface())
			defer v.Set(was)
			v.Set(reflect.ValueOf(to).Convert(v.Type()))
			moved, err := Moves(body, at)
			return err != nil || body.Texts() != nil, moved
		}
		all := reflect.ValueOf(body).Elem()
		if refused, _ := try(all, all.Interface()); refused {
			t.Fatalf("a %s is refused as it is", c.kind)
		}
		const stranger = PlayerID(999)
		each(all, string(c.kind), func(v reflect.Value, where string) {
			switch v.Interface().(type) {
			case PlayerID:
				was := v.Int()
				v.SetInt(int64(stranger))
				named := slices.Contains(body.Named(), stranger)
				v.SetInt(was)
				refused, moved := try(v, stranger)
				if !named && !refused && !slices.ContainsFunc(moved, func(m Transfer) bool {
					return m.From == stranger || m.To == stranger
				}) && !elsewhere[where] {
					t.Errorf("%s: nobody asks who that is", where)
				}
			default:
				if refused, _ := try(v, "a\u200bb"); !refused && !elsewhere[where] {
					t.Errorf("%s: any text is taken", where)
				}
			}
		})
		told, _ := body.Tell(at, func(PlayerID) string { return "Ann" })
		if told != "" && !strings.Contains(lines, "\n"+string(c.kind)+" {") {
			t.Errorf("testdata/told.txt has no %s", c.kind)
		}
		silent := strings.Fields("away face join house words hide season evening order agree note deal")
		if (told == "") != slices.Contains(silent, string(c.kind)) {
			t.Errorf("a %s says %q of itself", c.kind, told)
		}
	}
}

// elsewhere is what ledger/state holds, which knows more.
var elsewhere = map[string]bool{
	"player.Player": true, "rename.Player": true, // who comes next, who was entered
	"night.Date": true, "evening.Date": true, "edit.Date": true, "hide.House": true,
	"deal.Trumps": true, "deal.Auction": true,
}

// each visits the players and the texts in a body. House rules are checked by themselves.
func each(v reflect.Value, where string, visit func(v reflect.Value, where string)) {
	switch v.Kind() {
	case reflect.Pointer:
		each(v.Elem(), where, visit)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			each(v.Index(i), where, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[*rules.House]() {
				each(v.Field(i), fmt.Sprintf("%s.%s", where, f.Name), visit)
			}
		}
	case reflect.String:
		visit(v, where)
	case reflect.Int64:
		if v.Type() == reflect.TypeFor[PlayerID]() && PlayerID(v.Int()) != Kitty {
			visit(v, where)
		}
	}
}
