package laws

import (
	"slices"

	"ouverte/rules"
)

// The calls that answers and rulings are for: in pairs, alone to win tricks, alone to win none, and when all
// passed; of those alone the ones paid by tricks and the ones paid by the stake only (§4). In open ones no
// trick stays turned.
var (
	allCalls    = rules.BiddableCalls()
	pairCalls   = []rules.Call{rules.Prop}
	aloneCalls  = those(rules.Call.Alone)
	misereCalls = those(rules.Call.Losing)
	miseryCalls = []rules.Call{rules.GeneralMisere}

	singleCalls = slices.Concat(aloneCalls, misereCalls)
	targetCalls = those(func(c rules.Call) bool { return c.Alone() && c.Counted() })
	stakeCalls  = those(func(c rules.Call) bool { return (c.Alone() || c.Losing()) && !c.Counted() })
	openCalls   = slices.Concat(pairCalls, aloneCalls, miseryCalls)
)

func those(are func(rules.Call) bool) []rules.Call {
	return slices.DeleteFunc(slices.Clone(allCalls), func(c rules.Call) bool { return !are(c) })
}

// inquiry are the questions from "something went wrong" to a ruling. It takes four taps at the most: one
// opens the first question, three answer what happened and what matters to it of "is it too late?", "whose?"
// and "in which call?".
var inquiry = []Question{
	{ID: "trouble", Ask: "What happened?", Answers: []Answer{
		{Heading: "Revokes", Say: "A revoke, too late to mend",
			Hint: "the trick is turned and left, or the player or a partner has played to the next",
			To:   "revoke-stands",
			Typed: typed("revoke; revoke on trick three; revoked, noticed later; revoked three tricks ago; " +
				"revoked and the trick is turned; did not follow on the sixth trick; " +
				"failed to follow suit; did not follow suit earlier; " +
				"trumped but had the suit; trumped and now plays that suit; had one after all; " +
				"had a heart after all, two tricks back; forgot to follow; played the wrong suit; " +
				"found the card in his hand later; renounced wrongly; both sides revoked; " +
				"how many tricks for a revoke; revoked against the misère")},
		{Say: "A wrong card, the trick still open", Hint: "just noticed: somebody isn’t following suit",
			To: "revoke-open", Typed: typed("take a wrong card back; put a revoke right; correct a revoke; " +
				"played the wrong card; wrong card, noticed at once; found it right away; the trick is still there; " +
				"revoked, can I take it back; revoked, just noticed; revoked, the trick is not turned; " +
				"revoked, not played to the next trick yet; revoked just now; " +
				"just noticed he has a spade after all; " +
				"wants to change the card he played; change a card; did not follow suit, can he take it back; " +
				"played a heart but has a club")},
		{Say: "A look at the tricks is refused", Hint: "after the hand, to prove a revoke", To: "refused",
			Typed: typed("will not let us look through the tricks; look through their tricks; mixed the tricks up; " +
				"prove a revoke; check the revoke; prevents the search for a revoke")},

		{Heading: "Cards and turns", Say: "A card was shown", Hint: "dropped, or seen by another", To: "exposed",
			Typed: typed("showed a card; shows his cards; exposed card; card face up on the table; penalty card; " +
				"shows a card by mistake; shows a spade; " +
				"show the hand by accident; everybody sees his cards; " +
				"lets us see his cards; laid his hand down; showed a card in a misère; " +
				"dropped a card on the table; dropped a card face up; everybody saw the card; " +
				"laid the open hand down too early; open misère too early")},
		{Say: "Somebody led out of turn", To: "led", Typed: typed("lead out of turn; led from the wrong hand; " +
			"wrong player led; wrong lead; led when it was not his turn; led when it was another’s lead; " +
			"led instead of me; partner led instead; " +
			"won the trick but another led; calling a suit; led out of turn and all have followed; " +
			"will not lead the suit he was told to")},
		{Say: "Somebody played out of turn", Hint: "not the first card of the trick", To: "played",
			Typed: typed("play out of turn; played before his partner; before his partner had played; " +
				"played before me; played too soon; partner had not played yet; not his turn to play; " +
				"third hand played second; put his card down before")},

		{Heading: "The deal", Say: "Too few or too many cards", To: "cards",
			Typed: typed("too many cards; too few cards; twelve cards; has fourteen; dealt fourteen; counts twelve; " +
				"wrong number of cards; wrong hand; wrong cards; a card is missing; lost a card; a card short; " +
				"one card too many; one card over; miscounted; cards left over")},
		{Say: "A card lay face up in the pack", Hint: "or was turned over in dealing", To: "faced",
			Typed: typed("faced card; flipped a card over in dealing; face up in the pack; exposed in dealing; " +
				"face up in the deal; dealer turned a card over; two cards turned up for trumps")},
		{Say: "It was dealt wrongly", Hint: "packets, wrong dealer{, no trump turned}", To: "misdealt",
			Typed: typed("misdeal; misdealt; dealt out of turn; the wrong player dealt; dealt wrong; " +
				"forgot to turn the trump; no trump turned up; wrong dealer; not cut; forgot to cut; " +
				"dealt two cards at once; dealt me two at once; dealt the packets wrong")},
		{Say: "Who deals now?", Hint: "after a misdeal, or a deal nobody played", To: "who-deals",
			Typed: typed("who deals next; dealt again; deal again; redeal; whose deal is it; is it my deal; " +
				"not her deal; deals after a misdeal; same dealer; next dealer; does the deal move on; new deal; " +
				"who deals after all passed; deals now we threw it in")},
		{Say: "The dealer took up the trump too soon", Hint: "the card that was turned", To: "turned-card",
			Where: "turned-card", Typed: typed("turned card; took the trump up; took up the turn up; " +
				"how long does the trump card stay on the table; put the trump in his hand; " +
				"turned trump gone before the first trick")},
		{Say: "Somebody shuffled", Hint: "when it was not due", To: "shuffled", Where: "!shuffle=always penalty",
			Typed: typed("shuffled by habit; shuffled out of habit; shuffled by mistake; should not shuffle; " +
				"should not have shuffled; mixed the cards; shuffling penalty; pay for shuffling")},

		{Heading: "The calls", Say: "A call out of turn", To: "call-turn", Typed: typed("called out of turn; " +
			"called before it was his turn; bid out of turn; called before me; jumped in with a call; " +
			"called solo before; called too early; not his turn to call")},
		{Say: "Which call came first?", Hint: "an acceptance, or a higher call", For: pairCalls, To: "first-call",
			Typed: typed("which call came first; who called first; who was first, the acceptance or the call; " +
				"called at once; both called at once; both at the same time; accepted and called at the same time; " +
				"accepted before he overcalled; accepted but he had called solo first; " +
				"both called together; called higher after it was accepted; overcalled after prop and cop; " +
				"after agreed prop and cop he bid solo")},
		{Say: "A second “I propose”", To: "second-proposal", For: pairCalls,
			Typed: typed("two proposals; proposed twice; second proposal; both proposed; i propose too; " +
				"proposes and then another proposes; said I propose but meant to accept; two said I propose")},
		{Say: "A call below the last one", To: "low-call", Typed: typed("called too low; call too low; " +
			"called lower than the last; called something lower; insufficient call; not high enough; " +
			"overcalled; which call is higher; called but there was a higher call already; " +
			"said solo but there was an abundance already")},
		{Say: "Raising your own call", Hint: "when all others have passed", To: "raise-last",
			Typed: typed("raised himself; may i raise; the last raise; raise after all passed; " +
				"makes his own call higher; go higher when all have passed; bid twice; called twice")},
		{Say: "{Royal} where it can’t be called", To: "royal-call", Where: "royal-bound",
			Typed: typed("royal over nothing; royal without abundance; royal without trumps")},
		{Say: "A call after passing", To: "passed-call", Typed: typed("called after passing; " +
			"passed and now calls; passed but now wants to call; passed first and now says; " +
			"may i call after a pass; changed his pass; bid after passing; passed, may still accept; " +
			"passed, can I come back in; " +
			"passed and later accepts; somebody who passed accepts")},
		{Say: "The trumps were not named", Hint: "by a caller who chooses them", To: "name-trumps",
			Where: "naming", Typed: typed("forgot to name trumps; forgot to say trumps; when to name trumps; " +
				"has to say the suit; led before naming trumps; led before he told the trump; " +
				"named trumps too soon; caller chooses the suit; choose the suit turned up; " +
				"pick the same suit that was turned; can the turned suit be trumps; trumps of the turned suit")},
		{Say: "A slip of the tongue", To: "slip", Typed: typed("said the wrong call; change my call; " +
			"take back a call; misspoke; meant another call; sorry I meant misère; I meant solo; " +
			"wrong call, corrected at once; " +
			"said the wrong bid; corrected it straight away")},

		{Heading: "At the table", Say: "Must I win the trick?", Hint: "or trump, or follow suit", To: "must-win",
			Typed: typed("must I beat the card; have to beat it; have to win; must I trump; have to trump; " +
				"throw a low one; may I play low; could win it; must I follow suit; no hearts, must I trump; " +
				"must I overtrump")},
		{Say: "May I ask that?", Hint: "the last trick, what is trumps, “no spade?”",
			To: "asking", Typed: typed("last trick; see the last trick; " +
				"show the last trick; look at the last trick; " +
				"look at the tricks we took; looks back at old tricks; keeps looking at the tricks; " +
				"what is trumps; what are trumps; which suit are trumps; what suit is trumps; forgot what is trumps; " +
				"will not tell me what is trumps; place your cards; who played which card; who played that card; " +
				"placed; no spade partner; ask no spades; ask my partner; having none")},
		{Say: "A remark gave something away", To: "remark", Typed: typed("talking; table talk; " +
			"remark; told his partner; told his partner to lead hearts; my partner said play a spade; " +
			"said play hearts; gave a hint; hints; makes faces; " +
			"a sign to the partner; winked; signalled; cheating; unfair remark")},
		{Say: "The score is wrong", Hint: "a deal was written down wrongly, or not at all", To: "score-wrong",
			Typed: typed("wrong score; score wrong; mistake in the score; wrote it down wrong; wrote down the wrong " +
				"score two hands ago; counted the tricks wrong; a trick counted wrong; " +
				"miscounted the tricks; forgot to write a deal down; the total is wrong; points are wrong")},
		{Say: "Somebody has to leave", Hint: "or comes late", To: "leaves",
			Typed: typed("has to leave; went home; left early; leaves in the middle of the hand; had to go; " +
				"comes late; joins later; wants to stop")},
		{Say: "Somebody claims the rest of the tricks", To: "claims",
			Typed: typed("claimed the rest; claims all the tricks; says the rest are mine; lays the hand down and " +
				"claims; gives up the rest; concedes")},
	}},

	{ID: "revoke-stands", Ask: "Who revoked?", Answers: []Answer{
		{Say: "The caller’s side", To: "revoke-caller", For: allCalls},
		{Say: "An opponent", Hint: "also where two of them revoked", To: "revoke-opponent", For: allCalls},
		{Say: "Both sides", To: "revoke-both", For: allCalls},
		{Heading: "All passed, and played out", Say: "One player", To: "revoke-misery", For: miseryCalls},
		{Say: "Two or more", To: "revoke-both", For: miseryCalls},
	}},
	{ID: "revoke-caller", Ask: "In which call?", Answers: []Answer{
		{To: "revoke-caller-prop", For: pairCalls, Each: true},
		{To: "revoke-caller-target", For: targetCalls, Each: true},
		{To: "revoke-caller-stake", For: stakeCalls, Each: true},
	}},
	{ID: "revoke-opponent", Ask: "In which call?", Answers: []Answer{
		{To: "revoke-opponent-prop", For: pairCalls, Each: true},
		{To: "revoke-opponent-target", For: targetCalls, Each: true},
		{To: "revoke-opponent-stake", For: stakeCalls, Each: true},
	}},
	{ID: "revoke-open", Ask: "Whose card?", Answers: []Answer{
		{Say: "A caller who plays alone", To: "mended-caller", For: singleCalls},
		{Say: "An opponent of one who plays to win tricks",
			Hint: "{lowest alone} and the like", To: "mended-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "mended-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "exposed-which", For: misereCalls},
		{Say: "Anybody’s, after all passed", To: "mended-misery", For: miseryCalls},
	}},
	{ID: "refused", Ask: "A player who lets nobody look has revoked. Who was it?", Answers: []Answer{
		{Say: "The caller’s side", To: "revoke-caller"},
		{Say: "An opponent", To: "revoke-opponent"},
		{Say: "Anybody, after all passed", To: "revoke-misery", For: miseryCalls},
	}},

	{ID: "exposed", Ask: "In which call, and whose card?", Answers: []Answer{
		{Say: "The caller’s, who plays alone", To: "exposed-caller", For: singleCalls},
		{Say: "An opponent’s, against one who plays to win tricks",
			Hint: "{lowest alone} and the like", To: "exposed-opponent", For: aloneCalls},
		{Say: "Anybody’s, in {a prop}", To: "exposed-prop", For: pairCalls},
		{Say: "An opponent’s, against {a misere}", Hint: "open or not", To: "exposed-which", For: misereCalls},
		{Say: "Anybody’s, after all passed", To: "exposed-misery", For: miseryCalls},
	}},
	{ID: "exposed-which", Ask: "Which {misere}?", Answers: []Answer{
		{To: "exposed-misere", For: misereCalls, Each: true},
	}},
	{ID: "led", Ask: "Have all played to the trick, and if not, who led?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "A caller who plays alone", To: "led-caller", For: singleCalls},
		{Say: "An opponent of one who plays to win tricks",
			Hint: "{lowest alone} and the like", To: "led-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "led-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "turn-which", For: misereCalls},
		{Say: "Anybody, after all passed", To: "turn-misery", For: miseryCalls},
	}},
	{ID: "turn-which", Ask: "Which {misere}?", Answers: []Answer{
		{To: "turn-misere", For: misereCalls, Each: true},
	}},
	{ID: "played", Ask: "Have all played to the trick, and if not, who played too soon?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "A caller who plays alone", To: "played-caller", For: singleCalls},
		{Say: "An opponent of one who plays to win tricks",
			Hint: "{lowest alone} and the like", To: "played-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "played-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "turn-which", For: misereCalls},
		{Say: "Anybody, after all passed", To: "turn-misery", For: miseryCalls},
	}},

	{ID: "cards", Ask: "When was it noticed, and whose hand is wrong?", Answers: []Answer{
		{Say: "Noticed before the first call", To: "misdeal"},
		{Heading: "Noticed later", Say: "One of the caller’s side",
			Hint: "whatever the other hands are", To: "cards-lost"},
		{Say: "An opponent’s only", To: "cards-won"},
		{Heading: "All passed, and played out", Say: "One player’s", To: "cards-misery", For: miseryCalls},
		{Say: "Two or more", To: "cards-misery-void", For: miseryCalls},
	}},
	{ID: "cards-lost", Ask: "In which call?", Answers: []Answer{
		{To: "cards-caller", For: allCalls, Each: true},
	}},
	{ID: "cards-won", Ask: "In which call?", Answers: []Answer{
		{To: "cards-opponent", For: allCalls, Each: true},
	}},
	{ID: "who-deals", Ask: "What became of the last deal?", Answers: []Answer{
		{Say: "Nothing was called yet", Hint: "a misdeal", To: "misdeal"},
		{Say: "It was called, or all passed", Hint: "played, thrown in or void", To: "next-deals"},
		{Say: "Somebody dealt in another’s place", To: "misdealt"},
	}},
	{ID: "faced", Ask: "When was it noticed?", Answers: []Answer{
		{Say: "Before the first call", To: "misdeal"},
		{Say: "After the first call", To: "faced-late"},
	}},
	{ID: "misdealt", Ask: "When was it noticed?", Answers: []Answer{
		{Say: "Before the first call", To: "misdeal"},
		{Say: "After the first call", To: "misdealt-late"},
	}},

	{ID: "asking", Ask: "What is asked for?", Answers: []Answer{
		{Say: "To see the last trick", To: "last-trick"},
		{Say: "Who played which card", Hint: "“place your cards”", To: "placed"},
		{Say: "What is trumps", To: "ask-trumps"},
		{Say: "“No spade, partner?”", To: "ask-suit"},
	}},
	{ID: "last-trick", Ask: "In which call?", Answers: []Answer{
		{Say: "In {a misere}", To: "last-trick-misere", For: misereCalls},
		{Say: "In any other", To: "last-trick-other", For: openCalls},
	}},
	{ID: "ask-trumps", Ask: "In which call?", Answers: []Answer{
		{Say: "In {a misere}", To: "ask-trumps-misere", For: misereCalls},
		{Say: "In any other", To: "ask-trumps-other", For: openCalls},
	}},
	{ID: "ask-suit", Ask: "In which call?", Answers: []Answer{
		{Say: "In {a misere}", To: "ask-suit-misere", For: misereCalls},
		{Say: "In any other", To: "ask-suit-other", For: openCalls},
	}},
}
