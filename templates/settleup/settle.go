package settleup

// The words of the page where a night is settled: payments, totals, and the other things to do there.

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// View is the page where a night is settled, or was.
type View struct {
	*show.Night                 // of an evening at several tables, all of it
	Plan        settle.Plan     // while it is open
	Bowl        []settle.Coin   // there are to count out with
	DebtsLeft   []show.DebtLeft // what became of the debts left at the close
	KittyFrom   []settle.Net    // what each put into the kitty
	Former      []show.OldDebt
	Reopened    []show.ReopenedDebt // of Former, what is open only since another evening is open again
	Coin        int64               // what rounding to it would come to …
	Rounded     []settle.Net        // … for each, and last for the kitty
	Tables      []*show.Night       // of an evening at several
	Till        int64               // of an evening at several: what lies there
	ToPlay      string              // which of them have deals of the round to play
	May         bool                // this visitor writes things down
	Key         func() string
	Where       *time.Location

	At    string // which form was refused
	Says  ui.Says
	Typed url.Values // the input in it
	Did   string     // the notice of the last action
}

// tillSays is what lies in the till.
func (v View) tillSays() string {
	switch {
	case v.Till == 0:
		return "nothing"
	case v.Till < 0:
		return "short of " + v.Money.Words(-v.Till)
	}
	return v.Money.Words(v.Till)
}

func (v View) path() string { return say.NightPath(v.ID) + "/settle" }

// writes tells whether things are written down here: of an evening at several tables, once they have closed.
func (v View) writes() bool { return v.May && v.Open && v.playing() == "" }

// goes tells whether it is paid as it goes.
func (v View) goes() bool { return v.Way.Kind().Go && v.Money.Handed() }

// asks tells whether payments are asked for here: not in points, nor where each deal is paid when it is
// recorded.
func (v View) asks() bool { return v.Money.Handed() && !v.goes() }

// paysAll tells whether to pay as you go from now on writes down as paid what is open: it is asked first.
func (v View) paysAll() bool { return !v.goes() && len(v.Between()) > 0 }

// OwedNow is who would hand whom what, as choosing to pay as you go writes it down.
func OwedNow(n *show.Night) string {
	var pays []settle.Payment
	for _, d := range n.Between() {
		pays = append(pays, settle.Payment(d))
	}
	return say.Hands(n, pays)
}

// ---- payments ----

func (v View) handings() []show.Handing { return v.Handings(v.Plan) }

// whose is a payment as the names of its buttons say it.
func (v View) whose(p settle.Payment) string {
	return v.inFront(p.From) + " to " + v.PlayerName(p.To) + ", " + v.Money.Words(p.Amount)
}

func (v View) payID(p settle.Payment) string { return fmt.Sprintf("pay%d-%d", p.From, p.To) }

// lead heads the payments, and says of what kind the plan is.
func (v View) lead() (head, more string) {
	many, left := len(v.handings()), len(v.Plan.Pays)
	if !v.Open {
		many += len(v.DebtsLeft)
	}
	switch {
	case many == 0 && !v.Played():
		return "Nothing has been played yet", "So there is nothing to pay."
	case v.Open && v.playing() != "":
		if head = "Even"; left > 0 {
			head = english.Capital(english.Spelled(left, "payment"))
		}
		return head + ", as it stands now", "You pay when all tables have closed."
	case many == 0:
		return "You are even", "Nobody owes anybody anything."
	}
	if head = PaysHead(v.Night, many, v.DebtsLeft); !v.Open {
		return head, ""
	}
	switch {
	case v.Way.Kind().Plan != "":
		if more = v.banked(v.Way.Kind().Plan); v.Way.Kind().Banker && slices.ContainsFunc(v.Plan.Pays,
			func(p settle.Payment) bool { return p.To == chain.Kitty && p.From != v.Way.Banker }) {
			more = strings.TrimSuffix(more, ".") + ", but for the kitty."
		}
		if coin, _, _ := v.RoundedTo(); v.Way.Kind().Pairs && coin > 1 {
			more = strings.TrimSuffix(more, ".") + ", in whole coins."
		}
	case left == 0:
		more = "All of it is paid."
	case v.Plan.Proved && left < many:
		more = "The rest can’t be done with fewer."
	case v.Plan.Proved:
		more = "It can’t be done with fewer."
	case v.Plan.Begun:
		more = "Some of these are partly paid."
	default:
		more = "Fewer may be possible."
	}
	return head, more
}

