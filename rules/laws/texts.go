package laws

import "slices"

// Choices that several rulings share.
var (
	lookThrough = Choice{Who: "Anybody", May: LookThrough}
	conferOnIt  = Choice{Who: "The other side", May: MayConfer}
	noConfer    = Choice{Who: "Those who may ask for a penalty", May: AgreeWhoAsks}
	takeBack    = Choice{Who: "Those who played later", May: OthersFollow}
	throwAway   = Choice{Who: "Its holder", May: AlwaysThrow}
	mayClaim    = Choice{Who: "The caller", May: ClaimStakes}
	endIt       = Choice{Who: "The caller", May: EndsOrNot, For: misereCalls}
	makeOfIt    = Choice{Who: "The others", May: MakeWhatTheyCan}
	dealAgain   = Choice{Who: "All together", May: "may agree to throw the cards in and deal again.",
		Custom: true}
)

// What may be done about an exposed card: against one who plays alone to win tricks, and in a proposal. Every
// ruling that makes a card an exposed one has all of it.
var (
	exposedAlone = []Choice{
		{Who: "The caller", May: AskForCard},
		{Who: "The caller", May: KeepFromLead},
		{Who: "The caller", May: HighOrLow},
		{Who: "The caller", May: NotTrumped},
		throwAway,
	}
	exposedPair = []Choice{
		{Who: "The other side", May: AskForCard},
		{Who: "The other side", May: HighOrLow},
		{Who: "The other side", May: NotTrumped},
		{Who: "Its holder", May: AlwaysLead},
		throwAway,
	}
)

// under puts a heading above choices.
func under(heading string, choices []Choice) []Choice {
	choices = slices.Clone(choices)
	choices[0].Heading = heading
	return choices
}

