package laws

// Sentences that a ruling and the page of laws both say. Each is written once, here, so that the two can't
// differ. Those that begin with "may" follow the name of a side.

// Revokes.
const (
	CannotWin   = "A side that revoked cannot win."
	BothRevoked = "If both sides revoked neither can win and nobody pays: the deal is void, and the next " +
		"player deals."
	PlayedOut   = "A revoke that stands does not end the deal: it goes on as if there had been none."
	EndsOrNot   = "may claim the stakes at once, or have the deal played to the end."
	LookThrough = "may look through the tricks when the hand is over, to prove a revoke. A player who " +
		"prevents it has revoked."
	MayConfer = "may confer on the penalty for a revoke. For any other fault it may only settle which of " +
		"them exacts it."
	PutRight      = "The wrong card is taken back and a card of the suit led is played."
	BecomesOne    = "The wrong card stays face up before its holder, exposed."
	OthersFollow  = "may take their cards back and play others."
	AskSuit       = "A player may ask a partner, “None of that suit?” It saves many a revoke."
	AskSuitMisere = "In {a misere} nobody may ask that."
)

// Exposed cards.
const (
	OwnLoss   = "A caller who plays alone is not punished for showing a card: it is the caller’s own loss."
	IsExposed = "A card is exposed once it lies face up on the table, or is seen by anybody but its holder. " +
		"Each of several such cards is exposed."
	ForAllFour  = "In {a prop} all four can have exposed cards."
	CallsNoSuit = "An exposed card never gives the right to call a suit."
	AskForCard  = "may ask for the card to be played, or to be held back, as long as it lies there and its " +
		"holder can do so without a revoke."
	HighOrLow = "may instead, when another player leads the suit of the card, ask its holder to play " +
		"the highest or the lowest of that suit."
	NotTrumped = "may, if the card is a trump and another suit is led, tell its holder to follow suit, or to " +
		"let the trick go untrumped."
	KeepFromLead  = "may forbid its holder to lead it, again and again."
	AlwaysLead    = "may lead it at any turn to lead: in {a prop} nobody can forbid that."
	AlwaysThrow   = "may always throw it away when void in the suit led: nobody can forbid that."
	ForfeitsShown = "An opponent who shows a card against {a misere}, open or not, or takes a wrong card " +
		"back, forfeits: the caller wins the stakes, however many tricks were taken."
	ClaimStakes  = "may claim the stakes at once, or let it pass and play on."
	AgreeWhoAsks = "may agree who asks, but may not talk over which penalty to ask for. After a revoke they may."
	LetPass      = "If the caller lets it pass, a wrong card is taken back and a card of the suit led is " +
		"played."
	MakeWhatTheyCan = "may use what they have seen, but may not ask for the card to be played."
)

// After all have passed.
const (
	ForHimself    = "Everyone plays alone, and no side can ask for a penalty."
	MiseryRevoked = "When all have passed and play on, a player who revokes loses, and pays each of the " +
		"others {misery stake.} If two or more revoked, the deal is void."
)

// After all have passed, with a wrong hand.
const MiseryWrong = "When all have passed and play on, a player with a wrong number of cards loses, " +
	"and pays each of the others {misery stake.} If two or more have one, or somebody else revoked, the " +
	"deal is void."

// Out of turn.
const (
	SeenTooMany   = "A partner who should have played first has now seen a card too many."
	AllHavePlayed = "Once all have played to the trick, the trick stands without a penalty, whoever should " +
		"have led."
	AsExposed = "may treat the card as exposed: then it stays face up, and may be asked for or forbidden."
	CallSuit  = "may instead let the card be taken back, and name the suit when the offender’s side " +
		"next leads. A player who has that suit and leads another has revoked."
	CallSuitAlone = "may name the suit the caller has to lead next. A caller who has it and leads " +
		"another has revoked."
	HighOrLowNext = "may tell that partner to play the highest or the lowest of the suit led."
	TrumpOrNot    = "may tell a partner who has none of that suit to trump, or not to."
	NoPartner     = "A caller who plays alone has no partner to help: the card is taken back " +
		"until its turn comes."
	NotPassedOver = "If it was the turn of the other side, no partner was passed over, and the card is " +
		"treated as exposed."
	ForfeitsTurn = "An opponent who leads or plays out of turn against {a misere} forfeits: the caller wins " +
		"the stakes, however many tricks were taken."
)

