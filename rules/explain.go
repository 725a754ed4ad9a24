package rules

import "ouverte/rules/english"

// What a settled deal says to the table: a headline, the money, and the steps of the reckoning with the paragraph each
// follows. Nothing here decides anything; it retells what judge and settle did.

// Step is one step of the reckoning, with the paragraph it follows, such as "§5".
type Step struct{ Text, Rule string }

// Account explains a settled deal in plain words.
type Account struct {
	Headline string // "Ann makes solo, two over"
	Due      string // "8d. from each"
	Money    string // "8d. from each: Ann +2s."
	Steps    []Step
}

// Sentence is the account in one line: "Ann makes solo, two over: 8d. from each".
func (a Account) Sentence() string {
	if a.Due == "" {
		return a.Headline
	}
	return a.Headline + ": " + a.Due
}

const (
	nothingDue  = "nothing is paid"
	nothingPaid = "Nothing is paid"
)

// Explain puts in words what Settle found. names are by seat: names[0] is the player in seat 1. words may be nil.
func Explain(h *House, d *Deal, r *Result, names []string, words Words) Account {
	return Telling{h, d, r, names, words}.Explain()
}

// Explain puts in words what Settle found. A deal Settle refuses has the sentence of its Problem for a headline, and
// nothing else.
func (t Telling) Explain() Account {
	rank, p := t.House.impossible(t.Deal)
	if p != nil {
		return Account{Headline: p.Sentence}
	}
	x := teller{Telling: t, rank: rank}
	a := Account{Headline: x.told()}
	a.Due, a.Money = x.money()
	a.Steps = x.steps
	return a
}

// teller collects the steps of an account.
type teller struct {
	Telling
	rank                 Rank
	verdict              verdict // of a called deal
	declarers, opponents line
	steps                []Step
}

// told notes the steps of the deal and returns its headline.
func (t *teller) told() string {
	d := t.Deal
	if d.Seats == 5 {
		t.step("§1", t.name(d.Sitter())+" sits out")
	}
	switch d.Call {
	case Passed:
		return t.passed()
	case Void:
		t.step("§2", "A void deal moves no money")
		return "The deal is void"
	case GeneralMisere:
		return t.misery()
	}
	t.verdict, _ = t.House.judge(d, t.rank)
	t.declarers = d.only(d.declares)
	t.opponents = d.only(func(s Seat) bool { return !d.declares(s) })
	t.called()
	t.reckoned()
	if t.Result.Outcome != VoidDeal {
		t.priced()
		t.settled()
	}
	return t.headline()
}

func (t *teller) step(rule, text string) {
	t.steps = append(t.steps, Step{english.Stop(text), rule})
}

// who names several players together: "Ann and Bob". Of a proposal, whoever made it comes first.
func (t *teller) who(l line) string {
	if t.Deal.Call == Prop && l == t.declarers {
		return t.callers()
	}
	names := make([]string, 0, MaxSeats)
	for _, s := range l.seats() {
		names = append(names, t.name(s))
	}
	return english.List(names)
}

// call names what was called, within a sentence: "solo", "the proposal", "six in spades".
func (t *teller) call() string {
	if t.Deal.Call == Irish {
		return english.None(t.Deal.Bid) + " in " + t.Deal.Trumps.Name()
	}
	return t.Words.within(t.Deal.Call)
}

func (t *teller) revokers() line {
	return t.Deal.only(func(s Seat) bool { return t.Deal.Revokes[s] > 0 })
}

func (t *teller) miscounted() line {
	return t.Deal.only(func(s Seat) bool { return t.Deal.WrongCards[s] })
}

// headline tells who made what: "Ann makes solo, two over".
func (t *teller) headline() string {
	v := &t.verdict
	n := t.declarers.n
	side := t.who(t.declarers)

	did := english.Verb(n, "makes ", "make ") + t.call()
	switch {
	case v.outcome == Lost && t.rank.Target == 0 && t.Deal.Call != Irish:
		did = "fails " + t.call()
	case v.outcome == Lost:
		did = english.Verb(n, "loses ", "lose ") + t.call()
	case v.slam:
		did += " with a slam"
	}
	if v.over > 0 {
		did += ", " + english.None(v.over) + " over"
	}
	if v.under > 0 {
		did += ", " + english.None(v.under) + " short"
	}

	var culprits line
	var why string
	switch v.cause {
	case theCards:
		return side + " " + did
	case bothRevoke:
		return t.who(t.revokers()) + " revoke, so the deal is void"
	case wrongCards:
		culprits = t.miscounted()
		why = english.Verb(culprits.n, " has", " have") + " the wrong number of cards"
	case forfeited:
		culprits.seat[0], culprits.n = t.Deal.Forfeit, 1
		why = " forfeits"
	case declarerRevoke, opponentRevoke:
		culprits = t.revokers()
		why = english.Verb(culprits.n, " revokes", " revoke")
	}
	if culprits == t.declarers {
		return side + why + " and " + did
	}
	return t.who(culprits) + why + ", so " + side + " " + did
}

