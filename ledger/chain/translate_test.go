package chain

import (
	"reflect"
	"strings"
	"testing"
)

// Every id there is in a body is found: each is 7, and becomes another number by its type. What is in a map
// isn't looked at, so that none may have ids.
func TestTranslateFindsEveryID(t *testing.T) {
	ids := Ids{
		Player: func(PlayerID) PlayerID { return 71 },
		Night:  func(NightID) NightID { return 72 },
		Entry:  func(EntryID) EntryID { return 73 },
	}
	want := map[string]int64{"PlayerID": 71, "NightID": 72, "EntryID": 73, "DealID": 73}
	for kind, blank := range blanks {
		body := blank()
		seen := 0
		eachID(t, reflect.ValueOf(body), string(kind), func(v reflect.Value, _ string) { v.SetInt(7) })
		ids.Translate(body)
		eachID(t, reflect.ValueOf(body), string(kind), func(v reflect.Value, at string) {
			seen++
			if v.Int() != want[v.Type().Name()] {
				t.Errorf("%s is %d, wanted %d", at, v.Int(), want[v.Type().Name()])
			}
		})
		without := " house words hide edit last close reopen reversal "
		if seen == 0 && !strings.Contains(without, " "+string(kind)+" ") {
			t.Errorf("a %s has no ids", kind)
		}
	}
	kitty := &Penalty{To: []PlayerID{Kitty}}
	if ids.Translate(kitty); kitty.To[0] != Kitty || kitty.By != 0 {
		t.Errorf("the kitty, or nobody, became somebody: %+v", kitty)
	}
}

// eachID visits every id in a value. It makes slices of one element and what pointers point to.
func eachID(t *testing.T, v reflect.Value, at string, visit func(v reflect.Value, at string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		eachID(t, v.Elem(), at, visit)
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		eachID(t, v.Index(0), at+"[]", visit)
	case reflect.Array:
		for i := range v.Len() {
			eachID(t, v.Index(i), at+"[]", visit)
		}
	case reflect.Struct:
		if strings.HasSuffix(v.Type().PkgPath(), "/rules") {
			return
		}
		for i := range v.NumField() {
			eachID(t, v.Field(i), at+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Map:
		for _, of := range []reflect.Type{v.Type().Key(), v.Type().Elem()} {
			if of.Kind() != reflect.String {
				t.Errorf("%s is a map of %s", at, of)
			}
		}
	case reflect.Int64:
		if strings.HasSuffix(v.Type().Name(), "ID") {
			visit(v, at)
		}
	}
}