// rulings: what is paid follows RULES.md §5, the rest is what the old books and the tables of today hold
// alike.
var rulings = []Ruling{
	// ---- revokes

	{
		ID: "revoke-caller-prop", Title: "The proposers have lost", See: "revoke", Standing: Law,
		Says: []string{
			CannotWin,
			"For every revoke {revoke tricks} {come} off what that side took.",
			"Both partners pay {lost stake}, whoever did it, and for each trick they are now short of the " +
				"target{, but free}.",
			PlayedOut,
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   pairCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-caller-target", Title: "The caller has lost", See: "revoke", Standing: Law,
		Says: []string{
			CannotWin,
			"For every revoke {revoke tricks} {come} off what the caller took.",
			"The caller pays every opponent {lost stake}, and for each trick now short of the target{, but free}.",
			PlayedOut,
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   targetCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-caller-stake", Title: "The caller has lost", See: "revoke", Standing: Law,
		Says:    []string{CannotWin, "{lost without tricks}", PlayedOut},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   stakeCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-opponent-target", Title: "The caller has won", See: "revoke", Standing: Law,
		Says: []string{
			CannotWin,
			"For every revoke {revoke tricks} of the opponents {go} to the caller. The caller gets the stake " +
				"whatever was taken, and is paid for over-tricks if there now are any.{ really}",
			"{who pays}",
			PlayedOut,
		},
		Choices: []Choice{lookThrough},
		Calls:   targetCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-opponent-prop", Title: "The proposers have won", See: "revoke", Standing: Law,
		Says: []string{
			CannotWin,
			"For every revoke {revoke tricks} of the opponents {go} to the proposers. Both get the stake whatever " +
				"they took, and are paid for over-tricks if they now have them.{ really}",
			"{who pays in a prop}",
			PlayedOut,
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   pairCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-opponent-stake", Title: "The caller has won", See: "revoke", Standing: Law,
		Says: []string{
			CannotWin,
			"The caller gets the stake for every opponent, whatever was taken.",
			"{who pays}",
			PlayedOut,
		},
		Choices: []Choice{endIt, lookThrough, {Who: "Anybody", May: HandsShown, For: misereCalls}},
		Calls:   stakeCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-both", Title: "The deal is void", See: "revoke", Standing: Law,
		Says:    []string{BothRevoked},
		Choices: []Choice{lookThrough}, Posting: PostVoid,
	},
	{
		ID: "revoke-misery", Title: "The player who revoked has lost", See: "all-passed", Standing: Law,
		Says:    []string{MiseryRevoked},
		Choices: []Choice{lookThrough},
		Calls:   miseryCalls, Posting: PostMiseryRevoked,
	},
	{
		ID: "mended-caller", Title: "Put right, and no penalty", See: "revoke", Standing: Law,
		Says:    []string{PutRight, OwnLoss},
		Choices: []Choice{takeBack},
	},
	{
		ID: "mended-opponent", Title: "Put right, but the card is exposed", See: "revoke", Standing: Law,
		Says:    []string{PutRight, BecomesOne, CallsNoSuit},
		Choices: slices.Concat(exposedAlone, []Choice{takeBack}),
		Calls:   aloneCalls,
	},
	{
		ID: "mended-prop", Title: "Put right, but the card is exposed", See: "revoke", Standing: Law,
		Says:    []string{PutRight, BecomesOne, CallsNoSuit},
		Choices: slices.Concat(exposedPair, []Choice{takeBack, noConfer}),
		Calls:   pairCalls,
	},
	{
		ID: "mended-misery", Title: "Put right, and no penalty", See: "all-passed", Standing: Custom,
		Says:    []string{PutRight, ForHimself},
		Choices: []Choice{takeBack},
		Calls:   miseryCalls,
	},

	// ---- exposed cards

	{
		ID: "exposed-caller", Title: "No penalty", See: "exposed", Standing: Law,
		Says:    []string{OwnLoss, "The player takes the card up again and plays on."},
		Choices: []Choice{makeOfIt},
	},
	{
		ID: "exposed-opponent", Title: "The card is exposed and stays face up", See: "exposed", Standing: Law,
		Says:    []string{IsExposed, CallsNoSuit},
		Choices: exposedAlone,
		Calls:   aloneCalls,
	},
	{
		ID: "exposed-prop", Title: "The card is exposed and stays face up", See: "exposed", Standing: Law,
		Says:    []string{ForAllFour, IsExposed, CallsNoSuit},
		Choices: slices.Concat(exposedPair, []Choice{noConfer}),
		Calls:   pairCalls,
	},
	{
		ID: "exposed-misere", Title: "The caller may claim the stakes at once", See: "exposed", Standing: Law,
		Says:    []string{ForfeitsShown, "{who pays a misere}", LetPass},
		Choices: []Choice{mayClaim},
		Calls:   misereCalls, Posting: PostForfeit,
	},

	{
		ID: "exposed-misery", Title: "No penalty", See: "all-passed", Standing: Custom,
		Says:    []string{ForHimself, "The player takes the card up again and plays on."},
		Choices: []Choice{makeOfIt},
		Calls:   miseryCalls,
	},

	// ---- out of turn

	{ID: "all-played", Title: "Too late: play on", See: "turn", Standing: Law, Says: []string{AllHavePlayed}},
	{
		ID: "led-caller", Title: "Taken back, and a suit may be named", See: "turn", Standing: Law,
		Says:    []string{"The card goes back into the hand. The player whose turn it is leads.", "{own misere}"},
		Choices: []Choice{{Who: "The opponents", May: CallSuitAlone}, noConfer},
	},
	{
		ID: "led-opponent", Title: "An exposed card, or a suit is called", See: "turn", Standing: Law,
		Says: []string{
			"The player whose turn it is leads.",
			"Before that lead the caller chooses one of two penalties.",
		},
		Choices: slices.Concat([]Choice{
			{Heading: "Penalty 1: the card is exposed", Who: "The caller", May: AsExposed},
		}, exposedAlone, []Choice{{Heading: "Penalty 2: a suit is called", Who: "The caller", May: CallSuit}}),
		Calls: aloneCalls,
	},
	{
		ID: "led-prop", Title: "An exposed card, or a suit is called", See: "turn", Standing: Law,
		Says: []string{
			"The player whose turn it is leads.",
			"Before that lead the other side chooses one of two penalties.",
		},
		Choices: slices.Concat([]Choice{
			noConfer,
			{Heading: "Penalty 1: the card is exposed", Who: "The other side", May: AsExposed},
		}, exposedPair, []Choice{{Heading: "Penalty 2: a suit is called", Who: "The other side", May: CallSuit}}),
		Calls: pairCalls,
	},
	{ID: "played-caller", Title: "No penalty", See: "turn", Standing: Law, Says: []string{NoPartner}},
	{
		ID: "played-opponent", Title: "A partner may be told what to do", See: "turn", Standing: Law,
		Says: []string{SeenTooMany, NotPassedOver, CallsNoSuit},
		Choices: slices.Concat([]Choice{
			{Heading: "A partner should have played", Who: "The caller", May: HighOrLowNext},
			{Who: "The caller", May: TrumpOrNot},
		}, under("It was the turn of the other side: an exposed card", exposedAlone)),
		Calls: aloneCalls,
	},
	{
		ID: "played-prop", Title: "A partner may be told what to do", See: "turn", Standing: Law,
		Says: []string{SeenTooMany, NotPassedOver, CallsNoSuit},
		Choices: slices.Concat([]Choice{
			{Heading: "A partner should have played", Who: "The other side", May: HighOrLowNext},
			{Who: "The other side", May: TrumpOrNot},
			noConfer,
		}, under("It was the turn of the other side: an exposed card", exposedPair)),
		Calls: pairCalls,
	},
	{
		ID: "turn-misere", Title: "The caller may claim the stakes at once", See: "turn", Standing: Law,
		Says:    []string{ForfeitsTurn, "{who pays a misere}"},
		Choices: []Choice{mayClaim},
		Calls:   misereCalls, Posting: PostForfeit,
	},
	{
		ID: "turn-misery", Title: "Taken back", See: "all-passed", Standing: Custom,
		Says:  []string{ForHimself, "The card is taken back. The player whose turn it is goes on."},
		Calls: miseryCalls,
	},

	// ---- the deal

	{
		ID: "misdeal", Title: "A misdeal: dealt again", See: "deal", Standing: Law,
		Says:    []string{SameDealer},
		Choices: []Choice{{Who: "Anybody", May: "may insist on a new deal until the first call has been made."}},
		Posting: PostMisdeal,
	},
	{
		ID: "next-deals", Title: "The player on the left of the last dealer", See: "deal", Standing: Law,
		Says: []string{NextDealer}, Posting: PostTold,
	},
	{
		ID: "cards-caller", Title: "The caller’s side has lost", See: "deal", Standing: Law,
		Says:  []string{WrongLoses},
		Calls: allCalls, Posting: PostCallerWrongCards,
	},
	{
		ID: "cards-opponent", Title: "The caller’s side has won", See: "deal", Standing: Law,
		Says:  []string{WrongWins, AllPay},
		Calls: allCalls, Posting: PostOpponentWrongCard,
	},
	{
		ID: "cards-misery", Title: "The player with the wrong hand has lost", See: "all-passed", Standing: Law,
		Says:  []string{MiseryWrong},
		Calls: miseryCalls, Posting: PostMiseryWrongCards,
	},
	{
		ID: "cards-misery-void", Title: "The deal is void", See: "all-passed", Standing: Law,
		Says:  []string{MiseryWrong},
		Calls: miseryCalls, Posting: PostVoid,
	},
	{
		ID: "faced-late", Title: "The deal stands", See: "deal", Standing: Custom,
		Says: []string{NoNewDeal, "The card goes to the hand it belongs to; its holder has done nothing " +
			"wrong, so it is not treated as exposed."},
		Choices: []Choice{dealAgain},
	},
	{
		ID: "misdealt-late", Title: "The deal stands", See: "deal", Standing: Custom,
		Says: []string{NoNewDeal, "If everybody has thirteen cards, the cards are played as dealt, and the next " +
			"dealer is the player on the left of the one who dealt."},
		Choices: []Choice{dealAgain},
		Aside: "If somebody does not have thirteen cards, the wrong hand decides the deal: see too few or too " +
			"many cards.",
	},
	{
		ID: "shuffled", Title: "{shuffle penalty} into the kitty", See: "shuffling", Standing: Custom,
		Says: []string{"At this table cards are shuffled only where the rules of the house say so.", ShuffleCosts,
			"The cards are dealt as they now are."},
		Posting: PostPenalty,
	},

	// ---- the calls

	{
		ID: "second-proposal", Title: "It is not an acceptance", See: "auction", Standing: Law,
		Says: []string{"Only one player can propose.", NoAcceptance},
		Choices: []Choice{
			{Who: "The player who said it", May: "may pass, or call anything higher."},
			{Who: "The others", May: "may still accept the first {prop}, each in turn."},
			{Who: "The first proposer", May: "{proposer may}"},
		},
		Calls: pairCalls,
	},
	{ID: "call-turn", Title: "It counts for nothing", See: "auction", Standing: Law, Says: []string{CallTurn}},
	{
		ID: "first-call", Title: "The higher call stands", See: "auction", Standing: Law,
		Says:    []string{WhichFirst, CallAbove, "{the ladder}", "{royal when}"},
		Choices: []Choice{{Who: "The proposer and the acceptor, each", May: "{overcalled may}"}},
		Calls:   pairCalls,
	},
	{
		ID: "name-trumps", Title: "The caller names them now", See: "auction", Standing: Custom,
		Says:    []string{"{names trumps}", Unnamed},
		Choices: []Choice{{Who: "Anybody", May: MayAskThem}},
	},
	{
		ID: "turned-card", Title: "It goes back on the table", See: "trumps", Standing: Custom,
		Says: []string{TurnedCard, TakenUp},
		Choices: []Choice{
			{Who: "The dealer", May: MayPlayIt},
			{Who: "All together", May: TakenUpSooner, Custom: true},
		},
	},
	{
		ID: "must-win", Title: "No: only follow suit", See: "play", Standing: Law,
		Says: []string{FollowSuit, NeedNotWin},
	},
	{
		ID: "low-call", Title: "It does not stand", See: "auction", Standing: Law,
		Says: []string{CallAbove, "{the ladder}", "{royal when}"},
		Choices: []Choice{
			{Who: "The player who called too low", May: CallProperly},
			{Who: "The player overcalled", May: "{overcalled may}"},
		},
	},
	{
		ID: "royal-call", Title: "It does not stand", See: "auction", Standing: Law,
		Says:    []string{"{royal when}"},
		Choices: []Choice{{Who: "The player who called it", May: CallProperly}},
	},
	{
		ID: "raise-last", Title: "{last raise stands}", See: "auction", Standing: Law,
		Says:    []string{"{last raise}"},
		Choices: []Choice{{Who: "A proposer nobody joined", May: "{proposer may}", For: pairCalls}},
	},
	{
		ID: "passed-call", Title: "A pass is final", See: "auction", Standing: Law,
		Says:    []string{PassIsFinal, Slip},
		Choices: []Choice{{Who: "Eldest", May: EldestMay, For: pairCalls}},
	},
	{
		ID: "slip", Title: "It is let go, if mended at once", See: "auction", Standing: Custom,
		Says:    []string{Slip},
		Choices: []Choice{{Who: "The others", May: "may hold the player to what was said."}},
	},

	// ---- asking and talking

	{
		ID: "last-trick-other", Title: "Yes, that one and no other", See: "manners", Standing: Law,
		Says: []string{LastTrick},
	},
	{
		ID: "last-trick-misere", Title: "No", See: "manners", Standing: Law,
		Says:    []string{LastTrickMisere},
		Choices: []Choice{{Who: "Anybody", May: HandsShown}},
		Calls:   misereCalls,
	},
	{ID: "placed", Title: "Yes, if it is your turn", See: "manners", Standing: Law, Says: []string{Placed}},
	{
		ID: "ask-trumps-other", Title: "Yes: the suit is told", See: "manners", Standing: Law,
		Says: []string{AskTrumps + "{ the card turned}"},
	},
	{
		ID: "ask-trumps-misere", Title: "No", See: "manners", Standing: Law,
		Says:  []string{AskTrumpsMisere},
		Calls: misereCalls,
	},
	{ID: "ask-suit-other", Title: "Yes, it is proper", See: "revoke", Standing: Law, Says: []string{AskSuit}},
	{
		ID: "ask-suit-misere", Title: "No", See: "revoke", Standing: Law,
		Says:  []string{AskSuitMisere},
		Calls: misereCalls,
	},
	{
		ID: "remark", Title: "The other side may throw up the cards", See: "manners", Standing: Law,
		Says: []string{Remark},
		Choices: []Choice{
			{Who: "The other side", May: ThrowUp},
			{Who: "The other side", May: "may let it pass and play on."},
		},
		Posting: PostVoid,
	},

	// ---- what the old books have no law for

	{
		ID: "score-wrong", Title: "The deal is put right on the sheet", See: "manners", Standing: Custom,
		Says: []string{DealPutRight, TotalsFollow}, Posting: PostTold,
	},
	{
		ID: "leaves", Title: "No law covers this", See: "manners", Standing: Custom,
		Says: []string{HandToItsEnd, OrVoid, PlayOnAsThree}, Posting: PostTold,
	},
	{
		ID: "claims", Title: "No law covers this", See: "manners", Standing: Custom,
		Says: []string{DoubtAClaim},
	},
}
