package door

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func paired(t *testing.T, b *book, right Right, name string) (token string, d Device) {
	t.Helper()
	code, _, err := b.MakeCode(context.Background(), right)
	if err == nil {
		token, d, err = b.Pair(context.Background(), code, name, "")
	}
	testenv.Fine(t, err)
	return token, d
}

func thirty(do func(i int) error) (went int64) {
	var wait sync.WaitGroup
	var n atomic.Int64
	for i := range 30 {
		wait.Go(func() {
			if do(i) == nil {
				n.Add(1)
			}
		})
	}
	wait.Wait()
	return n.Load()
}

// TestFirstKeeper: of thirty browsers at once one becomes the keeper of a book without one, whatever other
// devices it has, and no other does afterwards, also after a restart.
func TestFirstKeeper(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	was, tablet := paired(t, b, Scorer, "Tablet")
	paired(t, b, Watcher, "Phone")
	if b.HasKeeper() {
		t.Error("a keeper before there is one")
	}
	went := thirty(func(i int) error {
		token, d, err := b.FirstKeeper(ctx, fmt.Sprintf("Browser %d", i), "")
		if got, ok := b.DeviceWith(token); err == nil && (!ok || got != d || d.Right != Keeper) {
			t.Errorf("let in as %+v", d)
		}
		return err
	})
	if went != 1 || !b.HasKeeper() || len(b.Devices()) != 3 {
		t.Errorf("%d became the keeper, %d devices", went, len(b.Devices()))
	}
	again := b.again()
	for _, token := range []string{"", was} {
		if _, _, err := again.FirstKeeper(ctx, "Another", token); !errors.As(err, new(*rules.Problem)) {
			t.Errorf("a second keeper: %v", err)
		}
	}
	if d, ok := again.DeviceWith(was); !ok || d.ID != tablet.ID || d.Right != Scorer {
		t.Errorf("the tablet became %+v", d)
	}
}

// TestFirstKeeperWasADevice: a browser that scored becomes the keeper under its name, and its old token is
// worthless.
func TestFirstKeeperWasADevice(t *testing.T) {
	b := open(t)
	was, d := paired(t, b, Scorer, "Tablet")
	token, now, err := b.FirstKeeper(context.Background(), d.Name, was)
	if err != nil || now.Name != "Tablet" || now.Right != Keeper || len(b.Devices()) != 1 {
		t.Fatalf("%+v, %v", now, err)
	}
	if _, ok := b.DeviceWith(was); ok || token == was {
		t.Error("the old token still opens")
	}
}

// TestLastKeeperStays: nobody takes the keeper's right from the last device that has it, also not two keepers
// who turn each other out at the same moment.
func TestLastKeeperStays(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	token, only := paired(t, b, Keeper, "Laptop")
	wantRefusal(t, b.TurnOut(ctx, only.ID), "name")
	lower, _, err := b.MakeCode(ctx, Scorer)
	testenv.Fine(t, err)
	_, _, err = b.Pair(ctx, lower, "Laptop", token)
	wantRefusal(t, err, "code")
	if d, ok := b.DeviceWith(token); !ok || d != only {
		t.Fatalf("the keeper is %+v", d)
	}
	if _, _, err := b.Pair(ctx, lower, "Tablet", ""); err != nil {
		t.Errorf("the code was used up: %v", err)
	}
	for range 20 {
		_, other := paired(t, b, Keeper, b.UnusedName("Phone"))
		ids := []DeviceID{only.ID, other.ID}
		if went := thirty(func(i int) error { return b.TurnOut(ctx, ids[i%2]) }); went != 1 || !b.HasKeeper() {
			t.Fatalf("%d were turned out, a keeper is left: %v", went, b.HasKeeper())
		}
		for _, d := range b.Devices() {
			if d.Right == Keeper {
				only = d
			}
		}
	}
}

// TestLink: the secret of a link makes one browser the keeper's, once, however many ask at once. Looking uses
// nothing up, a refused name neither, and nothing of it is in the file.
func TestLink(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	link, err := b.MakeLink(0)
	if err != nil || len(link) != 14 || strings.Trim(link, chain.Alphabet+"-") != "" || !IsLink(link) {
		t.Fatalf("the link is %q, %v", link, err)
	}
	b.later(365 * 24 * time.Hour)
	for range 3 {
		if r, _, err := b.CodeRight(ctx, " "+strings.ToLower(link)); r != Keeper || err != nil {
			t.Errorf("it lets in a %v, %v", r, err)
		}
	}
	_, _, err = b.Pair(ctx, link, "a\u202eb", "")
	wantRefusal(t, err, "name")
	went := thirty(func(i int) error {
		_, d, err := b.Pair(ctx, link, fmt.Sprintf("Browser %d", i), "")
		if err == nil && d.Right != Keeper {
			t.Errorf("let in as %v", d.Right)
		}
		return err
	})
	if went != 1 || len(b.Devices()) != 1 {
		t.Errorf("%d were let in, %d devices", went, len(b.Devices()))
	}
	if _, _, err := b.CodeRight(ctx, link); !errors.Is(err, errCode) {
		t.Errorf("afterwards: %v", err)
	}
	testenv.Same(t, b.count(`SELECT count(*) FROM code`), 0, "%d codes are in the file")
	for _, other := range []string{"", "AAAA", "AAAA-AAAA", "AAAA-AAAA-AAAA"} {
		if b.UseLink(other) {
			t.Errorf("%q is a link", other)
		}
	}
	unused, err := b.MakeLink(0)
	if err != nil || !b.UseLink(unused) || b.UseLink(unused) {
		t.Errorf("used without letting anybody in: %v", err)
	}
}

// TestLinkEnds: a link with a life ends with it, and when the clock is put back.
func TestLinkEnds(t *testing.T) {
	for shift, good := range map[time.Duration]bool{
		0: true, time.Minute - time.Second: true, time.Minute: false, -time.Hour: false,
	} {
		b := open(t)
		link := testenv.Must(b.MakeLink(time.Minute))(t)
		b.later(shift)
		if _, _, err := b.Pair(context.Background(), link, "Browser", ""); (err == nil) != good {
			t.Errorf("after %v: %v", shift, err)
		}
	}
}
