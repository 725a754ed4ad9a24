package chain

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"ouverte/ledger/testenv"
)

// FuzzReadDeal: what is read the short way is what the long way reads.
func FuzzReadDeal(f *testing.F) {
	for _, text := range []string{
		`{"seats":[1,2,3,4],"dealer":4,"call":"solo","caller":1,"tricks":5}`,
		`{"deal":7,"as":"corrected","before":3,"reason":"misheard","seats":[1,2,3],"accounts":[0,9,0],` +
			`"dealer":1,"call":"irish","caller":2,"partner":3,"bid":6,"trumps":"NT","tricks":0,` +
			`"revokes":[0,1,0],"forfeit":2,"wrong":[1,3],"loser":1,"tricksBy":[4,5,4]}`,
		`{"seats":[1,2,3],"dealer":1,"call":"passed"}`,
		`{"seats":[1,2,3],"dealer":1,"call":"passed","auction":"pass pass pass"}`,
		`{"seats":[],"dealer":01,"call":"passed"}`, `{"seats":[1,],"dealer":256,"call":"pa\u0073sed"}`,
		`{"seats":[-0],"call":"solo","dealer":1}`, `{}`, `{"deal":1`, ``, `{,"deal":1}`, `{"reason":"` +
			"\xff" + `"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		short, ok := readDeal(text, new(dealRoom))
		if !ok {
			return
		}
		long := new(Deal)
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(long); err != nil {
			t.Fatalf("%s: read the short way, and the long way says %v", text, err)
		}
		if !reflect.DeepEqual(long, short) {
			t.Errorf("%s:\n got %+v\nwant %+v", text, short, long)
		}
	})
}

// The deals of the first export are all read the short way, but for those with escapes in their text.
func TestReadDealIsUsual(t *testing.T) {
	text := testenv.Must(os.ReadFile("../testdata/first.json"))(t)
	deals := 0
	for line := range bytes.Lines(text) {
		var e struct {
			Kind Kind
			Body json.RawMessage
		}
		if err := json.Unmarshal(line, &e); err != nil || e.Kind != KindDeal {
			continue
		}
		deals++
		if _, ok := readDeal(e.Body, new(dealRoom)); !ok {
			t.Errorf("not read the short way: %s", e.Body)
		}
	}
	if deals < 20 {
		t.Errorf("only %d deals", deals)
	}
}
