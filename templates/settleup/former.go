package settleup

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules/english"
	"ouverte/templates"
)

// OpenAgain is a debt the other way round to one that another evening had left: it was paid, and now that
// evening is open again and asks for it once more, until it is counted in there.
type OpenAgain struct {
	ledger.Debt
	Night ledger.NightID
	Date  string
}

// onlyAgain says why a debt is open, and where that is put right, if it is so only because an evening is open
// again.
func onlyAgain(d ledger.Debt, again []OpenAgain) (why, there string) {
	i := slices.IndexFunc(again, func(o OpenAgain) bool { return o.Debt == d })
	if i < 0 {
		return "", ""
	}
	return "only because the evening of " + templates.Day(again[i].Date) + " is open again, and asks for it " +
		"once more until it is counted in there", templates.NightPath(again[i].Night) + "/settle#since"
}

// formerDebt is what one owes another from former evenings.
type formerDebt struct {
	Text, Since      string
	Debtor, Owes     string // the same in two parts: "Ann", "Bob 1s"
	Payer, Payee     face.Face
	From, To, Owed   string
	Key, PayKey, Saw string
	Again, There     string // why it is open, and where that is put right instead of here
}

// allTo tells whether one of the forms is for all that is open from former evenings.
func (v View) allTo() bool {
	return len(v.Former) > 1 && !slices.ContainsFunc(v.Former, func(f formerDebt) bool { return f.Again != "" })
}

func debtWords(n *ledger.Night, d ledger.Debt) string {
	return fmt.Sprintf("%s owes %s %s", nameInFront(n, d.From), n.PlayerName(d.To), n.Money.Words(d.Amount))
}

// FormerWords say in a line what is open from former evenings: the debts themselves where they are few.
func FormerWords(debts []ledger.OldDebt) string {
	switch words := OldDebtWords(debts); {
	case len(words) == 0:
		return ""
	case len(words) <= 2:
		return strings.Join(words, ", ")
	default:
		return words[0] + ", and " + english.Number(len(words)-1) + " more"
	}
}
