package state_test

import (
	"errors"
	"fmt"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
)

// TestForgedBodies: what somebody writes into a file by hand is refused in words, or taken, and stops
// nothing.
func TestForgedBodies(t *testing.T) {
	for kind, body := range map[chain.Kind]string{
		chain.KindNight: `{}`, chain.KindHouse: `{"house":null}`, chain.KindMeeting: `{}`, chain.KindDeal: `{}`,
		chain.KindRound: `{}`, chain.KindTable: `{"chairs":null,"dealer":0}`,
		chain.KindJoin:     `{"gone":1,"stays":1}`,
		chain.KindReversal: `{}`, chain.KindHand: `{}`, chain.KindTake: `{}`, chain.KindClose: `{}`,
	} {
		e := &chain.Entry{Seq: 1, Night: 1, Kind: kind, Key: "k", Part: 1, Device: "forger", Body: []byte(body)}
		e.Hash = e.Digest()
		var wrong *state.Wrong
		if err := state.New().Draft().ApplyRead(e, new(chain.Reader)); !errors.As(err, &wrong) {
			t.Errorf("a %s %s: %v", kind, body, err)
		}
	}
}

// TestDebtsBeyondCounting: debts that go round come to more between two than 64 bits hold, though each
// account is even. The desk lets nobody write so much; a forged book that has it is read.
func TestDebtsBeyondCounting(t *testing.T) {
	d := state.New().Draft()
	post := func(kind chain.Kind, said chain.Body, moved ...chain.Transfer) {
		t.Helper()
		e := &chain.Entry{Seq: d.Last() + 1, Kind: kind, Key: "k", Part: 1, Device: "forger", Prev: d.Hash(),
			Transfers: moved}
		testenv.Fine(t, d.ApplyMade(state.Made{Entry: e, Said: said}))
	}
	for p := range chain.PlayerID(3) {
		post(chain.KindPlayer, &chain.Player{Player: p + 1, Name: fmt.Sprint("P", p)})
	}
	const much = 1 << 62
	for i := range 12 {
		from, to := chain.PlayerID(i%3+1), chain.PlayerID((i+1)%3+1)
		post(chain.KindOpening, &chain.Opening{Money: "lsd", From: from, To: to, Amount: much, Reason: "x"},
			chain.Transfer{Money: "lsd", From: from, To: to, Amount: much})
	}
	post(chain.KindPayment, &chain.Payment{Money: "lsd", From: 1, To: 3, Amount: much},
		chain.Transfer{Money: "lsd", From: 3, To: 1, Amount: much})
	for _, debt := range d.Done().OpenDebts("lsd").Debts {
		if debt.Amount <= 0 {
			t.Errorf("%+v", debt)
		}
	}
}
