package laws

// What a text in braces comes to: names of calls apart, everything that differs from house to house. Of the
// lines below a name the first counts whose condition holds; where none does there is nothing to say. A
// condition is words that all must hold (see holds), and a line may have braces itself.

// variant is a line, and where it holds.
type variant struct{ where, says string }

// Beginnings that several lines share.
const (
	fourGoesRound = "The cards are dealt in four rounds of three, to the left of the dealer first, with a " +
		"four that goes round: in the first round the first player has it, in the second the next, "
	trumpsGoRound = "Nothing is turned up. Trumps go round deal by deal: hearts, clubs, diamonds, spades, "
	threePlay     = "Three play, thirteen cards each, ace high, without "
	eachForOne    = "The hand is played without trumps, each alone. "
	nobodyAccepts = "{A prop} nobody accepts "
	comesBack     = nobodyAccepts + "comes back to the proposer when {all the others} have {spoken}. "
	bidsRank      = "A bid of more tricks is above one of fewer. For the same number of tricks, clubs are " +
		"lowest, then come diamonds, hearts, spades, and no trumps."
	orPasses = ", or pass, and then the deal counts as passed by all."
	mustWin  = "The caller plays alone and must win {target}"
	winsNone = "The caller plays alone, without trumps, and must not win a single trick"
	laidOpen = " hand is laid face up on the table after the first trick. The others see it, and may not talk " +
		"about it."
	handsShown = "he opponents’ hands are then shown at once, to prove that none of them revoked."
	lastWord   = "When all others have passed, a caller who is alone speaks once more, and once only, to " +
		"pass or to make it anything higher. If no higher call is left, the calling is over at once."
	noLastWord = lastWord + " The two of an accepted {prop} have no last word"
	noneRaises = "Nobody raises a call of their own"
	callStands = "When all others have passed the call stands as it is, and nobody raises a call of their own"
	royalOver  = "{Royal} may be called only over another player’s {abundance}."
	royalNot   = "In a deal without trumps there is no {royal}."
	asUsual    = "Every opponent pays as usual: at this table nobody pays for the others."
)