// counts says how many payments are made, and who still pays how much.
func (v View) counts() (paid, left string) {
	all, open := len(v.handings()), len(v.Plan.Pays)
	paid = fmt.Sprintf("%d of %d paid", all-open, all)
	var parts []string
	for _, p := range v.Plan.Givers() {
		parts = append(parts, v.PlayerName(p.Player)+" "+v.Money.Words(p.Amount))
	}
	switch {
	case all == 0:
		return "", ""
	case open == 0:
		return paid, "Nobody owes anybody anything"
	case len(parts) > 3:
		return paid, english.Capital(english.Spelled(open, "payment")) + " to go"
	}
	return paid, "Still to pay: " + strings.Join(parts, ", ")
}

// owed says what is still open, a sentence for each who owes.
func (v View) owed() (out []string) {
	for _, p := range v.Plan.Pays {
		out = append(out, fmt.Sprintf("%s still owes %s %s", v.inFront(p.From), v.PlayerName(p.To),
			v.Money.Words(p.Amount)))
	}
	return out
}

// whyPath leads to why somebody pays or gets what they do, or to what fell between the two of a payment.
func (v View) whyPath(p settle.Payment) string {
	of := p.From
	if v.Way.Kind().Banker && of == v.Way.Banker && p.To != 0 {
		of = p.To // it is the other's account that is settled by it
	}
	to := fmt.Sprintf("%s/why/%d", v.path(), of)
	if v.Way.Kind().Pairs && p.To != 0 {
		to += fmt.Sprintf("?with=%d", p.To)
	}
	return to
}

// coins is a payment as it is counted out of the bowl, and what the bowl can't make up.
func (v View) coins(amount int64) (coins draw.Counted, says string) {
	if len(v.Bowl) == 0 {
		return coins, ""
	}
	coins, left := draw.CountFrom(v.Money, amount, v.Bowl)
	switch {
	case left == amount:
		return coins, "The bowl has nothing small enough."
	case left > 0:
		return coins, v.Money.Words(left) + " can’t be made up from the bowl."
	}
	return coins, ""
}

// paidApart says what of a payment was paid while the night was closed, and isn't counted yet.
func (v View) paidApart(p settle.Payment) string {
	i := slices.IndexFunc(v.DebtsLeft, func(l show.DebtLeft) bool {
		return l.From == p.From && l.To == p.To && l.Apart > 0
	})
	if i < 0 {
		return ""
	}
	l, became := v.DebtsLeft[i], "was paid"
	switch over := slices.IndexFunc(l.Since, broughtOver); {
	case over >= 0 && len(l.Since) == 1:
		became = "went into the settlement " + sinceWhen(&l.Since[0], v.Where)
	case over >= 0:
		became = "was paid or settled elsewhere"
	}
	return v.Money.Words(min(l.Apart, p.Amount)) + " of this " + became +
		" after the close. It isn’t counted yet."
}

// ---- who stood how ----

func (v View) standsHead() string {
	switch {
	case v.goes():
		return "You paid as you went"
	case v.Open:
		return "Tonight"
	}
	return "How it ended"
}

// standsLead counts the deals, and says where the figures are of what is left.
func (v View) standsLead() string {
	if deals := len(v.Deals); v.goes() {
		switch deals {
		case 0:
			return v.Way.Kind().Plan
		case 1:
			return "You recorded one deal and paid it."
		}
		return "You recorded " + english.Spelled(deals, "deal") + " and paid each."
	}
	says := english.Count(len(v.Deals), "deal")
	if v.Open && len(v.Payments()) > 0 {
		says += "; what is left to pay"
	}
	return says
}

