package settle

// The page where a night is settled. The last round is in last.go, rounding in round.go, and what became of
// what was left at the close in since.go.

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// About is what the page is made of.
type About struct {
	Night   *ledger.Night
	Plan    settle.Plan
	By      string // fewest, banker, fell
	Banker  ledger.PlayerID
	Address func(by string, banker ledger.PlayerID) string
	Bowl    []settle.Coin    // the coins there are to count out with
	Left    []ledger.Left    // what became of what was left when the night was closed
	Former  []ledger.OldDebt // what is open from former evenings between these people …
	Again   []OpenAgain      // … and of that, what is open only since another evening is open again
	Coin    int64            // what rounding to it would come to …
	Rounded []ledger.Net     // … for each, and last for the kitty
	Tables  []Table          // of an evening at several tables
	Scores  bool             // may write things down
	Key     func() string
	Where   *time.Location
}

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

// View is the page where a night is settled.
type View struct {
	NightID      int64
	Night, Path  string
	Version      string
	By, Banker   string // carried on by each form
	Open, Scores bool
	Title, When  string // the night, as it heads a printed page

	Seal    []string   // of a closed night, in groups
	Ended   string     // when it was closed
	Carried []leftView // what was left for next time

	People []person
	Proof  string // "Everything adds up to nothing"

	Ways    []templates.Link
	Bankers []templates.Link
	Lead    string
	Pays    []pay
	Paid    []posted
	Bowl    []bowlCoin
	Coins   bool // there is anything to count out with

	Disputed []templates.Link
	Tables   []Table // of an evening at several tables …
	Playing  string  // … and which of them still play, while some do: until they close nothing is paid
	Gather   closeView
	// ClosesTables is set where each table can be closed by itself, or opened again.
	ClosesTables bool
	Since        sinceView
	Former       []formerDebt
	Last         lastView
	Posted       []posted // costs, kitty, rounding, what was brought
	Round        roundView
	Cost         costView
	Kitty        kittyView
	Close        closeView
	Hand         handOnView
	Key          func() string

	At    string // which form was refused
	Says  templates.Says
	Typed url.Values // what was typed in it
	Did   string
}

// says are the sentences for a form, if it was refused.
func (v View) says(at string) templates.Says {
	if v.At != at {
		return nil
	}
	return v.Says
}

// typed is what was typed in a form that was refused; empty in the others.
func (v View) typed(at, field string) string {
	if v.At != at {
		return ""
	}
	return v.Typed.Get(field)
}

// ticked tells whether somebody is chosen: all are, until a form comes back refused.
func (v View) ticked(at, field string, p ledger.PlayerID) bool {
	return v.At != at || slices.Contains(v.Typed[field], templates.PlayerNo(p))
}

// share is what was typed as somebody's own share.
func (v View) share(at string, p ledger.PlayerID) string {
	if i := slices.Index(v.Typed["who"], templates.PlayerNo(p)); v.At == at && i >= 0 &&
		i < len(v.Typed["shares"]) {
		return v.Typed["shares"][i]
	}
	return ""
}

// unequal tells whether shares by name were typed, or refused.
func (v View) unequal(at string) bool {
	return v.At == at && (v.Says["shares"] != "" || slices.ContainsFunc(v.Typed["shares"],
		func(s string) bool { return strings.TrimSpace(s) != "" }))
}

// refusedPay tells whether it was the form of this payment that was refused.
func (v View) refusedPay(p pay) bool {
	return v.At == "pay" && v.Typed.Get("from") == p.FromID && v.Typed.Get("to") == p.ToID
}

// refused are the sentences for the form of this payment, if it was refused.
func (v View) refused(p pay) templates.Says {
	if !v.refusedPay(p) {
		return nil
	}
	return v.Says
}

// partOf asks how much of a payment or a debt was paid.
func partOf(says templates.Says, typed string) templates.Field {
	f := templates.Field{Class: "grow", Label: "How much of it?", Name: "amount", Required: true, Says: says,
		More: templ.Attributes{"autocomplete": "off"}}
	if says != nil {
		f.Value = typed
	}
	return f
}

