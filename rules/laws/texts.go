package laws

// The rulings. What is paid follows §5 of RULES.md; the rest is what the old books and today's tables hold
// alike.

// Choices that several rulings share.
var (
	lookThrough = Choice{Who: "Anybody", May: "may look through the tricks after the hand to prove it. Whoever prevents that has revoked."}
	conferOnIt  = Choice{Who: "The other side", May: "may talk it over together: of all penalties this is the only one where those who exact it may."}
	noConfer    = Choice{Who: "Those who ask", May: "may agree which of them does the asking, but not what is to be asked."}
	dealAgain   = Choice{Who: "All together", May: "may agree to throw the cards in and deal again.", Custom: true}
)

// rulings: what is paid follows RULES.md §5, the rest is what the old books and the tables of today hold
// alike.
var rulings = []Ruling{
	// ---- revokes

	{
		ID: "revoke-caller-prop", Title: "The proposers have lost", See: "revoke", Standing: Law,
		Says: []string{
			"A side that revoked cannot win. {Revoke tricks} come off what it took, for every revoke.",
			"Both partners pay the stake, whoever did it, and for each trick they are short of the target with what is left.",
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   pairCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-caller-target", Title: "The caller has lost", See: "revoke", Standing: Law,
		Says: []string{
			"A side that revoked cannot win. {Revoke tricks} come off what the caller took, for every revoke.",
			"He pays every opponent the stake, and for each trick he is short of the target with what is left.",
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   targetCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-caller-stake", Title: "The caller has lost", See: "revoke", Standing: Law,
		Says: []string{
			"A side that revoked cannot win. This call knows no over- or under-tricks: the caller pays every opponent the stake.",
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   stakeCalls, Posting: PostCallerRevoked,
	},
	{
		ID: "revoke-opponent-target", Title: "The caller has won", See: "revoke", Standing: Law,
		Says: []string{
			"{Revoke tricks} of the opponents go to the caller for every revoke. He gets the stake whatever he took, and over-tricks if he now has them.",
			"{who pays}",
		},
		Choices: []Choice{lookThrough},
		Calls:   targetCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-opponent-prop", Title: "The proposers have won", See: "revoke", Standing: Law,
		Says: []string{
			"{Revoke tricks} of the opponents go to the proposers for every revoke. Both get the stake whatever they took, and over-tricks if they now have them.",
			"{who pays in a prop}",
		},
		Choices: []Choice{lookThrough, conferOnIt},
		Calls:   pairCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-opponent-stake", Title: "The caller has won", See: "revoke", Standing: Law,
		Says: []string{
			"The caller gets the stake for every opponent, whatever was taken. {who pays}",
		},
		Choices: []Choice{lookThrough},
		Calls:   stakeCalls, Posting: PostOpponentRevoked,
	},
	{
		ID: "revoke-both", Title: "The deal is void", See: "revoke", Standing: Law,
		Says:    []string{"Neither side can win, so nobody pays. The deal is written down as void and the next player deals."},
		Choices: []Choice{lookThrough}, Posting: PostVoid,
	},
	{
		ID: "revoke-misery", Title: "Whoever revoked has lost", See: "all-passed", Standing: Law,
		Says:    []string{"One who revokes in a game after all have passed is its loser, and pays each of the others the stake of {a solo}. If two or more did, the deal is void."},
		Choices: []Choice{lookThrough},
		Calls:   miseryCalls, Posting: PostMiseryRevoked,
	},
	{
		ID: "mended-caller", Title: "Put right, and no penalty", See: "revoke", Standing: Law,
		Says: []string{"The caller takes the wrong card back and follows suit. One who plays alone is not punished for a card he shows: it is his own loss."},
		Choices: []Choice{
			{Who: "Those who played after him", May: "may take their cards back and play others."},
		},
	},
	{
		ID: "mended-opponent", Title: "Put right, but the card is exposed", See: "revoke", Standing: Law,
		Says: []string{"The wrong card is taken back and the suit followed. The card stays face up on the table as an exposed card."},
		Choices: []Choice{
			{Who: "The caller", May: "may ask for the exposed card to be played, or not to be played, whenever following suit allows."},
			{Who: "Those who played after", May: "may take their cards back and play others."},
		},
		Calls: aloneCalls,
	},
	{
		ID: "mended-prop", Title: "Put right, but the card is exposed", See: "revoke", Standing: Law,
		Says: []string{"The wrong card is taken back and the suit followed. The card stays face up on the table as an exposed card."},
		Choices: []Choice{
			{Who: "The other side", May: "may ask for the exposed card to be played, or not to be played, whenever following suit allows."},
			{Who: "Those who played after", May: "may take their cards back and play others."},
			noConfer,
		},
		Calls: pairCalls,
	},
	{
		ID: "mended-misery", Title: "Put right, and no penalty", See: "all-passed", Standing: Custom,
		Says: []string{"The wrong card is taken back and the suit followed. Everyone plays for himself: whoever showed a card has harmed nobody else, and there is no side to ask for it."},
		Choices: []Choice{
			{Who: "Those who played after", May: "may take their cards back and play others."},
		},
		Calls: miseryCalls,
	},

	// ---- exposed cards

	{
		ID: "exposed-caller", Title: "No penalty", See: "exposed", Standing: Law,
		Says:    []string{"One who plays alone harms only himself by showing a card. He takes it up again and plays on."},
		Choices: []Choice{{Who: "The others", May: "may make what they can of having seen it, but may not have it played."}},
	},
	{
		ID: "exposed-opponent", Title: "The card is exposed and stays face up", See: "exposed", Standing: Law,
		Says: []string{"A card is exposed once it lies face up, or anybody but its holder has seen it. It never gives the caller the right to call a suit."},
		Choices: []Choice{
			{Who: "The caller", May: "may ask for it to be played, or not to be played, in every trick as long as it lies there and following suit allows."},
			{Who: "The caller", May: "may keep its holder from leading it, again and again; and when somebody leads its suit, ask instead for the highest or the lowest the holder has."},
			{Who: "The caller", May: "may, if it is a trump and another suit is led, tell its holder to follow, or to let the trick go untrumped."},
		},
	},
	{
		ID: "exposed-prop", Title: "The card is exposed and stays face up", See: "exposed", Standing: Law,
		Says: []string{"In {a prop} this holds for all four. A card is exposed once it lies face up, or anybody but its holder has seen it. It never gives the right to call a suit."},
		Choices: []Choice{
			{Who: "The other side", May: "may ask for it to be played, or not to be played, as long as it lies there and following suit allows."},
			{Who: "The other side", May: "may, if it is a trump and another suit is led, tell its holder to follow, or to let the trick go untrumped."},
			noConfer,
		},
		Calls: pairCalls,
	},
	{
		ID: "exposed-misere", Title: "The caller may claim the stakes at once", See: "exposed", Standing: Law,
		Says: []string{"An opponent who shows a card against {a misere} forfeits, open or not, however many tricks the caller has. {who pays a misere}"},
		Choices: []Choice{
			{Who: "The caller", May: "may claim the stakes now, or let it pass and play on."},
		},
		Calls: misereCalls, Posting: PostForfeit,
	},

	{
		ID: "exposed-misery", Title: "No penalty", See: "all-passed", Standing: Custom,
		Says:    []string{"Everyone plays for himself, so a card shown harms only its holder. He takes it up again and plays on."},
		Choices: []Choice{{Who: "The others", May: "may make what they can of having seen it, but may not have it played."}},
		Calls:   miseryCalls,
	},

	// ---- out of turn

	{
		ID: "all-played", Title: "Too late: play on", See: "turn", Standing: Law,
		Says: []string{"Once everybody has played to the trick it stands, whoever should have begun, and there is no penalty."},
	},
	{
		ID: "led-caller", Title: "Taken back", See: "turn", Standing: Law,
		Says: []string{"The card goes back into the hand and the right player leads.{ his own misère}"},
		Choices: []Choice{
			{Who: "The opponents", May: "may name the suit the caller has to lead when he next leads. If he has it and refuses, he has revoked."},
			noConfer,
		},
	},
	{
		ID: "led-opponent", Title: "An exposed card, or a suit is called", See: "turn", Standing: Law,
		Says: []string{"The right player leads. The caller chooses one of two things, before that lead:"},
		Choices: []Choice{
			{Who: "The caller", May: "may treat the card as exposed: it stays face up, to be played or held back as he asks."},
			{Who: "The caller", May: "may instead let it be taken back, and name the suit when the offender or one of his partners next leads. To refuse the suit when one has it is a revoke."},
		},
		Calls: aloneCalls,
	},
	{
		ID: "led-prop", Title: "An exposed card, or a suit is called", See: "turn", Standing: Law,
		Says: []string{"The right player leads. The other side chooses one of two things, before that lead:"},
		Choices: []Choice{
			{Who: "The other side", May: "may treat the card as exposed: it stays face up, to be played or held back as they ask."},
			{Who: "The other side", May: "may instead let it be taken back, and name the suit when the offender or his partner next leads. To refuse the suit when one has it is a revoke."},
			noConfer,
		},
		Calls: pairCalls,
	},
	{
		ID: "played-caller", Title: "No penalty", See: "turn", Standing: Law,
		Says: []string{"One who plays alone has no partner to help by it. He takes the card back and waits for his turn."},
	},
	{
		ID: "played-opponent", Title: "His partner may be told what to do", See: "turn", Standing: Law,
		Says: []string{
			"A partner who should have played first has now seen a card too many.",
			"If it was the caller’s turn no partner was passed over: the card lies face up before its time, and is an exposed card.",
		},
		Choices: []Choice{
			{Who: "The caller", May: "may tell that partner to play his highest or his lowest of the suit led."},
			{Who: "The caller", May: "may, if he has none of it, tell him to trump, or not to trump."},
		},
		Calls: aloneCalls,
	},
	{
		ID: "played-prop", Title: "His partner may be told what to do", See: "turn", Standing: Law,
		Says: []string{
			"The partner who should have played first has now seen a card too many.",
			"If it was the turn of the other side no partner was passed over: the card lies face up before its time, and is an exposed card.",
		},
		Choices: []Choice{
			{Who: "The other side", May: "may tell that partner to play his highest or his lowest of the suit led."},
			{Who: "The other side", May: "may, if he has none of it, tell him to trump, or not to trump."},
			noConfer,
		},
		Calls: pairCalls,
	},
	{
		ID: "turn-misere", Title: "The caller may claim the stakes at once", See: "turn", Standing: Law,
		Says: []string{"An opponent who leads or plays out of turn against {a misere} forfeits, however many tricks the caller has. {who pays a misere}"},
		Choices: []Choice{
			{Who: "The caller", May: "may claim the stakes now, or let it pass and play on."},
		},
		Calls: misereCalls, Posting: PostForfeit,
	},
	{
		ID: "turn-misery", Title: "Taken back", See: "all-passed", Standing: Custom,
		Says:  []string{"Everyone plays for himself, so nobody was helped. The card is taken back and the right player goes on."},
		Calls: miseryCalls,
	},

	// ---- the deal

	{
		ID: "misdeal", Title: "A misdeal: dealt again", See: "deal", Standing: Law,
		Says:    []string{"The same dealer deals again. There is no penalty, and nothing is written down."},
		Choices: []Choice{{Who: "Anybody", May: "may insist on it until the first call has been made."}},
		Posting: PostMisdeal,
	},
	{
		ID: "cards-caller", Title: "The caller’s side has lost", See: "deal", Standing: Law,
		Says:  []string{"A side with a wrong hand loses the stake, no more and no less, whatever else happened in the deal and whatever the other hands are."},
		Calls: allCalls, Posting: PostCallerWrongCards,
	},
	{
		ID: "cards-opponent", Title: "The caller’s side has won", See: "deal", Standing: Law,
		Says:  []string{"Its own hands are right, so it wins the stake, no more and no less, whatever else happened in the deal. All opponents pay as usual."},
		Calls: allCalls, Posting: PostOpponentWrongCard,
	},
	{
		ID: "faced-late", Title: "The deal stands", See: "deal", Standing: Custom,
		Says:    []string{"After the first call nobody can insist on a new deal. The card goes to the hand it belongs to; its holder has done nothing wrong, so it is not treated as exposed."},
		Choices: []Choice{dealAgain},
	},
	{
		ID: "misdealt-late", Title: "The deal stands", See: "deal", Standing: Custom,
		Says:    []string{"If everybody has thirteen cards, what was dealt is played, and the next dealer is the one on the left of him who dealt."},
		Choices: []Choice{dealAgain},
		Aside:   "If somebody has not thirteen cards it is another matter: see too few or too many cards.",
	},
	{
		ID: "shuffled", Title: "{shuffle penalty} into the kitty", See: "shuffling", Standing: Custom,
		Says:    []string{"At this table cards are shuffled only where the rules of the house say so. Who shuffles by habit pays {shuffle penalty}. The cards are dealt as they now are."},
		Posting: PostPenalty,
	},

	// ---- the calls

	{
		ID: "second-proposal", Title: "It is not an acceptance", See: "auction", Standing: Law,
		Says: []string{"Only one player can propose. A second “I propose” is no call, and cannot be turned into an acceptance by him who said it."},
		Choices: []Choice{
			{Who: "The others", May: "may still accept the first {prop}, each in his turn."},
			{Who: "The first proposer", May: "{proposer may}"},
		},
		Calls: pairCalls,
	},
	{
		ID: "low-call", Title: "It does not stand", See: "auction", Standing: Law,
		Says: []string{"Each call must be above the last one: a higher call annuls a lower, never the other way.", "{the ladder}"},
		Choices: []Choice{
			{Who: "The caller", May: "may make it high enough, or pass.", Custom: true},
			{Who: "The player overcalled", May: "{overcalled may}"},
		},
	},
	{
		ID: "passed-call", Title: "A pass is final", See: "auction", Standing: Law,
		Says: []string{"Who has passed has no further call in this deal."},
		Choices: []Choice{
			{Who: "Eldest", May: "alone may still accept {a prop} that nobody has accepted or overcalled, when the turn comes round to him.", For: pairCalls},
		},
	},
	{
		ID: "slip", Title: "Let go, if mended at once", See: "auction", Standing: Custom,
		Says:    []string{"A slip of the tongue put right in the same breath is let go by courtesy. It is not a right: once the next player has called, what was said stands."},
		Choices: []Choice{{Who: "The others", May: "may hold him to it.", Custom: false}},
	},

	// ---- asking and talking

	{
		ID: "last-trick-other", Title: "Yes", See: "manners", Standing: Law,
		Says: []string{"Anybody may ask to see the last trick turned, and no other. Nobody may see more than eight cards: that trick and the one on the table."},
	},
	{
		ID: "last-trick-misere", Title: "No", See: "manners", Standing: Law,
		Says: []string{"In {a misere} a trick that has been turned is not shown again."},
		Choices: []Choice{
			{Who: "Anybody", May: "may see the opponents’ hands at once when the {misere} is beaten, to prove that none of them revoked."},
		},
		Calls: misereCalls,
	},
	{
		ID: "placed", Title: "Yes", See: "manners", Standing: Law,
		Says: []string{"Before the trick is turned anybody may ask that each player draw the card he played towards him."},
	},
	{
		ID: "ask-trumps-other", Title: "Yes, the suit", See: "manners", Standing: Law,
		Says: []string{"What suit is trumps may always be asked and must be answered.{ the card turned}"},
	},
	{
		ID: "ask-trumps-misere", Title: "No", See: "manners", Standing: Law,
		Says:  []string{"There are no trumps in {a misere}{, what was turned}."},
		Calls: misereCalls,
	},
	{
		ID: "ask-suit-other", Title: "Yes, it is proper", See: "revoke", Standing: Law,
		Says: []string{"A player may ask his partner whether he has really none of the suit led; it saves many a revoke."},
	},
	{
		ID: "ask-suit-misere", Title: "No", See: "revoke", Standing: Law,
		Says:  []string{"In {a misere} nobody may ask."},
		Calls: misereCalls,
	},
	{
		ID: "remark", Title: "The other side may throw up the cards", See: "manners", Standing: Law,
		Says: []string{"A remark or a sign that tells a partner what he ought not to know spoils the deal for the other side."},
		Choices: []Choice{
			{Who: "The other side", May: "may throw up the cards for a new deal. The deal is written down as void and the next player deals."},
			{Who: "The other side", May: "may let it pass and play on."},
		},
		Posting: PostVoid,
	},
}
