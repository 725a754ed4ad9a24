package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// connections is how many the readers of a book have.
const connections = 8

// inTime ends the program if something takes too long: a book in which readers wait for each other can't be
// closed.
func inTime(hangs string, do func()) {
	late := time.AfterFunc(3*time.Minute, func() { panic(hangs) })
	defer late.Stop()
	do()
}

// TestEightReadersAtOnce has as many readers as there are connections hold one each, and then ask what nobody
// has asked before.
func TestEightReadersAtOnce(t *testing.T) {
	l := newLife(t, 3, 5)
	l.evening(5)
	l.evening(5)
	l.reopen()
	var holding, done sync.WaitGroup
	holding.Add(connections)
	for i := range connections {
		done.Go(func() {
			err := l.read(l.ctx, func(tx *store.Tx) error {
				_, err := l.yearsIn(tx)
				holding.Done()
				holding.Wait()
				if err != nil {
					return err
				}
				return store.Each(tx, func(*sql.Rows) error { return nil }, fmt.Sprintf(`SELECT %d FROM night`, i))
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	inTime("eight readers wait for each other", done.Wait)
}

// readings are calls of all methods of a book that read it, each with some arguments that make sense. A
// method with a parameter of a new type asks for a value here.
func readings(t *testing.T, l *life) map[string]func(context.Context) {
	night, err := l.Night(l.ctx, l.nights[0])
	l.must(err)
	circle, err := l.CircleOf(l.ctx, night.Money, Span{})
	l.must(err)
	seasons, err := l.Seasons(l.ctx)
	l.must(err)
	house, _ := rules.Set("hoyle")
	values := []any{
		night.ID, night, night.Money, night.Deals[0].ID, l.people[0], l.people[:3], l.nights, EntryID(0),
		DealSaid{Deal: night.Deals[0].Deal},
		Mend{Do: Remove, Deal: night.Deals[0].ID, Saw: night.Deals[0].Version}, Span{}, DealFilter{Changed: true},
		NightFilter{Text: "p", Limit: 5}, house, io.Writer(io.Discard), 5, int64(12), "ABCD-EFGH",
		l.Book, Who{}, circle, seasons[0],
		func(DealFound) bool { return true }, func(Gone) bool { return true }, func(Otherwise) bool { return true },
	}
	skip := []string{ // those that write, or go on
		"RenameDevice", "FirstKeeper", "TurnOut", "Saw", "SetPIN", "SetSeason", "MakeWatch", "EndWatches", "Pair",
		"SayPhone", "EndPhone", "BindDevice", "BringEvening",
	}
	calls := map[string]func(context.Context){}
	book := reflect.ValueOf(l.Book)
	for i := range book.NumMethod() {
		name, method := book.Type().Method(i).Name, book.Method(i)
		in := make([]reflect.Type, method.Type().NumIn())
		for j := range in {
			in[j] = method.Type().In(j)
		}
		if len(in) == 0 || in[0] != reflect.TypeFor[context.Context]() || slices.Contains(skip, name) ||
			slices.Contains(in, reflect.TypeFor[Slip]()) || slices.Contains(in, reflect.TypeFor[Right]()) {
			continue
		}
		args := make([]reflect.Value, len(in))
		for j := 1; j < len(in); j++ {
			k := slices.IndexFunc(values, func(v any) bool { return reflect.TypeOf(v).AssignableTo(in[j]) })
			if k < 0 {
				t.Fatalf("%s: no %v to ask with", name, in[j])
			}
			args[j] = reflect.ValueOf(values[k])
		}
		calls[name] = func(ctx context.Context) {
			args := slices.Clone(args)
			args[0] = reflect.ValueOf(ctx)
			method.Call(args)
		}
	}
	if len(calls) < 30 {
		t.Fatalf("a book has only %d methods that read: %v", len(calls), calls)
	}
	return calls
}

func livelyBook(t *testing.T) *life {
	l := newLife(t, 11, 6)
	for range 6 {
		l.evening(6)
		l.mishap()
	}
	return l
}

// TestOneConnectionIsEnough leaves one connection to a book just opened: with it every method must answer.
func TestOneConnectionIsEnough(t *testing.T) {
	testenv.Slow(t)
	l := livelyBook(t)
	calls := readings(t, l)
	for name := range calls {
		l.reopen()
		call := readings(t, l)[name]
		var holding, done sync.WaitGroup
		enough := make(chan struct{})
		for range connections - 1 {
			holding.Add(1)
			done.Go(func() {
				err := l.read(l.ctx, func(*store.Tx) error {
					holding.Done()
					<-enough
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		holding.Wait()
		inTime(name+" waits for a second connection", func() { call(l.ctx) })
		close(enough)
		done.Wait()
	}
}

// TestManyReadersAtOnce asks a book just opened for everything, four times each at the same moment.
func TestManyReadersAtOnce(t *testing.T) {
	l := livelyBook(t)
	for range 5 {
		l.reopen()
		var done sync.WaitGroup
		begin := make(chan struct{})
		for _, call := range readings(t, l) {
			for range 4 {
				done.Go(func() {
					<-begin
					call(l.ctx)
				})
			}
		}
		close(begin)
		inTime("readers wait for each other", done.Wait)
	}
}

// TestReadersLeave asks for everything while all connections are held, and gives up: nobody waits on.
func TestReadersLeave(t *testing.T) {
	l := livelyBook(t)
	l.reopen()
	calls := readings(t, l)
	var holding, done sync.WaitGroup
	enough := make(chan struct{})
	for range connections {
		holding.Add(1)
		done.Go(func() {
			err := l.read(l.ctx, func(*store.Tx) error {
				holding.Done()
				<-enough
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	holding.Wait()
	var asking sync.WaitGroup
	ctx, cancel := context.WithCancel(l.ctx)
	for _, call := range calls {
		asking.Go(func() { call(ctx) })
	}
	cancel()
	inTime("a reader that has gone waits on", asking.Wait)
	close(enough)
	done.Wait()
}