// whyBack asks why something is taken back.
func whyBack(says templates.Says, typed string) templates.Field {
	return templates.Field{Class: "grow", Label: "Why?", Name: "reason", Value: typed, Most: 200, Says: says,
		More: templ.Attributes{"autocomplete": "off"}}
}

// lostPay tells whether a payment was refused that isn't there any more.
func (v View) lostPay() bool {
	return v.At == "paid" || v.At == "pay" && !slices.ContainsFunc(v.Pays, v.refusedPay)
}

// person is how somebody stands.
type person struct {
	Name  string
	Face  face.Face
	Href  string // why
	Parts string // "deals +4s. 2d., drinks −1s."
	Came  templates.Amount
	Open  string // what is still to be paid or got; nothing when all is settled
	Sign  string
}

// leftView is a debt left for next time, and what became of it.
type leftView struct{ Text, Since string }

// pay is a payment that is still to be made.
type pay struct {
	ID       string
	From, To string
	Payer    face.Face
	Payee    face.Face
	FromID   string
	ToID     string
	Amount   string
	Owed     string // the same as a plain number
	Coins    string // how it is counted out
	Since    string // what was paid of it while the night was closed
	Why      string
	Key      string
}

// formerDebt is what one owes another from former evenings.
type formerDebt struct {
	Text, Since      string
	Debtor, Owes     string // the same in two parts: "Ann", "Bob 1s."
	Payer, Payee     face.Face
	From, To, Owed   string
	Key, PayKey, Saw string
	Again, There     string // why it is open, and where that is put right instead of here
}

// posted is something written down on this page, that can be taken back.
type posted struct {
	Text  string
	Entry string
	Key   string // nothing where it can't be taken back any more
}

// bowlCoin is a coin that may be in the bowl.
type bowlCoin struct {
	Name, Value string
	There       bool
}

// costView is the form for what one laid out for several.
type costView struct {
	Key    string
	People []ledger.Person
}

// kittyView is the form for sharing the kitty out.
type kittyView struct {
	Holds  string
	Any    bool
	Key    string
	People []ledger.Person
}

// closeView ends the night.
type closeView struct {
	Key, Saw string
	Open     []string // what is still open, in sentences
}

// withdrawable can be taken back where the night is settled. Penalties and deals have pages of their own.
var withdrawable = []ledger.Kind{ledger.KindPayment, ledger.KindCost, ledger.KindShare, ledger.KindRounding,
	ledger.KindBring}

// Withdrawable tells whether a row of this kind can be taken back where the night is settled.
func Withdrawable(k ledger.Kind) bool { return slices.Contains(withdrawable, k) }

// PaymentsOf are the payments of a night that stand, the newest first.
func PaymentsOf(n *ledger.Night) []ledger.Payment {
	var out []ledger.Payment
	for _, r := range slices.Backward(templates.Standing(n, ledger.KindPayment)) {
		out = append(out, *r.Paid)
	}
	return out
}

// PayKey is the key of a payment's form. It is the same on every page that shows this payment, and another
// one as soon as something was paid between the two: ticked on two tablets at once it is written once.
func PayKey(n *ledger.Night, p ledger.Payment) string {
	before := 0
	for i := range n.Rows {
		if paid := n.Rows[i].Paid; paid != nil && paid.From == p.From && paid.To == p.To {
			before++
		}
	}
	return fmt.Sprintf("pay-%d-%d-%d-%d", n.ID, p.From, p.To, before)
}

