package ledger

import (
	"io"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
	_ "unsafe" // for linkname

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// connections is how many the readers of a book have.
const connections = 3

// inTime ends the program if something takes too long: a book in which readers wait for each other can't be
// closed.
func inTime(hangs string, do func()) {
	late := time.AfterFunc(3*time.Minute, func() { panic(hangs) })
	defer late.Stop()
	do()
}

// readings are calls of all methods of a book that read it, and of its newest snapshot, each with some
// arguments that make sense. A method with a parameter of a new type asks for a value here.
func readings(t *testing.T, l *table) map[string]func() {
	night := must1(l.Now().Night(1))
	circle, seasons := l.Now().CircleBook(night.Money, show.Span{}, 0), l.Now().Seasons()
	people := []chain.PlayerID{1, 2, 3}
	house, _ := rules.Set("hoyle")
	values := []any{
		l.ctx, night.ID, night, night.Money, night.Deals[0].ID, people[0], people, []chain.NightID{1, 2, 3},
		chain.EntryID(0), DealSaid{Deal: night.Deals[0].Deal},
		Mend{Do: Remove, Deal: night.Deals[0].ID, Saw: night.Deals[0].Version}, show.Span{},
		show.DealFilter{Changed: true}, []show.DealFilter{{Changed: true}},
		show.NightFilter{Text: "p", Limit: 5}, house, io.Writer(io.Discard), 5, int64(12), "ABCD-EFGH",
		l.Book, Who{}, circle, seasons[0], time.Now(), must1(l.Now().Player(1)), []*rules.House{house},
	}
	skip := []string{ // those that write, or go on
		"RenameDevice", "FirstKeeper", "TurnOut", "Saw", "SetPIN", "SetSeason", "MakeWatch", "LeadOn", "EndWatches",
		"Pair", "As",
		"SayPhone", "EndPhone", "BindDevice", "BringEvening", "MakeLink", "UseLink", "NightClosed", "PhoneWrote",
		"IsPIN", "Close", "CopyFolder", "LetInAs", "NoReaders", "Follow",
	}
	calls := map[string]func(){}
	add := func(of reflect.Type, i int, on func() reflect.Value) {
		name := of.Method(i).Name
		in := make([]reflect.Type, of.Method(i).Type.NumIn()-1)
		for j := range in {
			in[j] = of.Method(i).Type.In(j + 1)
		}
		if slices.Contains(skip, name) || slices.Contains(in, reflect.TypeFor[Slip]()) ||
			slices.Contains(in, reflect.TypeFor[door.Right]()) {
			return
		}
		args := make([]reflect.Value, len(in))
		for j := range in {
			k := slices.IndexFunc(values, func(v any) bool { return reflect.TypeOf(v).AssignableTo(in[j]) })
			if k < 0 {
				t.Fatalf("%s: no %v to ask with", name, in[j])
			}
			args[j] = reflect.ValueOf(values[k])
		}
		calls[name] = func() { on().Method(i).Call(args) }
	}
	for i := range reflect.TypeFor[*Book]().NumMethod() {
		add(reflect.TypeFor[*Book](), i, func() reflect.Value { return reflect.ValueOf(l.Book) })
	}
	for i := range reflect.TypeFor[*show.Snapshot]().NumMethod() {
		add(reflect.TypeFor[*show.Snapshot](), i, func() reflect.Value { return reflect.ValueOf(l.Now()) })
	}
	if len(calls) < 50 {
		t.Fatalf("a book has only %d methods that read: %v", len(calls), calls)
	}
	return calls
}

// TestReadersAskNoFile holds all connections that there are to read by: what pages ask is answered all the
// same, by every method but those that ask the file for whole entries, or for a code, which another program
// may have made.
func TestReadersAskNoFile(t *testing.T) {
	l := lively(t)
	calls := readings(t, l)
	undo := must1(l.NoReaders())
	defer undo()
	var asking sync.WaitGroup
	for name, call := range calls {
		if name != "LookElsewhere" && name != "Bring" && name != "CodeRight" {
			asking.Go(call)
		}
	}
	inTime("a reader waits for a connection", asking.Wait)
}

// TestManyReadersWhileRecording asks for everything again and again while deals are recorded and put right:
// as many readers as a full room has, each in an order of its own, and each at least once round. For the race
// detector.
func TestManyReadersWhileRecording(t *testing.T) {
	l := lively(t)
	var done sync.WaitGroup
	stop := make(chan struct{})
	calls := readings(t, l)
	for range 12 {
		done.Go(func() {
			for {
				for _, call := range calls { // a map's order is another each time
					call()
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	fill(t, l.Book, 5, 1, 4)
	for _, d := range l.now().Deals {
		must1(l.Mend(l.ctx, l.slip(), l.night, Mend{Do: Remove, Deal: d.ID, Saw: d.Version}))
	}
	close(stop)
	inTime("readers wait for each other", done.Wait)
}

//go:linkname settled ouverte/rules.settled
var settled func()

// TestADealIsSettledOnce records deals and has the night shown with the answer: each is settled once, and one
// that is taken back and put back isn't settled again.
func TestADealIsSettledOnce(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	defer must1(tb.NoReaders())()
	times := 0
	settled = func() { times++ }
	defer func() { settled = nil }()
	want := func(what string, settles int, r Receipt, err error) Receipt {
		t.Helper()
		if err != nil || r.Shown == nil || times != settles {
			t.Errorf("%s: settled %d times, want %d; %v", what, times, settles, err)
		}
		times = 0
		return r
	}
	slip := func() Slip { s := tb.slip(); s.Show = true; return s }
	for _, said := range []DealSaid{soloOf(1), soloOf(2)} {
		r, err := tb.Record(tb.ctx, slip(), tb.night, said)
		want("a deal", 1, r, err)
	}
	d := tb.now().Deals[0]
	r, err := tb.Mend(tb.ctx, slip(), tb.night, Mend{Do: Remove, Deal: d.ID, Saw: d.Version})
	gone := want("taken back", 0, r, err)
	r, err = tb.Mend(tb.ctx, slip(), tb.night, Mend{Do: PutBack, Deal: d.ID, Saw: gone.Entry})
	want("put back", 0, r, err)
}