// called tells what was called and what it takes (§2, §3).
func (t *teller) called() {
	rule := "§2"
	need := t.rank.Target
	if need != t.Deal.Call.UsualTarget() {
		rule = "§3"
	}
	if t.Deal.Call == Irish {
		need = t.Deal.Bid
	}
	var takes string
	switch need {
	case 0:
		takes = " must take no tricks"
	case TricksInDeal:
		takes = english.Verb(t.declarers.n, " needs", " need") + " all thirteen tricks"
	default:
		takes = english.Verb(t.declarers.n, " needs ", " need ") + english.Spelled(need, "trick")
	}
	caller := t.name(t.Deal.Caller)
	switch t.Deal.Call {
	case Prop:
		t.step(rule, caller+" proposed and "+t.name(t.Deal.Partner)+" accepted: together they"+takes)
	case Irish:
		t.step(rule, caller+" bid "+t.call()+" and"+takes)
	default:
		t.step(rule, caller+" called "+t.call()+" and"+takes)
	}
}

// reckoned tells what the cards and the misfortunes made of it (§4, §5).
func (t *teller) reckoned() {
	v := &t.verdict
	side := t.who(t.declarers)
	wins := side + english.Verb(t.declarers.n, " wins", " win")
	loses := side + english.Verb(t.declarers.n, " loses", " lose")
	switch v.cause {
	case wrongCards:
		miscounted := t.miscounted()
		outcome := wins
		if v.outcome == Lost {
			outcome = loses
		}
		t.step("§5", t.who(miscounted)+" had the wrong number of cards: "+outcome+" the stake, whatever else happened")
	case forfeited:
		t.step("§5", t.name(t.Deal.Forfeit)+" exposed a card or played out of turn: "+wins+", whatever the tricks")
	case bothRevoke:
		t.step("§5", t.revoked()+": with revokes on both sides the deal is void")
	case declarerRevoke:
		t.took("")
		if !t.Deal.Call.Counted() {
			t.step("§5", t.revoked()+": a side that revoked never wins, so "+loses)
			return
		}
		t.step("§5", t.revoked()+": "+t.stripped())
		switch {
		case v.under > 0:
			t.step("§5", "A side that revoked never wins: "+loses+", "+english.None(v.under)+" short")
		default:
			t.step("§5", "A side that revoked never wins, but "+english.None(v.counted)+" would be enough: only the stake is lost")
		}
	case opponentRevoke:
		t.took("")
		if !t.Deal.Call.Counted() {
			t.step("§5", t.revoked()+": a side that revoked never wins, so "+wins)
			return
		}
		counts := english.Verb(t.declarers.n, "counts", "count") + " as " + english.None(v.counted)
		if n := v.counted - t.Deal.Tricks; n > 0 {
			t.step("§5", t.revoked()+": "+english.Spelled(n, "trick")+" to "+side+", who "+counts)
		} else {
			t.step("§5", t.revoked()+": no tricks change hands, and "+side+" "+counts)
		}
		after := ""
		switch {
		case v.over > 0:
			after = ", " + english.None(v.over) + " over"
		case v.counted < t.rank.Target:
			after = " even so, with the stake only"
		}
		t.step("§5", "A side that revoked never wins: "+wins+after)
	default:
		switch {
		case v.over > 0:
			t.took(", " + english.None(v.over) + " over")
		case v.under > 0:
			t.took(", " + english.None(v.under) + " short")
		case v.outcome == Won && t.rank.Target > 0:
			t.took(", just enough")
		case v.outcome == Lost && t.rank.Target > 0:
			t.took(", not enough")
		default:
			t.took("")
		}
	}
}

func (t *teller) took(after string) {
	t.step("§4", t.who(t.declarers)+" took "+english.Spelled(t.Deal.Tricks, "trick")+after)
}

