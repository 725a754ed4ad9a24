package rules

import "ouverte/rules/english"

// Account explains a settled deal in plain words.
type Account struct {
	Headline string // "Ann makes solo, two over"
	Due      string // "8d from each"
	Money    string // "8d from each: Ann +2s"
	Steps    []Step // of the reckoning
}

// Step is one step of the reckoning, with the paragraph it follows, such as "§5".
type Step struct{ Text, Rule string }

// Sentence is the account in one line: "Ann makes solo, two over: 8d from each".
func (a Account) Sentence() string {
	if a.Due == "" {
		return a.Headline
	}
	return a.Headline + ": " + a.Due
}

// Explain puts in words what Settle found. names are by seat: names[0] is in seat 1. words may be nil.
func Explain(h *House, d *Deal, r *Result, names []string, words Words) Account {
	return Telling{h, d, r, names, words}.Explain()
}

// Explain puts in words what Settle found; it decides nothing itself. A deal Settle refuses has the sentence
// of its Problem for a headline, and nothing else.
func (t Telling) Explain() Account {
	rank, p := t.House.impossible(t.Deal)
	if p != nil {
		return Account{Headline: p.Sentence}
	}
	x := teller{Telling: t, rank: rank}
	a := Account{Headline: x.noteSteps()}
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

// noteSteps notes the steps of the deal and returns its headline.
func (t *teller) noteSteps() string {
	d := t.Deal
	if d.Seats == 5 {
		t.step("§1", t.name(d.Sitter())+" sits out")
	}
	switch d.Call {
	case Passed:
		next := "the next player deals"
		if t.House.AllPass == Goulash {
			next = "the next deal is a goulash: unshuffled, five, three and five cards to each"
		}
		t.step("§6", "Nothing is paid, and "+next)
		return t.Words.Name(Passed)
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

// who names several players together: "Ann and Bob". Of a proposal, the one who made it comes first.
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

// does is who with the form of a verb for one or for several: "Ann wins", "Ann and Bob win".
func (t *teller) does(l line, one, several string) string {
	return t.who(l) + " " + english.Verb(l.n, one, several)
}

// call names the call, within a sentence: "solo", "the proposal", "six in spades".
func (t *teller) call() string {
	if t.Deal.Call == Irish {
		return english.None(t.Deal.Bid) + " in " + t.Deal.Trumps.Name()
	}
	return t.Words.within(t.Deal.Call)
}

// beside is how far the verdict is from the target: ", two over", ", one short", or nothing.
func (t *teller) beside() string {
	switch v := &t.verdict; {
	case v.over > 0:
		return ", " + english.None(v.over) + " over"
	case v.under > 0:
		return ", " + english.None(v.under) + " short"
	}
	return ""
}

// inBrief names what else moves money, where it does: free tricks, the bonus for all thirteen, the tricks of
// a misère.
func (t *teller) inBrief() string {
	v := &t.verdict
	switch {
	case v.all && t.rank.Bonus > 0:
		return ", and " + t.House.Money.Words(t.rank.Bonus) + " for all thirteen"
	case t.rank.Under == 0 || v.short(t.Deal) == 0:
		return ""
	case t.Deal.Call.Losing() && t.rank.FreeUnder > 0:
		return " with " + english.Spelled(v.short(t.Deal), "trick") + ", the first " + t.free("")
	case t.Deal.Call.Losing():
		return " with " + english.Spelled(v.short(t.Deal), "trick")
	case t.rank.FreeUnder > 0:
		return ", the first " + t.free(" short")
	}
	return ""
}

// free tells how many tricks cost nothing: "trick short is free", "two tricks short are free".
func (t *teller) free(which string) string {
	if n := t.rank.FreeUnder; n > 1 {
		return english.Spelled(n, "trick") + which + " are free"
	}
	return "trick" + which + " is free"
}

func (t *teller) revokers() line {
	return t.Deal.only(func(s Seat) bool { return t.Deal.Revokes[s] > 0 })
}

func (t *teller) miscounted() line {
	return t.Deal.only(func(s Seat) bool { return t.Deal.WrongCards[s] })
}

// headline tells who made what: "Ann makes solo, two over".
func (t *teller) headline() string {
	v, d := &t.verdict, t.declarers
	did := t.does(d, "makes", "make")
	switch {
	case v.outcome == Lost && t.rank.Target == 0 && t.Deal.Call != Irish:
		did = t.does(d, "fails", "fail")
	case v.outcome == Lost:
		did = t.does(d, "loses", "lose")
	}
	did += " " + t.call()
	if v.slam {
		did += " with a slam"
	}
	did += t.beside() + t.inBrief()

	culprits, why := t.revokers(), ""
	switch v.cause {
	case theCards:
		return did
	case bothRevoke:
		return t.who(culprits) + " revoke, so the deal is void"
	case wrongCards:
		culprits = t.miscounted()
		why = t.does(culprits, "has", "have") + " the wrong number of cards"
	case forfeited:
		culprits = line{seat: [MaxSeats - 1]Seat{t.Deal.Forfeit}, n: 1}
		why = t.who(culprits) + " forfeits"
	case declarerRevoke, opponentRevoke:
		why = t.does(culprits, "revokes", "revoke")
	}
	if culprits == d {
		return why + " and" + did[len(t.who(d)):]
	}
	return why + ", so " + did
}

// called words the call and the tricks it needs (§2, §3).
func (t *teller) called() {
	d, need, rule := t.Deal, t.rank.Target, "§2"
	if need != d.Call.UsualTarget() {
		rule = "§3"
	}
	if d.Call == Irish {
		need = d.Bid
	}
	takes := " " + english.Verb(t.declarers.n, "needs", "need") + " "
	switch need {
	case 0:
		takes = " must take no tricks"
	case TricksInDeal:
		takes += "all thirteen tricks"
	default:
		takes += english.Spelled(need, "trick")
	}
	caller := t.name(d.Caller)
	switch d.Call {
	case Prop:
		t.step(rule, caller+" proposed and "+t.name(d.Partner)+" accepted: together they"+takes)
	case Irish:
		t.step(rule, caller+" bid "+t.call()+" and"+takes)
	default:
		t.step(rule, caller+" called "+t.call()+" and"+takes)
	}
}

// reckoned tells what the cards and the misfortunes made of it (§4, §5).
func (t *teller) reckoned() {
	v := &t.verdict
	outcome := t.does(t.declarers, "wins", "win")
	if v.outcome == Lost {
		outcome = t.does(t.declarers, "loses", "lose")
	}
	stake := " the stake"
	if v.outcome == Lost && t.rank.LostStake() != t.rank.Stake {
		stake = ""
	}
	switch v.cause {
	case wrongCards:
		t.step("§5", t.who(t.miscounted())+" had the wrong number of cards: "+outcome+stake+
			", whatever else happened")
	case forfeited:
		t.step("§5", t.name(t.Deal.Forfeit)+" exposed a card or played out of turn: "+outcome+
			", whatever the tricks")
	case bothRevoke:
		t.step("§5", t.revoked()+": with revokes on both sides the deal is void")
	case declarerRevoke, opponentRevoke:
		t.took("")
		if t.Deal.Call.Counted() {
			t.forfeitedTricks(outcome)
		} else {
			t.step("§5", t.revoked()+": a side that revoked never wins, so "+outcome)
		}
	default:
		after := t.beside()
		switch {
		case after != "" || t.rank.Target == 0:
		case v.outcome == Won:
			after = ", just enough"
		case v.outcome == Lost:
			after = ", not enough"
		}
		t.took(after)
	}
}

// forfeitedTricks tells which tricks a revoke costs, where they count (§5).
func (t *teller) forfeitedTricks(outcome string) {
	const never = "A side that revoked never wins"
	v, side := &t.verdict, t.who(t.declarers)
	left := english.None(v.counted)
	if v.cause == declarerRevoke {
		off := t.Deal.Tricks - v.counted
		t.step("§5", t.revoked()+": "+english.Spelled(off, "trick")+english.Verb(off, " is", " are")+" taken off, "+
			left+english.Verb(v.counted, " is", " are")+" left")
		if v.under > 0 {
			t.step("§5", never+": "+outcome+t.beside())
		} else {
			only := "only the stake is lost"
			if t.rank.LostStake() != t.rank.Stake {
				only = "no tricks short are paid for"
			}
			t.step("§5", never+", but "+left+" would be enough: "+only)
		}
		return
	}
	counts := english.Verb(t.declarers.n, "counts", "count") + " as " + left
	if n := v.counted - t.Deal.Tricks; n > 0 {
		t.step("§5", t.revoked()+": "+english.Spelled(n, "trick")+" to "+side+", who "+counts)
	} else {
		t.step("§5", t.revoked()+": no tricks change hands, and "+side+" "+counts)
	}
	after := t.beside()
	if v.counted < t.rank.Target {
		after = " even so, with the stake only"
	}
	t.step("§5", never+": "+outcome+after)
}

func (t *teller) took(after string) {
	t.step("§4", t.who(t.declarers)+" took "+english.Spelled(t.Deal.Tricks, "trick")+after)
}

// revoked is "Cat revoked once", "Bob revoked once and Cat twice".
func (t *teller) revoked() string {
	revokers := t.revokers()
	parts := make([]string, 0, MaxSeats)
	for i, s := range revokers.seats() {
		did := english.Verb(i+1, " revoked ", " ")
		parts = append(parts, t.name(s)+did+english.Times(int(t.Deal.Revokes[s])))
	}
	return english.List(parts)
}

// priced tells what one opponent pays or is paid (§4).
func (t *teller) priced() {
	v, words := &t.verdict, t.House.Money.Words
	text, each := "The stake is "+words(t.rank.Stake), ": "+words(v.each)
	if v.outcome == Lost && t.rank.LostStake() != t.rank.Stake {
		text = "Losing " + t.Words.within(t.Deal.Call) + " costs " + words(t.rank.LostStake())
	}
	short := v.short(t.Deal)
	switch {
	case t.Deal.Call == Irish:
		text += " for each trick bid, " + english.None(t.Deal.Bid) + " in all" + each
	case v.all && t.rank.Bonus > 0:
		text += t.overTricks() + ", and " + words(t.rank.Bonus) + " for all thirteen" + each
	case v.over > 0 && t.rank.Over == 0, v.under > 0 && t.rank.Under == 0:
		text += "; tricks " + t.unpaid() + " are not paid for"
	case v.over > 0:
		text += t.overTricks() + each
	case short == 0 || t.rank.Under == 0:
	case v.charged == 0:
		text += "; the first " + t.free(t.missing())
	case t.rank.FreeUnder > 0:
		text += ", and each trick" + t.missing() + " " + words(t.rank.Under) + ", but the first " +
			t.free(t.missing()) + each
	default:
		text += ", and each trick" + t.missing() + " " + words(t.rank.Under) + each
	}
	t.step("§4", text)
}

// overTricks tells what a trick over is worth, if it is worth anything.
func (t *teller) overTricks() string {
	over := t.House.Money.Words(t.rank.Over)
	switch v := &t.verdict; {
	case v.over == 0 || t.rank.Over == 0:
		return ""
	case v.slam:
		return ", and each trick over counts " + over + " twice, for all thirteen were taken"
	}
	return ", and each trick over " + over
}

// unpaid says which tricks beyond or below the target are worth nothing, where those of this deal are.
func (t *teller) unpaid() string {
	switch {
	case t.rank.Over > 0:
		return "short"
	case t.rank.Under > 0:
		return "over"
	}
	return "over or short"
}

// missing says which tricks count against the caller: those short, or in a misère those taken.
func (t *teller) missing() string {
	if t.Deal.Call.Losing() {
		return " taken"
	}
	return " short"
}

// settled tells who pays whom (§4, §5).
func (t *teller) settled() {
	v, words, pays := &t.verdict, t.House.Money.Words, t.Result.Pays()
	caller, each := t.name(t.Deal.Caller), words(v.each)
	payers, amounts := t.payers()
	forOthers := t.House.OffenderPays && (v.cause == forfeited || v.cause == opponentRevoke)
	switch prop := t.Deal.Call == Prop; {
	case forOthers && prop && payers.n == 1:
		t.step("§5", t.who(payers)+" revoked alone and pays both: "+
			words(pays[0].Amount)+" to "+t.name(pays[0].To)+" and "+words(pays[1].Amount)+" to "+t.name(pays[1].To))
	case forOthers && !prop && payers.n == 1:
		t.step("§5", t.who(payers)+" pays for all the opponents: "+words(amounts[0]))
	case forOthers && !prop:
		t.shared(payers, amounts)
	case prop:
		t.step("§4", "Each partner settles with one opponent, in order from the dealer's left: "+
			t.name(pays[0].From)+" pays "+t.name(pays[0].To)+", "+
			t.name(pays[1].From)+" pays "+t.name(pays[1].To)+", "+each+" each")
	case v.outcome == Won:
		t.step("§4", "Each opponent pays "+caller+" "+each)
	default:
		t.step("§4", caller+" pays each opponent "+each)
	}
}

// shared tells what each of several offenders pays for all the opponents (§5).
func (t *teller) shared(payers line, amounts [MaxSeats - 1]int64) {
	sum, text := int64(0), ""
	for i, s := range payers.seats() {
		sum += amounts[i]
		text += ", " + t.name(s) + " " + t.House.Money.Words(amounts[i])
	}
	if amounts[0] != amounts[payers.n-1] {
		text += "; the odd coin falls on the first from the dealer's left"
	}
	t.step("§5", t.who(payers)+" share what all the opponents owe, "+t.House.Money.Words(sum)+":"+text[1:])
}

// misery tells of a general misère, and returns its headline (§6).
func (t *teller) misery() string {
	game, of := t.Words.within(GeneralMisere), Solo
	if t.House.Misery != 0 {
		of = GeneralMisere
	}
	stake := " the stake of " + t.Words.One(of) + ", " + t.House.Money.Words(t.rank.Stake)
	t.step("§6", t.Words.Name(Passed)+", so "+game+" is played, each player alone")
	loser, headline := t.name(t.Deal.Loser), " loses "
	switch spoilers := t.Deal.spoilers(); {
	case spoilers.n > 1:
		if t.miscounted().n > 0 {
			t.step("§6", t.spoilt()+": with more than one player at fault the deal is void")
			return t.spoilt() + ", so the deal is void"
		}
		t.step("§6", t.spoilt()+": with revokes by more than one player the deal is void")
		return t.who(spoilers) + " revoke, so the deal is void"
	case spoilers.n == 1:
		loser, headline = t.who(spoilers), " revokes and loses "
		if t.Deal.Revokes[spoilers.seat[0]] == 0 {
			headline = " has the wrong number of cards and loses "
		}
		t.step("§6", t.spoilt()+", and so loses")
	case t.House.AllPass == Fewest:
		return t.fewest(stake) + game
	case t.House.AllPass == LastTrick:
		t.step("§6", loser+" took the thirteenth trick")
		headline = " takes the last trick and loses "
	default:
		t.step("§6", loser+" was the first to take five tricks, or four where nobody took five")
	}
	t.step("§6", loser+" pays every other player"+stake)
	return loser + headline + game
}

// spoilt tells what decided a general misère: "Bob revoked once and Cat had the wrong number of cards".
func (t *teller) spoilt() string {
	const had = " had the wrong number of cards"
	revokers, wrong := t.revokers(), t.miscounted()
	switch {
	case wrong.n == 0:
		return t.revoked()
	case revokers.n == 0:
		return t.who(wrong) + had
	case revokers == wrong && wrong.n == 1:
		return t.revoked() + " and" + had
	}
	return t.revoked() + ", and " + t.who(wrong) + had
}

func (t *teller) fewest(stake string) string {
	players := t.Deal.only(func(Seat) bool { return true })
	best := t.Deal.fewest(players)
	took := make([]string, 0, MaxSeats)
	for _, s := range players.seats() {
		took = append(took, t.name(s)+" took "+english.None(int(t.Deal.TricksBy[s])))
	}
	t.step("§6", english.List(took))
	t.step("§6", t.does(best, "has", "have")+" fewest: everyone with more pays "+
		english.Verb(best.n, "", "each of ")+t.who(best)+stake)
	if best.n > 1 {
		t.step("§6", t.who(best)+" pay each other nothing")
	}
	return t.does(best, "takes", "take") + " fewest tricks in "
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

// money tells what is due, and what it makes for those the headline is about: "8d from each", and "8d from
// each: Ann +2s".
func (t *teller) money() (due, full string) {
	if len(t.Result.Pays()) == 0 {
		return "nothing is paid", "Nothing is paid"
	}
	payers, sums := t.payers()
	about, totals := t.paid()
	losing := t.Result.Outcome == Lost || t.Deal.Call == GeneralMisere && payers.n == 1
	if due = t.from(payers, sums, about); losing {
		due = t.House.Money.Words(t.Result.Pays()[0].Amount) + " to each"
		about, totals = payers, sums
	}
	change := totals[0] // partners, and players who tie, gain and lose alike
	if losing {
		change = -change
	}
	full = due + ": " + t.who(about) + " " + t.House.Money.Signed(change)
	return due, full + english.Verb(about.n, "", " each")
}

// from tells who pays how much, seen from those who are paid.
func (t *teller) from(payers line, sums [MaxSeats - 1]int64, paid line) (due string) {
	words, pays := t.House.Money.Words, t.Result.Pays()
	amount, equal := words(pays[0].Amount), true
	for _, p := range pays {
		equal = equal && p.Amount == pays[0].Amount
	}
	switch {
	case paid.n > 1 && payers.n > 1 && len(pays) == payers.n*paid.n: // those who tie for fewest
		return amount + " from each to each"
	case payers.n == 1: // one offender in a prop pays both
		return words(sums[0]) + " from " + t.who(payers)
	case equal && (len(pays) == t.opponents.n || t.Deal.Call == GeneralMisere):
		return amount + " from each"
	case equal:
		return amount + " each from " + t.who(payers)
	}
	for i, s := range payers.seats() {
		if i > 0 {
			due += ", "
		}
		due += words(sums[i]) + " from " + t.name(s)
	}
	return due
}
