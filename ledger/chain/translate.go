package chain

import "reflect"

// Ids says which id of another book is which in this one. Zero, and the kitty, are themselves everywhere.
type Ids struct {
	Player func(PlayerID) PlayerID
	Night  func(NightID) NightID
	Entry  func(EntryID) EntryID // of deals, too: a deal's id is that of an entry
}

// Translate replaces every id in a body. It finds them by their types, so that it knows those of a new kind
// of entry as well.
func (ids Ids) Translate(body any) { ids.in(reflect.ValueOf(body)) }

func (ids Ids) in(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[PlayerID]():
		if p := PlayerID(v.Int()); p > 0 {
			v.SetInt(int64(ids.Player(p)))
		}
		return
	case reflect.TypeFor[NightID]():
		if n := NightID(v.Int()); n > 0 {
			v.SetInt(int64(ids.Night(n)))
		}
		return
	case reflect.TypeFor[EntryID](), reflect.TypeFor[DealID]():
		if e := EntryID(v.Int()); e > 0 {
			v.SetInt(int64(ids.Entry(e)))
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			ids.in(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			ids.in(v.Index(i))
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[Ids]().PkgPath() {
			return // the game knows no ids
		}
		for i := range v.NumField() {
			ids.in(v.Field(i))
		}
	}
}