// revoked is "Cat revoked once", "Bob revoked once and Cat twice".
func (t *teller) revoked() string {
	revokers := t.revokers()
	parts := make([]string, 0, MaxSeats)
	for i, s := range revokers.seats() {
		did := " "
		if i == 0 {
			did = " revoked "
		}
		parts = append(parts, t.name(s)+did+english.Times(int(t.Deal.Revokes[s])))
	}
	return english.List(parts)
}

// stripped tells what a revoke of D takes off.
func (t *teller) stripped() string {
	left := t.verdict.counted
	off := t.Deal.Tricks - left
	if off == 0 {
		return "no tricks are taken off, " + english.None(left) + english.Verb(left, " is", " are") + " left"
	}
	return english.Spelled(off, "trick") + english.Verb(off, " is", " are") + " taken off, " + english.None(left) + english.Verb(left, " is", " are") + " left"
}

// priced tells what one opponent pays or is paid (§4).
func (t *teller) priced() {
	v := &t.verdict
	words := t.House.Money.Words
	stake, each := words(t.rank.Stake), words(v.each)
	switch {
	case t.Deal.Call == Irish:
		t.step("§4", "The stake is "+stake+" for each trick bid, "+english.None(t.Deal.Bid)+" in all: "+each)
	case v.cause == wrongCards || v.over == 0 && v.under == 0:
		t.step("§4", "The stake is "+stake)
	case v.over > 0 && t.rank.Over == 0, v.under > 0 && t.rank.Under == 0:
		t.step("§4", "The stake is "+stake+"; tricks over or short are not paid for")
	case v.slam:
		t.step("§4", "The stake is "+stake+", and each trick over counts "+words(t.rank.Over)+" twice, for all thirteen were taken: "+each)
	case v.over > 0:
		t.step("§4", "The stake is "+stake+", and each trick over "+words(t.rank.Over)+": "+each)
	default:
		t.step("§4", "The stake is "+stake+", and each trick short "+words(t.rank.Under)+": "+each)
	}
}

// settled tells who pays whom (§4, §5).
func (t *teller) settled() {
	v := &t.verdict
	words := t.House.Money.Words
	offence := v.cause == forfeited || v.cause == opponentRevoke
	pays := t.Result.Pays()
	payers, amounts := t.payers()
	switch {
	case offence && t.House.OffenderPays && t.Deal.Call == Prop && payers.n == 1:
		t.step("§5", t.name(pays[0].From)+" revoked alone and pays both: "+words(pays[0].Amount)+" to "+t.name(pays[0].To)+
			" and "+words(pays[1].Amount)+" to "+t.name(pays[1].To))
	case offence && t.House.OffenderPays && t.Deal.Call != Prop && payers.n == 1:
		t.step("§5", t.who(payers)+" pays for all the opponents: "+words(amounts[0]))
	case offence && t.House.OffenderPays && t.Deal.Call != Prop:
		sum, text := int64(0), ""
		for i, s := range payers.seats() {
			sum += amounts[i]
			text += ", " + t.name(s) + " " + words(amounts[i])
		}
		if amounts[0] != amounts[payers.n-1] {
			text += "; what does not divide falls on the first from the dealer's left"
		}
		t.step("§5", t.who(payers)+" share what all the opponents owe, "+words(sum)+":"+text[1:])
	case t.Deal.Call == Prop:
		t.step("§4", "First settles with first and second with second from the dealer's left: "+
			t.name(pays[0].From)+" pays "+t.name(pays[0].To)+", "+t.name(pays[1].From)+" pays "+t.name(pays[1].To)+", "+words(v.each)+" each")
	case v.outcome == Won:
		t.step("§4", "Each opponent pays "+t.name(t.Deal.Caller)+" "+words(v.each))
	default:
		t.step("§4", t.name(t.Deal.Caller)+" pays each opponent "+words(v.each))
	}
}

// passed tells of a deal nobody played (§6).
func (t *teller) passed() string {
	switch t.House.AllPass {
	case Goulash:
		t.step("§6", "Nothing is paid, and the next deal is a goulash: unshuffled, five, three and five cards to each")
	default:
		t.step("§6", "Nothing is paid, and the next player deals")
	}
	return t.Words.Name(Passed)
}