// New makes the page.
func New(a About) View {
	n := a.Night
	v := View{
		NightID: int64(n.ID), Night: templates.NightPath(n.ID), Path: templates.NightPath(n.ID) + "/settle",
		Version: templates.EntryNo(n.Version), By: a.By, Open: n.Open, Scores: a.Scores && n.Open, Key: a.Key,
		Tables: a.Tables,
		Proof:  "Everything adds up to nothing",
	}
	v.Title, v.When = nightHead(n)
	if a.Banker != 0 {
		v.Banker = strconv.FormatInt(int64(a.Banker), 10)
	}
	v.ClosesTables = len(a.Tables) > 0 && v.Scores
	if v.Playing = playing(a.Tables); v.Playing != "" && v.Scores {
		v.Gather = closeView{Key: a.Key(), Saw: v.Version}
		v.Scores, a.Scores = false, false // until the tables close
	}
	v.People = people(n, a)
	for _, d := range n.Disputed() {
		l := templates.Link{Name: fmt.Sprintf("Deal %d is disputed", d.Nth), Href: templates.DealPath(n.ID, d.ID)}
		if d.Agreed.Reason != "" {
			l.Name += ": " + d.Agreed.Reason
		}
		v.Disputed = append(v.Disputed, l)
	}
	v.posted(n, a)
	v.Hand = newHandOn(n, a.Plan, a.Left, a.Where)
	if !n.Open {
		v.Seal, v.Ended = strings.Fields(n.Seal), n.Closed.In(a.Where).Format("Monday 2 January 2006, 15:04")
		if !a.Scores {
			v.Key = nil
		}
		return v
	}
	v.whileOpen(n, a)
	return v
}

// whileOpen fills in what only a night that isn't closed has: the payments, and the forms.
func (v *View) whileOpen(n *ledger.Night, a About) {
	v.ways(n, a)
	for _, p := range a.Plan.Pays {
		v.Pays = append(v.Pays, newPay(n, a, p))
	}
	v.Lead = planLead(n, a)
	for _, c := range settle.CoinsOf(n.Money) {
		v.Coins = true
		v.Bowl = append(v.Bowl, bowlCoin{Name: c.Name, Value: strconv.FormatInt(c.Value, 10),
			There: slices.Contains(a.Bowl, c)})
	}
	v.Since = sinceClosed(n, a)
	for _, d := range a.Former {
		if slices.ContainsFunc(a.Left, func(l ledger.Left) bool {
			return l.From == d.To && l.To == d.From && l.Apart == d.Amount
		}) {
			continue // v.Since has it
		}
		f := formerDebt{
			Text: debtWords(n, d.Debt), Since: "since " + templates.Day(sinceOf(d, a.Where)),
			Debtor: nameInFront(n, d.From), Owes: n.PlayerName(d.To) + " " + n.Money.Words(d.Amount),
			Payer: n.Face(d.From), Payee: n.Face(d.To),
			From: templates.PlayerNo(d.From), To: templates.PlayerNo(d.To), Owed: strconv.FormatInt(d.Amount, 10),
			Key: a.Key(), PayKey: SlateKey(d), Saw: templates.EntryNo(d.Version),
		}
		f.Again, f.There = onlyAgain(d.Debt, a.Again)
		v.Former = append(v.Former, f)
	}
	v.Last = lastOf(n, a.Key)
	v.Round = roundOf(n, a)
	v.Cost = costView{Key: a.Key(), People: n.People}
	v.Kitty = kittyView{Holds: n.Money.Words(n.Kitty.Holds), Any: n.Kitty.Holds > 0, Key: a.Key(),
		People: n.People}
	v.Close = closeView{Key: a.Key(), Saw: v.Version}
	for _, p := range v.Pays {
		v.Close.Open = append(v.Close.Open, fmt.Sprintf("%s still owes %s %s", p.From, p.To, p.Amount))
	}
}

// nightHead heads a page about a night: its name, and below it the day and what was played. What has no name
// goes by its day.
func nightHead(n *ledger.Night) (title, when string) {
	title, when = templates.LongDay(n.Date), templates.DealsLine(n)
	if n.Name != "" {
		title, when = n.Name, title+" · "+when
	}
	return title, when
}

// came is what the evening came to for somebody, with everything but the payments and what was left for next
// time.
type came struct {
	ledger.Person
	amount int64
}

// cameOf are all with a part in the night, the best first, and last the kitty where something of it is to be
// settled.
func cameOf(n *ledger.Night) []came {
	left := leftOf(n)
	var out []came
	add := func(p ledger.Person) { out = append(out, came{p, p.Sum.Total() - p.Sum.Payments - left[p.ID]}) }
	for _, p := range n.People {
		add(p)
	}
	slices.SortStableFunc(out, func(p, q came) int { return cmp.Compare(q.amount, p.amount) })
	if n.Kitty.Sum != (ledger.Sums{}) || left[ledger.Kitty] != 0 {
		add(ledger.Person{ID: ledger.Kitty, Name: nameInFront(n, ledger.Kitty), Sum: n.Kitty.Sum})
	}
	return out
}

