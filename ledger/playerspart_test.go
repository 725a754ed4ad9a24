package ledger

// Two who were joined and are parted again: what a night that was closed meanwhile left stays payable.

import (
	"errors"
	"slices"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// closedMeanwhile is a night Ivy lost 18 at, closed while she was taken for Kit, who never came.
func closedMeanwhile(t *testing.T) (tb *table, ivy, kit chain.PlayerID, join chain.EntryID) {
	tb = sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Ivy")
	tb.deal("solo ann 5")
	ivy, kit = tb.players["Ivy"], chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Kit")).ID)
	join = must1(tb.JoinPlayers(tb.ctx, tb.slip(), ivy, kit)).Entry
	tb.deal("solo bob 5")
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	return tb, ivy, kit, join
}

// debts is all that is open from former evenings.
func (tb *table) debts() []show.OldDebt {
	tb.t.Helper()
	debts := tb.Now().Debts(rules.LSD, 0)
	return debts.Shown
}

func TestPartingCarriesWhatAClosedNightLeft(t *testing.T) {
	tb, ivy, kit, join := closedMeanwhile(t)
	seal := tb.now().Seal
	shows := must1(tb.Now().Parting(join))
	want := []state.Carried{{Night: tb.night, Date: tb.now().Date, Money: rules.LSD,
		FromName: "Ivy", ToName: "Kit", Debt: chain.Debt{From: ivy, To: kit, Amount: 6}}}
	if shows.Gone.Name != "Ivy" || shows.Stays.Name != "Kit" || !slices.Equal(shows.Carried, want) {
		t.Fatalf("parting shows %+v, want %+v", shows, want)
	}
	must1(tb.PartPlayers(tb.ctx, tb.slip(), join, shows.Version))
	well(t, tb.Path())

	// Nobody has anything in the night any more, everything is on the slate, and all of it can be paid.
	for _, p := range append(tb.now().People, show.Person{Sum: tb.now().Kitty.Sum}) {
		if p.Sum.Total() != 0 {
			t.Errorf("%s has %d in a closed night", p.Name, p.Sum.Total())
		}
	}
	if tb.now().Seal != seal {
		t.Error("the seal of the night is another")
	}
	tb.wantOwed("Cat owes Ann 12", "Kit owes Bob 12", "Ivy owes Kit 6")
	for _, d := range tb.debts() {
		must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment(d.Debt), d.Version))
	}
	for _, m := range tb.Now().Balances() {
		for _, p := range m.Players {
			if p.Total != 0 {
				t.Errorf("all is paid, and %s has %d, of it %d on the slate", p.Name, p.Total, p.Slate)
			}
		}
	}
	if left := tb.left(tb.night); len(left) != 3 {
		t.Errorf("of what it left the night says %q", left)
	}
}

// What the page of a parting showed must be what is done.
func TestPartingOnAnOldPage(t *testing.T) {
	tb, _, kit, join := closedMeanwhile(t)
	shows := must1(tb.Now().Parting(join))
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD,
		settle.Payment{From: kit, To: tb.players["Ann"], Amount: 2}, 0))
	var stale *show.Stale
	if _, err := tb.PartPlayers(tb.ctx, tb.slip(), join, shows.Version); !errors.As(err, &stale) {
		t.Fatalf("something was written since: %v", err)
	}
	shows = must1(tb.Now().Parting(join))
	slip := tb.slip()
	first := must1(tb.PartPlayers(tb.ctx, slip, join, shows.Version))
	if again := must1(tb.PartPlayers(tb.ctx, slip, join, shows.Version)); !again.Repeated ||
		again.Entry != first.Entry {
		t.Errorf("sent twice: %+v, %+v", first, again)
	}
	if _, err := tb.Now().Parting(join); !errors.As(err, &stale) {
		t.Errorf("they are parted: %v", err)
	}
}

// A book whose two were parted without that: the audit names the night and says what helps, and it does. Such
// a book is copied all the same.
func TestAuditNoticesWhatNobodyCanPay(t *testing.T) {
	tb, _, _, join := closedMeanwhile(t)
	must1(tb.PartPlayers(tb.ctx, tb.slip(), join, must1(tb.Now().Parting(join)).Version))
	path := withoutLast(t, tb.Path()) // which is the carry
	found := must1(audit.Check(tb.ctx, path, nil, nil))
	says := "Night 1 (" + tb.now().Date +
		") is closed, and no page can settle what is left of it: Ivy −6d and " +
		"Kit +6d. Open it again, settle it and close it."
	if found.Well() || !found.Sound() || found.Line() != says {
		t.Fatalf("the audit says %q", found.Line())
	}
	trapped := closedCopy(t, path)
	testenv.Alter(t, trapped, `CREATE INDEX its ON entry (device)`)
	found = must1(audit.Check(tb.ctx, trapped, nil, nil))
	if len(found.Wrong) != 2 || found.Wrong[1].Sentence != says || found.Sound() {
		t.Errorf("with a fault of the file besides: %+v", found)
	}
	_, err := archive.Backup(tb.ctx, trapped, trapped+"-copy", nil)
	wantSentence(t, err, "the index its, on entry, isn't ours")
	b := must1(Open(tb.ctx, path, Options{}))
	defer b.Close()
	must1(b.ReopenNight(tb.ctx, tb.slip(), 1, ""))
	must1(b.CloseNight(tb.ctx, tb.slip(), 1, 0))
	well(t, path)
}
