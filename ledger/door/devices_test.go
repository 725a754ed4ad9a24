package door

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

func TestPairing(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	code, ends, err := b.MakeCode(ctx, Scorer)
	if err != nil || !ends.Equal(b.clock().Add(10*time.Minute)) {
		t.Fatalf("%v, ends %v", err, ends)
	}
	if len(code) != 9 || strings.Trim(code, chain.Alphabet+"-") != "" {
		t.Errorf("the code is %q", code)
	}
	if r, _, err := b.CodeRight(ctx, code); r != Scorer || err != nil {
		t.Errorf("the code lets in a %v, %v", r, err)
	}
	changed := b.DevicesChanged()
	token, device, err := b.Pair(ctx, " "+strings.ToLower(strings.ReplaceAll(code, "-", " ")), "  Tablet ", "")
	testenv.Fine(t, err)
	if device.Name != "Tablet" || device.Right != Scorer || !device.Made.Equal(b.clock()) {
		t.Errorf("let in: %+v", device)
	}
	select {
	case <-changed:
	default:
		t.Error("nobody was told of the new device")
	}
	if got, ok := b.DeviceWith(token); !ok || got != device {
		t.Errorf("by its token: %+v, %v", got, ok)
	}
	for _, other := range []string{"", "x", token[1:], token + "A", strings.ToLower(token), code} {
		if d, ok := b.DeviceWith(other); ok {
			t.Errorf("%q is taken for %v", other, d.Name)
		}
	}
	_, _, err = b.Pair(ctx, code, "Phone", "")
	wantRefusal(t, err, "code")
	testenv.Same(t, b.count(`SELECT count(*) FROM device WHERE CAST(token AS TEXT) = ?`, token), 0,
		"the token lies in the book as it is: %d")

	again := b.again()
	if got, ok := again.DeviceWith(token); !ok || got.Name != "Tablet" {
		t.Errorf("after a restart: %+v, %v", got, ok)
	}
}

func TestCodesEnd(t *testing.T) {
	for name, shift := range map[string]time.Duration{
		"in time": 10*time.Minute - time.Second, "late": 10 * time.Minute,
		"years later": 5 * 365 * 24 * time.Hour, "the clock jumped back": -time.Hour,
	} {
		b := open(t)
		code, _, err := b.MakeCode(context.Background(), Keeper)
		testenv.Fine(t, err)
		b.later(shift)
		_, _, err = b.Pair(context.Background(), code, "Phone", "")
		if name == "in time" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !errors.Is(err, errCode) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOnlyTheNewestCodes(t *testing.T) {
	b := open(t)
	first, _, err := b.MakeCode(context.Background(), Watcher)
	for range mostCodes {
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = b.MakeCode(context.Background(), Watcher)
	}
	if _, _, err := b.CodeRight(context.Background(), first); !errors.Is(err, errCode) {
		t.Errorf("the oldest of %d codes: %v", mostCodes+1, err)
	}
	if _, _, err := b.MakeCode(context.Background(), Nobody); err == nil {
		t.Error("a code that lets in nobody was made")
	}
}

func TestDeviceNames(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	pair := func(name, was string) (string, Device, error) {
		code, _, err := b.MakeCode(ctx, Scorer)
		testenv.Fine(t, err)
		return b.Pair(ctx, code, name, was)
	}
	token, tablet := paired(t, b, Scorer, "Tablet")
	for _, name := range []string{"", "   ", "TABLET", "This Machine", "a\x1b[2Jb", "a\u202eb",
		strings.Repeat("x", 41)} {
		_, _, err := pair(name, "")
		wantRefusal(t, err, "name")
	}
	_, phone := paired(t, b, Scorer, "Phone")
	wantRefusal(t, b.RenameDevice(ctx, phone.ID, "tablet"), "name")
	if err := b.RenameDevice(ctx, tablet.ID, "Ann’s tablet"); err != nil {
		t.Error(err)
	}
	if got := b.Devices(); len(got) != 2 || got[0].Name != "Ann’s tablet" {
		t.Errorf("devices: %+v", got)
	}
	// paired anew it keeps its name, and the old token is worthless
	fresh, anew, err := pair("Ann’s tablet", token)
	testenv.Fine(t, err)
	if _, ok := b.DeviceWith(token); ok || fresh == token || len(b.Devices()) != 2 {
		t.Error("the old token still opens")
	}
	if err := b.TurnOut(ctx, anew.ID); err != nil {
		t.Error(err)
	}
	if _, ok := b.DeviceWith(fresh); ok {
		t.Error("a device that was turned out is let in")
	}
	var missing *chain.NotFound
	if err := b.TurnOut(ctx, anew.ID); !errors.As(err, &missing) {
		t.Errorf("turned out twice: %v", err)
	}
	if err := b.RenameDevice(ctx, 99, "Nobody"); !errors.As(err, &missing) {
		t.Errorf("renamed a device that isn't there: %v", err)
	}
}

func TestSeenToTheHour(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	_, d := paired(t, b, Watcher, "Phone")
	quiet := b.DevicesChanged()
	b.later(3*time.Hour + 20*time.Minute)
	if fresh, err := b.Saw(ctx, d.ID); !fresh || err != nil {
		t.Errorf("saw it: %v, %v", fresh, err)
	}
	if fresh, err := b.Saw(ctx, d.ID); fresh || err != nil {
		t.Errorf("saw it again in the same hour: %v, %v", fresh, err)
	}
	if got := b.Devices()[0].Seen; !got.Equal(b.clock().Truncate(time.Hour)) {
		t.Errorf("seen %v", got)
	}
	select {
	case <-quiet:
		t.Error("being seen is no change of who may do what")
	default:
	}
}

func TestPIN(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	if b.HasPIN() || b.IsPIN("") || b.IsPIN("1234") {
		t.Error("a PIN before one was set")
	}
	for _, bad := range []string{"123", "1234567890123", "12a4", "１２３４", "12 34"} {
		wantRefusal(t, b.SetPIN(ctx, bad), "pin")
	}
	testenv.Fine(t, b.SetPIN(ctx, "4711"))
	if !b.HasPIN() || !b.IsPIN("4711") || b.IsPIN("4712") || b.IsPIN("") || b.IsPIN("47110") {
		t.Error("the PIN isn't the PIN")
	}
	again := b.again()
	if !again.IsPIN("4711") {
		t.Error("the PIN is gone after a restart")
	}
	if err := again.SetPIN(ctx, ""); err != nil || again.HasPIN() || again.IsPIN("4711") {
		t.Errorf("the PIN was taken away: %v", err)
	}
}

// TestNumbersAreNotGivenAgain: a device that comes after one that was turned out is another, also where its
// number remembers who gave the PIN.
func TestNumbersAreNotGivenAgain(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	seen := map[DeviceID]bool{}
	was := ""
	for i := range 6 {
		code, _, err := b.MakeCode(ctx, Scorer)
		testenv.Fine(t, err)
		token, d, err := b.Pair(ctx, code, "Phone", was)
		testenv.Fine(t, err)
		if seen[d.ID] {
			t.Errorf("device %d came twice", d.ID)
		}
		seen[d.ID] = true
		if was = token; i%2 == 0 {
			was = ""
			testenv.Fine(t, b.TurnOut(ctx, d.ID))
		}
	}
}
