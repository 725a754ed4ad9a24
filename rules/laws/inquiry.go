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

func shufflesSeldom(h *rules.House) bool {
	return h.Shuffle != rules.ShuffleAlways && h.ShufflePenalty > 0
}

// inquiry are the questions from "something went wrong" to a ruling. It takes four taps at the most: one
// opens the first question, three answer what happened and what matters to it of "is it too late?", "whose?"
// and "in which call?".
var inquiry = []Question{
	{ID: "trouble", Ask: "What happened?", Answers: []Answer{
		{Heading: "Revokes", Say: "Somebody did not follow suit", Hint: "too late to mend: the trick is turned and left, or his side has played to the next", To: "revoke-stands"},
		{Say: "Somebody is not following suit", Hint: "just noticed: the trick is still open", To: "revoke-open"},
		{Say: "A look at the tricks is refused", Hint: "after the hand, to prove a revoke", To: "refused"},

		{Heading: "Cards and turns", Say: "A card was shown", Hint: "dropped, or seen by another", To: "exposed"},
		{Say: "Somebody led out of turn", To: "led"},
		{Say: "Somebody played out of turn", Hint: "not the first card of the trick", To: "played"},

		{Heading: "The deal", Say: "Too few or too many cards", To: "cards"},
		{Say: "A card lay face up in the pack", Hint: "or was turned over in dealing", To: "faced"},
		{Say: "It was dealt wrongly", Hint: "packets, wrong dealer{, no trump turned}", To: "misdealt"},
		{Say: "Somebody shuffled", Hint: "when it was not due", To: "shuffled", Where: shufflesSeldom},

		{Heading: "The calls", Say: "A second “I propose”", To: "second-proposal", For: pairCalls},
		{Say: "A call below the last one", To: "low-call"},
		{Say: "A call by one who had passed", To: "passed-call"},
		{Say: "A slip of the tongue", To: "slip"},

		{Heading: "At the table", Say: "May I ask that?", Hint: "the last trick, what is trumps, “no spade?”", To: "asking"},
		{Say: "A remark gave something away", To: "remark"},
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
		{Say: "An opponent of a trick call", Hint: "{trick call} and the like", To: "mended-opponent", For: aloneCalls},
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
		{Say: "An opponent’s, against a trick call", Hint: "{trick call} and the like", To: "exposed-opponent", For: aloneCalls},
		{Say: "Anybody’s, in {a prop}", To: "exposed-prop", For: pairCalls},
		{Say: "An opponent’s, against {a misere}", Hint: "open or not", To: "exposed-which", For: misereCalls},
		{Say: "Anybody’s, after all passed", To: "exposed-misery", For: miseryCalls},
	}},
	{ID: "exposed-which", Ask: "Which {misere}?", Answers: []Answer{{To: "exposed-misere", For: misereCalls, Each: true}}},
	{ID: "led", Ask: "Have all played to the trick, and if not, who led?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "One who called alone", To: "led-caller", For: singleCalls},
		{Say: "An opponent of a trick call", Hint: "{trick call} and the like", To: "led-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "led-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "turn-which", For: misereCalls},
		{Say: "Anybody, after all passed", To: "turn-misery", For: miseryCalls},
	}},
	{ID: "turn-which", Ask: "Which {misere}?", Answers: []Answer{{To: "turn-misere", For: misereCalls, Each: true}}},
	{ID: "played", Ask: "Have all played to the trick, and if not, who played too soon?", Answers: []Answer{
		{Say: "All have played to it", To: "all-played"},
		{Heading: "Not all have played", Say: "One who called alone", To: "played-caller", For: singleCalls},
		{Say: "An opponent of a trick call", Hint: "{trick call} and the like", To: "played-opponent", For: aloneCalls},
		{Say: "Any of the four in {a prop}", To: "played-prop", For: pairCalls},
		{Say: "An opponent of {a misere}", To: "turn-which", For: misereCalls},
		{Say: "Anybody, after all passed", To: "turn-misery", For: miseryCalls},
	}},

	{ID: "cards", Ask: "When was it noticed, and whose hand is wrong?", Answers: []Answer{
		{Say: "Noticed before the first call", To: "misdeal"},
		{Heading: "Noticed later", Say: "One of the caller’s side", Hint: "whatever the other hands are", To: "cards-lost"},
		{Say: "An opponent’s only", To: "cards-won"},
	}},
	{ID: "cards-lost", Ask: "In which call?", Answers: []Answer{{To: "cards-caller", For: allCalls, Each: true}}},
	{ID: "cards-won", Ask: "In which call?", Answers: []Answer{{To: "cards-opponent", For: allCalls, Each: true}}},
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