func people(n *ledger.Night, a About) []person {
	left := leftOf(n)
	var out []person
	for _, p := range cameOf(n) {
		one := person{Name: p.Name, Face: p.Face, Href: whyHref(n, p.ID, 0, a),
			Came:  templates.SignedAmount(n.Money, p.amount),
			Parts: partsOf(n.Money, templates.Besides(n), p.Sum, left[p.ID])}
		switch open := p.Sum.Total() - left[p.ID]; {
		case open == 0:
		case !n.Open:
			one.Open, one.Sign = leftNow(n.Money, open, stillOpen(a.Left, p.ID))
		case open > 0:
			one.Open, one.Sign = "gets "+unbroken(n.Money.Words(open)), "w"
		default:
			one.Open, one.Sign = "pays "+unbroken(n.Money.Words(-open)), "l"
		}
		out = append(out, one)
	}
	return out
}

// unbroken keeps an amount on one line.
func unbroken(amount string) string { return strings.ReplaceAll(amount, " ", "\u00a0") }

// leftOf is what went to the slate for each when the night was closed, and since.
func leftOf(n *ledger.Night) map[ledger.PlayerID]int64 {
	left := map[ledger.PlayerID]int64{}
	for _, r := range templates.Standing(n, ledger.KindCarry) {
		for _, net := range r.Nets {
			left[net.Player] += net.Amount
		}
	}
	return left
}

// partsOf says what a total is made of, where it is more than the deals; besides is what penalties are
// called.
func partsOf(m rules.Money, besides string, s ledger.Sums, left int64) string {
	var parts []string
	for _, p := range []struct {
		what   string
		amount int64
	}{{"deals", s.Deals}, {besides, s.Penalties}, {"costs", s.Costs}, {"kitty", s.Kitty},
		{"rounding", s.Rounding}, {"from before", s.Carried - left}} {
		if p.amount != 0 {
			parts = append(parts, p.what+" "+m.Signed(p.amount))
		}
	}
	if len(parts) == 1 && s.Deals != 0 {
		parts = nil
	}
	switch {
	case s.Payments > 0:
		parts = append(parts, "has paid "+m.Words(s.Payments))
	case s.Payments < 0:
		parts = append(parts, "has got "+m.Words(-s.Payments))
	}
	return strings.Join(parts, " · ")
}

// whyHref leads to why somebody pays or gets what they do; with another, to what fell between the two.
func whyHref(n *ledger.Night, p, with ledger.PlayerID, a About) string {
	to := fmt.Sprintf("%s/settle/why/%d", templates.NightPath(n.ID), p)
	_, query, _ := strings.Cut(a.Address(a.By, a.Banker), "?")
	if with != 0 {
		query = strings.TrimSuffix(fmt.Sprintf("with=%d&%s", with, query), "&")
	}
	if query != "" {
		to += "?" + query
	}
	return to
}

// posted sorts what was written down on this page.
func (v *View) posted(n *ledger.Night, a About) {
	for _, r := range templates.Standing(n, withdrawable...) {
		one := posted{Text: withReason(r), Entry: templates.EntryNo(r.Entry)}
		if v.Scores {
			one.Key = a.Key()
		}
		if r.Kind == ledger.KindPayment {
			v.Paid = append(v.Paid, one)
		} else {
			v.Posted = append(v.Posted, one)
		}
	}
	if !n.Open {
		for i := range a.Left {
			l := &a.Left[i]
			v.Carried = append(v.Carried, leftView{Text: debtWords(n, l.Debt), Since: becameOf(n, l, a.Where)})
		}
	}
}

func withReason(r *ledger.Row) string {
	if r.Reason != "" {
		return r.Text + " (" + r.Reason + ")"
	}
	return r.Text
}