// stands is what is left of somebody's total, or of a closed night what it came to, and what that is made of,
// where it is more than the deals.
func (v View) stands(p show.Came) (total int64, parts string) {
	if v.goes() {
		return v.Home(p.ID), HomeWords(v.Night, p.ID)
	}
	return p.ToGo, partsOf(v.Money, say.PenaltyKinds(v.Night), p, p.ToGo-p.Amount)
}

// HomeWords say how much more or less somebody goes home with than they came with.
func HomeWords(n *show.Night, p chain.PlayerID) string {
	home := n.Home(p)
	switch words := n.Money.Words(max(home, -home)); {
	case p != chain.Kitty || home == 0:
		return say.HomeWords(n, p, "takes", "goes")
	case home > 0:
		return "holds " + words + " more"
	default:
		return "gave away " + words
	}
}

// putRight says what went back at the last payment, where that was for a deal put right or something taken
// back.
func (v View) putRight() string {
	if !v.goes() || !v.Open {
		return ""
	}
	if out := v.TakenOut(); out != nil {
		return "A penalty was withdrawn: " + say.TakesOut(v.Night, out)
	}
	all := v.HandedOver()
	if len(all) == 0 {
		return ""
	}
	last := all[0]
	if last.Did != show.TakenBack && len(last.Deals) == 0 {
		return ""
	}
	hands := ": " + say.Hands(v.Night, last.Pays()) + "."
	switch {
	case last.Did == show.PutRight:
		return v.dealsOf(last.Deals) + english.Verb(len(last.Deals), " was", " were") + " put right" + hands
	case last.Did == show.PutBack:
		return v.dealsOf(last.Deals) + " is back on the sheet" + hands
	case last.Did == show.TakenBack:
		return "Something was taken back" + hands
	}
	return ""
}

// handedLine is a payment made as you go, with its row where it can be taken back.
type handedLine struct {
	what, how string
	row       *show.Row
}

// handed lists the payments made as you went. Once you don't any more, each payment can be taken back.
func (v View) handed() (out []handedLine, many int) {
	for _, h := range v.HandedOver() {
		what := v.handedFor(h)
		many += len(h.Rows)
		if v.goes() {
			out = append(out, handedLine{what: what, how: say.Hands(v.Night, h.Pays())})
			continue
		}
		for _, r := range h.Rows {
			out = append(out, handedLine{what, say.Hands(v.Night, []settle.Payment{*r.Paid}), r})
		}
	}
	return out, many
}

// handedFor names the reason of a payment made at once.
func (v View) handedFor(h show.HandedOver) string {
	switch {
	case h.Did == show.TakenBack:
		return "Taken back"
	case h.Did != show.Ticked && len(h.Deals) == 0:
		return "A deal taken back since"
	case h.Did == show.PutRight:
		return v.dealsOf(h.Deals) + ", put right"
	case h.Did == show.PutBack:
		return v.dealsOf(h.Deals) + ", put back"
	case h.Did == show.Recorded:
		return v.dealsOf(h.Deals)
	case h.For == nil:
		return "A payment"
	case h.For.Kind == chain.KindPenalty, h.For.Kind == chain.KindCost, h.For.Kind == chain.KindShare,
		h.For.Kind == chain.KindRounding, h.For.Kind == chain.KindBring:
		return withReason(h.For)
	}
	return "Until then"
}

// dealsOf names deals: at several tables by the table of the first, and by their numbers there.
func (v View) dealsOf(deals []*show.Dealt) string {
	at, deals := v.table(deals)
	says := fmt.Sprintf("deal %d", deals[0].Nth)
	if many := len(deals); many > 1 {
		says = fmt.Sprintf("deals %d to %d", deals[many-1].Nth, deals[0].Nth)
	}
	if len(v.Tables) > 0 {
		says = say.NightTitle(at) + ", " + says
	}
	return english.Capital(says)
}

