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

// bindsRoyal tells whether royal can't be called straight away in every deal (§7, §8).
func bindsRoyal(h *rules.House) bool {
	return h.Has(rules.Royal) && (h.RoyalOver || h.NoTrumpsEach() > 0)
}

func shufflesSeldom(h *rules.House) bool {
	return h.Shuffle != rules.ShuffleAlways && h.ShufflePenalty > 0
}

// inquiry are the questions from "something went wrong" to a ruling. It takes four taps at the most: one
// opens the first question, three answer what happened and what matters to it of "is it too late?", "whose?"
// and "in which call?".
var inquiry = []Question{
	{ID: "trouble", Ask: "What happened?", Answers: []Answer{
		{Heading: "Revokes", Say: "Somebody did not follow suit",
			Hint: "too late to mend: the trick is turned and left, or his side has played to the next",
			To:   "revoke-stands", Typed: []string{"revoke", "revoked", "renege", "reneged", "failed to follow suit",
				"trumped but had the suit", "had one after all", "forgot to follow", "played the wrong suit",
				"found the card in his hand later", "renounced wrongly"}},
		{Say: "Somebody is not following suit", Hint: "just noticed: the trick is still open", To: "revoke-open",
			Typed: []string{"take a wrong card back", "put a revoke right", "correct a revoke",
				"played the wrong card",
				"wants to change the card he played", "change a card"}},
		{Say: "A look at the tricks is refused", Hint: "after the hand, to prove a revoke", To: "refused",
			Typed: []string{"will not let us look through the tricks", "mixed the tricks up", "prove a revoke",
				"prevents the search for a revoke"}},

		{Heading: "Cards and turns", Say: "A card was shown", Hint: "dropped, or seen by another", To: "exposed",
			Typed: []string{"showed a card", "shows his cards", "dropped a card", "a card fell on the table",
				"exposed card", "exposed cards", "card face up on the table", "saw a card", "penalty card",
				"faced his hand", "laid his hand down", "forfeit a misère by showing a card"}},
		{Say: "Somebody led out of turn", To: "led", Typed: []string{"lead out of turn", "led from the wrong hand",
			"wrong player led", "wrong lead", "led when it was not his turn", "calling a suit", "call a suit"}},
		{Say: "Somebody played out of turn", Hint: "not the first card of the trick", To: "played",
			Typed: []string{"play out of turn", "played before his partner", "played too soon", "played too early",
				"not his turn to play"}},

		{Heading: "The deal", Say: "Too few or too many cards", To: "cards",
			Typed: []string{"too many cards", "too few cards", "twelve cards", "fourteen cards", "eleven cards",
				"wrong number of cards", "wrong hand", "wrong cards", "a card is missing", "lost a card",
				"one card short",
				"one card over", "miscounted", "cards left over"}},
		{Say: "A card lay face up in the pack", Hint: "or was turned over in dealing", To: "faced",
			Typed: []string{"faced card", "exposed in dealing", "face up in the deal", "dealer turned a card over"}},
		{Say: "It was dealt wrongly", Hint: "packets, wrong dealer{, no trump turned}", To: "misdealt",
			Typed: []string{"misdeal", "misdealt", "dealt out of turn", "the wrong player dealt", "dealt wrong",
				"forgot to turn the trump", "not cut", "forgot to cut"}},
		{Say: "Who deals now?", Hint: "after a misdeal, or a deal nobody played", To: "who-deals",
			Typed: []string{"who deals next", "dealt again", "deal again", "redeal", "whose deal is it", "same dealer",
				"next dealer", "new deal"}},
		{Say: "Somebody shuffled", Hint: "when it was not due", To: "shuffled", Where: shufflesSeldom,
			Typed: []string{"shuffled by habit", "shuffled by mistake", "should not shuffle", "shuffling penalty"}},

		{Heading: "The calls", Say: "A second “I propose”", To: "second-proposal", For: pairCalls,
			Typed: []string{"two proposals", "proposed twice", "second proposal", "both proposed", "i propose too"}},
		{Say: "A call below the last one", To: "low-call", Typed: []string{"called too low", "call too low",
			"insufficient call", "insufficient bid", "underbid", "not high enough", "overcalled",
			"which call is higher"}},
		{Say: "A raise of one’s own call", Hint: "when all others have passed", To: "raise-last",
			Typed: []string{"raised himself", "may i raise", "the last raise", "raise after all passed",
				"makes his own call higher"}},
		{Say: "{Royal} where it can’t be called", To: "royal-call", Where: bindsRoyal,
			Typed: []string{"royal over nothing", "royal without abundance", "royal without trumps"}},
		{Say: "A call by one who had passed", To: "passed-call", Typed: []string{"called after passing",
			"passed and now calls", "may i call after a pass", "changed his pass", "bid after passing"}},
		{Say: "A slip of the tongue", To: "slip", Typed: []string{"said the wrong call", "change my call",
			"take back a call", "misspoke", "meant another call", "wrong bid"}},

		{Heading: "At the table", Say: "May I ask that?", Hint: "the last trick, what is trumps, “no spade?”",
			To: "asking", Typed: []string{"see the last trick", "show the last trick", "look at the last trick",
				"what is trumps", "what are trumps", "place your cards", "who played which card", "placed",
				"no spade partner",
				"ask my partner", "having none"}},
		{Say: "A remark gave something away", To: "remark", Typed: []string{"talking", "table talk",
			"told his partner",
			"gave a hint", "a sign to the partner", "signalled", "cheating", "unfair remark"}},
	}},

	{ID: "revoke-stands", Ask: "Who revoked?", Answers: []Answer{
		{Say: "The caller’s side", To: "revoke-caller", For: allCalls},
		{Say: "An opponent", Hint: "two who did: the same, twice", To: "revoke-opponent", For: allCalls},
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
		{Say: "One who called alone", To: "mended-caller", For: singleCalls},
		{Say: "An opponent of a trick call",
			Hint: "{trick call} and the like", To: "mended-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "mended-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "exposed-which", For: misereCalls},
		{Say: "Anybody’s, after all passed", To: "mended-misery", For: miseryCalls},
	}},
	{ID: "refused", Ask: "Whoever keeps the others from looking has revoked. Who was it?", Answers: []Answer{
		{Say: "The caller’s side", To: "revoke-caller"},
		{Say: "An opponent", To: "revoke-opponent"},
		{Say: "Anybody, after all passed", To: "revoke-misery", For: miseryCalls},
	}},

	{ID: "exposed", Ask: "In which call, and whose card?", Answers: []Answer{
		{Say: "The caller’s own, called alone", To: "exposed-caller", For: singleCalls},
		{Say: "An opponent’s, against a trick call",
			Hint: "{trick call} and the like", To: "exposed-opponent", For: aloneCalls},
		{Say: "Anybody’s, in {a prop}", To: "exposed-prop", For: pairCalls},
		{Say: "An opponent’s, against {a misere}", Hint: "open or not", To: "exposed-which", For: misereCalls},
		{Say: "Anybody’s, after all passed", To: "exposed-misery", For: miseryCalls},
	}},
	{ID: "exposed-which", Ask: "Which {misere}?", Answers: []Answer{
		{To: "exposed-misere", For: misereCalls, Each: true},
	}},
	{ID: "led", Ask: "Have all played to the trick, and if not, who led?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "One who called alone", To: "led-caller", For: singleCalls},
		{Say: "An opponent of a trick call",
			Hint: "{trick call} and the like", To: "led-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "led-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "turn-which", For: misereCalls},
		{Say: "Anybody, after all passed", To: "turn-misery", For: miseryCalls},
	}},
	{ID: "turn-which", Ask: "Which {misere}?", Answers: []Answer{
		{To: "turn-misere", For: misereCalls, Each: true},
	}},
	{ID: "played", Ask: "Have all played to the trick, and if not, who played too soon?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "One who called alone", To: "played-caller", For: singleCalls},
		{Say: "An opponent of a trick call",
			Hint: "{trick call} and the like", To: "played-opponent", For: aloneCalls},
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
		{Say: "It was called", Hint: "played, void, or thrown in when all had passed", To: "next-deals"},
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
