package settleup

import (
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
)

// TestDebtsListed: everybody's sums are of all debts, however many are listed.
func TestDebtsListed(t *testing.T) {
	var m MoneyView
	m.Money = "lsd"
	for from := chain.PlayerID(1); len(m.Debts.Shown) < debtsListed+1; from++ {
		for to := chain.PlayerID(1); to <= 50 && len(m.Debts.Shown) < debtsListed+1; to++ {
			debt := chain.Debt{From: 100 + from, To: to, Amount: 1}
			m.Debts.Shown = append(m.Debts.Shown, show.OldDebt{Debt: debt})
		}
	}
	m.Debts.Shown[debtsListed].From, m.Debts.Shown[0].To = 101, 102
	listed, owes, owed := 0, int64(0), int64(0)
	for _, of := range m.byDebtor() {
		listed, owes, owed = listed+len(of.debts), owes+of.owes, owed+of.owed
	}
	testenv.Same(t, [3]int64{int64(listed), owes, owed}, [3]int64{debtsListed, debtsListed + 1, 1},
		"listed, owed and owed to debtors are %v")
	testenv.Same(t, m.more(), "The 1,000 oldest debts are listed; 1 more is open.", "it says %q")
	m.Debts.Shown = m.Debts.Shown[:debtsListed]
	testenv.Same(t, m.more(), "", "it says %q")
}