// misery tells of a general misère (§6).
func (t *teller) misery() string {
	game := t.Words.within(GeneralMisere)
	stake := t.House.Money.Words(t.rank.Stake)
	revokers := t.revokers()
	t.step("§6", t.Words.Name(Passed)+", so "+game+" is played, each player alone")
	switch {
	case revokers.n > 1:
		t.step("§6", t.revoked()+": with revokes by more than one player the deal is void")
		return t.who(revokers) + " revoke, so the deal is void"
	case revokers.n == 1:
		loser := t.who(revokers)
		t.step("§6", t.revoked()+", and so is the loser")
		t.step("§6", loser+" pays every other player the stake of "+t.Words.One(Solo)+", "+stake)
		return loser + " revokes and loses " + game
	case t.House.AllPass == Fewest:
		return t.fewest(game, stake)
	}
	loser := t.name(t.Deal.Loser)
	headline := loser + " takes the last trick and loses " + game
	if t.House.AllPass == LastTrick {
		t.step("§6", loser+" took the thirteenth trick")
	} else {
		headline = loser + " loses " + game
		t.step("§6", loser+" was the first to take five tricks, or four where nobody took five")
	}
	t.step("§6", loser+" pays every other player the stake of "+t.Words.One(Solo)+", "+stake)
	return headline
}

func (t *teller) fewest(game, stake string) string {
	players := t.Deal.only(func(Seat) bool { return true })
	best := t.Deal.fewest(players)
	took := make([]string, 0, MaxSeats)
	for _, s := range players.seats() {
		took = append(took, t.name(s)+" took "+english.None(int(t.Deal.TricksBy[s])))
	}
	t.step("§6", english.List(took))
	t.step("§6", t.who(best)+english.Verb(best.n, " has", " have")+" fewest: everyone with more pays "+
		english.Verb(best.n, "", "each of ")+t.who(best)+" the stake of "+t.Words.One(Solo)+", "+stake)
	if best.n > 1 {
		t.step("§6", t.who(best)+" pay each other nothing")
	}
	return t.who(best) + english.Verb(best.n, " takes", " take") + " fewest tricks in " + game
}

// payers lists who pays, in the order of the payments, and how much each pays in all.
func (t *teller) payers() (l line, amounts [MaxSeats - 1]int64) {
	return gathered(t.Result.Pays(), func(p Pay) Seat { return p.From })
}

// paid lists who is paid, and how much each is paid in all.
func (t *teller) paid() (l line, amounts [MaxSeats - 1]int64) {
	return gathered(t.Result.Pays(), func(p Pay) Seat { return p.To })
}

func gathered(pays []Pay, end func(Pay) Seat) (l line, amounts [MaxSeats - 1]int64) {
	for _, p := range pays {
		i := 0
		for i < l.n && l.seat[i] != end(p) {
			i++
		}
		if i == l.n {
			l.seat[i] = end(p)
			l.n++
		}
		amounts[i] += p.Amount
	}
	return l, amounts
}

// money tells what is due, and what it makes for those the headline is about: "8d. from each", "8d. from each: Ann +2s."
func (t *teller) money() (due, full string) {
	pays := t.Result.Pays()
	if len(pays) == 0 {
		return nothingDue, nothingPaid
	}
	words := t.House.Money.Words
	payers, sums := t.payers()
	paid, gains := t.paid()
	losing := t.Result.Outcome == Lost || t.Deal.Call == GeneralMisere && payers.n == 1

	equal := true
	for _, p := range pays {
		equal = equal && p.Amount == pays[0].Amount
	}
	amount := words(pays[0].Amount)
	about, totals := paid, gains
	switch {
	case losing:
		due = amount + " to each"
		about, totals = payers, sums
	case paid.n > 1 && len(pays) == payers.n*paid.n && payers.n > 1: // those who tie for fewest
		due = amount + " from each to each"
	case payers.n == 1 && paid.n > 1: // one offender in a prop pays both
		due = words(sums[0]) + " from " + t.who(payers)
	case payers.n == 1:
		due = amount + " from " + t.who(payers)
	case equal && (len(pays) == t.opponents.n || t.Deal.Call == GeneralMisere):
		due = amount + " from each"
	case equal:
		due = amount + " each from " + t.who(payers)
	default:
		for i, s := range payers.seats() {
			if i > 0 {
				due += ", "
			}
			due += words(sums[i]) + " from " + t.name(s)
		}
	}
	// Partners, and players who tie, gain and lose alike; so one amount stands for all of them.
	change := totals[0]
	if losing {
		change = -change
	}
	return due, due + ": " + t.who(about) + " " + t.House.Money.Signed(change) + english.Verb(about.n, "", " each")
}