// partsOf lists the parts of a total; besides is what penalties are called.
func partsOf(m rules.Money, besides string, p show.Came, paid int64) string {
	s := p.Sum
	var parts []string
	for _, p := range []struct {
		what   string
		amount int64
	}{{"deals", s.Deals}, {besides, s.Penalties}, {"costs", s.Costs}, {"kitty", s.Kitty},
		{"rounding", s.Rounding}, {"from before", p.Before}} {
		if p.amount != 0 {
			parts = append(parts, p.what+" "+m.Signed(p.amount))
		}
	}
	switch {
	case paid > 0:
		parts = append(parts, "has paid "+m.Words(paid))
	case paid < 0:
		parts = append(parts, "has got "+m.Words(-paid))
	case len(parts) == 1 && s.Deals != 0:
		return ""
	}
	return strings.Join(parts, " · ")
}

// takes says who won most.
func (v View) takes() string {
	winners, _ := v.Winners()
	if len(winners) == 0 {
		return "Nobody is up, nobody is down"
	}
	return english.List(say.Names(winners)) + english.Verb(len(winners), " takes it", " take it together")
}

// ---- what can be done besides ----

// banked names the banker in a sentence about a way.
func (v View) banked(says string) string {
	return strings.ReplaceAll(says, "{banker}", v.PlayerName(v.Way.Banker))
}

// besides are the costs, the shares, and former debts brought in.
func (v View) besides() []*show.Row {
	return v.Extras()
}

// costs says how many costs there are.
func (v View) costs() string {
	if many := costsOf(v.Night); many > 0 {
		return english.Count(many, "cost")
	}
	return "none"
}

func costsOf(n *show.Night) (many int) {
	for _, r := range n.Extras() {
		if r.Kind == chain.KindCost {
			many++
		}
	}
	return many
}

// roundPath shows what rounding to a coin would come to.
func (v View) roundPath(coin int64) string { return fmt.Sprintf("%s?coin=%d#round", v.path(), coin) }

// roundAgain says that something moved since the night was rounded, and whether it can be rounded again: not
// where the kitty has given away what it got.
func (v View) roundAgain() (coin int64, says string, can bool) {
	coin, off, can := v.RoundedTo()
	switch {
	case !off:
		return coin, "", false
	case !can:
		return coin, "Something has changed since you rounded, and the kitty has shared out the odd coins. " +
			"Take that back to round again.", false
	}
	return coin, "Something has changed since you rounded: round again.", true
}

func (v View) roundedNow() string {
	if coin, _, _ := v.RoundedTo(); coin > 0 {
		return "to " + v.Money.Words(coin)
	}
	return "none"
}

// bowlNow says which coins there are to count out with.
func (v View) bowlNow() string {
	all := settle.CoinsOf(v.Money)
	switch {
	case len(v.Bowl) == len(all):
		return "every coin"
	case len(v.Bowl) == 0:
		return "none"
	}
	return fmt.Sprintf("%d of %d", len(v.Bowl), len(all))
}