// The deal.
const (
	SameDealer = "The player whose deal it was deals again. Nobody pays a penalty, and nothing is written down."
	NextDealer = "After every deal that was called or that all passed, even one thrown in or void, the deal " +
		"moves one seat to the left."
	WrongLoses = "If a hand of the caller’s side is wrong, that side loses {lost stake}, no more and no less, " +
		"whatever else happened in the deal and whatever the other hands are."
	WrongWins = "If the hands of the caller’s side are right and an opponent’s is wrong, the caller’s side " +
		"wins the stake, no more and no less, whatever else happened in the deal."
	AllPay       = "All opponents pay as usual, whoever had the wrong hand."
	NoNewDeal    = "After the first call nobody can insist on a new deal."
	ShuffleCosts = "A player who shuffles by habit pays {shuffle penalty} into the kitty."
)

// The calls.
const (
	CallTurn     = "A call out of turn, or too low, counts for nothing. The player " + CallProperly
	CallProperly = "may call properly in turn, or pass."
	WhichFirst   = "Between an acceptance and a higher call it does not matter which was said first: any " +
		"higher call annuls {a prop} and its acceptance alike."
	Unnamed = "A caller who forgot to do so names them as soon as somebody asks. A card led before that " +
		"is taken back, and is not treated as exposed."
	MayAskThem   = "may ask the caller before the first lead what is trumps."
	NoAcceptance = "A second “I propose” is no call, and cannot be turned into an acceptance " +
		"by the player who said it."
	CallAbove   = "Each call must be above the last one: a higher call annuls a lower, never the other way."
	PassIsFinal = "A pass is final: a player who has passed has no further call in this deal{, except eldest}."
	EldestMay   = "may, even after a pass, accept {a prop} that nobody has accepted or overcalled, when the " +
		"turn comes round."
	Slip = "A slip of the tongue put right in the same breath is let go by courtesy, not by right. Once the " +
		"next player has called, what was said stands."
)

// The turned card, and the play.
const (
	TurnedCard    = "The card turned up for trumps stays on the table until the first trick is turned."
	MayPlayIt     = "may play the card to the first trick, like any other."
	TakenUpSooner = "may agree that the card is taken up as soon as everybody has noted it."
	TakenUp       = "A dealer who took it up sooner lays it down again, so that everybody sees it. Its suit " +
		"is trumps all the same, without a penalty."
	FollowSuit = "A player with a card of the suit led must play one."
	NeedNotWin = "Nobody has to win the trick, to beat a card or to trump. A player who has none of " +
		"the suit led plays any card."
)

// Asking and talking.
const (
	LastTrick = "Anybody may ask at any time to see the last trick turned, and no other. Nobody may see more " +
		"than eight cards: that trick and the one on the table."
	LastTrickMisere = "In {a misere} a trick that has been turned is not shown or spoken of again."
	HandsShown      = "may see the opponents’ hands at once when the {misere} is beaten, to prove that none " +
		"of them revoked. In no other call are they shown."
	Placed = "The player whose turn it is may ask that the cards on the table be placed, each before the " +
		"player who played it."
	AskTrumpsMisere = "{A misere} has no trumps{, what was turned}."
	AskTrumps       = "Anybody may ask at any time what suit is trumps, and must be told."
	Remark          = "A remark or a sign that helps a partner unfairly spoils the deal for the other side."
	ThrowUp         = "may throw up the cards for a new deal. The deal is written down as void and the next " +
		"player deals."
)

// What there is no law for.
const (
	DealPutRight = "On the sheet, tap a deal that was written down wrongly, and change it or take it out; " +
		"put a forgotten one in before the one that followed."
	TotalsFollow  = "Everybody’s total follows, and the sheet keeps what stood there before."
	HandToItsEnd  = "When somebody has to leave, it is best that another plays the called hand to its end."
	OrVoid        = "The table may agree instead that the deal is void; then the next player deals."
	PlayOnAsThree = "If three or more stay, they play on. A player who comes late sits down between deals."
	DoubtAClaim   = "Nobody has to believe a player who claims the rest of the tricks: anybody who doubts it " +
		"may ask that the hand be played out."
)