// allTo tells whether one of the forms is for all that is open from former evenings.
func (v View) allTo() bool {
	return len(v.Former) > 1 && !slices.ContainsFunc(v.Former, func(f formerDebt) bool { return f.Again != "" })
}

func debtWords(n *ledger.Night, d ledger.Debt) string {
	return fmt.Sprintf("%s owes %s %s", nameInFront(n, d.From), n.PlayerName(d.To), n.Money.Words(d.Amount))
}

func (v *View) ways(n *ledger.Night, a About) {
	for _, w := range []struct{ by, name string }{{"fewest", "Fewest payments"}, {"banker", "Through a banker"},
		{"fell", "As they fell"}} {
		banker := ledger.PlayerID(0)
		if w.by == "banker" {
			banker = a.Banker
		}
		v.Ways = append(v.Ways, templates.Link{Name: w.name, Href: a.Address(w.by, banker), Here: w.by == a.By})
	}
	if a.By == "banker" {
		for _, p := range n.People {
			v.Bankers = append(v.Bankers, templates.Link{Name: p.Name, Href: a.Address("banker", p.ID),
				Here: p.ID == a.Banker})
		}
	}
}

func newPay(n *ledger.Night, a About, p ledger.Payment) pay {
	out := pay{
		ID: fmt.Sprintf("pay%d-%d", p.From, p.To), From: nameInFront(n, p.From), To: n.PlayerName(p.To),
		Payer: n.Face(p.From), Payee: n.Face(p.To),
		FromID: strconv.FormatInt(int64(p.From), 10), ToID: strconv.FormatInt(int64(p.To), 10),
		Amount: n.Money.Words(p.Amount), Owed: strconv.FormatInt(p.Amount, 10), Key: PayKey(n, p),
	}
	switch {
	case a.By == "fell":
		out.Why = whyHref(n, p.From, p.To, a)
	case a.By == "banker" && p.From == a.Banker: // it is the other's account that is settled by it
		out.Why = whyHref(n, p.To, 0, a)
	default:
		out.Why = whyHref(n, p.From, 0, a)
	}
	for _, l := range a.Left {
		if l.From == p.From && l.To == p.To && l.Apart > 0 {
			became := "was paid"
			switch elsewhere := slices.IndexFunc(l.Since, wentElsewhere); {
			case elsewhere >= 0 && len(l.Since) == 1:
				became = "went into the settlement " + sinceWhen(&l.Since[0], a.Where)
			case elsewhere >= 0:
				became = "was paid, or went into another settlement,"
			}
			out.Since = n.Money.Words(min(l.Apart, p.Amount)) + " of it " + became +
				" since the night was closed, and isn’t counted in yet."
		}
	}
	if len(a.Bowl) > 0 {
		counted, left := settle.CountOut(p.Amount, a.Bowl)
		out.Coins = settle.InWords(counted)
		switch {
		case left > 0 && out.Coins == "":
			out.Coins = "The bowl has nothing small enough."
		case left > 0:
			out.Coins += "; " + n.Money.Words(left) + " can’t be made up from the bowl"
		}
	}
	return out
}

// planLead says what is shown.
func planLead(n *ledger.Night, a About) string {
	count := len(a.Plan.Pays)
	many := english.Spelled(count, "payment")
	switch {
	case count == 0 && len(n.Deals) == 0:
		return "Nothing was played yet, so nothing is to be paid."
	case count == 0:
		return "Nothing is left to be paid."
	case a.By == "banker":
		return english.Capital(many) + ", all with " + n.PlayerName(a.Banker) + "."
	case a.By == "fell":
		return english.Capital(many) + ": what fell between each two."
	case a.Plan.Proved && count == 1:
		return "One payment settles it."
	case a.Plan.Proved:
		return english.Capital(many) + ". It can’t be done with fewer."
	case a.Plan.Begun:
		return english.Capital(many) + " are left of what was begun."
	}
	return "At most " + many + "; whether fewer would do is not proved."
}

// nameInFront is a name as it begins a sentence: only the kitty's needs it.
func nameInFront(n *ledger.Night, p ledger.PlayerID) string {
	if p == ledger.Kitty {
		return english.Capital(n.PlayerName(p))
	}
	return n.PlayerName(p)
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