// playing says which tables still play: until they close nothing is paid.
func (v View) playing() string {
	var names []string
	for _, t := range v.Tables {
		if t.Open {
			names = append(names, say.NightTitle(t))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s still open.", english.List(names), english.Verb(len(names), "is", "are"))
}

// TableSays counts the deals of a table.
func TableSays(n *show.Night) string {
	says := english.Count(len(n.Deals), "deal")
	if n.Open {
		says += ", still open"
	}
	if winners, score := n.Winners(); len(winners) > 0 {
		says += fmt.Sprintf(" · %s won most there, %s", english.List(say.Names(winners)), n.Money.Signed(score))
		if len(winners) > 1 {
			says += " each"
		}
	}
	return says
}

// ---- forms that were refused ----

// ---- words ----

// kittyFrom says what each put into the kitty, and who of them isn't here.
func (v View) kittyFrom() (all, away string) {
	var puts, given, gone []string
	for _, net := range v.KittyFrom {
		if net.Amount < 0 {
			given = append(given, net.Name+"\u00a0"+v.Money.Words(-net.Amount))
			continue
		}
		puts = append(puts, net.Name+"\u00a0"+v.Money.Words(net.Amount))
		if !slices.ContainsFunc(v.People, func(here show.Person) bool { return here.ID == net.Player }) {
			gone = append(gone, net.Name)
		}
	}
	if len(puts) > 0 {
		all = "Paid in since it was last empty: " + strings.Join(puts, ", ") + "."
	}
	if len(given) > 0 {
		all = strings.TrimSpace(all + " Paid out for rounding: " + strings.Join(given, ", ") + ".")
	}
	if len(gone) > 0 {
		away = english.Capital(fewNames(gone)) + english.Verb(len(gone), " isn’t", " aren’t") +
			" here, and part of it is theirs."
	}
	return all, away
}

// fewNames lists names as long as a sentence bears them.
func fewNames(names []string) string {
	if len(names) > 8 {
		return english.Number(len(names)) + " people"
	}
	return english.List(names)
}

// doubt is a result in dispute, or deals of one table nobody has agreed to, and where that is seen to.
type doubt struct{ says, href, does string }

// doubts are those of the night, or of an evening's tables.
func (v View) doubts() (out []doubt) {
	for _, d := range v.Disputed() {
		at, there := v.table([]*show.Dealt{d})
		says := v.dealsOf(there) + " is disputed"
		one := doubt{says, say.DealPath(at.ID, d.ID), "Look at it"}
		if d.Agreed.Reason != "" {
			one.says += ": " + d.Agreed.Reason
		}
		if v.writes() && at.Open {
			one.href, one.does = one.href+"/change", "Put it right"
		}
		out = append(out, one)
	}
	if !v.writes() {
		return out
	}
	for open := v.Unagreed(); len(open) > 0; {
		at, there := v.table(open)
		var nos []string
		for _, d := range slices.Backward(there) {
			nos = append(nos, strconv.Itoa(d.Nth))
		}
		says := "nobody has agreed to " + english.Plural(len(nos), "deal") + " " + english.List(nos)
		if len(v.Tables) > 0 {
			says = say.NightTitle(at) + " " + says
		}
		out = append(out, doubt{english.Capital(says), say.NightPath(at.ID), "The sheet asks"})
		open = slices.DeleteFunc(slices.Clone(open), func(d *show.Dealt) bool {
			_, here := at.Deal(d.ID)
			return here
		})
	}
	return out
}

// table is that of the first of some deals, with those that were played there: the night itself, or one of
// the evening's, where they have numbers of their own.
func (v View) table(deals []*show.Dealt) (at *show.Night, there []*show.Dealt) {
	for _, t := range v.Tables {
		if _, here := t.Deal(deals[0].ID); here {
			return t, slices.DeleteFunc(slices.Clone(t.Deals), func(d *show.Dealt) bool {
				return !slices.ContainsFunc(deals, func(o *show.Dealt) bool { return o.ID == d.ID })
			})
		}
	}
	return v.Night, deals
}

// titleAndDay heads a page about a night: its name, and below it the day, the deals and the rules. What has
// no name goes by its day.
func titleAndDay(n *show.Night) (title, when string) {
	title, when = say.LongDay(n.Date), say.DealsLine(n)
	if n.Name != "" {
		title, when = n.Name, title+" · "+when
	}
	return title, when
}

func withReason(r *show.Row) string {
	if r.Reason != "" {
		return r.Text + " (" + r.Reason + ")"
	}
	return r.Text
}

func (v View) inFront(p chain.PlayerID) string { return say.NameInFront(v.Night, p) }

func debtWords(n *show.Night, d chain.Debt) string {
	return fmt.Sprintf("%s owes %s %s", say.NameInFront(n, d.From), n.PlayerName(d.To), n.Money.Words(d.Amount))
}

// number is an amount as forms carry it.
func number(n int64) string { return strconv.FormatInt(n, 10) }