var told = map[string][]variant{
	// ---- the deal

	"opening": {
		{"three short=dummy", "Three play with a whole pack, ace high: four hands of thirteen cards are dealt, " +
			"and the fourth is laid open."},
		{"three short=drop-suit", threePlay + "one whole suit."},
		{"three", threePlay + "the twos, threes and fours."},
		{"five", "Five sit at the table, and in each deal one of them rests. Four play with a whole pack, " +
			"thirteen cards each, ace high."},
		{"", "Four play with a whole pack, thirteen cards each, ace high."},
	},
	"shuffling": {
		{"shuffle=always shuffler=left", "The player on the dealer’s left shuffles, and then the dealer " +
			"may, too. The player on the dealer’s right cuts."},
		{"shuffle=always", "The dealer shuffles, and the player on the dealer’s right cuts."},
		{"shuffle=after-abundance abundance", "The cards are shuffled before the first deal, and after a call of " +
			"{abundance} or anything above it{, by whom}. Otherwise the new dealer only gathers them.{ cut}"},
		{"", "The cards are shuffled before the first deal{, by whom}. After that the new dealer only gathers " +
			"them.{ cut}"},
	},
	", by whom": {
		{"shuffler=left", ", by the player on the dealer’s left; the dealer may shuffle after that"},
		{"", ", by the dealer"},
	},
	" cut": {
		{"penalty", " The player on the dealer’s right always cuts. " + ShuffleCosts},
		{"", " The player on the dealer’s right always cuts."},
	},
	"packets": {
		{"packets=ones", "The cards are dealt one by one, to the left of the dealer first."},
		{"packets=rotating-four three !short=dummy", fourGoesRound + "in the third the dealer. The last round is " +
			"of threes only."},
		{"packets=rotating-four", fourGoesRound + "and so on. The last four fall to the dealer, which shows that " +
			"nobody has too many or too few."},
		{"", "The cards are dealt three at a time, and the last ones singly, to the left of the dealer first: " +
			"three, three, three, three and one."},
	},
	"trumps from": {
		{"!turned", "Nothing is turned up: the highest bid names the trumps."},
		{"trumps=second-pack", "Nothing is turned up. Trumps are cut from a second pack, so nobody holds the " +
			"card that shows them."},
		{"trumps=cycle", trumpsGoRound + "and hearts again."},
		{"trumps=cycle-nt naming", trumpsGoRound + "then once no trumps, and hearts again. The deal without " +
			"trumps has none, unless the caller names them."},
		{"trumps=cycle-nt", trumpsGoRound + "then once no trumps, and hearts again. The deal without trumps has " +
			"none."},
		{"!turned-card", "The fortieth card is turned up; its suit is trumps, and nobody gets it. {Anybody who " +
			"asks}"},
		{"", "The dealer’s last card is turned up, and its suit is trumps. " + TurnedCard + " The dealer " +
			MayPlayIt + " Once it has been taken up it is not named again, but {anybody who asks}"},
	},
	"anybody who asks": {
		{"a-misere", "anybody who asks which suit is trumps is told, except in {a misere}."},
		{"", "anybody who asks which suit is trumps is told."},
	},
	"turned suit": {{"trumps=turn-up", "the suit turned up"}, {"", "the suit of the deal"}},
	"three play": {
		{"short=dummy", "{without a prop}with an open hand: four hands are dealt, and the fourth is laid open " +
			"before the calling. The caller puts it opposite, and plays from it after the player on the " +
			"caller’s left. The tricks of both hands are the caller’s."},
		{"short=drop-suit", "{without a prop}without one whole suit. You still play thirteen tricks."},
		{"turned-up", "{without a prop}without the twos, threes and fours. The fortieth card is turned for " +
			"trumps and is nobody’s. You still play thirteen tricks."},
		{"", "{without a prop}without the twos, threes and fours; the fortieth card is nobody’s. You still play " +
			"thirteen tricks."},
	},
	"without a prop":    {{"prop-at-four", "without {prop}, and "}},
	"and no prop":       {{"prop", "without {prop}, and "}},
	", no trump turned": {{"turned-up", ", no trump turned"}},
	" the card turned": {
		{"turned-up", " Once the turned card has been taken up, nobody names it again."},
	},
	", what was turned": {
		{"turned-up", ", and nobody says again what was turned up"},
		{"turned", ", and nobody says again what they would be in another call"},
	},

	// ---- the calling

	"the ladder": {
		{"irish misere", bidsRank + " {Misere} is just above 12 without trumps, and below 13 clubs."},
		{"irish", bidsRank},
		{"several", "From the lowest up: {calls}."},
		{"", "Here there is only one call to make: {calls}."},
	},
	"rank": {{"!irish several", "Each call is above the one before it."}, {"", "{the ladder}"}},
	"calling": {
		{"auction=single", "Everyone speaks once."},
		{"auction=eldest-twice", "Everyone speaks once; only eldest, once overcalled, speaks a second time, and " +
			"may call anything higher."},
		{"", "It goes on until all but the caller have passed{, or the two}. A caller who was overcalled may " +
			"call again, to any height, and not only one step up."},
	},
	", or the two":    {{"prop", ", or in an accepted {prop} all but the two partners"}},
	", except eldest": {{"prop", ", except that eldest may still accept {a prop}"}},
	"left alone": {
		{"lone=raise auction=open", nobodyAccepts + "comes back to the proposer, who may call higher" + orPasses},
		{"lone=raise", comesBack + "The proposer may make it any higher call" + orPasses},
		{"lone=solo solo-after-prop", comesBack + "The proposer may make it {a solo}, and nothing else" + orPasses},
		{"lone=thrown-in", nobodyAccepts + "does not come back: the deal counts as passed by all."},
		{"", nobodyAccepts + "comes to nothing when all have spoken: the deal counts as passed by all."},
	},
	"all the others": {{"auction=open", "all others"}, {"", "all"}},
	"spoken":         {{"auction=open", "passed"}, {"", "spoken"}},
	"overcalled may": {
		{"auction=eldest-twice", "may not call again. Only eldest speaks a second time, and may call anything " +
			"higher."},
		{"auction=single", "may not call again: everyone speaks once."},
		{"", "may raise when the turn comes, to any height."},
	},
	"proposer may": {
		{"auction=eldest-twice", "{alone he may} Eldest, once overcalled, may call anything higher."},
		{"", "{alone he may}"},
	},
	"alone he may": {
		{"lone=raise auction=open", "may go higher when the turn comes."},
		{"lone=raise", "may make it any higher call {when nobody has}"},
		{"lone=solo solo-after-prop", "may make it {a solo}, and nothing else, {when nobody has}"},
		{"lone=thrown-in auction=open", "may not call again, unless overcalled: {a prop} nobody accepts is " +
			"thrown in."},
		{"lone=thrown-in", "may not call again: {a prop} nobody accepts is thrown in."},
		{"auction=open", "may not call again, unless overcalled."},
		{"", "may not call again: everyone speaks once."},
	},
	"when nobody has": {
		{"auction=open", "when all others have passed and nobody has accepted it. Once overcalled, the " +
			"proposer may call anything higher."},
		{"", "when all have spoken and nobody has accepted it or called above it."},
	},
	"last raise stands": {{"raiseLast=true", "It stands, once"}, {"", "It does not stand"}},
	"last raise": {
		{"raiseLast=true back", noLastWord + ", nor has a proposer whose {prop} came back."},
		{"raiseLast=true prop", noLastWord + ", nor has the proposer of one that nobody accepted."},
		{"raiseLast=true", lastWord},
		{"auction=open back", callStands + ", except {a prop} nobody accepted."},
		{"auction=open", callStands + "."},
		{"back", noneRaises + ", except {a prop} nobody accepted."},
		{"", noneRaises + "."},
	},
	"royal when": {
		{"royal royalOver=true without-trumps", royalOver + " " + royalNot},
		{"royal royalOver=true", royalOver},
		{"royal without-trumps", royalNot},
	},
	"names trumps": {
		{"naming", "In {naming} the caller names the trumps: {any suit} The caller does so just before the first " +
			"lead, once the others have passed, and not sooner."},
	},
	"any suit": {{"turned-up", "any suit, even that of the turned card."}, {"", "any suit."}},
	"all pass": {
		{"allPass=goulash", "The cards are thrown in and nothing is paid. The next dealer does not shuffle, " +
			"and deals a goulash, five, three and five to each."},
		{"allPass=last-trick", eachForOne + "The player who takes the thirteenth trick pays each of the others " +
			"{misery paid.}"},
		{"allPass=five-or-four", eachForOne + "The first to take five tricks pays each of the others {misery " +
			"paid}; if nobody takes five, the first to take four pays it."},
		{"allPass=fewest", eachForOne + "The player with the fewest tricks gets {misery paid} from each " +
			"who took more. If several tie for the fewest, each of them gets it, and they pay each other nothing."},
		{"", "The cards are thrown in and nothing is paid. The next player deals."},
	},
	"misery paid":  {{"misery", "{misery}"}, {"", "the stake of {a solo}, {misery}"}},
	"misery stake": {{"misery", "{misery}"}, {"", "the stake of {a solo}"}},

	// ---- the calls

	"meaning prop": {{"", "One player proposes, another accepts, and the two play together against the other " +
		"two, wherever they sit. Between them they must win {target}; {turned suit} is trumps."}},
	"meaning solo": {{"", mustWin + ", with {turned suit} as trumps."}},
	"meaning misere": {
		{"misere-tricks", winsNone + ". Each trick taken costs, so it is played to the end."},
		{"", winsNone + ". The first trick taken ends it."},
	},
	"meaning abundance":  {{"", mustWin + "{own trumps}"}},
	"meaning petit-slam": {{"", mustWin + "{own trumps}"}},
	"meaning declared": {
		{"declaredOpen=true", mustWin + "{own trumps} The caller’s hand is laid face up after the first trick."},
		{"", mustWin + "{own trumps}"},
	},
	"meaning grand-slam": {{"", mustWin + "{own trumps}"}},
	"own trumps": {
		{"!names", ", without trumps. The caller leads."},
		{"leads", ", with trumps of the caller’s choosing. The caller names the suit when the others have " +
			"passed, and leads."},
		{"", ", with trumps of the caller’s choosing. The caller names the suit when the others have passed, " +
			"before the first lead."},
	},
	"meaning royal": {
		{"royal !abundance", mustWin + ", with {turned suit} as trumps."},
		{"", "{A royal} is {a abundance} with {turned suit} as trumps{, just above}. {straight away}"},
	},
	", just above": {{"royal-next", ", and ranks just above it"}},
	"straight away": {
		{"royalOver=true", "It may be called only over another player’s {abundance}."},
		{"without-trumps", "It may be called straight away in any deal that has trumps."},
		{"", "It may be called straight away."},
	},
	"meaning misere-ouverte": {
		{"misere-ouverte !misere", winsNone + ". The caller’s" + laidOpen},
		{"", "{A misere-ouverte} is {a misere} in which the caller’s" + laidOpen},
	},
	"meaning irish": {{"", "The caller bids one to thirteen tricks, in a suit or without trumps, and must " +
		"win at least that many. Six hearts is above six diamonds, seven clubs above both. The suits rank " +
		"♣ ♦ ♥ ♠, and no trumps is highest.{ among them}"}},
	" among them": { // RULES.md §7
		{"irish misere", " {Misere} stands among them: just above twelve without trumps, and below thirteen " +
			"clubs."},
	},
	"caller leads": {{"leading", "; in {leading} the caller leads"}},
	"misere over": {
		{"!a-misere", ""},
		{"taken", "Where each trick taken costs, {a misere} is played to the end; else it is over with the first " +
			"trick its caller takes, and t" + handsShown},
		{"", "{A misere} ends with the first trick its caller takes. T" + handsShown},
	},
	"declared over": {
		{"declared a-misere", "{A declared}, too, ends with the trick that beats it: the first its caller loses."},
		{"declared", "{A declared} ends with the trick that beats it: the first its caller loses."},
	},
	"misere":   {{"!misere misere-ouverte", "{misere-ouverte}"}},
	"a misere": {{"!misere misere-ouverte", "{a misere-ouverte}"}},
	"own misere": {{"a-misere", "The caller of {a misere} cannot forfeit it by showing a card or playing out " +
		"of turn."}},
	"one alone": {{"", "a caller who plays alone to win tricks"}},

	// ---- what is paid

	"paid irish": {{"", "For each trick bid, each opponent pays the caller {stake} if the bid is made; if " +
		"not, the caller pays each of them {cost}. Tricks above the bid bring nothing."}},
	"paid prop": {
		{"other", "If the call is made, each of the others pays {stake}; if not, each of the two pays {cost}{. " +
			"For tricks}."},
		{"", "Each of the two losers pays {stake} to one of the winners{. For tricks}."},
	},
	"paid": {{"", "If the call is made, each opponent pays the caller {stake}; if not, the caller pays each " +
		"{cost}{. For tricks}."}},
	". For tricks": {
		{"alike", ". For every trick over or short it is {over} more{, but some free}{. With all}"},
		{"over under", ". For every trick over it is {over} more, for every trick short it is {under} more{, but " +
			"some free}{. With all}"},
		{"over", ". For every trick over it is {over} more{. With all}"},
		{"under", ". For every trick {short} it is {under} more{, but some free}{. With all}"},
		{"", "{. With all}"},
	},
	", but some free": {
		{"one-free", ", but the first trick {short} is free"},
		{"some-free", ", but the first {free tricks} {short} are free"},
	},
	"short": {{"losing", "taken"}, {"", "short"}},
	". With all": {
		{"own-bonus", ". When all thirteen are really taken, each opponent pays {own bonus} more"},
	},
	"slam": {
		{"prop slam=doubles-over", "{A prop} that really takes all thirteen tricks, a *slam*, is paid twice for " +
			"each over-trick.{ bonus}"},
		{"bonus", "A *slam* is all thirteen tricks.{ bonus}"},
		{"prop", "A *slam*, all thirteen tricks in {a prop}, earns nothing extra in these rules."},
		{"", "A *slam* is all thirteen tricks. It earns nothing special unless it was called."},
	},
	" bonus":       {{"bonus", " {all thirteen}"}},
	"all thirteen": {{"bonus", "For all thirteen, really taken, each opponent pays more: {bonus.}"}},
	"lost stake":   {{"lost", "what the call costs when lost"}, {"", "the stake"}},
	", but free":   {{"free", ", beyond those that are free"}},
	" really":      {{"bonus", " The bonus for all thirteen is paid only where they were really taken."}},
	"lost without tricks": {
		{"taken", "The caller pays every opponent {lost stake}, plus {taken}. The revoke gives no tricks " +
			"to the other side."},
		{"", "Over- and under-tricks don’t count in this call: the caller pays every opponent {lost stake}."},
	},
	"revoke pays": {
		{"!tricks", "If the caller’s side revoked it loses {lost stake}; if an opponent revoked the caller wins " +
			"the stake. In these rules nothing is paid for tricks over or short.{ really}"},
		{"", "If the caller’s side revoked it loses {lost stake}, and pays for each trick it is now short of the " +
			"target{, but free}. If an opponent revoked the caller wins the stake, and is paid for over-tricks if " +
			"there now are any.{ really}{ of a misere}"},
	},
	" of a misere": {
		{"taken", " In {a misere} a caller who revoked pays every opponent {lost stake}, plus " +
			"{taken}. The revoke gives no tricks to the other side."},
	},
	", or all": {{"revokes", ", or all it took where those are fewer"}},
	"who pays": {
		{"offenderPays=true", "An opponent who revoked pays it all for the side. If several did, they share it " +
			"equally, and an odd coin falls on the first of them from the dealer’s left."},
		{"", asUsual},
	},
	"who pays in a prop": {
		{"offenderPays=true", "In {a prop} an opponent who revoked pays for both; if both revoked, " +
			"each pays as usual."},
		{"", "In {a prop} both opponents pay as usual: at this table nobody pays for the other."},
	},
	"who pays a misere": {
		{"offenderPays=true", "The player who did it pays for all the opponents."},
		{"", asUsual},
	},

	// ---- on the page of a set, and on its form

	"number misery":         {{"", "{misery stake}"}},
	"number revokeTricks":   {{"", "{Revoke tricks} for each revoke, to the other side"}},
	"number shufflePenalty": {{"penalty", "{shuffle penalty} into the kitty"}},
	"typed misery": {
		{"solo", "Leave it empty to use the stake of {a solo}."},
		{"", "Type an amount: these rules have no {solo} whose stake it could be."},
	},
	"typed revokeTricks": {{"", "For every revoke they go to the other side. A side that revoked cannot win, " +
		"even if it costs no trick."}},
	"typed shufflePenalty": {{"", "Goes into the kitty; 0 if nobody pays."}},
	"draft rank": {
		{"irish misere", "{A irish} ranks by tricks and suit, and {misere} among them: just above 12 without " +
			"trumps, and below 13 clubs."},
		{"irish", "{A irish} ranks by tricks and suit."},
		{"", "Each call beats those before it in this list."},
	},

	// ---- for a first evening

	"first pack": {
		{"three short=dummy", "The dealer deals four hands, and lays the fourth open."},
		{"three short=drop-suit", "One whole suit stays out. The dealer deals the rest."},
		{"three", "The twos, threes and fours stay out. The dealer deals the rest."},
		{"five", "The player on the dealer’s right rests; the other four get all the cards."},
		{"", "The dealer deals the whole pack."},
	},
	"first trumps": {
		{"!turned", "The highest bid names the trumps."},
		{"trumps=second-pack", "A card cut from a second pack names the trump suit."},
		{"!trumps=turn-up", "Trumps take turns from deal to deal; the screen says which it is."},
		{"", "The last card is turned up and names the trump suit."},
	},
	"first prop":      {{"prop", "look for a partner ({prop})"}},
	"first solo":      {{"solo", "take some tricks alone ({solo})"}},
	"first misere":    {{"misere", "none at all ({misere})"}},
	"first abundance": {{"abundance", "most of them ({abundance})"}},
	"first irish":     {{"irish", "promise a number of tricks in a suit ({irish})"}},

	// ---- on the printed card

	"doubled": {
		{"prop slam=doubles-over", "When {a prop} takes all thirteen, over-tricks count twice."},
	},
	"second proposal": {{"prop", "A *second “I propose”* is no acceptance."}},
	"card packets": {
		{"packets=ones", "The cards are dealt one by one."},
		{"packets=rotating-four", "The cards are dealt in threes, with a four that goes round: the dealer’s left " +
			"first, the dealer last."},
		{"", "The cards are dealt three, three, three, three and one."},
	},
	"card three": {
		{"short=dummy", "Three play {and no prop}with the fourth hand laid open for the winner of the bidding."},
		{"short=drop-suit", "Three play {and no prop}without one whole suit."},
		{"", "Three play {and no prop}without the twos, threes and fours."},
	},
	" may lead": {
		{"prop alone", " The holder may lead it, unless a caller who plays alone forbids that."},
		{"prop", " The holder may lead it."},
		{"alone", " A caller who plays alone may forbid that lead."},
	},
	" costs the stakes": {{"a-misere", " Against {a misere} it costs the stakes."}},
	"card misere": {
		{"misere-tricks", "there are no trumps, and each trick taken costs."},
		{"", "there are no trumps, and the first trick taken ends it."},
	},
	"card royal": {
		{"royalOver=true", "{turned suit} is trumps; it is called only over {a abundance}."},
		{"", "{turned suit} is trumps."},
	},
	"card names": {{"names", "the caller names the trumps when the others have passed, just before the first " +
		"lead."}},
	"card misere-ouverte": {{"", "the hand is laid open after the first trick."}},
	"card declared": {
		{"!names declaredOpen=true", "there are no trumps, and the hand is laid open after the first trick."},
		{"!names", "there are no trumps."},
		{"declaredOpen=true", "the hand is laid open after the first trick."},
	},
	"card irish": {
		{"misere", "the suits rank ♣ ♦ ♥ ♠, no trumps is highest, and more tricks are above fewer. {Misere} is " +
			"above 12 without trumps, below 13."},
		{"", "the suits rank ♣ ♦ ♥ ♠, no trumps is highest, and more tricks are above fewer."},
	},
}
